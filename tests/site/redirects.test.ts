import { describe, expect, test } from 'vitest';
import { inFull, withPlaces } from '../support/problems.ts';
import {
  type BuiltSite,
  buildSite,
  buildSound,
  essay,
  type Files,
  SITE_YAML,
} from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

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
    'content/public/my file.pdf': 'x',
  };
}

const goalOf = (site: BuiltSite, page: string) => site.page(page)('a').attr('href');

test('a redirect becomes a page that redirects, names its target as canonical, and is not indexed', async () => {
  const cases: readonly [from: string, to: string, page: string, address?: string][] = [
    ['/plain', '/about', 'plain.html'],
    ['/slash/', '/about', 'slash/index.html'],
    ['/htm.htm', '/about', 'htm.htm'],
    ['/php.php', '/about', 'php.php/index.html'],
    ['/atom.xml', '/about', 'atom.xml/index.html'],
    ['/2007/02/deep', '/blog/a', '2007/02/deep.html'],
    ['/to-slash', '/blog/a/', 'to-slash.html', '/blog/a'],
    ['/to-html', '/blog/a.html', 'to-html.html', '/blog/a'],
    ['/to-part', '/blog/a#part', 'to-part.html'],
    ['/to-query', '/?tag=x', 'to-query.html'],
    ['/to-file', '/cv.pdf', 'to-file.html'],
    ['/to-old', '/blog/post/a', 'to-old.html', '/blog/a'],
    ['/evil', 'https://x.example/"><script>', 'evil.html'],
    ['/spaced', 'https://x.example/a b?c d&q', 'spaced.html', 'https://x.example/a%20b?c%20d&q'],
    ['/mail', 'mailto:ann@example.com', 'mail.html'],
    ['https://ann.example/whole', '/about', 'whole.html'],
    ['/%C3%BCber', '/about', 'über.html'],
  ];
  const site = await buildSound(siteWith(cases.map(([from, to]) => `'${from}': '${to}'`)));
  for (const [, stated, page, to = stated] of cases) {
    expectFacts(site.page(page), {
      ...{ 'html@lang': ['en'], title: ['This page has moved'], script: [] },
      ...{ 'a@href': [to], 'meta[http-equiv=refresh]@content': [`0; url=${to}`] },
      'link[rel=canonical]@href': [to.startsWith('/') ? `https://ann.example${to}` : to],
      'meta[name=robots]@content': ['noindex'],
    });
  }
});

test('_redirects lists stated redirects first, then aliases, then patterns', async () => {
  const redirects = ['/:year/:month/:slug: /blog/:slug', '/x: /about', '/y/: /my file.pdf'];
  const site = await buildSound(
    siteWith(redirects, ['/z', '/2007/z/', 'bare', '../up', '/2020/a']),
  );
  expect(site.text('_redirects')).toBe(`/x /about 301
/y /my%20file.pdf 301
/z /blog/a 301
/2007/z /blog/a 301
/blog/bare /blog/a 301
/up /blog/a 301
/2020/a /blog/a 301
/:year/:month/:slug /blog/:slug 301
`);
});

