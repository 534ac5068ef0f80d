/**
 * Runs `blog fix`: shows the changes that it would make to the author's files, asks, and writes them.
 *
 * Other programs' syntax is translated first. After that, the changes are the edits of the problems. The edits of a
 * problem are left out if they overlap with others, or if the file still has the problem or a new error after them.
 */
import { isUtf8 } from 'node:buffer';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compareLists } from '../build/diff.ts';
import type { BuildRequest } from '../build/request.ts';
import { parseConfig } from '../essays/config.ts';
import { parseEssay } from '../essays/essay.ts';
import type { EssayParser } from '../essays/essay-body.ts';
import { ADDRESSES_PATH, CONFIG_PATH } from '../essays/paths.ts';
import { findLock, moveNew, readBytes, rewriteFile } from '../files/author-files.ts';
import { type Problem, showControls, type TextEdit } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { parseAddresses } from '../site/memory/lines.ts';
import {
  applyTextEdits,
  type ChosenChanges,
  type EditedFile,
  type FileChange,
} from './file-edits.ts';
import { loadParser, makeSelection, previewSite, type TakeErrors } from './site.ts';
import { hasForeign, translateSite } from './translate-site.ts';

/**
 * Fixes what it can in all files, or in some (relative to the working directory). `ask` returns true if the author
 * agrees; it is null if nobody can be asked. Returns the exit code: 1 if problems are left.
 */
export async function runFix(
  request: BuildRequest,
  files: readonly string[],
  ask: ((question: string) => Promise<boolean>) | null,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1> {
  const { root } = request;
  const { paint } = terminal;
  const selects = makeSelection(root, files);
  const findProblems = () => previewSite(request, terminal, takeLateErrors, { selects });
  let mayTranslate = true;
  for (;;) {
    const asked = await findProblems();
    const { parser } = await loadParser(request);
    const translated =
      mayTranslate && hasForeign(asked) ? await translateSite(request, parser, selects) : null;
    const isTranslation = translated !== null && translated.changes.length > 0;
    const chosen = isTranslation ? translated : chooseChanges(asked, root, parser);
    const { changes, files: changed } = chosen;
    const locks = new Map([...(translated?.locks ?? []), ...chosen.locks]);
    for (const change of changes) terminal.write(showChange(change, paint));
    for (const [file, lock] of locks) {
      terminal.write(`${showControls(file)} is left unchanged: it ${lock}\n`);
    }
    if (changes.length === 0) {
      const left = `; ${report.count(asked.length, 'problem')} left for you: run \`blog check\``;
      terminal.write(`Nothing to fix${asked.length === 0 ? '' : left}\n`);
      return asked.length === 0 ? 0 : 1;
    }
    const these = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
    if (ask === null) {
      terminal.write(`To make ${these}, run \`blog fix --yes\`.\n`);
      return 1;
    }
    if (!(await ask(`Make ${these}?`))) return 1;
    const edited = writeChanges(changed, request);
    if (edited === null && isTranslation) {
      mayTranslate = false;
      terminal.write(`${paint('green', '✓')} ${report.count(changed.size, 'file')} translated\n\n`);
      continue;
    }
    if (edited === null) {
      const left = await findProblems();
      const rest = left.length > 0 ? ". To see what's left, run `blog check`." : '';
      const done = `${report.count(changes.length, 'change')} made`;
      terminal.write(`${paint('green', '✓')} ${paint('bold', done)}${rest}\n`);
      return left.length > 0 ? 1 : 0;
    }
    terminal.write(`${showControls(edited)} was edited in the meantime. Looking again:\n\n`);
  }
}

/** Writes all files; if somebody has edited one since it was read, returns its path, and writes none of the others. */
export function writeChanges(
  files: ReadonlyMap<string, EditedFile>,
  { root, cacheDir }: BuildRequest,
): string | null {
  for (const [file, { bytes, realPath }] of files) {
    const now = join(root, file);
    if (!readBytes(now)?.equals(bytes) || realpathSync(now) !== realPath) return file;
  }
  for (const [file, { bytes, text, newPath }] of files) {
    if (!rewriteFile(join(root, file), bytes, text, cacheDir)) return file;
    if (newPath !== undefined && !moveNew(join(root, file), join(root, newPath))) return newPath;
  }
  return null;
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
  const order = [...problems].sort(
    (a, b) => lineOf(b) - lineOf(a) || (b.column ?? 0) - (a.column ?? 0),
  );
  for (const problem of order) {
    const path = fileOf(problem);
    const read = files.get(path) ?? readEditable(root, path, problem);
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

/** Reads a file to edit; null for one that must not be, since its text can't be written as it was. */
function readEditable(
  root: string,
  path: string,
  { code, edits = [] }: Problem,
): EditedFile | null {
  const file = join(root, path);
  const bytes = edits.length === 0 ? null : readBytes(file);
  if (bytes === null) return null;
  const isText = isUtf8(bytes);
  // The one problem whose edits are in bytes that aren't UTF-8, which are read as Latin-1.
  if (!isText && code !== 'encoding-invalid') return null;
  const original = bytes.toString(isText ? 'utf8' : 'latin1');
  const realPath = realpathSync(file);
  return { path, bytes, realPath, original, edits: [], text: bytes.toString() };
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

/** Formats a change: its place and perhaps its code, then the lines that it removes and adds. */
export function showChange(
  { problem, file, newPath, was, is }: FileChange,
  paint: report.Paint,
): string {
  const runs = compareLists(was.split('\n'), is.split('\n'));
  const first = runs.findIndex(({ removed, added }) => removed || added);
  const line = runs.slice(0, first).reduce((sum, { value }) => sum + value.length, 1);
  const name = newPath === undefined ? `${file}:${line}` : `${file} → ${newPath}`;
  const place = paint('cyan', showControls(name));
  const lines = runs.flatMap(({ value, removed, added }) => {
    const [color, sign] = removed ? (['red', '-'] as const) : (['green', '+'] as const);
    const shown = removed || added ? value : [];
    return shown.map((each) => paint(color, `  ${sign} ${showControls(each)}`));
  });
  const code = problem === undefined ? '' : ` ${paint('dim', `[${problem.code}]`)}`;
  return `${[place + code, ...lines].join('\n')}\n\n`;
}
