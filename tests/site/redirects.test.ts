import { describe, expect, test } from 'vitest';
import { buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

/** A site of two essays with the given `redirects` and aliases of the essay a. */
function siteWith(redirects: readonly string[], aliases: readonly string[] = []): Files {
  const lines = redirects.map((line) => `  ${line}\n`).join('');
  const stated =
    aliases.length > 0 ? `\naliases:\n${aliases.map((a) => `  - ${a}`).join('\n')}` : '';
  return {
    'content/site.yaml': SITE_YAML + (lines === '' ? '' : `redirects:\n${lines}`),
    'content/essays/a.md': essay(`title: A\npublished: 2020-12-03${stated}`, '## Part\n\nWords.\n'),
    'content/essays/b.md': essay('title: B\npublished: 2019-01-09'),
    'content/public/cv.pdf': 'x',
  };
}

test('a redirect becomes a page that redirects, has its target for canonical, and is not indexed', async () => {
  const cases: readonly [from: string, to: string, page: string, address: string][] = [
    ['/plain', '/about', 'plain.html', '/about'],
    ['/slash/', '/about', 'slash/index.html', '/about'],
    ['/html.html', '/about', 'html.html', '/about'],
    ['/htm.htm', '/about', 'htm.htm', '/about'],
    ['/php.php', '/about', 'php.php/index.html', '/about'],
    ['/feed.xml', '/about', 'feed.xml/index.html', '/about'],
    ['/2007/02/deep', '/blog/a', '2007/02/deep.html', '/blog/a'],
    ['/to-slash', '/blog/a/', 'to-slash.html', '/blog/a'],
    ['/to-html', '/blog/a.html', 'to-html.html', '/blog/a'],
    ['/to-part', '/blog/a#part', 'to-part.html', '/blog/a#part'],
    ['/to-query', '/?tag=x', 'to-query.html', '/?tag=x'],
    ['/to-file', '/cv.pdf', 'to-file.html', '/cv.pdf'],
    ['/to-old', '/blog/post/a', 'to-old.html', '/blog/a'],
    ['/away', 'https://x.example/y?z=1&q', 'away.html', 'https://x.example/y?z=1&q'],
    ['/evil', 'https://x.example/"><script>', 'evil.html', 'https://x.example/"><script>'],
    ['/mail', 'mailto:ann@example.com', 'mail.html', 'mailto:ann@example.com'],
    ['https://ann.example/whole', '/about', 'whole.html', '/about'],
    ['/%C3%BCber', '/about', 'über.html', '/about'],
  ];
  const site = await buildSite(siteWith(cases.map(([from, to]) => `'${from}': '${to}'`)));
  expect(site.report).toBe('');
  const found = cases.map(([, , page]) => {
    const $ = site.page(page);
    const canonical = $('link[rel=canonical]').attr('href');
    const refresh = $('meta[http-equiv=refresh]').attr('content');
    expect([$('html').attr('lang'), $('title').text(), $('script').length]).toEqual([
      'en',
      'This page has moved',
      0,
    ]);
    return [page, $('a').attr('href'), refresh, canonical, $('meta[name=robots]').attr('content')];
  });
  expect(found).toEqual(
    cases.map(([, , page, to]) => {
      const canonical = to.startsWith('/') ? `https://ann.example${to}` : to;
      return [page, to, `0; url=${to}`, canonical, 'noindex'];
    }),
  );
});

test('redirects come as lines of _redirects: those stated, then the aliases, and patterns last', async () => {
  const site = await buildSite(
    siteWith(
      ['/:year/:slug: /blog/:slug', '/x: /about', '/y/: /blog/b'],
      ['/z', '/2007/z/', 'bare', '/2020/a'],
    ),
  );
  expect(site.report).toBe('');
  expect(site.text('_redirects')).toBe(`/x /about 301
/y /blog/b 301
/z /blog/a 301
/2007/z /blog/a 301
/blog/bare /blog/a 301
/2020/a /blog/a 301
/:year/:slug /blog/:slug 301
`);
});

test('redirects of a redirect are followed to their end', async () => {
  const site = await buildSite(siteWith(['/1: /2', '/2: /3#part', '/3: /blog/post/a']));
  expect(site.report).toBe('');
  for (const path of ['1.html', '2.html']) {
    expect(site.page(path)('a').attr('href')).toBe('/blog/a#part');
  }
  expect(site.page('3.html')('a').attr('href')).toBe('/blog/a');
});

test('placeholders make a page for each essay, and one line for all', async () => {
  const site = await buildSite(
    siteWith(['/essays/:slug: /blog/:slug', '/:year/:month/:day/:slug.html: /blog/:slug']),
  );
  expect(site.report).toBe('');
  const pages = ['essays/a.html', 'essays/b.html', '2020/12/03/a.html', '2019/01/09/b.html'];
  expect(site.paths).toEqual(expect.arrayContaining(pages));
  expect(pages.map((path) => site.page(path)('a').attr('href'))).toEqual([
    '/blog/a',
    '/blog/b',
    '/blog/a',
    '/blog/b',
  ]);
  expect(site.text('_redirects')).toBe(
    `/essays/:slug /blog/:slug 301\n/:year/:month/:day/:slug.html /blog/:slug 301\n`,
  );
});

test('the date in an old address is that of the site’s zone', async () => {
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML}timezone: America/New_York\nredirects:\n  /:year/:month/:day/:slug: /blog/:slug\n`,
    'content/essays/a.md': essay('title: A\npublished: "2020-01-01T04:00:00Z"'),
  });
  expect(site.paths).toContain('2019/12/31/a.html');
});

describe('an alias', () => {
  test('is published at the address that it names', async () => {
    const pages: Readonly<Record<string, string>> = {
      '/2007/02/old-title': '2007/02/old-title.html',
      '/2008/old-title/': '2008/old-title/index.html',
      '/old.html': 'old.html',
      bare: 'blog/bare.html',
      'https://ann.example/whole': 'whole.html',
      '/blog/post/older': 'blog/post/older.html',
    };
    const site = await buildSite(siteWith([], Object.keys(pages)));
    expect(site.report).toBe('');
    const targets = Object.values(pages).map((page) => site.page(page)('a').attr('href'));
    expect(targets).toEqual(targets.map(() => '/blog/a'));
  });

  test('that is the essay’s own address redirects nothing', async () => {
    const site = await buildSite(siteWith([], ['/blog/a', '/blog/a/', '/blog/a.html']));
    expect(site.report).toBe('');
    expect(site.page('blog/a.html')('h1').text()).toBe('A');
    expect(site.text('_redirects')).toBe('');
  });
});

test('an alias that is no old path of the site is an error at its place', async () => {
  const aliases = [
    '/',
    'https://elsewhere.example/x',
    '//elsewhere.example/x',
    '/x?y',
    '/x#y',
    '/../x',
    '../../x',
    '/%2e%2e/x',
    '/a/.%2E/x',
    '/50%-off',
    '/a%00b',
    '/a\\..\\b',
    '/a%5C..%5Cb',
    '/a b',
  ];
  const site = await buildSite(
    siteWith(
      [],
      aliases.map((alias) => `'${alias}'`),
    ),
  );
  expect(site.commit).toBeNull();
  expect(site.problems.map(({ code, file, message }) => [code, file, message])).toEqual(
    aliases.map((alias) => [
      'alias-invalid',
      'content/essays/a.md',
      `The alias \`${alias}\` is not an old path of this site`,
    ]),
  );
  for (const { line } of site.problems) expect(line).toBeGreaterThanOrEqual(4);
});

