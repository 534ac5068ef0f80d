/**
 * The page of an essay, `/blog/{slug}`, as it is built: specification, section 2.2.
 */
import { describe, expect, test } from 'vitest';
import { photo } from '../../support/pictures.ts';
import { buildSite, essay, type Options, overrideKeys, SITE_YAML } from '../../support/site.ts';
import { expectFacts, type Facts, HEADER, SCRIPT } from '../../support/texts.ts';

interface Given {
  readonly frontMatter?: string;
  readonly body?: string;
  /** Settings besides the usual ones. */
  readonly settings?: string;
  /** The ending of the essay's file. */
  readonly format?: string;
}

/** Builds one essay of the slug "one". */
function build(given: Given, options: Options = {}) {
  const { frontMatter = '', body, settings = '', format = 'md' } = given;
  const stated = overrideKeys(`title: One\nslug: one\npublished: 2020-12-03\n${frontMatter}`);
  const one = { [`content/essays/one.${format}`]: essay(stated, body) };
  return buildSite({ 'content/site.yaml': SITE_YAML + settings, ...one }, options);
}

/** Checks the page of such an essay. */
function page(fact: string, given: Given, facts: Facts, options?: Options): void {
  test(fact, async () => expectFacts((await build(given, options)).page('blog/one.html'), facts));
}

const PROFILES = 'substack: https://ann.substack.example\nx: https://x.com/ann\n';

page(
  'a plain essay has all its parts, and no others',
  { body: 'A "first" & last line.' },
  {
    ...HEADER,
    'body > header nav a': ['Essays', 'About', 'Sign In'],
    h1: ['One'],
    'article time': ['2020'],
    'article time@text': ['December 3, 2020'],
    'article time@datetime': [expect.stringMatching(/^2020-12-03T/)],
    'article span': ['1 min read', 'by Ann Author'],
    'article ul': [],
    'article header': [expect.not.stringContaining('Draft')],
    'main aside h2': ['Enjoyed this essay?'],
    'main aside a': [],
    'main a:last@link': [['← Check out more essays', '/']],
    'html@lang': ['en'],
    title: ['One · Ann Author'],
    'meta[name="description"]@content': ['A “first” & last line.'],
    'link[rel="canonical"]@href': ['https://ann.example/blog/one'],
    'meta[name="robots"]': [],
    // The built page is complete.
    body: [expect.not.stringContaining('Loading')],
  },
);

test('the article is named by its title, and the call to action by its heading', async () => {
  const $ = (await build({ body: '## Call to action\n' })).page('blog/one.html');
  const nameOf = (selector: string) => `[id="${$(selector).attr('aria-labelledby')}"]`;
  expectFacts($, { [nameOf('article')]: ['One'], [nameOf('aside')]: ['Enjoyed this essay?'] });
});

page(
  'headings leave the page’s own ids free, and authors may use others',
  { body: '## Essay title\n\n## Contact\n\n<p id="enjoyed-this-essay">a</p>\n' },
  { '.prose [id]@id': ['essay-title-1', 'contact', 'enjoyed-this-essay'] },
);

describe('language and direction', () => {
  const directions: readonly [settings: string, frontMatter: string, page: string, body: string][] =
    [
      ['', '', 'en', 'auto'],
      ['', 'lang: de', 'de ltr', 'ltr'],
      ['', 'lang: ar', 'ar rtl', 'rtl'],
      ['', 'lang: ar\ndir: ltr', 'ar ltr', 'ltr'],
      ['', 'dir: rtl', 'en rtl', 'rtl'],
      ['language: ar\n', '', 'ar rtl', 'rtl'],
      ['language: ar\n', 'lang: en', 'en ltr', 'ltr'],
      ['language: ar\n', 'dir: auto', 'ar', 'auto'],
    ];
  test.each(directions)('of %j with %j are %j', async (settings, frontMatter, ...expected) => {
    const $ = (await build({ settings, frontMatter })).page('blog/one.html');
    const { lang, dir } = $('html').attr() ?? {};
    expect([`${lang} ${dir ?? ''}`.trim(), $('.prose').attr('dir')]).toEqual(expected);
  });

  test.each([
    ['ar', true],
    ['en', false],
  ])('around an essay in %s the site is English, marked: %s', async (lang, isMarked) => {
    const frontMatter = `lang: ${lang}\ntags: [a]`;
    const $ = (await build({ settings: PROFILES, frontMatter })).page('blog/one.html');
    const languageOf = (part: string) => $(part).closest('[lang]').attr('lang');
    const parts = '.skip-link, .site-header, .byline, nav.meta, aside, .back, .footer'.split(', ');
    expect(parts.map(languageOf)).toEqual(parts.map(() => 'en'));
    expect(languageOf('h1')).toBe(lang);
    expect($('body [lang]').length > 0).toBe(isMarked);
  });

  test('of all other pages are the site’s', async () => {
    const site = await build({ settings: 'language: he\n', frontMatter: 'lang: en' });
    for (const path of ['index.html', 'about.html', '404.html']) {
      expectFacts(site.page(path), { 'html@lang': ['he'], 'html@dir': ['rtl'] });
    }
  });
});

