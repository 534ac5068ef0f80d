/**
 * Formats problems for a terminal, alone and in groups, and the other output that commands share.
 *
 * The commands print through a `Terminal`, which cli.ts makes from the process and tests make from strings.
 * Nothing here touches files or the process.
 */
import { styleText } from 'node:util';
import { groupBy } from './group-by.ts';
import { excerptStart, type Problem, type Severity, showControls } from './problems.ts';

/** The output streams that commands print to. */
export interface Terminal {
  /** Writes to standard output. */
  write(text: string): void;
  /** Writes to standard error. */
  writeError(text: string): void;
  readonly paint: Paint;
  /** True when standard error is a terminal, on which a line can be redrawn. */
  readonly isInteractive: boolean;
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green';

/** Styles a text for a terminal; without color the text stays as it is. */
export type Paint = (style: Style, text: string) => string;

export function makePaint(hasColor: boolean): Paint {
  return (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text);
}

const COLORS = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** Beyond this number, problems are grouped, and known warnings and notices are only counted. */
const SHOWN_IN_FULL = 25;

/**
 * Formats problems in the given order. Beyond `SHOWN_IN_FULL`, errors are grouped. Warnings and notices that the last
 * build had too (`known`) are then only counted, and the new ones are grouped if there are too many.
 */
export function formatProblems(
  problems: readonly Problem[],
  paint: Paint,
  known: readonly Problem[] = [],
): string {
  const show = (some: readonly Problem[]) =>
    some.length > SHOWN_IN_FULL
      ? groupProblems(some).map((each) => formatGroup(each, paint))
      : nameHintsOnce(some).map((each) => `${formatProblem(each, paint)}\n`);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const others = problems.filter(({ severity }) => severity !== 'error');
  const fresh = others.length > SHOWN_IN_FULL ? listFresh(others, known) : others;
  const old = others.length - fresh.length;
  const isWhole = old === 0 && Math.max(fresh.length, errors.length) <= SHOWN_IN_FULL;
  const unchanged = old === 0 ? '' : `${old} as in the last build. `;
  const note = `${paint('dim', `${unchanged}To see every one in full: blog check`)}\n`;
  return [...show(fresh), ...(isWhole ? [] : [note]), ...show(errors)].join('\n');
}

/** Leaves out a hint that repeats the one of an earlier problem with the same code. */
function nameHintsOnce(problems: readonly Problem[]): Problem[] {
  const known = new Set<string>();
  return problems.map((problem) => {
    const key = `${problem.code} ${problem.hint}`;
    if (known.has(key)) return { ...problem, hint: null };
    known.add(key);
    return problem;
  });
}

/** Lists the problems that are new. A problem that only moved to another line isn't. */
export function listFresh(problems: readonly Problem[], before: readonly Problem[]): Problem[] {
  const keyOf = ({ code, file, message }: Problem) => [code, file, message].join('\n');
  const counts = new Map<string, number>();
  for (const problem of before) {
    counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  }
  return problems.filter((problem) => {
    const left = counts.get(keyOf(problem)) ?? 0;
    counts.set(keyOf(problem), left - 1);
    return left <= 0;
  });
}

/** Problems with one code. */
export interface ProblemGroup {
  readonly problems: readonly [Problem, ...Problem[]];
  /** The subject that they have in common; empty if they share only the code. */
  readonly subject: string;
}

/** The most groups of one code; if there are more, the smallest are merged. */
const MAX_GROUPS = 4;

/** Groups problems by code, and then by subject or, without one, by message. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups: ProblemGroup[] = [];
  for (const alike of groupBy(problems, ({ code }) => code).values()) {
    const bySubject = [...groupBy(alike, ({ subject, message }) => subject ?? message).values()];
    const largest = bySubject
      .filter(({ length }) => length > 1)
      .sort((a, b) => b.length - a.length)
      .slice(0, MAX_GROUPS - 1);
    const shown = bySubject.length > MAX_GROUPS ? largest : bySubject;
    for (const group of shown) groups.push({ problems: group, subject: group[0].subject ?? '' });
    const [first, ...rest] = bySubject.filter((group) => !shown.includes(group)).flat();
    if (first !== undefined) groups.push({ problems: [first, ...rest], subject: '' });
  }
  return groups;
}

/** Describes a group by its size and its subject; empty for a single problem. */
export function describeGroup({ problems, subject }: ProblemGroup): string {
  if (problems.length === 1) return '';
  const files = new Set(problems.map(({ file }) => file)).size;
  const times = `${problems.length} times in ${count(files, 'file')}`;
  return subject === '' ? times : `${times}: ${subject}`;
}

/** Formats a group: its size and subject, its first problem, and what to do. */
function formatGroup(group: ProblemGroup, paint: Paint): string {
  const [first] = group.problems;
  const place = `${paint('cyan', showPlace(first))} ${first.message}`;
  return `${formatBlock(first, describeGroup(group), [place], paint)}\n`;
}

/** Formats one problem: what happened, where, the source line with a marker, and what to do. */
export function formatProblem(problem: Problem, paint: Paint): string {
  const { severity, message, cause, line, column, excerpt } = problem;
  const details = [paint('cyan', showPlace(problem))];
  if (excerpt !== null && line !== null && column !== null) {
    const margin = ' '.repeat(String(line).length);
    const { text, marker } = fitLine(excerpt, column - excerptStart(column));
    details.push(
      `${paint('dim', `${line} |`)} ${text}`,
      `${paint('dim', `${margin} |`)} ${' '.repeat(marker)}${paint(COLORS[severity], '^')}`,
    );
  }
  if (cause !== null) details.push(...cause.split('\n').map((each) => paint('dim', each)));
  return formatBlock(problem, message, details, paint);
}

/** The lines of a problem or of a group: what happened, its details, what to do. */
function formatBlock(
  { code, severity, hint }: Problem,
  title: string,
  details: readonly string[],
  paint: Paint,
): string {
  const kind = paint(COLORS[severity], paint('bold', severity));
  const head = `${kind} ${paint('dim', `[${code}]`)} ${paint('bold', title)}`.trimEnd();
  const below = [...details, ...(hint === null ? [] : [`${paint('green', '→')} ${hint}`])];
  return [head, ...below.map((line) => `  ${line}`)].join('\n');
}

/** Prints problems on standard error. Returns the exit code. */
export function tellProblems(problems: readonly Problem[], terminal: Terminal): 1 {
  terminal.writeError(`${formatProblems(problems, terminal.paint)}\n`);
  return 1;
}

/** Why a command fails, and what to do. */
export interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** Prints why a command fails, and what to do. Returns the exit code. */
export function refuse(message: string, hint: string, { paint, writeError }: Terminal): 1 {
  writeError(`${paint('red', 'error:')} ${message}\n  ${paint('green', '→')} ${hint}\n`);
  return 1;
}

/** Formats a place as `file:line:column`, without the parts that are null. */
export function showPlace({ file, line, column }: Problem): string {
  return [showControls(file), line, column].filter((part) => part !== null).join(':');
}

const MAX_WIDTH = 100;

/** Cuts a long line to the part around a column. Tabs become spaces, so that the marker lines up. */
function fitLine(line: string, column: number): { text: string; marker: number } {
  const at = Math.min(column - 1, line.length);
  const start = at > MAX_WIDTH - 20 ? skipHalf(line, at - 40) : 0;
  const end = skipHalf(line, start + MAX_WIDTH);
  const [head, tail] = [start > 0 ? '…' : '', end < line.length ? '…' : ''];
  const text = head + line.slice(start, end).replace(/\t/g, ' ') + tail;
  return { text, marker: at - start + head.length };
}

/** Moves an offset forward by one if it would split a surrogate pair. */
function skipHalf(line: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(line[offset] ?? '') ? offset + 1 : offset;
}

/** The version of the JSON output, which docs/json.schema.json describes. */
const JSON_VERSION = 1;

/** Formats a command's output for `--json`. */
export function formatJson(facts: object): string {
  return `${JSON.stringify({ version: JSON_VERSION, ...facts }, null, 2)}\n`;
}

/** Counts the problems of some severities: `1 error, 2 warnings`; empty for none. */
export function countBySeverity(
  problems: readonly Problem[],
  severities: readonly Severity[],
): string {
  const found = severities.filter((severity) => countOf(problems, severity) > 0);
  return found.map((severity) => count(countOf(problems, severity), severity)).join(', ');
}

/** Counts the problems of one severity. */
export function countOf(problems: readonly Problem[], severity: Severity): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

/** Formats a number with its noun: `1 essay`, `2 essays`, `2 aliases`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;
}
