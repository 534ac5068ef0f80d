/**
 * Runs in every page that the development server shows, and keeps it up to date (live reload).
 *
 * It tells the server the page and its version, and follows the server's events: reload and keep the scroll
 * position, replace the style sheet, show problems. A hidden tab closes its connection, because a browser
 * opens only six to a host, and connects again when it is shown.
 */

const RETRY_MS = 1000;

const script = document.currentScript as HTMLScriptElement;
const { version = '', problems: ownProblems } = script.dataset;
/** True for a page of the server's own, which has no scroll position worth keeping. */
const isOwnPage = ownProblems !== undefined;
let style = script.dataset.style ?? '';
let events: EventSource | null = null;
/** The position to restore after a reload; null for a page that had none, undefined without a reload. */
const position: ScrollToOptions | null | undefined = history.state?.blogPosition;

function connect(): void {
  if (events !== null || document.hidden) return;
  const query = new URLSearchParams({ page: location.pathname, version, style });
  // Relative to the script, because the page's <base> may lead elsewhere.
  const source = new EventSource(new URL(`events?${query}`, script.src));
  events = source;
  source.addEventListener('reload', reload);
  source.addEventListener('style', ({ data }) => replaceStyle(data));
  source.addEventListener('problems', ({ data }) => showProblems(JSON.parse(data)));
  source.addEventListener('error', () => {
    // The browser reconnects by itself, except after an answer that is no stream.
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
  // A page of the server's own passes on the position of the page before it.
  keepPosition(isOwnPage ? (position ?? null) : { left: scrollX, top: scrollY });
  // Otherwise the browser would restore a position of its own.
  history.scrollRestoration = 'manual';
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
 * Replaces the style sheet. The old one is removed once the new one has loaded, so that the page is never
 * without; a sheet may be overtaken by the next, so the one that loads removes all before it.
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

let overlay: HTMLElement | null = null;
let shownHtml = '';

function showProblems(problems: { readonly html: string; readonly css: string } | null): void {
  const html = problems?.html ?? '';
  // A reconnect repeats the same problems, whose overlay the author may have closed.
  if (html === shownHtml) return;
  shownHtml = html;
  overlay?.remove();
  overlay = null;
  if (problems === null) return;
  overlay = document.createElement('blog-problems');
  const shadow = overlay.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(problems.css);
  shadow.adoptedStyleSheets = [sheet];
  // The server has escaped the author's texts.
  shadow.innerHTML =
    '<dialog aria-label="Problems"><main><form method="dialog">' +
    `<button class="close">Close</button></form>${html}</main></dialog>`;
  document.documentElement.append(overlay);
  shadow.querySelector('dialog')?.showModal();
}

addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
addEventListener('pagehide', disconnect);
addEventListener('pageshow', connect);
addEventListener('DOMContentLoaded', restorePosition);
connect();
