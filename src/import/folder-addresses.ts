/**
 * Old addresses of a folder's posts: finds the `redirects` that keep all of them working.
 */
import { posix } from 'node:path';
import type { ParsedEssay } from '../essays/essay.ts';
import {
  fillPlaceholders,
  findPattern,
  findPlaceholders,
  identify,
  listValues,
  prettify,
  urlize,
} from '../site/placeholders.ts';
import { type SluggedEssay, slugify } from '../site/slugs.ts';
import { trimPath } from '../site/urls.ts';
import { listDateWords } from './date-words.ts';
import type { FolderBlog } from './generators/generator.ts';
import { postFolderOf } from './generators/pages.ts';
import type { OldAddress } from './imported-post.ts';
import type { OldSitemap } from './sitemap.ts';
import { listTitleSlugs } from './slug-rules.ts';
import { readDate } from './written-dates.ts';

/**
 * Finds the old address of a post: as the sitemap has it, or else by the rule of the old blog. Empty if neither says one.
 * `zone` is the time zone of the old blog.
 */
export function findOldAddress(
  blog: FolderBlog,
  path: string,
  essay: ParsedEssay,
  zone: string,
  sitemap: OldSitemap | null,
): OldAddress {
  const pattern = blog.addressOf(path);
  const inside = posix.relative(blog.base, blog.nameOf?.(path) ?? path);
  const names = nameValues(essay, inside);
  const values = { ...names, ...dateValues(essay, blog.addressDates, zone) };
  const written = fillPlaceholders(pattern, values).replace(/[?#]/g, encodeURIComponent);
  const filled = pattern && written.replace(/^\/*/, '/');
  const isKnown = findPlaceholders(filled).length === 0;
  const byRule = isKnown ? { pattern, path: filled } : { pattern: '', path: '' };
  const listed = sitemap?.find(byRule.path, [...Object.values(names), slugify(essay.title)]);
  if (listed === undefined || listed === null) return byRule;
  if (trimPath(listed) === trimPath(byRule.path))
    return { path: listed, pattern: trimPath(pattern) + listed.slice(trimPath(listed).length) };
  const dated: SluggedEssay = { ...essay, slug: '', address: '' };
  return { path: listed, pattern: findPattern(listed, dated, zone) ?? listed };
}

/** The names of a post that a stated slug may replace: `:slugorfile` is the slug or, without one, `:file`. */
const REPLACED = 'file slugfile id stem basename filename plaintitle'.split(' ');

/** The values of the placeholders for names; `path` is relative to the folder of the posts. */
function nameValues(essay: ParsedEssay, path: string): Readonly<Record<string, string>> {
  const { statedSlug, fileName, title } = essay;
  const stated = statedSlug?.value;
  const basename = posix.basename(path.replace(/(?:\/index)?\.[^./]+$/, ''));
  const sections = postFolderOf(path);
  const eachSection = (write: (name: string) => string) =>
    sections
      .split('/')
      .map((part) => write(part))
      .join('/');
  const ofTitle = urlize(title.replaceAll('/', '-'));
  const names: Readonly<Record<string, string>> = {
    ...listTitleSlugs(title),
    file: fileName.normalize(),
    slugfile: slugify(fileName),
    id: identify(basename),
    stem: findStem(path),
    basename,
    filename: urlize(basename),
  };
  const replaced = REPLACED.flatMap((name) => {
    const value = stated ?? names[name];
    return value === undefined ? [] : [[`slugor${name}`, value]];
  });
  return {
    ...names,
    ...Object.fromEntries(replaced),
    categories: listCategories(essay, path),
    sections,
    urlsections: eachSection(urlize),
    slugsections: eachSection(slugify),
    pretty: prettify(stated ?? fileName.normalize()),
    plain: (stated ?? fileName)
      .toLowerCase()
      .replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-')
      .replace(/^-|-$/g, ''),
    title: ofTitle,
    slug: stated ?? ofTitle,
  };
}

/** Eleventy's name of a file, without its date; for `x/2020-01-02-index.md`, as for `x/index.md`, that of its folder. */
function findStem(path: string): string {
  const dateless = (name: string) => name.replace(/^\d{4}-\d\d-\d\d-(?=.)/, '');
  const name = dateless(posix.basename(path).replace(/\.[^.]+$/, ''));
  const folder = posix.basename(posix.dirname(path));
  return name === 'index' && folder !== '.' ? dateless(folder) : name;
}

/** Lists Jekyll's categories: folders above `_posts` count, and one of several words counts as several. */
function listCategories({ categories }: ParsedEssay, path: string): string {
  const folders = path.replace(/(?:^|\/)?_(?:posts|drafts)\/.*$/, '').split('/');
  const own =
    categories.length === 1 ? categories.flatMap((each) => each.split(/\s+/)) : categories;
  const names = [...folders, ...own].map((each) => each.toLowerCase());
  return [...new Set(names)].filter((each) => each !== '').join('/');
}

const DATE_PARTS = ':year :month :day :i_month :i_day :short_year'.split(' ');

/** The values of the placeholders for dates. */
function dateValues(
  essay: ParsedEssay,
  addressDates: FolderBlog['addressDates'],
  zone: string,
): Readonly<Record<string, string>> {
  const { published, publishedTimestamp } = essay;
  const [day] = /^\d{4}[-/]\d\d?[-/]\d\d?/.exec(published) ?? [];
  const isAsWritten = addressDates === 'written' && day !== undefined;
  const isUtc = addressDates === 'seconds-are-utc' && /\d:\d\d:\d\d$/.test(published);
  const moment = readDate(isAsWritten ? day : published, isUtc || isAsWritten ? 'UTC' : zone);
  const dated: SluggedEssay = {
    ...essay,
    publishedTimestamp: moment ?? publishedTimestamp,
    slug: '',
    address: '',
  };
  const shown = isAsWritten ? 'UTC' : zone;
  const [parts = {}] = listValues(DATE_PARTS, dated, shown);
  return { ...parts, ...listDateWords(dated.publishedTimestamp, shown) };
}

/** Placeholders, and those of `redirects` that may have the same value. Date placeholders are the same in both. */
const SAME: Readonly<Record<string, string>> = {
  categories: ':category',
  sections: ':folder',
  urlsections: ':folder',
  slugsections: ':folder',
  pretty: ':title',
  plain: ':slug :title',
  slug: ':slug :title',
  file: ':folder/:file :file',
  slugfile: ':folder/:file :file',
  id: ':folder/:file :file :year-:month-:day-:file',
  stem: ':file :slug',
  basename: ':file :slug :year-:month-:day-:file',
  filename: ':file :year-:month-:day-:file',
  plaintitle: ':slug :title',
  sluggedtitle: ':slug :title',
  sluggedwords: ':slug :title',
};

/** Lists the `redirects` that may be equivalent to an address with placeholders. */
export function listCandidates(address: string): string[] {
  const [whole, before = '', or = '', name = '', rest = ''] =
    /^([^:]*):(slugor)?([a-z_]+)(.*)$/.exec(address) ?? [];
  if (whole === undefined) return [address];
  const after = listCandidates(rest);
  const same = (SAME[name] ?? `:${name}`).split(' ');
  const all = new Set(or === '' ? same : [...same, ':slug']);
  return [...all].flatMap((own) => after.map((each) => before + own + each));
}
