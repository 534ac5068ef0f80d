/**
 * The home page, `/`, as it is built: specification, sections 1, 2.1, 8 and 9.
 */
import { gzipSync } from 'node:zlib';
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { type BuiltSite, buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';
import { links, SCRIPT, texts } from './texts.ts';

const EMPTY_LIST =
  'Loading essays... If this persists, the posts data may not have been generated yet.';

/** One essay a tag list, the first the newest; each is titled by its place, from 1. */
function essaysWithTags(...tagLists: string[]): Files {
  return Object.fromEntries(
    tagLists.map((tags, index) => [
      `content/essays/${index + 1}.md`,
      essay(`title: Essay ${index + 1}\npublished: ${2020 - index}-01-01\ntags: [${tags}]`),
    ]),
  );
}

const cardTitles = ($: CheerioAPI) => texts($, 'main ol article h3');
const shownButtons = ($: CheerioAPI) => texts($, 'main button:not([hidden])');
const hiddenButtons = ($: CheerioAPI) => texts($, 'main button[hidden]');

async function buildHome(files: Files): Promise<CheerioAPI> {
  return (await buildSite(files)).page('index.html');
}

describe('heading and intro', () => {
  test('the page opens with the heading and the intro of site.yaml', async () => {
    const $ = await buildHome({
      'content/site.yaml': `${SITE_YAML}title: Notes\nintro: Essays on technology & society.\n`,
      ...essaysWithTags('a'),
    });
    expect(texts($, 'main h1')).toEqual(['Notes']);
    expect($('main h1').next('p').text()).toBe('Essays on technology & society.');
  });

  test('the heading is "Essays" where site.yaml gives none', async () => {
    const $ = await buildHome(essaysWithTags('a'));
    expect(texts($, 'main h1')).toEqual(['Essays']);
  });
});

describe('the row of tag buttons', () => {
  test('"All Essays" with the total comes first, then tags by count, highest first', async () => {
    const $ = await buildHome(essaysWithTags('ai, music', 'music, travel', 'music, travel', ''));
    expect(shownButtons($)).toEqual(['All Essays (4)', '#music (3)', '#travel (2)', '#ai (1)']);
  });

  test('tags of one count keep the order in which they first appear, newest essay first', async () => {
    const $ = await buildHome(essaysWithTags('zebra, ant', 'mole, ant', 'mole, zebra', 'bee'));
    expect(shownButtons($).slice(1)).toEqual(['#zebra (2)', '#ant (2)', '#mole (2)', '#bee (1)']);
  });

  test('an essay that names a tag twice counts once', async () => {
    const $ = await buildHome(essaysWithTags('ai, ai', 'ai'));
    expect(shownButtons($)).toEqual(['All Essays (2)', '#ai (2)']);
  });

  test('case counts: two spellings are two tags', async () => {
    const $ = await buildHome(essaysWithTags('AI', 'ai', 'ai'));
    expect(shownButtons($).slice(1)).toEqual(['#ai (2)', '#AI (1)']);
  });

  test('a string of several words is one tag', async () => {
    const $ = await buildHome({
      'content/essays/one.md': essay('title: One\npublished: 2011-01-01\ntags: brain bowls'),
    });
    expect(shownButtons($)).toEqual(['All Essays (1)', '#brain bowls (1)']);
  });

  test('"All Essays" alone is pressed at first', async () => {
    const $ = await buildHome(essaysWithTags('a, b'));
    expect(texts($, 'button[aria-pressed="true"]')).toEqual(['All Essays (1)']);
    expect(texts($, 'button[aria-pressed="false"]')).toEqual(['#a (1)', '#b (1)']);
  });

  test('every button is of type "button", inside a group with a name', async () => {
    const $ = await buildHome(essaysWithTags('a, b, c, d, e, f, g'));
    expect($('button:not([type="button"])').length).toBe(0);
    expect($('[role="group"][aria-label] button').length).toBe($('button').length);
  });

  test('of seven tags the first six are shown, and "+1 More"', async () => {
    const $ = await buildHome(essaysWithTags('a, b, c, d, e, f, g'));
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `#${name} (1)`);
    expect(shownButtons($)).toEqual(['All Essays (1)', ...six, '+1 More']);
    expect(hiddenButtons($)).toEqual(['#g (1)']);
  });

  test('of ten tags the four beyond six are in the page, hidden, behind "+4 More"', async () => {
    const $ = await buildHome(essaysWithTags('a, b, c, d, e, f, g, h, i, j'));
    expect(shownButtons($).at(-1)).toBe('+4 More');
    expect(hiddenButtons($)).toEqual(['#g (1)', '#h (1)', '#i (1)', '#j (1)']);
  });

  test.each([
    ['six tags', 'a, b, c, d, e, f', 7],
    ['one tag', 'a', 2],
    ['no tags', '', 1],
  ])('with %s there is no "More" button', async (_, tags, buttons) => {
    const $ = await buildHome(essaysWithTags(tags));
    expect($('button').length).toBe(buttons);
    expect($('main').text()).not.toContain('More');
    expect(hiddenButtons($)).toEqual([]);
  });

  test('the style sheet hides the row where there is no scripting', async () => {
    const site = await buildSite(essaysWithTags('a'));
    expect(readAsset(site, 'style', 'css')).toMatch(/@media ?\(scripting: ?none\)/);
  });
});

