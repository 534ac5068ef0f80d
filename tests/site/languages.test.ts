/** A site in several languages: what is published in each, and how pages name their translations. */
import { describe, expect, test } from 'vitest';
import {
  type BuiltSite,
  buildSettled,
  buildSite,
  buildSound,
  essay,
  type Files,
  SITE_YAML,
  shareSite,
} from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const LANGUAGES = `language: en
tagPages: true
homeEssays: 20
languages:
  de:
    title: Aufsätze
    intro: Worte übers Gehen.
  ar:
    title: مقالات
`;

const dated = (title: string, day: string, more = '') =>
  essay(`title: ${title}\npublished: ${day}\n${more}`, 'Some "quoted" words.\n');

const FILES: Files = {
  'content/site.yaml': SITE_YAML + LANGUAGES,
  'content/about.md': essay('title: About'),
  'content/about.de.md': essay('title: Über mich'),
  'content/pages/books.md': essay('title: Books\nnav: true\ntranslationKey: books'),
  'content/pages/buecher.de.md': essay('title: Bücher\nnav: true\ntranslationKey: books'),
  'content/pages/index.de.md': essay('title: Start', 'Herzlich willkommen.\n'),
  'content/pages/404.de.md': essay('title: Nichts da', 'Hier ist nichts.\n'),
  'content/essays/walking.md': dated('Walking', '2020-01-02', 'tags: [feet, walk]'),
  'content/essays/walking.de.md': dated('Vom Gehen', '2020-02-02', 'tags: [gehen, walk]'),
  'content/essays/ar/walking.md': dated('المشي', '2020-03-02', 'slug: walking'),
  'content/essays/only.md': dated('Only English', '2021-01-02', 'tags: [feet]'),
  'content/essays/de/nur.md': dated('Nur Deutsch', '2021-02-02', 'tags: [gehen]'),
  'content/essays/winter.md': dated('Winter', '2022-01-02', 'translationKey: winter'),
  'content/essays/kalt.md': dated('Kalt', '2022-02-02', 'lang: de\ntranslationKey: winter'),
};

const shared = shareSite(FILES);

/** The pages of a site, and the addresses at which hosts serve them. */
function listPages({ paths }: BuiltSite): [path: string, url: string][] {
  return paths
    .filter((path) => path.endsWith('.html') && !path.endsWith('404.html'))
    .map((path) => [
      path,
      `https://ann.example/${path.replace(/(^|(?<=\/))index\.html$|\.html$/, '')}`,
    ]);
}

/** The page's address in each language that its head names. */
function readAlternates(site: BuiltSite, path: string): Record<string, string> {
  const links = site.page(path)('link[rel=alternate][hreflang]').toArray();
  return Object.fromEntries(links.map(({ attribs }) => [attribs.hreflang, attribs.href]));
}

const titlesOn = (site: BuiltSite, path: string) =>
  site
    .page(path)('main a')
    .map((_, link) => site.page(path)(link).text())
    .get()
    .join('\n');