describe('a redirect that cannot be is an error at its place', () => {
  test('from what is no old path, to what is no place, or to itself', async () => {
    const notOld = (from: string) => `\`${from}\` is not an old path of this site`;
    const cases: readonly [from: string, to: string, message: string][] = [
      ['old', '/about', notOld('old')],
      ['/', '/about', notOld('/')],
      ['/x?y', '/about', notOld('/x?y')],
      ['https://b.example/x', '/about', notOld('https://b.example/x')],
      ['/../x', '/about', notOld('/../x')],
      ['/%2e%2e/x', '/about', notOld('/%2e%2e/x')],
      ['/50%-off', '/about', notOld('/50%-off')],
      ['/:title', '/about', notOld('/:title')],
      ['/:slug/:slug', '/about', notOld('/:slug/:slug')],
      ['/p', 'about', '`about` is not a place to lead to'],
      [
        '/q/:year',
        '/blog/:slug',
        'The target holds a placeholder that the old path `/q/:year` does not',
      ],
      ['/r', '/r', 'This redirect leads to itself'],
      ['/s', '/s/', 'This redirect leads to itself'],
    ];
    const site = await buildSite(siteWith(cases.map(([from, to]) => `${from}: ${to}`)));
    expect(site.commit).toBeNull();
    expect(
      site.problems.map(({ code, file, line, column, message }) => [
        code,
        `${file}:${line}:${column}`,
        message,
      ]),
    ).toEqual(
      cases.map(([, , message], i) => [
        'redirect-invalid',
        `content/site.yaml:${5 + i}:3`,
        message,
      ]),
    );
  });

  test('round in a ring, each of its links', async () => {
    const site = await buildSite(siteWith(['/x: /y', '/y: /z', '/z: /x']));
    expect(site.problems.map(({ code, line }) => [code, line])).toEqual([
      ['redirect-invalid', 5],
      ['redirect-invalid', 6],
      ['redirect-invalid', 7],
    ]);
    expect(site.commit).toBeNull();
  });
});

