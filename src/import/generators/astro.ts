/**
 * Astro: collections of posts, whose folders the schema names, and routes in `src/pages/` that show them.
 */
import { posix } from 'node:path';
import { identify } from '../../site/placeholders.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { findPlainLanguages, toLanguageKey } from './languages.ts';
import { commonFolder, isInFolder, NO_PAGE, PAGE, postFolderOf, trimFolder } from './pages.ts';
import {
  findCalls,
  findKey,
  findText,
  readAll,
  readCode,
  readCodeOf,
  readFronts,
} from './settings.ts';

export const astro: Generator = {
  settings: /^astro\.config\.[cm]?[jt]s$/,
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
  const namesOf = (folder: string) => [
    posix.basename(folder),
    ...named.flatMap(([each, name]) => (each === folder ? [name] : [])),
  ];
  const end = findEnd(code);
  const facts = readCode(texts);
  const base = commonFolder(collections);
  const posts = files.filter((each) => findCollection(each) !== undefined);
  const fronts = await readFronts(input, posts);
  const { main, keys, mainPrefix } = readLocales(code);
  const settingsOf = (key: string) => readCodeOf(texts, key);
  const stated = { main, mainPrefix, keys, settingsOf };
  const { languages, nameOf } = findPlainLanguages(stated, base, posts, fronts);
  const own = languages === undefined ? {} : { ...settingsOf(main), language: main };
  const url = (findText(code, 'site') || (facts.url ?? '')) + findText(code, 'base');
  return {
    base,
    posts,
    pages: files.filter((each) => isInFolder(each, 'src/pages') && folders.length > 0),
    statics: [['public', '']],
    languages,
    settings: { ...facts, ...own, url },
    plugins: (/integrations\s*:\s*\[([^\]]*)/.exec(code)?.[1] ?? '').match(/\w+(?=\()/g) ?? [],
    nameOf,
    addressOf(path) {
      const folder = findCollection(path) ?? base;
      const route = folder === 'src/pages' ? ':id' : findRoute(routes, namesOf(folder));
      if (route === '') return '';
      // By the convention of AstroPaper, folders that begin with an underscore aren't part of addresses.
      const parts = postFolderOf(posix.relative(folder, path))
        .split('/')
        .filter((part) => !part.startsWith('_'))
        .map(identify);
      // A stated slug is the whole id.
      const isStated = findKey(fronts.get(path), 'slug') !== '';
      const id = isStated ? ':slugorid' : posix.join(...parts, ':slugorid');
      return (
        posix.join(
          '/',
          route.replace(':id', () => id),
        ) + end
      );
    },
  };
}

/** Reads `i18n` of the settings. */
function readLocales(code: string): { main: string; keys: string[]; mainPrefix: string } {
  const [, list = ''] = /\blocales\s*:\s*\[([^\]]*)\]/.exec(code) ?? [];
  const stated = Array.from(list.matchAll(/["'`]([\w-]+)["'`]/g), ([, name = '']) => name);
  const main = toLanguageKey(findText(code, 'defaultLocale'));
  const isPrefixed = /\bprefixDefaultLocale\s*:\s*true\b/.test(code);
  return {
    main,
    keys: [main, ...stated.map(toLanguageKey)],
    mainPrefix: isPrefixed ? `/${main}` : '',
  };
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
  /** The first collection that its code names; empty for none. */
  readonly collection: string;
}

/** The file of a page with parameters. */
const ROUTE = /^src\/pages\/(.*\[.*?)(?:\/index)?\.astro$/;
const PARAMETER = /\[(?:\.\.\.)?(\w+)\]/g;

/** Reads the routes whose parameters can all be read without running code, and skips the rest. */
async function readRoutes(input: ImportInput): Promise<Route[]> {
  const routes: Route[] = [];
  for (const each of input.files) {
    const [, written] = ROUTE.exec(each) ?? [];
    if (written === undefined) continue;
    const code = await input.readText(each);
    const path = written.replace(
      PARAMETER,
      (whole, name: string) => readParameter(name, code) ?? whole,
    );
    const [collection = ''] = findCalls(code, 'getCollection');
    if (path.includes(':id') && !path.includes('[')) routes.push({ path, collection });
  }
  return routes;
}

/** Reads what a parameter stands for in `permalink`: `:year`, `:month`, `:day`, or `:id` as in `params: { slug: post.id }`. */
function readParameter(name: string, code: string): string | undefined {
  const isPadded = /padStart|slice\(-2\)|["'`]MM|2-digit/.test(code);
  if (name === 'year') return ':year';
  if (name === 'month') return isPadded ? ':month' : ':i_month';
  if (name === 'day') return isPadded ? ':day' : ':i_day';
  // AstroPaper calls `getPath()` to add a post's folders to its address.
  const id = String.raw`(?:\w+\.(?:data\.slug|slug|id)|getPath\(\w+\.id\b[^()]*\))`;
  const params = new RegExp(String.raw`\bparams\s*:\s*\{[^{}]*\b${name}\s*:\s*${id}\s*[,}]`);
  return params.test(code) ? ':id' : undefined;
}

/** Finds the route of a collection. If no route names it, uses the one that names none. Empty unless exactly one fits. */
function findRoute(routes: readonly Route[], names: readonly string[]): string {
  const own = routes.filter(({ collection }) => names.includes(collection));
  const found = own.length > 0 ? own : routes.filter(({ collection }) => collection === '');
  const [first, second] = found;
  return first !== undefined && second === undefined ? first.path : '';
}