describe('each language has', () => {
  const has = [
    ['index.html', 'de/index.html', 'ar/index.html'],
    ['archive.html', 'de/archive.html', 'ar/archive.html'],
    ['tags.html', 'de/tags.html', 'ar/tags.html'],
    ['feed.xml', 'de/feed.xml', 'ar/feed.xml'],
    ['rss.xml', 'de/rss.xml', 'ar/rss.xml'],
    ['feed.json', 'de/feed.json', 'ar/feed.json'],
    ['404.html', 'de/404.html', 'ar/404.html'],
  ];
  test.each(has)('%s, %s, %s', (...paths) => {
    expect(shared().paths).toEqual(expect.arrayContaining(paths));
  });

  test('its essays at addresses with its prefix, by file name, folder or front matter', () => {
    const essays = shared().paths.filter((path) => /(?:^|\/)blog\//.test(path));
    expect(essays).toEqual([
      'ar/blog/walking.html',
      'blog/only-english.html',
      'blog/walking.html',
      'blog/winter.html',
      'de/blog/kalt.html',
      'de/blog/nur-deutsch.html',
      'de/blog/vom-gehen.html',
    ]);
  });

  test('lists, tags and feeds of its own essays alone', () => {
    const site = shared();
    expect(titlesOn(site, 'index.html')).not.toMatch(/Gehen|Nur Deutsch|Kalt|gehen/);
    expect(titlesOn(site, 'de/index.html')).not.toMatch(/Walking|Only|Winter|feet/);
    expect(site.paths.filter((path) => /tags\/.*html/.test(path))).toEqual([
      'de/tags/gehen.html',
      'de/tags/walk.html',
      'tags/feet.html',
      'tags/walk.html',
    ]);
    const titles = (path: string) => site.text(path).match(/(?<=<entry>.*?<title>)[^<]+/gs);
    expect(titles('de/feed.xml')).toEqual(['Kalt', 'Nur Deutsch', 'Vom Gehen']);
    expect(titles('feed.xml')).toEqual(['Winter', 'Only English', 'Walking']);
  });

  test('neighbours, related essays and series among its own essays', () => {
    const site = shared();
    for (const path of site.paths.filter((each) => each.startsWith('de/blog/'))) {
      const links = site.page(path)('main a[href*="/blog/"]:not([hreflang])').toArray();
      for (const { attribs } of links) expect(attribs.href).toMatch(/^\/de\/blog\//);
    }
  });

  test('pages that load the style sheet of links to languages', () => {
    for (const path of shared().paths.filter((each) => each.endsWith('.html'))) {
      expect(shared().text(path), path).toMatch(/href="\/assets\/languages\.\w+\.css"/);
    }
  });

  test('its own words and texts of the interface', () => {
    const home = shared().page('de/index.html');
    expect(home('html').attr('lang')).toBe('de');
    expect(home('h1').text()).toBe('Aufsätze');
    expect(home('main').text()).toContain('Herzlich willkommen.');
    expect(home('nav').first().attr('aria-label')).toBe('Hauptmenü');
    expect(shared().page('ar/index.html')('html').attr('dir')).toBe('rtl');
    expect(shared().page('de/404.html')('main').text()).toContain('Hier ist nichts.');
    expect(shared().text('de/blog/kalt.html')).toContain('„quoted“');
  });

  test('its own pages, and its own about page or else that of the main language', () => {
    const linksOf = (path: string) =>
      shared()
        .page(path)('.site-header nav')
        .first()
        .find('a')
        .map((_, { attribs }) => attribs.href)
        .get();
    expect(linksOf('de/index.html')).toEqual(expect.arrayContaining(['/de/buecher', '/de/about']));
    expect(linksOf('ar/index.html')).toContain('/about');
    expect(linksOf('index.html')).toEqual(expect.arrayContaining(['/books', '/about']));
  });
});

describe('translations', () => {
  test('are known by name and by translationKey, on pages and essays', () => {
    const of = (path: string) => readAlternates(shared(), path);
    const site = 'https://ann.example';
    expect(of('blog/walking.html')).toEqual({
      en: `${site}/blog/walking`,
      de: `${site}/de/blog/vom-gehen`,
      ar: `${site}/ar/blog/walking`,
      'x-default': `${site}/blog/walking`,
    });
    expect(of('de/blog/kalt.html')).toMatchObject({ en: `${site}/blog/winter` });
    expect(of('de/buecher.html')).toMatchObject({ en: `${site}/books` });
    expect(of('de/about.html')).toMatchObject({ en: `${site}/about` });
    expect(of('de/archive.html')).toMatchObject({
      en: `${site}/archive`,
      ar: `${site}/ar/archive`,
    });
    expect(of('de/tags/walk.html')).toMatchObject({ en: `${site}/tags/walk` });
    expect(of('de/tags/gehen.html')).toEqual({});
    expect(of('blog/only-english.html')).toEqual({});
  });

  test('name each other on every page', () => {
    const site = shared();
    const pages = listPages(site);
    const byUrl = new Map(pages.map(([path, url]) => [url, readAlternates(site, path)]));
    const inSitemap = site.text('sitemap.xml').matchAll(/<loc>([^<]+)</g);
    expect(new Set(Array.from(inSitemap, ([, url]) => url))).toEqual(new Set(byUrl.keys()));
    for (const [path, url] of pages) {
      const named = byUrl.get(url) ?? {};
      if (Object.keys(named).length === 0) continue;
      expect(named[site.page(path)('html').attr('lang') ?? ''], `${url} names itself`).toBe(url);
      expect(Object.values(named)).toContain(named['x-default']);
      for (const other of Object.values(named)) expect(byUrl.get(other), other).toEqual(named);
    }
  });

  test('are linked below the title, and from the header, which otherwise leads to the home page', () => {
    const below = ['/de/blog/vom-gehen', '/ar/blog/walking'];
    expectFacts(shared().page('blog/walking.html'), {
      'article > header .translations a@href': below,
      '.translations a@rel': ['alternate', 'alternate'],
      'body > header nav@aria-label': ['Main', 'Languages'],
      '.languages a@link': [
        ['Deutsch', below[0]],
        ['العربية', below[1]],
      ],
      '.languages a@lang': ['de', 'ar'],
      '.languages a@hreflang': ['de', 'ar'],
      '.languages a@dir': [undefined, 'rtl'],
      '.languages a@rel': ['alternate', 'alternate'],
    });
    // A home page in another language isn't another version of the essay.
    expectFacts(shared().page('blog/only-english.html'), {
      '.languages a@href': ['/de/', '/ar/'],
      '.languages a@rel': [undefined, undefined],
      '.translations': [],
    });
    expectFacts(shared().page('de/buecher.html'), { 'h1 + .translations a@href': ['/books'] });
    expectFacts(shared().page('ar/index.html'), { '.languages a@dir': ['ltr', 'ltr'] });
  });

  test('are linked in words that say which language they are in', async () => {
    const settings = `language: de\nlanguages:
  en: {}
  en-GB: {}
  sk: {}
  ca: { texts: { readHere: Llegeix en català } }
`;
    const site = await buildSite({
      'content/site.yaml': SITE_YAML + settings,
      'content/essays/a.md': dated('A', '2020-01-01'),
      'content/essays/a.en.md': dated('B', '2020-01-02'),
      'content/essays/a.en-gb.md': dated('C', '2020-01-03'),
      'content/essays/a.sk.md': dated('D', '2020-01-04'),
      'content/essays/a.ca.md': dated('E', '2020-01-05'),
    });
    const labelsOn = (path: string) =>
      site
        .page(path)('.translations a')
        .map((_, link) => site.page(path)(link).text())
        .get();
    const [english, british, slovak, catalan] = labelsOn('blog/a.html');
    expect([slovak, catalan]).toEqual(['Slovenčina', 'Llegeix en català']);
    expect(english).not.toBe(british);
    expect(british).toBe('British English');
  });

  test('never share an id in feeds', () => {
    const ids = ['feed.xml', 'de/feed.xml', 'ar/feed.xml'].flatMap(
      (path) =>
        shared()
          .text(path)
          .match(/(?<=<entry>\s*<id>)[^<]+/g) ?? [],
    );
    expect(new Set(ids).size).toBe(7);
  });

  test('keep their ids when the original goes', async () => {
    const idOf = ({ text }: BuiltSite) =>
      /<id>([^<]+)<\/id>\s*<title>Vom Gehen/.exec(text('de/feed.xml'))?.[1];
    const { 'content/essays/walking.md': _, ...rest } = FILES;
    const id = idOf(shared());
    expect(id).toMatch(/^urn:uuid:/);
    expect(idOf(await buildSound(rest))).toBe(id);
  });

  test('that exist twice are reported', async () => {
    const site = await buildSite({
      ...FILES,
      'content/essays/de/walking.md': dated('B', '2020-01-01'),
    });
    expect(site.codes).toEqual(['translation-duplicate']);
  });
});

test('all pages in a language lead to its about page as soon as there is one', async () => {
  const { 'content/about.de.md': about = '', ...files } = FILES;
  const site = await buildSettled(files);
  const aboutOf = ({ page }: BuiltSite) =>
    page('de/blog/nur-deutsch.html')('header a[href$=about]').attr('href');
  expect(aboutOf(site)).toBe('/about');
  expect(aboutOf(await site.rebuild({ 'content/about.de.md': about }))).toBe('/de/about');
});

test('a link to a file leads to its translation into the language of the text', async () => {
  const linking = (title: string) =>
    essay(
      `title: ${title}\npublished: 2020-01-05`,
      '[a](walking.md) [b](only.md) [c](/blog/walking)\n',
    );
  const site = await buildSound({
    ...FILES,
    'content/essays/links.md': linking('Links'),
    'content/essays/links.de.md': linking('Verweise'),
  });
  const linksOn = (path: string) =>
    site
      .page(path)('article p a')
      .map((_, { attribs }) => attribs.href)
      .get();
  expect(linksOn('blog/links.html')).toEqual([
    '/blog/walking',
    '/blog/only-english',
    '/blog/walking',
  ]);
  expect(linksOn('de/blog/verweise.html')).toEqual([
    '/de/blog/vom-gehen',
    '/blog/only-english',
    '/blog/walking',
  ]);
});

test('an essay without a translation is listed everywhere with `untranslated: show`, and published once', async () => {
  const settings = `${SITE_YAML + LANGUAGES}untranslated: show\ndates: full\n`;
  const site = await buildSound({ ...FILES, 'content/site.yaml': settings });
  expect(titlesOn(site, 'de/index.html')).toMatch(/Only English/);
  expect(titlesOn(site, 'de/index.html')).not.toMatch(/Walking|Winter/);
  expect(titlesOn(site, 'index.html')).toMatch(/Nur Deutsch/);
  expect(titlesOn(site, 'ar/index.html')).toMatch(/Winter/);
  expect(titlesOn(site, 'ar/index.html')).not.toMatch(/Kalt/);
  const link = site.page('de/index.html')('a[href="/blog/only-english"]').first();
  expect(link.closest('[lang]').attr('lang')).toBe('en');
  expect(site.paths.filter((path) => path.includes('only-english'))).toEqual([
    'blog/only-english.html',
  ]);
  expect(site.paths).toContain('de/tags/feet.html');
  // The card is in the list's language, but for the words of the essay.
  const dateOn = (path: string) =>
    site.page(path)('.card:has(a[href="/blog/only-english"]) time').first().text();
  expect([dateOn('index.html'), dateOn('de/index.html')]).toEqual([
    'January 2, 2021',
    '2. Januar 2021',
  ]);
});

test('menus may name pages in other languages by title or path, and links in settings lead to translations', async () => {
  const site = await buildSound({
    ...FILES,
    'content/essays/ar/walking.md': dated('المشي', '2020-03-02'),
    'content/site.yaml': `${SITE_YAML}nav: [Books, /de/buecher]
languages:
  de: { nav: [Bücher, books, Archive, Kalt], intro: "[Gehen](essays/walking.md)" }
homeEssays: 20
`,
  });
  const linksIn = (path: string, selector: string) =>
    site
      .page(path)(selector)
      .map((_, link) => `${site.page(path)(link).text()} ${site.page(path)(link).attr('href')}`)
      .get();
  const nav = '.site-header nav:first-of-type a';
  expect(linksIn('index.html', nav)).toEqual(['Books /books', 'Bücher /de/buecher']);
  expect(linksIn('de/index.html', nav)).toEqual([
    'Bücher /de/buecher',
    'Books /books',
    'Archiv /de/archive',
    'Kalt /de/blog/kalt',
  ]);
  expect(linksIn('de/index.html', '.intro p a')).toEqual(['Gehen /de/blog/vom-gehen']);
});

test('a redirect by file name leads to the original, without a warning about its translations', async () => {
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML + LANGUAGES}redirects: { '/:year/:file': '/blog/:slug' }\n`,
    'content/essays/a.md': dated('A', '2020-01-01'),
    'content/essays/a.de.md': dated('B', '2020-02-02'),
    'content/essays/c.de.md': dated('C', '2020-02-03'),
  });
  expect(site.text('2020/a.html')).toContain('url=/blog/a"');
  expect(site.text('2020/c.html')).toContain('url=/de/blog/c"');
});

test('similar tags are reported once, among the essays of each language', async () => {
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML + LANGUAGES}untranslated: show\n`,
    'content/essays/a.md': dated('A', '2020-01-01', 'tags: [JavaScript]'),
    'content/essays/b.md': dated('B', '2020-01-02', 'tags: [Javascript]'),
    'content/essays/c.de.md': dated('C', '2020-01-03', 'tags: [javascript]'),
  });
  expect(site.codes).toEqual(['tag-similar']);
});

