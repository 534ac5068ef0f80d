/**
 * What a static site holds for machines: the sitemap, and the files that name it or speak to hosts. Pure.
 *
 * A file of the author's own in `public/` takes the place of each.
 */
import { escape as escapeXml } from 'he';
import type { EssaySummary, Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';

/** A file by its path in the output folder. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

/** The most addresses that one sitemap may hold (sitemaps.org, "Sitemap index files"). */
const MAX_ADDRESSES = 50_000;

/** All of them, but for those whose places are taken: `taken` are output paths in small letters. */
export function makeServiceFiles(site: Site, taken: ReadonlySet<string>): ServiceFile[] {
  const maps = makeSitemaps(site);
  const sitemap = urls.toAbsoluteUrl(site.urls, `/${SITEMAP}`);
  const files = [
    ...maps,
    { path: 'robots.txt', text: `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n` },
    // GitHub Pages leaves out what begins with an underscore, where it does not find this file.
    { path: '.nojekyll', text: '' },
  ];
  return files.filter(({ path }) => !taken.has(path));
}

const SITEMAP = 'sitemap.xml';

/** One sitemap; or, where there are too many addresses for it, an index and the maps that it names. */
function makeSitemaps(site: Site): ServiceFile[] {
  const essays = site.essays.filter((essay) => !essay.draft);
  const newest = essays.reduce((latest, essay) => Math.max(latest, changeOf(essay)), 0);
  const entries = [
    describeAddress(site, urls.HOME_PATH, newest === 0 ? null : newest),
    describeAddress(site, urls.ABOUT_PATH, null),
    ...essays.map((essay) => describeAddress(site, urls.essayPath(essay.slug), changeOf(essay))),
  ];
  if (entries.length <= MAX_ADDRESSES) return [{ path: SITEMAP, text: wrap('urlset', entries) }];
  const count = Math.ceil(entries.length / MAX_ADDRESSES);
  const parts = Array.from({ length: count }, (_, index) => {
    const part = entries.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES);
    return { path: `sitemap-${index + 1}.xml`, text: wrap('urlset', part) };
  });
  const named = parts.map(({ path }) => {
    return `<sitemap><loc>${escapeXml(urls.toAbsoluteUrl(site.urls, `/${path}`))}</loc></sitemap>`;
  });
  return [{ path: SITEMAP, text: wrap('sitemapindex', named) }, ...parts];
}

/** When an essay was last changed, as far as its author says; ms since the epoch. */
function changeOf({ updated, publishedTimestamp }: EssaySummary): number {
  return updated ?? publishedTimestamp;
}

function describeAddress({ urls: at }: Site, path: string, changedMs: number | null): string {
  const address = escapeXml(urls.toAbsoluteUrl(at, path));
  const changed =
    changedMs === null ? '' : `<lastmod>${new Date(changedMs).toISOString()}</lastmod>`;
  return `<url><loc>${address}</loc>${changed}</url>`;
}

function wrap(element: string, entries: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${entries.join('\n')}\n</${element}>\n`
  );
}
