/**
 * Folders of other generators: copies posts and their pictures as they are, and static files into content/public.
 * Makes site.yaml from the generator's settings, with `redirects` for the old addresses.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ParsedEssay, parseEssay, pickParserConfig } from '../essays/essay.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { findLinkedFiles } from '../essays/images.ts';
import * as paths from '../essays/paths.ts';
import { readTable } from '../essays/values.ts';
import { replaceFile } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { loadMarkdownEngine } from '../markdown/markdown.ts';
import { joinParts, MAX_LISTED, type ProblemPart } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import {
  fillPlaceholders,
  fillValues,
  findPlaceholders,
  listValues,
} from '../site/placeholders.ts';
import { assignSlugs, type SluggedEssay } from '../site/slugs.ts';
import { essayPath } from '../site/urls.ts';
import { isPath, keyOf } from './addresses.ts';
import { quote, readDate } from './convert.ts';
import * as generators from './generators.ts';
import { addTo } from './imported-essay.ts';
import { type ImportReport, LEFT_OUT, UNKEPT } from './report.ts';
import { settleSettings } from './site-files.ts';
import { addFacts } from './sources/records.ts';
import type { ImportJob } from './stage.ts';
import { findZoneOfDates, listOtherDays, OTHER_DAY } from './zones.ts';

/** Patterns of files that are not imported, by their description in the report. */
const LEFT: Readonly<Record<string, RegExp>> = {
  'shortcodes and components, which are to be written as templates/marks/':
    /^(?:layouts|templates)\/_?shortcodes\/|^src\/components\//,
  'layouts, includes and styles':
    /(?:^|\/)_(?:includes|layouts|sass)\/|^(?:layouts|templates|assets\/.*\.s?css|sass|i18n|src\/(?:layouts|styles|pages))\//,
  'texts in other template languages': /\.(?:njk|liquid|webc)$/,
  'texts to be converted to Markdown': /\.(?:textile|org|a(?:scii)?doc|rst|mdoc|pandoc)$/i,
  data: /(?:^|\/)_data\/|^data\/|\.11tydata\.|^src\/(?:content|data)\/.*\.(?:json|ya?ml|toml)$/,
  plugins: /^_plugins\//,
  'texts of collections': /^_(?!site\/)[^/]+\/.*\.(?:md|markdown|html?)$/,
  'pages of sections': /(?:^|\/)_index\.[^/]*$/,
};
/** The home page and the page for unknown addresses. */
const MADE = /^(?:index|404)\.[^./]*$/;
/** Files beside posts that are not part of them. */
const CODE =
  /\.(?:md|markdown|mdx|html?|textile|org|a(?:scii)?doc|rst|mdoc|pandoc|txt|json|ya?ml|toml|[cm]?[jt]sx?|astro|vue|svelte|njk|liquid|webc|s?css|sass|xml)$|(?:^|\/)[._][^/]*$/i;

