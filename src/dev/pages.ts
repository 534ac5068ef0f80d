/**
 * Renders the development server's own pages, and what it adds to the pages of the site.
 */
import { escape as escapeHtml } from 'he';
import { readSiteFile } from '../essays/files.ts';
import { digest } from '../files/fingerprint.ts';
import { cutLine, excerptStart, type Problem, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';

/** The server's own URLs; no path of a site begins with a dot. */
export const CLIENT_URL = '/.blog/live.js';
/** The style sheet of documents about problems. */
export const STYLE_URL = '/.blog/problems.css';
export const EVENTS_URL = '/.blog/events';
/** The list of all problems, as HTML for the panel that the badge opens. */
export const LIST_URL = '/.blog/problems';
/** Opens a place in the author's editor. */
export const OPEN_URL = '/.blog/open';
/** Followed by a problem code, the page that explains the code. */
export const EXPLAIN_URL = '/.blog/explain/';

/** The state of a page, as its live reload script receives it. */
export interface PageState {
  /** Changes with the page, except for its style sheet. */
  readonly version: string;
  /** The URL of its style sheet; empty where it has none. */
  readonly style: string;
  /** True for one of the server's own pages, which have no overlay. */
  readonly showsProblems: boolean;
}

/**
 * Adds the live reload script after the end of a page: a parser moves it into the body, and no comment or
 * script of the page can swallow it. `origin` is the server's, for pages with a `<base>`.
 */
export function addClient(html: string, state: PageState, origin: string): string {
  const url = /<base\s/i.test(html) ? origin + CLIENT_URL : CLIENT_URL;
  const [version, style] = [escapeHtml(state.version), escapeHtml(state.style)];
  const data = `data-version="${version}" data-style="${style}"`;
  const flag = state.showsProblems ? ' data-problems' : '';
  return `${html}<script src="${escapeHtml(url)}" ${data}${flag}></script>\n`;
}

/** A problem with the lines around its place. */
export interface ShownProblem {
  readonly problem: Problem;
  /** The lines with their numbers; none where no line is known. */
  readonly frame: readonly { readonly number: number; readonly text: string }[];
}
type ShownProblems = readonly ShownProblem[];

/** The number of lines shown before and after the place of a problem. */
const AROUND = 3;
/** Longer lines are cut: they were not typed by hand. */
const MAX_WIDTH = 400;

/** Reads the lines around a problem in the site at `root`. */
export function frameProblem(problem: Problem, root: string): ShownProblem {
  const { file, line, column, excerpt } = problem;
  if (line === null || column === null || excerpt === null) return { problem, frame: [] };
  // Empty for one of the package's own templates.
  const text = Buffer.from(readSiteFile(root, file).value?.bytes ?? []).toString();
  const lines = showControls(text).replace(/\n$/, '').split('\n');
  // Only the excerpt is shown of a file that was edited since the build, and of a long line.
  if (excerptStart(column) > 0 || cutLine(lines[line - 1] ?? '', column) !== excerpt) {
    return { problem, frame: [{ number: line, text: excerpt }] };
  }
  const start = Math.max(0, line - 1 - AROUND);
  const frame = lines.slice(start, line + AROUND).map((each, index) => {
    return { number: start + index + 1, text: each.slice(0, MAX_WIDTH) };
  });
  return { problem, frame };
}

/** Renders the page that stands in for every page until the first build has ended. */
export function renderLoadingPage(): string {
  return renderDocument('Loading...', '<main class="waiting"><p>Loading...</p></main>');
}

/** Renders the page that stands in for all pages while there are none to show. */
export function renderProblemPage(problems: readonly ShownProblem[]): string {
  const title = hasThrown(problems) ? 'Unexpected Application Error!' : 'The site cannot be built';
  const list = problems.map((each) => renderProblem(each)).join('');
  return renderDocument(title, `<main><h1 class="error">${title}</h1>${list}</main>`);
}

/** The summary of a build's problems for the badge. */
export interface ProblemSummary {
  /** How many there are, by severity. */
  readonly badge: string;
  /** The most severe one. */
  readonly severity: Problem['severity'];
  /** Changes with the problems that keep the site from being built; empty without any. */
  readonly blocking: string;
  /** Changes with the problems. */
  readonly version: string;
}

/** Summarizes all problems of a build; null without any. `blocking` are as in `renderList`. */
export function summarizeProblems(
  problems: readonly Problem[],
  blocking: ShownProblems,
): ProblemSummary | null {
  const severity = SEVERITIES.find((each) => report.countOf(problems, each) > 0);
  if (severity === undefined) return null;
  return {
    badge: report.countBySeverity(problems, SEVERITIES),
    severity,
    blocking: blocking.length === 0 ? '' : digest(JSON.stringify(blocking)),
    version: digest(JSON.stringify(problems)),
  };
}

/**
 * Renders all problems of the site at `root`. Those that keep it from being built, `blocking`, come first; many
 * warnings and notices are grouped.
 */
export function renderList(all: readonly Problem[], blocking: ShownProblems, root: string): string {
  const others = all.filter((each) => !blocking.some(({ problem }) => problem === each));
  const rest = SEVERITIES.flatMap((kind) => others.filter(({ severity }) => severity === kind));
  const isLong = rest.length > report.SHOWN_IN_FULL;
  const groups = isLong
    ? report.groupProblems(rest)
    : rest.map((each): report.ProblemGroup => ({ problems: [each], subject: '' }));
  const list = [
    ...blocking.map((each) => renderProblem(each)),
    ...groups.map((group) => renderProblem(frameProblem(group.problems[0], root), group)),
  ].join('');
  const errors = report.countOf(all, 'error');
  if (errors === 0) return `<h1>${report.countBySeverity(all, SEVERITIES)}</h1>${list}`;
  const number = errors === 1 ? 'One error keeps' : `${errors} errors keep`;
  return `<h1 class="error">${number} the site from being built</h1>${LAST_GOOD}${list}`;
}

const LAST_GOOD =
  '<p class="note">Behind this is the last good page. This message goes away once everything is fixed.</p>';
/** Errors come first, unlike in the terminal. */
const SEVERITIES = ['error', 'warning', 'notice'] as const;

/**
 * Renders the section of a code in the text of docs/problems.md: paragraphs, fenced code and emphasis. Null for an
 * unknown code.
 */
export function renderExplanation(code: string, manual: string): string | null {
  const text = manual.split(`\n## ${code}\n`)[1]?.split(/^## /m)[0];
  if (text === undefined) return null;
  const parts = text.split(/^(`{3,})\w*\n(.*?)^\1$/ms).map((part, index) => {
    if (index % 3 === 1) return '';
    if (index % 3 === 2) return `<pre tabindex="0" class="cause">${escapeHtml(part)}</pre>`;
    const marked = markUp(part.trim())
      .replace(/^(Bad|Good|Why)\b/gm, '<b class="$1">$1</b>')
      .replace(/\*([^*]+)\*/g, '<em>$1</em>');
    return `<p>${marked.replaceAll('\n\n', '</p><p>')}</p>`;
  });
  return renderDocument(code, `<main class="manual"><h1>${code}</h1>${parts.join('')}</main>`);
}

/** True where a template threw: the last good pages are then not what the templates would render. */
export function hasThrown(problems: readonly ShownProblem[]): boolean {
  return problems.some(({ problem }) => problem.code === 'template-threw');
}

/** Renders a problem, or the first of a group with the places of all. */
function renderProblem({ problem, frame }: ShownProblem, group?: report.ProblemGroup): string {
  const { code, severity, message, hint, cause, line, column } = problem;
  const label = severity === 'error' ? '' : `<span class="label">${severity}</span> `;
  const rows = frame.map(({ number, text }) => {
    const row = `<span class="number">${number}</span>${escapeHtml(text)}`;
    if (number !== line || column === null) return `<span class="row">${row}</span>`;
    // As wide as the text before the column; tabs stay tabs.
    const indent = text.slice(0, column - 1 - excerptStart(column)).replace(/[^\t]/g, ' ');
    const marker = `<span class="number"></span>${indent}<b>^</b>`;
    return `<span class="row here">${row}</span><span class="row marker">${marker}</span>`;
  });
  const link = `<a href="${EXPLAIN_URL}${code}" target="_blank">${code}</a>`;
  const common = escapeHtml(group ? report.describeGroup(group) : '');
  return [
    `<section class="${severity}">`,
    common === ''
      ? `<h2>${label}${markUp(message)}</h2>`
      : `<h2>${label}${common}</h2><p>${markUp(message)}</p>`,
    `<p class="place">${renderPlace(problem)} ${link}</p>`,
    frame.length === 0 ? '' : `<pre tabindex="0"><code>${rows.join('')}</code></pre>`,
    cause === null ? '' : `<pre tabindex="0" class="cause">${escapeHtml(cause)}</pre>`,
    hint === null ? '' : `<p class="hint">${markUp(hint)}</p>`,
    common === '' ? '' : renderPlaces(group?.problems ?? [], `${code} ${group?.subject}`),
    '</section>',
  ].join('');
}

/** Renders the places of a group; `id` tells it from the other groups. */
function renderPlaces(problems: readonly Problem[], id: string): string {
  const items = problems.map((each) => `<li>${renderPlace(each)} ${markUp(each.message)}</li>`);
  const head = `<details id="${escapeHtml(id)}"><summary>All ${items.length} places</summary>`;
  return `${head}<ul>${items.join('')}</ul></details>`;
}

/** Renders the place of a problem: for a file, a button that opens it in the editor. */
function renderPlace(problem: Problem): string {
  const place = `<code>${escapeHtml(report.showPlace(problem))}</code>`;
  if (!/\.[^/]+$/.test(problem.file)) return place;
  return `<button class="open" title="Open in your editor">${place}</button><output></output>`;
}

/** Escapes a message, and marks up text between backticks as code. */
function markUp(text: string): string {
  return escapeHtml(text).replace(/&#x60;(.+?)&#x60;/g, '<code>$1</code>');
}

function renderDocument(title: string, body: string): string {
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
    `<link rel="stylesheet" href="${STYLE_URL}"></head><body>${body}</body></html>\n`
  );
}