describe('the section heading', () => {
  test('reads "Recent Essays" and the count of all essays', async () => {
    const $ = await buildHome(essaysWithTags('a', 'b', ''));
    expect(texts($, 'main h2')).toEqual(['Recent Essays (3)']);
  });

  test('is a polite live region that is read as a whole', async () => {
    const $ = await buildHome(essaysWithTags('a'));
    const heading = $('main h2');
    expect(heading.attr('aria-live')).toBe('polite');
    expect(heading.attr('aria-atomic')).toBe('true');
  });
});

describe('the list', () => {
  test('holds every essay, newest first', async () => {
    const $ = await buildHome({
      'content/essays/a.md': essay('title: Middle\npublished: 2012-05-01'),
      'content/essays/b.md': essay('title: Newest\npublished: 2020-12-03'),
      'content/essays/c.md': essay('title: Oldest\npublished: 2006-01-11'),
    });
    expect(cardTitles($)).toEqual(['Newest', 'Middle', 'Oldest']);
  });

  test('is ordered by the moment, not by the day', async () => {
    const $ = await buildHome({
      'content/essays/a.md': essay('title: Morning\npublished: 2020-12-03T08:00:00Z'),
      'content/essays/b.md': essay('title: Evening\npublished: 2020-12-03T20:00:00Z'),
    });
    expect(cardTitles($)).toEqual(['Evening', 'Morning']);
  });

  test('has no pages: three hundred essays are all on it', async () => {
    const $ = await buildHome(essaysWithTags(...Array.from({ length: 300 }, () => 'a')));
    expect(cardTitles($).length).toBe(300);
    expect(shownButtons($)).toEqual(['All Essays (300)', '#a (300)']);
  });

  test('without essays the message of the specification stands in its place', async () => {
    const $ = await buildHome({});
    expect(texts($, 'main p')).toContain(EMPTY_LIST);
    expect($('main article').length).toBe(0);
    expect(texts($, 'main h2')).toEqual(['Recent Essays (0)']);
  });

  test('with an essay the message is not there', async () => {
    const $ = await buildHome(essaysWithTags('a'));
    expect($('main').text()).not.toContain('Loading essays');
  });

  test('a draft is not on it, and neither are its tags', async () => {
    const $ = await buildHome({
      ...essaysWithTags('a'),
      'content/essays/draft.md': essay(
        'title: Half\npublished: 2021-01-01\ndraft: true\ntags: [secret]',
      ),
    });
    expect(cardTitles($)).toEqual(['Essay 1']);
    expect(shownButtons($)).toEqual(['All Essays (1)', '#a (1)']);
    expect($.html()).not.toContain('secret');
  });

  test('with drafts shown, the draft alone carries a mark', async () => {
    const files = {
      ...essaysWithTags('a'),
      'content/essays/draft.md': essay('title: Half\npublished: 2021-01-01\ndraft: true'),
    };
    const $ = (await buildSite(files, { showDrafts: true })).page('index.html');
    expect(cardTitles($)).toEqual(['Half', 'Essay 1']);
    const cards = texts($, 'main ol article');
    expect(cards[0]).toContain('Draft');
    expect(cards[1]).not.toContain('Draft');
  });
});

