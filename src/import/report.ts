/**
 * The report of an import: what was imported, what was not, and why. A summary goes to the terminal, and notes about
 * each file to `import-report.md`.
 */
import { MAX_LISTED, showControls } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import { addCount, type Counts } from './counts.ts';
import type { Kind } from './sources.ts';

export const REPORT_PATH = 'import-report.md';

/** Begins the headings of lists of files that were left out. */
export const LEFT_OUT = 'left out: ';
/** The heading of old addresses without a page or redirect. */
export const UNKEPT = 'old addresses leading nowhere';

/** What an import did, as `--json` prints it. */
export interface ImportReport {
  readonly kind: Kind;
  readonly counts: Counts;
  /** Counts of what was left out, by name. */
  readonly leftOut: Counts;
  /** Notes by file, or by what several files have in common. */
  readonly notes: Record<string, string[]>;
  /** Patterns of old addresses. */
  readonly rules: string[];
  /** `redirects` for single essays. */
  readonly lines: (readonly [from: string, to: string])[];
  /** Redirects for addresses with a query. */
  readonly queries: string[];
  /** Sentences about what the author has to decide. */
  readonly decisions: string[];
  /** What the next build refuses. */
  readonly errors: string[];
}

/** Starts an empty report. */
export function startReport(kind: Kind): ImportReport {
  return {
    kind,
    counts: {},
    leftOut: {},
    notes: {},
    rules: [],
    lines: [],
    queries: [],
    decisions: [],
    errors: [],
  };
}

/** Adds an item to a list of notes, once, and only the first few. */
export function addNote({ notes }: ImportReport, heading: string, item: string): void {
  notes[heading] = [...new Set([...(notes[heading] ?? []), item])].slice(0, MAX_LISTED);
}

/** Records a file that isn't imported. */
export function recordLeftOut({ leftOut, notes }: ImportReport, what: string, path: string): void {
  addCount(leftOut, what);
  const heading = LEFT_OUT + what;
  notes[heading] ??= [];
  notes[heading].push(path);
}

/** The lines of the summary: what needs the author's attention, and the numbers. */
interface Summary {
  readonly asked: readonly string[];
  readonly numbers: readonly string[];
}

/** A phrase with a number; empty if the number is 0. */
const phrase = (number: number, noun: string, rest = '') =>
  number === 0 ? '' : `${count(number, noun)}${rest}`;
const isFilled = (line: string) => line !== '';

function summarize(report: ImportReport, where: string): Summary {
  const of = (name: string) => report.counts[name] ?? 0;
  return { asked: listAsked(report, of, where), numbers: listNumbers(report, of) };
}

/** Lists what was lost, and what the author has to decide. */
function listAsked(report: ImportReport, of: (name: string) => number, where: string): string[] {
  const { notes, decisions, errors } = report;
  const unkept = notes[UNKEPT]?.length ?? 0;
  const things = Object.keys(notes).filter((key) => !key.startsWith(LEFT_OUT)).length;
  return [
    ...errors.map((each) => `the build will fail: ${each}`),
    phrase(of('missing pictures'), 'picture', ' missing'),
    phrase(of('lost links'), 'link', " to old pages that weren't imported, left unchanged"),
    phrase(unkept, 'old address', ' leading nowhere'),
    phrase(of('guessed'), 'date', ' guessed'),
    ...decisions,
    phrase(of('script'), 'script', ' removed'),
    phrase(of('event handler'), 'event handler', ' removed'),
    phrase(of('warnings'), 'build warning', ': blog check lists them'),
    phrase(things, 'thing', ` to look at: ${where}`),
  ].filter(isFilled);
}

