/**
 * The addresses that the rules of other generators give to a post, by its settings; empty if a rule isn't read.
 */
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { pickParserConfig } from '../../../src/essays/essay-body.ts';
import { adaptPost } from '../../../src/import/adapt-post.ts';
import { findOldAddress } from '../../../src/import/folder-addresses.ts';
import { editFront, toPlainHead } from '../../../src/import/front-edits.ts';
import { type GeneratorName, readFolder } from '../../../src/import/generators.ts';
import type { ImportInput } from '../../../src/import/input.ts';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';

type Files = Readonly<Record<string, string>>;

function makeInput(files: Files): ImportInput {
  const readText = async (path: string) => files[path] ?? '';
  return {
    files: Object.keys(files),
    areNamed: false,
    read: async (path) => Buffer.from(await readText(path)),
    readText,
    head: readText,
    find: () => null,
    async *stream(path) {
      yield Buffer.from(await readText(path));
    },
  };
}

/** Finds the old address of the first post. */
async function addressIn(name: GeneratorName, files: Files): Promise<string> {
  const blog = await readFolder(name, makeInput(files));
  const [path = ''] = blog.posts;
  const { value } = parseConfig({
    path: '',
    bytes: Buffer.from('name: A\nurl: https://a.example'),
  });
  const config = pickParserConfig(value, []);
  const written = Buffer.from(files[path] ?? '');
  const front = blog.editFront === undefined ? written : editFront(written, blog.editFront);
  const bytes = adaptPost(path, front, value.url, blog.slugOf);
  const placed = (blog.placeOf?.(path) ?? path).replace(/\.[qr]?mdx?$/, '.md');
  const markdown = await loadMarkdownEngine();
  const { essay } = parseEssay({ path: `content/essays/${placed}`, bytes }, { config, markdown });
  return findOldAddress(blog, path, essay, 'UTC', null).path;
}

const post = (front = '') =>
  `---\ntitle: The "sea"\ndate: 2021-02-03 04:05:06\n${front}---\nWords.\n`;

describe('Jekyll', () => {
  test.each([
    ['date', '/walks/2021/02/03/sea.html'],
    ['pretty', '/walks/2021/02/03/sea/'],
    ['ordinal', '/walks/2021/034/sea.html'],
    ['weekdate', '/walks/2021/W05/Wed/sea.html'],
    ['none', '/walks/sea.html'],
    ['/:short_year/:i_month/:i_day/:title', '/21/2/3/sea'],
    ['/:year/:long_month/:short_month/:slug/', '/2021/February/Feb/sea/'],
    ['/:hour:minute/:title', '/0405/sea'],
    ['/:collection/:title', ''],
  ])('%s', async (permalink, address) => {
    const files = {
      '_config.yml': `permalink: ${permalink}\n`,
      '_posts/2021-02-03-sea.md': post('categories: Walks\n'),
    };
    expect(await addressIn('jekyll', files)).toBe(address);
  });

  test('lower-cases categories, and keeps their spaces', async () => {
    const files = {
      '_config.yml': 'permalink: /:categories/:title\n',
      '_posts/2021-02-03-sea.md': post('categories: [Long Walks, Sea]\n'),
    };
    expect(await addressIn('jekyll', files)).toBe('/long walks/sea/sea');
  });
});

test('Jekyll: posts whose folder another program copies', async () => {
  const files = { '_config.yml': 'source: .tmp/src\n', 'src/_posts/2021-02-03-sea.md': post() };
  expect(await addressIn('jekyll', files)).toBe('/2021/02/03/sea.html');
});

test.each([
  'Title: The sea\nDate: 2021-02-03\nPermalink: /x/\n\nWords.\n',
  '---\ntitle: The sea\npermalink: /x/\n---\nWords.\n',
])('Pelican ignores the permalink in %j', async (text) => {
  const files = { 'pelicanconf.py': "SITENAME = 'A'", 'content/a.md': text };
  const blog = await readFolder('pelican', makeInput(files));
  const edit = blog.editFront ?? String;
  expect(editFront(toPlainHead(Buffer.from(text)), edit).toString()).not.toContain('/x/');
});

describe('Hugo', () => {
  test.each([
    ['', '/deep-posts/the-sea/'],
    ['[permalinks]\n"deep posts" = "/:year/:slug/"\n', '/2021/the-sea/'],
    ['[permalinks]\n"deep posts" = "/x/:title"\n', '/x/the-sea/'],
    ['[permalinks]\n"deep posts" = "/:sections/:filename/"\n', '/deep-posts/the-sea/'],
    ['[permalinks]\n"deep posts" = "/:section/:contentbasename/"\n', '/deep-posts/the-sea/'],
    ['[permalinks]\n"deep posts" = "/:sections[1:]/:slug/"\n', ''],
    ['[permalinks]\n"deep posts" = "/:monthname/:slug/"\n', ''],
    ['uglyURLs = true\n', '/deep-posts/the-sea.html'],
    ['disablePathToLower = true\n', '/Deep Posts/the-sea/'],
  ])('%j', async (settings, address) => {
    const files = {
      'hugo.toml': `title = "A"\n${settings}`,
      'content/Deep Posts/The Sea.md': post(),
    };
    expect(await addressIn('hugo', files)).toBe(address);
  });
});

