/**
 * Old addresses of a folder's posts: finds the `redirects` that keep all of them working.
 */
import { posix } from 'node:path';
import type { ParsedEssay } from '../essays/essay.ts';
import { fillPlaceholders, identify, listValues, prettify, urlize } from '../site/placeholders.ts';
import { type SluggedEssay, slugify } from '../site/slugs.ts';
import type { FolderBlog } from './generators/generator.ts';
import { postFolderOf } from './generators/pages.ts';
import type { OldAddress } from './imported-post.ts';
import { readDate } from './written-dates.ts';

/** Finds the old address of a post; `zone` is the time zone of the old blog. */
export function findOldAddress(
  blog: FolderBlog,
  path: string,
  essay: ParsedEssay,
  zone: string,
): OldAddress {
  const pattern = blog.addressOf(path);
  const inside = posix.relative(blog.base, blog.nameOf?.(path) ?? path);
  const values = { ...nameValues(essay, inside), ...dateValues(essay, blog.addressDates, zone) };
  return { pattern, path: fillPlaceholders(pattern, values).replace(/^\/*/, '/') };
}

/** The values of the placeholders for names; `path` is relative to the folder of the posts. */
function nameValues(essay: ParsedEssay, path: string): Readonly<Record<string, string>> {
  const { statedSlug, fileName, title } = essay;
  const stated = statedSlug?.value;
  const base = posix.basename(path.replace(/(?:\/index)?\.[^./]+$/, ''));
  const name = urlize(base);
  return {
    categories: listCategories(essay, path),
    sections: postFolderOf(path),
    pretty: prettify(stated ?? fileName.normalize()),
    title: urlize(title),
    slug: stated ?? urlize(title),
    name: fileName,
    file: fileName,
    slugorfile: stated ?? fileName.normalize(),
    sluggedfile: stated ?? slugify(fileName),
    slugorid: stated ?? identify(base),
    filename: name,
    contentbasename: name,
    slugorfilename: stated ?? name,
    slugorcontentbasename: stated ?? name,
  };
}

/** Lists Jekyll's categories: folders above `_posts` count, and one of several words counts as several. */
function listCategories({ categories }: ParsedEssay, path: string): string {
  const folders = path.replace(/(?:^|\/)?_(?:posts|drafts)\/.*$/, '').split('/');
  const own =
    categories.length === 1 ? categories.flatMap((each) => each.split(/\s+/)) : categories;
  return [...new Set([...folders, ...own].map(urlize))].filter((each) => each !== '').join('/');
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
  return listValues(DATE_PARTS, dated, isAsWritten ? 'UTC' : zone)[0] ?? {};
}

/** Placeholders, and those of `redirects` that may have the same value. Date placeholders are the same in both. */
const SAME: Readonly<Record<string, string>> = {
  categories: ':category',
  sections: ':folder',
  pretty: ':title',
  slug: ':slug :title',
  name: ':file',
  slugorfile: ':folder/:file :file :slug',
  sluggedfile: ':folder/:file :file :slug',
  slugorid: ':folder/:file :file :slug :year-:month-:day-:file',
  filename: ':file :year-:month-:day-:file',
  contentbasename: ':file :year-:month-:day-:file',
  slugorfilename: ':file :slug :year-:month-:day-:file',
  slugorcontentbasename: ':file :slug :year-:month-:day-:file',
};

/** Lists the `redirects` that may be equivalent to an address with placeholders. */
export function listCandidates(address: string): string[] {
  const [whole, before = '', name = '', rest = ''] = /^([^:]*):([a-z_]+)(.*)$/.exec(address) ?? [];
  if (whole === undefined) return [address];
  const after = listCandidates(rest);
  const same = (SAME[name] ?? `:${name}`).split(' ');
  return same.flatMap((own) => after.map((each) => before + own + each));
}
