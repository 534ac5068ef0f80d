/**
 * Site → the files for crawlers, browsers and hosts: sitemap, robots.txt, icon, redirect pages, and the
 * `_redirects` and `_headers` files that Netlify, Cloudflare Pages and others read. Pure.
 *
 * A file in the author's public/ replaces the generated one, except that the generated `_redirects` and
 * `_headers` are appended to the author's.
 */
import { escape as escapeMarkup } from 'he';
import type { SiteConfig } from '../essays/config.ts';
import { ABOUT_ADDRESS, CONFIG_PATH } from '../essays/paths.ts';
import { isExternalUrl } from '../markdown/html.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { DEFAULT_ICON } from '../site/icons.ts';
import { HOST_PLACEHOLDER, isGone, type RedirectLine } from '../site/redirects.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { INITIALS } from '../text/initials.ts';
import { findDirection } from '../text/text.ts';
import { fillText, type Texts } from '../text/texts.ts';
import type { Palette } from '../theme/palette.ts';
import { FEED_FORMATS } from './feeds.ts';

/** A file by its path in the output folder. */
interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

/** The generated files that depend on the site alone, besides its icon. A new one needs only an entry here. */
const SERVICE_FILES: readonly { readonly path: string; make(site: Site): string }[] = [
  { path: urls.SITEMAP_OUTPUT, make: makeSitemap },
  { path: 'robots.txt', make: makeRobots },
  // Without this file, GitHub Pages doesn't publish files whose names begin with an underscore.
  { path: '.nojekyll', make: () => '' },
];

/** Lists the output paths of feeds and service files; a file in the author's public/ replaces each. */
export function listServicePaths(): string[] {
  return [...FEED_FORMATS, ...SERVICE_FILES].map(({ path }) => path);
}

/** Makes the sitemap, robots.txt, icon and similar files, except those that a file of the author's replaces. */
export function makeServiceFiles(site: Site, palette: Palette): ServiceFile[] {
  const files = [
    ...SERVICE_FILES.map(({ path, make }) => ({ path, make: () => make(site) })),
    { path: DEFAULT_ICON.path, make: () => drawIcon(site.config.name, palette) },
  ];
  const made = files.filter(({ path }) => site.services.has(path));
  return [...made.map(({ path, make }) => ({ path, text: make() })), ...makeSitemapParts(site)];
}

function makeRobots({ urls: at }: Site): string {
  const sitemap = urls.toAbsoluteUrl(at, `/${urls.SITEMAP_OUTPUT}`);
  return `User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`;
}

type SiteSettings = Pick<Site, 'config' | 'urls'>;

/** A page that redirects at once and names its target as the canonical URL. */
export function renderRedirectPage(
  { to }: RedirectLine,
  { config, urls: at }: SiteSettings,
): string {
  const { language, texts } = config;
  const isExternal = isExternalUrl(to);
  const url = escapeMarkup(isExternal ? to : urls.toUrl(at, to));
  const canonical = escapeMarkup(isExternal ? to : urls.toAbsoluteUrl(at, to));
  const say = (name: keyof Texts) => escapeMarkup(fillText(texts[name]));
  const text = fillText(say('movedTo'), { link: `<a href="${url}">${url}</a>` });
  return (
    `<!doctype html>\n<html lang="${escapeMarkup(language)}"><head><meta charset="utf-8">` +
    `<title>${say('moved')}</title><link rel="canonical" href="${canonical}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}">` +
    `<meta name="viewport" content="width=device-width"></head>` +
    `<body><p>${text}</p></body></html>\n`
  );
}

/** A page for an address that is gone, in the style of the 404 page. */
export function renderGonePage({ config, urls: at }: SiteSettings, styleUrl: string): string {
  const { name, language, texts } = config;
  const home = escapeMarkup(urls.toUrl(at, urls.HOME_PATH));
  const site = escapeMarkup(name);
  const say = (text: keyof Texts) => escapeMarkup(fillText(texts[text]));
  const direction = findDirection(null, language) === 'rtl' ? ' dir="rtl"' : '';
  return (
    `<!doctype html>\n<html lang="${escapeMarkup(language)}"${direction}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${say('gone')} · ${site}</title>` +
    `<meta name="robots" content="noindex"><link rel="stylesheet" href="${escapeMarkup(styleUrl)}">` +
    `</head><body><header class="site-header"><a class="site-name" href="${home}">${site}</a></header>` +
    `<main><h1 class="not-found">${say('goneText')}</h1>` +
    `<p class="back"><a href="${home}">${say('seeAllEssays')}</a></p></main></body></html>\n`
  );
}

/**
 * Writes `_redirects`: `own`, the text of the author's file, then one rule per line. Hosts understand the
 * placeholders.
 */
