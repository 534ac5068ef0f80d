/**
 * The report of an import: what came, what did not, and why; a summary for the terminal, and each file with what
 * is to know about it for `import-report.md`.
 */
import { showControls } from '../problems.ts';
import { count } from '../report.ts';
import type { Kind } from './sources.ts';

export const REPORT_PATH = 'import-report.md';

export interface ImportReport {
  readonly kind: Kind;
  readonly counts: Map<string, number>;
  /** What was left out, by its name. */
  readonly leftOut: Map<string, number>;
  /** What is to know about a file. */
  readonly notes: Map<string, readonly string[]>;
  /** Patterns of old addresses, which site.yaml has, and those that the author has to add. */
  readonly rules: string[];
  readonly printed: string[];
  /** Lines of `redirects` for single essays. */
  readonly lines: (readonly [from: string, to: string])[];
  /** Lines for addresses with a query. */
  readonly queries: string[];
  isNothingNew: boolean;
}

/** The summary, one fact a line. */
function listFacts(report: ImportReport): string[] {
  const { counts, leftOut, notes, rules, printed, lines: single, queries } = report;
  const of = (name: string) => counts.get(name) ?? 0;
  const number = (name: string, noun: string) => (of(name) === 0 ? [] : [count(of(name), noun)]);
  const formats = [
    ...(of('md') > 0 ? [`${of('md')} Markdown`] : []),
    ...(of('html') > 0 ? [`${of('html')} HTML`] : []),
    ...(of('txt') > 0 ? [`${of('txt')} plain text`] : []),
  ];
  const came = [
    ...number('essays', 'essay'),
    ...number('drafts', 'draft'),
    ...number('pages', 'page'),
  ];
  const missing = of('missing pictures') > 0 ? `, ${of('missing pictures')} missing` : '';
  const lost =
    of('lost links') > 0 ? ` (leading to no essay, left as they are: ${of('lost links')})` : '';
  const lines = [
    came.length === 0 ? '' : `${came.join(', ')} (${formats.join(', ')})`,
    ...number('present', 'essay').map((each) => `${each} there already, left as they are`),
    ...number('changed by you', 'essay').map((each) => `${each} changed by you, left as they are`),
    ...[...leftOut].map(([what, times]) => `left out, ${what}: ${times}`),
    of('pictures') + of('missing pictures') > 0
      ? `${count(of('pictures'), 'picture')}${missing}`
      : '',
    ...number('files', 'file').map(
      (each) => `${each} copied beside essays and into content/public/`,
    ),
    of('links') + of('lost links') > 0
      ? `${count(of('links'), 'link')} between essays rewritten${lost}`
      : '',
    ...rules.map(
      (rule) =>
        `old addresses: ${printed.includes(rule) ? 'add to `redirects` of site.yaml' : 'rule'} ${rule}: /blog/:slug`,
    ),
    single.length > 0
      ? `old addresses: ${count(single.length, 'line')} of \`redirects\` for single essays`
      : '',
    ...number('aliases', 'alias').map(
      (each) => `${each.replace(/aliass$/, 'aliases')} for old addresses of single essays`,
    ),
    queries.length > 0
      ? `${queries.length} addresses such as ${queries[0]?.split(' ')[1]} in content/public/_redirects (only Netlify reads those)`
      : '',
    ...number('guessed', 'date').map((each) => `${each} guessed`),
    ...number('comments', 'comment').map((each) => `${each} kept in .blog/import/, not published`),
    ...number('script', 'script').map((each) => `${each} removed`),
    ...number('event handler', 'event handler').map((each) => `${each} removed`),
    notes.size > 0 ? `${count(notes.size, 'thing')} to look at: see ${REPORT_PATH}` : '',
  ];
  return lines.filter((line) => line !== '');
}

/** The summary for a terminal. */
export function describeImport(report: ImportReport, isDryRun: boolean): string {
  const end = isDryRun
    ? 'Nothing was written (--dry-run).'
    : report.isNothingNew
      ? 'Nothing new.'
      : 'blog dev shows them.';
  return `From ${report.kind}:\n${listFacts(report)
    .map((line) => `  ${showControls(line)}\n`)
    .join('')}${end}\n`;
}

/** The text of `import-report.md`. */
export function writeReport(report: ImportReport): string {
  const files = [...report.notes].map(
    ([path, notes]) => `## ${path}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
  );
  const facts = listFacts(report)
    .map((line) => `- ${line}\n`)
    .join('');
  return `# Import from ${report.kind}\n\n${facts}\n${files.join('\n')}`;
}
