/**
 * What a static site holds for machines: the sitemap, and the files that name it or speak to hosts. Pure.
 *
 * A file of the author's own in `public/` takes the place of each.
 */
import { escape as escapeXml } from 'he';
import type { EssaySummary } from '../site/essay.ts';
import { DEFAULT_ICON } from '../site/icons.ts';
import type { Site } from '../site/site.ts';
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
    ...(site.icons.includes(DEFAULT_ICON)
      ? [{ path: DEFAULT_ICON.path, text: drawIcon(site.config.name) }]
      : []),
  ];
  return files.filter(({ path }) => !taken.has(path));
}

const SITEMAP = 'sitemap.xml';

/** The first letter of a name, or what stands in its place, as readers see it: in one piece. */
function firstLetter(name: string): string {
  // The segmenter takes longer to load than all other files for machines take to make.
  if (/^[!-~][ -~]/.test(name)) return name.charAt(0).toUpperCase();
  const [first] = new Intl.Segmenter('en').segment(name.toUpperCase());
  return first?.segment ?? '';
}

/** The colours of the default templates' paper and accent, light and dark. */
const ICON_COLORS = { light: ['#a3231b', '#fdfdfc'], dark: ['#f49a8c', '#15171a'] };

/** An icon: the first letter of a name, on the colour of the site. */
function drawIcon(name: string): string {
  const { light, dark } = ICON_COLORS;
  const color = ([ground, ink]: readonly string[]) => `rect{fill:${ground}}text{fill:${ink}}`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<style>${color(light)}@media(prefers-color-scheme:dark){${color(dark)}}</style>` +
    '<rect width="32" height="32" rx="7"/>' +
    '<text x="16" y="23" text-anchor="middle" font-family="Georgia,serif" font-weight="700" ' +
    `font-size="21">${escapeXml(firstLetter(name.trim()))}</text></svg>\n`
  );
}

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