describe('a card', () => {
  async function buildCard(frontMatter: string, body?: string): Promise<CheerioAPI> {
    return buildHome({ 'content/essays/one.md': essay(frontMatter, body) });
  }

  test('links to /blog/{slug} by its title', async () => {
    const $ = await buildCard('title: The Nature of Intelligence\npublished: 2015-01-01');
    const link = $('main article a');
    expect(link.length).toBe(1);
    expect(link.attr('href')).toBe('/blog/the-nature-of-intelligence');
    expect(link.text()).toBe('The Nature of Intelligence');
  });

  test('shows the excerpt as plain text', async () => {
    const $ = await buildCard(
      'title: One\npublished: 2015-01-01',
      'It was **late**, a <em>very</em> [long](/) night.',
    );
    expect(texts($, 'main article p')).toContain('It was late, a very long night.');
  });

  test('an excerpt is cut at a word within 180 characters and ends in an ellipsis', async () => {
    const body = 'seventeen letters '.repeat(40);
    const $ = await buildCard('title: One\npublished: 2015-01-01', body);
    const excerpt = texts($, 'main article p')[0] ?? '';
    expect(excerpt).toMatch(/ (seventeen|letters)…$/);
    expect(excerpt.length).toBeGreaterThan(160);
    expect(excerpt.length).toBeLessThanOrEqual(181);
  });

  test('shows the year of an essay of another year', async () => {
    const $ = await buildCard('title: One\npublished: 2020-12-03');
    expect(texts($, 'main article time')).toEqual(['2020']);
    expect($('main article time').text()).toBe('December 3, 2020');
    expect($('main article time').attr('datetime')).toMatch(/^2020-12-03T/);
  });

  test("shows month and day of an essay of the build's own year", async () => {
    const files = { 'content/essays/one.md': essay('title: One\npublished: 2020-12-03') };
    const now = Date.UTC(2020, 11, 24, 12);
    const $ = (await buildSite(files, { now })).page('index.html');
    expect(texts($, 'main article time')).toEqual(['Dec 3']);
    expect($('main article time').text()).toBe('Dec 3 (December 3, 2020)');
  });

  test.each([
    [1, '1 min read'],
    [200, '1 min read'],
    [201, '2 min read'],
    [3800, '19 min read'],
  ])('of %i words reads "%s" or "%s"', async (words, label) => {
    const $ = await buildCard('title: One\npublished: 2015-01-01', 'word '.repeat(words));
    expect(texts($, 'main article span')).toContain(label);
  });

  test.each([
    ['none', '', []],
    ['one', 'a', ['a']],
    ['two', 'a, b', ['a', 'b']],
    ['three', 'a, b, c', ['a', 'b', '+1']],
    ['six', 'a, b, c, d, e, f', ['a', 'b', '+4']],
  ])(
    'with %s of its own tags shows at most two of them and counts the rest',
    async (_, tags, chips) => {
      const $ = await buildHome(essaysWithTags(tags));
      expect(texts($, 'main article ul li')).toEqual(chips);
    },
  );

  test('chips are the first two tags as the author wrote them, not the most used', async () => {
    const $ = await buildHome(essaysWithTags('rare, odd, common', 'common', 'common'));
    expect(texts($, 'main article:first ul li')).toEqual(['rare', 'odd', '+1']);
  });

  test('has a thumbnail with its text and its size where the essay names an image', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"></svg>';
    const $ = await buildHome({
      'content/public/images/loom.svg': svg,
      'content/essays/one.md': essay(
        'title: One\npublished: 2015-01-01\nimage: /images/loom.svg\nimageAlt: A "loom" & cards',
      ),
    });
    const image = $('main article img');
    expect(image.attr()).toMatchObject({
      src: '/images/loom.svg',
      alt: 'A "loom" & cards',
      width: '320',
      height: '200',
      loading: 'lazy',
    });
  });

  test('has an empty alternative text where the author gives none', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"></svg>';
    const $ = await buildHome({
      'content/public/loom.svg': svg,
      'content/essays/one.md': essay('title: One\npublished: 2015-01-01\nimage: /loom.svg'),
    });
    expect($('main article img').attr('alt')).toBe('');
  });

  test('has no thumbnail where the essay names none', async () => {
    const $ = await buildCard(
      'title: One\npublished: 2015-01-01',
      'Text.\n\n![x](https://a.b/c.png)',
    );
    expect($('main article img').length).toBe(0);
  });

  test.each([
    ['a tag of HTML', "'<script>alert(1)</script> & more'", '<script>alert(1)</script> & more'],
    ['an entity', 'It&#8217;d Be Hilarious', 'It’d Be Hilarious'],
    ['named entities', '"Q&amp;A &lt;3"', 'Q&A <3'],
    ['an entity that was escaped twice', '"AT&amp;amp;T"', 'AT&amp;T'],
  ])('shows %s in a title as text', async (_, written, shown) => {
    const $ = await buildCard(`title: ${written}\nslug: one\npublished: 2015-01-01`);
    expect(cardTitles($)).toEqual([shown]);
    expect($('main script').length).toBe(0);
  });

  test('shows entities of a stated excerpt decoded, once', async () => {
    const site = await buildSite({
      'content/essays/one.md': essay(
        'title: One\npublished: 2015-01-01\nexcerpt: "It&#8217;s a <b> &amp; a &hellip;"',
      ),
    });
    const $ = site.page('index.html');
    expect(texts($, 'main article p')).toContain('It’s a <b> & a …');
    expect(site.text('index.html')).not.toContain('&amp;#');
  });

  test('carries the numbers of its tags, the values of their buttons, for the filter', async () => {
    const $ = await buildHome(essaysWithTags('ai, music', 'music', ''));
    const numberOf = (label: string) =>
      $('button')
        .filter((_, button) => $(button).text().startsWith(label))
        .attr('value');
    const marks = $('main ol > li')
      .toArray()
      .map((card) => $(card).attr('data-t'));
    expect(marks).toEqual([
      `${numberOf('#ai')} ${numberOf('#music')}`,
      numberOf('#music'),
      undefined,
    ]);
  });
});