// As Hugo 0.169 builds them.
describe('Hugo: a stated slug', () => {
  test.each([
    ['caf%C3%A9', '/2021/café/'],
    ['%c2%abhi%c2%bb', '/2021/hi/'],
    ['Hello World', '/2021/hello-world/'],
    ['it’s', '/2021/its/'],
    ['50%-off', '/2021/50-off/'],
    ['C%23 tips', '/2021/c%23-tips/'],
  ])('%s', async (slug, address) => {
    const files = {
      'hugo.toml': 'title = "A"\n[permalinks]\nposts = "/:year/:slug/"\n',
      'content/posts/a.md': post(`slug: "${slug}"\n`),
    };
    expect(await addressIn('hugo', files)).toBe(address);
  });

  test('keeps its capitals if `disablePathToLower` is set', async () => {
    const files = {
      'hugo.toml': 'title = "A"\ndisablePathToLower = true\n',
      'content/posts/a.md': post('slug: "Foo"\n'),
    };
    expect(await addressIn('hugo', files)).toBe('/posts/Foo/');
  });
});

test('Hugo: a slash in a title', async () => {
  const files = {
    'hugo.toml': 'title = "A"\n[permalinks]\nposts = "/:slug/"\n',
    'content/posts/a.md': '---\ntitle: TCP/IP\ndate: 2021-02-03\n---\nWords.\n',
  };
  expect(await addressIn('hugo', files)).toBe('/tcp-ip/');
});

describe('Hexo', () => {
  test.each([
    ['', '2021-02-03-sea', '/2021/02/03/2021-02-03-sea/'],
    ['permalink: :title/\n', 'north/sea', '/north/sea/'],
    ['permalink: :title/\nnew_post_name: :year-:month-:day-:title.md\n', '2021-02-03-sea', '/sea/'],
    ['permalink: :title/\nnew_post_name: :category/:title.md\n', 'north/sea', '/sea/'],
    ['permalink: :title/\nnew_post_name: :lang/:title.md\n', 'north/sea', ''],
    ['permalink: :category/:name.html\n', 'north/sea', ''],
    ['permalink: :hash/\n', 'sea', ''],
    ['permalink: :post_title/\n', 'sea', ''],
  ])('%j of %s', async (settings, name, address) => {
    const files = { '_config.yml': settings, [`source/_posts/${name}.md`]: post() };
    expect(await addressIn('hexo', files)).toBe(address);
  });
});

describe('Zola', () => {
  test.each([
    ['', '/long-walks/the-sea/'],
    ['[slugify]\npaths = "safe"\n', '/Long Walks/The Sea/'],
  ])('%j', async (settings, address) => {
    const front = '+++\ntitle = "A"\ndate = 2021-02-03\n+++\n';
    const files = {
      'config.toml': `base_url = "https://a.example"\n${settings}`,
      'content/Long Walks/2021-02-03-The Sea.md': front,
    };
    expect(await addressIn('zola', files)).toBe(address);
  });
});

describe('Eleventy', () => {
  const dated = 'posts/2021-02-03-sea.md';
  test.each([
    ['', '', '/posts/2021-02-03-sea/'],
    ['/n/{{ page.fileSlug }}/', '', '/n/sea/'],
    ['{{ page.filePathStem }}.html', '', '/posts/sea.html'],
    ['/{{ page.date | date: "%Y/%m" }}/{{ title | slugify }}/', '', '/2021/02/the-sea/'],
    ['/{{ page.date | date: "%Y/%-m" }}/{{ title | slugify }}/', '', '/2021/2/the-sea/'],
    ['/{{ page.date | date: "%Y/%j" }}/{{ title | slugify }}/', '', ''],
    ['/{{ title | slug }}/', '', ''],
    ['/{% if a %}b/{% endif %}{{ page.fileSlug }}/', '', ''],
    ["{{ page.filePathStem | replace: '/en/', '/' }}/", '', ''],
    ['/{{ date | isoYear }}/', '', ''],
    ['/{{ slug or page.fileSlug }}/index.html', '', '/sea/'],
    ['/{{ series }}/{{ page.fileSlug }}/', '', ''],
    ['', 'permalink: "/own/{{ page.fileSlug }}/"\n', '/own/sea/'],
    ['', 'permalink: "/{{ weather }}/"\n', ''],
  ])('with the permalink %j in data and %j in the post', async (permalink, front, address) => {
    const files = {
      'eleventy.config.js': '',
      'posts/posts.json': permalink === '' ? '{}' : JSON.stringify({ permalink }),
      [dated]: post(front),
    };
    expect(await addressIn('eleventy', files)).toBe(address);
  });

  test('whose file is the index of a folder, with its date', async () => {
    const files = {
      'eleventy.config.js': '',
      'posts/posts.json': '{ "permalink": "/n/{{ page.fileSlug }}/" }',
      'posts/sea/2021-02-03-index.md': post(),
    };
    expect(await addressIn('eleventy', files)).toBe('/n/sea/');
  });

  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['that only a program could read', 'permalink: (data) => `/x/${data.page.fileSlug}/`', ''],
    [
      'that only hides drafts',
      '/* The permalink of a draft. */ permalink: data => { if (isLive && data.draft) { return false; } return data.permalink; }',
      '/a/sea/',
    ],
  ])('with a function in data %s', async (_, code, address) => {
    const files = {
      'eleventy.config.js': 'export default { dir: { input: "notes" } };',
      'notes/a/a.11tydata.js': `export default { ${code} };`,
      'notes/a/sea.md': post(),
    };
    expect(await addressIn('eleventy', files)).toBe(address);
  });

  test('whose folder is named by a script', async () => {
    const files = {
      'eleventy.config.js': '',
      'package.json': '{ "scripts": { "build": "eleventy --input=src" } }',
      'src/posts/sea.md': post(),
    };
    expect(await addressIn('eleventy', files)).toBe('/posts/sea/');
  });
});