describe('a path of another generator', () => {
  /** Builds a site of essays with such paths, by the names of their files; their slugs are the letters from a on. */
  const build = (permalinks: Readonly<Record<string, string>>, more: Files = {}) => {
    const essays = Object.entries(permalinks).map(([name, permalink], index) => [
      `content/essays/${name}.md`,
      essay(`title: ${'abcdefg'[index]}\npublished: 2020-12-03\npath: "${permalink}"`),
    ]);
    return buildSite({ ...Object.fromEntries(essays), ...more });
  };

  test('is an old address of its essay', async () => {
    const cases: readonly (readonly [name: string, permalink: string, page: string])[] = [
      ['a', '/2007/w/', '2007/w/index.html'],
      ['b', '2007/x.html', '2007/x.html'],
      ['c', '/2007/y/index.html', '2007/y/index.html'],
      ['d', 'https://ann.example/z/', 'z/index.html'],
      ['e', '/:year/:day/:slug', '2020/03/e.html'],
      ['f', '/:year/:slug:output_ext', '2020/f.html'],
      ['2020-12-03-old-name', '/:year/:month/:title/', '2020/12/old-name/index.html'],
    ];
    const site = await build(Object.fromEntries(cases));
    expect(site.report).toBe('');
    const goals = cases.map(([, , page]) => goalOf(site, page));
    expect(goals).toEqual([...'abcdefg'].map((slug) => `/blog/${slug}`));
    expect(site.text('_redirects').trimEnd().split('\n').sort()).toEqual([
      ...['/2007/w /blog/a 301', '/2007/x.html /blog/b 301', '/2007/y /blog/c 301'],
      ...['/2020/03/e /blog/e 301', '/2020/12/g /blog/g 301', '/2020/12/old-name /blog/g 301'],
      ...['/2020/f.html /blog/f 301', '/z /blog/d 301'],
    ]);
  });

  test('is ignored where there is no page to make, or anything else at its address', async () => {
    const taken = { a: '/about/', b: '/cv' };
    const nowhere = {
      c: '/blog/c/',
      d: '/',
      e: '/index.html',
      f: 'https://x.example/x',
      g: 'false',
    };
    const site = await build({ ...taken, ...nowhere }, { 'content/public/cv.html': 'x' });
    expect([site.report, site.text('_redirects'), site.text('cv.html')]).toEqual(['', '', 'x']);
  });

  test('that cannot be read is reported once, even if `:title` has two values', async () => {
    const odd = ['/{{ page.fileSlug }}/', '/:unheard/:title/', '/a-:unheard', '/a?b=c', '/../x'];
    const path = (index: number) => `2020-12-03-old-name-${index}`;
    const site = await build(Object.fromEntries(odd.map((each, index) => [path(index), each])));
    const why = "can't be read, so it doesn't lead to this essay";
    expect(withPlaces(site.problems)).toEqual(
      odd.map((each, index) => {
        const place = `content/essays/${path(index)}.md:4:8`;
        return `permalink-unread ${place} The old address \`${each}\` ${why}`;
      }),
    );
  });
});

/** A file whose path looks to hosts as if it had a date. */
const RULE = '/:year/:month/:slug: /blog/:slug';
const IMAGE = { 'content/public/images/2020/x.svg': '<svg/>' };

test.each<[why: string, rules: string[], lines: string, files?: Files]>([
  ['that also matches pages, as hosts read it', ['/:year/:slug: /blog/:slug'], '/2019/b /2020/a'],
  ['that also matches a file', [RULE], '/2019/01/b /2020/12/a', IMAGE],
  ['with an ending', ['/p/:slug.html: /blog/:slug'], '/p/b.html /p/a.html'],
  ['that leads to another', ['/p/:slug: /q/:slug', '/q/:slug: /blog/:slug'], '/p/b /p/a'],
  ['with an exact one', ['/p/:slug.html: /blog/:slug', '/x: /about'], '/x /p/b.html /p/a.html'],
])(
  'a pattern %s is written as exact lines, the oldest essay’s first',
  async (_, rules, lines, files) => {
    const site = await buildSound({ ...siteWith(rules), ...files });
    const written = site.text('_redirects').match(/^\/(?!q)\S+/gm) ?? [];
    expect(written.join(' ')).toBe(lines);
    const pages = written.slice(-2).map((line) => `${line.slice(1).replace('.html', '')}.html`);
    expect(pages.map((page) => goalOf(site, page))).toEqual(['/blog/b', '/blog/a']);
  },
);

test('old pages of tags lead to the new ones', async () => {
  const tagged = (title: string, tags: string) =>
    essay(`title: ${title}\npublished: 2020-01-01\ntags: [${tags}]`, '[x](/tag/blue-sea/)\n');
  const site = await buildSound({
    'content/site.yaml': `${SITE_YAML}tagPages: true\nredirects:\n  /tag/:tag/: /tags/:tag\n`,
    'content/essays/a.md': tagged('A', 'Blue Sea, море'),
    'content/essays/b.md': tagged('B', 'Blue Sea'),
  });
  expect(goalOf(site, 'tag/blue-sea/index.html')).toBe('/tags/blue-sea');
  expect(goalOf(site, 'tag/море/index.html')).toBe(`/tags/${encodeURI('море')}`);
  expect(site.text('_redirects')).toBe('/tag/:tag /tags/:tag 301\n');
  expect(site.text('blog/a.html')).toContain('<a href="/tags/blue-sea">x</a>');
});

