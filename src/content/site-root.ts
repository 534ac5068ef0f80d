/**
 * Checks that a folder holds a site. An edge.
 *
 * A build with nothing to do needs nothing else of the code that reads content.
 */
import { join } from 'node:path';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { findStats } from './file-state.ts';
import { CONFIG_PATH, ESSAYS_FOLDER } from './paths.ts';

/** The folders in which other generators keep posts. */
const POST_FOLDERS = [
  ...['content/posts', 'content/post', 'content/blog', '_posts', 'posts', 'source/_posts'],
  ...['src/content/posts', 'src/content/blog', 'src/posts', 'content/articles'],
];

/** Reports a root that is not a folder. */
export function checkRoot(root: string): Problem[] {
  if (isFolder(root)) return [];
  const hint = 'Name the site’s folder with --root, or run blog inside it.';
  return [makeProblem('root-missing', wholeFile(root), 'There is no such folder', hint)];
}

/** Reports required files that the site at `root` lacks, and essays in a folder with another name. */
export function findMissing(root: string): Problem[] {
  return [...findMissingFiles(root), ...findMisplaced(root)];
}

/** Reports a folder of posts if there is no content/essays. */
function findMisplaced(root: string): Problem[] {
  if (isFolder(join(root, ESSAYS_FOLDER))) return [];
  const found = POST_FOLDERS.find((path) => isFolder(join(root, path)));
  if (found === undefined) return [];
  const message = `There is no folder ${ESSAYS_FOLDER}, but one of posts, \`${found}\``;
  const hint = `Essays are read from ${ESSAYS_FOLDER}. Rename \`${found}\` to \`${ESSAYS_FOLDER}\`.`;
  return [makeProblem('essays-misplaced', wholeFile(found), message, hint)];
}

function findMissingFiles(root: string): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'There is no site in this folder: `content` is missing';
    const hint =
      'Run blog in the folder that contains `content`, or name it with --root; `npx blog init` ' +
      'starts a new site here.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (findStats(join(root, CONFIG_PATH))?.isFile()) return [];
  const hint = 'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
  const message = 'The site’s settings are missing';
  return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
}

function isFolder(file: string): boolean {
  return findStats(file)?.isDirectory() ?? false;
}
