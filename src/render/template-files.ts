/**
 * Template files by name: a file in a site's `templates/` replaces the package's file of the same name. An edge.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, ifThere } from '../content/file-state.ts';

/** The folders of the site and of the package, absolute. */
interface TemplateRoots {
  readonly root: string;
  readonly packageRoot: string;
}

/** The folders of the site, the package and the cache, and the digest of the running program. */
export interface TemplateRequest extends TemplateRoots {
  readonly cacheDir: string;
  readonly program: string;
}

/** The same, and what is in the two `templates/`, listed once. */
export interface TemplatePlaces extends TemplateRequest {
  /** False for a site without `templates/`. */
  readonly hasOwn: boolean;
  /** Both `templates/`, if there or not, and all folders below them, absolute. */
  readonly folders: readonly string[];
  /** The names of the files in these folders, sorted. */
  readonly names: readonly string[];
}

/**
 * Lists the components in a folder of the templates, the site's and the package's, by file name without the
 * extension: those of marks, and the templates of the author's own pages.
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
export function nameSource(file: string, places: TemplateRoots): string {
  const top = templateFolders(places).find((each) => file.startsWith(each + sep));
  const path = top ? file.slice(dirname(top).length + 1) : relative(places.root, file);
  return path.replaceAll(sep, '/');
}

/** Returns the file with this name, absolute: the site's own, or else the package's template. */
export function locateSource(name: string, places: TemplatePlaces): string {
  const isShipped = name.startsWith('templates/') && !isOwnSource(name, places);
  return resolve(isShipped ? places.packageRoot : places.root, name);
}

/** The name as shown to an author: `essay-blog/templates/…` for a template of the package. */
export function showSource(name: string, places: TemplatePlaces): string {
  const isOwn = locateSource(name, places) === resolve(places.root, name);
  return isOwn ? name : `essay-blog/${name}`;
}

/** True for a template that the site replaces or adds. */
export function isOwnSource(name: string, { hasOwn, root }: TemplatePlaces): boolean {
  return hasOwn && name.startsWith('templates/') && findStats(join(root, name)) !== null;
}

/** Lists what is in the `templates/` of the site and of the package. */
export function listTemplates(request: TemplateRequest): TemplatePlaces {
  const tops = templateFolders(request);
  const present = tops.filter((top) => findStats(top) !== null);
  // With `withFileTypes`, symlinks to folders, which may form loops, are not followed.
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = present.flatMap((top) => readdirSync(top, options));
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);
  const folders = [...tops, ...entries.filter((entry) => entry.isDirectory()).map(pathOf)];
  const names = new Set(entries.map((entry) => nameSource(pathOf(entry), request)));
  return { ...request, hasOwn: present.includes(tops[0] ?? ''), folders, names: [...names].sort() };
}

/** Lists the folders of sources outside `templates/` and packages, absolute: a new file there may shadow a source. */
export function listOtherFolders(sources: readonly string[], places: TemplatePlaces): string[] {
  const folders = sources
    .filter((name) => !name.includes('node_modules/'))
    .map((name) => dirname(locateSource(name, places)));
  return [...new Set(folders)].filter((folder) => !places.folders.includes(folder));
}

/** The package.json files of React and of the bundled React DOM, absolute, which state the versions. */
export function listReactManifests({ packageRoot }: TemplateRoots): string[] {
  const require = createRequire(join(packageRoot, 'package.json'));
  return [require.resolve('react/package.json'), join(packageRoot, REACT_DOM, 'package.json')];
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
export const REACT_DOM = 'dist/react-dom';
