/**
 * Themes: finds the one that `theme` in site.yaml names. An edge.
 *
 * A theme is a folder with the same files as `templates/`: one more layer between the site's own templates and the
 * program's (`template-files.ts`).
 */
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findStats, ifThere, readOwnFile } from '../files/file-state.ts';
import { mendBackslashes } from '../problems/edits.ts';
import { makeProblem, type Problem, type ProblemCode } from '../problems/problems.ts';
import { askMeant, type Stated, suggestWord } from '../text/text.ts';
import { PROPS_VERSION } from './props.ts';

/** The themes of the program, each with what it is for. The first is the default: the program's templates as they are. */
export const THEMES = {
  book: 'for essays: a page of a book, with notes in the margin',
  gallery: 'for pictures, travel and makers: tiles from edge to edge',
  index: 'for hundreds of posts: a table of contents',
  letter: 'for newsletters and poems: a letter on coloured paper',
} as const;
export const THEME_NAMES = Object.keys(THEMES);

/** A theme besides the default one. */
export interface Theme {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  /** What authors see before the names of its files. */
  readonly prefix: string;
  /** True for a theme of the program. */
  readonly isShipped: boolean;
  /** The package.json of a theme from elsewhere, absolute. */
  readonly manifest: string | null;
  /** The name of a theme from elsewhere as the site states it, with its version. */
  readonly origin: string | null;
}

/** The folders of the site and of this program, absolute. */
interface ThemeRoots {
  readonly root: string;
  readonly packageRoot: string;
}

/** A theme, or the problem that it has; the default theme has neither. */
export interface ThemeResult {
  readonly value: Theme | null;
  readonly problems: readonly Problem[];
}

/** Returns the theme of the program with this name; null for the default one. */
export function findShippedTheme(packageRoot: string, name: string): Theme | null {
  if (name === THEME_NAMES[0]) return null;
  const folder = join(packageRoot, 'templates/themes', name);
  return {
    folder,
    prefix: `essay-blog/templates/themes/${name}/`,
    isShipped: true,
    manifest: null,
    origin: null,
  };
}

/** Finds the theme that a site states; null for none. */
export function findTheme(wanted: Stated | null, { root, packageRoot }: ThemeRoots): ThemeResult {
  if (wanted === null) return { value: null, problems: [] };
  const name = wanted.value;
  if (THEME_NAMES.includes(name)) {
    return { value: findShippedTheme(packageRoot, name), problems: [] };
  }
  const refuse = (code: ProblemCode, message: string, usual: string): ThemeResult => {
    const { hint, edits } = mendBackslashes(name, wanted.place, usual);
    return { value: null, problems: [makeProblem(code, wanted.place, message, hint, { edits })] };
  };
  const found = name.startsWith('.') ? resolve(root, name) : findPackage(root, name);
  // Windows would take backslashes for slashes, and other machines would not.
  const isFound = found !== null && !name.includes('\\');
  const folder = isFound ? ifThere(() => realpathSync(found)) : null;
  if (folder === null) {
    const list = THEME_NAMES.join(', ');
    const kinds = `The program has ${list}; \`./x\` is a folder, any other name an installed package.`;
    const meant = askMeant(suggestWord(name, THEME_NAMES));
    const hint = meant === null ? kinds : `${meant} ${kinds}`;
    return refuse('theme-missing', `There is no theme \`${name}\``, hint);
  }
  const prefix = name.startsWith('.') ? `${relative(root, folder)}/` : `node_modules/${name}/`;
  const manifest = join(folder, 'package.json');
  const { props, version } = readManifest(manifest);
  const value = {
    folder,
    prefix: prefix.replaceAll('\\', '/'),
    isShipped: false,
    manifest,
    origin: `${name} ${version}`.trim(),
  };
  if (props === PROPS_VERSION) return { value, problems: [] };
  const stated = props === null ? 'states no version' : `was written for version ${props}`;
  const message = `The theme \`${name}\` ${stated} of the props; this program has version ${PROPS_VERSION}`;
  const hint = `Install a version of the theme that supports version ${PROPS_VERSION}. If this one already works, add \`"essay-blog": { "props": ${PROPS_VERSION} }\` to ${value.prefix}package.json.`;
  return refuse('theme-incompatible', message, hint);
}

/** Looks up a package as Node does, from the site's root upwards; null if it isn't installed. */
function findPackage(from: string, name: string): string | null {
  const folder = join(from, 'node_modules', name);
  if (findStats(join(folder, 'package.json')) !== null) return folder;
  const above = dirname(from);
  return above === from ? null : findPackage(above, name);
}

/** Reads the version of props that a theme was written for, null for none, and that of its package. */
function readManifest(file: string): { props: number | null; version: string } {
  try {
    const { 'essay-blog': stated, version = '' } = JSON.parse(String(readOwnFile(file)));
    return { props: Number.isInteger(stated?.props) ? stated.props : null, version };
  } catch {
    return { props: null, version: '' };
  }
}