test('redirects to redirects are followed to the end', async () => {
  const site = await buildSound(siteWith(['/1: /2', '/2: /3#part', '/3: /blog/post/a']));
  const goals = ['1.html', '2.html', '3.html'].map((page) => goalOf(site, page));
  expect(goals).toEqual(['/blog/a#part', '/blog/a#part', '/blog/a']);
});

describe('a placeholder stands for an essay’s', () => {
  const ZONE = 'timezone: America/New_York\n';
  /** The essay's file below essays/, its front matter beside the title, and the page of its old path. */
  type Case = readonly [from: string, file: string, title: string, keys: string, page: string];
  const cases: readonly Case[] = [
    ['/x/:slug', 'a.md', 'It’s C++', 'slug: Own', 'x/Own.html'],
    // The day in the site’s time zone.
    ['/:year-:i_month-:i_day', 'a.md', 'A', 'published: 2009-03-05 04:00Z', '2009-3-4.html'],
    ['/:short_year/x', 'a.md', 'A', '', '09/x.html'],
    ['/:file/', 'deep/2009-03-04-As_It is.html.md', 'A', '', 'As_It is/index.html'],
    ['/x/:file', 'u\u0308ber.md', 'A', '', 'x/über.html'],
    ['/x/:folder/:file', 'a/b c/to.md', 'A', '', 'x/a/b c/to.html'],
    ['/x/:folder/:file', 'walk/index.md', 'A', '', 'x/walk.html'],
    ['/x/:title', 'a.md', 'It’s 2.0 – & “C++” - U\u0308ber!', '', 'x/its-2.0-c++-über.html'],
    ['/x/:title', '2009-03-04-It’s_So--odd.md', 'T', '', 'x/It-s_So-odd.html'],
    ['/x/:title', '2009-03-04-name.md', 'The Title', 'slug: Own', 'x/Own.html'],
    ['/:category/:slug', 'a.md', 'A', 'category: Web Work', 'web-work/a.html'],
    ['/:category/:slug', 'a.md', 'A', 'tags: [x]\ncategories: [Web, CSS]', 'web/css/a.html'],
    ['/:category/:slug', 'a.md', 'A', 'tags: [x]', 'a.html'],
  ];
  test.each(cases)('%s of %s', async (from, file, title, keys, page) => {
    const site = await buildSound({
      'content/site.yaml': `${SITE_YAML}${ZONE}redirects:\n  '${from}': /blog/:slug\n`,
      [`content/essays/${file}`]: essay(`title: "${title}"\ndate: 2009-03-04\n${keys}`),
    });
    expect(goalOf(site, page)).toBe(`/blog/${site.site?.essays[0]?.slug}`);
  });
});

test('a path that no file system accepts makes no redirect, and other essays keep theirs', async () => {
  const long = essay(`title: ${'Word '.repeat(60)}\npublished: 2018-01-01`);
  const site = await buildSound({
    ...siteWith(['/x/:title: /blog/:slug']),
    'content/essays/c.md': long,
  });
  expect(site.paths.filter((path) => path.startsWith('x/'))).toEqual(['x/a.html', 'x/b.html']);
});

test('a pattern by titles is not a line for hosts, and does not repair broken links', async () => {
  const site = await buildSite({
    ...siteWith(['/x/:title: /about']),
    'content/essays/c.md': essay('title: C\npublished: 2018-01-01', '[a](/x/a) [no](/x/nothing)\n'),
  });
  expect(withPlaces(site.problems)).toEqual([
    expect.stringMatching(/^link-broken .*`\/x\/nothing`/),
  ]);
  const lines = site.text('_redirects').trim().split('\n').sort();
  expect(lines).toEqual(['a', 'b', 'c'].map((title) => `/x/${title} /about 301`));
});