describe('header and footer', () => {
  test('the name, Essays and Sign In lead home, About to /about', async () => {
    const $ = await buildHome(essaysWithTags('a'));
    expect(links($, 'body > header a')).toEqual([
      ['Ann Author', '/'],
      ['Essays', '/'],
      ['About', '/about'],
      ['Sign In', '/'],
    ]);
  });

  test("the footer shows the copyright line with the build's year and the author's name", async () => {
    const $ = await buildHome(essaysWithTags('a'));
    expect(texts($, 'body > footer')).toEqual(['© 2026 Ann Author']);
  });

  test("the copyright year turns in the site's time zone", async () => {
    const files = {
      'content/site.yaml': `${SITE_YAML}timezone: America/New_York\n`,
      ...essaysWithTags('a'),
    };
    const now = Date.UTC(2027, 0, 1, 3);
    const $ = (await buildSite(files, { now })).page('index.html');
    expect(texts($, 'body > footer')).toEqual(['© 2026 Ann Author']);
  });

  test('an empty site has both', async () => {
    const $ = await buildHome({});
    expect(links($, 'body > header a').length).toBe(4);
    expect(texts($, 'body > footer')).toEqual(['© 2026 Ann Author']);
  });

  test('header, main and footer are neighbours, one each', async () => {
    const $ = await buildHome(essaysWithTags('a'));
    expect($('header, main, footer').filter('body > *').length).toBe(3);
    expect($('main').length).toBe(1);
  });
});

