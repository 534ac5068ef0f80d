/**
 * What a page's head says to search engines (schema.org) and to whoever shows a link to it (Open Graph,
 * Twitter cards), on built pages.
 */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildSite, essay, type Files, type Options } from '../support/site.ts';

const SETTINGS = [
  'name: Ann Author',
  'url: https://ann.example',
  'title: Notes',
  'intro: Some notes.',
  'language: en-GB',
  'x: https://x.com/ann',
  'substack: https://ann.substack.com',
  'socialImages: false',
].join('\n');

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ONE = essay(
  [
    'title: One',
    'published: 2020-01-02T03:04:05Z',
    'updated: 2021-01-02T03:04:05Z',
    'tags: [ai, open source]',
    'excerpt: What it is about.',
    'image: /pixel.png',
    'imageAlt: A dot',
  ].join('\n'),
);

const build = (files: Files = {}, options: Options = {}) =>
  buildSite(
    {
      'content/site.yaml': SETTINGS,
      'content/essays/one.md': ONE,
      'content/public/pixel.png': PIXEL,
      ...files,
    },
    options,
  );

/** The contents of all `<meta>` of a name or property, in their order. */
function metas($: CheerioAPI, name: string): (string | undefined)[] {
  const found = $(`head meta[name="${name}"], head meta[property="${name}"]`);
  return found.map((_, meta) => $(meta).attr('content')).get();
}

function jsonLd($: CheerioAPI): Record<string, unknown> {
  const scripts = $('script[type="application/ld+json"]');
  expect(scripts.length).toBe(1);
  return JSON.parse(scripts.text());
}

const ann = {
  '@type': 'Person',
  name: 'Ann Author',
  url: 'https://ann.example/about',
  sameAs: ['https://ann.substack.com', 'https://x.com/ann'],
};

describe('an essay’s page', () => {
  const cases: readonly [name: string, contents: readonly string[]][] = [
    ['og:type', ['article']],
    ['og:title', ['One']],
    ['og:url', ['https://ann.example/blog/one']],
    ['og:description', ['What it is about.']],
    ['og:site_name', ['Ann Author']],
    ['og:locale', ['en_GB']],
    ['og:image', ['https://ann.example/pixel.png']],
    ['og:image:width', ['1']],
    ['og:image:height', ['1']],
    ['og:image:alt', ['A dot']],
    ['twitter:card', ['summary_large_image']],
    ['twitter:creator', ['@ann']],
    ['author', ['Ann Author']],
    ['article:published_time', ['2020-01-02T03:04:05.000Z']],
    ['article:modified_time', ['2021-01-02T03:04:05.000Z']],
    ['article:author', ['https://ann.example/about']],
    ['article:tag', ['ai', 'open source']],
    ['robots', []],
  ];
  test('says what it is', async () => {
    const page = (await build()).page('blog/one.html');
    expect(cases.map(([name]) => [name, metas(page, name)])).toEqual(cases);
  });

  test('is a posting, with all its dates and its author', async () => {
    const site = await build();
    expect(jsonLd(site.page('blog/one.html'))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: 'One',
      url: 'https://ann.example/blog/one',
      mainEntityOfPage: 'https://ann.example/blog/one',
      description: 'What it is about.',
      datePublished: '2020-01-02T03:04:05.000Z',
      dateModified: '2021-01-02T03:04:05.000Z',
      author: ann,
      image: 'https://ann.example/pixel.png',
      keywords: ['ai', 'open source'],
      inLanguage: 'en-GB',
    });
  });

  test('without a picture, tags or a change says nothing of them', async () => {
    const site = await build({
      'content/essays/two.md': essay('title: Two\npublished: 2019-01-01'),
    });
    const page = site.page('blog/two.html');
    for (const name of ['og:image', 'og:image:width', 'article:modified_time', 'article:tag']) {
      expect(metas(page, name)).toEqual([]);
    }
    expect(metas(page, 'twitter:card')).toEqual(['summary']);
    expect(jsonLd(page)).toMatchObject({ dateModified: '2019-01-01T00:00:00.000Z' });
    expect(Object.keys(jsonLd(page))).not.toEqual(expect.arrayContaining(['image']));
    expect(Object.keys(jsonLd(page))).not.toEqual(expect.arrayContaining(['keywords']));
  });

  test('of another author is that author’s', async () => {
    const guest = essay('title: Guest\npublished: 2019-01-01\nauthor: Bob');
    const page = (await build({ 'content/essays/guest.md': guest })).page('blog/guest.html');
    expect(metas(page, 'author')).toEqual(['Bob']);
    expect(metas(page, 'article:author')).toEqual([]);
    expect(jsonLd(page).author).toEqual({ '@type': 'Person', name: 'Bob' });
  });

  test('that is a draft is kept from search engines', async () => {
    const draft = essay('title: Draft\npublished: 2019-01-01\ndraft: true');
    const site = await build({ 'content/essays/draft.md': draft }, { showDrafts: true });
    expect(metas(site.page('blog/draft.html'), 'robots')).toEqual(['noindex']);
  });

  test('cannot be left through its title or excerpt', async () => {
    const evil = essay(
      `title: '</script><script>alert(1)</script>'\npublished: 2019-01-01\nexcerpt: '"><img src=x>'\nslug: evil`,
    );
    const page = (await build({ 'content/essays/evil.md': evil })).page('blog/evil.html');
    expect(page('head script:not([type])').length).toBe(0);
    expect(page('head img').length).toBe(0);
    expect(jsonLd(page).headline).toBe('</script><script>alert(1)</script>');
    expect(metas(page, 'og:title')).toEqual(['</script><script>alert(1)</script>']);
  });

  test('shows a picture of another host as it is', async () => {
    const far = essay('title: Far\npublished: 2019-01-01\nimage: https://pics.example/a.png');
    const page = (await build({ 'content/essays/far.md': far })).page('blog/far.html');
    expect(metas(page, 'og:image')).toEqual(['https://pics.example/a.png']);
    expect(metas(page, 'og:image:width')).toEqual([]);
  });

  test('below a base path names absolute URLs below it', async () => {
    const settings = SETTINGS.replace('https://ann.example', 'https://me.github.io/blog');
    const page = (await build({ 'content/site.yaml': settings })).page('blog/one.html');
    expect(metas(page, 'og:url')).toEqual(['https://me.github.io/blog/blog/one']);
    expect(metas(page, 'og:image')).toEqual(['https://me.github.io/blog/pixel.png']);
  });
});

