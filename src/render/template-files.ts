/**
 * The files that templates are made from: a site's `templates/` over those of the package, file by file,
 * so that a site can replace a single component.
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

const FONT = /^templates\/fonts\/.*\.(ttf|otf|woff2?)$/i;
const SHIPPED_FONT = /^templates\/fonts\/source-serif-4\//;
/** Files that can take the place of another: `Card.tsx` that of `Card.ts`, a site's that of the package. */
const RESOLVABLE = /\.([cm]?[jt]sx?|css|json)$/;

/** The `templates/` of the site and of the package, absolute. */
export function templateFolders({ root, packageRoot }: TemplateFolders): string[] {
  return [join(root, 'templates'), join(packageRoot, 'templates')];
}

/** `templates/…` for a file of either folder, else the path from the site's root; with "/". */
export function nameSource(file: string, folders: TemplateFolders): string {
  const top = templateFolders(folders).find((each) => file.startsWith(each + sep));
  return relative(top ? dirname(top) : folders.root, file).replaceAll(sep, '/');
}

/** The file that has this name, absolute: of a template the site's own, or the package's. */
export function locateSource(name: string, { root, packageRoot }: TemplateFolders): string {
  const isShipped = name.startsWith('templates/') && !existsSync(join(root, name));
  return resolve(isShipped ? packageRoot : root, name);
}

/** The name as an author knows it: `essay-blog/templates/…` for a template of the package. */
export function showSource(name: string, folders: TemplateFolders): string {
  const isOwn = locateSource(name, folders) === resolve(folders.root, name);
  return isOwn ? name : `essay-blog/${name}`;
}

/** The folders of templates and of other sources, absolute: a new file in one may take another's place. */
export function listFolders(sources: readonly string[], folders: TemplateFolders): string[] {
  const templates = templateFolders(folders).flatMap((top) => [top, ...listBelow(top, true)]);
  const elsewhere = sources
    .filter((name) => !name.includes('node_modules/'))
    .map((name) => dirname(locateSource(name, folders)));
  return [...new Set([...templates, ...elsewhere])];
}

/** The names of the files in these folders that the compiler may find. */
export function listNames(sources: readonly string[], folders: TemplateFolders): string[] {
  const present = listFolders(sources, folders).filter((folder) => existsSync(folder));
  const names = present.flatMap((folder) =>
    readdirSync(folder).map((name) => nameSource(join(folder, name), folders)),
  );
  return [...new Set(names)].filter((name) => RESOLVABLE.test(name)).sort();
}

/** The folder in whose `node_modules/` React lies, absolute. */
export function findReactFolder(folders: TemplateFolders): string {
  return join(listReactManifests(folders)[0] ?? '', '../../..');
}

/** The package.json of both halves of React, absolute: they tell one version from another. */
export function listReactManifests({ packageRoot }: TemplateFolders): string[] {
  const require = createRequire(join(packageRoot, 'package.json'));
  return ['react', 'react-dom'].map((name) => require.resolve(`${name}/package.json`));
}

/**
 * The fonts that cards are set with, in the order in which characters are looked for in them: the site's
 * own first. Of a family that is divided by scripts, Latin comes before the parts that have a few letters
 * of it: a word that is set from two of them loses its kerning.
 */
export function findCardFonts(folders: TemplateFolders): CardFont[] {
  const files = templateFolders(folders).flatMap((top) => listBelow(join(top, 'fonts'), false));
  const names = new Set(files.map((file) => nameSource(file, folders)));
  const fonts = [...names]
    .filter((name) => FONT.test(name))
    .map((name) => {
      const isOwn = !SHIPPED_FONT.test(name);
      const rank = (isOwn ? 0 : 2) + (/latin(?!-ext)/i.test(name) ? 0 : 1);
      const bytes = readFileSync(locateSource(name, folders));
      return { rank, font: { name, isOwn, digest: digest(bytes) } };
    });
  fonts.sort((a, b) => a.rank - b.rank || (a.font.name < b.font.name ? -1 : 1));
  return fonts.map(({ font }) => font);
}

/** The folders, or the files, in a folder and below, absolute; none where there is no such folder. */
function listBelow(top: string, wantsFolders: boolean): string[] {
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() === wantsFolders)
    .map((entry) => join(entry.parentPath, entry.name));
}
