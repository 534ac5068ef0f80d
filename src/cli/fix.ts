/**
 * Runs `blog fix`: shows the changes that it would make to the author's files, asks, and writes them.
 *
 * Other programs' syntax is translated first. After that, the changes are the edits of the problems. The edits of a
 * problem are left out if they overlap with others, or if the file still has the problem or a new error after them.
 */
import { join } from 'node:path';
import type { BuildRequest } from '../build/request.ts';
import { parseConfig } from '../essays/config.ts';
import { parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { ADDRESSES_PATH, CONFIG_PATH } from '../essays/paths.ts';
import { findLock } from '../files/author-files.ts';
import type { Problem, TextEdit } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { parseAddresses } from '../site/memory/lines.ts';
import {
  type Agree,
  applyTextEdits,
  type ChosenChanges,
  type EditedFile,
  type FileChange,
  makeChanges,
  readEditable,
} from './changes.ts';
import { loadParser, makeSelection, previewSite, type TakeErrors } from './site.ts';
import { hasForeign, translateSite } from './translate-site.ts';

/**
 * Fixes what it can in all files, or in some (relative to the working directory). Returns the exit code: 1 if
 * problems are left.
 */
export async function runFix(
  request: BuildRequest,
  files: readonly string[],
  ask: Agree,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1> {
  const { root } = request;
  const selects = makeSelection(root, files);
  const findProblems = () => previewSite(request, terminal, takeLateErrors, { selects });
  const asked = await findProblems();
  const { parser } = await loadParser(request);
  let isTranslated = false;
  if (hasForeign(asked)) {
    const translated = await translateSite(request, parser, selects);
    isTranslated = await makeChanges(translated, request, ask, terminal);
    if (!isTranslated && translated.changes.length > 0) return 1;
  }
  const problems = isTranslated ? await findProblems() : asked;
  const chosen = chooseChanges(problems, root, parser);
  const isMade = await makeChanges(chosen, request, ask, terminal);
  if (!isMade && chosen.changes.length > 0) return 1;
  const left = isMade ? await findProblems() : problems;
  if (!isMade && !isTranslated) terminal.write('Nothing to fix\n');
  if (left.length === 0) return 0;
  terminal.write(`${report.count(left.length, 'problem')} left for you: run \`blog check\`\n`);
  return 1;
}

/**
 * Chooses the edits to make: from the end of each file to its beginning, and those of problems in other files last.
 * Leaves out the edits of a problem if they overlap with chosen ones, or don't fix it, or cause a new error.
 */
function chooseChanges(
  problems: readonly Problem[],
  root: string,
  parser: EssayParser,
): ChosenChanges {
  const files = new Map<string, EditedFile>();
  const locks = new Map<string, string>();
  const changes: FileChange[] = [];
  const lineOf = (problem: Problem) => {
    return fileOf(problem) === problem.file ? (problem.line ?? 0) : -1;
  };
  const order = problems
    .filter(({ edits }) => edits !== undefined)
    .sort((a, b) => lineOf(b) - lineOf(a) || (b.column ?? 0) - (a.column ?? 0));
  for (const problem of order) {
    const path = fileOf(problem);
    const mayBeLatin1 = problem.code === 'encoding-invalid';
    const read = files.get(path) ?? readEditable(root, path, mayBeLatin1);
    const edits = read && addEdits(read.edits, problem.edits ?? []);
    if (read === null || edits === null) continue;
    const was = read.text;
    const is = applyTextEdits(read.original, edits);
    if (is === null || is === was || !isFixed(problem, path, was, is, parser)) continue;
    const lock = findLock(join(root, path));
    if (lock !== null) locks.set(path, lock);
    else {
      files.set(path, { ...read, edits, text: is });
      changes.push({ problem, file: path, was, is });
    }
  }
  return { changes: changes.sort((a, b) => (a.file < b.file ? -1 : 1)), files, locks };
}

/** The file in which a problem's edits are. */
function fileOf({ file, edits = [] }: Problem): string {
  return edits[0]?.file ?? file;
}

/**
 * Adds the edits of a problem to those chosen so far; null if they overlap. An edit that is chosen already, such as
 * the line `gone:` for the first of several addresses, is made once, and an insertion after it follows it directly.
 */
function addEdits(chosen: readonly TextEdit[], added: readonly TextEdit[]): TextEdit[] | null {
  const all = [...chosen];
  let previous = -1;
  for (const edit of added) {
    const { at, was, is } = edit;
    const same = all.findIndex((each) => each.at === at && each.was === was && each.is === is);
    if (same !== -1) {
      previous = same;
      continue;
    }
    // Text is inserted above what is already inserted or replaced at the same place.
    const isBefore = (each: TextEdit) => each.at < at || (each.at === at && was !== '');
    const follows = all[previous]?.at === at;
    const index = follows ? previous + 1 : all.filter(isBefore).length;
    all.splice(index, 0, edit);
    previous = index;
  }
  let done = 0;
  for (const { at, was } of all) {
    if (at < done) return null;
    done = at + was.length;
  }
  return all;
}

/** True if the problem isn't found in the changed text, and no error that wasn't there before. */
function isFixed(
  problem: Problem,
  path: string,
  was: string,
  is: string,
  parser: EssayParser,
): boolean {
  const parse = (text: string): readonly Problem[] => {
    const source = { path, bytes: Buffer.from(text) };
    if (path === CONFIG_PATH) return parseConfig(source).problems;
    if (path === ADDRESSES_PATH) return parseAddresses(source).problems;
    return parseEssay(source, parser).problems;
  };
  const [before, after] = [parse(was), parse(is)];
  const isNew = ({ code }: Problem) => before.every((each) => each.code !== code);
  // Unreadable YAML hides all other errors.
  const mayReveal = problem.code === 'yaml-invalid';
  const makesError = !mayReveal && after.some((each) => each.severity === 'error' && isNew(each));
  return !makesError && after.every((each) => problemKeyOf(each) !== problemKeyOf(problem));
}

const problemKeyOf = ({ code, message, line, column }: Problem) =>
  [code, line, column, message].join(' ');
