/**
 * Folders of Jekyll, Hexo, Hugo, Zola, Eleventy and Astro: posts are copied as they are, and every old address works.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInit } from '../../../src/cli/init.ts';
import { zip } from '../../support/exports.ts';
import { type Imported, importFiles, importIn } from '../../support/import.ts';
import { type Files, follow, makeSite, packageRoot, writeFiles } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
const yaml = (keys: string, body = 'Some words.\n') => `---\n${keys}\n---\n${body}`;

interface Blog {
  readonly files: Files;
  /** The old addresses, with the slugs of the essays that they lead to. */
  readonly old: Readonly<Record<string, string>>;
  /** The resulting site.yaml, without the settings that every new site gets. */
  readonly settings: string;
  /** Paths in content/ other than posts and site.yaml. */
  readonly others?: readonly string[];
  /** The program's output. */
  readonly out: readonly string[];
  /** Excerpts from the report. */
  readonly report?: readonly string[];
}

const BLOGS: Readonly<Record<string, Blog>> = {
  'jekyll of its own addresses': {
    files: {
      '_config.yml':
        'title: Ferry & Fog\nurl: https://ines.example\nbaseurl: /b\nauthor: { name: Ines Falk }\ntimezone: Europe/Lisbon\nplugins: [jekyll-feed]\n',
      '_posts/2011-03-05-the-Last-ferry.md': yaml(
        'title: "The Ferry"\ncategories: [rivers, crossings]\nlayout: post',
        '![Pier]({{ site.baseurl }}/assets/pier.svg)\n\n{% include map.html %} {% include map.html %}\n\nSee [fog]({% post_url 2011-04-01-fog %}).\n',
      ),
      'sea/_posts/2011-04-01-fog.md': yaml('title: Fog', '{% mystery %}\n'),
      '_posts/2012-06-30-cards.html': yaml('title: Cards\npermalink: /cards/', '<p>A box.</p>\n'),
      '_drafts/later.md': yaml('title: Later'),
      '_drafts/dated.md': yaml('title: Dated\ndate: 2020-01-01'),
      '_data/books.yml': 'a: b\n',
      '_plugins/x.rb': 'x\n',
      '_layouts/post.html': '{{ content }}',
      'about.md': yaml('title: About'),
      'index.md': yaml('layout: home'),
      '404.html': yaml('layout: default', '<p>Gone.</p>'),
      'assets/pier.svg': SVG,
      'assets/main.scss': 'a{}',
      CNAME: 'ines.example\n',
      Gemfile: 'gem "jekyll"\n',
      '_site/2011/03/05/x.html': 'built',
    },
    old: {
      '/rivers/crossings/2011/03/05/the-Last-ferry.html': 'the-Last-ferry',
      '/sea/2011/04/01/fog.html': 'fog',
      '/cards/': 'cards',
    },
    settings:
      'name: Ines Falk\nurl: https://ines.example/b\ntitle: Ferry & Fog\ntimezone: Europe/Lisbon\nslugs: file\npublishFuture: false\nredirects:\n  "/:category/:year/:month/:day/:title.html": "/blog/:slug"\n  "/sea/2011/04/01/fog.html": "/blog/fog"\n',
    others: ['public/CNAME', 'public/assets/pier.svg'],
    out: [
      '3 essays, 1 draft (3 Markdown, 1 HTML)',
      'left out, drafts with a date, which would be published: 1',
      'left out, pages that the build makes by itself: 2',
      'left out, pages (--pages): 1',
      'left out, data: 1',
      'left out, plugins: 2',
      '2 files copied',
      'rule /:category/:year/:month/:day/:title.html: /blog/:slug',
      '1 line of `redirects` for single essays',
    ],
    report: [
      '## left out: plugins\n\n- _plugins/x.rb\n- jekyll-feed\n',
      '## left out: pages (--pages)\n\n- about.md\n',
    ],
  },
  'hugo with permalinks for a section': {
    files: {
      'hugo.toml':
        'baseURL = "https://ines.example/"\ntitle = "Crumbs"\nlanguageCode = "en-gb"\ntimeZone = "Europe/Lisbon"\n[params]\nauthor = "Ines Falk"\n[permalinks.page]\nposts = "/:year/:month/:title/"\n',
      'content/_index.md': yaml('title: Home'),
      'content/about.md': yaml('title: About'),
      'content/posts/_index.md': yaml('title: Posts'),
      'content/posts/bread.md':
        '+++\ntitle = "Bread, Again"\ndate = 2018-02-03\n+++\n{{< rating 5 >}}\n',
      'content/posts/late.md': yaml('title: Late\ndate: 2018-03-31T23:30:00-05:00'),
      'content/posts/soon.md': yaml('title: Soon\ndate: 2019-01-01\ndraft: true'),
      'content/notes/My Note.md': yaml('title: A Note\ndate: 2019-05-06'),
      'content/notes/rye/index.md': yaml(
        'title: Rye\ndate: 2019-11-30\nslug: cereal',
        '![E](ears.svg)',
      ),
      'content/notes/rye/ears.svg': SVG,
      'static/loaf.svg': SVG,
      'layouts/shortcodes/rating.html': 'x',
      'public/posts/index.html': 'built',
      'themes/x/content/posts/no.md': yaml('title: No'),
    },
    old: {
      ...{ '/2018/02/bread-again/': 'bread', '/2018/03/late/': 'late' },
      ...{ '/notes/my-note/': 'my-note', '/notes/cereal/': 'cereal' },
    },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Crumbs\nlanguage: en-gb\ntimezone: Europe/Lisbon\nslugs: file\npublishFuture: false\nredirects:\n  "/:folder/:slug/": "/blog/:slug"\n  "/:year/:month/:title/": "/blog/:slug"\n  "/index.xml": "/rss.xml"\n  "/2018/03/late/": "/blog/late"\n',
    others: ['essays/notes/rye/ears.svg', 'public/loaf.svg'],
    out: [
      '4 essays, 1 draft (5 Markdown)',
      'shortcodes and components, to be rewritten in templates/marks/: 1',
    ],
    report: ['`{{< rating >}}`'],
  },
  'hugo with its settings in a folder': {
    files: {
      'config/_default/hugo.toml':
        'baseURL = "https://ines.example/"\ndefaultContentLanguage = "EN"\n',
      'config/_default/languages.en.toml':
        'title = "Crumbs"\nlanguageCode = "en-gb"\ncontentDir = "content/en"\n',
      'config/_default/languages.fr.toml': 'title = "Miettes"\n',
      'config/_default/params.toml': '[author]\nname = "Ines Falk"\n',
      'config/_default/permalinks.toml': 'post = "/p/:slug/"\npage = "/:slug/"\n',
      'content/en/post/bread/index.md': yaml('title: Bread\ndate: 2018-02-03\nslug: loaf'),
      'content/fr/post/pain.md': yaml('title: Pain\ndate: 2018-02-03'),
      'content/en/post/bread/older.md': yaml('title: Bread\ndate: 2017-02-03'),
    },
    old: { '/p/loaf/': 'loaf' },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Crumbs\nlanguage: en-gb\nslugs: file\npublishFuture: false\nredirects:\n  "/p/:slug/": "/blog/:slug"\n  "/index.xml": "/rss.xml"\n',
    out: [
      '1 essay (1 Markdown)',
      'left out, translations, and other Markdown in the folders of posts: 2',
    ],
  },
  'hugo with settings in a file and in a folder, and a bundle without a page': {
    files: {
      'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "Crumbs"\n',
      'config/_default/languages.toml': '[en]\ncontentDir = "content/en"\n',
      'content/en/posts/oven.md': yaml('title: Oven\ndate: 2019-02-03'),
      'content/en/posts/parts/index.md': '+++\nheadless = true\n+++\n',
    },
    old: { '/posts/oven/': 'oven' },
    settings:
      'name: Your Name\nurl: https://ines.example\ntitle: Crumbs\nslugs: file\npublishFuture: false\nredirects:\n  "/:folder/:file/": "/blog/:slug"\n  "/index.xml": "/rss.xml"\n',
    out: ['1 essay (1 Markdown)', 'left out, headless bundles: 1'],
  },
  'hugo with languages in the names of files': {
    files: {
      'hugo.yaml':
        'baseURL: https://ines.example/\ntitle: Crumbs\ndefaultContentLanguage: de\nlanguages:\n  de:\n    title: Krumen\n  fr:\n    title: Miettes\n',
      'content/posts/rye/index.de.md': yaml('title: Roggen\ndate: 2018-02-03', '![a](a.svg)\n'),
      'content/posts/rye/index.fr.md': yaml('title: Seigle\ndate: 2018-02-03'),
      'content/posts/rye/a.svg': SVG,
      'content/posts/oven.de.md': yaml('title: Ofen\ndate: 2019-02-03'),
      'content/posts/node.js.md': yaml('title: Node\ndate: 2020-02-03'),
    },
    old: { '/posts/rye/': 'rye', '/posts/oven/': 'oven', '/posts/node.js/': 'node.js' },
    settings:
      'name: Your Name\nurl: https://ines.example\ntitle: Krumen\nlanguage: de\nslugs: file\npublishFuture: false\nredirects:\n  "/:folder/:file/": "/blog/:slug"\n  "/index.xml": "/rss.xml"\n',
    others: ['essays/posts/rye/a.svg'],
    out: [
      '3 essays (3 Markdown)',
      'left out, translations, and other Markdown in the folders of posts: 1',
    ],
  },
  'hugo with the newest placeholders': {
    files: {
      'hugo.toml':
        'baseURL = "https://ines.example/"\ntitle = "Crumbs"\n[permalinks]\nposts = "/:contentbasename/"\nnotes = "/n/:slugorcontentbasename/"\n',
      'content/posts/rye/index.md': yaml('title: Rye Bread\ndate: 2018-02-03'),
      'content/notes/oven.md': yaml('title: Oven\ndate: 2019-02-03\nslug: stove'),
    },
    old: { '/rye/': 'rye', '/n/stove/': 'stove' },
    settings:
      'name: Your Name\nurl: https://ines.example\ntitle: Crumbs\nslugs: file\npublishFuture: false\nredirects:\n  "/n/:slug/": "/blog/:slug"\n  "/:file/": "/blog/:slug"\n  "/index.xml": "/rss.xml"\n',
    out: ['2 essays (2 Markdown)'],
  },
  zola: {
    files: {
      'config.toml':
        'base_url = "https://ines.example"\ntitle = "Garden"\n[extra]\nauthor = "Ines Falk"\n',
      'content/garden/2021-04-05-first-frost.md':
        '+++\ntitle = "First Frost"\n+++\nGone, as [feared](@/garden/beans.md).\n',
      'content/garden/beans.md':
        '+++\ntitle = "Beans"\ndate = 2020-06-01\npath = "climbers/beans"\n+++\nTwo metres.\n',
      'content/garden/p.md': '+++\ntitle = "Peas"\ndate = 2020-06-02\n+++\nOne metre.\n',
      'static/robots.txt': 'User-agent: *\n',
      'templates/index.html': 'x',
    },
    old: { '/garden/first-frost/': 'first-frost', '/climbers/beans/': 'beans', '/garden/p/': 'p' },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Garden\nslugs: file\nredirects:\n  "/:folder/:file/": "/blog/:slug"\n  "/atom.xml": "/feed.xml"\n',
    others: ['public/robots.txt'],
    out: [
      '3 essays (3 Markdown)',
      'old tag pages: to keep them, set `tagPages: true` in site.yaml\n',
    ],
  },
  'hexo in a time zone of its own': {
    files: {
      '_config.yml':
        'title: Ferry\nauthor: Ines Falk\nurl: https://ines.example\ntimezone: Asia/Tokyo\npermalink: :year/:month/:day/:title/\nsource_dir: source\ntheme: next\n',
      'source/_posts/late.md': yaml(
        'title: Late at Night\ndate: 2019-05-04 23:30:00',
        'After {% post_link fog %}. ![f](f.svg)\n',
      ),
      'source/_posts/late/f.svg': SVG,
      'source/_posts/fog.md': yaml('title: Fog\ndate: 2019/4/1 01:00:00'),
      'source/images/s.svg': SVG,
      'scaffolds/post.md': yaml('title: {{ title }}'),
      'themes/next/source/x.svg': SVG,
    },
    old: { '/2019/05/04/late/': 'late', '/2019/04/01/fog/': 'fog' },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Ferry\ntimezone: Asia/Tokyo\nslugs: file\npublishFuture: false\nredirects:\n  "/:year/:month/:day/:file/": "/blog/:slug"\n  "/atom.xml": "/feed.xml"\n',
    others: ['essays/_posts/late/f.svg', 'public/images/s.svg'],
    out: ['2 essays (2 Markdown)', '2 files copied'],
  },
  'hexo without source_dir, which is optional': {
    files: {
      '_config.yml': 'title: Ferry\nauthor: Ines Falk\nurl: https://ines.example\ntheme: next\n',
      'source/_posts/fog.md': yaml('title: Fog\ndate: 2019/4/1 01:00:00'),
      'source/images/s.svg': SVG,
      'package.json': '{}',
    },
    old: { '/2019/04/01/fog/': 'fog' },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Ferry\nslugs: file\npublishFuture: false\nredirects:\n  "/:year/:month/:day/:file/": "/blog/:slug"\n  "/atom.xml": "/feed.xml"\n',
    others: ['public/images/s.svg'],
    out: ['From hexo:\n', '\n  1 essay (1 Markdown)\n'],
  },
  'jekyll without settings, which are optional': {
    files: {
      '_posts/2011-03-05-ferry.md': yaml('title: The Ferry\nauthor: Ines Falk'),
      Gemfile: 'gem "jekyll"\n',
    },
    old: { '/2011/03/05/ferry.html': 'ferry' },
    settings:
      'name: Ines Falk\nurl: https://example.com\nslugs: file\npublishFuture: false\nredirects:\n  "/:category/:year/:month/:day/:title.html": "/blog/:slug"\n',
    out: ['From jekyll:\n  1 essay (1 Markdown)'],
  },
  'eleventy whose input is a folder of posts': {
    files: {
      '.eleventy.js': "module.exports = () => ({ dir: { input: '_posts', output: 'build' } });\n",
      '_posts/2019-05-04-tin.md': yaml('title: Tin'),
      '_posts/kettle.md': yaml('title: Kettle\ndate: 2022-05-01'),
      '_posts/index.html': yaml('title: Home'),
    },
    old: { '/2019-05-04-tin/': 'tin', '/kettle/': 'kettle' },
    settings:
      'name: Your Name\nurl: https://example.com\nslugs: file\nredirects:\n  "/:folder/:file/": "/blog/:slug"\n  "/:folder/:year-:month-:day-:file/": "/blog/:slug"\n',
    out: ['2 essays (2 Markdown)', 'left out, pages that the build makes by itself: 1\n'],
  },
  'eleventy with demos, tests and slides below its input': {
    files: {
      'eleventy.config.js': 'config.addPassthroughCopy("demos");\n',
      'posts/posts.json': '{ "tags": "posts" }',
      'posts/2020-01-02-tin.html': '<p>A tin.</p><h1>Tin</h1>',
      'posts/lid.html': '<h1>Lid</h1><p>A lid.</p>',
      'web/box.html': yaml('title: Box\ndate: 2020-01-04', '<p>A box.</p>'),
      'web/tests/a.html': '<script>assert(1)</script>',
      'web/slides/talk.html': '<!doctype html><title>Talk</title>',
      'demos/grid/grid.html': '<p>Grid</p>',
      'now.md': yaml('title: Now\ndate: Last Modified'),
      'trip.md': yaml('title: Trip\ndate: 2020-01-05'),
    },
    old: { '/posts/2020-01-02-tin/': 'tin', '/web/box/': 'box', '/trip/': 'trip' },
    settings:
      'name: Your Name\nurl: https://example.com\nslugs: file\nredirects:\n  "/:folder/:file/": "/blog/:slug"\n  "/:folder/:year-:month-:day-:file/": "/blog/:slug"\n',
    others: ['public/demos/grid/grid.html'],
    out: [
      '3 essays, 1 draft (1 Markdown, 3 HTML)',
      '1 file copied beside essays and into content/public/\n',
      'left out, HTML without front matter, such as demos: 2\n',
      'left out, pages (--pages): 1\n',
      "the author's name is unknown: replace `Your Name` in site.yaml, the byline of every essay\n",
    ],
    report: ['- web/slides/talk.html\n- web/tests/a.html\n'],
  },
  'eleventy with a permalink in the data of a folder': {
    files: {
      'eleventy.config.js':
        'export default function (config) {\n  config.addPassthroughCopy({ "./public/": "/" });\n  config.addPassthroughCopy("src/img");\n  config.addFilter("shout", (x) => x);\n  return { dir: { input: "src", output: "dist" } };\n}\n',
      'src/_data/metadata.js':
        'export default {\n  title: "Ines’ Notes",\n  url: "https://ines.example/",\n  language: "en",\n  author: { name: "Ines Falk" },\n};\n',
      'src/notes/notes.json': '{ "permalink": "/n/{{ page.fileSlug }}/" }',
      'src/notes/2022-02-10-string.md': yaml('title: String', '![s](/img/s.svg) {{ x | shout }}'),
      'src/blog/2022-03-01-tin.md': yaml('title: Tin'),
      'src/blog/cans/cans.md': yaml('title: Cans\ndate: 2022-04-01', '![c](c.svg)\n'),
      'src/blog/cans/c.svg': SVG,
      'src/about.md': yaml('title: About'),
      'src/now/index.md': yaml('title: Now'),
      'src/log/log.11tydata.js':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the author's code
        'export default {\n  permalink: (data) => `/${data.page.date.toISOString().slice(0, 10)}/${data.page.fileSlug}/`,\n};\n',
      'src/log/lid.md': yaml('title: Lid\ndate: 2022-06-01'),
      'src/_posts/kettle.md': yaml('title: Kettle\ndate: 2022-05-01'),
      'src/_includes/note.md': yaml('title: No'),
      'src/img/s.svg': SVG,
      'public/favicon.ico': 'x',
      'README.md': 'Read me',
      'dist/x/index.html': 'built',
    },
    old: {
      ...{ '/n/string/': 'string', '/blog/2022-03-01-tin/': 'tin', '/blog/cans/': 'cans' },
      ...{ '/_posts/kettle/': 'kettle', '/2022-06-01/lid/': 'lid' },
    },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Ines’ Notes\nlanguage: en\nslugs: file\nredirects:\n  "/:year-:month-:day/:file/": "/blog/:slug"\n  "/:folder/:file/": "/blog/:slug"\n  "/:folder/:year-:month-:day-:file/": "/blog/:slug"\n  "/n/:file/": "/blog/:slug"\n',
    others: ['essays/blog/cans/c.svg', 'public/favicon.ico', 'public/img/s.svg'],
    out: ['5 essays (5 Markdown)', 'left out, pages (--pages): 2', 'left out, plugins: 1'],
    report: ['- shout\n', '`{{ x }}`'],
  },
  'astro with pictures outside its collection': {
    files: {
      'astro.config.mjs':
        "export default defineConfig({\n  site: 'https://ines.example',\n  integrations: [mdx(), sitemap()],\n});\n",
      'src/consts.ts':
        "export const SITE_TITLE = 'Night Trains';\nexport const SITE_DESCRIPTION = 'Slow travel';\n",
      'src/content.config.ts':
        "const blog = defineCollection({ loader: glob({ base: './src/content/blog', pattern: '**/*.{md,mdx}' }) });\n",
      'src/pages/posts/[...slug].astro': "const posts = await getCollection('blog');\n",
      'src/pages/index.astro': "await getCollection('blog');\n",
      'src/content/blog/2024/harbour.md': yaml(
        "title: Harbour\npubDate: 'Jul 08 2024'\nheroImage: '../../../assets/berth.svg'",
      ),
      'src/content/blog/night-train.mdx': yaml(
        'title: Night Train\npubDate: 2024-07-09',
        'Then [the harbour](./2024/harbour.md).\n\n<Tip>Earplugs.</Tip>\n',
      ),
      'src/content/blog/_note.md': yaml('title: No'),
      'src/assets/berth.svg': SVG,
      'src/components/Tip.astro': 'x',
      'public/favicon.svg': SVG,
    },
    old: { '/posts/2024/harbour/': 'harbour', '/posts/night-train/': 'night-train' },
    settings:
      'name: Your Name\nurl: https://ines.example\ntitle: Night Trains\ndescription: Slow travel\nslugs: file\nredirects:\n  "/posts/:file/": "/blog/:slug"\n  "/posts/2024/:file/": "/blog/:slug"\n',
    others: ['essays/assets/berth.svg', 'public/favicon.svg'],
    out: ['2 essays (2 Markdown)', 'left out, plugins: 2'],
    report: ['`<Tip>`', '- mdx\n- sitemap\n'],
  },
  'astro with its folder in a constant, and routes that name no collection': {
    files: {
      'astro.config.ts': 'export default defineConfig({ site: SITE.url });\n',
      'src/site.config.ts':
        'export const SITE = {\n  url: "https://ines.example/",\n  author: "Ines Falk",\n  title: "Trains",\n};\n',
      'src/content.config.ts':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of Astro's
        'const PATH = "src/data/blog";\nglob({ pattern: "**/[^_]*.md", base: `./${PATH}` });\nglob({ base: NOTES });\nconst NOTES = "./notes";\n',
      'src/pages/posts/[...slug]/index.astro': 'const posts = await getAllPosts();\n',
      'src/pages/posts/[...page].astro': "await getCollection('blog');\n",
      'src/pages/tags/[tag].astro': "await getCollection('blog');\n",
      'src/pages/notes/[id].astro': "await getCollection('notes');\n",
      'src/data/blog/_2021/tram.md': yaml('title: Tram\ndate: 2021-01-02', '![a](@/img/a.svg)\n'),
      'src/data/blog/bus.md': yaml('title: Bus\ndate: 2022-01-02'),
      'src/img/a.svg': SVG,
      'notes/one.md': yaml('title: One\ndate: 2022-02-03'),
    },
    old: { '/posts/tram/': 'tram', '/posts/bus/': 'bus', '/notes/one/': 'one' },
    settings:
      'name: Ines Falk\nurl: https://ines.example\ntitle: Trains\nslugs: file\nredirects:\n  "/notes/:file/": "/blog/:slug"\n  "/posts/:file/": "/blog/:slug"\n',
    others: ['essays/src/img/a.svg'],
    out: ['3 essays (3 Markdown)'],
  },
};

