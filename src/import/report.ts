/**
 * The report of an import: what was imported, what was not, and why. A summary goes to the terminal, and notes about
 * each file to `import-report.md`.
 */
import { showControls } from '../problems.ts';
import { count } from '../report.ts';
import type { Counts } from './imported-essay.ts';
import type { Kind } from './sources.ts';

export const REPORT_PATH = 'import-report.md';

export type ImportReport = ReturnType<typeof startReport>;

/** Starts an empty report. */
export function startReport(kind: Kind) {
  return {
    kind,
    counts: {} as Counts,
    /** Counts of what was left out, by name. */
    leftOut: {} as Counts,
    /** Notes by file. */
    notes: {} as Record<string, readonly string[]>,
    /** Patterns of old addresses. */
    rules: [] as string[],
    /** `redirects` for single essays. */
    lines: [] as (readonly [from: string, to: string])[],
    /** Patterns that the author must add to site.yaml. */
    printed: [] as string[],
    /** Redirects for addresses with a query. */
    queries: [] as string[],
    /** Sentences about site.yaml. */
    settings: [] as string[],
    isNothingNew: false,
  };
}

/** Lists the facts of the summary, one per line. */
function listFacts(report: ImportReport, where: string): string[] {
  const { counts, leftOut, notes, rules, printed, lines: single, queries } = report;
  const of = (name: string) => counts[name] ?? 0;
  /** A phrase with a number; empty if the number is 0. */
  const say = (number: number, noun: string, rest = '') =>
    number === 0 ? '' : `${count(number, noun)}${rest}`;
  const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');
  const formats = Object.entries({ md: 'Markdown', html: 'HTML', txt: 'plain text' });
  const written = formats.map(([key, name]) => (of(key) === 0 ? '' : `${of(key)} ${name}`));
  const came = Object.entries({ essays: 'essay', drafts: 'draft', pages: 'page' });
  const all = join(came.map(([key, noun]) => say(of(key), noun)));
  const [missing, lost] = [of('missing pictures'), of('lost links')];
  const lines = [
    all && `${all} (${join(written)})`,
    say(of('present'), 'essay', ' there already, left as they are'),
    say(of('changed by you'), 'essay', ' changed by you, left as they are'),
    ...Object.entries(leftOut).map(([what, times]) => `left out, ${what}: ${times}`),
    of('pictures') + missing > 0
      ? `${count(of('pictures'), 'picture')}${missing > 0 ? `, ${missing} missing` : ''}`
      : '',
    say(of('files'), 'file', ' copied beside essays and into content/public/'),
    of('links') + lost > 0
      ? `${count(of('links'), 'link')} between essays rewritten${lost > 0 ? ` (leading to no essay, left as they are: ${lost})` : ''}`
      : '',
    ...rules.map((rule) => {
      const what = printed.includes(rule) ? 'add to `redirects` of site.yaml' : 'rule';
      return `old addresses: ${what} ${rule}: /blog/:slug`;
    }),
    single.length > 0
      ? `old addresses: ${count(single.length, 'line')} of \`redirects\` for single essays`
      : '',
    say(of('aliases'), 'alias', ' for old addresses of single essays'),
    queries.length > 0
      ? `${count(queries.length, 'address')} such as ${queries[0]?.split(' ')[1]} in content/public/_redirects (only Netlify reads those)`
      : '',
    ...report.settings,
    say(of('guessed'), 'date', ' guessed'),
    say(of('comments'), 'comment', ' kept in .blog/import/, not published'),
    say(of('script'), 'script', ' removed'),
    say(of('event handler'), 'event handler', ' removed'),
    say(Object.keys(notes).length, 'thing', ` to look at: ${where}`),
  ];
  return lines.filter((line) => line !== '');
}

/** Writes the summary for the terminal; `file` is the report's. */
export function describeImport(report: ImportReport, isDryRun: boolean, file: string): string {
  const end = isDryRun
    ? 'Nothing was written (--dry-run).'
    : report.isNothingNew
      ? 'Nothing new.'
      : 'blog dev shows them.';
  const where = isDryRun ? 'see below' : `see ${file}`;
  const facts = listFacts(report, where).map((line) => `  ${showControls(line)}\n`);
  // The report itself is not written then.
  const isTold = isDryRun && Object.keys(report.notes).length > 0;
  const notes = isTold ? `${showControls(writeNotes(report))}\n` : '';
  return `From ${report.kind}:\n${facts.join('')}${notes}${end}\n`;
}

function writeNotes(report: ImportReport): string {
  const files = Object.entries(report.notes).map(
    ([path, notes]) => `## ${path}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
  );
  return `\n${files.join('\n')}`;
}

/** Writes the text of `import-report.md`, or of a later report. */
export function writeReport(report: ImportReport, file: string): string {
  const facts = listFacts(report, `see ${file}`).map((line) => `- ${line}\n`);
  return `# Import from ${report.kind}\n\n${facts.join('')}${writeNotes(report)}`;
}
