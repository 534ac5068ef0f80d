/**
 * Reports clicks on links that are marked with `data-outbound`: it sends a beacon to the endpoint in the
 * `data-endpoint` of its own script element. A beacon never delays the click.
 *
 * The program adds the script to pages that have such links, if `site.yaml` has `analytics.outbound`.
 */
const endpoint = (document.currentScript as HTMLScriptElement | null)?.dataset.endpoint;

/** Sends the URLs of the link and of the page. Form-encoded, they need no preflight request. */
function countClick({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a[data-outbound]');
  if (link && endpoint) {
    navigator.sendBeacon(endpoint, new URLSearchParams({ url: link.href, page: location.href }));
  }
}

addEventListener('click', countClick);
// A click with the middle button opens a tab and doesn't fire a `click` event.
addEventListener('auxclick', (event) => {
  if (event.button === 1) countClick(event);
});

export {};
