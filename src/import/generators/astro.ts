/**
 * Astro: collections of posts, whose folders the schema names, and routes in `src/pages/` that show them.
 */
import { posix } from 'node:path';
import { identify } from '../../site/placeholders.ts';
import type { ImportInput } from '../input.ts';
import type { FolderBlog, Generator } from './generator.ts';
import { commonFolder, isInFolder, NO_PAGE, PAGE, postFolderOf, trimFolder } from './pages.ts';
import { findCalls, findText, readAll, readCode } from './settings.ts';

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
  const end = findEnd(code);
  const facts = readCode(texts);
  return {
    base: commonFolder(collections),
    posts: files.filter((each) => findCollection(each) !== undefined),
    pages: files.filter((each) => isInFolder(each, 'src/pages') && folders.length > 0),
    statics: [['public', '']],
    settings: { ...facts, url: (findText(code, 'site') || facts.url) + findText(code, 'base') },
    plugins: (/integrations\s*:\s*\[([^\]]*)/.exec(code)?.[1] ?? '').match(/\w+(?=\()/g) ?? [],
    addressOf(path) {
      const folder = findCollection(path) ?? '';
      const name = posix.basename(folder);
      const route = folder === 'src/pages' ? '' : (findRoute(routes, name) ?? name);
      const inside = postFolderOf(posix.relative(folder, path)).split('/');
      // By the convention of AstroPaper, such folders aren't part of addresses.
      const parts = inside.filter((part) => !part.startsWith('_')).map(identify);
      return posix.join('/', route, ...parts, `:slugorid${end}`);
    },
  };
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

/** The file of a page with one parameter, unless that is the number of a list's page or what posts have in common. */
const ROUTE =
  /^src\/pages\/([^[]*)\[(?:\.\.\.)?(?!(?:page|tag|category|author|series|year|lang|locale)s?\])[^\]]*\](?:\/index)?\.astro$/i;

async function readRoutes(input: ImportInput): Promise<Route[]> {
  const routes: Route[] = [];
  for (const each of input.files) {
    const [, path] = ROUTE.exec(each) ?? [];
    if (path === undefined) continue;
    routes.push({ path, collections: findCalls(await input.readText(each), 'getCollection') });
  }
  return routes;
}

/** Finds the route of a collection: the one that names it, the first one that names none, or the only one. */
function findRoute(routes: readonly Route[], collection: string): string | undefined {
  const route =
    routes.find(({ collections }) => collections.includes(collection)) ??
    routes.find(({ collections }) => collections.length === 0) ??
    (routes.length === 1 ? routes[0] : undefined);
  return route?.path;
}
