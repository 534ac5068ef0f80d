/**
 * The author's own pages: their addresses, their contents, and the menus that link to them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManualCode } from '../support/manual.ts';
import { pngHeader } from '../support/pictures.ts';
import { buildSite, buildSound, essay, type Files, SITE_YAML, statesOf } from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const YAML = 'content/site.yaml';
const ONE = { 'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]') };
const NOW = { 'content/pages/now.md': essay('title: Now') };
const settings = (yaml: string): Files => ({ [YAML]: `${SITE_YAML}${yaml}\n` });

test('a file in content/pages is a page at its own path', async () => {
  const outputs: Readonly<Record<string, string>> = {
    'now.md': 'now.html',
    'then.html': 'then.html',
    'later.txt': 'later.html',
    'books/index.md': 'books.html',
    'books/Read_1.2/old.md': 'books/Read_1.2/old.html',
    'blog/x.md': 'blog/x.html',
    'about.md': 'about.html',
  };
  const paths = Object.keys(outputs).map((path) => `content/pages/${path}`);
  const files = paths.map((path) => [path, essay(`title: ${path}`)]);
  const site = await buildSound({ ...ONE, ...Object.fromEntries(files) });
  for (const [index, output] of Object.values(outputs).entries()) {
    expectFacts(site.page(output), { 'main h1': [paths[index]], '.prose': ['Some words.'] });
  }
});

test.each<[file: string, text: string, reports: string[]]>([
  ['a b.md', essay('title: A'), ['slug-invalid']],
  ['x/index/index.md', essay('title: A'), ['slug-invalid']],
  ['index.md', '---\ntitle: A\n---\n', ['body-empty']],
  ['a.md', '', ['title-missing']],
  ['a.md', essay('title: A', '\n'), ['body-empty']],
  ['a.md', essay('title: A\ntemplate: Gone'), ['template-unknown']],
  ['a.md', essay('title: A\ntemplate: page.html\nlayout: x\nslug: x y'), []],
  ['a.md', essay('title: A', '[x](/gone) [y](../essays/one.md) [z](b.md)\n'), ['link-broken']],
  ['a.rst', 'x', ['file-unused']],
  ...['a.md', 'about.md'].map((file): [string, string, string[]] => {
    const body = '#Two words\n\nA[^1] [x]() ![](/x.png)\n';
    const words = ['alt-missing', 'heading-space', 'footnote-undefined'];
    return [file, essay('title: A', body), [...words, 'link-empty', 'image-missing']];
  }),
])('of content/pages/%s with %j the author reads %j', async (file, text, reports) => {
  const b = { 'content/pages/b.md': essay('title: B') };
  const site = await buildSite({ ...ONE, ...b, [`content/pages/${file}`]: text });
  expect(site.codes).toEqual(reports);
});

test('a page has pictures, aliases, a description, a language and links of its own', async () => {
  const site = await buildSound({
    ...ONE,
    'content/pages/books/index.md': essay(
      'title: Books\naliases: [/shelf, old]\nexcerpt: What I read.\nlang: de\nimage: pic.png',
      '![a](pic.png) [x](/blog/one)\n',
    ),
    'content/pages/books/pic.png': pngHeader(600, 400, 100),
    'content/essays/two.md': essay(
      'title: Two\ndate: 2021-01-01',
      '[b](../pages/books/index.md)\n',
    ),
  });
  expectFacts(site.page('books.html'), {
    'html@lang': ['de'],
    'main img@width': ['600'],
    title: ['Books · Ann Author'],
    'link[rel="canonical"]@href': ['https://ann.example/books'],
    'meta[name="description"]@content': ['What I read.'],
    'meta[property="og:image"]@content': [expect.stringMatching(/\/assets\/pic\..*png$/)],
  });
  expect(site.page('blog/two.html')('.prose a').attr('href')).toBe('/books');
  expect(site.text('_redirects')).toBe('/shelf /books 301\n/old /books 301\n');
  expect(site.text('sitemap.xml')).toContain('<loc>https://ann.example/books</loc>');
});

test('a draft is left out, or shown and marked where drafts are shown', async () => {
  const files = { ...ONE, 'content/pages/now.md': essay('title: Now\nnav: true\ndraft: true') };
  const site = await buildSite(files);
  expect([statesOf(site.site).length, site.paths.includes('now.html')]).toEqual([1, false]);
  const shown = await site.rebuild({}, { showDrafts: true });
  expectFacts(shown.page('now.html'), {
    '.draft': ['Draft'],
    'meta[name="robots"]@content': ['noindex'],
  });
  expect(shown.text('sitemap.xml')).not.toContain('/now');
});

test('about.md gives its page the title', async () => {
  const about = essay('title: Who I Am\nlang: fr', '# Early years\n');
  const site = await buildSite({ ...ONE, 'content/about.md': about });
  expectFacts(site.page('about.html'), { h1: ['Who I Am', 'Early years'], 'html@lang': ['fr'] });
});

test('a hidden about.md leaves a page without a biography', async () => {
  const about = essay('title: Who I Am\nprivate: true', 'Marker words.\n');
  const site = await buildSound({ ...ONE, 'content/about.md': about });
  expect(statesOf(site.site)).toEqual(['private']);
  expectFacts(site.page('about.html'), { h1: ['About'] });
  for (const path of site.paths) expect(site.text(path)).not.toMatch(/Marker|Who I Am/);
});

test('an own template receives the page, all essays and tags, and the data of all three', async () => {
  const site = await buildSound({
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [ai]\ndata: { a: 1 }'),
    ...settings('data:\n  shelves: [{ n: 1.5 }, "2", true, 2020-01-01, ~]'),
    'content/pages/books.md': essay('title: Books\ntemplate: Books\ndata: [x]', 'Words.\n'),
    'templates/pages/Books.tsx': `import { usePage } from '../hooks.ts';
      import Page from '../Page.tsx';
      export default (props) => <Page {...props}><pre>{JSON.stringify([
        props.page.data, usePage().site.data, props.essays.map((e) => [e.title, e.data]), props.tags,
      ])}</pre></Page>;`,
  });
  expect(JSON.parse(site.page('books.html')('pre').text())).toEqual([
    ['x'],
    { shelves: [{ n: 1.5 }, '2', true, '2020-01-01', null] },
    [['One', { a: 1 }]],
    [{ name: 'ai', count: 1, number: 0, url: '/?tag=ai' }],
  ]);
  const again = await site.rebuild({
    'content/essays/one.md': essay('title: Won\npublished: 2020-01-01'),
  });
  expect(again.page('books.html')('pre').text()).toContain('Won');
});

test('the template of the manual lists the essays with a tag', async () => {
  const [code = ''] = readManualCode('pages.md', 'tsx');
  const site = await buildSound({
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01\ntags: [talks, ai]'),
    'content/essays/two.md': essay('title: Two\npublished: 2021-01-01\ntags: [ai]'),
    'content/pages/books.md': essay('title: Books\ntemplate: Books', 'Words.\n'),
    'templates/pages/Books.tsx': code,
  });
  expectFacts(site.page('books.html'), { 'main > ul a@href': ['/blog/one'] });
});

describe('the address of a page', () => {
  const build = (files: Files) => buildSite({ ...ONE, ...files }, { remembers: 'all' });

  test('is recorded, and redirects once the page has moved, or is reported as gone', async () => {
    const site = await build(NOW);
    const moved = await site.rebuild({
      'content/pages/now.md': null,
      'content/pages/me/now.md': NOW['content/pages/now.md'],
      'content/pages/other.md': essay('title: Other', 'Quite another text, of other words.\n'),
    });
    expect(moved.codes).toEqual(['address-moved']);
    expect(moved.text('now.html')).toContain('url=/me/now');
    const gone = await moved.rebuild({ 'content/pages/me/now.md': null });
    expect(gone.report).toContain('content/pages/me/now.md is no longer at /me/now');
  });

  test('is not recorded for the about page', async () => {
    const site = await build({ 'content/about.md': 'Words.\n' });
    expect((await site.rebuild()).codes).toEqual([]);
    expect(site.paths).toContain('about.html');
    const addresses = readFileSync(join(site.root, 'content/addresses.txt'), 'utf8');
    expect(addresses).toMatch(/^\/blog\/one .*\n$/);
  });
});

describe('the menus', () => {
  const NAV = 'body > header nav a@link';
  const pages = {
    'content/pages/now.md': essay('title: What I Do Now\nnav: Now'),
    'content/pages/books.md': essay('title: Books\nnav: true'),
    'content/pages/imprint.md': essay('title: "Imprint: a list"'),
  };

  test.each<[yaml: string, page: string, links: string[]]>([
    ['', 'now.html', ['Essays /', 'Books /books', 'Now /now', 'About /about', 'Sign In /']],
    ['', 'about.html', ['Home /', 'Blog /', 'Books /books', 'Now /now', 'About /about']],
    ['nav: [Now, essays, /books]', 'about.html', ['Now /now', 'Essays /', 'Books /books']],
    ['nav: [/]', 'index.html', ['Essays /', 'Books /books', 'Now /now']],
    [
      'nav: ["Imprint: a list", One, Feed]',
      '404.html',
      ['Imprint: a list /imprint', 'One /blog/one', 'Feed /feed.xml', 'Books /books', 'Now /now'],
    ],
    [
      'nav: { Code: "https://code.example/ann", Now: /now, B: /books/ }',
      'now.html',
      ['Code https://code.example/ann', 'Now /now', 'B /books'],
    ],
    [
      'nav: ["Code: https://code.example/ann", "N: /now", "One: //one.example", /books]',
      'now.html',
      ['Code https://code.example/ann', 'N /now', 'One //one.example', 'Books /books'],
    ],
  ])('with %j, the header of %s has %j', async (yaml, path, links) => {
    const site = await buildSound({ ...ONE, ...pages, ...settings(yaml) });
    expectFacts(site.page(path), { [NAV]: links.map((each) => each.split(/ (?=\S+$)/)) });
  });

  test.each<[yaml: string, hint: string]>([
    ['nav: [Essays, Nwo]', 'Did you mean `Now`?'],
    ['nav: [/gone]', 'Write `Label:'],
    ['nav: [/nwo]', 'Did you mean `/now`?'],
    ['nav:\n  - Gone: /gone', 'with the path of an existing page'],
    ['footer: { links: [Tags] }', 'The pages Tags and Archive come with `tagPages: true`'],
    ['nav: ["javascript:alert(1)"]', 'Write `Label:'],
    ['nav: ["Code: code.example"]', 'Write `Label:'],
    ['nav: ["Now: /nwo"]', 'Did you mean `/now`?'],
  ])('with %j, what leads nowhere is left out and reported', async (yaml, hint) => {
    const site = await buildSite({ ...ONE, ...pages, ...settings(yaml) });
    expect(site.codes).toEqual(['menu-broken']);
    expect(site.report).toContain(hint);
  });

  test('mark the current page, and no other', async () => {
    const site = await buildSite({ ...ONE, ...pages, ...settings('nav: [Essays, Now, Sign In]') });
    const current = (path: string) => site.page(path)('header [aria-current]').text();
    const marked = ['index.html', 'now.html', 'blog/one.html'].map(current);
    expect(marked).toEqual(['Essays', 'Now', '']);
    const linked = await site.rebuild(settings('nav: [Essays, One]'));
    const page = linked.page('blog/one.html');
    expect(page('header [aria-current]').text()).toBe('One');
  });

  const base = SITE_YAML.replace('ann.example', 'ann.example/base');
  const CC = ['© 2026 Ann Author', 'CC BY', 'Feed', 'About'];
  const CALL = 'aside h2, aside p';
  const GET = expect.stringMatching(/^Get more/);
  const profiles = 'profiles: [{ name: M, url: "https://m.example/@ann" }]';
  const mastodon = 'profiles: { Mastodon: "https://m.example/@ann" }';
  test.each<[yaml: string, path: string, query: string, found: unknown[]]>([
    ['footer: CC BY', 'now.html', 'footer div, footer a', CC],
    ['footer: { links: [/imprint] }', 'now.html', 'footer a@href', ['/base/imprint']],
    ['callToAction: false', 'blog/one.html', 'aside', []],
    ['callToAction: { title: Liked it? }', 'blog/one.html', CALL, ['Liked it?', GET]],
    ['callToAction: { text: Write. }', '404.html', CALL, ['Enjoyed this essay?', 'Write.']],
    [mastodon, 'about.html', 'section dt', ['Mastodon']],
    [mastodon, 'about.html', 'section a@rel', ['me noopener']],
    [mastodon, 'about.html', 'link[rel="me"]@href', ['https://m.example/@ann']],
    [profiles, 'blog/one.html', 'aside a@link', [['Follow on M', 'https://m.example/@ann']]],
  ])('and what is around them follow %j', async (yaml, path, query, found) => {
    const site = await buildSound({ ...ONE, ...pages, [YAML]: `${base}${yaml}\n` });
    expectFacts(site.page(path), { [query]: found });
  });

  test.each([
    ['nav: ["X: javascript:alert(1)"]', 'a path or a URL'],
    ['nav: [X: "javascript:alert(1)"]', 'a path or a URL'],
    ['profiles: [Mastodon]', 'profiles'],
    ['profiles: { M: "@ann" }', 'profiles'],
    ['callToAction: maybe', 'callToAction'],
    ['footer: [a]', 'footer'],
  ])('%j is refused', async (yaml, words) => {
    const { codes, report } = await buildSite({ ...ONE, ...settings(yaml) });
    expect([codes, report]).toEqual([['value-invalid'], expect.stringContaining(words)]);
  });
});
