/**
 * The pages that only the development server shows, and what it adds to those of the site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape as escapeHtml } from 'he';
import type { Problem } from '../problems.ts';
import { showPlace } from '../report.ts';

/** The addresses of the server's own; the site has none that begin with a dot. */
export const CLIENT_URL = '/.blog/live.js';
export const EVENTS_URL = '/.blog/events';

/** What the browser's script is told of the page that it stands in. */
export interface PageState {
  /** Changes with the page, but for its style sheet. */
  readonly version: string;
  /** The URL of its style sheet; empty where it has none. */
  readonly style: string;
  /** True for a page of the server's own, which shows the problems itself, if there are any. */
  readonly showsProblems: boolean;
}

/**
 * Adds the script that keeps a page up to date, behind its end: a parser moves it into the body, and
 * no comment or script of the page can hold it. `origin` is the server's, for pages with a `<base>`.
 */
export function addClient(
  html: string,
  { version, style, showsProblems }: PageState,
  origin: string,
): string {
  const data = [
    `data-version="${escapeHtml(version)}"`,
    `data-style="${escapeHtml(style)}"`,
    ...(showsProblems ? ['data-problems'] : []),
  ].join(' ');
  const url = /<base\s/i.test(html) ? origin + CLIENT_URL : CLIENT_URL;
  return `${html}<script src="${escapeHtml(url)}" ${data}></script>\n`;
}

/** A problem, and the lines around its place. */
export interface ShownProblem {
  readonly problem: Problem;
  /** Empty where no line is known. Numbers count from 1. */
  readonly frame: readonly { readonly number: number; readonly text: string }[];
}

/** How many lines are shown before and after. */
const AROUND = 3;
/** A file with longer lines was not typed by hand. */
const MAX_WIDTH = 400;

/** Looks up the lines around a problem in the site at `root`. */
export function frameProblem(problem: Problem, root: string): ShownProblem {
  const { line, excerpt } = problem;
  if (line === null || excerpt === null) return { problem, frame: [] };
  const lines = readLines(join(root, problem.file));
  // A file that was edited since then is shown by what was seen of it.
  if (lines[line - 1] !== excerpt) return { problem, frame: [{ number: line, text: excerpt }] };
  const start = Math.max(0, line - 1 - AROUND);
  const around = lines.slice(start, line + AROUND);
  const frame = around.map((text, index) => ({
    number: start + index + 1,
    text: text.slice(0, MAX_WIDTH),
  }));
  return { problem, frame };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  } catch {
    return []; // One of the package's own templates, or gone.
  }
}

/** What stands in for every page until the site is built. */
export function renderLoadingPage(): string {
  return renderDocument('Loading...', '<main class="waiting"><p>Loading...</p></main>');
}

export const THROWN_TITLE = 'Unexpected Application Error!';

/** What stands in for the pages when there are none to show. */
export function renderProblemPage(problems: readonly ShownProblem[]): string {
  const title = hasThrown(problems) ? THROWN_TITLE : 'The site cannot be built';
  return renderDocument(title, `<main>${renderProblems(title, '', problems)}</main>`);
}

/** What lies over a page that is the last good one. */
export function renderOverlay(problems: readonly ShownProblem[]): string {
  const errors = problems.filter(({ problem }) => problem.severity === 'error').length;
  const number = errors === 1 ? 'One error keeps' : `${errors} errors keep`;
  const note =
    'What lies behind this is the last good page. This goes by itself when all is mended.';
  return renderProblems(`${number} the site from being built`, note, problems);
}

/** True where a template threw, and so none of the pages can be trusted to be what it would give. */
export function hasThrown(problems: readonly ShownProblem[]): boolean {
  return problems.some(({ problem }) => problem.code === 'template-threw');
}

