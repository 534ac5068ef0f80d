/**
 * Template files by name, such as `templates/Page.tsx`. Several folders may have a file of that name: the site's own
 * `templates/` comes first, then the program's, and the first file wins. An edge.
 *
 * Every lookup goes through the list of layers, file by file, whether it is for a component, a style sheet, a font, a
 * shortcode or a client script.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, ifThere } from '../files/file-state.ts';

/** The folders of the site and of this program, absolute. */
interface TemplateRoots {
  readonly root: string;
  readonly packageRoot: string;
}

/** The folders of the site, of the program and of the cache, and the digest of the running program. */
export interface TemplateRequest extends TemplateRoots {
  readonly cacheDir: string;
  readonly program: string;
}

/** A `templates/` folder, whose files replace those of the same name in later layers. */
interface TemplateLayer {
  /** Absolute. It may be missing. */
  readonly folder: string;
  /** Stands before the names of its files when they are shown to an author. */
  readonly prefix: string;
}

/** The templates of a site, and all that is needed to find one by its name or to name a file. */
export interface TemplateFiles extends TemplateRequest {
  /** In the order in which a file is looked up. */
  readonly layers: readonly TemplateLayer[];
  /** The folders of all layers, whether they exist or not, and the folders below them, absolute. */
  readonly folders: readonly string[];
  /** The names of the files in these folders, sorted. */
  readonly names: readonly string[];
  /** The package.json files of React and of the bundled React DOM, absolute, which state the versions. */
  readonly reactManifests: readonly [react: string, reactDom: string];
  /** True for a template that the site replaces or adds. */
  isOwn(name: string): boolean;
  /** Returns the file with this name, absolute: a template of the first layer that has it, or else a file of the site. */
  locate(name: string): string;
  /** Returns the file that a site's template of this name replaces, absolute; null if it adds one. */
  locateOriginal(name: string): string | null;
  read(name: string): Buffer;
  readOriginal(name: string): Buffer | null;
  /** Names a file: `templates/…` in every layer; elsewhere, its path from the site's root. */
  nameOf(file: string): string;
  /** Returns the name as an author sees it: `essay-blog/templates/…` for a template of the program. */
  show(name: string): string;
  /** Lists the folders of sources outside the layers and packages, absolute: a new file there may shadow a source. */
  listOtherFolders(sources: readonly string[]): string[];
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
export const REACT_DOM = 'dist/react-dom';

/** Lists the layers of a site's templates: its own, then the program's. */
function listLayers({ root, packageRoot }: TemplateRoots): TemplateLayer[] {
  return [
    { folder: join(root, 'templates'), prefix: '' },
    { folder: join(packageRoot, 'templates'), prefix: 'essay-blog/' },
  ];
}

/** Finds the first layer that has a template of this name. */
function findLayer<Layer extends TemplateLayer>(
  layers: readonly Layer[],
  name: string,
): Layer | undefined {
  if (!name.startsWith('templates/')) return undefined;
  return layers.find((layer) => findStats(fileIn(layer, name)) !== null);
}

/** The file that a template of this name would be in a layer. */
function fileIn({ folder }: TemplateLayer, name: string): string {
  return resolve(dirname(folder), name);
}

/**
 * Lists the components in a folder of the templates by file name without the extension: those of shortcodes
 * (`shortcodes`), or the templates of the author's own pages.
 */
export function listComponents(roots: TemplateRoots, folder: 'shortcodes' | 'pages'): string[] {
  const files = listLayers(roots).flatMap((layer) => listFileNames(join(layer.folder, folder)));
  const names = files.flatMap((file) => /^([A-Za-z][\w-]*)\.[jt]sx$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** The names of the files in a folder; none if it is missing. */
export function listFileNames(folder: string): string[] {
  return ifThere(() => readdirSync(folder)) ?? [];
}

/** Lists the templates of a site. */
export function listTemplates(request: TemplateRequest): TemplateFiles {
  const { root, packageRoot } = request;
  const layers = listLayers(request);
  const present = layers.filter(({ folder }) => findStats(folder) !== null);
  // With `withFileTypes`, symlinks to folders, which may form loops, are not followed.
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = present.flatMap(({ folder }) => readdirSync(folder, options));
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);
  const below = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const folders = [...layers.map(({ folder }) => folder), ...below];
  const nameOf = (file: string) => {
    const layer = layers.find(({ folder }) => file.startsWith(folder + sep));
    return relative(layer ? dirname(layer.folder) : root, file).replaceAll(sep, '/');
  };
  const find = (name: string) => findLayer(present, name);
  const locate = (name: string) => {
    const layer = find(name);
    return layer ? fileIn(layer, name) : resolve(root, name);
  };
  const originals = present.filter((layer) => layer !== layers[0]);
  const locateOriginal = (name: string) => {
    const layer = findLayer(originals, name);
    return layer ? fileIn(layer, name) : null;
  };
  const require = createRequire(join(packageRoot, 'package.json'));
  return {
    ...request,
    layers,
    folders,
    names: [...new Set(entries.map((entry) => nameOf(pathOf(entry))))].sort(),
    reactManifests: [
      require.resolve('react/package.json'),
      join(packageRoot, REACT_DOM, 'package.json'),
    ],
    isOwn: (name) => find(name) === layers[0],
    locate,
    locateOriginal,
    read: (name) => readFileSync(locate(name)),
    readOriginal(name) {
      const file = locateOriginal(name);
      return file === null ? null : readFileSync(file);
    },
    nameOf,
    show: (name) => (find(name)?.prefix ?? '') + name,
    listOtherFolders(sources) {
      const own = sources.filter((name) => !name.includes('node_modules/'));
      const all = new Set(own.map((name) => dirname(locate(name))));
      return [...all].filter((folder) => !folders.includes(folder));
    },
  };
}
