import { expect, test } from 'vitest';
import { buildSite, buildSound, essay, type Files, SITE_YAML } from '../support/site.ts';

const FORMS: readonly [permalink: string, output: string, address: string][] = [
  ['/:year/:slug/', '2020/walking-home/index.html', '/2020/walking-home/'],
  ['/:year/:month/:day/:slug', '2020/12/03/walking-home.html', '/2020/12/03/walking-home'],
  [
    '/:short_year/:i_month/:i_day/:title/',
    '20/12/3/walking-home/index.html',
    '/20/12/3/walking-home/',
  ],
  ['/essays/:slug', 'essays/walking-home.html', '/essays/walking-home'],
  ['/:slug.html', 'walking-home.html', '/walking-home.html'],
  ['/:slug/', 'walking-home/index.html', '/walking-home/'],
  ['/:file/', 'walk/index.html', '/walk/'],
  ['/:category/:slug/', 'on-foot/walking-home/index.html', '/on-foot/walking-home/'],
  ['/:folder/:slug', 'old/walking-home.html', '/old/walking-home'],
];

function siteWith(permalink: string | null, more: Files = {}, settings = ''): Files {
  // The name of the file stands for the slug.
  const slug = permalink?.includes(':file') ? 'walk' : 'walking-home';
  const stated = permalink === null ? '' : `permalink: ${permalink}\n`;
  return {
    'content/site.yaml': SITE_YAML + stated + settings,
    'content/essays/old/walk.md': essay(
      'title: Walking Home\npublished: 2020-12-03\ncategory: On Foot\ntags: [feet]',
      '## Part\n\nWords.\n',
    ),
    'content/essays/links.md': essay(
      'title: Links\npublished: 2019-01-09\ncategory: On Foot',
      `[a](/blog/${slug}#part) [b](old/walk.md) [c](${slug}) [d](/blog/post/${slug})\n`,
    ),
    ...more,
  };
}

test.each(FORMS)(
  '%s decides the file and stays in every link',
  async (permalink, output, address) => {
    const site = await buildSound(siteWith(permalink, {}, 'tagPages: true\n'));
    expect(site.paths).toContain(output);
    const url = `https://ann.example${address}`;
    expect(site.page(output)('link[rel=canonical]').attr('href')).toBe(url);
    for (const path of ['feed.xml', 'rss.xml', 'sitemap.xml', 'tags/feet.xml']) {
      expect(site.text(path)).toContain(
        `${url}<`.replace('<', path === 'feed.xml' || path === 'tags/feet.xml' ? '"' : '<'),
      );
    }
    for (const path of ['index.html', 'tags/feet.html']) {
      expect(site.page(path)(`a[href="${address}"]`).length).toBeGreaterThan(0);
    }
    const linking = site.paths.find((path) => /(^|\/)links(\/index)?\.html$/.test(path)) ?? '';
    const links = site
      .page(linking)('article p a')
      .map((_, { attribs }) => attribs.href)
      .get();
    expect(links).toEqual([`${address}#part`, address, address, address]);
  },
);