function renderProblems(title: string, note: string, problems: readonly ShownProblem[]): string {
  const lead = note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`;
  return `<h1>${escapeHtml(title)}</h1>${lead}${problems.map(renderProblem).join('')}`;
}

function renderProblem({ problem, frame }: ShownProblem): string {
  const { code, severity, message, hint, cause, line, column } = problem;
  const label = severity === 'error' ? '' : `<span class="label">${severity}</span> `;
  const rows = frame.map(({ number, text }) => {
    const row = `<span class="number">${number}</span>${escapeHtml(text)}`;
    if (number !== line || column === null) return `<span class="row">${row}</span>`;
    const marker = `<span class="number"></span>${indent(text, column)}<b>^</b>`;
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

/** What stands between backticks in a message is code. */
function markUp(text: string): string {
  return escapeHtml(text).replace(/&#x60;(.+?)&#x60;/g, '<code>$1</code>');
}

/** As wide as the text before the column; tabs stay tabs. */
function indent(text: string, column: number): string {
  return text.slice(0, column - 1).replace(/[^\t]/g, ' ');
}

function renderDocument(title: string, body: string): string {
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
    `<style>${PROBLEM_CSS}html{background:Canvas}</style></head><body>${body}</body></html>\n`
  );
}

/** For the pages of this file, and for the same text over a page of the site. */
export const PROBLEM_CSS = `
:host, :root { color-scheme: light dark; --red: light-dark(#a3231b, #f49a8c);
  --soft: light-dark(#54565b, #aaaaa6); --tint: light-dark(#f3f3f1, #1f2226);
  --mark: light-dark(#fbe8b0, #473a16); --rule: light-dark(#d8d8d6, #34373c); }
body { margin: 0; }
main { box-sizing: border-box; max-width: 62rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 2.5rem);
  color: light-dark(#1c1d20, #e3e2de); font: 1rem/1.5 system-ui, sans-serif; text-align: left; }
main.waiting { padding-top: 30vh; text-align: center; color: var(--soft); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; color: var(--red); text-wrap: balance; }
h2 { margin: 0; font-size: 1.0625rem; line-height: 1.4; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.note { color: var(--soft); max-width: 42rem; }
section { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
.place { display: flex; flex-wrap: wrap; gap: 0 .75rem; color: var(--soft); font-size: .875rem; }
.place code { color: light-dark(#1c1d20, #e3e2de); overflow-wrap: anywhere; }
h2 code, .hint code { font-size: .9375em; padding: 0 .2em; border-radius: .2em; background: var(--tint); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: .875rem; tab-size: 4; }
pre { margin: .75rem 0; padding: .75rem 0; overflow-x: auto; background: var(--tint);
  border-radius: .375rem; line-height: 1.55; }
pre.cause { padding: .75rem 1rem; color: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; }
pre > code { display: block; width: max-content; min-width: 100%; }
.row { display: block; min-height: 1.55em; padding-right: 1rem; white-space: pre; }
.here { background: var(--mark); }
.marker { min-height: 0; line-height: 1; }
.marker b { color: var(--red); }
.number { display: inline-block; width: 3.5rem; padding-right: 1rem; box-sizing: border-box;
  text-align: right; color: var(--soft); user-select: none; }
.label { color: var(--soft); }
.hint::before { content: "→ "; color: var(--red); }
.close { float: right; margin-left: 1rem; padding: .25rem .75rem; border: 1px solid var(--rule);
  border-radius: .375rem; background: none; color: inherit; font: inherit; font-size: .875rem; cursor: pointer; }
dialog { width: 100%; max-width: none; height: 100%; max-height: none; margin: 0; padding: 0; border: 0;
  background: transparent; overflow-y: auto; overscroll-behavior: contain; }
dialog::backdrop { background: light-dark(rgb(255 255 255 / .6), rgb(0 0 0 / .6)); }
dialog main { width: calc(100% - 1rem); margin-block: 4vh; padding-block: 2rem; border-radius: .5rem;
  background: light-dark(#fdfdfc, #15171a); box-shadow: 0 0 0 1px var(--rule), 0 1rem 3rem rgb(0 0 0 / .25); }
`;
