/**
 * The files that templates are made from: a site's `templates/` over those of the package, file by file,
 * so that a site can replace a single component; React in the site if it has both halves of it, else in
 * the package.
 *
 * An edge. A file of the templates has the same name wherever it lies (`templates/HomePage.tsx`), so that
 * two sites with the same templates compile the same.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import type { CardFont } from './cards.ts';

/** The site and this package, absolute folders. */
export interface TemplateFolders {
  readonly root: string;
  readonly packageRoot: string;
}

const FOLDER = 'templates';
const FONTS = 'fonts';
/** The folder of the package's own, below that. */
const SHIPPED_FONTS = 'source-serif-4/';
/** Files that can take the place of another: `Card.tsx` that of `Card.ts`, a site's that of the package. */
const RESOLVABLE = /\.([cm]?[jt]sx?|css|json)$/;

/** The `templates/` of the site and of the package, absolute. */
export function templateFolders({ root, packageRoot }: TemplateFolders): [string, string] {
  return [join(root, FOLDER), join(packageRoot, FOLDER)];
}

/** The file with a path below `templates/`: the site's own, or the package's where it has none. */
export function findTemplate(path: string, folders: TemplateFolders): string {
  const [own, shipped] = templateFolders(folders);
  return existsSync(join(own, path)) ? join(own, path) : join(shipped, path);
}

/** `templates/…` for a file of either folder, else the path from the site's root; with "/". */
export function nameSource(file: string, folders: TemplateFolders): string {
  const folder = templateFolders(folders).find((each) => file.startsWith(each + sep));
  const name = folder ? join(FOLDER, relative(folder, file)) : relative(folders.root, file);
  return name.split(sep).join('/');
}

/** The file that has this name, absolute. */
export function locateSource(name: string, folders: TemplateFolders): string {
  const isTemplate = name.startsWith(`${FOLDER}/`);
  return isTemplate
    ? findTemplate(name.slice(FOLDER.length + 1), folders)
    : resolve(folders.root, name);
}

/** The name as an author knows it: `essay-blog/templates/…` where the site has no such file. */
export function showSource(name: string, { root }: TemplateFolders): string {
  const isShipped = name.startsWith(`${FOLDER}/`) && !existsSync(join(root, name));
  return isShipped ? `essay-blog/${name}` : name;
}

/** The paths of all templates, of the site and of the package. */
export function listTemplateNames(folders: TemplateFolders): string[] {
  const names = templateFolders(folders).flatMap(listFiles);
  return [...new Set(names)].filter((name) => RESOLVABLE.test(name)).sort();
}

/** The paths of the files beside sources that lie elsewhere. */
export function listNamesBeside(sources: readonly string[], { root }: TemplateFolders): string[] {
  return listFoldersElsewhere(sources)
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => RESOLVABLE.test(name))
    .sort();
}

/** What decides which files are compiled: folders, and the packages that are there; absolute. */
export function listSurroundings(sources: readonly string[], folders: TemplateFolders): string[] {
  const { root } = folders;
  const above = [root];
  for (let next = dirname(root); next !== above.at(-1); next = dirname(next)) above.push(next);
  return [
    ...templateFolders(folders).flatMap((top) => [top, ...listFolders(top)]),
    ...listFoldersElsewhere(sources).map((folder) => join(root, folder)),
    join(root, 'package.json'),
    ...listReactManifests(folders),
    ...above.map((folder) => join(folder, 'node_modules')),
  ];
}

/** The folder from which React is resolved: the site's if it has both halves, else the package's. */
export function findReactHome({ root, packageRoot }: TemplateFolders): string {
  const require = createRequire(join(root, 'package.json'));
  try {
    for (const part of ['react', 'react/jsx-runtime', 'react-dom/server']) require.resolve(part);
    return root;
  } catch {
    return packageRoot;
  }
}

/** The package.json of both halves of React, absolute: they tell one version from another. */
export function listReactManifests(folders: TemplateFolders): string[] {
  const require = createRequire(join(findReactHome(folders), 'package.json'));
  return ['react', 'react-dom'].map((name) => require.resolve(`${name}/package.json`));
}

/**
 * The fonts that cards are set with, in the order in which characters are looked for in them: the site's
 * own first. Of a family that is divided by scripts, Latin comes before the parts that have a few letters
 * of it: a word that is set from two of them loses its kerning.
 */
export function findCardFonts(folders: TemplateFolders): CardFont[] {
  const found = templateFolders(folders).flatMap((folder) => listFiles(join(folder, FONTS)));
  const fonts = [...new Set(found)]
    .filter((path) => /\.(ttf|otf|woff2?)$/i.test(path))
    .map((path) => {
      const isOwn = !path.startsWith(SHIPPED_FONTS);
      const rank = (isOwn ? 0 : 2) + (/latin(?!-ext)/i.test(path) ? 0 : 1);
      const name = `${FOLDER}/${FONTS}/${path}`;
      return { name, isOwn, rank, digest: digest(readFileSync(locateSource(name, folders))) };
    });
  fonts.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  return fonts.map(({ rank: _, ...font }) => font);
}

/** The folders outside of `templates/` and of packages in which sources lie, from the site's root. */
function listFoldersElsewhere(sources: readonly string[]): string[] {
  const own = sources.filter((name) => !/^templates\/|(^|\/)node_modules\//.test(name));
  return [...new Set(own.map((name) => dirname(name)))];
}

function listFiles(folder: string): string[] {
  return readAll(folder)
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function listFolders(folder: string): string[] {
  return readAll(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readAll(folder: string) {
  // A site without templates of its own has no such folder.
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
}
