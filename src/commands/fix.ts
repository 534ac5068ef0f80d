/**
 * Runs `blog fix`: shows what it would change in the author's files, asks, and writes.
 */
import { join } from 'node:path';
import type { BuildRequest } from '../build.ts';
import { readOwnFile, replaceFile } from '../content/file-state.ts';
import { type Problem, showControls } from '../problems.ts';
import * as report from '../report.ts';
import { findFix } from '../site/fixes.ts';
import { previewSite, selectProblems, type TakeErrors } from './site.ts';

/** A change to a file, and the problem that asks for it. */
interface Change {
  readonly problem: Problem;
  readonly file: string;
  readonly was: string;
  readonly is: string;
}

/**
 * Fixes what can be fixed, in all files or in some (from the working directory). `ask` returns true if the author
 * agrees; null stands for nobody to ask. Returns the exit code: 1 where something is left to fix.
 */
export async function runFix(
  request: BuildRequest,
  files: readonly string[],
  ask: ((question: string) => Promise<boolean>) | null,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
): Promise<0 | 1> {
  const { root } = request;
  const paint = report.makePaint(terminal.hasColor);
  const problems = await previewSite(request, terminal, takeLateErrors);
  const asked = selectProblems(problems, root, files);
  const { changes, texts } = collectChanges(asked, root);
  for (const change of changes) terminal.write(describeChange(change, paint));
  if (changes.length === 0) {
    const left =
      asked.length === 0 ? '' : `; ${report.count(asked.length, 'problem')} for you: blog check`;
    terminal.write(`Nothing to fix${left}\n`);
    return asked.length === 0 ? 0 : 1;
  }
  const these = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  if (ask === null) {
    terminal.write(`To make ${these}: blog fix --yes\n`);
    return 1;
  }
  if (!(await ask(`Make ${these}?`))) return 1;
  for (const [file, text] of texts) replaceFile(join(root, file), text);
  const isRest = asked.length > changes.length;
  const rest = isRest ? '. What is left: blog check' : '';
  const done = `${report.count(changes.length, 'change')} made`;
  terminal.write(`${paint('green', '✓')} ${paint('bold', done)}${rest}\n`);
  return isRest ? 1 : 0;
}

/** Makes the changes to the texts of the files, from the end of each to its beginning, so that places hold. */
function collectChanges(problems: readonly Problem[], root: string) {
  const texts = new Map<string, string>();
  const changes: Change[] = [];
  const order = [...problems].sort(
    (a, b) => (b.line ?? 0) - (a.line ?? 0) || (b.column ?? 0) - (a.column ?? 0),
  );
  for (const problem of order) {
    const fix = findFix(problem);
    if (fix === null) continue;
    const { file } = fix;
    const was = texts.get(file) ?? readOwnFile(join(root, file))?.toString();
    if (was === undefined) continue;
    const is = fix.change(was);
    if (is !== was) changes.push({ problem, file, was, is });
    texts.set(file, is);
  }
  return { changes: changes.sort((a, b) => (a.file < b.file ? -1 : 1)), texts };
}

/** The lines that a change takes away and adds, below the problem. */
function describeChange({ problem, file, was, is }: Change, paint: report.Paint): string {
  const [before, after] = [was.split('\n'), is.split('\n')];
  let start = 0;
  while (start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const show = (sign: '-' | '+', lines: readonly string[]) =>
    lines
      .slice(start, lines.length - end)
      .map((line) => paint(sign === '-' ? 'red' : 'green', `  ${sign} ${showControls(line)}`));
  const head = `${paint('cyan', `${showControls(file)}:${start + 1}`)} ${paint('dim', `[${problem.code}]`)}`;
  return `${[head, ...show('-', before), ...show('+', after)].join('\n')}\n\n`;
}