test('the same slug may stand at two addresses, and a number is added where the address is taken', async () => {
  const same = (day: string) => essay(`title: Same\npublished: ${day}`);
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML}permalink: /:year/:slug/\n`,
    'content/essays/a.md': same('2019-01-01'),
    'content/essays/b.md': same('2020-01-01'),
    'content/essays/c.md': same('2020-02-01'),
  });
  const pages = site.paths.filter((path) => path.includes('/same'));
  expect(pages).toEqual(['2019/same/index.html', '2020/same-2/index.html', '2020/same/index.html']);
});

test('a permalink that gives no address of its own to each essay is an error that says so', async () => {
  const cases = [
    'blog/:slug',
    '/:year/',
    '/:yaer/:slug',
    '/:tag/:slug',
    '/:slug.php',
    '/:slug?x',
    '//x/:slug',
  ];
  for (const permalink of cases) {
    const site = await buildSite(siteWith(`'${permalink}'`));
    expect(site.report, permalink).toContain("can't be the form of the essays' addresses");
    expect(site.codes, permalink).toContain('value-invalid');
  }
});

test('an essay at the address of a page, a file, a tag, a feed or the home page is an error that names both', async () => {
  const named = (title: string) => ({
    'content/essays/x.md': essay(`title: ${title}\npublished: 2020-01-01`),
  });
  const cases: readonly [permalink: string, more: Files, other: string][] = [
    [
      '/:slug',
      { ...named('About'), 'content/about.md': '---\ntitle: About\n---\n' },
      'content/about.md',
    ],
    [
      '/:slug/',
      { ...named('Books'), 'content/pages/books.md': '---\ntitle: B\n---\n' },
      'content/pages/books.md',
    ],
    [
      '/:slug.html',
      { ...named('File'), 'content/public/file.html': '<p>' },
      'content/public/file.html',
    ],
    ['/tags/:slug', named('Feet'), 'out/tags/feet.html'],
    ['/:slug', named('Archive'), 'out/archive.html'],
    ['/assets/:slug', named('X'), 'out/assets/'],
    [
      '/:slug',
      { 'content/essays/x.md': essay('title: X\npublished: 2020-01-01\nslug: "404"') },
      'templates/NotFoundPage.tsx',
    ],
  ];
  for (const [permalink, more, other] of cases) {
    const site = await buildSite(siteWith(permalink, more, 'homeEssays: 20\n'));
    expect(site.codes, permalink).toContain('output-collision');
    expect(site.report, permalink).toContain('content/essays/x.md');
    expect(site.report, permalink).toContain(other);
  }
});

test('after a new permalink, every address ever published leads to its essay, and feed ids stay', async () => {
  const essays = Array.from({ length: 7 }, (_, at) => at).map((at) => [
    `content/essays/e${at}.md`,
    essay(
      `title: Essay ${at}\npublished: 201${at}-01-02`,
      `${`Words of the essay ${at}. `.repeat(9)}\n`,
    ),
  ]);
  const files = Object.fromEntries(essays);
  const settings = (permalink: string) => ({
    'content/site.yaml': `${SITE_YAML}permalink: ${permalink}\n`,
  });
  let site = await buildSound({ ...files, ...settings('/blog/:slug') }, { remembers: 'all' });
  const idsOf = (text: string) => [...text.matchAll(/<id>([^<]*)/g)].map(([, id]) => id);
  const ids = idsOf(site.text('feed.xml'));
  for (const permalink of [
    '/:year/:slug/',
    '/essays/:slug',
    '/:slug.html',
    '/:year/:month/:slug/',
  ]) {
    site = await site.rebuild(settings(permalink));
    expect(site.codes).toEqual(['address-moved']);
    expect(site.report).toContain(`7 essays have moved, such as from `);
    expect(idsOf(site.text('feed.xml'))).toEqual(ids);
  }
  for (const old of [
    'blog/essay-3.html',
    '2013/essay-3/index.html',
    'essays/essay-3.html',
    'essay-3.html',
  ]) {
    expect(site.page(old)('a').attr('href'), old).toBe('/2013/01/essay-3/');
  }
  expect(site.text('_redirects')).toContain('/blog/essay-3 /2013/01/essay-3/ 301');
  const again = await site.rebuild({});
  expect(again.report).toBe('');
});

test('patterns of redirects lead to essays whatever their addresses are', async () => {
  const site = await buildSound(
    siteWith('/:year/:slug/', {}, 'redirects:\n  /:year/:month/:slug: /blog/:slug\n'),
  );
  expect(site.page('2020/12/walking-home.html')('a').attr('href')).toBe('/2020/walking-home/');
  expect(site.text('_redirects')).toContain('/2020/12/walking-home /2020/walking-home/ 301');
});

test("an essay's own permalink is its address, and the site's is that of the others", async () => {
  const cases: readonly (readonly [stated: string, output: string, address: string])[] = [
    ['permalink: /2007/w/', '2007/w/index.html', '/2007/w/'],
    ['permalink: 2007/x.html', '2007/x.html', '/2007/x.html'],
    ['permalink: /2007/y/index.html', '2007/y/index.html', '/2007/y/'],
    ['url: https://ann.example/z/', 'z/index.html', '/z/'],
    ['permalink: /:year/:day/:slug', '2020/03/e4.html', '/2020/03/e4'],
    ['permalink: /:year/:slug:output_ext', '2020/e5.html', '/2020/e5.html'],
    ['permalink: /über/歩く/', 'über/歩く/index.html', '/%C3%BCber/%E6%AD%A9%E3%81%8F/'],
    // Addresses that no page can have lead to the essay, or are left out.
    ['permalink: /feed.php', 'essays/e7.html', '/essays/e7'],
    ['url: https://else.example/x', 'essays/e8.html', '/essays/e8'],
  ];
  const essays = cases.map(([stated], at) => [
    `content/essays/e${at}.md`,
    essay(
      `title: E${at}\npublished: 2020-12-03\n${stated}`,
      `[to](/blog/e${at}) [file](e${at}.md)\n`,
    ),
  ]);
  const settings = { 'content/site.yaml': `${SITE_YAML}permalink: /essays/:slug\n` };
  const site = await buildSite(
    { ...settings, ...Object.fromEntries(essays) },
    { remembers: 'all' },
  );
  expect(site.report).toBe('');
  for (const [, output, address] of cases) {
    expect(site.page(output)('link[rel=canonical]').attr('href')).toBe(
      `https://ann.example${address}`,
    );
    const links = site
      .page(output)('article p a')
      .map((_, { attribs }) => attribs.href)
      .get();
    expect(links).toEqual([address, address]);
    const recorded = `${decodeURI(address)} content/essays/`;
    expect(site.text('../content/addresses.txt')).toContain(recorded);
  }
  expect(site.page('feed.php/index.html')('a').attr('href')).toBe('/essays/e7');
  const again = await site.rebuild({});
  expect(again.report).toBe('');
});

