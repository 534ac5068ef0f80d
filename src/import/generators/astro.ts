/**
 * Astro: collections of posts, whose folders the schema names, and routes in `src/pages/` that show them.
 */
import { posix } from 'node:path';
import { identify } from '../../site/placeholders.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findLanguages, splitFolder, toLanguageKey } from './languages.ts';
import { commonFolder, isInFolder, NO_PAGE, PAGE, postFolderOf, trimFolder } from './pages.ts';
import { findCalls, findText, pickStated, readAll, readCode, readCodeOf } from './settings.ts';

export const astro: Generator = {
  signs: { settings: /^astro\.config\.[cm]?[jt]s$/ },
  read: readAstro,
};

async function readAstro(input: ImportInput, settingsPath: string): Promise<FolderBlog> {
  const code = await input.readText(settingsPath);
  const texts = await readAll(input, /^src\/(?:consts|config|site|site\.config)\.[jt]s$/);
  const schema = await readAll(input, /^src\/content(?:\/|\.)config\.m?[jt]s$/);
  const { files, folders } = findCollections(input.files, schema, texts);
  const collections = folders.length > 0 ? folders : ['src/pages'];
  const findCollection = (path: string) => collections.find((folder) => isInFolder(path, folder));
  const routes = await readRoutes(input);
  const facts = readCode(texts);
  const base = commonFolder(collections);
  const posts = files.filter((each) => findCollection(each) !== undefined);
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
    addressOf: makeRouteAddresses(routes, locales, findEnd(code), split),
  };
}

/** Makes the path of a post relative to its collection's folder, and takes the locale out of it. */
type LocaleSplitter = (
  path: string,
) => ReturnType<typeof splitFolder> & { readonly folder: string };

/** Makes the function that finds a post's address by the route of its collection. */
function makeRouteAddresses(
  routes: readonly Route[],
  { main, keys, isPrefixed }: Locales,
  end: string,
  split: LocaleSplitter,
): FolderBlog['addressOf'] {
  /** True for the route of this locale; by default, of any locale. */
  const isLocal = (route: string, key?: string) => {
    const [first = ''] = route.split('/');
    const isOwn = key === undefined ? keys.has(first.toLowerCase()) : first === key;
    return isOwn || LOCALE.test(route);
  };
  return (path) => {
    const { folder, key, written, path: inner } = split(path);
    const name = posix.basename(folder);
    const isBare = (key || main) === main && !isPrefixed;
    const fits = (route: string) =>
      route.startsWith('[...') || (isBare ? !isLocal(route) : isLocal(route, written || main));
    const found = folder === 'src/pages' ? '' : (findRoute(routes, name, fits) ?? name);
    const isHidden = isBare && found.startsWith('[...');
    const route = found.replace(LOCALE, () => (isHidden ? '' : written || main));
    // If the route has no locale, its parameter contains the locale's folder.
    const inSlug = routes.some((each) => isLocal(each.path)) ? '' : written;
    // By the convention of AstroPaper, folders that begin with an underscore aren't part of addresses.
    const parts = [inSlug, ...postFolderOf(inner).split('/')]
      .filter((part) => !part.startsWith('_'))
      .map(identify);
    return posix.join('/', route, ...parts, `:slugorid${end}`);
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

/** The folder of a collection, or the name of a constant that holds it. */
const BASE = /\bbase\s*:\s*(?:["'`]([^"'`]+)|(\w+))/g;

/** Finds the files that may be posts and pages, and the folders of the collections that have any. */
function findCollections(
  paths: readonly string[],
  schema: string,
  texts: string,
): { files: string[]; folders: string[] } {
  const constant = (name: string) => findText(schema + texts, name);
  const named = Array.from(schema.matchAll(BASE), ([, folder, name = '']) => {
    const filled = folder?.replace(/\$\{(\w+)\}/g, (_, each) => constant(each));
    return trimFolder(filled ?? constant(name));
  });
  const stated = named.filter((folder) => folder !== '');
  const inContent = paths.flatMap((each) => /^src\/content\/[^/]+(?=\/)/.exec(each) ?? []);
  // Loaders don't skip folders that begin with an underscore.
  const isLoaded = (each: string) => stated.some((folder) => isInFolder(each, folder));
  const files = paths.filter(
    (each) => PAGE.test(each) && !NO_PAGE.test(isLoaded(each) ? posix.basename(each) : each),
  );
  const all = [...new Set([...stated, ...inContent])];
  const folders = all.filter((folder) => files.some((each) => isInFolder(each, folder)));
  return { files, folders };
}

/** A route with a page for each post. */
interface Route {
  readonly path: string;
  /** The collections that its code names. */
  readonly collections: readonly string[];
}

/** The parameter for the locale, at the beginning of a route. */
const LOCALE = /^\[(?:\.\.\.)?(?:lang|locale)\]/;
/**
 * The file of a page with one parameter besides the locale's. A parameter that numbers the pages of a list, or names
 * what posts share, such as a tag, doesn't count.
 */
const ROUTE =
  /^src\/pages\/((?:\[(?:\.\.\.)?(?:lang|locale)\]\/)?[^[]*)\[(?:\.\.\.)?(?!(?:page|tag|category|author|series|year|lang|locale)s?\])[^\]]*\](?:\/index)?\.astro$/i;

async function readRoutes(input: ImportInput): Promise<Route[]> {
  const routes: Route[] = [];
  for (const each of input.files) {
    const [, path] = ROUTE.exec(each) ?? [];
    if (path === undefined) continue;
    routes.push({ path, collections: findCalls(await input.readText(each), 'getCollection') });
  }
  return routes;
}

/**
 * Finds the route of a collection: the one that names the collection, the first one that names none, or the only one.
 * Routes that fit the language take precedence.
 */
function findRoute(
  routes: readonly Route[],
  collection: string,
  fits: (route: string) => boolean,
): string | undefined {
  const fit = routes.filter(({ path }) => fits(path));
  const sorted = [...fit, ...routes.filter(({ path }) => !fits(path))];
  const route =
    sorted.find(({ collections }) => collections.includes(collection)) ??
    sorted.find(({ collections }) => collections.length === 0) ??
    (sorted.length === 1 ? sorted[0] : undefined);
  return route?.path;
}
