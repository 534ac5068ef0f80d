/**
 * The sitemap: every published page, for search engines. Pure.
 */
import { escape as escapeMarkup } from 'he';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { listLocalized } from './language-links.ts';

/** The most addresses that one sitemap may hold (sitemaps.org, "Sitemap index files"). */
const MAX_ENTRIES = 50_000;

/** The sitemap, or an index of its parts if there are too many addresses for one. */
export function makeSitemap(site: Site): string {
  const pages = listSitemapEntries(site);
  if (pages.length <= MAX_ENTRIES) return wrap('urlset', writeSitemapEntries(pages, site));
  const parts = makeSitemapParts(site).map(({ path }) => {
    const address = escapeMarkup(urls.toAbsoluteUrl(site.urls, `/${path}`));
    return `<sitemap><loc>${address}</loc></sitemap>`;
  });
  return wrap('sitemapindex', parts);
}

/** One of the sitemaps that an index lists. */
interface SitemapPart {
  /** In the output folder. */
  readonly path: string;
  readonly text: string;
}

/** Makes the sitemaps that an index lists; none if one holds all addresses. */
export function makeSitemapParts(site: Site): SitemapPart[] {
  const pages = listSitemapEntries(site);
  if (pages.length <= MAX_ENTRIES) return [];
  const parts: SitemapPart[] = [];
  for (let start = 0; start < pages.length; start += MAX_ENTRIES) {
    const entries = writeSitemapEntries(pages.slice(start, start + MAX_ENTRIES), site);
    parts.push({ path: `sitemap-${parts.length + 1}.xml`, text: wrap('urlset', entries) });
  }
  return parts;
}

/** A page by its site path, with the moment of its last change (ms) if that is known. */
interface SitemapEntry {
  readonly path: string;
  readonly changedMs: number | null;
}

function listSitemapEntries({ editions, essays, pages, listings }: Site): SitemapEntry[] {
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

function writeSitemapEntries(
  pages: readonly SitemapEntry[],
  { urls: at, alternates }: Site,
): string[] {
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

const XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';

function wrap(element: string, entries: readonly string[]): string {
  const isLocalized = entries.some((entry) => entry.includes('<xhtml:link'));
  const namespaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${isLocalized ? XHTML : ''}`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${element} ${namespaces}>\n` +
    `${entries.join('\n')}\n</${element}>\n`
  );
}
