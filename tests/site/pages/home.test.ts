/**
 * The home page, `/`, as it is built: specification, sections 1, 2.1, 8 and 9.
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  buildSite,
  essay,
  essaysOf,
  type Files,
  type Options,
  overrideKeys,
  SITE_YAML,
} from '../../support/site.ts';
import { expectFacts, type Facts, HEADER, SCRIPT, texts } from '../../support/texts.ts';

/** One essay per tag list, newest first; each is titled by its position, from 1. */
function tagged(...tagLists: string[]): Files {
  const write = (tags: string, at: number) =>
    essay(`title: Essay ${at + 1}\npublished: ${2020 - at}-01-01\ntags: [${tags}]`);
  return essaysOf(tagLists.map(write));
}
const settings = (lines: string): Files => ({ 'content/site.yaml': SITE_YAML + lines });
const one = (frontMatter: string, body?: string): Files => ({
  'content/essays/one.md': essay(
    overrideKeys(`title: One\npublished: 2015-01-01\n${frontMatter}`),
    body,
  ),
});

/** Checks the home page of a site of these files. */
function home(fact: string, files: Files, facts: Facts, options: Options = {}): void {
  test(fact, async () => {
    expectFacts((await buildSite(files, options)).page('index.html'), facts);
  });
}

const TITLES = 'main ol article h3';
const SHOWN = 'main button:not([hidden])';
const HIDDEN = 'main button[hidden]';

home(
  'has the heading and the intro of site.yaml, all parts, and the list by years',
  {
    ...settings('title: Notes\nintro: On bees & looms.\n'),
    ...tagged('ai, music, art', 'music, art', 'art'),
  },
  {
    'main h1': ['Notes'],
    'main h1 + p': ['On bees & looms.'],
    ...HEADER,
    'body > footer div': ['© 2026 Ann Author'],
    'body > :is(header, main, footer)@id': [undefined, 'main-content', undefined],
    'body a:first@href': ['#main-content'],
    'main h2': ['Recent Essays (3)'],
    'main h2@aria-live': ['polite'],
    'main h2@aria-atomic': ['true'],
    'main .year > :first-child': ['2020', '2019', '2018'],
    'main .year > :first-child@id': ['y2020', 'y2019', 'y2018'],
    'main .year@aria-labelledby': ['y2020', 'y2019', 'y2018'],
    [TITLES]: ['Essay 1', 'Essay 2', 'Essay 3'],
    [SHOWN]: ['All Essays (3)', '#art (3)', '#music (2)', '#ai (1)'],
    // The numbers of its tags’ buttons.
    'main article:first li@data-t': ['2', '1', '0'],
  },
);

home(
  'of an empty site says so, and has its header and footer',
  {},
  {
    'main p:contains("Loading")': [
      'Loading essays... If this persists, the posts data may not have been generated yet.',
    ],
    'main article': [],
    'main h2': ['Recent Essays (0)'],
    ...HEADER,
    [SHOWN]: ['All Essays (0)'],
  },
);

home(
  "the copyright year turns in the site's time zone",
  { ...settings('timezone: America/New_York\n'), ...tagged('a') },
  { 'body > footer div': ['© 2026 Ann Author'] },
  { now: Date.UTC(2027, 0, 1, 3) },
);

describe('the row of tag buttons', () => {
  home('counts a tag once an essay', tagged('a, a', 'a'), {
    [SHOWN]: ['All Essays (2)', '#a (2)'],
  });

  test.each([6, 7])('shows six of %i tags at most, and how many more', async (count) => {
    const names = [...'abcdefg'].slice(0, count);
    const labels = names.map((name) => `#${name} (1)`);
    const more = count > 6 ? [`+${count - 6} More`] : [];
    expectFacts((await buildSite(tagged(names.join()))).page('index.html'), {
      [SHOWN]: ['All Essays (1)', ...labels.slice(0, 6), ...more],
      [HIDDEN]: labels.slice(6),
      'button[aria-pressed="true"]': ['All Essays (1)'],
      'button[aria-pressed="false"]': labels,
      'button:not([type="button"]), button:not([role="group"][aria-label] *)': [],
    });
  });
});

