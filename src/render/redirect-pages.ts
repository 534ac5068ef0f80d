/**
 * Redirects → small pages for hosts that know nothing of redirects, and `_redirects` for the others.
 */
import { escape as escapeHtml } from 'he';
import { isExternalUrl } from '../content/link-urls.ts';
import type { Redirect, RedirectLine } from '../site/redirects.ts';
import { type SiteUrls, toAbsoluteUrl, toUrl } from '../site/urls.ts';

/** A page that leads to `to` at once, and tells search engines that the target is the page. */
export function renderRedirectPage(
  { to }: Pick<Redirect, 'to'>,
  urls: SiteUrls,
  language: string,
): string {
  const isExternal = isExternalUrl(to);
  const url = escapeHtml(isExternal ? to : toUrl(urls, to));
  const canonical = escapeHtml(isExternal ? to : toAbsoluteUrl(urls, to));
  return (
    `<!doctype html>\n<html lang="${escapeHtml(language)}"><head><meta charset="utf-8">` +
    `<title>This page has moved</title><link rel="canonical" href="${canonical}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}">` +
    `<meta name="viewport" content="width=device-width"></head>` +
    `<body><p>This page has moved to <a href="${url}">${url}</a>.</p></body></html>\n`
  );
}

/**
 * `_redirects` in the form that Netlify, Cloudflare Pages and others share: one rule to a line,
 * placeholders as they are. `own` is what the author's public/_redirects says, and comes first.
 */
export function renderRedirectLines(
  lines: readonly RedirectLine[],
  urls: SiteUrls,
  own: string,
): string {
  const address = (path: string) => (isExternalUrl(path) ? path : toUrl(urls, path));
  const written = lines.map(({ from, to }) => `${address(from)} ${address(to)} 301\n`);
  const head = own === '' || own.endsWith('\n') ? own : `${own}\n`;
  return head + [...new Set(written)].join('');
}
