/**
 * Hugo: settings in one file or in `config/_default/`, sections and page bundles in `content/`, languages in file names.
 */
import { posix } from 'node:path';
import { urlize } from '../../site/placeholders.ts';
import { decodePercent } from '../../text/text.ts';
import type { ImportInput } from '../input.ts';
import { findRecord, findValue, isRecord, type JsonRecord, toText } from '../json.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findLanguages, splitName, toLanguageKey } from './languages.ts';
import { commonFolder, isInFolder, splitPages, trimFolder } from './pages.ts';
import { findKey, readFronts, readSettings } from './settings.ts';

export const hugo: Generator = {
  settings: /^(?:hugo|(?:config\/_default\/)?(?:hugo|config))\.(?:toml|ya?ml|json)$/,
  // Other programs have a `config.json` as well.
  isOwn: (settings, files) =>
    /baseurl|title|theme/i.test(settings) &&
    (/contentdir/i.test(settings) || files.some((path) => /^(?:hugo\.|content\/)/.test(path))),
  feed: ['/index.xml', '/rss.xml'],
  tagPages: '',
  read: readHugo,
};

async function readHugo(input: ImportInput, settingsPath: string): Promise<FolderBlog> {
  const settings = await readAllSettings(input, settingsPath);
  const get = (key: string) => toText(findValue(settings, key));
  const main = mainLanguageOf(settings);
  const tree = readTree(settings, main);
  const { base, languageOf, nameOf, placeOf } = tree;
  const texts = splitPages(input.files.filter(tree.has), base, nameOf);
  const isOwn = (each: string) => [...tree.languages, main].includes(languageOf(each));
  const posts = texts.posts.filter(isOwn);
  const languages = findLanguages(
    {
      main,
      mainPrefix: get('defaultcontentlanguageinsubdir') === 'true' ? `/${main}` : '',
      keys: tree.languages,
      settingsOf: (key) => settingsOfLanguage(settings, key),
      of: languageOf,
    },
    posts,
  );
  const translations = posts.filter((each) => languageOf(each) !== main);
  const fronts = await readFronts(input, translations);
  return {
    base,
    posts,
    pages: texts.pages.filter(isOwn),
    statics: [[trimFolder(get('staticdir')) || 'static', '']],
    settings: { publishfuture: get('buildfuture') || 'false', ...settings },
    plugins: [settings.theme].flat().map(toText),
    addressDates: 'written',
    languages,
    addressOf(path) {
      const key = languageOf(path);
      const prefix = key === main ? (languages?.mainPrefix ?? '') : `/${key}`;
      const own = key === main ? settings : { ...settings, ...settingsOfLanguage(settings, key) };
      const address = findSectionAddress(own, posix.relative(base, nameOf(path)));
      return address && prefix + address;
    },
    nameOf,
    placeOf,
    keysOf(path) {
      // Hugo puts the language before a `url` without a leading slash.
      const url = findKey(fronts.get(path), 'url');
      return /^[^/:]+(?:\/|$)/.test(url)
        ? { url: JSON.stringify(`/${languageOf(path)}/${url}`) }
        : {};
    },
    slugOf:
      get('disablepathtolower') === 'true' ? undefined : (slug) => urlize(decodePercent(slug)),
  };
}

function mainLanguageOf(settings: JsonRecord): string {
  return toText(settings.defaultcontentlanguage).toLowerCase() || 'en';
}

const settingsOfLanguage = (settings: JsonRecord, key: string) =>
  findRecord(settings, `languages.${key}`);

/** The content of a blog: one folder for all languages, or a folder for each. */
interface ContentTree extends Required<Pick<FolderBlog, 'base' | 'nameOf' | 'placeOf'>> {
  /** The keys of the languages that the settings state. */
  readonly languages: readonly string[];
  /** True for a file in one of the folders. */
  has(path: string): boolean;
  languageOf(path: string): string;
}

