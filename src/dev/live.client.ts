/**
 * Runs in every page that the development server shows, and keeps it up to date (live reload).
 *
 * It tells the server the page and its version, and follows the server's events: reload and keep the scroll
 * position, replace the style sheet, show problems. A hidden tab closes its connection, because a browser
 * opens only six to a host, and connects again when it is shown.
 */

import type { ProblemSummary } from './pages.ts';
import css from './problems.css?raw';

const RETRY_MS = 1000;
const LIST = '/.blog/problems';

const script = document.currentScript as HTMLScriptElement;
const { version = '', problems: ownProblems } = script.dataset;
/** True for one of the server's own pages, whose scroll position is not kept. */
const isOwnPage = ownProblems !== undefined;
/** True for a page of the site in a frame, such as those of the themes: a browser allows six connections to a host. */
const isFramed = window !== parent && !isOwnPage;
let style = script.dataset.style ?? '';
let events: EventSource | null = null;
/** The position to restore after a reload; null for a page that had none, undefined without a reload. */
const position: ScrollToOptions | null | undefined = history.state?.blogPosition;

function connect(): void {
  if (events !== null || document.hidden || isFramed) return;
  const query = new URLSearchParams({ page: location.pathname, version, style });
  const source = new EventSource(`/.blog/events?${query}`);
  events = source;
  source.addEventListener('reload', reload);
  source.addEventListener('style', ({ data }) => replaceStyle(data));
  source.addEventListener('problems', ({ data }) => showProblems(JSON.parse(data)));
  source.addEventListener('error', () => {
    // The browser reconnects by itself, except after a response that is not a stream.
    if (source.readyState !== EventSource.CLOSED) return;
    disconnect();
    setTimeout(connect, RETRY_MS);
  });
}

function disconnect(): void {
  events?.close();
  events = null;
}

function reload(): void {
  disconnect();
  if (window === parent) {
    // One of the server's own pages passes on the position of the previous page.
    keepPosition(isOwnPage ? (position ?? null) : { left: scrollX, top: scrollY });
    // Otherwise the browser would restore a position of its own.
    history.scrollRestoration = 'manual';
  }
  location.reload();
  // The author may stop the reload; then this page connects again.
  setTimeout(connect, RETRY_MS);
}

function keepPosition(blogPosition: ScrollToOptions | null | undefined): void {
  history.replaceState({ ...history.state, blogPosition }, '');
}

function restorePosition(): void {
  if (position === undefined || isOwnPage) return;
  keepPosition(undefined);
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  if (position !== null) scrollTo({ ...position, behavior: 'instant' });
  else document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/**
 * Replaces the style sheet. The old one is removed once the new one has loaded, so that the page is never unstyled; a
 * newer one may load first, so each removes all before it.
 */
function replaceStyle(url: string): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const current = [...links].filter((link) => link.getAttribute('href') === style);
  style = url;
  for (const link of current) {
    const fresh = link.cloneNode() as HTMLLinkElement;
    link.dataset.replaced = '';
    fresh.href = url;
    fresh.addEventListener('load', () => {
      const isOld = () => fresh.previousElementSibling?.matches('[data-replaced]');
      while (isOld()) fresh.previousElementSibling?.remove();
    });
    fresh.addEventListener('error', () => style === url && reload());
    link.after(fresh);
  }
}

let panel: ReturnType<typeof createPanel> | null = null;
let blocking = '';

/** Shows the badge; opens the list where other errors than before keep the site from being built. */
function showProblems(problems: ProblemSummary | null): void {
  // A reconnect repeats the same problems, whose list the author may have closed.
  const isNew = problems?.blocking !== blocking;
  blocking = problems?.blocking ?? '';
  if (problems === null) {
    panel?.host.remove();
    panel = null;
    return;
  }
  panel ??= createPanel();
  panel.badge.textContent = problems.badge;
  panel.badge.className = `badge ${problems.severity}`;
  if (isNew && blocking !== '') panel.openList();
  else if (isNew) panel.dialog.close();
}

function createPanel() {
  const host = document.createElement('blog-problems');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML =
    '<button></button><dialog aria-label="Problems"><form method="dialog">' +
    '<button class="close">Close</button></form></dialog>';
  const badge = shadow.querySelector('button') as HTMLElement;
  const dialog = shadow.querySelector('dialog') as HTMLDialogElement;
  const list = document.createElement('iframe');
  list.title = 'Problems';
  list.src = LIST;
  const openList = () => {
    dialog.append(list);
    if (!dialog.open) dialog.showModal();
  };
  badge.addEventListener('click', openList);
  dialog.addEventListener('close', () => list.remove());
  document.documentElement.append(host);
  return { host, badge, dialog, openList };
}

if (isOwnPage) {
  // The list of problems may be in a dialog over a page.
  const dialog = frameElement?.closest('dialog');
  addEventListener('keydown', ({ key }) => key === 'Escape' && dialog?.close());
}
addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
addEventListener('pagehide', disconnect);
addEventListener('pageshow', connect);
addEventListener('DOMContentLoaded', restorePosition);
connect();
