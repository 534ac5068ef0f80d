/**
 * The site in content/: a tour of the product, whose essays use every form that essays may have.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import { links, texts } from './pages/texts.ts';
import { type BuiltSite, buildIn, packageRoot } from './support/site.ts';

let site: BuiltSite;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'blog-test-'));
  cpSync(join(packageRoot, 'content'), join(root, 'content'), { recursive: true });
  site = await buildIn(root, { isStrict: true });
  return () => rmSync(root, { recursive: true, force: true });
});

const home = () => site.page('index.html');
const page = (slug: string) => site.page(`blog/${slug}.html`);
const source = (path: string) => readFileSync(join(root, 'content/essays', path), 'utf8');

function essayOf(slug: string) {
  const found = site.site?.essays.find((each) => each.slug === slug);
  if (found === undefined) throw new Error(`The sample site has no essay ${slug}`);
  return found;
}

/** The card of an essay on the home page, as its texts. */
function card(slug: string): { excerpt: string; chips: string[]; html: string } {
  const $ = home();
  const article = $(`article:has([href="/blog/${slug}"])`);
  return {
    excerpt: article.find('p').first().text(),
    chips: article
      .find('ul li')
      .toArray()
      .map((chip) => $(chip).text()),
    html: article.html() ?? '',
  };
}

test('builds strictly without any problem', () => {
  expect(site.report).toBe('');
  expect(site.commit).not.toBeNull();
});

test('holds a dozen essays or more, from 2006 to the year of the build', () => {
  const years = site.site?.essays.map(({ year }) => year) ?? [];
  expect(years.length).toBeGreaterThanOrEqual(12);
  expect(Math.min(...years)).toBe(2006);
  expect(Math.max(...years)).toBe(site.site?.year);
});

test('every essay has a picture to be shared with: its own, or a card', () => {
  for (const { slug, image } of site.site?.essays ?? []) {
    const [url = ''] = page(slug)('meta[property="og:image"]')
      .toArray()
      .map((meta) => meta.attribs.content);
    expect(site.paths).toContain(decodeURI(url.replace('https://example.com/', '')));
    expect(url.includes('/assets/card.')).toBe(image === null);
  }
});

test('its author is a placeholder', () => {
  expect(site.site?.config.name).toBe('Robin Example');
  expect(site.site?.config.email).toMatch(/@example\.com$/);
});

test('the biography tells what the specification asks for', () => {
  const [biography = '', about = ''] = texts(site.page('about.html'), 'main p');
  for (const part of [
    'founded several social networks',
    'social music platform',
    'large social network',
    'ride-hailing company',
    'cloud company that was acquired in 2017',
  ]) {
    expect(biography).toContain(part);
  }
  expect(about).toBe('This blog is about technology, startups and society.');
});

test('the home page speaks of technology, society and the future, and has tags beyond six', () => {
  const $ = home();
  expect(texts($, 'main p')[0]).toContain('Essays on technology, society and the future');
  expect(texts($, 'button').at(-1)).toMatch(/^\+\d+ More$/);
});

describe('tags', () => {
  test('a list: chips in its order, and the rest counted', () => {
    expect(source('2023/what-the-piano-roll-settled.md')).toContain(
      'tags: [ai, technology, licensing, music]',
    );
    expect(card('what-the-piano-roll-settled').chips).toEqual(['ai', 'technology', '+2']);
  });

  test('none: no chips', () => {
    expect(source('2014-03-09-a-shell-script-is-a-letter.md')).not.toMatch(/^tags/m);
    expect(card('a-shell-script-is-a-letter').chips).toEqual([]);
  });

  test('one string of several words: one tag', () => {
    expect(source('2011/brain-bowls.md')).toContain('tags: brain bowls\n');
    expect(links(page('brain-bowls'), 'article header li a')).toEqual([
      ['brain bowls', '/?tag=brain%20bowls'],
    ]);
  });

  test('a string with a comma: two tags', () => {
    expect(source('2006/the-back-row.md')).toContain('tags: school, writing\n');
    expect(card('the-back-row').chips).toEqual(['school', 'writing']);
  });

  test('categories, where there are no tags', () => {
    expect(source('2015/the-empty-seat.md')).toContain('categories: [technology, driving]');
    expect(card('the-empty-seat').chips).toEqual(['technology', 'driving']);
  });
});

