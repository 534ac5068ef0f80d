/**
 * Site → the files that it holds for machines: the sitemap and its kin, the icon, and redirects in both
 * their forms, as pages and as lines of `_redirects`. Pure.
 *
 * A file of the author's own in `public/` takes the place of each; to `_redirects` ours are added.
 */
import { escape as escapeMarkup } from 'he';
import { isExternalUrl } from '../content/html.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { EssaySummary } from '../site/essay.ts';
import { HOST_PLACEHOLDER, type Redirect, type RedirectLine } from '../site/redirects.ts';
import { DEFAULT_ICON, type Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';

/** A file by its path in the output folder. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

/** The most addresses that one sitemap may hold (sitemaps.org, "Sitemap index files"). */
const MAX_ADDRESSES = 50_000;
const SITEMAP = 'sitemap.xml';

/** All but redirects and those whose places are taken: `taken` are output paths in small letters. */
export function makeServiceFiles(site: Site, taken: ReadonlySet<string>): ServiceFile[] {
  const sitemap = urls.toAbsoluteUrl(site.urls, `/${SITEMAP}`);
  const files = [
    ...makeSitemaps(site),
    { path: 'robots.txt', text: `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n` },
    // GitHub Pages leaves out what begins with an underscore, where it does not find this file.
    { path: '.nojekyll', text: '' },
    ...(site.icons.includes(DEFAULT_ICON)
      ? [{ path: DEFAULT_ICON.path, text: drawIcon(site.config.name) }]
      : []),
  ];
  return files.filter(({ path }) => !taken.has(path));
}

/** A page that leads to `to` at once, and tells search engines that the target is the page. */
export function renderRedirectPage(
  { to }: Pick<Redirect, 'to'>,
  at: urls.SiteUrls,
  language: string,
): string {
  const isExternal = isExternalUrl(to);
  const url = escapeMarkup(isExternal ? to : urls.toUrl(at, to));
  const canonical = escapeMarkup(isExternal ? to : urls.toAbsoluteUrl(at, to));
  return (
    `<!doctype html>\n<html lang="${escapeMarkup(language)}"><head><meta charset="utf-8">` +
    `<title>This page has moved</title><link rel="canonical" href="${canonical}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}">` +
    `<meta name="viewport" content="width=device-width"></head>` +
    `<body><p>This page has moved to <a href="${url}">${url}</a>.</p></body></html>\n`
  );
}

/**
 * `_redirects` in the form that Netlify, Cloudflare Pages and others share: one rule to a line,
 * placeholders as they are. `own` is the text of the author's public/_redirects, and comes first.
 */
export function renderRedirectLines(
  lines: readonly RedirectLine[],
  at: urls.SiteUrls,
  own: string,
): string {
  const address = (path: string) => (isExternalUrl(path) ? path : urls.toUrl(at, path));
  const written = lines.map(({ from, to }) => `${address(from)} ${address(to)} 301\n`);
  const head = own === '' || own.endsWith('\n') ? own : `${own}\n`;
  return head + [...new Set(written)].join('');
}

/** Limits of Cloudflare Pages on its free plan, the tightest of the hosts that the README names. */
const HOST_LIMITS = { exactLines: 2000, patterns: 100, files: 20_000 };

/** The limits of hosts that a site passes; `redirects` is the text of its `_redirects`. */
export function findPassedLimits(redirects: string, fileCount: number): Problem[] {
  const lines = redirects.split('\n').filter((line) => /^\s*[^\s#]/.test(line));
  const found = lines.findIndex((line) =>
    HOST_PLACEHOLDER.test(line.trim().split(/\s/, 1)[0] ?? ''),
  );
  const exactCount = found === -1 ? lines.length : found;
  const fewer = 'The last ones are not read there; their pages in out/ redirect all the same.';
  const limits: readonly [count: number, limit: number, what: string, hint: string][] = [
    [exactCount, HOST_LIMITS.exactLines, 'exact lines in _redirects', fewer],
    // Each line after the first pattern counts as one.
    [lines.length - exactCount, HOST_LIMITS.patterns, 'patterns in _redirects', fewer],
    [fileCount, HOST_LIMITS.files, 'files in out/', 'Other hosts and its paid plans take more.'],
  ];
  return limits.flatMap(([count, limit, what, hint]) => {
    if (count <= limit) return [];
    const message = `Cloudflare Pages takes ${limit} ${what} on its free plan, and there are ${count}`;
    return [makeProblem('host-limit', wholeFile(CONFIG_PATH), message, hint)];
  });
}

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
    `font-size="21">${escapeMarkup(firstLetter(name.trim()))}</text></svg>\n`
  );
}

/** One sitemap; or, where there are too many addresses for it, an index and the maps that it names. */
function makeSitemaps({ essays, urls: at }: Site): ServiceFile[] {
  const address = (path: string) => escapeMarkup(urls.toAbsoluteUrl(at, path));
  const describe = (path: string, changedMs: number | null) => {
    const changed =
      changedMs === null ? '' : `<lastmod>${new Date(changedMs).toISOString()}</lastmod>`;
    return `<url><loc>${address(path)}</loc>${changed}</url>`;
  };
  const published = essays.filter((essay) => !essay.draft);
  const newest = published.reduce((latest, essay) => Math.max(latest, changeOf(essay)), 0);
  const entries = [
    describe(urls.HOME_PATH, newest || null),
    describe(urls.ABOUT_PATH, null),
    ...published.map((essay) => describe(urls.essayPath(essay.slug), changeOf(essay))),
  ];
  if (entries.length <= MAX_ADDRESSES) return [{ path: SITEMAP, text: wrap('urlset', entries) }];
  const count = Math.ceil(entries.length / MAX_ADDRESSES);
  const parts = Array.from({ length: count }, (_, index) => {
    const part = entries.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES);
    return { path: `sitemap-${index + 1}.xml`, text: wrap('urlset', part) };
  });
  const named = parts.map(({ path }) => `<sitemap><loc>${address(`/${path}`)}</loc></sitemap>`);
  return [{ path: SITEMAP, text: wrap('sitemapindex', named) }, ...parts];
}

/** When an essay was last changed, as far as its author says; ms since the epoch. */
function changeOf({ updated, publishedTimestamp }: EssaySummary): number {
  return updated ?? publishedTimestamp;
}

function wrap(element: string, entries: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${entries.join('\n')}\n</${element}>\n`
  );
}
