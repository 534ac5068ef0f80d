/**
 * Folders of other generators: reads posts in our language, their places, and the facts about the blog. Pictures stay
 * beside their posts, and static files go into content/public.
 */
import { join } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { stemOf } from '../essays/paths.ts';
import { replaceFile } from '../files/file-state.ts';
import type { MarkSettings } from '../markdown/rule.ts';
import { HOME_PATH } from '../site/urls.ts';
import { readLanguage } from '../text/language-tags.ts';
import { addFacts, addLanguageFacts, type SourceFacts } from './facts.ts';
import { placeFiles, readPages, type Targets, writeOthers } from './folder-files.ts';
import { type FolderPost, guessFolderFacts, readFolderPosts } from './folder-posts.ts';
import { setKey } from './front-edits.ts';
import type { FolderBlog } from './generators/generator.ts';
import { GENERATORS, type GeneratorName, readFolder } from './generators.ts';
import type { ImportedPost } from './imported-post.ts';
import type { ImportJob, WrittenEssay } from './job.ts';
import { findValue, toText } from './json.ts';
import { readMarkup, showsLineEnds, statesMath } from './markup-settings.ts';
import type { Redirect } from './old-site.ts';
import type { OldBlog, StatedAddresses } from './pipeline.ts';
import { recordLeftOut } from './report.ts';
import { hasKey, settleSettings } from './site-settings.ts';
import { makeTranslate, noteLeftMarkup } from './translation.ts';

/** A post of a folder, with its place in the site. */
interface PlacedFolderPost extends ImportedPost {
  /** The file to write. */
  readonly bytes: Buffer;
}

/** Reads a folder, and fills in the facts about the blog. */
export async function readFolderBlog(
  name: GeneratorName,
  job: ImportJob,
): Promise<OldBlog<PlacedFolderPost>> {
  const { input, report, facts, settings } = job;
  const blog = await readFolder(name, input);
  addFacts(facts, blog.settings);
  report.decisions.push(...(blog.decisions ?? []));
  addLanguages(blog, facts);
  facts.keys.slugs = 'file';
  if (blog.settings.publishfuture === 'false') facts.keys.publishFuture = 'false';
  // Hugo's themes.
  const toc = ['params.toc', 'params.showtoc'].map((key) => findValue(blog.settings, key));
  if (toc.map(toText).includes('true')) facts.keys.toc = 'true';
  const markup = await readMarkup(input);
  facts.marks.push(...listMarks(blog, markup));
  if (statesMath(markup)) facts.keys.math = 'true';
  await guessFolderFacts(blog, input, facts, report);
  const { config } = settleSettings(settings, facts, report);
  const translate = makeTranslate(name, job, config, {
    breaks: showsLineEnds(name, markup),
    hidesCode: blog.hidesCode ?? false,
  });
  const posts = await readFolderPosts(blog, job, config, translate);
  const targets = placeFiles(blog, posts, job);
  const pages = await readPages(blog, targets, job, translate);
  const translated = [...posts, ...pages.map((page) => ({ ...page, parts: [] }))];
  noteLeftMarkup(
    translated.map((each) => ({ ...each, path: targets.get(each.path) ?? each.path })),
    report,
  );
  for (const plugin of blog.plugins ?? [])
    if (plugin !== '') recordLeftOut(report, 'plugins', plugin);
  redirectHomes(blog, GENERATORS[name].feed, job, config);
  const isFree = settings === null || !hasKey(settings, 'slugs');
  const placed = placePosts(posts, targets, config);
  return {
    posts: placed,
    config,
    choice: { slugForms: isFree ? ['file', 'title'] : [config.slugs], most: 0 },
    write: (post, addresses) => writeFolderPost(post, addresses, job),
    finish: () => writeOthers(targets, placed, pages, job),
  };
}