describe('the head', () => {
  const described = `${SITE_YAML}language: de\ndescription: 'Of "looms" & bees.'\n`;

  test('has one title, the language, the description and the canonical address', async () => {
    const $ = await buildHome({ 'content/site.yaml': described, ...essaysWithTags('a') });
    expect($('html').attr('lang')).toBe('de');
    expect(texts($, 'title')).toEqual(['Essays · Ann Author']);
    expect($('meta[name="description"]').attr('content')).toBe('Of "looms" & bees.');
    expect($('link[rel="canonical"]').attr('href')).toBe('https://ann.example/');
    expect($('meta[name="robots"]').length).toBe(0);
    expect($('meta[charset]').attr('charset')).toBe('utf-8');
    expect($('meta[name="viewport"]').attr('content')).toContain('width=device-width');
  });

  test('begins with the doctype', async () => {
    const site = await buildSite(essaysWithTags('a'));
    expect(site.text('index.html')).toMatch(/^<!doctype html>\n<html/);
  });

  test('loads one deferred script of at most 1,024 bytes, compressed', async () => {
    const site = await buildSite(essaysWithTags('a'));
    const script = site.page('index.html')(SCRIPT);
    expect(script.length).toBe(1);
    expect(script.attr('defer')).toBeDefined();
    expect(script.attr('src')).toMatch(/^\/assets\/home\.[0-9a-f]{10}\.js$/);
    expect(gzipSync(readAsset(site, 'home', 'js')).length).toBeLessThanOrEqual(1024);
  });

  test('loads one style sheet of at most 6 KB, compressed', async () => {
    const site = await buildSite(essaysWithTags('a'));
    const sheet = site.page('index.html')('link[rel="stylesheet"]');
    expect(sheet.length).toBe(1);
    expect(site.paths).toContain(sheet.attr('href')?.slice(1));
    const css = readAsset(site, 'style', 'css');
    expect(gzipSync(css).length).toBeLessThanOrEqual(6 * 1024);
    expect(css).not.toContain('@import');
  });

  test('has no script text, style element or style attribute anywhere', async () => {
    const $ = await buildHome(essaysWithTags('a, b, c, d, e, f, g'));
    expect($(SCRIPT).text()).toBe('');
    expect($('style, [style]').length).toBe(0);
    expect($.html()).not.toMatch(/<[^>]+\son[a-z]+=/);
  });

  test('the script is told to read ?tag= only where readTagQuery is set', async () => {
    const without = await buildHome(essaysWithTags('a'));
    expect(without(SCRIPT).attr('data-read-tag-query')).toBeUndefined();
    const $ = await buildHome({
      'content/site.yaml': `${SITE_YAML}readTagQuery: true\n`,
      ...essaysWithTags('a'),
    });
    expect($(SCRIPT).attr('data-read-tag-query')).toBeDefined();
  });
});

test('under a base path every address carries it', async () => {
  const $ = await buildHome({
    'content/site.yaml': 'name: Ann Author\nurl: https://me.github.io/notes/\n',
    ...essaysWithTags('a'),
  });
  expect(links($, 'a').map(([, href]) => href)).toEqual([
    '#main-content',
    '/notes/',
    '/notes/',
    '/notes/about',
    '/notes/',
    '/notes/blog/essay-1',
  ]);
  expect($('link[rel="stylesheet"]').attr('href')).toMatch(/^\/notes\/assets\/style\./);
  expect($(SCRIPT).attr('src')).toMatch(/^\/notes\/assets\/home\./);
  expect($('link[rel="canonical"]').attr('href')).toBe('https://me.github.io/notes/');
});

test('the skip link is the first link and leads to main', async () => {
  const $ = await buildHome(essaysWithTags('a'));
  expect($('body a').first().attr('href')).toBe(`#${$('main').attr('id')}`);
});

test('makes no mention of another host than the canonical one', async () => {
  const site = await buildSite(essaysWithTags('a'));
  const hosts = site.text('index.html').match(/https?:\/\/[^"/]+/g);
  // schema.org is the name of a vocabulary, from which nothing is loaded.
  expect(new Set(hosts)).toEqual(new Set(['https://ann.example', 'https://schema.org']));
});

function readAsset(site: BuiltSite, name: string, extension: string): string {
  const path = site.paths.find((each) => each.match(`^assets/${name}\\.[0-9a-f]+\\.${extension}$`));
  return site.text(path ?? `assets/${name}.${extension}`);
}
