/**
 * The site in content/: a tour of the product, whose essays use every form that essays may have.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectFacts, type Facts, links, texts } from './pages/texts.ts';
import { type AuditedSite, SAMPLE, shareAudited } from './support/audited-sites.ts';

const share = shareAudited(SAMPLE);
let site: AuditedSite;
beforeAll(() => {
  site = share();
});

const page = (slug: string) => site.page(`blog/${slug}.html`);
const read = (path: string) => readFileSync(join(site.root, path), 'utf8');

function essayOf(slug: string) {
  const found = site.site?.essays.find((each) => each.slug === slug);
  if (found === undefined) throw new Error(`The sample site has no essay ${slug}`);
  return found;
}

test('builds without any problem, so strictly as well', () => {
  expect(site.report).toBe('');
  expect(site.commit).not.toBeNull();
});

test('holds a dozen essays or more, of a placeholder, from 2006 to the year of the build', () => {
  const years = site.site?.essays.map(({ year }) => year) ?? [];
  expect(years.length).toBeGreaterThanOrEqual(12);
  expect([Math.min(...years), Math.max(...years)]).toEqual([2006, site.site?.year]);
  expect(site.site?.config).toMatchObject({
    name: 'Robin Example',
    email: expect.stringMatching(/@example\.com$/),
  });
});

test('every essay has a picture to be shared with: its own, or a card', () => {
  for (const { slug, image } of site.site?.essays ?? []) {
    const url = page(slug)('meta[property="og:image"]').attr('content') ?? '';
    expect(site.paths).toContain(decodeURI(url.replace('https://example.com/', '')));
    expect(url.includes('/assets/card.')).toBe(image === null);
  }
});

test('the biography and the home page tell what the specification asks for', () => {
  const [biography = '', about] = texts(site.page('about.html'), 'main p');
  const parts = [
    'founded several social networks',
    'social music platform',
    'large social network',
    'ride-hailing company',
    'cloud company that was acquired in 2017',
  ];
  expect(parts.filter((part) => !biography.includes(part))).toEqual([]);
  expect(about).toBe('This blog is about technology, startups and society.');
  expectFacts(site.page('index.html'), {
    'main p:first': [expect.stringContaining('Essays on technology, society and the future')],
    'button:last': [expect.stringMatching(/^\+\d+ More$/)],
  });
});

/** Checks what is written in a source, and what a reader finds of it on the essay's page. */
function written(fact: string, slug: string, source: string | RegExp, facts: Facts): void {
  test(fact, () => {
    expect(read(essayOf(slug).source)).toMatch(source);
    expectFacts(page(slug), facts);
  });
}

/** The same for the essay's card on the home page. */
function card(fact: string, slug: string, source: string, facts: Facts): void {
  test(fact, () => {
    expect(read(essayOf(slug).source)).toContain(source);
    const parts = Object.entries(facts).map(([part, shown]) => [
      `article:has([href="/blog/${slug}"]) ${part}`,
      shown,
    ]);
    expectFacts(site.page('index.html'), Object.fromEntries(parts));
  });
}

const PIANO = 'tags: [ai, technology, licensing, music]';
card('a list of tags: chips in its order', 'what-the-piano-roll-settled', PIANO, {
  'ul li': ['ai', 'technology', '+2'],
});
card('no tags: no chips', 'a-shell-script-is-a-letter', '# A Shell Script', { 'ul li': [] });
card('a string with a comma: two tags', 'the-back-row', 'tags: school, writing\n', {
  'ul li': ['school', 'writing'],
});
card('categories in place of tags', 'the-empty-seat', 'categories: [technology, driving]', {
  'ul li': ['technology', 'driving'],
});
card('an excerpt is decoded once', 'itd-be-hilarious', 'excerpt:', {
  p: [expect.stringMatching(/^Every good thing I’ve made [^&]*hilarious…”$/)],
});
card('a description of another generator is the excerpt', 'the-empty-seat', 'description: ', {
  p: [expect.stringMatching(/^I counted a thousand cars from a bridge\./)],
});