function listNumbers(report: ImportReport, of: (name: string) => number): string[] {
  const { leftOut, rules, lines: single, queries } = report;
  const join = (parts: readonly string[]) => parts.filter(isFilled).join(', ');
  const formats = Object.entries({ md: 'Markdown', html: 'HTML', txt: 'plain text' });
  const written = formats.map(([key, name]) => (of(key) === 0 ? '' : `${of(key)} ${name}`));
  const came = Object.entries({ essays: 'essay', drafts: 'draft', pages: 'page' });
  const all = join(came.map(([key, noun]) => phrase(of(key), noun)));
  return [
    all && `${all} (${join(written)})`,
    phrase(of('in other languages'), 'essay', ' in languages other than the main one'),
    phrase(of('pictures'), 'picture'),
    phrase(of('files'), 'file', ' copied beside essays and into content/public/'),
    phrase(of('links'), 'link', ' between essays rewritten'),
    describeAddresses(of('kept addresses'), of('redirected addresses')),
    ...rules.map((rule) => `old addresses: rule ${rule}: /blog/:slug`),
    single.length > 0
      ? `old addresses: ${count(single.length, 'line')} of \`redirects\` for single essays`
      : '',
    phrase(of('aliases'), 'alias', ' for old addresses of single essays'),
    queries.length > 0
      ? `${count(queries.length, 'address')} such as ${queries[0]?.split(' ')[1]} in content/public/_redirects (only Netlify reads those)`
      : '',
    phrase(of('comments'), 'comment', ' kept in comments.ndjson, not published'),
    ...Object.entries(leftOut).map(([what, times]) => `left out, ${what}: ${times}`),
  ].filter(isFilled);
}

/** Says how many old addresses are kept, and how many redirect; empty if none does. */
function describeAddresses(kept: number, redirected: number): string {
  const parts = [kept > 0 ? `${kept} kept` : '', redirected > 0 ? `${redirected} redirected` : ''];
  const stated = parts.filter(isFilled);
  return stated.length === 0 ? '' : `old addresses: ${stated.join(', ')}`;
}

/** Writes the summary for the terminal. */
export function describeImport(report: ImportReport, isDryRun: boolean): string {
  const end = isDryRun ? 'Nothing was written (--dry-run).' : 'blog dev shows them.';
  const { asked, numbers } = summarize(report, isDryRun ? 'see below' : `see ${REPORT_PATH}`);
  const indent = (lines: readonly string[]) =>
    lines.map((line) => `  ${showControls(line)}\n`).join('');
  const gap = asked.length > 0 && numbers.length > 0 ? '\n' : '';
  // A dry run doesn't write the report.
  const isTold = isDryRun && Object.keys(report.notes).length > 0;
  const notes = isTold ? `${showControls(writeNotes(report))}\n` : '';
  return `From ${report.kind}:\n${indent(asked)}${gap}${indent(numbers)}${notes}${end}\n`;
}

/** Writes the notes about imported files, then the files that were left out, by folder. */
function writeNotes({ notes }: ImportReport): string {
  const write = (heading: string, lines: readonly string[]) =>
    `## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
  const isLeft = ([heading]: readonly [string, unknown]) => heading.startsWith(LEFT_OUT);
  const all = Object.entries(notes);
  const own = all.filter((each) => !isLeft(each)).map(([path, lines]) => write(path, lines));
  const left = all
    .filter(isLeft)
    .map(([heading, paths]) => write(heading, foldByFolder(paths, MAX_LINES)));
  return `\n${[...own, ...left].join('\n')}`;
}

/** If there are more files, their folders are listed instead; if there are more folders, the folders above them. */
const MAX_LINES = 10;

/** Lists paths; if there are more than `most`, the innermost folders that are at most that many, with counts. */
export function foldByFolder(paths: readonly string[], most: number): string[] {
  if (paths.length <= most) return [...paths];
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const deepest = Math.max(...folders.map(({ length }) => length));
  const nameAt = (parts: readonly string[], depth: number) =>
    parts.slice(0, depth).join('/') || '.';
  for (let depth = deepest; depth >= 0; depth--) {
    const numbers: Counts = {};
    for (const parts of folders) addCount(numbers, nameAt(parts, depth));
    const found = Object.entries(numbers);
    if (found.length > most && depth > 1) continue;
    return found.map(([folder, number]) => `${folder}/: ${count(number, 'file')}`);
  }
  return [];
}

/** Writes the text of `import-report.md`. */
export function writeReport(report: ImportReport): string {
  const { asked, numbers } = summarize(report, 'see below');
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');
  const head = asked.length > 0 ? `${list(asked)}\n## What was imported\n\n` : '';
  return `# Import from ${report.kind}\n\n${head}${list(numbers)}${writeNotes(report)}`;
}