/** Moves files into a folder. */
function filesIn(folder: string, files: Files): Files {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([path, contents]) => [`${folder}/${path}`, contents]));
}

/** The settings of every new site; it has a text of its own if it is English. */
const OWN_WORDS = /nav: .*\ncallToAction: .*\nreadTagQuery: .*\n(?:texts:\n {2}.*\n)?/;

const NO_SITE: Files = { 'package.json': '{}' };

/** Imports the folder `old` into the site `new` beside it. */
function importBlog(files: Files, options = {}, own = NO_SITE): Promise<Imported> {
  const root = makeSite({ ...filesIn('old', files), ...filesIn('new', own) });
  return importIn(join(root, 'new'), ['../old'], options);
}

test.each(Object.entries(BLOGS))('%s', async (_, blog) => {
  const { files, old, settings, others = [], out, report = [] } = blog;
  const imported = await importBlog(files);
  const { text } = imported;
  const written = text('content/site.yaml');
  expect([imported.err, written.replace(OWN_WORDS, '')]).toEqual(['', settings]);
  for (const part of out) expect(imported.out).toContain(part);
  for (const part of report) expect(text('import-report.md')).toContain(part);
  const isPost = (path: string) => /^content\/essays\/.*\.(?:mdx?|html)$/.test(path);
  for (const path of imported.paths.filter(isPost)) {
    const [name = ''] = Object.keys(files).filter((each) =>
      path.endsWith(
        each
          .replace(/^(?:content\/en|content|source|src|src\/content\/blog|_posts)\//, '')
          .replace('.de.', '.'),
      ),
    );
    expect(text(path)).toBe(files[name]);
  }
  const isOther = (path: string) => /^content\/(?!site\.yaml)/.test(path) && !isPost(path);
  expect(imported.paths.filter(isOther)).toEqual(others.map((path) => `content/${path}`));
  const site = await imported.build();
  expect(site.report.match(/^error.*$/gm)).toBe(null);
  for (const [address, slug] of Object.entries(old)) {
    expect(follow(site, address)).toMatch(new RegExp(`/${slug}$`));
  }
  expect(site.site?.essays.length).toBe(Object.keys(old).length);
  const second = await imported.again();
  expect(second.out).toContain('Nothing new');
  expect(second.paths).toEqual(imported.paths);
  expect(second.text('content/site.yaml')).toBe(written);
});

describe('a folder', () => {
  const files: Files = {
    '_config.yml': 'title: T\nurl: https://ines.example\ntimezone: Mars/Olympus\n',
    '_posts/2020-01-01-a.md': yaml('title: A'),
    '_posts/2020-01-02-b.md': yaml('title: B'),
  };

  test('of Hugo may have its pages in content/pages', async () => {
    const hugo = {
      'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "T"\n',
      'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
      'content/pages/now.md': yaml('title: Now\ndate: 2020-01-01'),
    };
    const { paths } = await importBlog(hugo, { pages: true });
    expect(paths.filter((path) => path.endsWith('.md'))).toEqual([
      'content/essays/posts/a.md',
      'content/pages/pages/now.md',
      'import-report.md',
    ]);
  });

  test('of Jekyll has titles, also where it makes them of the names of files', async () => {
    const { text, build } = await importBlog({
      ...files,
      '_posts/2020-01-03-größe-zählt.md': yaml('layout: post', 'Words\n'),
      '_posts/2020-01-04-bare.md': 'Words\n',
      '_posts/2009-01-04-old.textile': 'h1. Words\n',
      '_posts/2020-01-05-heading.md': yaml('layout: post', '# Own\n'),
    });
    expect(text('import-report.md')).toContain('left out, files to convert to Markdown first: 1\n');
    const start = (name: string) => text(`content/essays/_posts/2020-01-${name}.md`);
    expect(start('03-größe-zählt')).toBe('---\ntitle: Größe Zählt\nlayout: post\n---\nWords\n');
    expect(start('04-bare')).toBe('---\ntitle: Bare\n---\nWords\n');
    expect(start('05-heading')).toBe(yaml('layout: post', '# Own\n'));
    const site = await build();
    expect(site.report).not.toContain('error');
  });

  test('of Jekyll has its tags in lists, also where it splits a string at spaces', async () => {
    const post = '_posts/2020-01-01-a.md';
    const own = 'title: One two\ntags_of: a b\nkeywords: a, b';
    const { text, build } = await importBlog({
      ...files,
      [post]: yaml(`${own}\ncategories: rivers crossings\ntags: sea  größe à c#\r`, 'tags: a b\n'),
    });
    const lists = 'categories: [rivers, crossings]\ntags: [sea, größe, à, c#]\r';
    expect(text(`content/essays/${post}`)).toBe(yaml(`${own}\n${lists}`, 'tags: a b\n'));
    const old = '/rivers/crossings/2020/01/01/a.html';
    expect(follow(await build(), old)).toBe('https://ines.example/blog/a');
  });

  test('of Jekyll names its authors as the site has shown them', async () => {
    const authors = { inf: 'Inês Falk', bo: 'Bo: Ek' };
    const data = `inf: { name: ${authors.inf} }\nbo: { full_name: "${authors.bo}" }\nnone: x\n`;
    const write = async (front: string) => {
      const post = { '_posts/2020-01-01-a.md': yaml(`title: inf\n${front}`, 'author: inf\n') };
      const { text } = await importBlog({ ...files, '_data/authors.yml': data, ...post });
      return text('content/essays/_posts/2020-01-01-a.md');
    };
    const own = (front: string) => yaml(`title: inf\n${front}`, 'author: inf\n');
    expect(await write('author: inf')).toBe(own(`author: ${authors.inf}`));
    expect(await write('authors: ["bo", none, Inf]')).toBe(
      own(`authors: ["${authors.bo}", none, ${authors.inf}]`),
    );
    expect(await write('author:\n  - inf\nby: bo')).toBe(
      own(`author:\n  - ${authors.inf}\nby: bo`),
    );
    for (const other of ['inf and others', 'the inf'])
      expect(await write(`author: ${other}`)).toBe(own(`author: ${other}`));
  });

  test('may have JSON with comments in it, as editors and compilers do', async () => {
    const settings = '{\n  // Strict\n  "strict": true,\n}\n';
    const odd = {
      '.vscode/tasks.json': settings,
      'tsconfig.json': '{ "a": 1, }',
      'x.json': settings,
    };
    const post = '[{ "title": "A", "content": "<p>a</p>", "published": "2020-01-01" }]';
    const { out } = await importBlog({ ...odd, 'z/posts.json': post });
    expect(out).toMatch(/^From records:\n.*\n {2}1 essay \(1 Markdown\)\n/s);
    const jekyll = await importBlog({ ...odd, ...files, '_config.yml': '' });
    expect(jekyll.out).toMatch(/^From jekyll:\n.*\n {2}2 essays/s);
    const { err } = await importBlog({ ...odd, 'cut.json': '[{ "title": "A' });
    expect(err).toContain("cut.json isn't valid JSON");
    expect(err).not.toContain('tsconfig.json');
  });

  const MD = yaml('title: A\ndate: 2020-01-01');
  test.each<[what: string, files: Files, advice: string]>([
    [
      "Next folders don't need an import",
      { 'next.config.mjs': '', 'data/blog/a.mdx': MD, 'data/blog/b.mdx': MD, 'public/a.svg': SVG },
      'Copy what is in `data/blog/` into content/essays/, and what is in `public/` into content/public/: ',
    ],
    [
      "Next folders don't need an import",
      { 'package.json': '{ "dependencies": { "next": "15" } }', '_posts/a.md': MD },
      'Copy what is in `_posts/` into content/essays/: ',
    ],
    [
      "Lume folders don't need an import",
      { '_config.ts': 'lume()', 'src/posts/a.md': MD, 'src/index.vto': '', 'README.md': 'Read' },
      'Copy what is in `src/posts/` into content/essays/: ',
    ],
    [
      "Quartz folders don't need an import",
      { 'quartz.config.ts': '', 'content/a.md': MD, 'content/b/c.md': MD, 'docs/x.json': '{' },
      'Copy what is in `content/` into content/essays/: ',
    ],
    [
      "this isn't a folder that blog import knows",
      { 'app.py': '', 'posts/a.md': MD },
      'Copy what is in `posts/` into content/essays/: ',
    ],
    [
      "this isn't a folder that blog import knows",
      { 'app.py': '', 'docs/_config.yml': 'title: T', 'docs/_posts/2020-01-01-a.md': MD },
      'Name the folder with the settings: `docs`. Looked for: ',
    ],
  ])(
    'that is not imported is an error that says what to do instead: %s',
    async (what, own, advice) => {
      const { err, code, paths } = await importBlog(own);
      expect(err).toContain(`error: ${what}; nothing was imported\n  → ${advice}`);
      expect([code, paths]).toEqual([1, ['package.json']]);
    },
  );

  test.each<[what: string, post: string, draft: string]>([
    ['YAML', '---\ndate: 2020-01-01\n---\nä\n', '---\ndraft: true\ndate: 2020-01-01\n---\nä\n'],
    [
      'YAML that says it is none',
      '---\ndate: 2020-01-01\ndraft: false\n---\nA\n',
      '---\ndate: 2020-01-01\ndraft: true\n---\nA\n',
    ],
    ['TOML', '+++\ndate = 2020-01-01\n+++\nA\n', '+++\ndraft = true\ndate = 2020-01-01\n+++\nA\n'],
    ['JSON', '{\n"date": "2020-01-01"\n}\nA\n', '{"draft": true,\n"date": "2020-01-01"\n}\nA\n'],
    ['no front matter', 'A\n', '---\ndraft: true\n---\nA\n'],
  ])(
    'gets its posts without a title as drafts, and the site is built: %s',
    async (_, post, draft) => {
      const { text, out, build } = await importBlog({
        'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "T"\n',
        'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
        'content/micro/b.md': post,
      });
      expect(out).toContain('1 essay, 1 draft (2 Markdown)');
      expect(text('content/essays/micro/b.md')).toBe(draft);
      expect(text('import-report.md')).toContain(
        '## 1 post without a title: drafts until they get one\n\n- content/micro/b.md\n',
      );
      const site = await build();
      expect(site.report).not.toContain('error');
      expect(site.site?.essays.length).toBe(1);
    },
  );

  const ZONED = (time: string) => yaml(`title: T${time.replace(/\W/g, '')}\ndate: ${time}`);
  const HUGO = { 'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "T"\n' };

  test('that states no time zone gets the one that most of its dates fit', async () => {
    const { text, out, build } = await importBlog({
      ...HUGO,
      'content/posts/a.md': ZONED('2020-01-05T21:12:00-05:00'),
      'content/posts/b.md': ZONED('2020-07-05T23:12:00-04:00'),
      'content/posts/c.md': ZONED('2020-07-09'),
      'content/posts/d.md': ZONED('2020-07-10T00:00:00Z'),
    });
    expect(text('content/site.yaml')).toContain('timezone: America/New_York\n');
    expect(out).toContain(
      "the old blog doesn't state its time zone; most dates fit America/New_York\n",
    );
    expect(text('import-report.md')).toContain(
      '## dates that `timezone` in site.yaml moves to another day\n\n' +
        '- content/posts/d.md: 2020-07-10T00:00:00Z\n',
    );
    const site = await build();
    expect(site.page('blog/a.html')('time').first().text()).toBe('January 5, 2020');
    expect(site.page('blog/b.html')('time').first().text()).toBe('July 5, 2020');
  });

  test('whose dates are all in UTC gets no time zone from them', async () => {
    const { text } = await importBlog({
      ...HUGO,
      'content/posts/d.md': ZONED('2020-07-10T00:00:00Z'),
    });
    expect(text('content/site.yaml')).not.toContain('timezone');
  });

  test('names the author of more than half of the posts, also instead of `Your Name`', async () => {
    const posts = {
      ...HUGO,
      'content/posts/a.md': yaml('title: A\ndate: 2020-01-01\nauthor: Ines Falk'),
      'content/posts/b.md': yaml('title: B\ndate: 2020-01-01\nauthor: { name: Ines Falk }'),
      'content/posts/c.md': yaml('title: C\ndate: 2020-01-01\nauthor: A Guest'),
    };
    const fresh = await importBlog(posts);
    expect(fresh.text('content/site.yaml')).toMatch(/^name: Ines Falk\n/);
    const write = (name: string) => ({
      'content/site.yaml': `name: ${name}\nurl: https://a.example\n`,
    });
    const placed = await importBlog(posts, {}, write('Your Name'));
    expect(placed.text('content/site.yaml')).toMatch(/^name: Ines Falk\n/);
    expect(placed.out).toContain('site.yaml, as in the old blog: name: Ines Falk\n');
    const many = { ...posts, 'content/posts/d.md': yaml('title: D\ndate: 2020-01-01') };
    expect((await importBlog(many)).text('content/site.yaml')).toMatch(/^name: Your Name\n/);
    const own = await importBlog(posts, {}, write('Ann'));
    expect(own.text('content/site.yaml')).toMatch(/^name: Ann\n/);
  });

  test('of Jekyll whose title is called `name` has no author of that name', async () => {
    const { text, out } = await importBlog({ ...files, '_config.yml': 'name: Ferry & Fog\n' });
    expect(text('content/site.yaml')).toMatch(/^name: Your Name\n.*\ntitle: Ferry & Fog\n/);
    expect(out).toContain('replace `Your Name` in site.yaml');
  });

  test('may be in a zip', async () => {
    const repo = zip(filesIn('repo-main', files));
    const { out } = await importFiles({ 'repo.zip': repo }, ['repo.zip']);
    expect(out).toMatch(/^From jekyll:\n.*\n {2}2 essays \(2 Markdown\)\n/s);
  });

  test('can be imported again for new posts, and nothing of the author’s is overwritten', async () => {
    const first = await importBlog({ ...files, '_posts/2020-01-03-mine.md': yaml('title: Mine') });
    // A nonexistent zone counts as none.
    expect(first.text('content/site.yaml')).not.toContain('zone');
    const mine = 'content/essays/_posts/2020-01-03-mine.md';
    writeFiles(first.root, {
      [mine]: yaml('title: My own'),
      '../old/_posts/2020-01-01-a.md': yaml('title: A', 'Better words.\n'),
      '../old/_posts/2020-01-03-mine.md': yaml('title: Theirs'),
      '../old/_posts/2020-01-04-c.md': yaml('title: C'),
    });
    const second = await first.again();
    expect(second.out).toMatch(/1 essay \(1 Markdown\)\n {2}3 essays already there/);
    const third = await second.again({ overwrite: true });
    expect(third.out).toMatch(
      /1 essay \(.*\n {2}2 essays already there.*\n {2}1 essay changed by you/,
    );
    expect(third.text('content/essays/_posts/2020-01-01-a.md')).toContain('Better words.\n');
    expect(third.text(mine)).toBe(yaml('title: My own'));
  });

  test('leaves the settings and the slugs of a site as they are', async () => {
    const own = 'name: Me\nurl: https://me.example\nsocialImages: false\n';
    const a = yaml('title: A\npublished: 2019-01-01');
    const site = { 'content/site.yaml': own, 'content/essays/a.md': a };
    const { text, build } = await importBlog(files, {}, site);
    expect(text('content/site.yaml')).toBe(
      `${own}redirects:\n  "/:category/:year/:month/:day/:title.html": "/blog/:slug"\n`,
    );
    const built = await build();
    expect(follow(built, '/2020/01/01/a.html')).toBe('https://me.example/blog/a-2');
    expect(follow(built, '/2020/01/02/b.html')).toBe('https://me.example/blog/b');
  });

  test.each<[what: string, config: string, from: string, message: string]>([
    ['settings that cannot be read', 'a: [', 'jekyll', '_config.yml: '],
    ['settings of another generator', 'title: T', 'hugo', 'this folder has no hugo settings'],
  ])('%s are an error', async (_, config, from, message) => {
    const { code, err, paths } = await importBlog({ ...files, '_config.yml': config }, { from });
    expect([code, paths]).toEqual([1, ['package.json']]);
    expect(err).toContain(`error: ${message}`);
  });

  test('writes nothing outside the site, whatever its settings say', async () => {
    const copy = (path: string) => `config.addPassthroughCopy(${path});\n`;
    const { paths } = await importBlog({
      'eleventy.config.js': copy('{ "files": "../../up" }') + copy('"img"'),
      'files/evil.sh': 'x',
      'img/a.svg': SVG,
      'blog/a.md': yaml('title: A\ndate: 2020-01-01'),
    });
    const imported = ['essays/blog/a.md', 'public/img/a.svg', 'site.yaml'];
    const content = imported.map((path) => `content/${path}`);
    expect(paths).toEqual([...content, 'import-report.md', 'package.json']);
  });

  test('is rejected if the new site would be inside it', async () => {
    const { err, paths } = await importFiles(files, ['.']);
    expect(err).toMatch(
      /^error: the new site would be inside the folder of the old blog; nothing was/,
    );
    expect([err, paths]).toEqual([expect.stringContaining('--to ../new-blog'), Object.keys(files)]);
  });
});

describe('a folder whose settings differ from those of the site', () => {
  const SYDNEY: Files = {
    'old/_config.yml':
      'title: Ferry\nlang: en_AU\ntimezone: Australia/Sydney\npermalink: /:year/:month/:day/:title/\n',
    'old/_posts/2010-03-05-early.md': yaml('title: Early\ndate: 2010-03-05 09:00:00 +1100'),
    'old/_posts/2010-03-05-plain.md': yaml('title: Plain\ndate: 2010-03-05 23:30'),
    'old/_posts/2010-03-06-none.md': yaml('title: None'),
    // Jekyll reads this time as UTC.
    'old/_posts/2010-03-07-late.md': yaml('title: Late\ndate: 2010-03-07 23:30:00'),
  };
  const OLD = ['05/early', '05/plain', '06/none', '08/late'].map((path) => `/2010/03/${path}/`);
  const OWN = { 'content/essays/own.md': yaml('title: Own\npublished: 2020-01-01') };
  const { timeZone } = new Intl.DateTimeFormat('en-US').resolvedOptions();
  const taken = ['title: Ferry', 'language: en-AU', 'timezone: Australia/Sydney'];

  /** Imports the folder `old` of the files into a site made with `blog init` in `new`. */
  async function importInto(
    files: Files,
    own: Files,
    change = (text: string) => text,
    options = {},
  ) {
    const root = join(makeSite(files), 'new');
    const facts = { name: 'Ann', url: 'https://ann.example', version: '1.0.0', year: 2020 };
    await runInit({ root, packageRoot, timeZone, ...facts }, null, makeTerminal());
    const before = change(readFileSync(join(root, 'content/site.yaml'), 'utf8'));
    writeFiles(root, { 'content/site.yaml': before, ...own });
    const imported = await importIn(root, ['../old'], options);
    const settings = imported.text('content/site.yaml');
    const site = await imported.build();
    const dead = OLD.filter((address) => follow(site, address) === null);
    return { ...imported, before, settings, site, dead };
  }

  test('replaces those that `blog init` wrote, and keeps its comments', async () => {
    const { before, settings, out, dead } = await importInto(SYDNEY, {});
    const expected = before
      .replace('title: Essays', 'title: Ferry')
      .replace('language: en', 'language: en-AU')
      .replace(`timezone: ${timeZone}`, 'timezone: Australia/Sydney');
    expect(settings.startsWith(`${expected.trimEnd()}\nredirects:\n`)).toBe(true);
    for (const line of taken) expect(out).toContain(`site.yaml, as in the old blog: ${line}\n`);
    expect(dead).toEqual([]);
  });

  const MINE =
    'name: Ann\nurl: https://a.example\ntitle: Mine\n"language": de\ntimezone: UTC # mine\n';
  test.each<[what: string, own: Files, change: (text: string) => string]>([
    ['that has an essay', OWN, (text) => text],
    ['that has an essay, far to the west', OWN, (text) => text.replace(timeZone, 'Etc/GMT+12')],
    ['that its author has changed', {}, () => MINE],
  ])('leaves those of a site %s, says so, and every old address works', async (_, own, change) => {
    const { before, settings, out, text, dead } = await importInto(SYDNEY, own, change);
    expect(settings.startsWith(before.trimEnd())).toBe(true);
    const zone = /^timezone: (\S+)/m.exec(before)?.[1];
    const line = `timezone is Australia/Sydney in the old blog and ${zone} here: to keep the old one, change site.yaml\n`;
    expect([out, text('import-report.md')]).toEqual(Array(2).fill(expect.stringContaining(line)));
    expect(out).toMatch(
      /title is Ferry in the old blog and \w+ here: .*\n {2}language is en-AU in the old blog and \w+ here: /,
    );
    expect(dead).toEqual([]);
  });

  test.each<[what: string, own: Files, left: string, text: string]>([
    ['of `blog init`', {}, 'content/pages/about.md', 'Theirs.'],
    ['of its author, which stays', { 'content/about.md': 'Mine.\n' }, 'content/about.md', 'Mine.'],
  ])('may have an about page, in a site with one %s', async (_, own, left, text) => {
    const files = { ...SYDNEY, 'old/about.md': yaml('title: About', 'Theirs.\n') };
    const { paths, site, out } = await importInto(files, own, undefined, { pages: true });
    expect(paths.filter((path) => path.endsWith('/about.md'))).toEqual([left]);
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    expect(site.page('about.html')('.prose').text().trim()).toBe(text);
    expect(out.includes('pages with the address of content/about.md: 1')).toBe(text === 'Mine.');
  });

  test('adds settings that site.yaml lacks', async () => {
    const own = 'name: Ann\nurl: https://ann.example\n';
    const { settings } = await importInto(SYDNEY, {}, () => own);
    expect(settings).toContain(`${own}${taken.join('\n')}\nredirects:\n`);
  });
});