describe('Astro', () => {
  const paths = (params: string, before = '') =>
    `const posts = await getCollection('blog');\nreturn posts.map((post) => { ${before} return { params: { ${params} }, props: post }; });`;
  test.each([
    ['blog/[...slug]', paths('slug: post.id'), '', '/blog/north/the-sea/'],
    ['[...slug]', paths('slug: post.slug'), '', '/north/the-sea/'],
    ['blog/[slug]', paths('slug: post.slug'), 'slug: own\n', '/blog/own/'],
    [
      'posts/[...id]/index',
      paths('id: getPath(post.id, post.filePath, false)'),
      '',
      '/posts/north/the-sea/',
    ],
    [
      '[year]/[month]/[day]/[...slug]',
      paths('year: y, month: m.padStart(2, "0"), day: d, slug: post.id'),
      '',
      '/2021/02/03/north/the-sea/',
    ],
    [
      '[year]/[month]/[slug]',
      paths('year, month: m, slug: post.id'),
      'slug: own\n',
      '/2021/2/own/',
    ],
    ['blog/[slug]', paths('slug', 'const slug = makeSlug(post);'), '', ''],
    ['blog/[slug]', paths('slug', 'const { slug } = post;'), '', ''],
    ['blog/[slug]', paths('slug: makeSlug(post)', 'const props = { slug: post.id };'), '', ''],
    ['[lang]/[...slug]', paths('lang, slug: post.id'), '', ''],
    ['blog/[...slug]', paths('slug: slugify(post.data.title)'), '', ''],
    ['blog/[...slug]', paths('slug: post.id').replace("'blog'", "'other'"), '', ''],
    ['blog/[page]', paths('page: "1"'), '', ''],
    ['blog/[...slug]', 'return getPosts();', '', ''],
  ])('with the route %s', async (route, code, front, address) => {
    const files = {
      'astro.config.mjs': '',
      'src/content.config.ts':
        'const articles = defineCollection({ loader: glob({ base: "./src/texts" }) });\n' +
        'export const collections = { blog: articles };',
      'src/texts/North/The Sea.md': post(front),
      [`src/pages/${route}.astro`]: code,
    };
    expect(await addressIn('astro', files)).toBe(address);
  });
});

test('Astro: two routes of a collection', async () => {
  const route = "getCollection('blog'); return { params: { slug: post.id } };";
  const files = {
    'astro.config.mjs': '',
    'src/content/blog/sea.md': post(),
    'src/pages/[slug].astro': route,
    'src/pages/de/[slug].astro': route,
  };
  expect(await addressIn('astro', files)).toBe('');
});

describe('Pelican', () => {
  const head = 'Title: The “sea”\nDate: 2021-02-03\n\nWords.\n';
  test.each([
    ['', head, '/the-sea.html'],
    ["ARTICLE_URL = '{date:%Y}/{date:%b}/{date:%d}/{slug}/'\n", head, '/2021/Feb/03/the-sea/'],
    ["PLUGIN_PATH = 'x'\nPATH = u'content'\n", head, '/the-sea.html'],
    ["SLUGIFY_SOURCE = 'basename'\n", head, '/Sea 1.html'],
    ["ARTICLE_SAVE_AS = 'x/{slug}/index.html'\n", `Slug: own\n${head}`, '/x/own/'],
    ["ARTICLE_URL = '{category}/{slug}'\n", head, ''],
    ['', 'Title: 海\nDate: 2021-02-03\n\nWords.\n', ''],
  ])('%j', async (settings, text, address) => {
    const files = { 'pelicanconf.py': `SITENAME = 'A'\n${settings}`, 'content/Sea 1.md': text };
    expect(await addressIn('pelican', files)).toBe(address);
  });
});

test.each([
  ['posts/sea/index.qmd', '', '/posts/sea/'],
  ['posts/The Sea.qmd', '', '/posts/The Sea.html'],
  ['posts/sea.qmd', 'output-file: water.html\n', '/posts/water.html'],
])('Quarto: %s', async (path, front, address) => {
  const files = { '_quarto.yml': 'website:\n  title: A\n', [path]: post(front) };
  expect(await addressIn('quarto', files)).toBe(address);
});