export function renderRedirectLines({ redirectLines, urls: at }: Site, own: string): string {
  const address = (path: string) => (isExternalUrl(path) ? path : urls.toUrl(at, path));
  const written = redirectLines.map((line) => {
    // Netlify answers with 410, although there is a page; other hosts ignore the line.
    const status = isGone(line) ? '410!' : '301';
    return `${address(line.from)} ${address(line.to)} ${status}\n`;
  });
  return endLine(own) + [...new Set(written)].join('');
}

const REVALIDATE = 'public, max-age=0, must-revalidate';
/** One year, the longest lifetime that RFC 9111 suggests, without revalidation (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Writes `_headers`: `own`, the text of the author's file, then the generated rules. A header that the
 * author sets for any path is left out of them, since hosts would join the two values.
 *
 * `embedded` is as in `Body.embedded`; `immutable` are the site paths of files with fingerprints, and `addresses`
 * those of pages that are not essays.
 */
export function renderHeaderRules(
  { config, urls: at }: SiteSettings,
  own: string,
  embedded: readonly string[],
  immutable: readonly string[],
  addresses: readonly string[],
): string {
  const stated = new Set<string>(own.toLowerCase().match(/(?<=^[ \t]+)[\w-]+(?=:)/gm));
  const write = (paths: readonly string[], headers: Record<string, string>) => {
    const left = Object.entries(headers).filter(([name]) => !stated.has(name.toLowerCase()));
    const lines = left.map(([name, value]) => `  ${name}: ${value}\n`);
    if (lines.length === 0) return '';
    return paths.map((path) => `${urls.toUrl(at, path)}\n${lines.join('')}`).join('');
  };
  const services = listServicePaths()
    .filter(urls.isServed)
    .map((path) => `/${path}`);
  const pages = [urls.HOME_PATH, ABOUT_ADDRESS, urls.essayPath('*')];
  // One rule for a folder, since hosts would also join the values of a rule for a page in it.
  const others = addresses.map((address) => address.replace(/^(\/[^/]+\/).*/, '$1*'));
  const revalidated = new Set([...pages, ...services, ...others]);
  revalidated.delete(`/${urls.ASSETS_FOLDER}/*`);
  return [
    endLine(own),
    write(['/*'], {
      'Content-Security-Policy': describePolicy(config, embedded),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    }),
    write(immutable, { 'Cache-Control': IMMUTABLE }),
    write([...revalidated], { 'Cache-Control': REVALIDATE }),
  ].join('');
}

/** Cloudflare Pages rejects longer lines. */
const MAX_POLICY = 1900;

/**
 * The Content-Security-Policy: scripts only from known sources; pictures, media and frames from anywhere,
 * since old essays embed them from anywhere. Inline styles are allowed because an essay's HTML may
 * have them.
 */
function describePolicy(config: SiteConfig, embedded: readonly string[]): string {
  const listExtra = (directive: string) =>
    embedded
      .filter((each) => each.startsWith(`${directive} `))
      .map((each) => each.slice(directive.length + 1));
  const scripts = ["'self'", "'inline-speculation-rules'", ...listExtra('script-src')];
  // Next to the digest of a script, Chromium ignores the keyword and requires digests of the rules too.
  const hasDigest = scripts.some((source) => source.startsWith("'sha256-"));
  const rules = hasDigest ? listExtra('speculation-rules') : [];
  const endpoint = config.analytics.outbound;
  const told = endpoint === null ? [] : [new URL(endpoint).origin];
  const objects = listExtra('object-src');
  // The search of Pagefind, whose index the author makes after each build, runs WebAssembly.
  const isSearched = config.elsewhere.some((path) => /^\/pagefind(?:\/|$)/.test(path));
  const wasm = isSearched ? ["'wasm-unsafe-eval'"] : [];
  const write = (scriptSources: readonly string[]) => {
    const directives: Record<string, readonly string[]> = {
      'default-src': ["'self'"],
      'script-src': [...scriptSources, ...wasm],
      'style-src': ["'self'", "'unsafe-inline'", 'https:'],
      'img-src': ['*', 'data:', 'blob:'],
      'media-src': ['*', 'data:', 'blob:'],
      'font-src': ["'self'", 'https:', 'data:'],
      'frame-src': ['*'],
      // Third-party scripts connect to servers that cannot be listed here.
      'connect-src': ["'self'", ...(scripts.length > 2 ? ['https:'] : told)],
      'object-src': objects.length === 0 ? ["'none'"] : objects,
      'base-uri': ["'self'"],
      'form-action': ["'self'", 'https:'],
      'frame-ancestors': ["'self'"],
    };
    return Object.entries(directives)
      .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
      .join('; ');
  };
  const policy = write([...scripts, ...rules]);
  return policy.length <= MAX_POLICY ? policy : write(["'self'", "'unsafe-inline'", 'https:']);
}

