/**
 * What can happen to a real folder of essays over twenty years: words that mean something to
 * JavaScript, rights, links, odd names, old saved pages. Each gets the right page or a clear problem.
 */
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costOf } from './support/cost.ts';
import { buildIn, buildSite, essay, makeSite, SITE_YAML } from './support/site.ts';

const A = 'content/essays/a.md';
const dated = 'title: A\npublished: 2020-01-01';
const withBody = (body: string) => buildSite({ [A]: essay(dated, body) });

describe('a body', () => {
  test('may name elements that no browser knows', async () => {
    const site = await withBody(
      'A class has a <constructor> and a <toString x="y">, <__proto__> too.\n',
    );
    expect(site.commit).not.toBeNull();
    expect(new Set(site.codes)).toEqual(new Set(['element-unclosed']));
  });

  test('of twenty thousand nested quotations beside an unquoted link is read', async () => {
    const site = await withBody(`${'>'.repeat(20_000)} x\n\n<a href=/about/>x</a>\n`);
    expect(site.page('blog/a.html')('main a[href="/about"]').text()).toBe('x');
  });

  test('of many slashes in something like a tag takes no longer than its length', async () => {
    const cost = (count: number) => costOf(() => withBody(`<x=${'/'.repeat(count)}\n`), 2);
    const most = 20 * (await cost(10));
    expect(await cost(200_000)).toBeLessThan(most);
  });

  test('of a saved page does not turn the page’s links elsewhere', async () => {
    const site = await buildSite({
      'content/essays/a.html': essay(dated, '<base href="http://old.example/"><p>x</p>'),
    });
    expect(site.page('blog/a.html')('base')).toHaveLength(0);
  });

  test('shows a picture of public/ that it names as seen from its page, with its size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
    const site = await buildSite({
      [A]: essay(dated, '![x](../images/x.svg)\n'),
      'content/public/images/x.svg': svg,
    });
    expect(site.report).toBe('');
    const image = site.page('blog/a.html')('main img');
    expect([image.attr('src'), image.attr('width'), image.attr('height')]).toEqual([
      '/images/x.svg',
      '30',
      '20',
    ]);
  });

  test('may link to the ids that the page’s template has, and no others', async () => {
    const template = /id="([^"]+)"/.exec((await withBody('x\n')).text('blog/a.html'))?.[1];
    const site = await withBody(
      `[x](#${template}) [y](#nowhere) [z](/#top) [w](/about#:~:text=x)\n`,
    );
    expect(site.codes).toEqual(['anchor-broken']);
    expect(site.report).toContain('has no `#nowhere`');
  });
});

describe('an alias', () => {
  test.each([
    ['/wiki/Talk:Page', 'wiki/Talk:Page.html'],
    ['/x/:b/a:b', 'x/:b/a:b.html'],
  ])('may hold colons of its own: %s', async (alias, path) => {
    const site = await buildSite({ [A]: essay(`${dated}\naliases: "${alias}"`) });
    expect(site.report).toBe('');
    expect(site.page(path)('a').attr('href')).toBe('/blog/a');
  });
});

describe('a redirect', () => {
  const build = (line: string, body = 'x\n') =>
    buildSite({
      'content/site.yaml': `${SITE_YAML}redirects:\n  ${line}\n`,
      [A]: essay(dated, body),
      'content/public/my file.pdf': 'x',
    });

  test('knows no placeholder but its own', async () => {
    const site = await build('"/x/:constructor": /blog/a');
    expect(site.codes).toEqual(['redirect-invalid']);
  });

  test.each([
    ['"/essays/:slug": "/blgo/:slug"', 'link-broken'],
    ['"/blog/:slug": "/blog/:slug"', 'redirect-invalid'],
    ['/g: "javascript:alert(1)"', 'redirect-invalid'],
  ])('that leads nowhere is reported: %s', async (line, code) => {
    expect((await build(line)).codes).toEqual([code]);
  });

  test('with a pattern that pages match too is written out for hosts that would follow it', async () => {
    const site = await build('"/:slug": "/blog/:slug"');
    expect(site.report).toBe('');
    expect(site.text('_redirects')).toBe('/a /blog/a 301\n');
  });

  test('to a file has its address escaped', async () => {
    const site = await build('/f: "/my file.pdf"');
    expect(site.text('_redirects')).toContain('/f /my%20file.pdf 301\n');
  });

  test('to a fragment takes a link’s query before the fragment', async () => {
    const site = await build('/old: "/blog/a#x"', '## X\n\n[x](/old?a=1)\n');
    expect(site.page('blog/a.html')('main p a').first().attr('href')).toBe('/blog/a?a=1#x');
  });
});