function readTree(settings: JsonRecord, main: string): ContentTree {
  const stated = Object.keys(findRecord(settings, 'languages'));
  const off = [settings.disablelanguages].flat().map(toText);
  const languages = stated.filter((key) => {
    const isOff = toText(findValue(settings, `languages.${key}.disabled`)) === 'true';
    return toLanguageKey(key) !== '' && !isOff && !off.includes(key);
  });
  const known = new Set([...stated, main, 'en']);
  const roots = new Map([[trimFolder(toText(settings.contentdir)) || 'content', main]]);
  for (const key of languages) {
    const folder = trimFolder(toText(settingsOfLanguage(settings, key).contentdir));
    if (folder !== '' && !roots.has(folder)) roots.set(folder, key);
  }
  const base = commonFolder([...roots.keys()]);
  const deepestFirst = [...roots.keys()].sort((a, b) => b.length - a.length);
  const rootOf = (path: string) => deepestFirst.find((root) => isInFolder(path, root));
  const nameOf = (path: string) =>
    posix.join(base, posix.relative(rootOf(path) ?? base, splitName(path, known).path));
  const languageOf = (path: string) =>
    splitName(path, known).key || (roots.get(rootOf(path) ?? '') ?? main);
  return {
    base,
    languages,
    has: (path) => rootOf(path) !== undefined,
    languageOf,
    nameOf,
    placeOf(path) {
      const root = rootOf(path) ?? base;
      if (root === base) return languageOf(path) === main ? nameOf(path) : path;
      return posix.join(base, roots.get(root) ?? main, posix.relative(root, path));
    },
  };
}

/** Finds the address of a post by its path in the content folder: by its section's rule, or by Hugo's default. */
function findSectionAddress(settings: JsonRecord, path: string): string {
  // By kind, or by section, of which one may be called `page`.
  const ofPages = findValue(settings, 'permalinks.page');
  const permalinks = isRecord(ofPages) ? ofPages : settings.permalinks;
  const end = toText(settings.uglyurls) === 'true' ? '.html' : '/';
  const [section = ''] = path.split('/');
  const stated = toText(isRecord(permalinks) ? permalinks[section.toLowerCase()] : '');
  // Hugo ends all others with a slash.
  const form = stated.replace(/(?<!\/|\.html)$/, '/');
  const address = stated === '' ? `/:sections/:slugorfilename${end}` : form;
  // `:sections[1:]`
  if (/[[\]]/.test(address)) return '';
  const isAsWritten = toText(settings.disablepathtolower) === 'true';
  return `/${address}`
    .replace(/^\/+/, '/')
    .replace(/contentbasename/, 'filename')
    .replace(/:section(?!s)/, () => urlize(section))
    .replace(/:sections/, isAsWritten ? ':sections' : ':urlsections');
}

/** Reads the settings, including those in separate files, and those of the site's language. */
async function readAllSettings(input: ImportInput, settingsPath: string): Promise<JsonRecord> {
  const readPart = async (name: string): Promise<JsonRecord> => {
    const start = `config/_default/${name}.`;
    const part = input.files.find((each) => each.startsWith(start));
    return part ? readSettings(input, part) : {};
  };
  const settings: JsonRecord = {
    permalinks: await readPart('permalinks'),
    params: await readPart('params'),
    languages: await readPart('languages'),
    ...(await readSettings(input, settingsPath)),
  };
  const inFiles = input.files.flatMap((each) => {
    const [, key] = /^config\/_default\/languages\.([\w-]+)\.\w+$/.exec(each) ?? [];
    return key === undefined ? [] : [key.toLowerCase()];
  });
  const stated = Object.keys(findRecord(settings, 'languages'));
  const languages: Record<string, JsonRecord> = {};
  for (const key of new Set([...stated, ...inFiles]))
    languages[key] = {
      ...settingsOfLanguage(settings, key),
      ...(await readPart(`languages.${key}`)),
    };
  const own = languages[mainLanguageOf(settings)] ?? {};
  return { ...settings, ...own, languages };
}
