/**
 * Blogs in two languages, one from each generator. In each folder of tests/fixtures/import, pages.txt lists the
 * addresses that the generator publishes, each with its language and translation. After an import, each address is a
 * page of the site in that language, and names the translation.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFixtures } from '../../support/fixtures.ts';
import { type Imported, importIn } from '../../support/import.ts';
import { type BuiltSite, type Files, follow, makeSite, writeFiles } from '../../support/site.ts';

const fixtures = listFixtures('import').filter(([, folder]) =>
  existsSync(join(folder, 'pages.txt')),
);

test('each generator has a blog to import', () => {
  const generators = new Set(fixtures.map(([name]) => name.split('-')[0]));
  expect([...generators].sort()).toEqual(['astro', 'eleventy', 'hugo', 'jekyll', 'zola']);
});

test.each(fixtures)('%s keeps all addresses and translations', async (_, fixture) => {
  const folder = makeSite({ 'new/package.json': '{}' });
  cpSync(join(fixture, 'input'), join(folder, 'old'), { recursive: true });
  const imported = await importIn(join(folder, 'new'), ['../old']);
  const site = await imported.build();
  expect(site.report.match(/^(?:error|warning).*$/gm)).toBe(null);

  const listed = readFileSync(join(fixture, 'pages.txt'), 'utf8').trim().split('\n');
  const pages = listed.filter((line) => !line.startsWith('#'));
  expect(pages.map((line) => describePage(line.split(' ')[0] ?? '', site))).toEqual(pages);
});

/** The line of pages.txt for what the site has at an address. */
function describePage(address: string, site: BuiltSite): string {
  const file = `${address.slice(1)}${address.endsWith('/') ? 'index.html' : ''}`;
  if (!site.paths.includes(file)) return `${address} isn't a page`;
  const page = site.page(file);
  if (page('meta[http-equiv="refresh"]').length > 0) return `${address} redirects`;
  const language = page('html').attr('lang') ?? '';
  const translations = page('link[rel="alternate"][hreflang]')
    .toArray()
    .filter(({ attribs }) => ![language, 'x-default'].includes(attribs.hreflang ?? ''))
    .map(({ attribs }) => new URL(attribs.href ?? '').pathname);
  return [address, language, ...translations].join(' ');
}

const yaml = (keys: string) => `---\n${keys}\n---\nSome words.\n`;
const post = (title: string, day: number, keys = '') =>
  yaml(`title: ${title}\ndate: 2020-01-0${day}${keys}`);

/** Imports the folder of a blog into a new site, or into one with these files. */
function importBlog(files: Files, own: Files = {}, options = {}): Promise<Imported> {
  const root = makeSite({ 'new/package.json': '{}' });
  writeFiles(join(root, 'old'), files);
  writeFiles(join(root, 'new'), own);
  return importIn(join(root, 'new'), ['../old'], options);
}

/** The lines of pages.txt for all essays of a site. */
function describeEssays(site: BuiltSite): string[] {
  const essays = site.site?.essays ?? [];
  return essays.map(({ address }) => describePage(decodeURI(address), site)).sort();
}

const HUGO = 'baseURL = "https://ines.example/"\ntitle = "T"\n';
const ROUTE =
  '---\nconst posts = await getCollection("blog");\n' +
  'return posts.map((post) => ({ params: { lang, slug: post.id } }));\n---\n';
const LOCALES = "locales: ['en', 'pt-br']";
const ASTRO_POSTS = {
  'src/content/blog/en/a.md': post('A', 1),
  'src/content/blog/pt-br/a.md': post('B', 1),
};