test('a redirect to nothing is a warning at its place, and makes no page', async () => {
  const site = await buildSite(siteWith(['/x: /nowhere']));
  expect(
    site.report,
  ).toBe(`warning [link-broken] This redirect leads to \`/nowhere\`, which the site does not have
  content/site.yaml:5:3
  5 |   /x: /nowhere
    |   ^
  → Correct the new path.`);
  expect(site.paths).not.toContain('x.html');
});

describe('the author’s own public/_redirects', () => {
  test('comes first, and ours are added', async () => {
    const site = await buildSite({
      ...siteWith(['/x: /about']),
      'content/public/_redirects': '# mine\n/m https://m.example 302',
    });
    expect(site.report).toBe('');
    expect(site.text('_redirects')).toBe(`# mine\n/m https://m.example 302\n/x /about 301\n`);
  });
});

test('a redirect and an alias from one path to one target are one page and one line', async () => {
  const site = await buildSite(siteWith(['/x: /blog/a', '/w: /blog/a'], ['/v', '/v/', '/v']));
  expect(site.report).toBe('');
  expect(site.text('_redirects')).toBe(`/x /blog/a 301\n/w /blog/a 301\n/v /blog/a 301\n`);
});

test('there are pages of the old shape only where a redirect asks for them', async () => {
  const paths = ['blog/post/a.html', 'blog/post/b.html'];
  const site = await buildSite(siteWith([]));
  expect(site.paths.filter((path) => paths.includes(path))).toEqual([]);
  const again = await buildSite(siteWith(['/blog/post/:slug: /blog/:slug']));
  expect(again.report).toBe('');
  expect(again.paths).toEqual(expect.arrayContaining(paths));
  expect(again.text('_redirects')).toBe('/blog/post/:slug /blog/:slug 301\n');
});

test('a redirect with placeholders gives way, without a word, to what is stated exactly', async () => {
  const site = await buildSite({
    ...siteWith(['/old/:slug: /blog/:slug', '/old/a: /about'], ['/old/b']),
    'content/essays/c.md': essay('title: C\npublished: 2018-01-01'),
    'content/essays/d.md': essay('title: D\npublished: 2017-01-01'),
    'content/public/old/c.html': 'own',
  });
  expect(site.report).toBe('');
  const targets = ['a', 'b', 'd'].map((name) => site.page(`old/${name}.html`)('a').attr('href'));
  expect(targets).toEqual(['/about', '/blog/a', '/blog/d']);
  expect(site.text('old/c.html')).toBe('own');
});

test('a changed alias takes the old page away', async () => {
  const site = await buildSite(siteWith([], ['/one/two']));
  const again = await site.rebuild({
    'content/essays/a.md': essay('title: A\npublished: 2020-12-03\naliases: /one//three'),
  });
  const third = await again.rebuild({
    'content/essays/a.md': essay('title: A\npublished: 2020-12-03'),
  });
  expect(site.paths).toContain('one/two.html');
  expect(third.paths).toEqual((await buildSite(siteWith([]))).paths);
});