describe('title block', () => {
  const year = { 'article time': ['2020'] };
  const now = Date.UTC(2020, 11, 24);
  page("shows the year even for an essay of the build's own year", {}, year, { now });

  page(
    'tells the whole day in the time zone of the site, and the essay’s own author',
    {
      // 2020-12-03T01:00:00Z
      frontMatter: 'publishedTimestamp: 1606957200000\nauthor: Bea Guest',
      settings: 'timezone: America/New_York\n',
    },
    { 'article time@text': ['December 2, 2020'], 'article span': ['1 min read', 'by Bea Guest'] },
  );
  const queries = ['ai', 'brain%20bowls', 'R%26D', 'c%2B%2B', '50%25', '%CE%B6', '%231'];
  page(
    'links all tags to /?tag={tag}, in their order',
    { frontMatter: 'tags: [ai, brain bowls, R&D, c++, "50%", ζ, "#1"]' },
    {
      'article header a': ['ai', 'brain bowls', 'R&D', 'c++', '50%', 'ζ', '#1'],
      'article header a@href': queries.map((query) => `/?tag=${query}`),
    },
  );

  test.each([
    ["'<script>alert(1)</script> &#8217;'", '<script>alert(1)</script> ’'],
    ['x'.repeat(57), 'x'.repeat(57)],
  ])('a title written %s is shown as %s', async (written, shown) => {
    const $ = (await build({ frontMatter: `title: ${written}` })).page('blog/one.html');
    expectFacts($, { h1: [shown], title: [`${shown} · Ann Author`], [SCRIPT]: [] });
    expect($.html()).not.toContain('&amp;#');
  });
  page(
    'a title that would be cut off beside the author’s name stands alone in the head',
    { frontMatter: `title: ${'x'.repeat(58)}` },
    { title: ['x'.repeat(58)] },
  );
});

describe('body', () => {
  const markdown = [
    'A *soft* word, **firm** too. <iframe src="https://v.example/1"></iframe>',
    '## Next\n\n### Deeper\n\n- one\n- two',
    '> said',
    '```js\nif (a < b) go();\n```',
    '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n',
  ];
  page(
    'is rendered as HTML, without a style attribute',
    { body: markdown.join('\n\n') },
    {
      'article p:first em': ['soft'],
      'article strong': ['firm'],
      'article iframe@src': ['https://v.example/1'],
      'article h2': ['Next'],
      'article h3': ['Deeper'],
      'article .prose ul li': ['one', 'two'],
      'article blockquote': ['said'],
      'article pre code@text': ['if (a < b) go();'],
      'td@class': ['align-left', 'align-center', 'align-right'],
      '[style]': [],
    },
  );
});

describe('the end of the page', () => {
  page(
    'asks whether the reader enjoyed it, with links to the profiles',
    { settings: PROFILES },
    {
      'main aside h2': ['Enjoyed this essay?'],
      'main aside p:first': ['Get more insights on technology, business, and innovation.'],
      'main aside a@href': ['https://ann.substack.example', 'https://x.com/ann'],
      'main aside a[target="_blank"][rel~="noopener"]': ['Subscribe on Substack', 'Follow on X'],
      [SCRIPT]: [],
      'style, [style]': [],
    },
  );
});

describe('outbound analytics', () => {
  const settings = 'analytics:\n  outbound: https://stats.example/out\n';
  const oldLink = `<a href="https://eff.org/" onclick="pageTracker._trackPageview('/out')">law</a>`;

  page(
    'an essay with such a link loads the script',
    { body: oldLink, settings },
    {
      [`${SCRIPT}@src`]: [expect.stringMatching(/^\/assets\/outbound\.[0-9a-f]{10}\.js$/)],
      [`${SCRIPT}@data-endpoint`]: ['https://stats.example/out'],
      'article a@link': [['law', 'https://eff.org/']],
      'article a@data-outbound': [''],
      'article a@onclick': [undefined],
    },
  );
  const plainLink = '<a href="https://eff.org/">law</a>';
  page('an essay without such a link loads none', { body: plainLink, settings }, { [SCRIPT]: [] });

  test('without an endpoint no script is loaded', async () => {
    const site = await build({ body: oldLink });
    expectFacts(site.page('blog/one.html'), { [SCRIPT]: [], 'article a@onclick': [undefined] });
  });
});

