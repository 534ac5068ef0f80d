/**
 * The report of an import: what was imported, what was not, and why. A summary goes to the terminal; `import-report.md`
 * also lists, by reason, the posts and files that need a look, and what was left out.
 */
import { showControls } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import { addCount, addNote, type Counts } from './counts.ts';
import type { Kind } from './sources.ts';

export const REPORT_PATH = 'import-report.md';

/** Begins the headings of lists of files that were left out. */
const LEFT_OUT = 'left out: ';
/** The headings of lists of sentences. */
export const MARKUP = 'markup of other programs, which readers would see';
export const WARNINGS = 'what the next build will warn about';
/** The headings of old addresses without a page or redirect, which are listed whole. */
export const UNKEPT = 'old addresses leading nowhere';
export const GONE = 'addresses of the old sitemap that are gone';

/** What an import did, as `--json` prints it. */
export interface ImportReport {
  readonly kind: Kind;
  readonly counts: Counts;
  /** Counts of what was left out, by name. */
  readonly leftOut: Counts;
  /** Paths, some with a colon and details, by the heading of their list. */
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

/** Records a file that isn't imported. */
export function recordLeftOut(report: ImportReport, what: string, path: string): void {
  addCount(report.leftOut, what);
  addNote(report, LEFT_OUT + what, path);
}

/** A phrase with a number; empty if the number is 0. */
const phrase = (number: number, noun: string, rest = '') =>
  number === 0 ? '' : `${count(number, noun)}${rest}`;
const isFilled = (line: string) => line !== '';

/** Lists what the author has to decide, and what was lost. */
function listAsked({ counts, notes, decisions, errors }: ImportReport): string[] {
  const of = (name: string) => counts[name] ?? 0;
  const unkept = notes[UNKEPT]?.length ?? 0;
  return [
    ...errors.map((each) => `the build will fail: ${each}`),
    ...decisions,
    phrase(of('missing pictures'), 'picture', ' missing'),
    phrase(of('lost links'), 'link', " to old pages that weren't imported, left unchanged"),
    phrase(unkept, 'old address', ' leading nowhere'),
    phrase(of('guessed'), 'date', ' guessed'),
    phrase(of('script'), 'script', ' removed'),
    phrase(of('event handler'), 'event handler', ' removed'),
    phrase(of('warnings'), 'build warning', ': blog check lists them'),
  ].filter(isFilled);
}

/** Lists what was imported. */
function listNumbers({ counts, queries }: ImportReport): string[] {
  const of = (name: string) => counts[name] ?? 0;
  const query = queries[0]?.split(' ')[1];
  const join = (parts: readonly string[]) => parts.filter(isFilled).join(', ');
  const formats = Object.entries({ md: 'Markdown', html: 'HTML', txt: 'plain text' });
  const written = formats.map(([key, name]) => (of(key) === 0 ? '' : `${of(key)} ${name}`));
  const came = Object.entries({ essays: 'essay', drafts: 'draft', pages: 'page' });
  const all = join(came.map(([key, noun]) => phrase(of(key), noun)));
  const [kept, redirected] = [of('kept addresses'), of('redirected addresses')];
  const addresses = join([
    kept > 0 ? `${kept} kept` : '',
    redirected > 0 ? `${redirected} redirected` : '',
  ]);
  return [
    all && `${all} (${join(written)})`,
    phrase(of('in other languages'), 'essay', ' in languages other than the main one'),
    phrase(of('pictures'), 'picture'),
    phrase(of('files'), 'file', ' copied beside essays and into content/public/'),
    phrase(of('links'), 'link', ' between essays rewritten'),
    addresses && `old addresses: ${addresses}`,
    query === undefined
      ? ''
      : `old addresses such as /?${query}: ${queries.length} redirected, on Netlify only`,
  ].filter(isFilled);
}

/** Writes the summary for the terminal. */
export function describeImport(report: ImportReport, isDryRun: boolean): string {
  const things = Object.keys(report.notes).filter((about) => !about.startsWith(LEFT_OUT)).length;
  const where = isDryRun ? 'see below' : `see ${REPORT_PATH}`;
  const seeReport = things === 0 ? [] : [`${count(things, 'thing')} to look at: ${where}`];
  const asked = [...listAsked(report), ...seeReport];
  const left = Object.entries(report.leftOut).map(([what, times]) => `left out, ${what}: ${times}`);
  const numbers = [...listNumbers(report), ...left];
  const indent = (lines: readonly string[]) =>
    lines.map((line) => `  ${showControls(line)}\n`).join('');
  const gap = asked.length > 0 && numbers.length > 0 ? '\n' : '';
  // A dry run doesn't write the report.
  const notes = isDryRun ? showControls(writeNotes(report)) : '';
  const end = isDryRun ? 'Nothing was written (--dry-run).' : 'blog dev shows them.';
  return `From ${report.kind}:\n${indent(asked)}${gap}${indent(numbers)}${notes}${end}\n`;
}

const writeList = (lines: readonly string[]) => lines.map((line) => `- ${line}\n`).join('');

/** Writes the lists by reason, and what was left out. */
function writeNotes({ notes, leftOut }: ImportReport): string {
  const own = Object.entries(notes).filter(([about]) => !about.startsWith(LEFT_OUT));
  const parts = own.map(([about, items]) => `## ${about}\n\n${writeList(shorten(about, items))}`);
  const left = Object.entries(leftOut).map(([what, times]) => {
    const paths = notes[LEFT_OUT + what] ?? [];
    return `${what}: ${paths.length === 0 ? times : foldByFolder(paths, MAX_LEFT).join(', ')}`;
  });
  if (left.length > 0) parts.push(`## Left out\n\n${writeList(left)}`);
  return parts.map((part) => `\n${part}`).join('');
}

/** The most lines of a list, and the most paths of a kind that was left out. */
const MAX_LINES = 5;
const MAX_LEFT = 3;
/** The most lines of a list with details or sentences, whose paths alone wouldn't help. */
const MAX_DETAILS = 12;

/** Shortens a list: paths to their folders, and others to their first lines. */
function shorten(about: string, items: readonly string[]): string[] {
  if (about === UNKEPT || about === GONE) return [...items];
  const isDetailed = about === MARKUP || about === WARNINGS || items[0]?.includes(': ');
  if (!isDetailed) return foldByFolder(items, MAX_LINES);
  const more = items.length - MAX_DETAILS;
  return [...items.slice(0, MAX_DETAILS), ...(more > 0 ? [`and ${more} more`] : [])];
}

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
  const asked = listAsked(report);
  const head = asked.length > 0 ? `${writeList(asked)}\n## What was imported\n\n` : '';
  const numbers = writeList(listNumbers(report));
  return `# Import from ${report.kind}\n\n${head}${numbers}${writeNotes(report)}`;
}
