import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costOf } from './support/cost.ts';
import {
  buildIn,
  buildSite,
  essay,
  type Files,
  makeSite,
  SITE_YAML,
  writeFiles,
} from './support/site.ts';

const A = 'content/essays/a.md';
const dated = 'title: A\npublished: 2020-01-01';
const good: Files = { [A]: essay(dated) };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
const withBody = (body: string, more: Files = {}) =>
  buildSite({ [A]: essay(dated, body), ...more });
const withSettings = (lines: string, body?: string) =>
  withBody(body ?? 'x\n', {
    'content/site.yaml': SITE_YAML + lines,
    'content/public/my file.pdf': 'x',
  });

describe('a body', () => {
  test('shows a picture in public/ that it names relative to its page, with its size', async () => {
    const site = await withBody('![x](../images/x.svg)\n', { 'content/public/images/x.svg': SVG });
    expect(site.report).toBe('');
    const image = site.page('blog/a.html')('main img');
    expect(image.attr()).toMatchObject({ src: '/images/x.svg', width: '30', height: '20' });
  });

  test('may link to ids in the page’s template, but not to unknown ones', async () => {
    const template = /id="([^"]+)"/.exec((await withBody('x\n')).text('blog/a.html'))?.[1];
    const links = `[x](#${template}) [y](#nowhere) [z](/#top) [w](/about#:~:text=x)\n`;
    const site = await withBody(links);
    expect(site.codes).toEqual(['anchor-broken']);
    expect(site.report).toContain('has no `#nowhere`');
  });
});

test.each(['/wiki/Talk:Page', '/x/:b/a:b'])('an alias may contain colons: %s', async (alias) => {
  const site = await buildSite({ [A]: essay(`${dated}\naliases: "${alias}"`) });
  expect(site.report).toBe('');
  expect(site.text(`${alias.slice(1)}.html`)).toContain('href="/blog/a"');
});

describe('a redirect', () => {
  test.each([
    // The name of a property of every object is not a placeholder.
    ['"/x/:constructor": /blog/a', 'redirect-invalid'],
    ['"/essays/:slug": "/blgo/:slug"', 'link-broken'],
    ['"/blog/:slug": "/blog/:slug"', 'redirect-invalid'],
    ['/g: "javascript:alert(1)"', 'redirect-invalid'],
  ])('without a valid target is reported: %s', async (line, code) => {
    expect((await withSettings(`redirects:\n  ${line}\n`)).codes).toEqual([code]);
  });

  test('with a pattern that would hide pages is written out, one line per essay', async () => {
    const site = await withSettings('redirects:\n  "/:slug": "/blog/:slug"\n');
    expect(site.report).toBe('');
    expect(site.text('_redirects')).toBe('/a /blog/a 301\n');
  });

  test('to a file is percent-encoded', async () => {
    const site = await withSettings('redirects:\n  /f: "/my file.pdf"\n');
    expect(site.text('_redirects')).toContain('/f /my%20file.pdf 301\n');
  });

  test('to a fragment puts a link’s query before the fragment', async () => {
    const body = '## X\n\n[x](/old?a=1)\n';
    const site = await withSettings('redirects:\n  /old: "/blog/a#x"\n', body);
    expect(site.page('blog/a.html')('main p a').first().attr('href')).toBe('/blog/a?a=1#x');
  });
});

describe('a name', () => {
  test.each(['two.html', 'index', 'Index'])('that hosts misread is invalid: %s', async (slug) => {
    const site = await buildSite({ [A]: essay(`${dated}\nslug: ${slug}`) });
    expect(site.codes).toEqual(['slug-invalid']);
  });

  test('that hosts misread is never derived', async () => {
    const site = await buildSite({
      [A]: essay('title: Index\npublished: 2020-01-01'),
      'content/essays/two.html.md': essay('title: "!"\npublished: 2020-01-01'),
    });
    expect(site.site?.essays.map(({ slug }) => slug).sort()).toEqual(['index-1', 'two']);
  });

  test('of a picture may be as long as the file system allows', async () => {
    const name = `${'n'.repeat(240)}.svg`;
    const site = await withBody(`![x](${name})\n`, { [`content/essays/${name}`]: SVG });
    expect(site.report).toBe('');
  });
});

test('a file in public/ never replaces a compiled asset', async () => {
  const first = await buildSite(good);
  const style = first.paths.find((path) => path.endsWith('.css')) ?? '';
  const again = await first.rebuild({ [`content/public/${style}`]: 'x' });
  expect([again.codes, again.commit]).toEqual([['output-collision'], null]);
  expect(again.report).toContain(`content/public/${style}`);
});

describe('a folder', () => {
  test.each(['content', 'content/essays'])('that is a file counts as missing: %s', async (path) => {
    const { codes } = await buildIn(makeSite({ [path]: 'x' }));
    expect(codes.filter((code) => /missing|none/.test(code))).not.toEqual([]);
  });
});

test('two builds of one site in one process exclude each other', async () => {
  const { lockOutput } = await import('../src/output/out-folder.ts');
  const root = makeSite({});
  const lock = () => lockOutput(join(root, '.blog'), join(root, 'out'));
  const [first, second] = [lock(), lock()];
  expect('problem' in second && second.problem.code).toBe('build-running');
  if ('release' in first) first.release();
  expect('release' in lock()).toBe(true);
});

test('removing hundreds of stale pages costs no more than writing them', async () => {
  const essays = Array.from({ length: 400 }, (_, index) => [
    `content/essays/n${index}.md`,
    essay(`title: Title ${index}\npublished: 2020-01-01`),
  ]);
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...Object.fromEntries(essays) });
  const cold = await costOf(() => buildIn(root));
  writeFiles(root, { 'content/site.yaml': `${SITE_YAML}slugs: file\n` });
  let removed: number | undefined;
  const again = await costOf(async () => {
    removed = (await buildIn(root)).commit?.removed;
  });
  expect(removed).toBe(400);
  expect(again).toBeLessThan(cold * 4);
});