test('the list has no pages, and the first thirty cards fade in', async () => {
  const $ = (await buildSite(tagged(...Array.from({ length: 300 }, () => 'a')))).page('index.html');
  expectFacts($, {
    [TITLES]: Array.from({ length: 300 }, (_, index) => `Essay ${index + 1}`),
    [SHOWN]: ['All Essays (300)', '#a (300)'],
  });
  const waits = Array.from($('main ol.essays > li'), (card) => $(card).attr('class'));
  expect(waits.slice(9, 12)).toEqual(['wait9', 'wait10', 'wait10']);
  expect(waits.filter((wait) => wait !== undefined)).toHaveLength(30);
});

describe('a card', () => {
  home(
    'has its title as a link, its excerpt as text, its year, and no picture of the body',
    one(
      'title: The Nature of It\npublished: 2020-12-03',
      'A **late**, <em>very</em> [long](/) night.\n\n![x](https://a.b/c.png)',
    ),
    {
      'main article a@link': [['The Nature of It', '/blog/the-nature-of-it']],
      'main article p': ['A late, very long night.'],
      'main article time': ['2020'],
      // A year is a valid `datetime` as it is.
      'main article time@datetime': [undefined],
      'main article img': [],
    },
  );
  home(
    "shows month and day of the build's own year",
    one('published: 2020-12-03'),
    { 'main time': ['Dec 3'], 'main time@datetime': [expect.stringMatching(/^2020-12-03T/)] },
    { now: Date.UTC(2020, 11, 24, 12) },
  );

  test('shows two of its tags at most, and how many more', async () => {
    const tagLists = ['', 'a', 'a, b', 'a, b, c', 'a, b, c, d, e, f', 'x, y, common', 'common'];
    const $ = (await buildSite(tagged(...tagLists))).page('index.html');
    const chips = tagLists.map((_, at) => texts($, `main article:eq(${at}) ul li`).join(' '));
    expect(chips).toEqual(['', 'a', 'a b', 'a b +1', 'a b +4', 'x y +1', 'common']);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"></svg>';
  home(
    'has a thumbnail with its size and its text, by default an empty one',
    {
      'content/public/images/loom.svg': svg,
      ...one('image: /images/loom.svg\nimageAlt: A "loom" & cards'),
      'content/essays/two.md': essay('title: B\ndate: 2014-01-01\nimage: /images/loom.svg'),
    },
    {
      'main article img@src': ['/images/loom.svg', '/images/loom.svg'],
      'main article img@alt': ['A "loom" & cards', ''],
      'main article img@width': ['320', '320'],
      'main article img@height': ['200', '200'],
      'main article img@loading': ['lazy', 'lazy'],
    },
  );

  test('shows its title as text', async () => {
    const titles: readonly (readonly [written: string, shown: string])[] = [
      ["'<script>alert(1)</script> & more'", '<script>alert(1)</script> & more'],
      ['It&#8217;d Be', 'It’d Be'],
      ['"AT&amp;amp;T &lt;3"', 'AT&amp;T <3'],
    ];
    const essays = titles.map(([title]) => essay(`title: ${title}\npublished: 2020-01-01`));
    const $ = (await buildSite(essaysOf(essays))).page('index.html');
    expectFacts($, { [TITLES]: titles.map(([, shown]) => shown), 'main script': [] });
  });

  home(
    'has the language and direction of its essay where the site has others',
    {
      ...settings('language: de\n'),
      ...one('lang: ar\ntitle: عنوان\nslug: one'),
      'content/essays/two.md': essay('title: Zwei\npublished: 2014-01-01\nlang: de'),
      'content/essays/three.md': essay('title: Three\npublished: 2013-01-01\nlang: en'),
    },
    {
      'html@lang': ['de'],
      'html@dir': [undefined],
      [`${TITLES}@lang`]: ['ar', undefined, 'en'],
      [`${TITLES}@dir`]: ['rtl', undefined, undefined],
      'main article .excerpt@lang': ['ar', undefined, 'en'],
      'main article .excerpt@dir': ['rtl', undefined, undefined],
    },
  );
  home(
    'has its quotes set as the language has them',
    {
      ...settings(`language: fr\ntitle: L'"ici"\nintro: Il dit "oui"...\n`),
      ...one(`title: 'Un "mot"'\nexcerpt: C'est "tout"`),
    },
    {
      'main h1@text': ['L’« ici »'],
      'main .intro p@text': ['Il dit « oui »…'],
      [TITLES]: ['Un « mot »'],
      'main article .excerpt': ['C’est « tout »'],
    },
  );
});

home(
  'the list has a year once, in the time zone of the site',
  {
    ...settings('timezone: America/New_York\n'),
    ...one('published: 2020-01-01T03:00:00Z'),
    'content/essays/b.md': essay('title: B\npublished: 2019-07-01'),
  },
  { '.year > :first-child': ['2019'], [TITLES]: ['One', 'B'] },
);

describe('the head', () => {
  home(
    'says what the page is',
    { ...settings(`language: de\ndescription: 'Of "looms" & bees.'\n`), ...tagged('a') },
    {
      'html@lang': ['de'],
      title: ['Essays · Ann Author'],
      'meta[name="description"]@content': ['Of „looms“ & bees.'],
      'link[rel="canonical"]@href': ['https://ann.example/'],
      'meta[name="robots"]': [],
      'meta[charset]@charset': ['utf-8'],
      'meta[name="viewport"]@content': [expect.stringContaining('width=device-width')],
    },
  );

  test('loads one deferred script and two style sheets, all small, and names no other host', async () => {
    const site = await buildSite(tagged('a, b, c, d, e, f, g'));
    const $ = site.page('index.html');
    expectFacts($, {
      [`${SCRIPT}@defer`]: ['defer'],
      [`${SCRIPT}@src`]: [expect.stringMatching(/^\/assets\/home\.[0-9a-f]{10}\.js$/)],
      [`${SCRIPT}@data-read-tag-query`]: [undefined],
      [`${SCRIPT}@text`]: [''],
      'link[rel="stylesheet"]@href': [
        expect.stringMatching(/^\/assets\/cards\./),
        expect.stringMatching(/^\/assets\/style\./),
      ],
      'style, [style]': [],
    });
    const readAsset = (url = '') => site.text(url.slice(1));
    const sheets = $('link[rel="stylesheet"]').get();
    const css = sheets.map(({ attribs }) => readAsset(attribs.href)).join('');
    expect(gzipSync(readAsset($(SCRIPT).attr('src'))).length).toBeLessThanOrEqual(1024);
    expect(gzipSync(css).length).toBeLessThanOrEqual(6 * 1024);
    expect(css).not.toContain('@import');
    // Where there is no scripting, the row of buttons is of no use.
    expect(css).toMatch(/@media ?\(scripting: ?none\)/);
    const html = site.text('index.html');
    expect(html).toMatch(/^<!doctype html>\n<html/);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);
    // schema.org is the name of a vocabulary, from which nothing is loaded.
    const hosts = ['https://ann.example', 'https://schema.org'];
    expect(new Set(html.match(/https?:\/\/[^"/]+/g))).toEqual(new Set(hosts));
  });

  home(
    'tells the script to read ?tag= where readTagQuery is set',
    { ...settings('readTagQuery: true\n'), ...tagged('a') },
    { [`${SCRIPT}@data-read-tag-query`]: [''] },
  );
});
