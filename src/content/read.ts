/**
 * The site's folder → what lies in it: the edge where the author's files enter the program.
 *
 * Lists everything under content/, reads site.yaml and about.md, and leaves the rest as paths: an
 * essay is read only when it is new or was changed, a picture when something shows it.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { digest } from './fingerprint.ts';
import { ABOUT_PATH, CONFIG_PATH, ESSAYS_FOLDER, PUBLIC_FOLDER } from './paths.ts';
import { findMissing, isFile, isFolder } from './root.ts';
import type { SourceFile } from './text.ts';

export interface ContentFiles {
  /** content/site.yaml, or null where it is missing. */
  readonly config: SourceFile | null;
  /** content/about.md, or null where it is missing. */
  readonly about: SourceFile | null;
  /** Paths of the essays, sorted. */
  readonly essays: readonly string[];
  /** Paths of the other files under content/essays, such as pictures beside an essay. */
  readonly neighbours: readonly string[];
  /** Paths of the files under content/public. */
  readonly publicFiles: readonly string[];
  /** Paths of the folders in which all this was found. */
  readonly folders: readonly string[];
  /** Paths of what is neither file nor folder, such as links that lead nowhere yet. */
  readonly others: readonly string[];
}

const ESSAY_FILE = /\.(md|markdown|html|htm|txt)$/i;
/** What systems and editors leave lying about. */
const LITTER = /\/(\.DS_Store|Thumbs\.db|desktop\.ini|[^/]*\.swp|[^/]*~)(\/|$)/;
/** Version control keeps too many files of its own to look at each. */
const UNREAD = ['**/.git/**', '**/.git'];

const EMPTY: ContentFiles = {
  config: null,
  about: null,
  essays: [],
  neighbours: [],
  publicFiles: [],
  folders: [],
  others: [],
};

/** Reads the content of the site at `root` (absolute), which is a folder. */
export function readContent(root: string): { value: ContentFiles; problems: Problem[] } {
  const problems = findMissing(root);
  if (problems.some(({ code }) => code === 'content-missing')) return { value: EMPTY, problems };
  const { files: paths, folders, others } = listPaths(root, problems);
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
    essays: inEssays.filter((path) => ESSAY_FILE.test(path)),
    neighbours: inEssays.filter((path) => !ESSAY_FILE.test(path)),
    publicFiles: paths.filter((path) => path.startsWith(`${PUBLIC_FOLDER}/`)),
    folders,
    others,
  };
  return { value, problems };
}

/** Which files there are. */
export function keyOfListing(content: ContentFiles): string {
  const { essays, neighbours, publicFiles, folders, others } = content;
  return digest(JSON.stringify([essays, neighbours, publicFiles, folders, others]));
}

interface Listing {
  readonly files: string[];
  readonly folders: string[];
  readonly others: string[];
}

/** All files and folders below content/essays and content/public, sorted. */
function listPaths(root: string, problems: Problem[]): Listing {
  const tops = [ESSAYS_FOLDER, PUBLIC_FOLDER].filter((path) => isFolder(join(root, path)));
  const options = { cwd: root, dot: true, ignore: UNREAD, onlyFiles: false };
  const files: string[] = [];
  const others: string[] = [];
  const folders = ['content', ...tops];
  try {
    const patterns = tops.map((path) => `${path}/**`);
    for (const { path, dirent } of fastGlob.sync(patterns, { ...options, objectMode: true })) {
      if (dirent.isDirectory()) folders.push(path);
      else if (!dirent.isFile()) others.push(path);
      else if (!LITTER.test(path)) files.push(path);
    }
    return { files: dropLoops(root, files.sort()), folders, others };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    problems.push(
      fileUnreadable(path ? relative(root, path).split(sep).join('/') : 'content', code),
    );
    return { files: [], folders, others };
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

/** The problem of a file that is another one than the build has begun with. */
export function sourceChanged(path: string): Problem {
  const message = 'This file was changed while the site was built';
  return makeProblem('file-changed', wholeFile(path), message, 'Build again.');
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
