/**
 * The site's folder → what lies in it: the edge where essay files enter the program.
 *
 * Lists everything under content/, reads what is parsed (essays, site.yaml, about.md), and leaves
 * the rest as paths: a picture is read only when something shows it.
 */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, PUBLIC_FOLDER } from './paths.ts';
import type { SourceFile } from './text.ts';

export interface ContentFiles {
  /** content/site.yaml, or null where it is missing. */
  readonly config: SourceFile | null;
  /** content/about.md, or null where it is missing. */
  readonly about: SourceFile | null;
  /** In the order of their paths. */
  readonly essays: readonly SourceFile[];
  /** Paths of the other files under content/essays, such as pictures beside an essay. */
  readonly neighbours: readonly string[];
  /** Paths of the files under content/public. */
  readonly publicFiles: readonly string[];
}

const ESSAY_FILE = /\.(md|markdown|html|htm|txt)$/i;
/** What systems and editors leave lying about. */
const LITTER = [
  '**/.git/**',
  '**/.git',
  '**/.DS_Store',
  '**/Thumbs.db',
  '**/desktop.ini',
  '**/*.swp',
  '**/*~',
];

/** Reads the content of the site at `root` (absolute), which is a folder. */
export async function readContent(
  root: string,
): Promise<{ value: ContentFiles; problems: Problem[] }> {
  const problems = findMissing(root);
  const empty = { config: null, about: null, essays: [], neighbours: [], publicFiles: [] };
  if (problems.some(({ code }) => code === 'content-missing')) return { value: empty, problems };
  const paths = await listPaths(root, problems);
  const tryRead = (path: string): SourceFile[] => {
    const { value, problem } = readFile(root, path);
    if (problem !== null) problems.push(problem);
    return value === null ? [] : [value];
  };
  const readIfThere = (path: string) => (isFile(join(root, path)) ? tryRead(path)[0] : null);
  const inEssays = paths.filter(
    (path) => path.startsWith(`${ESSAYS_FOLDER}/`) && !/\/\./.test(path),
  );
  const value = {
    config: readIfThere(CONFIG_PATH) ?? null,
    about: readIfThere(ABOUT_PATH) ?? null,
    essays: inEssays.filter((path) => ESSAY_FILE.test(path)).flatMap(tryRead),
    neighbours: inEssays.filter((path) => !ESSAY_FILE.test(path)),
    publicFiles: paths.filter((path) => path.startsWith(`${PUBLIC_FOLDER}/`)),
  };
  return { value, problems };
}

/** All files below content/essays and content/public, sorted. */
async function listPaths(root: string, problems: Problem[]): Promise<string[]> {
  const folders = [ESSAYS_FOLDER, PUBLIC_FOLDER].filter((path) => isFolder(join(root, path)));
  const patterns = folders.map((path) => `${path}/**`);
  try {
    const found = await fastGlob(patterns, { cwd: root, dot: true, ignore: LITTER });
    return dropLoops(root, found.sort());
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    problems.push(
      fileUnreadable(path ? relative(root, path).split(sep).join('/') : 'content', code),
    );
    return [];
  }
}

/** Leaves out what is reached a second time through a link to a folder above it. */
function dropLoops(root: string, paths: readonly string[]): string[] {
  const isLoop = new Map<string, boolean>();
  const loops = (folder: string): boolean => {
    if (folder === '.') return false;
    let known = isLoop.get(folder);
    if (known === undefined) {
      const parent = dirname(folder);
      known = loops(parent) || isAncestor(join(root, folder), join(root, parent));
      isLoop.set(folder, known);
    }
    return known;
  };
  return paths.filter((path) => !loops(dirname(path)));
}

/** True for a link that leads to a folder above it. */
function isAncestor(link: string, parent: string): boolean {
  if (!lstatSync(link).isSymbolicLink()) return false;
  const [target, place] = [realpathSync(link), realpathSync(parent)];
  return target === place || place.startsWith(target + sep);
}

/** Reads one file of the site; one that cannot be read is a problem that names it. */
export function readFile(
  root: string,
  path: string,
): { value: SourceFile; problem: null } | { value: null; problem: Problem } {
  try {
    return { value: { path, bytes: readFileSync(join(root, path)) }, problem: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { value: null, problem: fileUnreadable(path, code) };
  }
}

/** The problem of a file that the system does not give; `code` is its word for why. */
export function fileUnreadable(path: string, code: string): Problem {
  const reasons: Record<string, string> = {
    EACCES: 'its rights do not allow it',
    EPERM: 'its rights do not allow it',
    ENOENT: 'it is gone, or a link that leads nowhere',
    ENOTDIR: 'a folder on the way to it is a file',
    ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
  };
  const message = `This cannot be read: ${reasons[code] ?? code}`;
  return makeProblem('file-unreadable', wholeFile(path), message, 'Check the file and its rights.');
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Reports a root that is no folder. */
export function checkRoot(root: string): Problem[] {
  if (isFolder(root)) return [];
  const hint = 'Give the folder of the site with --root, or run blog inside it.';
  return [makeProblem('root-missing', wholeFile(root), 'There is no such folder', hint)];
}

function findMissing(root: string): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'This folder holds no site: `content` is missing';
    const hint =
      'Run blog in the folder that holds `content`, or name it with --root. A new site needs ' +
      'content/site.yaml with `name` and `url`, and essays in content/essays.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (!isFile(join(root, CONFIG_PATH))) {
    const message = 'The site’s settings are missing';
    const hint =
      'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
    return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
  }
  return [];
}
