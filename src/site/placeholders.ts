/**
 * Placeholders of old paths (`/:year/:month/:title/`): fills them with an essay's values, and reads their values from
 * a path. Pure.
 *
 * Names and values are those of permalinks in Jekyll and Hugo. A new placeholder needs a row of the table.
 */

import { posix } from 'node:path';
import { type CalendarDay, calendarDay } from '../essays/dates.ts';
import { ESSAYS_FOLDER, splitFileName } from '../essays/paths.ts';
import { decodePercent, foldSpace } from '../text/text.ts';
import { escapePattern } from './path-patterns.ts';
import { type PlacedEssay, type SluggedEssay, slugFromTag } from './slugs.ts';
import { trimPath } from './urls.ts';

/** The facts about an essay, with its slug, that stand for placeholders. */
type NamedEssay = PlacedEssay & Pick<SluggedEssay, 'slug'>;

interface Placeholder {
  /** Matches its value in a path; null if the value cannot be read from a path. */
  readonly form: string | null;
  /** Its value; a list if old addresses may have had any of several. */
  read(essay: NamedEssay, day: CalendarDay): string | readonly string[];
}

const pad = (number: number) => String(number).padStart(2, '0');

const PLACEHOLDERS: ReadonlyMap<string, Placeholder> = new Map<string, Placeholder>([
  [':slug', { form: '[^/]+', read: ({ slug }) => slug }],
  [':year', { form: '\\d{4}', read: (_, { year }) => String(year) }],
  [':month', { form: '\\d{1,2}', read: (_, { month }) => pad(month) }],
  [':day', { form: '\\d{1,2}', read: (_, { day }) => pad(day) }],
  [':i_month', { form: '\\d{1,2}', read: (_, { month }) => String(month) }],
  [':i_day', { form: '\\d{1,2}', read: (_, { day }) => String(day) }],
  [':short_year', { form: '\\d{2}', read: (_, { year }) => pad(year % 100) }],
  [':file', { form: null, read: ({ fileName }) => fileName.replace(/\.html?$/i, '').normalize() }],
  [':folder', { form: null, read: ({ stem }) => folderOf(stem).normalize() }],
  [':title', { form: null, read: listTitles }],
  [':category', { form: null, read: listCategories }],
  [
    ':tag',
    { form: '[^/]+', read: ({ tags, edition }) => tags.map((tag) => slugFromTag(tag, edition)) },
  ],
]);

/** `:slug`, `:year` … */
export const PLACEHOLDER_NAMES: readonly string[] = [...PLACEHOLDERS.keys()];

const PLACEHOLDER = /:[A-Za-z]+(?:_[A-Za-z]+)*/g;
const WITH_SLASH = /:([A-Za-z]+(?:_[A-Za-z]+)*)(\/?)/g;

/** The placeholders in a path, known or not. */
export function findPlaceholders(path: string): readonly string[] {
  return path.match(PLACEHOLDER) ?? [];
}

/** Values by placeholder name, without the colon. */
type Values = Readonly<Record<string, string>>;

/**
 * Replaces the placeholders of a path by their values. An empty value also drops the slash after it; a placeholder
 * without a value stays.
 */
export function fillPlaceholders(path: string, values: Values): string {
  return path.replace(WITH_SLASH, (written, name: string, slash: string) => {
    if (!Object.hasOwn(values, name)) return written;
    return values[name] === '' ? '' : values[name] + slash;
  });
}

/** Fills the values of an essay into an old path and its target; several where it may have been one of several. */
export function fillRule(from: string, to: string, essay: SluggedEssay, timeZone: string) {
  return listValues(findPlaceholders(from + to), essay, timeZone).map((values) => {
    return { from: fillPlaceholders(from, values), to: fillPlaceholders(to, values) };
  });
}