written('one string of several words is one tag', 'brain-bowls', 'tags: brain bowls\n', {
  'article header li a@link': [['brain bowls', '/?tag=brain%20bowls']],
});
written('a title is decoded once', 'itd-be-hilarious', 'title: It&#8217;d', {
  h1: ['It’d Be Hilarious'],
});
const HEADING = 'A Shell Script Is a Letter';
written('a first heading gives the title', 'a-shell-script-is-a-letter', `# ${HEADING}\n`, {
  h1: [HEADING],
  'article pre:first@text': [expect.stringMatching(/^#!\/bin\/sh .*find "\$card" -name '\*\.JPG'/)],
});
written('a stated read time stands, a poem keeps its link', 'the-tide-table', 'readTime: 2 ', {
  'article header span': expect.arrayContaining(['2 min read']),
  'article p a:first@href': ['https://tidesandcurrents.noaa.gov'],
});
written('an old .html essay is kept', 'you-cant-lend-a-song', 'onclick="javascript:', {
  'article .signature': [expect.stringMatching(/^Robin Example written in a dorm room/)],
  'article blockquote br': ['', ''],
  article: [expect.stringContaining('didn’t')],
  'article a[href^="https://www.eff.org"]@onclick': [undefined],
  'article a[href^="https://www.eff.org"]@data-outbound': [''],
  'article a[href^="https://www.eff.org"]@rel': [expect.stringContaining('noopener')],
});
written('a video frame has a name', 'nineteen-seconds-of-elephants', '<iframe', {
  'article iframe@src': [expect.stringContaining('youtube-nocookie.com/embed/')],
  'article iframe@title': [expect.stringContaining('video')],
});
written('code keeps its characters', 'brain-bowls', '\\_o_/', {
  'article pre': [expect.stringContaining('\\_o_/')],
});
written('tables, quotations and struck words are there', 'the-empty-seat', '~~', {
  'article table tr@id': Array(5).fill(undefined),
  'article blockquote del': [expect.any(String), expect.any(String)],
});
written('task lists are there', 'write-it-down-then-lose-it', '- [x]', {
  'article li input[checked]': ['', '', ''],
  '[id="what-writing-does"]': [expect.any(String)],
});
written('folded parts and keys are there', 'twenty-years-of-links', '<kbd>', {
  'article details kbd@id': [undefined, undefined],
});
written('headings are there', 'what-the-piano-roll-settled', '### Why', {
  'article h3': ['Why it worked'],
});
const PICTURE = 'article img[src$=".jpg"]';
written('a slug, and a picture beside its essay', 'florence', /slug: flor[\s\S]*\]\(hills\.jpg\)/, {
  h1: ['Florence Before Breakfast'],
  [`${PICTURE}@src`]: [expect.stringMatching(/^\/assets\/hills\.[0-9a-f]{10}\.jpg$/)],
  [`${PICTURE}@width`]: [expect.stringMatching(/^\d{3,}$/)],
  [`${PICTURE}@height`]: [expect.stringMatching(/^\d{3,}$/)],
  [`${PICTURE}@loading`]: ['lazy'],
  [`${PICTURE}@decoding`]: ['async'],
  [`${PICTURE}@alt`]: [expect.stringContaining('Hills')],
});
written('a link of the old shape leads to the essay', 'why-i-write-less', '(/blog/post/itd-be-', {
  'article p a@link': expect.arrayContaining([['It’d Be Hilarious', '/blog/itd-be-hilarious']]),
});
const FILE = '(../2019/write-it-down.md#what-writing-does)';
written('a link to a source file leads to its page', 'why-i-write-less', FILE, {
  'article p a@link': expect.arrayContaining([
    ['notes you lose', '/blog/write-it-down-then-lose-it#what-writing-does'],
  ]),
});
written('the shelves are the eight of the specification', 'books-i-read', '## ', {
  'article h2@id': [
    ...['currently-reading', 'to-read', 'maybe-will-read', 'unfinished', 'favorites'],
    ...['worthwhile', 'not-worthwhile', 'avoid'],
  ],
});

describe('dates', () => {
  test.each([
    ['why-i-write-less', 'Thursday, December 3, 2020 at 10:15 PM EST', '2020-12-04T03:15:00.000Z'],
    ['the-back-row', 'Wed, 11 Jan 2006 21:04:00 -0500', '2006-01-12T02:04:00.000Z'],
    ['twenty-years-of-links', '2026-03-14T08:30:00-04:00', '2026-03-14T12:30:00.000Z'],
    ['the-quiet-coach', '2026-11-08', '2026-11-08T05:00:00.000Z'],
    ['write-it-down-then-lose-it', '1558274400000', '2019-05-19T14:00:00.000Z'],
    ['the-empty-seat', '2015-08-16 09:30:00 -0700', '2015-08-16T16:30:00.000Z'],
    // Its name has the date, in the site's zone.
    ['a-shell-script-is-a-letter', '', '2014-03-09T05:00:00.000Z'],
  ])('%s, written "%s", is read to the minute', (slug, text, moment) => {
    const { source, publishedTimestamp } = essayOf(slug);
    expect(text === '' ? source : read(source)).toContain(text || '/2014-03-09-');
    expect(new Date(publishedTimestamp).toISOString()).toBe(moment);
  });

  test('the newest essays show month and day, the others their year', () => {
    const [first, second, ...others] = texts(site.page('index.html'), 'article time');
    expect([first, second]).toEqual(['Nov 8', 'Mar 14']);
    expect(others.filter((date) => !/^20\d\d$/.test(date))).toEqual([]);
  });
});

test('a poem in .txt keeps its lines and its stanzas', () => {
  const stanza = page('the-tide-table')('article p:contains("My father")').first().html();
  expect(stanza?.split(/<br>\s*/)).toEqual([
    'My father kept the tide table',
    'taped inside the kitchen door,',
    'a column for the coming in,',
    'a column for the shore.',
  ]);
});

test('footnotes lead to their notes and back', () => {
  const $ = page('why-i-write-less');
  const targets = links($, 'article a').map(([, href = '']) => href);
  const notes = targets.filter((href) => /^#.*fn/.test(href));
  expect(notes).toHaveLength(4);
  for (const note of notes) expect($(`[id="${note.slice(1)}"]`)).toHaveLength(1);
});

test('thumbnails are on the cards, with their words and their size', () => {
  const $ = site.page('index.html');
  const thumbnails = $('article img').toArray();
  expect(thumbnails.length).toBeGreaterThanOrEqual(3);
  for (const { attribs } of thumbnails) {
    expect(attribs).toMatchObject({ alt: expect.stringMatching(/./), width: expect.any(String) });
    expect(site.paths).toContain(attribs.src?.slice(1));
  }
});

test('of two essays of one title the older keeps the slug, the newer gets -2', () => {
  const [older, newer] = [essayOf('notes-on-leaving'), essayOf('notes-on-leaving-2')];
  expect([older.year, newer.year, newer.title]).toEqual([2013, 2017, older.title]);
});

test.each([
  ['books.html', '/blog/books-i-read'],
  ['blog/books.html', '/blog/books-i-read'],
  ['blog/page/books.html', '/blog/books-i-read'],
  ['blog/page/contact-me.html', '/about'],
  ['essays/brain-bowls.html', '/blog/brain-bowls'],
  ['blog/post/brain-bowls.html', '/blog/brain-bowls'],
])('%s, an old address, redirects to %s', (path, target) => {
  expectFacts(site.page(path), {
    'meta[http-equiv="refresh"]@content': [`0; url=${target}`],
    'link[rel="canonical"]@href': [`https://example.com${target}`],
    'meta[name="robots"]@content': ['noindex'],
  });
});

test('there is a draft, and nothing of it is published', () => {
  expect(read('content/essays/2026/being-wrong-in-public.md')).toMatch(/^draft: true/m);
  expect(site.site?.draftCount).toBe(1);
  expect(site.paths.filter((path) => path.includes('being-wrong'))).toEqual([]);
  expect(site.text('index.html')).not.toContain('Being Wrong');
});