test('two essays that state one address are an error, and one that derives it gets a number', async () => {
  const at = (title: string, more = '') => essay(`title: ${title}\npublished: 2020-01-01${more}`);
  const files = {
    'content/essays/a.md': at('A', '\npermalink: /blog/B/'),
    'content/essays/b.md': at('B'),
  };
  const site = await buildSound(files);
  expect(site.paths).toEqual(expect.arrayContaining(['blog/B/index.html', 'blog/b-2.html']));
  const both = await buildSite({ ...files, 'content/essays/c.md': at('C', '\nurl: /blog/b') });
  expect(both.codes).toEqual(['slug-duplicate']);
  expect(both.report).toContain('content/essays/a.md');
  expect(both.report).toContain('content/essays/c.md');
});

test('a form with letters of other scripts, for slugs of other scripts', async () => {
  const dated = (title: string, day = 3) => essay(`title: ${title}\npublished: 2020-12-0${day}`);
  const form = 'заметки/:folder'.normalize('NFD');
  const site = await buildSite(
    {
      'content/site.yaml': `${SITE_YAML}permalink: /${form}/:slug/\n`,
      'content/essays/мой дом/лес.md': dated('Прогулка, Йод'),
      'content/essays/мой дом/два.md': dated('прогулка йод'.normalize('NFD'), 2),
      'content/essays/links.md': essay(
        'title: Links\npublished: 2019-01-09',
        '[a](/blog/прогулка-йод) [b](<мой дом/лес.md>) [c](<мой дом/два.md>)\n',
      ),
    },
    { remembers: 'all' },
  );
  expect(site.report).toBe('');
  const folder = `/${encodeURI('заметки/мой дом')}/`;
  const addresses = ['прогулка-йод-2', 'прогулка-йод'].map(
    (slug) => `${folder}${encodeURI(slug)}/`,
  );
  const [second = '', first = ''] = addresses;
  const page = site.page('заметки/links/index.html');
  const links = page('article p a').map((_, { attribs }) => attribs.href);
  expect(links.get()).toEqual([first, second, first]);
  for (const file of ['feed.xml', 'rss.xml', 'sitemap.xml']) {
    for (const address of addresses) expect(site.text(file)).toContain(`ann.example${address}`);
  }
  const recorded = site.text('../content/addresses.txt');
  expect(recorded).toContain('/заметки/мой%20дом/прогулка-йод/ content/essays/мой дом/два.md ');
  expect((await site.rebuild({}, { remembers: 'all' })).report).toBe('');
  const moved = await site.rebuild(
    { 'content/site.yaml': `${SITE_YAML}permalink: /:slug\nslugs: ascii\n` },
    { remembers: 'all' },
  );
  expect(moved.report).toContain('has moved from /заметки/мой дом/прогулка-йод/ to /progulka-yod');
  expect(moved.text('_redirects')).toContain(`${first.slice(0, -1)} /progulka-yod 301`);
});

test(':folder is the same for a translation, whichever way its file states its language', async () => {
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML}permalink: /:folder/:file/\nlanguages: { de: {}, fr: {} }\n`,
    'content/essays/old/walk/index.md': essay('title: Walk\npublished: 2020-12-03'),
    'content/essays/old/walk/index.de.md': essay('title: Gang\npublished: 2020-12-03'),
    'content/essays/fr/old/walk.md': essay('title: Marche\npublished: 2020-12-03'),
  });
  const outputs = ['old/walk/index.html', 'de/old/walk/index.html', 'fr/old/walk/index.html'];
  expect(site.paths).toEqual(expect.arrayContaining(outputs));
});