/** The sets of values of these placeholders for an essay, percent-encoded. Its day is that of the site's zone. */
export function listValues(
  placeholders: readonly string[],
  essay: NamedEssay,
  timeZone: string,
): Values[] {
  const day = calendarDay(essay.publishedTimestamp, timeZone);
  let sets: Values[] = [{}];
  for (const name of new Set(placeholders)) {
    const found = PLACEHOLDERS.get(name)?.read(essay, day);
    if (found === undefined) continue;
    const values = [found]
      .flat()
      .map((value) => encodeURI(value).replace(/[?#]/g, encodeURIComponent));
    sets = values.flatMap((value) => sets.map((set) => ({ ...set, [name.slice(1)]: value })));
  }
  return sets;
}

/** True if the value of each placeholder in the target can be read from the old path. */
export function isReadable(from: string, to: string): boolean {
  const stated = findPlaceholders(from);
  const isStated = (name: string) => stated.includes(name) || !PLACEHOLDERS.has(name);
  return (
    stated.every((name) => PLACEHOLDERS.get(name)?.form) && findPlaceholders(to).every(isStated)
  );
}

/** Compiles an old path into an expression for decoded paths, with a group for each placeholder. */
export function toRegExp(from: string): RegExp {
  const escaped = escapePattern(decodePercent(trimPath(from)));
  const pattern = escaped.replace(PLACEHOLDER, (placeholder) => {
    return `(?<${placeholder.slice(1)}>${PLACEHOLDERS.get(placeholder)?.form ?? '[^/]+'})`;
  });
  return new RegExp(`^${pattern}$`);
}

/** Placeholders of the parts of a date, by the order in which they are tried. */
const DATE_PARTS = [[':year'], [':month', ':i_month'], [':day', ':i_day'], [':short_year']];

/**
 * The pattern of an old path that ends in the essay's slug: `/:year/:month/:slug/`. Null if a number in it is not
 * part of the essay's date.
 */
export function findPattern(path: string, essay: SluggedEssay, timeZone: string): string | null {
  const trimmed = trimPath(path);
  const [values = {}] = listValues(DATE_PARTS.flat(), essay, timeZone);
  let left = DATE_PARTS;
  const parts = trimmed
    .split('/')
    .slice(0, -1)
    .map((part) => {
      if (!/^\d+$/.test(part)) return part;
      const name = left.flat().find((each) => values[each.slice(1)] === part);
      left = left.filter((names) => !names.includes(name ?? ''));
      return name ?? null;
    });
  return parts.includes(null) ? null : `${parts.join('/')}/:slug${path.slice(trimmed.length)}`;
}

/** The folder of an essay below `essays/`, without its language and the folder that gives an `index.md` its name. */
function folderOf(stem: string): string {
  const folder = posix.dirname(stem.slice(ESSAYS_FOLDER.length + 1).replace(/\/index$/, ''));
  return folder === '.' ? '' : folder;
}

/**
 * The title as Hugo writes it in addresses and, if the file's name begins with its date, the slug or the name
 * as Jekyll does.
 */
function listTitles({ title, path, fileName, statedSlug }: NamedEssay): readonly string[] {
  const name = statedSlug?.value ?? fileName.normalize();
  const names = splitFileName(path).date === null ? [] : [prettify(name)];
  return [...new Set([urlize(title), ...names])].filter((each) => each !== '');
}

/** Jekyll's rule for names in addresses (`slugify` with "pretty"), which keeps capitals. */
export function prettify(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '');
}

/** Astro's rule for names in addresses, which is that of GitHub's headings: letters of any script stay. */
export function identify(name: string): string {
  const lowerCase = name.normalize().toLowerCase();
  return lowerCase.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
}

/** The categories, joined. Jekyll reads a single category of several words as several. */
function listCategories({ categories }: NamedEssay): readonly string[] {
  const words = categories.length === 1 ? categories.flatMap((each) => each.split(/\s+/)) : [];
  const sets = [categories, words].map((set) => set.map(urlize).join('/'));
  return [...new Set(sets)].filter((path, index) => index === 0 || path !== '');
}

/**
 * Hugo's rule for words in addresses (`MakePathSanitized`): white space becomes a hyphen, unless it is next to one,
 * and all but letters, digits and a few signs are dropped. `It’s C++ – & more` → `its-c++-more`.
 */
export function urlize(words: string): string {
  const written = words.toLowerCase().replace(/[^\p{L}\p{M}\p{Nd}\s./\\_#+~@-]/gu, '');
  return foldSpace(written.normalize()).replace(/ ?- ?/g, '-').replaceAll(' ', '-');
}