interface Post {
  /** Relative to the folder. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly essay: ParsedEssay;
}

/** Stages the posts of a folder, and fills in the facts about the blog. */
export async function stageFolder(name: generators.GeneratorName, job: ImportJob): Promise<void> {
  const { input, report, facts, present } = job;
  const blog = await generators.readFolder(name, input);
  addFacts(facts, blog.settings);
  facts.keys.slugs = 'file';
  if (blog.settings.publishfuture === 'false') facts.keys.publishFuture = 'false';
  await guessFacts(blog, job);
  const { config } = settleSettings(job.settings, facts, present, report);
  const posts = await parsePosts(blog, name, { ...job, config });
  const dates = posts.map(({ path, essay }) => [path, essay.published] as const);
  for (const each of listOtherDays(dates, config.timezone)) note(report, OTHER_DAY, each);
  const targets = placeFiles(blog, posts, job);
  for (const plugin of blog.plugins.filter((each) => each !== '')) leave(report, 'plugins', plugin);

  const published = posts
    .filter(({ essay }) => !essay.draft)
    .map(({ path, essay }) => ({ ...essay, path: targets.get(path) ?? '', from: path }))
    .sort((a, b) => b.publishedTimestamp - a.publishedTimestamp || (a.path < b.path ? -1 : 1));
  const slugged = assignSlugs(published, config.slugs).value;
  const addressed = slugged.flatMap((essay, at) => {
    if (essay.permalinks.length > 0) return [];
    const from = published[at]?.from ?? '';
    const pattern = blog.addressOf(from);
    // If no zone is stated, assumes that of most servers.
    const dates = listOldDay(essay, name, facts.timezone || 'UTC');
    const named = blog.nameOf?.(from) ?? from;
    const names = generators.nameValues(essay, posix.relative(blog.base, named));
    const address = fillPlaceholders(pattern, { ...names, ...dates }).replace(/^\/*/, '/');
    return [{ essay, pattern, address }];
  });
  settleRules(addressed, { ...job, config });
  await stageFiles(name, targets, posts, job);
}

/** Adds an item to a list in the report, once, and only the first few. */
function note({ notes }: ImportReport, thing: string, what: string): void {
  notes[thing] = [...new Set([...(notes[thing] ?? []), what])].slice(0, MAX_LISTED);
}

/** Records a file that is not imported. */
function leave(report: ImportReport, what: string, path: string): void {
  addTo(report.leftOut, what);
  const heading = LEFT_OUT + what;
  report.notes[heading] ??= [];
  report.notes[heading].push(path);
}

/** Fills in the time zone and the author that the settings don't state, from what most posts state. */
async function guessFacts(blog: generators.FolderBlog, { input, facts }: ImportJob): Promise<void> {
  if (facts.timezone !== '' && facts.author !== '') return;
  const dates: string[] = [];
  const authors = new Map<string, number>();
  for (const path of blog.posts) {
    const source = readFrontMatter({ path, bytes: await input.read(path) });
    const { published, author } = readTable(FRONT_MATTER_KEYS, source);
    if (published !== null) dates.push(published.value);
    const [stated = '', ...others] = author ?? [];
    const name = blog.authors?.get(stated.toLowerCase()) ?? stated;
    if (others.length === 0 && name !== '') authors.set(name, (authors.get(name) ?? 0) + 1);
  }
  if (facts.timezone === '') facts.writtenZone = findZoneOfDates(dates);
  // A guest, or one of many, isn't the blog's author.
  const [main = ''] = [...authors].find(([, times]) => times * 2 > blog.posts.length) ?? [];
  facts.author ||= main;
}

/** Reads the posts to import, and records what the build will report about them. */
async function parsePosts(
  blog: generators.FolderBlog,
  name: generators.GeneratorName,
  { input, report, since, config, facts }: ImportJob,
): Promise<Post[]> {
  const posts: Post[] = [];
  const untitled: string[] = [];
  const parts: { parts: readonly ProblemPart[] }[] = [];
  const parser = {
    config: pickParserConfig({ ...config, url: facts.url || config.url }, []),
    markdown: await loadMarkdownEngine(),
  };
  for (const path of blog.posts) {
    const written = await input.read(path);
    const parse = (bytes: Buffer) => {
      const named = `${paths.ESSAYS_FOLDER}/${blog.nameOf?.(path) ?? path}`;
      return { bytes, ...parseEssay({ path: named, bytes }, parser) };
    };
    const split = parse(name === 'jekyll' ? settleFront(written, blog.authors) : written);
    const isUntitled = split.problems.some(({ code }) => code === 'title-missing');
    const add = name === 'jekyll' ? addTitle : addDraft;
    const read = isUntitled ? parse(add(split.bytes, path)) : split;
    const { draft, publishedTimestamp } = read.essay;
    const isDatedDraft = /(?:^|\/)_drafts\//.test(path) && !draft;
    const isEarly = since !== null && publishedTimestamp < since && !draft;
    const isHeadless = name === 'hugo' && /^headless\s*[:=]\s*true/m.test(String(written));
    if (isDatedDraft) leave(report, 'drafts with a date, which would be published', path);
    else if (isHeadless) leave(report, 'bundles without a page (headless)', path);
    else if (isEarly) addTo(report.leftOut, 'posts before --since');
    const isLost = isUntitled && read.problems.some(({ code }) => code === 'title-missing');
    if (isLost) leave(report, 'posts without a title', path);
    if (isDatedDraft || isHeadless || isEarly || isLost) continue;
    if (isUntitled && name !== 'jekyll') untitled.push(path);
    posts.push({ path, bytes: read.bytes, essay: read.essay });
    parts.push(read);
    const errors = read.problems.filter(({ severity }) => severity === 'error');
    const messages = errors.map(({ message }) => message);
    if (errors.length > 0) report.notes[path] = messages;
  }
  const heading = `${count(untitled.length, 'post')} without a title: drafts until they get one`;
  if (untitled.length > 0) report.notes[heading] = untitled.slice(0, MAX_LISTED);
  const marks = joinParts(parts).filter(({ code }) => code === 'markup-foreign');
  const messages = marks.map(({ message }) => message);
  if (marks.length > 0) report.notes['marks that the build does not understand'] = messages;
  return posts;
}

const WORD = String.raw`[^ \t\r\n,:#[\]{}"'&*!|>%@\x60?-][^ \t\r\n,:[\]{}]*`;
/** Tags in one string, which Jekyll splits at spaces. */
const SPACED_TAGS = new RegExp(
  String.raw`^((?:tags|categories):[ \t]+)(${WORD}(?:[ \t]+${WORD})+)(?=[ \t\r]*$)`,
  'gm',
);

/** The authors of a post in its front matter. */
const AUTHORS = /^authors?:.*(?:\n[ \t]*- .*)*/m;

/** Writes such tags in the front matter as a list, and authors by their names; the rest stays byte for byte. */
function settleFront(bytes: Buffer, authors: generators.FolderBlog['authors']): Buffer {
  const text = bytes.toString('latin1');
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
  const split = text.slice(0, Math.max(end, 0)).replace(SPACED_TAGS, (_, key, words: string) => {
    return `${key}[${words.split(/[ \t]+/).join(', ')}]`;
  });
  const front = split.replace(AUTHORS, (written) =>
    written.replace(
      /(?=["'\w])(?<=[:,[][ \t]*|-[ \t]+)(["']?)\b([\w.-]+)\1(?=[ \t\r]*(?:[,\]\n]|$))/g,
      (id, _, key: string) => {
        const name = authors?.get(key.toLowerCase());
        return name === undefined ? id : Buffer.from(quote(name)).toString('latin1');
      },
    ),
  );
  return Buffer.from(front + text.slice(front === '' ? 0 : end), 'latin1');
}

/** Adds the title that Jekyll makes of a file's name to a post without one. */
function addTitle(bytes: Buffer, path: string): Buffer {
  const words = paths.splitFileName(path).name.split('-');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  const line = `title: ${quote(title)}\n`;
  const [start = ''] = /^---[ \t\r]*\n/.exec(bytes.toString('latin1')) ?? [];
  const head = start === '' ? `---\n${line}---\n` : start + line;
  return Buffer.concat([Buffer.from(head), bytes.subarray(start.length)]);
}

/** Makes a draft of a post in which nothing else has a title: only its front matter changes. */
function addDraft(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const [fence = ''] = /^(?:---|\+\+\+)(?=[ \t\r]*\n)|^\{/.exec(text) ?? [];
  const line = { '': '', '---': 'draft: true', '+++': 'draft = true', '{': '"draft": true' }[fence];
  if (!line) return Buffer.concat([Buffer.from('---\ndraft: true\n---\n'), bytes]);
  const end = fence === '{' ? text.search(/^\}/m) : text.indexOf(`\n${fence}`, fence.length);
  const front = text.slice(0, Math.max(end, 0));
  const stated = fence === '{' ? /"draft"\s*:\s*\w+/ : /^draft[ \t]*[:=].*?(?=\r?$)/m;
  const start = fence === '{' ? /^\{/ : /^.*\n/;
  const gap = fence === '{' ? ',' : '\n';
  const drafted = stated.test(front)
    ? front.replace(stated, () => line)
    : front.replace(start, (first) => `${first}${line}${gap}`);
  return Buffer.from(drafted + text.slice(front.length), 'latin1');
}

/** Maps the paths of all files to import to their paths in the site. */
function placeFiles(
  blog: generators.FolderBlog,
  posts: readonly Post[],
  { input, options, report, present, config }: ImportJob,
): Map<string, string> {
  const inFolder = posts.map(({ path, essay }) => ({ ...essay, path }));
  const linked = findLinkedFiles(inFolder, input.files, config);
  const shown = new Set([...linked.keys()].filter((path) => !generators.PAGE.test(path)));
  // Pictures outside the posts' folder keep their relative place, so that paths in posts stay valid.
  const base = generators.commonFolder([blog.base, ...[...shown].map(posix.dirname)]);
  const own = new Set([...blog.posts, ...blog.pages]);
  const [others, bare] = [new Set(blog.others), new Set(blog.bare)];
  const folders = new Set(posts.map(({ path }) => posix.dirname(path)));
  const isBeside = (path: string) =>
    paths.listFoldersAbove(path).some((folder) => folders.has(folder));
  const targets = new Map<string, string>();
  const place = (path: string, folder: string, inner: string) => {
    if (!inner.split('/').includes('..')) targets.set(path, posix.join(folder, inner));
  };
  for (const path of input.files.filter((each) => !own.has(each))) {
    const target = blog.statics.find(([from]) => generators.isWithin(path, from));
    const what = Object.keys(LEFT).find((key) => LEFT[key]?.test(path));
    if (shown.has(path) || (isBeside(path) && !CODE.test(path)))
      place(path, paths.ESSAYS_FOLDER, posix.relative(base, path));
    else if (target !== undefined)
      place(path, paths.PUBLIC_FOLDER, posix.join(target[1], posix.relative(target[0], path)));
    else if (others.has(path))
      leave(report, 'other texts, in the folder of a post or in another language', path);
    else if (bare.has(path)) leave(report, 'HTML without front matter, such as demos', path);
    else if (what !== undefined) leave(report, what, path);
  }
  for (const { path } of posts)
    place(path, paths.ESSAYS_FOLDER, posix.relative(base, blog.nameOf?.(path) ?? path));
  for (const path of blog.pages) {
    const inner = posix.relative(blog.base, path);
    const isAbout = paths.pageAddressOf(`${paths.PAGES_FOLDER}/${inner}`) === paths.ABOUT_ADDRESS;
    if (MADE.test(inner)) leave(report, 'pages that the build makes itself', path);
    else if (isAbout && present.hasAbout)
      leave(report, 'pages whose address content/about.md has', path);
    else if (options.pages) place(path, paths.PAGES_FOLDER, inner);
    else leave(report, 'pages (--pages)', path);
  }
  return targets;
}

const DATE_PARTS = ':year :month :day :i_month :i_day :short_year'.split(' ');

/** The date placeholders' values in the old address of an essay. */
function listOldDay(essay: SluggedEssay, name: string, zone: string) {
  // Hugo and Hexo take the day as written, whatever its zone; Jekyll reads a time with seconds as UTC.
  const isAsWritten = name === 'hugo' || name === 'hexo';
  const [day] = (isAsWritten && /^\d{4}[-/]\d\d?[-/]\d\d?/.exec(essay.published)) || [];
  const isUtc = name === 'jekyll' && /\d:\d\d:\d\d$/.test(essay.published);
  const moment = readDate(day ?? essay.published, isUtc || day ? 'UTC' : zone);
  const old = { ...essay, publishedTimestamp: moment ?? essay.publishedTimestamp };
  return listValues(DATE_PARTS, old, day ? 'UTC' : zone)[0];
}

/** Finds the `redirects` that keep all old addresses working: patterns that any post follows, then single lines. */
function settleRules(
  posts: readonly { essay: SluggedEssay; pattern: string; address: string }[],
  { root, report, config, present }: ImportJob,
): void {
  const isFilled = (path: string) => findPlaceholders(path).length === 0;
  for (const { address, pattern } of posts) {
    if (!isFilled(address))
      note(report, 'addresses of a form that `redirects` does not know', pattern);
  }
  let left = posts.filter(({ address, essay }) => {
    return isFilled(address) && keyOf(address) !== keyOf(essayPath(essay.slug));
  });
  const old = config.redirects.map(({ from }) => from);
  const candidates = posts.flatMap(({ pattern }) => generators.listCandidates(pattern));
  for (const rule of new Set([...old, ...candidates.filter((each) => !isFilled(each))])) {
    const rest = left.filter(({ essay, address }) => {
      const filled = fillValues(rule, '', essay, config.timezone);
      return !filled.some(({ from }) => keyOf(from) === keyOf(address));
    });
    if (rest.length < left.length && !old.includes(rule)) report.rules.push(rule);
    left = rest;
  }
  for (const { essay, address } of left) {
    // If another essay of the site has the slug, the build will number this one.
    const isTaken =
      present.slugs.has(essay.slug.toLowerCase()) && !existsSync(join(root, essay.path));
    if (isPath(address) && !isTaken) report.lines.push([address, essayPath(essay.slug)]);
    else note(report, UNKEPT, address);
  }
}

/** The most bytes of a name; most file systems take 255, and a file that is being written has a longer one. */
const MAX_NAME = 220;

/** Copies new files into the staging folder. */
async function stageFiles(
  name: generators.GeneratorName,
  targets: ReadonlyMap<string, string>,
  posts: readonly Post[],
  { input, root, staging, options, report, present, essays, extras }: ImportJob,
) {
  const byPath = new Map(posts.map((post) => [post.path, post]));
  for (const [path, target] of targets) {
    const post = byPath.get(path);
    const isThere = existsSync(join(root, target));
    if (target.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME)) {
      leave(report, 'files whose names are too long', path);
      continue;
    }
    if (post === undefined) {
      if (isThere) continue;
      replaceFile(join(staging, target), await input.read(path));
      extras.push(target);
      const isPage = target.startsWith(`${paths.PAGES_FOLDER}/`) && generators.PAGE.test(target);
      addTo(report.counts, isPage ? 'pages' : 'files');
      continue;
    }
    const id = `${name}:${path}`;
    const known = present.digests.get(id);
    const isUntouched = isThere && known === digest(readFileSync(join(root, target)));
    const isReplaced = options.overwrite && isUntouched && digest(post.bytes) !== known;
    if (isThere && !isReplaced) {
      const isChanged = options.overwrite && !isUntouched;
      addTo(report.counts, isChanged ? 'changed by you' : 'present');
      continue;
    }
    replaceFile(join(staging, target), post.bytes);
    essays.set(id, target);
    addTo(report.counts, post.essay.draft ? 'drafts' : 'essays');
    addTo(report.counts, /\.html?$/i.test(path) ? 'html' : 'md');
  }
}
