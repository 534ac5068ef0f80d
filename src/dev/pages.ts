/**
 * Renders the development server's own pages, and what it adds to the pages of the site.
 */
import { escape as escapeHtml } from 'he';
import { readFile } from '../content/files.ts';
import { cutLine, excerptStart, type Problem, showControls } from '../problems.ts';
import { showPlace } from '../report.ts';
import problemCss from './problems.css?raw';

/** The server's own URLs; no path of a site begins with a dot. */
export const CLIENT_URL = '/.blog/live.js';
export const EVENTS_URL = '/.blog/events';

/** The facts about a page that are given to the live reload script in it. */
export interface PageState {
  /** Changes with the page, except for its style sheet. */
  readonly version: string;
  /** The URL of its style sheet; empty where it has none. */
  readonly style: string;
  /** True for a page of the server's own, which has no overlay. */
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
  /** Empty where no line is known. Numbers count from 1. */
  readonly frame: readonly { readonly number: number; readonly text: string }[];
}

/** The number of lines shown before and after the place of a problem. */
const AROUND = 3;
/** Longer lines are cut: they were not typed by hand. */
const MAX_WIDTH = 400;

/** Reads the lines around a problem in the site at `root`. */
export function frameProblem(problem: Problem, root: string): ShownProblem {
  const { file, line, column, excerpt } = problem;
  if (line === null || column === null || excerpt === null) return { problem, frame: [] };
  // Empty for one of the package's own templates.
  const text = Buffer.from(readFile(root, file).value?.bytes ?? []).toString();
  const lines = showControls(text).replace(/\n$/, '').split('\n');
  // A file that was edited since the build is represented by the excerpt, and so is a long line.
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
  const list = problems.map(renderProblem).join('');
  return renderDocument(title, `<main><h1>${title}</h1>${list}</main>`);
}

/** Renders the overlay for pages of the last good build. */
export function renderOverlay(problems: readonly ShownProblem[]): string {
  const errors = problems.filter(({ problem }) => problem.severity === 'error').length;
  const number = errors === 1 ? 'One error keeps' : `${errors} errors keep`;
  const note =
    'Behind this is the last good page. This message goes away once everything is fixed.';
  const list = problems.map(renderProblem).join('');
  return `<h1>${number} the site from being built</h1><p class="note">${note}</p>${list}`;
}

/** True where a template threw: the last good pages are then not what the templates would render. */
export function hasThrown(problems: readonly ShownProblem[]): boolean {
  return problems.some(({ problem }) => problem.code === 'template-threw');
}

function renderProblem({ problem, frame }: ShownProblem): string {
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
  return [
    '<section>',
    `<h2>${label}${markUp(message)}</h2>`,
    `<p class="place"><code>${escapeHtml(showPlace(problem))}</code> <span>${code}</span></p>`,
    frame.length === 0 ? '' : `<pre tabindex="0"><code>${rows.join('')}</code></pre>`,
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
    `<style>${problemCss}html{background:Canvas}</style></head><body>${body}</body></html>\n`
  );
}
