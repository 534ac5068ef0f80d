/**
 * The browser's half of live reload, on every page that the development server shows.
 *
 * It tells the server which page it stands in and in what version, and does what it is told: reload
 * and keep the place, swap the style sheet, show problems. A hidden tab lets go of its connection,
 * since a browser opens only six to a host; when it is looked at again it asks anew.
 */

const RETRY_MS = 1000;

const script = document.currentScript as HTMLScriptElement;
const { version = '', problems: ownProblems } = script.dataset;
let style = script.dataset.style ?? '';
let events: EventSource | null = null;

function connect(): void {
  if (events !== null || document.hidden) return;
  const query = new URLSearchParams({ page: location.pathname, version, style });
  // Not from the page's address: a <base> may lead elsewhere.
  const source = new EventSource(new URL(`events?${query}`, script.src));
  events = source;
  source.addEventListener('reload', reload);
  source.addEventListener('style', ({ data }) => swapStyle(data));
  source.addEventListener('problems', ({ data }) => showProblems(JSON.parse(data)));
  source.addEventListener('error', () => {
    // The browser tries again by itself, but for an answer that is no stream.
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
  // A page of the server's own has no place that is worth keeping; that of the page before it is kept.
  if (ownProblems === undefined) keepPlace({ left: scrollX, top: scrollY });
  else keepPlace(readPlace() ?? null);
  // The browser would go to where it was on the page that is left, which may be one of problems.
  history.scrollRestoration = 'manual';
  location.reload();
  // Somebody may stop it; then this page goes on.
  setTimeout(connect, RETRY_MS);
}

/** Where the page was read; null where that was nowhere yet, undefined for a page that was not reloaded. */
function readPlace(): ScrollToOptions | null | undefined {
  return history.state?.blogPlace;
}

function keepPlace(blogPlace: ScrollToOptions | null | undefined): void {
  history.replaceState({ ...history.state, blogPlace }, '');
}

function restorePlace(): void {
  const place = readPlace();
  if (place === undefined || ownProblems !== undefined) return;
  keepPlace(undefined);
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  if (place !== null) scrollTo({ ...place, behavior: 'instant' });
  else document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** The sheets that each new one takes the place of. */
const replaced = new WeakMap<HTMLLinkElement, readonly HTMLLinkElement[]>();

/**
 * The new sheet is there before the old one goes, so that the page never stands without one. A sheet
 * that is overtaken by the next may never come: whichever comes takes all those before it away.
 */
function swapStyle(url: string): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const current = [...links].filter((link) => link.getAttribute('href') === style);
  style = url;
  for (const link of current) {
    const fresh = link.cloneNode() as HTMLLinkElement;
    const old = [...(replaced.get(link) ?? []), link];
    replaced.set(fresh, old);
    fresh.href = url;
    fresh.addEventListener('load', () => {
      for (const each of old) each.remove();
    });
    fresh.addEventListener('error', () => style === url && reload());
    link.after(fresh);
  }
}

interface Problems {
  readonly html: string;
  readonly css: string;
}

let overlay: HTMLElement | null = null;
let told = '';

function showProblems(problems: Problems | null): void {
  const html = problems?.html ?? '';
  // A page that asks anew is told what it knows: what was closed stays closed.
  if (html === told) return;
  told = html;
  overlay?.remove();
  overlay = null;
  if (problems === null) return;
  overlay = document.createElement('blog-problems');
  const shadow = overlay.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(problems.css);
  shadow.adoptedStyleSheets = [sheet];
  // The server has escaped every text of the author's in it.
  shadow.innerHTML =
    '<dialog aria-label="Problems"><main><form method="dialog">' +
    `<button class="close">Close</button></form>${problems.html}</main></dialog>`;
  document.documentElement.append(overlay);
  shadow.querySelector('dialog')?.showModal();
}

addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
addEventListener('pagehide', disconnect);
addEventListener('pageshow', connect);
addEventListener('DOMContentLoaded', restorePlace);
connect();