describe('dates', () => {
  test.each([
    ['why-i-write-less', 'Thursday, December 3, 2020 at 10:15 PM EST', '2020-12-04T03:15:00.000Z'],
    ['the-back-row', 'Wed, 11 Jan 2006 21:04:00 -0500', '2006-01-12T02:04:00.000Z'],
    ['twenty-years-of-links', '2026-03-14T08:30:00-04:00', '2026-03-14T12:30:00.000Z'],
    ['the-quiet-coach', '2026-11-08', '2026-11-08T05:00:00.000Z'],
    ['write-it-down-then-lose-it', '1558274400000', '2019-05-19T14:00:00.000Z'],
    ['the-empty-seat', '2015-08-16 09:30:00 -0700', '2015-08-16T16:30:00.000Z'],
  ])('%s, written "%s", is read to the minute', (slug, written, moment) => {
    const { source: path, publishedTimestamp } = essayOf(slug);
    expect(readFileSync(join(root, path), 'utf8')).toContain(written);
    expect(new Date(publishedTimestamp).toISOString()).toBe(moment);
  });

  test("a file without front matter takes its date from its name, in the site's zone", () => {
    const { source: path, publishedTimestamp } = essayOf('a-shell-script-is-a-letter');
    expect(path).toMatch(/\/2014-03-09-[^/]+$/);
    expect(new Date(publishedTimestamp).toISOString()).toBe('2014-03-09T05:00:00.000Z');
  });

  test('the newest essays show month and day, the others their year', () => {
    const shown = texts(home(), 'article time');
    expect(shown.slice(0, 2)).toEqual(['Nov 8', 'Mar 14']);
    expect(shown.slice(2).every((date) => /^20\d\d$/.test(date))).toBe(true);
  });
});