test('a cover is above the title, and the thumbnail of the card', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay(
      'title: A\npublished: 2020-01-01\ncover: /x.png\nimageAlt: A hill',
    ),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01\nimage: /x.png'),
    'content/public/x.png': 'a picture',
  });
  expectFacts(site.page('blog/a.html'), {
    '.essay > header > :first-child@src': ['/x.png'],
    '.essay > header > :first-child@alt': ['A hill'],
  });
  expectFacts(site.page('blog/b.html'), { '.essay img': [] });
  expectFacts(site.page('index.html'), { '.card img@src': ['/x.png', '/x.png'] });
});

test('a cover has copies for wide windows, but its card has none wider than a phone', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01\ncover: a.jpg'),
    'content/essays/a.jpg': await photo(1800, 1200),
  });
  const widths = (page: string, selector: string) =>
    site
      .page(page)(selector)
      .attr('srcset')
      ?.match(/\d+(?=w)/g);
  expect(widths('blog/a.html', '.cover')).toEqual(['480', '960', '1440', '1800']);
  expect(widths('index.html', '.card img')).toEqual(['384', '480', '960']);
});

describe('the page of an unknown address', () => {
  test('is that of an essay without an essay, with the newest essays', async () => {
    const site = await build({ settings: 'x: https://x.example/ann\n', frontMatter: 'tags: [ai]' });
    expectFacts(site.page('404.html'), {
      'main > :first-child': ['Post not found.'],
      'main :is(time, ul, article, header)': ['One 2020'],
      main: [expect.not.stringMatching(/min read|by Ann|\bai\b/)],
      ...HEADER,
      'main h2': ['Enjoyed this essay?'],
      'main a@link': [
        ['One 2020', '/blog/one'],
        ['Follow on X', 'https://x.example/ann'],
        ['← Check out more essays', '/'],
      ],
      title: ['Not found · Ann Author'],
      // Search engines leave it out.
      'meta[name="robots"]@content': ['noindex'],
      'link[rel="canonical"]': [],
      [`${SCRIPT}, style, [style]`]: [],
    });
  });

  test('has addresses that start at the root, so that it works at any depth', async () => {
    const below = {
      'content/site.yaml': 'name: Ann\nurl: https://me.github.io/notes\nsocialImages: false\n',
    };
    const home = ['/notes/', '/notes/', '/notes/about', '/notes/', '/notes/'];
    expectFacts((await buildSite(below)).page('404.html'), {
      'link[rel="stylesheet"]@href': [expect.stringMatching(/^\/notes\/assets\/style\./)],
      'body > :is(header, main) a@href': home,
    });
  });
});

test('what the series of an essay lists is not listed again', async () => {
  const part = (day: number) =>
    essay(`title: Part ${day}\nslug: p${day}\npublished: 2020-01-0${day}\nseries: S\ntags: [x]`);
  const other = (day: number) => essay(`title: O${day}\npublished: 2020-01-0${day}\ntags: [x]`);
  const site = await buildSite({
    'content/essays/1.md': other(1),
    'content/essays/2.md': part(2),
    'content/essays/3.md': part(3),
    'content/essays/4.md': part(4),
    'content/essays/5.md': essay('title: Untagged\npublished: 2020-01-05'),
  });
  expectFacts(site.page('blog/p3.html'), {
    'nav[aria-label=Series] a@href': ['/blog/p2', '/blog/p3', '/blog/p4'],
    '.pagination': [],
    'nav[aria-label="Related essays"] a@href': ['/blog/o1'],
  });
  expectFacts(site.page('blog/p2.html'), { '.pagination a@href': ['/blog/o1'] });
});

test('a title of Chinese or Japanese characters counts as long sooner', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay(`title: ${'書'.repeat(31)}\nslug: a\npublished: 2020-01-01`),
    'content/essays/b.md': essay(`title: ${'書'.repeat(30)}\nslug: b\npublished: 2020-01-01`),
    'content/essays/c.md': essay(`title: ${'w'.repeat(60)}\nslug: c\npublished: 2020-01-01`),
  });
  const isLong = (slug: string) => site.page(`blog/${slug}.html`)('h1').hasClass('long-title');
  expect(['a', 'b', 'c'].map(isLong)).toEqual([true, false, false]);
});

test('a reference to a footnote is called "Note 1"; an empty head of a column is a plain cell', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay(
      'title: A\npublished: 2020-01-01',
      'Claim.[^x]\n\n[^x]: Note.\n\n<table><thead><tr><th> </th><th>B</th></tr></thead></table>',
    ),
  });
  expectFacts(site.page('blog/a.html'), {
    'sup a@aria-label': ['Note 1'],
    'thead td': [''],
    'thead th@scope': ['col'],
    'body > div > .skip-link': ['Skip to content'],
  });
});
