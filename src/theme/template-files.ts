/**
 * Template files by name: a file in a site's `templates/` replaces the package's file of the same name. An edge.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, ifThere } from '../files/file-state.ts';

/** The folders of the site and of the package, absolute. */
type TemplateRoots = Readonly<Record<'root' | 'packageRoot', string>>;

/** The folders of the site, the package and the cache, and the digest of the running program. */
export interface TemplateRequest extends TemplateRoots {
  readonly cacheDir: string;
  readonly program: string;
}

/** What is in the two `templates/`, and how their files are named. */
export type TemplatePlaces = ReturnType<typeof listTemplates>;

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
function templateFolders({ root, packageRoot }: TemplateRoots): string[] {
  return [join(root, 'templates'), join(packageRoot, 'templates')];
}

/** Lists what is in the `templates/` of the site and of the package. */
export function listTemplates(request: TemplateRequest) {
  const { root, packageRoot } = request;
  const tops = templateFolders(request);
  const present = tops.filter((top) => findStats(top) !== null);
  // With `withFileTypes`, symlinks to folders, which may form loops, are not followed.
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = present.flatMap((top) => readdirSync(top, options));
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);
  const folders = [...tops, ...entries.filter((entry) => entry.isDirectory()).map(pathOf)];
  const hasOwn = present.includes(tops[0] ?? '');
  const isOwn = (name: string) =>
    hasOwn && name.startsWith('templates/') && findStats(join(root, name)) !== null;
  const locate = (name: string) =>
    resolve(name.startsWith('templates/') && !isOwn(name) ? packageRoot : root, name);
  const nameOf = (file: string) => {
    const top = tops.find((each) => file.startsWith(each + sep));
    const path = top ? file.slice(dirname(top).length + 1) : relative(root, file);
    return path.replaceAll(sep, '/');
  };
  const require = createRequire(join(packageRoot, 'package.json'));
  return {
    ...request,
    tops,
    /** Both `templates/`, if there or not, and all folders below them, absolute. */
    folders,
    /** The names of the files in these folders, sorted. */
    names: [...new Set(entries.map((entry) => nameOf(pathOf(entry))))].sort(),
    /** True for the name of a template that the site replaces or adds. */
    isOwn,
    /** Returns the file with this name, absolute: the site's own, or else the package's template. */
    locate,
    read: (name: string) => readFileSync(locate(name)),
    /** True if the package has a file with this name. */
    isShipped: (name: string) => findStats(join(packageRoot, name)) !== null,
    readShipped: (name: string) => readFileSync(join(packageRoot, name)),
    /** Names a source: `templates/…` in either `templates/` folder, else its path from the site's root. */
    nameOf,
    /** The name as shown to an author: `essay-blog/templates/…` for a template of the package. */
    show: (name: string) => (locate(name) === resolve(root, name) ? name : `essay-blog/${name}`),
    /** The package.json files of React and of the bundled React DOM, absolute, which state the versions. */
    reactManifests: [
      require.resolve('react/package.json'),
      join(packageRoot, REACT_DOM, 'package.json'),
    ] as const,
    /** Lists the folders of sources outside `templates/` and packages, absolute: a new file there may shadow a source. */
    listOtherFolders(sources: readonly string[]): string[] {
      const own = sources.filter((name) => !name.includes('node_modules/'));
      const all = new Set(own.map((name) => dirname(locate(name))));
      return [...all].filter((folder) => !folders.includes(folder));
    },
  };
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
export const REACT_DOM = 'dist/react-dom';
