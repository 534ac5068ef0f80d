/**
 * Audit of addresses: every URL in a built site resolves, by the rules of a static host and a browser, and every
 * page has the metadata that it needs in its head.
 *
 * Only links that the author wrote may be broken, and only those that the build has warned of.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/problems/problems.ts';
import {
  type AuditedSite,
  CORPUS,
  CORPUS_BELOW,
  SAMPLE,
  SAMPLE_BELOW,
  shareAudited,
} from '../../support/audited-sites.ts';
import { listFeedFaults } from '../../support/feed-rules.ts';
import { type PageFacts, readPageFacts } from '../../support/page-facts.ts';
import { childrenOf, parseXml, textOf } from '../../support/xml.ts';

/** Properties of JSON-LD whose values are addresses (schema.org). */
const URL_PROPERTIES = ['@id', 'url', 'image', 'logo', 'mainEntityOfPage', 'sameAs', 'contentUrl'];
/** Properties of link cards whose values are addresses. */
const URL_METAS = ['og:url', 'og:image', 'og:image:url', 'twitter:image', 'article:author'];

/** A part of the posts; with BLOG_AUDIT=all, all of them. */
const POSTS = process.env.BLOG_AUDIT === 'all' ? [CORPUS, CORPUS_BELOW] : [CORPUS_BELOW];

