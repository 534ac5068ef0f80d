/**
 * Eleventy: settings in code, posts in any folder, and data beside them that set permalinks and collections.
 */
import { posix } from 'node:path';
import { listFoldersAbove, splitFileName } from '../../essays/paths.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findPlainLanguages, type PlainLanguages, toLanguageKey } from './languages.ts';
import { isInFolder, listPages, trimFolder } from './pages.ts';
import {
  findCalls,
  findKey,
  findText,
  readAll,
  readCode,
  readCodeOf,
  readDateForm,
  readFronts,
} from './settings.ts';

export const eleventy: Generator = {
  settings: /^(?:eleventy\.config|\.eleventy)\.[cm]?[jt]s$/,
  tagPages: '',
  read: readEleventy,
};

/** Unlike other generators, Eleventy may have posts in folders such as `_posts`. */
const NO_TEXT =
  /(?:^|\/)(?:\.|_(?:data|includes|layouts|components|partials|site)\b|readme|license|changelog)/i;
/** The name of a folder of posts. */
const OF_POSTS = /(?:^|\/)_?(?:posts?|blog|articles?|essays?|notes?|writing|journal)$/i;
/** A page or list that has the address of its folder, and the 404 page. */
const LIST = /(?:^|\/)index\.[^/]*$|^404\./;
/** A day in front matter; `date: Last Modified` doesn't make a post. */
const DATED = /^["']?date["']?[ \t]*:[ \t]*["']?\d{4}/im;
/** Data that dates or tags the files of a folder. */
const COLLECTED = /\b(?:tags|date)["']?\s*:/;
const PLUGIN = /add(?:\w*Shortcode|\w*Filter|Collection|Plugin|Transform)\(\s*["'`]?([\w.-]+)/g;

async function readEleventy(input: ImportInput, settingsPath: string): Promise<FolderBlog> {
  const code = await input.readText(settingsPath);
  const scripts = input.files.includes('package.json') ? await input.readText('package.json') : '';
  const [, named = ''] = /eleventy\b[^"\n]*--input=([\w./-]+)/.exec(scripts) ?? [];
  const base = trimFolder(
    findText(code, 'input') || findCalls(code, 'setInputDirectory')[0] || named,
  );
  const output = findText(code, 'output') || findCalls(code, 'setOutputDirectory')[0] || '_site';
  const data = await readAll(input, /(?:^|\/)_data\/(?:metadata|meta|site)\.\w+$/);
  const dataOf = await readFolderData(input);
  const isSource = (each: string) =>
    isInFolder(each, base) && !isInFolder(each, trimFolder(output));
  const found = listPages(input.files, NO_TEXT).filter(isSource);
  const fronts = await readFronts(input, found);
  const isDated = (each: string) =>
    splitFileName(each).date !== null || DATED.test(fronts.get(each) ?? '');
  /** True for a file in a folder whose data date or tag it, so that it is in a collection. */
  const isCollected = (each: string) =>
    listFoldersAbove(each).some((folder) => COLLECTED.test(dataOf.get(folder) ?? ''));
  const isText = (each: string) =>
    !/\.html?$/i.test(each) || fronts.has(each) || isDated(each) || isCollected(each);
  const files = found.filter(isText);
  const facts = readCode(data);
  const stated = findText(code, 'defaultLanguage') || facts.lang || facts.language || facts.locale;
  // Data that set `lang` for a folder of that name.
  const keys = Array.from(dataOf, ([folder, each]) => {
    const key = toLanguageKey(LANG.exec(each)?.[1] ?? '');
    return key === toLanguageKey(posix.basename(folder)) ? key : '';
  }).filter((key) => key !== '');
  const [first = ''] = keys;
  const main = toLanguageKey(stated ?? '') || (keys.includes('en') ? 'en' : first);
  const mainPrefix = keys.includes(main) ? `/${main}` : '';
  const settingsOf = (key: string) => readCodeOf(data, key);
  const plain = findPlainLanguages({ main, mainPrefix, keys, settingsOf }, base, files, fronts);
  const { languages, nameOf } = plain;
  const isPost = (each: string) => {
    const inner = posix.relative(base, nameOf(each));
    if (/^pages?\//.test(inner)) return false;
    if (!inner.includes('/')) return !LIST.test(inner) && (OF_POSTS.test(base) || isDated(each));
    // `about/index.md` is a page, or the list of a folder's posts.
    return !LIST.test(inner) || inner.split('/').length > 2;
  };
  const posts = files.filter(isPost);
  return {
    base,
    posts,
    pages: files.filter((each) => !isPost(each)),
    statics: listCopied(code, base),
    settings: languages === undefined ? facts : { ...facts, ...settingsOf(main) },
    plugins: Array.from(code.matchAll(PLUGIN), ([, name = '']) => name),
    languages,
    addressOf: makePermalinkAddresses(findPermalinks(dataOf), fronts, base, plain),
    // `addressOf` fills in a permalink that is a template.
    editFront: (front) => front.replace(TEMPLATED, ''),
    nameOf,
    // A build ignores a date that is the whole file name, so it becomes the key `date`.
    keysOf: (path): Record<string, string> => {
      const [, date = ''] = /\/(\d{4}-\d\d-\d\d)\.[^./]+$/.exec(path) ?? [];
      return date === '' || findKey(fronts.get(path), 'date') !== '' ? {} : { date };
    },
  };
}

const LANG = /\b(?:lang|locale|language)["']?\s*:\s*["'`]([\w-]+)/;

/** Reads the data that Eleventy gives to all files of a folder. */
async function readFolderData(input: ImportInput): Promise<Map<string, string>> {
  const data = new Map<string, string>();
  for (const path of input.files) {
    const [, name] = /([^/]+?)\.(?:11tydata\.(?:[cm]?js|json)|json)$/.exec(path) ?? [];
    const folder = posix.dirname(path);
    if (name !== undefined && name === posix.basename(folder))
      data.set(folder, (data.get(folder) ?? '') + (await input.readText(path)));
  }
  return data;
}

const COPY =
  /addPassthroughCopy\(\s*(?:["'`]([^"'`]+)["'`]|\{\s*["'`]([^"'`]+)["'`]\s*:\s*["'`]([^"'`]*)["'`])/g;

/** Lists the files and folders that the settings copy, each with its path in the site. */
function listCopied(code: string, base: string): [path: string, target: string][] {
  return Array.from(code.matchAll(COPY), ([, plain, from = plain ?? '', to]) => {
    const folder = trimFolder(from.replace(/\/\*.*$/, ''));
    const inside = isInFolder(folder, base) ? posix.relative(base, folder) : folder;
    return [folder, to === undefined ? inside : trimFolder(to)];
  });
}

/**
 * Makes the function that finds the address of a post: by its own permalink, that of its closest folder, or Eleventy's own
 * rule. Empty for a permalink that wasn't read.
 */
function makePermalinkAddresses(
  permalinks: ReadonlyMap<string, string>,
  fronts: ReadonlyMap<string, string>,
  base: string,
  { folderOf, nameOf }: PlainLanguages,
): FolderBlog['addressOf'] {
  const findPattern = (path: string) => {
    const own = findKey(fronts.get(path), 'permalink');
    if (TEMPLATE.test(own)) return readTemplate(own);
    const folders = [...permalinks.keys()].filter((folder) => isInFolder(path, folder));
    const [closest] = folders.sort((a, b) => b.length - a.length);
    if (closest !== undefined) return permalinks.get(closest) ?? '';
    // `x/x.md` is at /x/.
    const isNamed = /(?:^|\/)([^/]+)\/\1\.[^./]+$/.test(path);
    const inner = posix.relative(base, posix.dirname(nameOf(path)));
    return isNamed ? `/:language/${inner}/` : '/:sections/:basename/';
  };
  return (path) => {
    const written = folderOf(path);
    const folder = written === '' ? '' : `/${written}`;
    return findPattern(path)
      .replace('/:language', folder)
      .replace('/:sections', () => `${folder}/:sections`);
  };
}

/** A permalink in data. */
const PERMALINK = /\bpermalink["']?\s*:\s*(["'])((?:\\.|(?!\1)[^\n\\])*)\1/;

/** Code to ignore when looking for a permalink: comments, and functions that only hide some posts. */
const NO_PERMALINK =
  /\/\*[\s\S]*?\*\/|\bpermalink\s*:\s*\(?data\)?\s*=>\s*\{[^{}]*\{\s*return false;\s*\}\s*return data\.permalink;\s*\}/g;

/** Finds the permalinks in the data of folders, by folder; empty for one that wasn't read. */
function findPermalinks(dataOf: ReadonlyMap<string, string>): Map<string, string> {
  const permalinks = new Map<string, string>();
  for (const [folder, code] of dataOf) {
    const data = code.replace(NO_PERMALINK, '');
    const [, , template = '{{ }}'] = PERMALINK.exec(data) ?? [];
    if (/\bpermalink\b(?!["']?\s*:\s*false)/.test(data))
      permalinks.set(folder, readTemplate(template.replace(/\\(["'])/g, '$1')));
  }
  return permalinks;
}

const TEMPLATE = /\{\{/;
/** A permalink of a post, whose value a build can't fill in. */
const TEMPLATED = /^permalink[ \t]*:[^\n]*\{\{[^\n]*\n/m;
/** The placeholders for the values in permalink templates. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/^page\.fileSlug(?:\s*\|\s*slug(?:ify)?)?$/, ':stem'],
  [/^page\.filePathStem$/, ':sections/:stem'],
  [/^title\s*\|\s*slugify$/, ':sluggedtitle'],
  [/^title\s*\|\s*slug$/, ':sluggedwords'],
  [/^slug$/, ':slug'],
  [/^slug\s+or\s+page\.fileSlug$/, ':slugorstem'],
  [/^(?:lang|locale)$/, ':language'],
];
/** `page.date | date: "%Y/%m"` */
const DATE = /^(?:page\.)?date\s*\|\s*\w+\s*[:(]\s*["']((?:%-?[a-zA-Z]|[-/])+)["']\)?$/;

/** Finds the placeholder of a value; undefined for one that only a program could fill in. */
function readValue(value: string): string | undefined {
  const [, format] = DATE.exec(value) ?? [];
  return format ? readDateForm(format) : VALUES.find(([form]) => form.test(value))?.[1];
}

/** Converts a permalink template, `/notes/{{ page.fileSlug }}/` → `/notes/:stem/`; empty if a value isn't known. */
function readTemplate(template: string): string {
  const written = template.replace(
    /\{\{([^{}]*)\}\}/g,
    (whole, value: string) => readValue(value.trim()) ?? whole,
  );
  if (/[{}]/.test(written)) return '';
  return `/${written}`.replace(/^\/+/, '/').replace(/index\.html$/, '');
}
