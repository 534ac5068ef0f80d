/**
 * Renders the development server's own pages, and what it adds to the pages of the site.
 */
import { escape as escapeHtml } from 'he';
import { digest } from '../files/fingerprint.ts';
import { manualPage } from '../problems/manual.ts';
import { excerptStart, type Problem } from '../problems/problems.ts';
import * as report from '../problems/report.ts';

/** The server's own URLs; no path of a site begins with a dot. */
export const CLIENT_URL = '/.blog/live.js';
/** The style sheet of documents about problems. */
export const STYLE_URL = '/.blog/problems.css';
export const EVENTS_URL = '/.blog/events';
/** The page of all problems, which the badge opens. */
export const LIST_URL = '/.blog/problems';

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
 * script of the page can swallow it.
 */
export function addClient(html: string, { version, style, showsProblems }: PageState): string {
  const data = `data-version="${escapeHtml(version)}" data-style="${escapeHtml(style)}"`;
  const flag = showsProblems ? ' data-problems' : '';
  return `${html}<script src="${CLIENT_URL}" ${data}${flag}></script>\n`;
}

/** Renders the page that stands in for every page until the first build has ended. */
export function renderLoadingPage(): string {
  return renderDocument('Loading...', '<main class="waiting"><p>Loading...</p></main>');
}

/** Renders the page of all problems, which stands in for all pages while there are none to show. */
export function renderProblemPage(problems: readonly Problem[]): string {
  const errors = report.countOf(problems, 'error');
  const number = errors === 1 ? 'One error keeps' : `${errors} errors keep`;
  const blocked = hasThrown(problems) ? THROWN : `${number} the site from being built`;
  const title = errors === 0 ? report.countBySeverity(problems, SEVERITIES) : blocked;
  const list = SEVERITIES.flatMap((kind) => problems.filter(({ severity }) => severity === kind));
  const kind = errors === 0 ? '' : ' class="error"';
  return renderDocument(
    title,
    `<main><h1${kind}>${title}</h1>${list.map(renderProblem).join('')}</main>`,
  );
}

const THROWN = 'Unexpected Application Error!';
/** Errors come first, unlike in the terminal. */
const SEVERITIES = ['error', 'warning', 'notice'] as const;

/** The summary of a build's problems for the badge. */
export interface ProblemSummary {
  /** How many there are, by severity. */
  readonly badge: string;
  /** The most severe one. */
  readonly severity: Problem['severity'];
  /** Changes with the errors; empty without any. */
  readonly blocking: string;
}

/** Summarizes all problems of a build; null without any. */
export function summarizeProblems(problems: readonly Problem[]): ProblemSummary | null {
  const severity = SEVERITIES.find((each) => report.countOf(problems, each) > 0);
  if (severity === undefined) return null;
  const errors = problems.filter((each) => each.severity === 'error');
  return {
    badge: report.countBySeverity(problems, SEVERITIES),
    severity,
    blocking: errors.length === 0 ? '' : digest(JSON.stringify(errors)),
  };
}

/** True where a template threw: the last good pages are then not what the templates would render. */
export function hasThrown(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => code === 'template-threw');
}

function renderProblem(problem: Problem): string {
  const { code, severity, message, hint, cause, line, column, excerpt } = problem;
  const label = severity === 'error' ? '' : `<span class="label">${severity}</span> `;
  const link = `<a href="${manualPage('problems', code)}" target="_blank">${code}</a>`;
  let source = '';
  if (excerpt !== null && line !== null && column !== null) {
    // As wide as the text before the column; tabs stay tabs.
    const indent = excerpt.slice(0, column - 1 - excerptStart(column)).replace(/[^\t]/g, ' ');
    const row = `<span class="number">${line}</span>${escapeHtml(excerpt)}`;
    const marker = `<span class="number"></span>${indent}<b>^</b>`;
    source = `<pre tabindex="0"><code>${row}\n<span class="marker">${marker}</span></code></pre>`;
  }
  return [
    `<section class="${severity}">`,
    `<h2>${label}${markUp(message)}</h2>`,
    `<p class="place"><code>${escapeHtml(report.showPlace(problem))}</code> ${link}</p>`,
    source,
    cause === null ? '' : `<pre tabindex="0" class="cause">${escapeHtml(cause)}</pre>`,
    hint === null ? '' : `<p class="hint">${markUp(hint)}</p>`,
    '</section>',
  ].join('');
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
