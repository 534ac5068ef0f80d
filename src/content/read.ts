/**
 * The site's folder → what lies in it: the edge where essay files enter the program.
 *
 * Lists everything under content/, reads what is parsed (essays, site.yaml, about.md), and leaves
 * the rest as paths: a picture is read only when something shows it.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

const ESSAY_FILE = /\.(md|html|txt)$/i;
/** What systems and editors leave lying about. */
const LITTER = ['**/.DS_Store', '**/Thumbs.db', '**/desktop.ini', '**/*.swp', '**/*~'];

/** Reads the content of the site at `root` (absolute), which is a folder. */
export async function readContent(
  root: string,
): Promise<{ value: ContentFiles; problems: Problem[] }> {
  const found = await fastGlob(['content/essays/**', 'content/public/**'], {
    cwd: root,
    dot: true,
    ignore: LITTER,
  });
  const paths = found.sort();
  const inEssays = paths.filter(
    (path) => path.startsWith(`${ESSAYS_FOLDER}/`) && !/\/\./.test(path),
  );
  const value = {
    config: readIfThere(root, CONFIG_PATH),
    about: readIfThere(root, ABOUT_PATH),
    essays: inEssays.filter((path) => ESSAY_FILE.test(path)).map((path) => read(root, path)),
    neighbours: inEssays.filter((path) => !ESSAY_FILE.test(path)),
    publicFiles: paths.filter((path) => path.startsWith(`${PUBLIC_FOLDER}/`)),
  };
  return { value, problems: findMissing(root, value) };
}

/** Reads one file of the site. */
export function read(root: string, path: string): SourceFile {
  return { path, bytes: readFileSync(join(root, path)) };
}

function readIfThere(root: string, path: string): SourceFile | null {
  return isFile(join(root, path)) ? read(root, path) : null;
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

function findMissing(root: string, content: ContentFiles): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'This folder holds no site: `content` is missing';
    const hint =
      'Run blog in the folder that holds `content`, or name it with --root. A new site needs ' +
      'content/site.yaml with `name` and `url`, and essays in content/essays.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (content.config === null) {
    const message = 'The site’s settings are missing';
    const hint =
      'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
    return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
  }
  return [];
}
