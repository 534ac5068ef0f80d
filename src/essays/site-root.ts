/**
 * Checks that a folder holds a site. An edge.
 *
 * A build with nothing to do loads this file, and no other code that reads content.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStats } from '../files/file-state.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { CONFIG_PATH, ESSAYS_FOLDER } from './paths.ts';

/** Reports a root that isn't a folder. */
export function checkRoot(root: string): Problem[] {
  if (isFolder(root)) return [];
  const hint = "Name the site's folder with --root, or run blog inside it.";
  return [makeProblem('root-missing', wholeFile(root), 'There is no such folder', hint)];
}

/** The documents of a repository, such as README.md and CHANGELOG.md. */
const DOCUMENT = /^(?:[A-Z_-]+|readme|changelog|contributing|licen[cs]e|todo)\./;
const ESSAY = /\.(?:mdx?|markdown)$/i;
/** The beginning of front matter, up to its title or date. */
const ESSAY_HEAD = /^\uFEFF?---\r?\n(?:(?!---).*\r?\n){0,20}?(?:title|date|published)[ \t]*:/i;

/** Reports essays beside content/, which no build reads. */
export function findStrays(root: string): Problem[] {
  try {
    const strays = readdirSync(root, { withFileTypes: true }).filter((entry) => {
      const { name } = entry;
      const mayBeEssay = entry.isFile() && ESSAY.test(name) && !DOCUMENT.test(name);
      return mayBeEssay && ESSAY_HEAD.test(readFileSync(join(root, name), 'utf8'));
    });
    return strays.map(({ name }) => {
      const message = 'This essay is outside `content`, so it is left out of the site';
      const hint = `Move it to ${ESSAYS_FOLDER}; a page, to content/pages.`;
      return makeProblem('essay-outside', wholeFile(name), message, hint);
    });
  } catch {
    return []; // The site can be built without it.
  }
}

/** Reports required files that are missing from the site at `root`. */
export function findMissing(root: string): Problem[] {
  if (!isFolder(join(root, 'content'))) {
    const message = 'There is no site in this folder: `content` is missing';
    const hint =
      'Run blog in the folder that contains `content`, or name it with --root; `npx essay-blog init` ' +
      'starts a new site here.';
    return [makeProblem('content-missing', wholeFile('content'), message, hint)];
  }
  if (findStats(join(root, CONFIG_PATH))?.isFile()) return [];
  const hint = 'Create the file with two lines: `name: Your Name` and `url: https://example.com`.';
  const message = "The site's settings are missing";
  return [makeProblem('config-missing', wholeFile(CONFIG_PATH), message, hint)];
}

function isFolder(file: string): boolean {
  return findStats(file)?.isDirectory() ?? false;
}