test('styled feeds, redirects and pages that are gone are in the language of their address', async () => {
  const settings = `${LANGUAGES}redirects: { /alt: /de/blog/b, /old: /blog/a }\ngone: [/de/weg, /away]\n`;
  const site = await buildSound({
    'content/site.yaml': SITE_YAML + settings,
    'content/essays/a.md': dated('A', '2020-01-01'),
    'content/essays/b.de.md': dated('B', '2020-01-02', 'aliases: /früher'),
  });
  const languageOf = (path: string) => site.page(path)('html').attr('lang');
  expect(['alt.html', 'früher.html', 'de/weg.html'].map(languageOf)).toEqual(['de', 'de', 'de']);
  expect(['old.html', 'away.html'].map(languageOf)).toEqual(['en', 'en']);
  expect(site.page('de/weg.html')('.back a').attr('href')).toBe('/de/');
});

test('addresses follow the permalink of their language, or else the main one', async () => {
  const settings = `permalink: /:year/:slug/\nlanguages:\n  de:\n    permalink: /de/aufsaetze/:slug\n  fr: {}\n`;
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML}${settings}`,
    'content/essays/a.md': dated('A', '2020-01-01'),
    'content/essays/a.de.md': dated('B', '2020-01-01'),
    'content/essays/a.fr.md': dated('C', '2020-01-01'),
  });
  const essays = site.paths.filter((path) => /2020|aufsaetze/.test(path));
  expect(essays).toEqual(['2020/a/index.html', 'de/aufsaetze/b.html', 'fr/2020/c/index.html']);
});

test('on a site in one language, file names and folders that look like languages have no effect', async () => {
  const files = {
    'content/essays/a.de.md': dated('A', '2020-01-01'),
    'content/essays/de/b.md': dated('B', '2020-01-02'),
  };
  const site = await buildSound(files);
  expect(site.paths.filter((path) => path.includes('blog/'))).toEqual([
    'blog/a.html',
    'blog/b.html',
  ]);
  expect(site.text('index.html')).not.toMatch(/hreflang|languages/i);
});
