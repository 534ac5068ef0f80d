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
  const published = essays.filter(({ draft, unlisted }) => !draft && !unlisted);
  const changeOf = ({ updated, publishedTimestamp }: Essay) => updated ?? publishedTimestamp;
  const homes = editions.map(({ config: { prefix }, essays: listed }): SitemapEntry => {
    const shown = listed.filter((essay) => !essay.draft);
    const newest = shown.reduce((latest, essay) => Math.max(latest, changeOf(essay)), 0);
    return { path: prefix + urls.HOME_PATH, changedMs: newest || null };
  });
  return [
    ...homes,
    { path: ABOUT_ADDRESS, changedMs: null },
    ...pages.flatMap((page) => {
      const {
        address: path,
        draft,
        unlisted,
        updated,
        isUndated,
        publishedTimestamp: date,
        kind,
      } = page;
      const changedMs = kind === 'about' ? null : (updated ?? (isUndated ? null : date));
      return draft || unlisted || path === ABOUT_ADDRESS ? [] : [{ path, changedMs }];
    }),
    ...Array.from(listings, (path) => ({ path, changedMs: null })),
    ...published.map((essay) => ({ path: essay.address, changedMs: changeOf(essay) })),
  ];
}
