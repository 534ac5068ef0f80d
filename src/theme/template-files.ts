/**
 * Template files by name, such as `templates/Page.tsx`. Several folders may have a file of that name: the site's own
 * `templates/` comes first, then the theme, then the program's templates, and the first file wins. An edge.
 *
 * Every lookup goes through the list of layers, file by file, whether it is for a component, a style sheet, a font, a
 * shortcode or a client script.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findStats, ifThere } from '../files/file-state.ts';
import type { Theme } from './themes.ts';

/** The folders of the site and of this program, absolute, and the site's theme. */
export interface TemplateRoots {
  readonly root: string;
  readonly packageRoot: string;
  /** Null for the default theme. */
  readonly theme: Theme | null;
}

/** What the templates of a site are found and compiled with. */
export interface TemplateRequest extends TemplateRoots {
  /** The folder of the cache, absolute. */
  readonly cacheDir: string;
  /** The digest of the running program. */
  readonly program: string;
}

/** A folder of templates, whose files replace those of the same name in later layers. */
export interface TemplateLayer {
  /** Absolute. It may be missing. */
  readonly folder: string;
  /** What authors see in place of `templates/` in the names of its files. */
  readonly prefix: string;
  /** True for the site's own templates. */
  readonly isOwn: boolean;
  /** True for the templates of the program. */
  readonly isShipped: boolean;
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
  /** True for a template of the program or of one of its themes. */
  isShipped(name: string): boolean;
  /** Returns the file with this name, absolute: a template of the first layer that has it, or else a file of the site. */
  locate(name: string): string;
  /** Returns the file that a site's template of this name replaces, absolute; null if it replaces none. */
  locateOriginal(name: string): string | null;
  read(name: string): Buffer;
  readOriginal(name: string): Buffer | null;
  /** Names a file: `templates/…` in every layer; elsewhere, its path from the site's root. */
  nameOf(file: string): string;
  /** Returns the name as an author sees it: `essay-blog/templates/…` for a template of the program. */
  show(name: string): string;
  /** Returns the name of the file that a site's template of this name replaces, as an author sees it. */
  showOriginal(name: string): string;
  /** Lists the folders of sources outside the layers and packages, absolute: a new file there may shadow a source. */
  listOtherFolders(sources: readonly string[]): string[];
}

/** Holds the half of React DOM that renders on a server, which compile.mjs bundles. */
export const REACT_DOM = 'dist/react-dom';

/** Lists the layers of a site's templates: its own, the theme, then the program's. */
export function listLayers({ root, packageRoot, theme }: TemplateRoots): TemplateLayer[] {
  const folder = join(root, 'templates');
  const shipped = join(packageRoot, 'templates');
  const own = { folder, prefix: 'templates/', isOwn: true, isShipped: false };
  const program = {
    folder: shipped,
    prefix: 'essay-blog/templates/',
    isOwn: false,
    isShipped: true,
  };
  if (theme === null) return [own, program];
  const themed = { ...theme, isOwn: false };
  // In the program's own repository, the site's templates are the program's, which the theme replaces.
  return folder === shipped ? [themed, program] : [own, themed, program];
}

/** Finds the first layer that has a template of this name. */
function findLayer<Layer extends TemplateLayer>(
  layers: readonly Layer[],
  name: string,
): Layer | undefined {
  if (!name.startsWith(FOLDER)) return undefined;
  return layers.find((layer) => findStats(fileIn(layer, name)) !== null);
}

/** What the names of all templates begin with. */
const FOLDER = 'templates/';

/** The file that a template of this name would be in a layer. */
function fileIn({ folder }: TemplateLayer, name: string): string {
  return resolve(folder, name.slice(FOLDER.length));
}

/** The folders below a layer that hold no templates: packages, and the program's themes. */
const SKIPPED = /^(.*[/\\])?(node_modules|\.[^/\\]*)$|^themes$/;

/** Lists the files and the folders below a folder, absolute. Symlinks to folders, which may form loops, aren't followed. */
function listBelow(top: string, folder = top): { files: string[]; folders: string[] } {
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) files.push(path);
    else if (!SKIPPED.test(relative(top, path))) {
      const below = listBelow(top, path);
      files.push(...below.files);
      folders.push(path, ...below.folders);
    }
  }
  return { files, folders };
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
  const below = present.map(({ folder }) => listBelow(folder));
  const folders = [...layers.map(({ folder }) => folder), ...below.flatMap((each) => each.folders)];
  const nameOf = (file: string) => {
    const layer = layers.find(({ folder }) => file.startsWith(folder + sep));
    const path = relative(layer?.folder ?? root, file).replaceAll(sep, '/');
    return layer ? FOLDER + path : path;
  };
  const find = (name: string) => findLayer(present, name);
  const locate = (name: string) => {
    const layer = find(name);
    return layer ? fileIn(layer, name) : resolve(root, name);
  };
  const originals = present.filter(({ isOwn }) => !isOwn);
  const locateOriginal = (name: string) => {
    const layer = findLayer(originals, name);
    return layer ? fileIn(layer, name) : null;
  };
  const showIn = (layer: TemplateLayer | undefined, name: string) =>
    layer ? layer.prefix + name.slice(FOLDER.length) : name;
  const require = createRequire(join(packageRoot, 'package.json'));
  return {
    ...request,
    layers,
    folders,
    names: [...new Set(below.flatMap(({ files }) => files).map(nameOf))].sort(),
    reactManifests: [
      require.resolve('react/package.json'),
      join(packageRoot, REACT_DOM, 'package.json'),
    ],
    isOwn: (name) => find(name)?.isOwn === true,
    isShipped: (name) => find(name)?.isShipped === true,
    locate,
    locateOriginal,
    read: (name) => readFileSync(locate(name)),
    readOriginal(name) {
      const file = locateOriginal(name);
      return file === null ? null : readFileSync(file);
    },
    nameOf,
    show: (name) => showIn(find(name), name),
    showOriginal: (name) => showIn(findLayer(originals, name), name),
    listOtherFolders(sources) {
      const own = sources.filter((name) => !name.includes('node_modules/'));
      const all = new Set(own.map((name) => dirname(locate(name))));
      return [...all].filter((folder) => !folders.includes(folder));
    },
  };
}
