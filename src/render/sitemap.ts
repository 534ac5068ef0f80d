/**
 * The sitemap: every published page, for search engines. Pure.
 */
import { escape as escapeMarkup } from 'he';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { listLocalized } from './language-links.ts';

/** Makes the sitemap. */
export function makeSitemap(site: Site): string {
  const entries = writeEntries(listEntries(site), site);
  const isLocalized = entries.some((entry) => entry.includes('<xhtml:link'));
  const namespaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${isLocalized ? XHTML : ''}`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`
  );
}

const XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';

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

function writeEntries(pages: readonly SitemapEntry[], { urls: at, alternates }: Site): string[] {
  return pages.map(({ path, changedMs }) => {
    const address = escapeMarkup(urls.toAbsoluteUrl(at, path));
    const date = changedMs === null ? '' : new Date(changedMs).toISOString();
    const localized = listLocalized(alternates.get(path), at).map(({ hrefLang, href }) => {
      return `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeMarkup(href)}"/>`;
    });
    const modified = date && `<lastmod>${date}</lastmod>`;
    return `<url><loc>${address}</loc>${modified}${localized.join('')}</url>`;
  });
}
