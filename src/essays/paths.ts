/**
 * Paths of the author's files, relative to the site's root. Pure.
 */
import { posix } from 'node:path';
import { matchLanguage } from '../text/language-tags.ts';

export const CONFIG_PATH = 'content/site.yaml';
export const ABOUT_PATH = 'content/about.md';
export const ABOUT_ADDRESS = '/about';
/** The page of pages/index.md, the author's words above the list of essays. */
export const HOME_ADDRESS = '/';
/** The page of pages/404.md, the author's words for unknown addresses. */
export const NOT_FOUND_ADDRESS = '/404';
/** The addresses of the pages that every site has. */
export const FIXED_ADDRESSES: readonly string[] = [HOME_ADDRESS, NOT_FOUND_ADDRESS, ABOUT_ADDRESS];
/** Stands in for a missing about.md. */
export const NO_ABOUT_PATH = 'templates/AboutPage.tsx';
export const ADDRESSES_PATH = 'content/addresses.txt';
export const ESSAYS_FOLDER = 'content/essays';
export const PAGES_FOLDER = 'content/pages';
export const PUBLIC_FOLDER = 'content/public';

/** True for a path under content/public, where files are published under their own names. */
export function isPublic(path: string): boolean {
  return path.startsWith(`${PUBLIC_FOLDER}/`);
}

/** The file that a path in site.yaml means: in content/public if it begins with a slash, else beside site.yaml. */
export function pathFromSettings(written: string): string {
  const folder = written.startsWith('/') ? PUBLIC_FOLDER : posix.dirname(CONFIG_PATH);
  return posix.join(folder, written);
}

/** The decoded address of a page by its file: `/books` for pages/books/index.md. Null for an essay. */
export function pageAddressOf(path: string): string | null {
  if (path === ABOUT_PATH || path === NO_ABOUT_PATH) return ABOUT_ADDRESS;
  if (!path.startsWith(`${PAGES_FOLDER}/`)) return null;
  return path.slice(PAGES_FOLDER.length).replace(/(?:\/index)?\.[^./]*$/i, '') || HOME_ADDRESS;
}

/** Quotes a path in a command that is shown: all shells know double quotes, those of Windows too. */
export function quoteArgument(path: string): string {
  return /^[\p{L}\p{M}\p{N}_./\\:~-]+$/u.test(path) ? path : `"${path.replace(/["$`]/g, '\\$&')}"`;
}

/** `a/b/c.html` → `a/b`, `a` */
export function listFoldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** A path, split into its language and the rest. */
export interface LanguagePath {
  /** One of the site's languages; null if the path has none. */
  readonly language: string | null;
  readonly path: string;
}

/**
 * Takes the language out of the path of an essay or page: `walking.de.md`, `walking/index.de.md`, `de/walking.md`. The
 * file's name takes precedence over its folders. `languages` are the tags of all the site's languages; empty for a site
 * in one language.
 */
export function splitLanguage(path: string, languages: readonly string[]): LanguagePath {
  if (languages.length === 0) return { language: null, path };
  const top = [ESSAYS_FOLDER, PAGES_FOLDER].find((each) => path.startsWith(`${each}/`));
  const [, file = '', tag = '', extension = ''] = /^(.*[^/])\.([^./]+)(\.[^./]*)$/.exec(path) ?? [];
  const named = readFileLanguage(tag, languages);
  const bare = named === null ? path : file + extension;
  if (top === undefined) {
    return bare === ABOUT_PATH ? { language: named, path: bare } : { language: null, path };
  }
  const parts = bare.slice(top.length + 1).split('/');
  const at = parts.findLastIndex(
    (each, index) => index < parts.length - 1 && readFileLanguage(each, languages) !== null,
  );
  const folder = at === -1 ? null : readFileLanguage(parts[at] ?? '', languages);
  const rest = folder === null ? parts : parts.toSpliced(at, 1);
  return { language: named ?? folder, path: [top, ...rest].join('/') };
}

/** The language that part of a path stands for: an exact tag, or `pt` for `pt-BR`. (`it-security` isn't Italian.) */
function readFileLanguage(name: string, languages: readonly string[]): string | null {
  const tag = name.replaceAll('_', '-').toLowerCase();
  const isTag = /^[a-z]{2,3}$/.test(tag) || languages.some((each) => each.toLowerCase() === tag);
  return isTag ? matchLanguage(tag, languages) : null;
}

/** What translations of each other have in common: the path of their files without language, `index` and extension. */
export function stemOf(path: string, languages: readonly string[]): string {
  const bare = splitLanguage(path, languages).path.replace(/\.[^./]*$/, '');
  return languages.length === 0 ? bare : bare.replace(/\/index$/i, '');
}

/**
 * The files that a relative path in a source file may mean: one beside the source file, or one in a folder with its
 * name, as in Hexo; or the same places next to the original of a translation. In Astro, `@/` begins a path from `src/`,
 * which an import turns into content/essays.
 */
export function listBeside(path: string, source: string, stem?: string): string[] {
  if (path.startsWith('@/')) return [ESSAYS_FOLDER, 'src'].map((folder) => folder + path.slice(1));
  const namesake = source.replace(/\.[^./]*$/, '');
  const folders = [posix.dirname(source), namesake];
  if (stem !== undefined && stem !== namesake) {
    folders.push(stem);
    if (!INDEX_FILE.test(source)) folders.push(posix.dirname(stem));
  }
  return folders.map((folder) => posix.join(folder, path));
}

const INDEX_FILE = /\/index(?:\.[^./]*)?\.[^./]*$/i;

/** The parts of a file's name. */
export interface FileName {
  /** As written, such as `2020-12-03`; null if the name doesn't begin with a date. */
  readonly date: string | null;
  readonly name: string;
  /** In lower case, without the dot. */
  readonly extension: string;
}

/** `2020-12-03-title.md` → its date, name and extension. `name/index.md` is named after its folder. */
export function splitFileName(path: string): FileName {
  const [, folder = '', stem = '', extension = ''] =
    /(?:([^/]+)\/)?([^/]+)\.([^./]*)$/.exec(path) ?? [];
  const base = stem === 'index' && folder !== '' ? folder : stem;
  const [, date = null, name = base] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(base) ?? [];
  return { date, name, extension: extension.toLowerCase() };
}