describe('of several essays that have one old path by a pattern', () => {
  const named = (title: string, date: string) => essay(`title: ${title}\npublished: ${date}`);
  const same = (...names: readonly string[]): Files => ({
    'content/site.yaml': `${SITE_YAML}redirects:\n  /x/:year/:title: /blog/:slug\n`,
    ...Object.fromEntries(
      names.map((name, i) => [`content/essays/${name}.md`, named('Same', `2020-0${9 - i}-01`)]),
    ),
  });

  test('the oldest keeps it', async () => {
    const site = await buildSound(same('e', 'd', 'c', 'b', 'a'));
    expect(goalOf(site, 'x/2020/same.html')).toBe('/blog/same');
    expect(site.text('_redirects')).toBe('/x/2020/same /blog/same 301\n');
  });

  test('an alias decides which essay has it', async () => {
    const files = same('b', 'a');
    const alias = named('Same', '2020-09-01\naliases: /x/2020/same');
    const site = await buildSound({ ...files, 'content/essays/b.md': alias });
    expect(goalOf(site, 'x/2020/same.html')).toBe('/blog/same-2');
  });

  test('they share it if the target, or the essay, is the same', async () => {
    const rules = ['/x/:title: /about', '/y/:slug: /blog/:slug', '/y/:file: /about'];
    const yaml = `${SITE_YAML}redirects:\n${rules.map((rule) => `  ${rule}\n`).join('')}`;
    const site = await buildSound({
      'content/site.yaml': yaml,
      'content/essays/2020-01-01-n.md': named('Same', '2020-01-01'),
      'content/essays/same.md': essay('title: Same\npublished: 2019-02-01\nslug: same'),
    });
    expect(goalOf(site, 'x/same.html')).toEqual('/about');
    expect(goalOf(site, 'y/same.html')).toEqual('/blog/same');
  });
});

describe('an alias', () => {
  test('is published at the address that it names', async () => {
    const pages: Readonly<Record<string, string>> = {
      '/2007/02/old-title': '2007/02/old-title.html',
      '/2008/old-title/': '2008/old-title/index.html',
      '/old.html': 'old.html',
      bare: 'blog/bare.html',
      '/a b': 'a b.html',
      'old/a b/': 'blog/old/a b/index.html',
      'https://ann.example/whole': 'whole.html',
      '/blog/post/older': 'blog/post/older.html',
      // A colon is a colon.
      '/a:b/:year': 'a:b/:year.html',
    };
    const site = await buildSite(siteWith([], Object.keys(pages)));
    expect(site.codes).toEqual(['name-reserved']);
    const targets = Object.values(pages).map((page) => goalOf(site, page));
    expect(targets).toEqual(targets.map(() => '/blog/a'));
  });

  test('may have spaces, as a redirect may', async () => {
    const site = await buildSound(siteWith(['/x y: /about', '/:year z: /blog/:slug'], ['/a b']));
    expect(goalOf(site, 'x y.html')).toBe('/about');
    expect(site.text('_redirects')).toMatch(/^\/x%20y \/about 301\n\/a%20b \/blog\/a 301$/m);
  });

  test('that is the essay’s own address redirects nothing', async () => {
    const site = await buildSound(siteWith([], ['/blog/a', '/blog/a/', '/blog/a.html']));
    expect(site.page('blog/a.html')('h1').text()).toBe('A');
    expect(site.text('_redirects')).toBe('');
  });
});

test('an alias that is not an old path of the site is an error at its place', async () => {
  const aliases = [
    ...['/', 'https://elsewhere.example/x', '//elsewhere.example/x', '/x?y', '/x#y'],
    ...['/../x', '../../x', '/%2e%2e/x', '/a/.%2E/x', '/50%-off', '/a%00b', '/a\\..\\b'],
    ...['/a%5C..%5Cb', `/${'x'.repeat(201)}`, `/${'ü'.repeat(101)}`, '/x'.repeat(501)],
  ];
  const stated = aliases.map((alias) => `'${alias}'`);
  const site = await buildSite(siteWith([], stated));
  expect(site.commit).toBeNull();
  const found = withPlaces(site.problems).map((each) => each.replace(/:\d+:\d+/, ''));
  const expected = aliases.map((alias) => `The alias \`${alias}\` isn't an old path of this site`);
  expect(found).toEqual(expected.map((each) => `alias-invalid content/essays/a.md ${each}`));
  expect(site.problems.map(({ line }) => line)).toEqual(aliases.map((_, index) => 5 + index));
});

test('an alias that is another title, as in Obsidian, is a warning', async () => {
  const site = await buildSite(siteWith([], ['Other title']));
  expect(site.commit).not.toBeNull();
  expect(site.problems.map(({ code }) => code)).toEqual(['permalink-unread']);
});