/** Gives the posts their places in the site. */
function placePosts(
  posts: readonly FolderPost[],
  targets: Targets,
  config: SiteConfig,
): PlacedFolderPost[] {
  const others = config.languages.map(({ language }) => language);
  const tags = others.length === 0 ? [] : [config.language, ...others];
  return posts.flatMap(({ path: id, bytes, essay, oldAddress, reason: hiddenFor }) => {
    const path = targets.get(id);
    if (path === undefined) return [];
    const placed = { ...essay, path, stem: stemOf(path, tags) };
    const isKnown = !essay.draft && oldAddress.path !== '';
    const oldPaths = isKnown ? [oldAddress.path] : [];
    return [{ id, bytes, essay: placed, isPage: false, oldAddress, oldPaths, hiddenFor }];
  });
}

/** Writes a post, with its `permalink` if it needs one. */
function writeFolderPost(
  { bytes, essay }: PlacedFolderPost,
  { permalink, aliases, address }: StatedAddresses,
  { root, report }: ImportJob,
): WrittenEssay {
  const { path, draft } = essay;
  const text = permalink === '' ? bytes : setKey(bytes, 'permalink', JSON.stringify(permalink));
  replaceFile(join(root, path), text);
  // Its front matter may have aliases already.
  for (const alias of aliases) report.lines.push([alias, address]);
  return {
    path,
    kind: draft ? 'drafts' : 'essays',
    format: /\.html?$/i.test(path) ? 'html' : 'md',
  };
}

/** Fills in the languages of a blog that has several. */
function addLanguages({ languages }: FolderBlog, facts: SourceFacts): void {
  if (languages === undefined) return;
  const [primary] = facts.language.toLowerCase().split(/[-_]/);
  // `en-us` is more precise than `en`.
  if (primary !== languages.main) facts.language = readLanguage(languages.main) ?? '';
  for (const [key, settings] of languages.others) {
    const tag = readLanguage(key);
    if (tag !== null) addLanguageFacts(facts, tag, settings);
  }
}

/** Redirects old home pages and feeds of a blog in several languages if their addresses change. */
function redirectHomes(
  { languages }: FolderBlog,
  feed: Redirect | undefined,
  { facts }: ImportJob,
  config: SiteConfig,
): void {
  const places = config.languages.map(({ prefix }) => [prefix, prefix]);
  const mainPrefix = languages?.mainPrefix ?? '';
  if (mainPrefix !== '') {
    facts.redirects.push([`${mainPrefix}/`, HOME_PATH]);
    places.push([mainPrefix, '']);
  }
  if (languages === undefined || feed === undefined) return;
  const [from, to] = feed;
  for (const [before = '', after = ''] of places) facts.redirects.push([before + from, after + to]);
}

const GOLDMARK = 'markup.goldmark.extensions.extras';
/** The settings of Hugo, Zola and vaults that turn marks on; keys are in lower case. */
const MARK_KEYS: Readonly<Partial<Record<keyof MarkSettings, readonly string[]>>> = {
  mark: [`${GOLDMARK}.mark.enable`, 'mark'],
  subscript: [`${GOLDMARK}.subscript.enable`],
  superscript: [`${GOLDMARK}.superscript.enable`],
};
/** The plugins of Eleventy, Astro and Jekyll that do so. */
const MARK_PLUGINS: Readonly<Record<keyof MarkSettings, RegExp>> = {
  mark: /\bmarkdown-it-mark\b/,
  subscript: /\bmarkdown-it-sub\b/,
  superscript: /\bmarkdown-it-sup\b/,
};

/** Lists the marks that the old blog reads; `markup` is the text of its settings. */
function listMarks({ settings }: FolderBlog, markup: string): string[] {
  const isOn = (key: string) => toText(findValue(settings, key)) === 'true';
  const names = Object.keys(MARK_PLUGINS) as (keyof MarkSettings)[];
  return names.filter((name) => MARK_KEYS[name]?.some(isOn) || MARK_PLUGINS[name].test(markup));
}