test.each<[what: string, files: Files, essays: readonly string[]]>([
  [
    'Hugo, by file name, with the main language in a folder as well',
    {
      'hugo.toml': `${HUGO}defaultContentLanguageInSubdir = true\n[languages.en]\n[languages.de]\n`,
      'content/posts/a.en.md': post('A', 1),
      'content/posts/a.de.md': post('B', 1),
      'content/posts/c/index.md': post('C', 2),
      'content/posts/c/index.de.md': post('D', 2),
    },
    [
      '/de/posts/a/ de /en/posts/a/',
      '/de/posts/c/ de /en/posts/c/',
      '/en/posts/a/ en /de/posts/a/',
      '/en/posts/c/ en /de/posts/c/',
    ],
  ],
  [
    'Hugo, with permalinks of a language in a file of its own',
    {
      'config/_default/hugo.toml': HUGO,
      'config/_default/languages.en.toml': 'weight = 1\n',
      'config/_default/languages.de.toml': '[permalinks]\nposts = "/texte/:slug/"\n',
      'content/posts/a.md': post('Ape', 1),
      'content/posts/a.de.md': post('Affe', 1),
    },
    ['/de/texte/affe/ de /posts/a/', '/posts/a/ en /de/texte/affe/'],
  ],
  [
    'Jekyll, with languages in its settings, which a plugin publishes below their names',
    {
      '_config.yml': 'title: T\nlanguages: [en, pt-BR]\ndefault_lang: en\npermalink: /:title/\n',
      '_posts/2020-01-01-a.md': yaml('title: A\nlang: en\nref: x\npermalink: /x/'),
      '_posts/2020-01-01-b.md': yaml('title: B\nlang: pt-BR\nref: x\npermalink: /x/'),
      '_posts/2020-01-02-c.md': yaml('title: C\nlang: pt-BR'),
    },
    ['/pt-BR/c/ pt-BR', '/pt-BR/x/ pt-BR /x/', '/x/ en /pt-BR/x/'],
  ],
  [
    'Jekyll, with the folder of the plugin Multiple Languages',
    {
      '_config.yml': 'title: T\nlanguages: ["en", "de"]\n',
      '_i18n/en/_posts/2020-01-01-a.md': yaml('title: A'),
      '_i18n/de/_posts/2020-01-01-a.md': yaml('title: B'),
    },
    ['/2020/01/01/a.html en /de/2020/01/01/a.html', '/de/2020/01/01/a.html de /2020/01/01/a.html'],
  ],
  [
    'Jekyll, with categories for languages',
    {
      '_config.yml': 'title: T\nlang: en\n',
      '_posts/2020-01-01-a.md': yaml('title: A\nlang: en\nref: a'),
      'de/_posts/2020-01-01-b.md': yaml('title: B\nlang: de\nref: a'),
    },
    ['/2020/01/01/a.html en /de/2020/01/01/b.html', '/de/2020/01/01/b.html de /2020/01/01/a.html'],
  ],
  [
    'Astro, with routes that know no locale',
    {
      'astro.config.mjs': `export default { i18n: { defaultLocale: 'en', ${LOCALES} } };\n`,
      'src/pages/blog/[...slug].astro': ROUTE,
      ...ASTRO_POSTS,
    },
    ['/blog/en/a/ en /blog/pt-br/a/', '/blog/pt-br/a/ pt-BR /blog/en/a/'],
  ],
])('translations keep their addresses: %s', async (_, files, essays) => {
  const site = await (await importBlog(files)).build();
  expect(site.report.match(/^(?:error|warning).*$/gm)).toBe(null);
  expect(describeEssays(site)).toEqual(essays);
});

test('the old home pages and feeds in each language redirect to the new ones', async () => {
  const imported = await importBlog({
    'hugo.toml': `${HUGO}defaultContentLanguageInSubdir = true\n[languages.en]\n[languages.de]\n`,
    'content/posts/a.md': post('A', 1),
    'content/posts/a.de.md': post('B', 1),
  });
  const site = await imported.build();
  const followed = ['/en/', '/en/index.xml', '/de/index.xml'].map((old) => follow(site, old));
  expect(followed.map((url) => url && new URL(url).pathname)).toEqual([
    '/',
    '/rss.xml',
    '/de/rss.xml',
  ]);
});

test('pages in other languages are imported as well', async () => {
  const files = {
    'hugo.toml': `${HUGO}[languages.en]\n[languages.de]\ncontentDir = "content-de"\n`,
    'content/posts/a.md': post('A', 1),
    'content-de/posts/a.md': post('B', 1),
    'content/now.md': yaml('title: Now'),
    'content-de/now.md': yaml('title: Jetzt'),
    'content-de/index.md': yaml('title: Start'),
  };
  const imported = await importBlog(files, {}, { pages: true });
  expect(imported.text('import-report.md')).toContain(
    '1 essay in languages other than the main one',
  );
  expect(imported.text('import-report.md')).toContain(
    '- pages that the build generates: content-de/index.md\n',
  );
  const site = await imported.build();
  expect(site.page('de/now.html')('html').attr('lang')).toBe('de');
});

describe('a blog counts as a blog in several languages', () => {
  const settings = '_config.yml';
  const a = { '_posts/2020-01-01-a.md': yaml('title: A') };

  test('neither because of a post by a guest, nor because of a language without posts', async () => {
    const guest = { '_posts/2020-01-02-b.md': yaml('title: B\nlang: de') };
    const { text, build } = await importBlog({ [settings]: 'title: T\n', ...a, ...guest });
    expect(text('content/site.yaml')).not.toContain('languages:');
    expect(describeEssays(await build())).toEqual([
      '/2020/01/01/a.html en',
      '/2020/01/02/b.html de',
    ]);
    const empty = await importBlog({ [settings]: 'title: T\nlanguages: [en, de]\n', ...a });
    expect(empty.text('content/site.yaml')).not.toContain('languages:');
  });

  test('and its settings are added to those of a site that has no essays', async () => {
    const files = { 'hugo.toml': `${HUGO}[languages.en]\n[languages.de]\ntitle = "Krumen"\n` };
    const posts = { 'content/posts/a.md': post('A', 1), 'content/posts/a.de.md': post('B', 1) };
    const own = { 'content/site.yaml': 'name: Ann\nurl: https://ann.example\n' };
    const imported = await importBlog({ ...files, ...posts }, own);
    expect(imported.text('content/site.yaml')).toContain('languages:\n  de:\n    title: Krumen\n');
  });
});