describe('the home page', () => {
  test('is a site, and its author a person with profiles', async () => {
    const page = (await build()).page('index.html');
    expect(jsonLd(page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: 'Ann Author',
      alternateName: 'Notes',
      url: 'https://ann.example/',
      description: 'Some notes.',
      inLanguage: 'en-GB',
      author: ann,
    });
    expect(metas(page, 'og:type')).toEqual(['website']);
    expect(metas(page, 'og:url')).toEqual(['https://ann.example/']);
    const profiles = page('link[rel="me"]').map((_, link) => page(link).attr('href'));
    expect(profiles.get()).toEqual(ann.sameAs);
  });

  test('without profiles names none', async () => {
    const page = (
      await build({ 'content/site.yaml': 'name: Ann Author\nurl: https://ann.example\n' })
    ).page('index.html');
    expect(page('link[rel="me"]').length).toBe(0);
    expect(metas(page, 'twitter:creator')).toEqual([]);
    expect(jsonLd(page).author).toEqual({ '@type': 'Person', name: ann.name, url: ann.url });
  });
});

test('the about page is the author’s profile', async () => {
  const page = (await build()).page('about.html');
  expect(jsonLd(page)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: 'https://ann.example/about',
    mainEntity: ann,
  });
  expect(metas(page, 'og:type')).toEqual(['profile']);
});

test('the page of unknown addresses says nothing but that it is not to be listed', async () => {
  const page = (await build()).page('404.html');
  expect(page('script[type="application/ld+json"]').length).toBe(0);
  expect(page('meta[property]').length).toBe(0);
  expect(metas(page, 'robots')).toEqual(['noindex']);
});

test('every page says what may be fetched before it is asked for, below its base path', async () => {
  const settings = SETTINGS.replace('https://ann.example', 'https://me.github.io/blog');
  const site = await build({ 'content/site.yaml': settings });
  for (const path of ['index.html', 'about.html', '404.html', 'blog/one.html']) {
    const rules = JSON.parse(site.page(path)('script[type="speculationrules"]').text());
    const [isOurs, isTag] = [{ href_matches: '/blog/*' }, { href_matches: '/blog/\\?tag=*' }];
    const where = { and: [isOurs, { not: isTag }] };
    expect(rules).toEqual({ prefetch: [{ where, eagerness: 'moderate' }] });
  }
});

test('every page gives the browser’s frame its colour, light and dark', async () => {
  const site = await build();
  for (const path of ['index.html', 'about.html', '404.html', 'blog/one.html']) {
    const page = site.page(path);
    const colors = page('meta[name="theme-color"]').map((_, meta) => page(meta).attr('media'));
    expect(colors.get()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  }
});

describe('languages and profiles', () => {
  const locales: readonly [language: string, locale: readonly string[]][] = [
    ['en-US', ['en_US']],
    ['zh-Hant-TW', ['zh_TW']],
    ['en', []],
  ];
  test.each(locales)('the language %s is the locale %j', async (language, locale) => {
    const settings = SETTINGS.replace('en-GB', language);
    const page = (await build({ 'content/site.yaml': settings })).page('index.html');
    expect(metas(page, 'og:locale')).toEqual(locale);
  });

  const profiles: readonly [url: string, handle: readonly string[]][] = [
    ['https://twitter.com/ann/', ['@ann']],
    ['https://www.x.com/@ann', ['@ann']],
    ['https://x.com/ann/status/1', []],
    ['https://x.example/ann', []],
  ];
  test.each(profiles)('the profile %s is the handle %j', async (url, handle) => {
    const settings = SETTINGS.replace('https://x.com/ann', url);
    const page = (await build({ 'content/site.yaml': settings })).page('index.html');
    expect(metas(page, 'twitter:creator')).toEqual(handle);
  });
});
