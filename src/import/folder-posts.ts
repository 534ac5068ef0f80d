/**
 * Posts of a folder: reads each as a build would, decides which are imported, and finds the addresses they had.
 */
import type { SiteConfig } from '../essays/config.ts';
import { type ParsedEssay, parseEssay } from '../essays/essay.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay-body.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { ESSAYS_FOLDER } from '../essays/paths.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import { MAX_LISTED, type Problem, type ProblemPart } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import { attemptPost } from './attempt.ts';
import { addCount } from './counts.ts';
import type { SourceFacts } from './facts.ts';
import { findOldAddress, type OldAddress } from './folder-addresses.ts';
import { placeOf } from './folder-files.ts';
import type { FolderBlog } from './generators/generator.ts';
import type { ImportInput } from './input.ts';
import type { ImportJob } from './job.ts';
import { type ImportReport, recordLeftOut } from './report.ts';
import type { LeftMarkup, Translate } from './translation.ts';
import { quoteYaml } from './yaml-writer.ts';
import { findZoneOfDates } from './zones.ts';

/** A post that is imported. */
export interface FolderPost {
  /** Relative to the folder. */
  readonly path: string;
  /** The file to write. */
  readonly bytes: Buffer;
  readonly essay: ParsedEssay;
  readonly oldAddress: OldAddress;
  /** What stays of other programs' syntax. */
  readonly left: readonly LeftMarkup[];
  readonly parts: readonly ProblemPart[];
}

/** A post and what is known about it. */
interface ReadPost extends FolderPost {
  /** True if the source has no title; a post may still have got one from its generator. */
  readonly isUntitled: boolean;
  readonly isHeadless: boolean;
  readonly problems: readonly Problem[];
}

/** Fills in the time zone and the author that the settings don't state, from what most posts state. */
export async function guessFolderFacts(
  blog: FolderBlog,
  input: ImportInput,
  facts: SourceFacts,
): Promise<void> {
  if (facts.timezone !== '' && facts.author !== '') return;
  const dates: string[] = [];
  const authors = new Map<string, number>();
  for (const path of blog.posts) {
    const { published, author } = await readHead(path, input);
    if (published !== '') dates.push(published);
    const name = blog.authors?.get(author.toLowerCase()) ?? author;
    if (name !== '') authors.set(name, (authors.get(name) ?? 0) + 1);
  }
  if (facts.timezone === '') facts.writtenZone = findZoneOfDates(dates);
  // A guest, or one of many, isn't the blog's author.
  const [main = ''] = [...authors].find(([, times]) => times * 2 > blog.posts.length) ?? [];
  facts.author ||= main;
}

/** Reads the date and the only author of a post; empty if there are none. */
async function readHead(
  path: string,
  input: ImportInput,
): Promise<{ published: string; author: string }> {
  const bytes = await input.read(path);
  try {
    const { published, author } = readTable(FRONT_MATTER_KEYS, readFrontMatter({ path, bytes }));
    const [only = '', ...others] = author ?? [];
    return { published: published?.value ?? '', author: others.length === 0 ? only : '' };
  } catch {
    // `readFolderPosts` will leave the post out, and name it.
    return { published: '', author: '' };
  }
}

/** Reads the posts to import, and notes what a build will report about them. */
export async function readFolderPosts(
  blog: FolderBlog,
  { input, report, since, facts }: ImportJob,
  config: SiteConfig,
  translate: Translate,
): Promise<FolderPost[]> {
  const parser: EssayParser = {
    config: pickParserConfig({ ...config, url: facts.url || config.url }, []),
    markdown: await loadMarkdownEngine(),
  };
  const zone = facts.timezone || 'UTC';
  const reader: PostReader = { blog, config, parser, zone, translate };
  const posts: ReadPost[] = [];
  for (const path of blog.posts) {
    const written = await input.read(path);
    const post = await attemptPost(path, report, () => readFolderPost(path, written, reader));
    if (post === null || isLeftOut(post, since, report)) continue;
    posts.push(post);
    const errors = post.problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) report.notes[path] = errors.map(({ message }) => message);
  }
  noteAll(posts, blog, report);
  return posts;
}

/** What all posts of a folder are read with. */
interface PostReader {
  readonly blog: FolderBlog;
  readonly config: SiteConfig;
  readonly parser: EssayParser;
  /** The time zone of the old blog; by default that of most servers. */
  readonly zone: string;
  readonly translate: Translate;
}

