/**
 * Astro: collections of posts, whose folders the schema names, and routes in `src/pages/` that show them.
 */
import { posix } from 'node:path';
import { identify } from '../../site/placeholders.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findLanguages, splitFolder, toLanguageKey } from './languages.ts';
import { commonFolder, isInFolder, NO_PAGE, PAGE, postFolderOf, trimFolder } from './pages.ts';
import {
  findCalls,
  findKey,
  findText,
  pickStated,
  readAll,
  readCode,
  readCodeOf,
  readFronts,
} from './settings.ts';

export const astro: Generator = {
  signs: { settings: /^astro\.config\.[cm]?[jt]s$/ },
  read: readAstro,
};

async function readAstro(input: ImportInput, settingsPath: string): Promise<FolderBlog> {
  const code = await input.readText(settingsPath);
  const texts = await readAll(input, /^src\/(?:consts|config|site|site\.config)\.[jt]s$/);
  const schema = await readAll(input, /^src\/content(?:\/|\.)config\.m?[jt]s$/);
  const { files, folders, named } = findCollections(input.files, schema, texts);
  const collections = folders.length > 0 ? folders : ['src/pages'];
  const findCollection = (path: string) => collections.find((folder) => isInFolder(path, folder));
  const routes = await readRoutes(input);
  const facts = readCode(texts);
  const base = commonFolder(collections);
  const posts = files.filter((each) => findCollection(each) !== undefined);
  const fronts = await readFronts(input, posts);
  const locales = readLocales(code);
  const { main, keys } = locales;
  const split: LocaleSplitter = (path) => {
    const folder = findCollection(path) ?? base;
    return { ...splitFolder(posix.relative(folder, path), keys), folder };
  };
  const of = (path: string) => split(path).key || main;
  const settingsOf = (key: string) => readCodeOf(texts, key);
  const mainPrefix = locales.isPrefixed ? `/${main}` : '';
  const languages = findLanguages({ main, mainPrefix, keys, of, settingsOf }, posts);
  const own = languages === undefined ? {} : { ...pickStated(settingsOf(main)), language: main };
  const url = (findText(code, 'site') || facts.url) + findText(code, 'base');
  return {
    base,
    posts,
    pages: files.filter((each) => isInFolder(each, 'src/pages') && folders.length > 0),
    statics: [['public', '']],
    languages,
    settings: { ...facts, ...own, url },
    plugins: (/integrations\s*:\s*\[([^\]]*)/.exec(code)?.[1] ?? '').match(/\w+(?=\()/g) ?? [],
    nameOf: (path) => posix.join(split(path).folder, split(path).path),
    placeOf: (path) => path,
    addressOf: makeRouteAddresses(routes, locales, findEnd(code), {
      split,
      slugOf: (path) => findKey(fronts.get(path), 'slug'),
      namesOf: (folder) => [
        posix.basename(folder),
        ...(named.find(([each]) => each === folder)?.slice(1) ?? []),
      ],
    }),
  };
}

/** Makes the path of a post relative to its collection's folder, and takes the locale out of it. */
type LocaleSplitter = (
  path: string,
) => ReturnType<typeof splitFolder> & { readonly folder: string };

/** What a post's path says about it. */
interface PostReaders {
  readonly split: LocaleSplitter;
  /** The stated slug of a post; empty for none. */
  readonly slugOf: (path: string) => string;
  /** The names of the collection in a folder. */
  readonly namesOf: (folder: string) => readonly string[];
}

/** Makes the function that finds a post's address by the route of its collection; empty if none was read. */
function makeRouteAddresses(
  routes: readonly Route[],
  { main, keys, isPrefixed }: Locales,
  end: string,
  { split, slugOf, namesOf }: PostReaders,
): FolderBlog['addressOf'] {
  /** True for the route of this locale; by default, of any locale. */
  const isLocal = (route: string, key?: string) => {
    const [first = ''] = route.split('/');
    const isOwn = key === undefined ? keys.has(first.toLowerCase()) : first === key;
    return isOwn || LOCALE.test(route);
  };
  return (path) => {
    const { folder, key, written, path: inner } = split(path);
    const isBare = (key || main) === main && !isPrefixed;
    const fits = (route: string) =>
      route.startsWith('[...') || (isBare ? !isLocal(route) : isLocal(route, written || main));
    const isPage = folder === 'src/pages';
    const found = isPage ? ':id' : findRoute(routes, namesOf(folder), fits);
    if (found === undefined) return '';
    const isHidden = isBare && found.startsWith('[...');
    const route = found.replace(LOCALE, () => (isHidden ? '' : written || main));
    // If the route has no locale, its parameter contains the locale's folder.
    const inSlug = routes.some((each) => isLocal(each.path)) ? '' : written;
    // By the convention of AstroPaper, folders that begin with an underscore aren't part of addresses.
    const parts = [inSlug, ...postFolderOf(inner).split('/')]
      .filter((part) => !part.startsWith('_'))
      .map(identify);
    // A stated slug is the whole id.
    const id = slugOf(path) === '' ? posix.join(...parts, ':slugorid') : ':slugorid';
    return (
      posix.join(
        '/',
        route.replace(':id', () => id),
      ) + end
    );
  };
}

/** The locales of a blog. */
interface Locales {
  readonly main: string;
  readonly keys: ReadonlySet<string>;
  /** True if addresses in the main language begin with its locale too. */
  readonly isPrefixed: boolean;
}

/** Reads `i18n` of the settings. */
function readLocales(code: string): Locales {
  const [, list = ''] = /\blocales\s*:\s*\[([^\]]*)\]/.exec(code) ?? [];
  const stated = Array.from(list.matchAll(/["'`]([\w-]+)["'`]/g), ([, name = '']) => name);
  const main = toLanguageKey(findText(code, 'defaultLocale'));
  const keys = new Set([main, ...stated.map(toLanguageKey)].filter((key) => key !== ''));
  const isPrefixed = /\bprefixDefaultLocale\s*:\s*true\b/.test(code);
  return { main, keys, isPrefixed };
}

/** The end of addresses. */
function findEnd(code: string): string {
  if (/format\s*:\s*["'`]file/.test(code)) return '.html';
  return /trailingSlash\s*:\s*["'`]never/.test(code) ? '' : '/';
}

/** A definition of a collection, up to the next one. */
const DEFINITION =
  /(\w+)["']?\s*[=:]\s*defineCollection\(((?:(?!\w+["']?\s*[=:]\s*defineCollection\()[\s\S])*)/g;
/** The folder of a collection, or the name of a constant that holds it. */
const BASE = /\bbase\s*:\s*(?:["'`]([^"'`]+)|(\w+))/;

/** Finds the files that may be posts and pages, and the folders of the collections that have any, with their names. */
function findCollections(
  paths: readonly string[],
  schema: string,
  texts: string,
): { files: string[]; folders: string[]; named: (readonly [folder: string, name: string])[] } {
  const constant = (name: string) => findText(schema + texts, name);
  const named = Array.from(schema.matchAll(DEFINITION), ([, called = '', code = '']) => {
    const [, folder, name = ''] = BASE.exec(code) ?? [];
    const filled = folder?.replace(/\$\{(\w+)\}/g, (_, each) => constant(each));
    // `collections = { blog: posts }`
    const [, key = called] = new RegExp(`(\\w+)\\s*:\\s*${called}\\b`).exec(schema) ?? [];
    return [trimFolder(filled ?? constant(name)), key] as const;
  });
  const stated = named.flatMap(([folder]) => (folder === '' ? [] : [folder]));
  const inContent = paths.flatMap((each) => /^src\/content\/[^/]+(?=\/)/.exec(each) ?? []);
  // Loaders don't skip folders that begin with an underscore.
  const isLoaded = (each: string) => stated.some((folder) => isInFolder(each, folder));
  const files = paths.filter(
    (each) => PAGE.test(each) && !NO_PAGE.test(isLoaded(each) ? posix.basename(each) : each),
  );
  const all = [...new Set([...stated, ...inContent])];
  const folders = all.filter((folder) => files.some((each) => isInFolder(each, folder)));
  return { files, folders, named };
}

/** A route with a page for each post. */
interface Route {
  /** With placeholders; `:id` is the id of a post. */
  readonly path: string;
  /** The collections that its code names. */
  readonly collections: readonly string[];
}

/** The parameter for the locale, at the beginning of a route. */
const LOCALE = /^\[(?:\.\.\.)?(?:lang|locale)\]/;
/** The file of a page with parameters. */
const ROUTE = /^src\/pages\/(.*\[.*?)(?:\/index)?\.astro$/;
const PARAMETER = /\[(?:\.\.\.)?(\w+)\]/g;
/** What code may assign to a parameter so that it is the id of a post; AstroPaper has a function for its folders. */
const ID =
  /^(?:String\()?\w+\.(?:slug|id)(?:\.toString\(\))?\)?$|^getPath\(\w+\.id\b[^()]*\)(?:\s*\?\?.*)?$/;

async function readRoutes(input: ImportInput): Promise<Route[]> {
  const routes: Route[] = [];
  for (const each of input.files) {
    const [, written] = ROUTE.exec(each) ?? [];
    if (written === undefined) continue;
    const code = await input.readText(each);
    const path = readRoute(written, code);
    if (path !== null) routes.push({ path, collections: findCalls(code, 'getCollection') });
  }
  return routes;
}

/** Finds a placeholder for each parameter of a route but its locale; null if one has none, or if none is of a post. */
function readRoute(written: string, code: string): string | null {
  const [locale = ''] = LOCALE.exec(written) ?? [];
  let isKnown = true;
  const path = written.slice(locale.length).replace(PARAMETER, (_, name: string) => {
    const placeholder = readParameter(name, code);
    isKnown &&= placeholder !== undefined;
    return placeholder ?? '';
  });
  return isKnown && /:id|:stem/.test(path) ? locale + path : null;
}

/** `const [, year, month, day, slug] = post.id.match(/^(\d{4})-…/)`: the parts of a name that begins with its date. */
const DATED_NAME = /\[\s*,\s*year\s*,\s*month\s*,\s*day\s*,\s*(\w+)\s*\]\s*=/;

/** Finds the placeholder for a parameter; undefined for one that only the blog's code could fill in. */
function readParameter(name: string, code: string): string | undefined {
  const [, nameOfDated] = /\.(?:id|slug)\.match\(/.test(code) ? (DATED_NAME.exec(code) ?? []) : [];
  if (name === nameOfDated) return ':stem';
  const isPadded = nameOfDated !== undefined || /padStart|slice\(-2\)|["'`]MM|2-digit/.test(code);
  if (name === 'year') return ':year';
  if (name === 'month') return isPadded ? ':month' : ':i_month';
  if (name === 'day') return isPadded ? ':day' : ':i_day';
  return isIdOf(name, code) ? ':id' : undefined;
}

/** True if code assigns the id of a post to a parameter: `params: { slug: post.id }`, or its short form. */
function isIdOf(name: string, code: string): boolean {
  const [, params] = /\bparams\s*:\s*\{([^{}]*)\}/.exec(code) ?? [];
  if (params === undefined) return false;
  const parameter = `(?:^|[,\\s])${name}\\s*(?::\\s*((?:[^,()]|\\([^()]*\\))*?))?\\s*(?:,|$)`;
  const stated = new RegExp(parameter).exec(params);
  if (stated === null) return false;
  const [, value] = stated;
  const isSplit = new RegExp(`\\.\\.\\.${name}\\]\\s*=\\s*\\w+\\.(?:id|slug)\\.split\\(`).test(
    code,
  );
  if (isSplit && (value ?? '').startsWith(`${name}.join(`)) return true;
  if (value !== undefined && value !== name) return ID.test(value.trim());
  // `params: { slug }` after `const slug = post.slug` or `const { slug } = post`, or from `({ slug }) =>`.
  const assignment = new RegExp(`\\b(?:const|let)\\s+${name}\\s*=\\s*([^;\\n]+)`);
  const [, assigned] = assignment.exec(code) ?? [];
  if (assigned !== undefined) return ID.test(assigned.trim());
  const taken = `\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*(?:=\\s*(?!Astro\\b)\\w+\\s*;|\\)\\s*=>)`;
  return /^(?:slug|id)$/.test(name) && new RegExp(taken).test(code);
}

/**
 * Finds the route of a collection: the one that names the collection, or the only one if it names none. Routes that fit the
 * language take precedence.
 */
function findRoute(
  routes: readonly Route[],
  names: readonly string[],
  fits: (route: string) => boolean,
): string | undefined {
  const fit = routes.filter(({ path }) => fits(path));
  const sorted = [...fit, ...routes.filter(({ path }) => !fits(path))];
  const unnamed = sorted.filter(({ collections }) => collections.length === 0);
  const route =
    sorted.find(({ collections: [first = ''] }) => names.includes(first)) ??
    sorted.find(({ collections }) => collections.some((each) => names.includes(each))) ??
    (unnamed.length === 1 ? unnamed[0] : undefined);
  return route?.path;
}
