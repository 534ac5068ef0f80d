/**
 * The files of templates by their names: a file in a site's `templates/` replaces that of the package with
 * the same name. An edge.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, ifThere } from '../content/file-state.ts';

/** The folders of the site and of the package, absolute. */
interface TemplateRoots {
  readonly root: string;
  readonly packageRoot: string;
}

/** The folders of the site, the package and the cache, and the digest of the running program. */
export interface TemplatePlaces extends TemplateRoots {
  readonly cacheDir: string;
  readonly program: string;
}

/**
 * Lists the components in a folder of the templates, the site's and the package's, by the names of their files
 * without endings: those of marks, and the templates of the author's own pages.
 */
export function listComponents(places: TemplateRoots, folder: 'marks' | 'pages'): string[] {
  const folders = templateFolders(places).map((top) => join(top, folder));
  const files = folders.flatMap((folder) => ifThere(() => readdirSync(folder)) ?? []);
  const names = files.flatMap((file) => /^([A-Za-z][\w-]*)\.[jt]sx$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** The `templates/` of the site and of the package, absolute. */
export function templateFolders({ root, packageRoot }: TemplateRoots): string[] {
  return [join(root, 'templates'), join(packageRoot, 'templates')];
}

/** Names a source: `templates/…` in either `templates/` folder, else its path from the site's root. */
export function nameSource(file: string, places: TemplatePlaces): string {
  const top = templateFolders(places).find((each) => file.startsWith(each + sep));
  const path = top ? file.slice(dirname(top).length + 1) : relative(places.root, file);
  return path.replaceAll(sep, '/');
}

/** Returns the file with this name, absolute: the site's own, or else the package's template. */
export function locateSource(name: string, { root, packageRoot }: TemplatePlaces): string {
  const isShipped = name.startsWith('templates/') && findStats(join(root, name)) === null;
  return resolve(isShipped ? packageRoot : root, name);
}

/** The name as shown to an author: `essay-blog/templates/…` for a template of the package. */
export function showSource(name: string, places: TemplatePlaces): string {
  const isOwn = locateSource(name, places) === resolve(places.root, name);
  return isOwn ? name : `essay-blog/${name}`;
}

/** Lists all folders of templates and other sources, absolute: a new file there may shadow a source. */
export function listFolders(sources: readonly string[], places: TemplatePlaces): string[] {
  const tops = templateFolders(places);
  // Links may lead in circles, so they are not followed.
  const listBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .flatMap((below) => [below, ...listBelow(below)]);
  const below = tops.filter((top) => findStats(top) !== null).flatMap(listBelow);
  const elsewhere = sources
    .filter((name) => !name.includes('node_modules/'))
    .map((name) => dirname(locateSource(name, places)));
  return [...new Set([...tops, ...below, ...elsewhere])];
}

/** Lists the names of the files in `listFolders` that match a pattern, sorted. */
export function listNames(
  sources: readonly string[],
  pattern: RegExp,
  places: TemplatePlaces,
): string[] {
  const present = listFolders(sources, places).filter((each) => findStats(each) !== null);
  const names = present.flatMap((folder) =>
    readdirSync(folder).map((name) => nameSource(join(folder, name), places)),
  );
  return [...new Set(names)].filter((name) => pattern.test(name)).sort();
}

/** The package.json files of React and of the bundled React DOM, absolute, which state the versions. */
export function listReactManifests({ packageRoot }: TemplatePlaces): string[] {
  const require = createRequire(join(packageRoot, 'package.json'));
  return [require.resolve('react/package.json'), join(packageRoot, REACT_DOM, 'package.json')];
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
export const REACT_DOM = 'dist/react-dom';
