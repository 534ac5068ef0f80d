/**
 * The sitemap: every published page, for search engines. Pure.
 */
import { escape as escapeMarkup } from 'he';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';

/** Makes the sitemap. Pages name their translations in the head, as well as search engines need it. */
export function makeSitemap(site: Site): string {
  const entries = listEntries(site).map(({ path, changedMs }) => {
    const address = escapeMarkup(urls.toAbsoluteUrl(site.urls, path));
    const modified =
      changedMs === null ? '' : `<lastmod>${new Date(changedMs).toISOString()}</lastmod>`;
    return `<url><loc>${address}</loc>${modified}</url>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
  );
}

/** A page by its site path, with the moment of its last change (ms) if that is known. */
interface SitemapEntry {
  readonly path: string;
  readonly changedMs: number | null;
}

function listEntries({ editions, essays, pages, listings }: Site): SitemapEntry[] {
  const isListed = ({ draft, unlisted, address }: Essay) =>
    !draft && !unlisted && address !== ABOUT_ADDRESS;
  const describe = ({ address, kind, updated, isUndated, publishedTimestamp }: Essay) => {
    const changedMs = updated ?? (isUndated ? null : publishedTimestamp);
    return { path: address, changedMs: kind === 'about' ? null : changedMs };
  };
  return [
    ...editions.map(({ config }) => ({ path: config.prefix + urls.HOME_PATH, changedMs: null })),
    { path: ABOUT_ADDRESS, changedMs: null },
    ...pages.filter(isListed).map(describe),
    ...Array.from(listings, (path) => ({ path, changedMs: null })),
    ...essays.filter(isListed).map(describe),
  ];
}
