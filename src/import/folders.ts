/**
 * Folders of other generators: copies posts in our language, their pictures, and static files into content/public.
 * Makes site.yaml from the generator's settings, with a `permalink` that keeps the old addresses, and `redirects` for those that can't be kept.
 */

import type { SiteConfig } from '../essays/config.ts';
import { stemOf } from '../essays/paths.ts';
import type { MarkSettings } from '../markdown/rule.ts';
import { HOME_PATH } from '../site/urls.ts';
import { readLanguage } from '../text/languages.ts';
import { addCount } from './counts.ts';
import { addFacts, addLanguageFacts, type SourceFacts } from './facts.ts';
import { settleRedirects } from './folder-addresses.ts';
import { placeFiles, readPages, stageFiles, type Targets } from './folder-files.ts';
import { type FolderPost, guessFolderFacts, readFolderPosts, setKey } from './folder-posts.ts';
import type { FolderBlog } from './generators/generator.ts';
import { GENERATORS, type GeneratorName, readFolder } from './generators.ts';
import type { ImportJob } from './job.ts';
import { findValue, toText } from './json.ts';
import { keepAddresses } from './kept-addresses.ts';
import { readMarkup, statesMath } from './markup-settings.ts';
import type { Redirect } from './old-site.ts';
import { recordLeftOut } from './report.ts';
import { hasKey, settleSettings } from './site-settings.ts';
import { makeTranslate, noteLeftMarkup } from './translation.ts';
import { describeUnread } from './unread-addresses.ts';
import { noteOtherDays } from './zones.ts';

/** Writes the posts of a folder into the site, and fills in the facts about the blog. */
export async function stageFolder(name: GeneratorName, job: ImportJob): Promise<void> {
  const { input, report, facts } = job;
  const blog = await readFolder(name, input);
  addFacts(facts, blog.settings);
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
  const { config } = settleSettings(job.settings, facts, report);
  const translate = makeTranslate(name, blog, job, config);
  const posts = await readFolderPosts(blog, job, config, translate);
  const targets = placeFiles(blog, posts, job);
  const pages = await readPages(blog, targets, job, translate);
  const translated = [...posts, ...pages.map((page) => ({ ...page, parts: [] }))];
  const placed = translated.map((each) => ({ ...each, path: targets.get(each.path) ?? each.path }));
  noteLeftMarkup(placed, report);
  const dates = posts.map(({ path, essay }) => [path, essay.published] as const);
  noteOtherDays(dates, config.timezone, report);
  for (const plugin of blog.plugins.filter((each) => each !== ''))
    recordLeftOut(report, 'plugins', plugin);
  redirectHomes(blog, GENERATORS[name].feed, job, config);
  const kept = keepPostAddresses(posts, targets, job, config);
  await stageFiles(name, targets, kept, pages, job);
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
  if (languages.showsUntranslated) facts.keys.untranslated = 'show';
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

/** The rules for the copies of untranslated posts that a blog had below each language's name. */
function listCopyRules(
  permalink: string,
  posts: readonly FolderPost[],
  config: SiteConfig,
): string[] {
  return config.languages.flatMap(({ language }) => {
    const own = posts.find(({ essay }) => essay.edition === language && !essay.draft);
    const [, name] = own?.oldAddress.path.split('/') ?? [];
    return name === undefined ? [] : [`/${name}${permalink}`];
  });
}

/** Keeps the addresses of the posts as far as possible, and adds redirects for the others; returns the posts to write. */
function keepPostAddresses(
  posts: readonly FolderPost[],
  targets: Targets,
  job: ImportJob,
  config: SiteConfig,
): FolderPost[] {
  const { facts, report, settings } = job;
  const others = config.languages.map(({ language }) => language);
  const tags = others.length === 0 ? [] : [config.language, ...others];
  const published = posts.flatMap(({ path: id, essay, oldAddress }) => {
    const path = targets.get(id);
    if (essay.draft || path === undefined) return [];
    return [{ id, essay: { ...essay, path, stem: stemOf(path, tags) }, oldAddress }];
  });
  const isFree = settings === null || !hasKey(settings, 'slugs');
  const slugForms = isFree ? (['file', 'title'] as const) : [config.slugs];
  const choice = { slugForms, most: 0 };
  const kept = keepAddresses(published, [], choice, job, config);
  const { stated, moved, needed, keptCount } = kept;
  if (facts.keys.untranslated === 'show' && facts.keys.permalink !== undefined)
    report.rules.push(...listCopyRules(facts.keys.permalink, posts, config));
  const unread = published.filter(
    ({ essay, oldAddress }) => oldAddress.path === '' && essay.permalinks.length === 0,
  );
  const assumed = unread.map(({ id }) => kept.addresses.get(id) ?? '').sort();
  if (assumed.length > 0) report.decisions.unshift(describeUnread(assumed, facts.url));
  const lost = settleRedirects(moved, needed, job, config);
  const translations = posts.filter(({ essay }) => essay.edition !== config.language).length;
  if (translations > 0) addCount(report.counts, 'in other languages', translations);
  addCount(report.counts, 'kept addresses', keptCount);
  addCount(report.counts, 'redirected addresses', moved.length - lost);
  return posts.map((post) => {
    const path = stated.get(post.path);
    if (path === undefined) return post;
    return { ...post, bytes: setKey(post.bytes, 'permalink', JSON.stringify(path)) };
  });
}