describe('a draft', () => {
  const draft = { 'content/essays/d.md': '---\ntitle: D\ndraft: true\n---\n' };

  test('may lack its date and its body', async () => {
    const site = await buildSite({ [A]: essay(dated), ...draft });
    expect([site.report, site.site?.draftCount]).toEqual(['', 1]);
  });

  test('without a date stands first where drafts are shown', async () => {
    const site = await buildSite({ [A]: essay(dated), ...draft }, { showDrafts: true });
    expect(site.site?.essays.map(({ slug }) => slug)).toEqual(['d', 'a']);
  });
});

describe('a name', () => {
  test.each(['two.html', 'index', 'Index'])(
    'that hosts read as another is no slug: %s',
    async (slug) => {
      const site = await buildSite({ [A]: essay(`${dated}\nslug: ${slug}`) });
      expect(site.codes).toEqual(['slug-invalid']);
    },
  );

  test('that hosts read as another is never derived', async () => {
    const site = await buildSite({
      [A]: essay('title: Index\npublished: 2020-01-01'),
      'content/essays/two.html.md': essay('title: "!"\npublished: 2020-01-01'),
    });
    expect(site.site?.essays.map(({ slug }) => slug).sort()).toEqual(['index-1', 'two']);
  });

  test('of a picture may be as long as the disk takes', async () => {
    const name = `${'n'.repeat(240)}.svg`;
    const site = await buildSite({
      'content/essays/a/index.md': essay(dated, `![x](${name})\n`),
      [`content/essays/a/${name}`]:
        '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>',
    });
    expect(site.report).toBe('');
  });

  test('of an essay may end in .markdown or .htm', async () => {
    const site = await buildSite({
      'content/essays/a.markdown': essay('title: A\npublished: 2020-01-01', '*x*\n'),
      'content/essays/b.htm': essay('title: B\npublished: 2020-01-02', '<i>x</i>\n'),
    });
    expect(site.page('blog/a.html')('main em').text()).toBe('x');
    expect(site.page('blog/b.html')('main i').text()).toBe('x');
  });
});

test('a file of public/ never takes the place of a compiled asset', async () => {
  const first = await buildSite({ [A]: essay(dated) });
  const style = first.paths.find((path) => path.endsWith('.css')) ?? '';
  const again = await first.rebuild({ [`content/public/${style}`]: 'x' });
  expect([again.codes, again.commit]).toEqual([['output-collision'], null]);
  expect(again.report).toContain(`content/public/${style}`);
});

describe('a folder', () => {
  test.each(['content', 'content/essays'])(
    'that is a file gets no stack trace: %s',
    async (path) => {
      const root = makeSite({ [path]: 'x' });
      const site = await buildIn(root);
      expect(site.codes.filter((code) => /missing|none/.test(code)).length).toBeGreaterThan(0);
    },
  );

  test('that links to one above it is read once', async () => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, [A]: essay(dated) });
    symlinkSync('..', join(root, 'content/essays/loop'));
    expect((await buildIn(root)).site?.essays.map(({ source }) => source)).toEqual([A]);
  });

  test('of version control in public/ is not published', async () => {
    const site = await buildSite({ 'content/public/.git/config': 'secret', [A]: essay(dated) });
    expect(site.paths.filter((path) => path.includes('.git'))).toEqual([]);
  });

  test('that is there and empty stays the folder it is', async () => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, [A]: essay(dated) });
    mkdirSync(join(root, 'out'));
    chmodSync(join(root, 'out'), 0o751);
    const before = join(root, 'out-link');
    symlinkSync('out', before);
    const site = await buildIn(root, { outDir: before });
    expect(site.commit).not.toBeNull();
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).toContain('<html');
  });
});

test('two builds of one site in one process exclude each other', async () => {
  const { lockOutput } = await import('../src/output/lock.ts');
  const root = makeSite({});
  const first = lockOutput(join(root, '.blog'), join(root, 'out'));
  const second = lockOutput(join(root, '.blog'), join(root, 'out'));
  expect('problem' in second && second.problem.code).toBe('build-running');
  if ('release' in first) first.release();
  expect('release' in lockOutput(join(root, '.blog'), join(root, 'out'))).toBe(true);
});

test('removing thousands of stale pages costs no more than writing them', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 800 }, (_, i) => [
      `content/essays/n${i}.md`,
      essay(`title: Title ${i}\npublished: 2020-01-01`),
    ]),
  );
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
  const cold = await costOf(() => buildIn(root));
  writeFileSync(join(root, 'content/site.yaml'), `${SITE_YAML}slugs: file\n`);
  let site: Awaited<ReturnType<typeof buildIn>> | undefined;
  const again = await costOf(async () => {
    site = await buildIn(root);
  });
  expect(site?.commit?.removed).toBe(800);
  expect(again).toBeLessThan(cold * 4);
});