function readFolderPost(path: string, written: Buffer, reader: PostReader): ReadPost {
  const { blog, zone } = reader;
  const parse = (bytes: Buffer) => parsePost(path, bytes, reader);
  let adapted = blog.adaptFront?.(written) ?? written;
  for (const [key, value] of Object.entries(blog.keysOf?.(path) ?? {}))
    adapted = setKey(adapted, key, value);
  const translated = reader.translate(path, adapted);
  const split = parse(translated.bytes);
  const isUntitled = lacksTitle(split.problems);
  const title = blog.titleOf?.(path);
  const complete = (bytes: Buffer) =>
    title === undefined ? setKey(bytes, 'draft', 'true') : setKey(bytes, 'title', quoteYaml(title));
  const { bytes, essay, problems, parts } = isUntitled ? parse(complete(split.bytes)) : split;
  return {
    path,
    bytes,
    essay,
    oldAddress: findOldAddress(blog, path, essay, zone),
    isUntitled,
    isHeadless: blog.isHeadless?.(written.toString()) ?? false,
    left: translated.left,
    problems,
    parts,
  };
}

/** Parses a post as a build will; if the build would see another language in its path, adds a `lang`. */
function parsePost(
  path: string,
  bytes: Buffer,
  { blog, config, parser }: PostReader,
): ReturnType<typeof parseEssay> & { readonly bytes: Buffer } {
  const named = `${ESSAYS_FOLDER}/${placeOf(blog, path)}`;
  const parsed = parseEssay({ path: named, bytes }, parser);
  const key = blog.languages?.of(path);
  const own = [config, ...config.languages].find(({ language }) => language.toLowerCase() === key);
  if (own === undefined || own.language === parsed.essay.edition) return { bytes, ...parsed };
  const stated = setKey(bytes, 'lang', quoteYaml(own.language));
  return { bytes: stated, ...parseEssay({ path: named, bytes: stated }, parser) };
}

function lacksTitle(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'title-missing');
}

/** Decides whether a post is left out, and records why. */
function isLeftOut(
  { path, essay, isHeadless, problems }: ReadPost,
  since: number | null,
  report: ImportReport,
): boolean {
  const { draft, publishedTimestamp } = essay;
  const isDatedDraft = /(?:^|\/)_drafts\//.test(path) && !draft;
  const isEarly = since !== null && publishedTimestamp < since && !draft;
  const isLost = lacksTitle(problems);
  if (isDatedDraft) recordLeftOut(report, 'drafts with a date, which would be published', path);
  else if (isHeadless) recordLeftOut(report, 'headless bundles', path);
  else if (isEarly) addCount(report.leftOut, 'posts before --since');
  if (isLost) recordLeftOut(report, 'posts without a title', path);
  return isDatedDraft || isHeadless || isEarly || isLost;
}

/** Notes what several posts have in common. */
function noteAll(posts: readonly ReadPost[], blog: FolderBlog, { notes }: ImportReport): void {
  const untitled = blog.titleOf === undefined ? posts.filter(({ isUntitled }) => isUntitled) : [];
  const heading = `${count(untitled.length, 'post')} without a title: drafts until they get one`;
  if (untitled.length > 0) notes[heading] = untitled.map(({ path }) => path).slice(0, MAX_LISTED);
}

/** How each format of front matter, by its first characters, writes a key. */
const FORMATS: Readonly<Record<string, (key: string, value: string) => string>> = {
  '---': (key, value) => `${key}: ${value}`,
  '+++': (key, value) => `${key} = ${value}`,
  '{': (key, value) => `"${key}": ${value}`,
};

/** Sets a key of the front matter. Everything else stays byte for byte, whatever its encoding. */
export function setKey(bytes: Buffer, key: string, value: string): Buffer {
  const written = bytes.toString('latin1');
  const [start = ''] = /^(?:---|\+\+\+)[ \t\r]*\n|^\{/.exec(written) ?? [];
  const fence = start.trim();
  const writeKey = FORMATS[fence];
  const encoded = Buffer.from(value).toString('latin1');
  if (writeKey === undefined)
    return Buffer.from(`---\n${key}: ${encoded}\n---\n${written}`, 'latin1');
  const isJson = fence === '{';
  const end = isJson ? written.search(/^\}/m) : written.indexOf(`\n${fence}`, fence.length);
  const front = written.slice(start.length, Math.max(end, start.length));
  const stated = new RegExp(
    isJson ? `"${key}"\\s*:\\s*\\w+` : `^${key}[ \\t]*[:=].*?(?=\\r?$)`,
    'm',
  );
  const line = writeKey(key, encoded);
  const gap = isJson ? ',' : '\n';
  const changed = stated.test(front) ? front.replace(stated, () => line) : line + gap + front;
  return Buffer.from(start + changed + written.slice(start.length + front.length), 'latin1');
}
