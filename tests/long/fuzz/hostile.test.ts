/**
 * Whatever an author writes, the build never crashes, every problem has its place, and every page is intact: no text
 * becomes markup, no event handler is left, and feeds are well-formed (design, section 1).
 *
 * BLOG_FUZZ is the number of random sites to build; fifty times as many bodies are read. A failure reports its seed,
 * its path and the smallest failing site; BLOG_SEED and BLOG_PATH reproduce it.
 */
import { rmSync } from 'node:fs';
import { type CheerioAPI, load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import { describeBody, makeLocator } from '../../../src/markdown/places.ts';
import { formatProblems, makePaint } from '../../../src/problems/report.ts';
import { outputPathOf } from '../../../src/site/urls.ts';
import { pageOf, readSource } from '../../support/bodies.ts';
import { makeParser } from '../../support/parser.ts';
import {
  type BuiltSite,
  buildIn,
  essay,
  type Files,
  makeSite,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';
import { parseXml } from '../../support/xml.ts';
import { listRunning } from './running.ts';
import { EVIL, hostileBody, hostileSite } from './sites.ts';

const SITES = Number(process.env.BLOG_FUZZ ?? 20);
const { BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;
const MS_PER_SITE = 3000;

const runs = (numRuns: number): fc.Parameters<unknown> => ({
  numRuns,
  ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
});

const CONTROL = /[^\P{Cc}\t\n\f\r]|[\ufffe\uffff]/u;
/** The elements around the author's texts, which no text may change. */
function outlineOf($: CheerioAPI): string {
  const main = 'body > main';
  const parts = ['body > *', `${main} > *`, `${main} > article.essay > *`, `${main} + *`];
  return (
    parts
      // Links to other essays vary from page to page.
      .map((each) => $(each).not('script, .pagination, .related').get())
      .map((all) =>
        all.map((each) => [$(each).prop('tagName'), $(each).attr('class')?.split(' ')[0]]),
      )
      .join('\n')
  );
}

/** Puts a body into a page. */
const frame = (html: string) =>
  load(
    `<!doctype html><body><main><article class="essay"><div>${html}</div><nav></nav></article><aside></aside></main><footer>`,
  );

test('the check detects bodies that break their page', () => {
  const breaking = ['</div></main>', '<!-- a', '<script>', '<table><td>', '</', '<a href="'];
  const whole = outlineOf(frame('<p>a</p>'));
  expect(breaking.filter((html) => outlineOf(frame(html)) === whole)).toEqual([]);
});

const inTime = { timeout: SITES * MS_PER_SITE + 60_000 };
test('every body can be read and leaves the page around it intact', inTime, proveBodies);

test('every site is built, or its problems say what to fix', inTime, () =>
  fc.assert(fc.asyncProperty(hostileSite, prove), runs(SITES)),
);

const REFERENCE = { 'content/essays/reference.md': essay('title: Reference\ndate: 2001-01-01') };

async function proveBodies(): Promise<void> {
  const parser = await makeParser();
  const format = fc.constantFrom('markdown' as const, 'html' as const, 'text' as const);
  // Without a title, the first heading is dropped, whatever is in it.
  const title = fc.constantFrom('Title', null);
  const whole = outlineOf(frame(''));
  fc.assert(
    fc.property(hostileBody, format, title, (text, each, stated) => {
      const file = { path: 'a.md', bytes: Buffer.from(text) };
      const source = readFrontMatter(file);
      const body = readSource(source.body, { format: each, title: stated });
      const locate = makeLocator(source, each === 'markdown', parser.markdown);
      for (const { written } of body.links) expect(locate(written).file).toBe('a.md');
      describeBody(body.faults, source, locate);
      for (const html of [pageOf(body), pageOf(body, [], 'feed'), pageOf(body, [], 'embedded')]) {
        expect(html).not.toMatch(CONTROL);
        expect(outlineOf(frame(html))).toBe(whole);
        expect(listRunning(frame(html))).toEqual([]);
      }
    }),
    runs(SITES * 50),
  );
}

async function prove(files: Files): Promise<void> {
  const root = makeSite({ ...files, ...REFERENCE });
  try {
    let site = await buildIn(root);
    checkReport(site);
    // Removes files with errors until the build succeeds.
    for (let round = 0; site.commit === null; round++) {
      expect(round, site.report).toBeLessThan(5);
      const errors = site.problems.filter(({ severity }) => severity === 'error');
      const wrong = new Set(errors.map(({ file }) => file));
      const isSetting = wrong.delete('content/site.yaml');
      writeFiles(root, Object.fromEntries([...wrong].map((path) => [path, null])));
      if (isSetting) writeFiles(root, { 'content/site.yaml': SITE_YAML });
      site = await buildIn(root);
      checkReport(site);
    }
    checkPages(site);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Expects every problem to be the author's, and printable. */
function checkReport(site: BuiltSite): void {
  expect(site.codes).not.toContain('output-failed');
  expect(formatProblems(site.problems, makePaint(false))).toMatch(/^[\P{Cc}\t\n]*$/u);
  for (const { excerpt, file } of site.problems) {
    expect(excerpt?.length ?? 0).toBeLessThanOrEqual(200);
    expect(file).toMatch(/^content\//);
  }
}

function checkPages(site: BuiltSite): void {
  const essays = site.site?.essays ?? [];
  const titles = new Map(essays.map(({ address, title }) => [outputPathOf(address), title]));
  const outline = outlineOf(site.page('blog/reference.html'));
  for (const path of site.paths.filter((each) => each.endsWith('.html') && !/^\d/.test(each))) {
    const text = site.text(path);
    expect(text, path).not.toMatch(CONTROL);
    const $ = load(text);
    expect($(EVIL).length, path).toBe(0);
    expect(listRunning($), path).toEqual([]);
    const title = titles.get(path);
    if (title === undefined) continue;
    // Around what is in the site's language, on a page in another one.
    $('main > div[lang]').replaceWith((_, each) => $(each).contents());
    expect(outlineOf($), path).toBe(outline);
    expect($('#essay-title').text(), path).toBe(title);
    const { headline } = JSON.parse($('script[type="application/ld+json"]').text());
    expect(headline).toBe(title);
  }
  expect(site.page('index.html')('.card h3').get().length).toBe(titles.size);
  const frame = 'DIV,,HEADER,site-header,MAIN,,FOOTER,footer';
  expect(outlineOf(site.page('index.html')).split('\n')[0]).toBe(frame);
  for (const path of ['feed.xml', 'rss.xml', 'sitemap.xml']) {
    expect(site.text(path)).not.toMatch(CONTROL);
    parseXml(site.text(path));
  }
  for (const { title } of JSON.parse(site.text('feed.json')).items) {
    expect([...titles.values()]).toContain(title);
  }
  for (const path of ['_headers', '_redirects']) expect(site.text(path)).not.toMatch(CONTROL);
}