/** Reports the limits of hosts that the site exceeds; `redirects` is the text of its `_redirects`. */
export function findPassedLimits(redirects: string, fileCount: number): Problem[] {
  const lines = redirects.split('\n').filter((line) => /^\s*[^\s#]/.test(line));
  const found = lines.findIndex((line) =>
    HOST_PLACEHOLDER.test(line.trim().split(/\s/, 1)[0] ?? ''),
  );
  const exactCount = found === -1 ? lines.length : found;
  const fewer = 'It ignores the rest, but their pages in out/ still redirect.';
  // The free plan of Cloudflare Pages, the tightest of the hosts that docs/publish.md names.
  const limits: readonly [count: number, limit: number, what: string, hint: string][] = [
    [exactCount, 2000, 'exact lines in _redirects', fewer],
    // Every line after the first pattern counts as a pattern.
    [lines.length - exactCount, 100, 'patterns in _redirects', fewer],
    [fileCount, 20_000, 'files in out/', 'Other hosts and its paid plans allow more.'],
  ];
  return limits.flatMap(([count, limit, what, hint]) => {
    if (count <= limit) return [];
    const message = `Cloudflare Pages allows ${limit} ${what} on its free plan, but there are ${count}`;
    return [makeProblem('host-limit', wholeFile(CONFIG_PATH), message, hint)];
  });
}

/**
 * An icon with the first letter of the name, in the palette's paper on its accent: in the typeface of the
 * pages for the letters A to Z, otherwise in one of the reader's fonts.
 */
function drawIcon(name: string, { light, dark }: Palette): string {
  const letter = firstLetter(name.trim());
  const outline = INITIALS[letter];
  const text =
    '<text y="84" text-anchor="middle" font-family="Source Serif 4,Georgia,serif" font-weight="600" ' +
    `font-size="250">${escapeMarkup(letter)}</text>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-160 -160 320 320">' +
    `<style>rect{fill:${light.accent}}path,text{fill:${light.paper}}` +
    `@media(prefers-color-scheme:dark){rect{fill:${dark.accent}}path,text{fill:${dark.paper}}}</style>` +
    '<rect x="-160" y="-160" width="320" height="320" rx="70"/>' +
    `${outline ? `<path d="${outline}"/>` : text}</svg>\n`
  );
}

/** The first character of a name in upper case; one that consists of several code points stays whole. */
function firstLetter(name: string): string {
  // Loading the segmenter takes longer than making all the other service files.
  if (/^[!-~][ -~]/.test(name)) return name.charAt(0).toUpperCase();
  const [first] = new Intl.Segmenter('en').segment(name.toUpperCase());
  return first?.segment ?? '';
}

/** The most addresses that one sitemap may hold (sitemaps.org, "Sitemap index files"). */
const MAX_ENTRIES = 50_000;

/** The sitemap, or an index of its parts if there are too many addresses for one. */
function makeSitemap(site: Site): string {
  const pages = listSitemapEntries(site);
  if (pages.length <= MAX_ENTRIES) return wrap('urlset', writeSitemapEntries(pages, site));
  const parts = makeSitemapParts(site).map(({ path }) => {
    const address = escapeMarkup(urls.toAbsoluteUrl(site.urls, `/${path}`));
    return `<sitemap><loc>${address}</loc></sitemap>`;
  });
  return wrap('sitemapindex', parts);
}

/** The sitemaps that an index lists; none if one holds all addresses. */
function makeSitemapParts(site: Site): ServiceFile[] {
  const pages = listSitemapEntries(site);
  if (pages.length <= MAX_ENTRIES) return [];
  const parts: ServiceFile[] = [];
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

function listSitemapEntries({ essays, pages: own, listings }: Site): SitemapEntry[] {
  const published = essays
    .filter((essay) => !essay.draft)
    .map((essay) => ({
      path: essay.address,
      changedMs: essay.updated ?? essay.publishedTimestamp,
    }));
  const newest = published.reduce((latest, { changedMs }) => Math.max(latest, changedMs), 0);
  return [
    { path: urls.HOME_PATH, changedMs: newest || null },
    { path: ABOUT_ADDRESS, changedMs: null },
    ...own.flatMap(({ address: path, draft, updated, isUndated, publishedTimestamp: date }) => {
      const changedMs = updated ?? (isUndated ? null : date);
      return draft || path === ABOUT_ADDRESS ? [] : [{ path, changedMs }];
    }),
    ...Array.from(listings, (path) => ({ path, changedMs: null })),
    ...published,
  ];
}

function writeSitemapEntries(pages: readonly SitemapEntry[], { urls: at }: Site): string[] {
  return pages.map(({ path, changedMs }) => {
    const address = escapeMarkup(urls.toAbsoluteUrl(at, path));
    const date = changedMs === null ? '' : new Date(changedMs).toISOString();
    return `<url><loc>${address}</loc>${date && `<lastmod>${date}</lastmod>`}</url>`;
  });
}

function wrap(element: string, entries: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
    `${entries.join('\n')}\n</${element}>\n`
  );
}

/** Ends the last line of a text, so that more lines can follow. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
