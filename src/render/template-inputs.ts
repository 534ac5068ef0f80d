/**
 * What decides what comes of the templates: the files that went into them, the files that could take
 * their places, and the settings they are compiled with.
 *
 * An edge. Inputs are named by where they lie in the site or in React's packages, so that what was
 * remembered still holds when all of it was moved to another folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { digest } from '../content/fingerprint.ts';

/** Whose templates they are, and what else decides what comes of them. */
export interface TemplateOrigin {
  /** Absolute. */
  readonly root: string;
  readonly packageRoot: string;
  /** The folder from which React is resolved. */
  readonly reactHome: string;
  /** The base path of the site's URLs. */
  readonly base: string;
  /** The digest of this program. */
  readonly program: string;
  readonly withCards: boolean;
}

/** The digest of all that goes into a set; throws where an input is gone. */
export function keyOfInputs(inputs: readonly string[], origin: TemplateOrigin): string {
  const { root, packageRoot, base, program, withCards } = origin;
  const contents = inputs.map((name) => [name, digest(readFileSync(findInput(name, origin)))]);
  // A template that is new can take the place of another, so the names of all count.
  const names = [root, packageRoot].map((folder) => listTemplates(join(folder, 'templates')));
  const files = inputs.map((name) => findInput(name, origin));
  const beside = listOwnFolders(files, root).map((folder) => readdirSync(folder).sort());
  const settings = readIfThere(join(root, 'package.json'))?.toString() ?? '';
  return digest(JSON.stringify([program, base, withCards, names, beside, settings, contents]));
}

/**
 * What else than the inputs decides which files are compiled, absolute: the folders of templates and
 * of what they import, in which a new file may take the place of another, and those in which React
 * can be found.
 */
export function listDecidingPlaces(
  inputs: readonly string[],
  { root, packageRoot }: TemplateOrigin,
): string[] {
  const tops = [root, packageRoot].map((folder) => join(folder, 'templates'));
  const inside = tops.flatMap((top) => listFolders(top).map((path) => join(top, path)));
  const above: string[] = [];
  for (let folder = root; above.at(-1) !== folder; folder = dirname(folder)) above.push(folder);
  const packages = above.flatMap((folder) =>
    ['', 'react', 'react-dom'].map((name) => join(folder, 'node_modules', name)),
  );
  const beside = listOwnFolders(inputs, root);
  return [...tops, ...inside, ...beside, join(root, 'package.json'), ...packages];
}

/** `react:…` for a file of React's packages, wherever they lie; else the path from the site's root. */
export function nameInput(file: string, { root }: TemplateOrigin): string {
  const parts = file.split(sep);
  const inPackages = parts.lastIndexOf('node_modules');
  const name = parts.slice(inPackages + 1).join('/');
  if (inPackages !== -1 && /^(react|react-dom|scheduler)\//.test(name)) return `react:${name}`;
  return relative(root, file).split(sep).join('/');
}

/** The file that was named so, absolute; throws where React is not found. */
export function findInput(name: string, { root, reactHome }: TemplateOrigin): string {
  const [, packageName, path] = /^react:([^/]+)\/(.*)$/.exec(name) ?? [];
  if (packageName === undefined || path === undefined) return resolve(root, name);
  const require = createRequire(join(reactHome, 'package.json'));
  return join(dirname(require.resolve(`${packageName}/package.json`)), path);
}

/** The folders outside of `templates/` and of packages from which templates import. */
function listOwnFolders(files: readonly string[], root: string): string[] {
  const templates = join(root, 'templates') + sep;
  const isOwn = (file: string) =>
    !file.startsWith(templates) && !file.split(sep).includes('node_modules');
  return [...new Set(files.filter(isOwn).map((file) => dirname(file)))].sort();
}

function listFolders(top: string): string[] {
  try {
    return readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(top, join(entry.parentPath, entry.name)));
  } catch {
    return []; // A site without templates of its own.
  }
}

function listTemplates(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    return []; // A site without templates of its own.
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