describe.each([SAMPLE, SAMPLE_BELOW, ...POSTS])('$name', (audited) => {
  describe.skipIf(audited.isAbsent)('as it is published', () => {
    const getSite = shareAudited(audited);
    let site: AuditedSite;
    let pages: Map<string, PageFacts>;
    let paths: Set<string>;
    /** The pages made by templates, without redirect pages. */
    let made: [path: string, facts: PageFacts][];
    let moved: typeof made;

    beforeAll(() => {
      site = getSite();
      // The page for unknown addresses is not a valid target.
      paths = new Set(site.paths.filter((path) => path !== '404.html'));
      const html = site.paths.filter((path) => path.endsWith('.html'));
      pages = new Map(html.map((path) => [path, readPageFacts(site.text(path))]));
      made = [...pages].filter(([, { isRedirect }]) => !isRedirect);
      moved = [...pages].filter(([, { isRedirect }]) => isRedirect);
    });

    /** The file that a static host serves for an address of the site; null if there is none. */
    function findFile(url: URL): string | null {
      const path = readSitePath(url, site);
      if (path === null) return null;
      const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
      return candidates.find((each) => paths.has(each.slice(1)))?.slice(1) ?? null;
    }

    /** The fault of an address on a page; null if there is none. */
    function findFault(url: string, page: string): string | null {
      const target = resolve(url, page, site);
      if (target === null) return `${url} is no address`;
      if (target.origin !== site.urls.origin || isElsewhere(url, target, site)) return null;
      const file = url.startsWith('#') ? page : findFile(target);
      if (file === null) return describeTarget(target, site);
      const id = readFragment(target);
      const isKnown = id === null || !file.endsWith('.html') || pages.get(file)?.ids.has(id);
      return isKnown ? null : describeTarget(target, site);
    }

    const findFaults = (urls: readonly string[], page: string) =>
      urls.flatMap((url) => findFault(url, page) ?? []).map((fault) => `${page}: ${fault}`);

    test('has no broken references except those that the build has warned of', () => {
      const found = [...pages].flatMap(([page, { urls }]) => findFaults(urls, page));
      const warnings = site.problems.filter((each) => isOfBody(each, site));
      const told = warnings.map((problem) => describeWarning(problem, site));
      expect(found.sort()).toEqual(told.sort());
      if (audited.of === 'sample') expect(found).toEqual([]);
    });

    test('has style sheets whose URLs lead to files', () => {
      const sheets = site.paths.filter((path) => /^assets\/.*\.css$/.test(path));
      const faults = sheets.flatMap((sheet) => {
        const urls = [...site.text(sheet).matchAll(/url\(["']?(?!data:)([^"')]+)/g)];
        return findFaults(
          urls.map(([, url = '']) => url),
          sheet,
        );
      });
      expect([sheets.length > 0, faults]).toEqual([true, []]);
    });

    test('gives every page one title, a language and its own absolute address', () => {
      const wrong = [...pages].filter(
        ([, { titles, language }]) => titles.length !== 1 || titles[0]?.trim() === '' || !language,
      );
      const misnamed = made.filter(([page, { canonical, metas }]) => {
        // The page for unknown addresses has no canonical URL.
        if (page === '404.html')
          return canonical.length > 0 || !metas('robots').includes('noindex');
        const named = [...canonical, ...metas('og:url')];
        return named.length !== 2 || named.some((url) => url !== addressOf(page, site));
      });
      expect([...wrong, ...misnamed].map(([page]) => page)).toEqual([]);
      expect(made.length).toBe((site.site?.essays.length ?? 0) + 3);
    });

    test('redirects every old address to an absolute one that exists', () => {
      const wrong = moved.flatMap(
        ([
          page,
          {
            canonical: [target = '', ...more],
            metas,
          },
        ]) => {
          const isFound = /^https?:/.test(target) && findFault(target, page) === null;
          const isHidden = metas('robots').includes('noindex');
          return isFound && isHidden && more.length === 0 ? [] : [`${page}: ${target}`];
        },
      );
      expect([moved.length > 0, wrong]).toEqual([true, []]);
    });

    test('has structured data on every page, with absolute addresses that exist', () => {
      const wrong = made.flatMap(([page, { jsonLd, metas }]) => {
        const described = jsonLd.map((text) => JSON.parse(text) as Record<string, unknown>);
        const whole = described.filter((each) => each['@context'] && each['@type']);
        if (page !== '404.html' && whole.length !== 1) return [`${page}: JSON-LD`];
        const named = URL_METAS.flatMap(metas);
        return [...listUrls(described), ...named]
          .filter((url) => !/^https?:\/\//.test(url) || findFault(url, page) !== null)
          .map((url) => `${page}: ${url}`);
      });
      expect(wrong).toEqual([]);
    });

    test('has a sitemap of existing pages, which robots.txt names', () => {
      const entries = childrenOf(parseXml(site.text('sitemap.xml')), 'url');
      const urls = entries.map((entry) => textOf(entry, 'loc') ?? '');
      const canonicalOf = (url: string) => pages.get(findFile(new URL(url)) ?? '')?.canonical[0];
      expect(urls.filter((url) => canonicalOf(url) !== url)).toEqual([]);
      expect(urls.length).toBe((site.site?.essays.length ?? 0) + 2);
      const [, named = ''] = /^Sitemap: (.*)$/m.exec(site.text('robots.txt')) ?? [];
      expect(findFile(new URL(named))).toBe('sitemap.xml');
    });

    test('has feeds that keep the rules of their formats', () => {
      expect(listFeedFaults(site)).toEqual([]);
    });

    test('has redirect rules from addresses of the site to addresses that exist', () => {
      const slug = site.site?.essays[0]?.slug ?? '';
      const lines = site.text('_redirects').match(/^[^#\s].*$/gm) ?? [];
      const wrong = lines.filter((line) => {
        const [from = '', to = '', status] = line.split(/\s+/);
        const isOurs = from.startsWith(`${site.urls.base}/`) && status === '301';
        return !isOurs || findFault(to.replaceAll(':slug', slug), 'index.html') !== null;
      });
      expect([lines.length > 0, wrong]).toEqual([true, []]);
    });
  });
});

/** The address of a page. */
function addressOf(page: string, { urls: { origin, base } }: AuditedSite): string {
  const path = page === 'index.html' ? '/' : `/${page.replace(/\.html$/, '')}`;
  return encodeURI(origin + base + path);
}

/** Resolves an address on a page as a browser does. */
function resolve(url: string, page: string, site: AuditedSite): URL | null {
  try {
    return new URL(url, addressOf(page, site));
  } catch {
    // An invalid URL, which a browser does not follow; with a scheme it is not the site's own.
    return /^\w+:/.test(url) ? new URL('about:blank') : null;
  }
}

/** The path below the base path, decoded; null outside of it. */
function readSitePath({ pathname }: URL, { urls: { base } }: AuditedSite): string | null {
  if (!pathname.startsWith(`${base}/`) && pathname !== base) return null;
  return decode(pathname.slice(base.length)) || '/';
}

/** True for an absolute address of another site on the same host. */
function isElsewhere(url: string, target: URL, site: AuditedSite): boolean {
  return /^(\w+:)?\/\//.test(url) && readSitePath(target, site) === null;
}

/** The id that a fragment names; null if it is valid on any page. */
function readFragment({ hash }: URL): string | null {
  const id = decode(hash.slice(1).split(':~:')[0] ?? '');
  return id === '' || id.toLowerCase() === 'top' ? null : id;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function describeTarget(target: URL, site: AuditedSite): string {
  return `${readSitePath(target, site) ?? target.pathname}${target.search}${decode(target.hash)}`;
}

/** All addresses in a piece of JSON-LD. */
function listUrls(value: unknown, property = ''): string[] {
  if (typeof value === 'string') return URL_PROPERTIES.includes(property) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => listUrls(each, property));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => listUrls(each, name));
}

const LINK_CODES: readonly string[] = [
  'link-broken',
  // Without its scheme, a URL is a relative path to a browser.
  'link-scheme-missing',
  'anchor-broken',
  'image-missing',
];

/** True for a warning of a link in the body, which is on the page. */
function isOfBody({ code, file, line }: Problem, site: AuditedSite): boolean {
  if (!LINK_CODES.includes(code)) return false;
  const [frontMatter = ''] =
    /^---\r?\n[\s\S]*?\n---/.exec(readFileSync(join(site.root, file ?? ''), 'utf8')) ?? [];
  return (line ?? 0) > frontMatter.split('\n').length;
}

/** A warning of the build in the format of this test's faults. */
function describeWarning({ code, file, message }: Problem, site: AuditedSite): string {
  const essay = site.site?.essays.find(({ source }) => source === file);
  const page = essay === undefined ? 'about.html' : `blog/${essay.slug}.html`;
  if (code === 'anchor-broken') {
    const [, path = '', anchor = ''] = /page (\S+) has no `#(.*)`/.exec(message) ?? [];
    return `${page}: ${path}#${decode(anchor)}`;
  }
  const [, written = ''] = /`(.*?)`/.exec(message) ?? [];
  const url = written.startsWith('/') ? site.urls.base + written : written;
  const target = resolve(url, page, site);
  return `${page}: ${target === null ? `${url} is no address` : describeTarget(target, site)}`;
}