describe('titles and excerpts', () => {
  test('an entity in a title and in an excerpt is decoded once', () => {
    expect(source('2008/itd-be-hilarious.md')).toMatch(
      /title: It&#8217;d[\s\S]*excerpt:.*&#8217;ve/,
    );
    expect(essayOf('itd-be-hilarious').title).toBe('It’d Be Hilarious');
    expect(card('itd-be-hilarious').excerpt).toMatch(/^Every good thing I’ve made .*hilarious…”$/);
    expect(card('itd-be-hilarious').html).not.toContain('&amp;');
  });

  test('a first heading gives the title, and is not repeated in the body', () => {
    const path = '2014-03-09-a-shell-script-is-a-letter.md';
    expect(source(path)).toMatch(/^# A Shell Script Is a Letter\n/);
    expect(texts(page('a-shell-script-is-a-letter'), 'h1')).toEqual(['A Shell Script Is a Letter']);
  });

  test('a description of another generator is the excerpt', () => {
    expect(card('the-empty-seat').excerpt).toMatch(/^I counted a thousand cars from a bridge\./);
  });

  test('a stated read time stands', () => {
    expect(source('poems/the-tide-table.txt')).toContain('readTime: 2 ');
    expect(texts(page('the-tide-table'), 'article header span')).toContain('2 min read');
  });
});

describe('bodies', () => {
  test('a poem in .txt keeps its lines and its stanzas', () => {
    const $ = page('the-tide-table');
    const stanza = $('article p')
      .toArray()
      .find((p) => $(p).text().startsWith('My father'));
    expect(
      $(stanza)
        .html()
        ?.split(/<br>\s*/),
    ).toEqual([
      'My father kept the tide table',
      'taped inside the kitchen door,',
      'a column for the coming in,',
      'a column for the shore.',
    ]);
    expect(links($, 'article p a')[0]?.[1]).toBe('https://tidesandcurrents.noaa.gov');
  });

  test('an old .html essay keeps its entities, its verse and its signature block', () => {
    const $ = page('you-cant-lend-a-song');
    expect(essayOf('you-cant-lend-a-song').source).toMatch(/\.html$/);
    expect(texts($, 'article .signature')[0]).toMatch(/^Robin Example written in a dorm room/);
    expect($('article blockquote br').length).toBe(2);
    expect($('article').text()).toContain('didn’t');
  });

  test('its outbound-click handler is gone and the link is marked', () => {
    expect(source('2007/you-cant-lend-a-song.html')).toContain('onclick="javascript:');
    const link = page('you-cant-lend-a-song')('article a[href^="https://www.eff.org"]');
    expect(link.attr('onclick')).toBeUndefined();
    expect(link.attr('data-outbound')).toBe('');
    expect(link.attr('rel')).toContain('noopener');
  });

  test('a video frame is embedded, with a name', () => {
    const frame = page('nineteen-seconds-of-elephants')('article iframe');
    expect(frame.attr('src')).toContain('youtube-nocookie.com/embed/');
    expect(frame.attr('title')).toContain('video');
  });

  test('code keeps its characters', () => {
    const $ = page('a-shell-script-is-a-letter');
    expect($('article pre').first().text()).toMatch(
      /^#!\/bin\/sh\n[\s\S]*find "\$card" -name '\*\.JPG'/,
    );
    expect(page('brain-bowls')('article pre').text()).toContain('\\_o_/');
  });

  test('footnotes lead to their notes and back', () => {
    const $ = page('why-i-write-less');
    const references = $('article sup a')
      .toArray()
      .map((link) => $(link).attr('href') ?? '');
    expect(references.length).toBe(2);
    for (const reference of references) expect(findAnchor($, reference)).toBe(1);
    const backs = $('article section a, article li a')
      .toArray()
      .map((link) => $(link).attr('href') ?? '')
      .filter((href) => href.includes('ref'));
    expect(backs.length).toBe(2);
    for (const back of backs) expect(findAnchor($, back)).toBe(1);
  });

  test('tables, quotations, struck words, task lists, folded parts and keys are there', () => {
    expect(page('the-empty-seat')('article table tr').length).toBe(5);
    expect(texts(page('the-empty-seat'), 'article blockquote del').length).toBe(2);
    expect(page('write-it-down-then-lose-it')('article li input[checked]').length).toBe(3);
    expect(page('twenty-years-of-links')('article details kbd').length).toBe(2);
    expect(texts(page('what-the-piano-roll-settled'), 'article h3')).toEqual(['Why it worked']);
  });
});

describe('pictures', () => {
  test('one beside its essay is published under its fingerprint, with its size', () => {
    expect(source('2012/florence/index.md')).toContain('](hills.jpg)');
    const image = page('florence')('article img[src$=".jpg"]');
    expect(image.attr('src')).toMatch(/^\/assets\/hills\.[0-9a-f]{10}\.jpg$/);
    expect(site.paths).toContain(image.attr('src')?.slice(1));
    expect(Number(image.attr('width'))).toBeGreaterThan(100);
    expect(Number(image.attr('height'))).toBeGreaterThan(100);
    expect(image.attr()).toMatchObject({ loading: 'lazy', decoding: 'async' });
    expect(image.attr('alt')).toContain('Hills');
  });

  test('thumbnails are on the cards, with their words and their size', () => {
    const $ = home();
    const thumbnails = $('article img').toArray();
    expect(thumbnails.length).toBeGreaterThanOrEqual(3);
    for (const thumbnail of thumbnails) {
      expect($(thumbnail).attr('alt')).not.toBe('');
      expect(Number($(thumbnail).attr('width'))).toBeGreaterThan(0);
      expect(site.paths).toContain($(thumbnail).attr('src')?.slice(1));
    }
  });
});

describe('addresses', () => {
  test('two essays of one title: the older keeps the slug, the newer gets -2', () => {
    expect(essayOf('notes-on-leaving').year).toBe(2013);
    expect(essayOf('notes-on-leaving-2').year).toBe(2017);
    expect(essayOf('notes-on-leaving-2').title).toBe(essayOf('notes-on-leaving').title);
  });

  test('a stated slug stands', () => {
    expect(source('2012/florence/index.md')).toContain('slug: florence\n');
    expect(essayOf('florence').title).toBe('Florence Before Breakfast');
  });

  test('a link of the old shape /blog/post/{slug} leads to the essay', () => {
    expect(source('2020/why-i-write-less.md')).toContain('(/blog/post/itd-be-hilarious)');
    expect(links(page('why-i-write-less'), 'article p a')).toContainEqual([
      'It’d Be Hilarious',
      '/blog/itd-be-hilarious',
    ]);
  });

  test('a link to a source file leads to the page of that essay, with its anchor', () => {
    expect(source('2020/why-i-write-less.md')).toContain(
      '(../2019/write-it-down.md#what-writing-does)',
    );
    expect(links(page('why-i-write-less'), 'article p a')).toContainEqual([
      'notes you lose',
      '/blog/write-it-down-then-lose-it#what-writing-does',
    ]);
    expect(findAnchor(page('write-it-down-then-lose-it'), '#what-writing-does')).toBe(1);
  });

  test.each([
    ['books.html', '/blog/books-i-read'],
    ['blog/books.html', '/blog/books-i-read'],
    ['blog/page/books.html', '/blog/books-i-read'],
    ['blog/page/contact-me.html', '/about'],
    ['essays/brain-bowls.html', '/blog/brain-bowls'],
    ['blog/post/brain-bowls.html', '/blog/brain-bowls'],
  ])('%s, an old address, redirects to %s', (path, target) => {
    const $ = site.page(path);
    expect($('meta[http-equiv="refresh"]').attr('content')).toBe(`0; url=${target}`);
    expect($('link[rel="canonical"]').attr('href')).toBe(`https://example.com${target}`);
    expect($('meta[name="robots"]').attr('content')).toBe('noindex');
  });

  test('the shelves of the books page are the eight of the specification', () => {
    const $ = page('books-i-read');
    const ids = $('article h2')
      .toArray()
      .map((heading) => $(heading).attr('id'));
    expect(ids).toEqual([
      'currently-reading',
      'to-read',
      'maybe-will-read',
      'unfinished',
      'favorites',
      'worthwhile',
      'not-worthwhile',
      'avoid',
    ]);
  });
});

describe('drafts', () => {
  test('there is one, and nothing of it is published', () => {
    expect(source('2026/being-wrong-in-public.md')).toMatch(/^draft: true/m);
    expect(site.site?.draftCount).toBe(1);
    expect(site.paths.filter((path) => path.includes('being-wrong'))).toEqual([]);
    expect(site.text('index.html')).not.toContain('Being Wrong');
  });
});

/** How many elements of a page a link of the form `#id` leads to. */
function findAnchor($: CheerioAPI, hash: string): number {
  return $('[id]').filter((_, element) => `#${$(element).attr('id')}` === decodeURIComponent(hash))
    .length;
}
