/**
 * Counts clicks on outbound links, on the pages that have such links: sends a page-view beacon to
 * the endpoint that the script's own element names in `data-endpoint`.
 *
 * The program adds it only where `site.yaml` sets `analytics.outbound`. It never delays the click.
 */
const endpoint = (document.currentScript as HTMLScriptElement | null)?.dataset.endpoint;

/** Sends the link's address and the page's, form-encoded: such a beacon needs no preflight. */
function countClick({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-outbound]');
  if (link && endpoint) {
    navigator.sendBeacon(endpoint, new URLSearchParams({ url: link.href, page: location.href }));
  }
}

addEventListener('click', countClick);
// A click of the middle button opens a tab, and fires no `click` event.
addEventListener('auxclick', (event) => {
  if (event.button === 1) countClick(event);
});

export {};