describe('an invalid redirect is an error at its place', () => {
  test('from an invalid path, to an invalid target, or to itself', async () => {
    const notOld = (from: string) => `\`${from}\` isn't an old path of this site`;
    const froms = [
      ...'old / /x?y https://b.example/x /../x /%2e%2e/x /50%-off /:name /x/*'.split(' '),
      // The name of a property of every object is not a placeholder.
      ...['/:slug/:slug', '/x/:constructor'],
    ];
    const cases: readonly (readonly [from: string, to: string, message: string])[] = [
      ...froms.map((from) => [from, '/about', notOld(from)] as const),
      ['/p', 'about', "A redirect can't lead to `about`"],
      ['/g', 'javascript:x()', "A redirect can't lead to `javascript:x()`"],
      ['/blog/:slug', '/blog/:slug', 'This redirect leads to itself'],
      ['/q', '/blog/:slug', "A redirect can't lead to `/blog/:slug`"],
      ['/q/:year', '/blog/:name', "A redirect can't lead to `/blog/:name`"],
      ['/r', '/r', 'This redirect leads to itself'],
      ['/s', '/s/', 'This redirect leads to itself'],
    ];
    const site = await buildSite(siteWith(cases.map(([from, to]) => `${from}: ${to}`)));
    expect(site.commit).toBeNull();
    const expected = cases.map(
      ([, , message], i) => `redirect-invalid content/site.yaml:${5 + i}:3 ${message}`,
    );
    expect(withPlaces(site.problems)).toEqual(expected);
  });

  test('in a loop, each of its redirects', async () => {
    const site = await buildSite(siteWith(['/x: /y', '/y: /z', '/z: /x']));
    const places = site.problems.map(({ code, line }) => `${code} ${line}`);
    expect(places).toEqual(['redirect-invalid 5', 'redirect-invalid 6', 'redirect-invalid 7']);
    expect(site.commit).toBeNull();
  });
});

test('a redirect to nothing is a warning at its place, and makes no page', async () => {
  const site = await buildSite(siteWith(['/x: /nowhere', '/y/:slug: /blgo/:slug']));
  expect(site.codes).toEqual(['link-broken', 'link-broken']);
  expect(inFull(site.problems)[0]).toBe(
    'link-broken content/site.yaml:5:3 This redirect leads to `/nowhere`, which the site does not have → ' +
      'Correct the new path.',
  );
  expect(site.paths).not.toContain('x.html');
});

test('the author’s own public/_redirects comes first, and the generated lines are appended', async () => {
  const own = { 'content/public/_redirects': '# mine\n/m https://m.example 302' };
  const site = await buildSound({ ...siteWith(['/x: /about']), ...own });
  expect(site.text('_redirects')).toBe(`# mine\n/m https://m.example 302\n/x /about 301\n`);
});

describe('redirects that agree on their target', () => {
  test('are one page and one line, whoever states them', async () => {
    const site = await buildSound(
      siteWith(['/x: /blog/post/a', '/w: /blog/a'], ['/v', '/v/', '/v', '/x']),
    );
    expect(site.text('_redirects')).toBe(`/x /blog/a 301\n/w /blog/a 301\n/v /blog/a 301\n`);
  });

  test('are one page and two lines if they differ in case', async () => {
    const site = await buildSound(siteWith([], ['/Old', '/old']));
    expect(site.paths.filter((path) => /old/i.test(path))).toEqual(['Old.html']);
    expect(site.text('_redirects')).toBe(`/Old /blog/a 301\n/old /blog/a 301\n`);
  });
});

test('two redirects from one page to two targets collide, even in one file', async () => {
  const site = await buildSite(siteWith(['/x: /blog/a', '/x.html: /blog/b']));
  expect(withPlaces(site.problems)).toEqual([
    'output-collision content/site.yaml:6:3 out/x.html collides with out/x.html, which is made from content/site.yaml',
  ]);
});

test('a redirect with placeholders gives way silently to an exact one', async () => {
  const site = await buildSound({
    ...siteWith(['/old/:slug: /blog/:slug', '/old/a: /about'], ['/old/b']),
    'content/essays/c.md': essay('title: C\npublished: 2018-01-01'),
    'content/essays/d.md': essay('title: D\npublished: 2017-01-01'),
    'content/public/old/c.html': 'own',
  });
  const targets = ['a', 'b', 'd'].map((name) => goalOf(site, `old/${name}.html`));
  expect(targets).toEqual(['/about', '/blog/a', '/blog/d']);
  expect(site.text('old/c.html')).toBe('own');
});
