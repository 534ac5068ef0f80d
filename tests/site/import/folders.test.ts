/**
 * Details of importing the folder of another generator. `whole-folders.test.ts` imports whole folders.
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

/** Moves files into a folder. */
function filesIn(folder: string, files: Files): Files {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([path, contents]) => [`${folder}/${path}`, contents]));
}

const NO_SITE: Files = { 'package.json': '{}' };

/** Imports the folder `old` into the site `new` beside it. */
function importBlog(files: Files, options = {}, own = NO_SITE): Promise<Imported> {
  const root = makeSite({ ...filesIn('old', files), ...filesIn('new', own) });
  return importIn(join(root, 'new'), ['../old'], options);
}

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

  test.each([
    ['[params]\nShowToc = true\n', true],
    ['[params]\nShowToc = false\n', false],
    ['', false],
  ])('of Hugo keeps the setting of contents: %j', async (params, hasContents) => {
    const { text } = await importBlog({
      'hugo.toml': `baseURL = "https://ines.example/"\ntitle = "T"\n${params}`,
      'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
    });
    expect(/^toc: "?true"?$/m.test(text('content/site.yaml'))).toBe(hasContents);
  });

  test.each<[name: string, files: Files, line: string]>([
    [
      'Hugo',
      {
        'hugo.toml':
          'baseURL = "https://ines.example/"\n[markup.goldmark.extensions.extras.mark]\nenable = true\n' +
          '[markup.goldmark.extensions.extras.insert]\nenable = false\n',
        'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
      },
      'markdown: { mark: true }',
    ],
    [
      'Eleventy',
      {
        ...files,
        'eleventy.config.js':
          'import mark from "markdown-it-mark";\nimport sub from "markdown-it-sub";\n',
      },
      'markdown: { mark: true, subscript: true }',
    ],
  ])('of %s keeps the marks that were on', async (_, old, line) => {
    const { text } = await importBlog(old);
    expect(text('content/site.yaml').split('\n')).toContain(line);
  });

  test.each<[string, Files]>([
    ['Jekyll', { '_config.yml': 'title: T\nmathjax: true\n' }],
    ['Jekyll, by its kramdown', { '_config.yml': 'kramdown:\n  math_engine: katex\n' }],
    ['Hugo', { 'hugo.toml': 'title = "T"\n[params]\n  math = true\n' }],
    [
      'Hugo, by its delimiters',
      { 'hugo.yaml': "title: T\nmarkup: { goldmark: { x: { inline: [['$', '$']] } } }\n" },
    ],
    ['Zola', { 'config.toml': 'base_url = "https://a.example"\n[extra]\nkatex_enable = true\n' }],
    ['Eleventy', { 'eleventy.config.js': 'import x from "markdown-it-katex";' }],
  ])('has formulas between single dollars if its settings say so: %s', async (_, settings) => {
    const { text } = await importBlog({
      ...settings,
      'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
      'content/a.md': '+++\ntitle = "A"\ndate = 2020-01-01\n+++\nWords.\n',
      '_posts/2020-01-01-a.md': yaml('title: A'),
    });
    expect(text('content/site.yaml')).toMatch(/^math: true$/m);
  });

  test.each<[what: string, settings: Files, isShown: boolean]>([
    ['Hexo', { '_config.yml': 'title: T\n' }, true],
    ['Hexo that says otherwise', { '_config.yml': 'marked:\n  breaks: false\n' }, false],
    ['Eleventy', { '.eleventy.js': 'markdownIt({ html: true, breaks: true })' }, true],
    ['Eleventy that says nothing', { '.eleventy.js': '// breaks: true' }, false],
  ])('shows the ends of lines if its program does: %s', async (_, settings, isShown) => {
    const { text } = await importBlog({
      ...settings,
      'source/_posts/a.md': yaml('title: A\ndate: 2020-01-01', 'One\ntwo\n'),
    });
    const path = '_config.yml' in settings ? '_posts/a.md' : 'source/_posts/a.md';
    expect(text(`content/essays/${path}`)).toContain(isShown ? '\nOne\\\ntwo\n' : '\nOne\ntwo\n');
  });

  test('of Hexo may have front matter without an opening line, to which keys are added', async () => {
    const front = 'title: A\ndate: 2020-01-01\ntags:\n- x\n';
    const { text } = await importBlog({
      '_config.yml': 'title: T\n',
      'source/_posts/a.md': `${front}---\nOne\ntwo\n`,
      'source/_posts/b.md': `${front}published: false\n---\nOne\n`,
      'source/_posts/c.md': `${front}---\nOne\n`.replaceAll('\n', '\r\n'),
    });
    expect(text('content/essays/_posts/c.md')).toMatch(/^---\r?\ntitle: A\r\n/);
    expect(text('content/essays/_posts/a.md')).toBe(`---\n${front}---\nOne\\\ntwo\n`);
    expect(text('content/essays/_posts/b.md')).toBe(`---\ndraft: true\n${front}---\nOne\n`);
  });

  test('has keys that only its templates showed, which the report names', async () => {
    const own = 'tldr: It was wet.\ndemo: https://ann.example/demo\nlayout: post\ncolour: red';
    const { out } = await importBlog({
      ...files,
      '_posts/2020-01-01-a.md': yaml(`title: A\n${own}`),
      '_posts/2020-01-02-b.md': yaml('title: B\ndiscuss_urls: [{ hn: "https://a.example" }]'),
      '_posts/2020-01-03-c.md': yaml('title: C\ntldr: "It was dry, too."'),
    });
    expect(out).toContain("this site's pages don't: `tldr` (2), `demo` (1), `discuss_urls` (1)\n");
  });

  test.each([
    ['text', '$$ is the price.\n', '\\$\\$ is the price.\n'],
    ['a formula', '$$a\n= b$$\n', '$$\na\n= b\n$$\n'],
  ])('publishes a post with dollars that have no end: %s', async (_, body, expected) => {
    const post = '_posts/2020-01-01-a.md';
    const { out, text } = await importBlog({ ...files, [post]: yaml('title: A', body) });
    expect(text(`content/essays/${post}`)).toContain(expected);
    expect(out).toContain('  2 essays (2 Markdown)\n');
    expect(text('import-report.md')).toContain(`\`$$\` in content/essays/${post}:`);
  });

  test('becomes Markdown where it has MDX, and links follow', async () => {
    const { paths, text } = await importBlog({
      'astro.config.mjs': "export default { site: 'https://ines.example' };\n",
      'src/content/blog/a.mdx': yaml('title: A\npubDate: 2020-01-01', 'See [b](./b.mdx#sea).\n'),
      'src/content/blog/b.mdx': yaml('title: B\npubDate: 2020-01-02', '`[c](c.mdx)`\n'),
    });
    const posts = paths.filter((path) => path.startsWith('content/essays/'));
    expect(posts).toEqual(['content/essays/a.md', 'content/essays/b.md']);
    expect(text('content/essays/a.md')).toContain('See [b](./b.md#sea).');
    expect(text('content/essays/b.md')).toContain('`[c](c.mdx)`');
  });

  test('is translated without a change of its line ends', async () => {
    const { text } = await importBlog({
      '_config.yml': 'title: T\n',
      '_posts/2020-01-01-a.md': yaml('title: A', 'One\n{: .lead}\n').replaceAll('\n', '\r\n'),
    });
    expect(text('content/essays/_posts/2020-01-01-a.md')).toMatch(/One\r\n\{\.lead\}\r\n$/);
  });

  test('has none if they say nothing', async () => {
    const { text } = await importBlog({ ...files, '_config.yml': 'title: T\n# mathjax: true\n' });
    expect(text('content/site.yaml')).not.toContain('math');
  });

  test('of Jekyll has titles, also where it makes them of the names of files', async () => {
    const { text, build } = await importBlog({
      ...files,
      '_posts/2020-01-03-größe-zählt.md': yaml('layout: post', 'Words\n'),
      '_posts/2020-01-04-bare.md': 'Words\n',
      '_posts/2009-01-04-old.textile': 'h1. Words\n',
      '_posts/2020-01-05-heading.md': yaml('layout: post', '# Own\n'),
    });
    expect(text('import-report.md')).toContain(
      '- files to convert to Markdown first: _posts/2009-01-04-old.textile\n',
    );
    const start = (name: string) => text(`content/essays/_posts/2020-01-${name}.md`);
    expect(start('03-größe-zählt')).toBe(
      '---\npermalink: "/2020/01/03/größe-zählt.html"\ntitle: Größe Zählt\nlayout: post\n---\nWords\n',
    );
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
    expect(follow(await build(), old)).toBe(`https://ines.example${old}`);
  });

  test('of Jekyll says that its posts may name authors by keys', async () => {
    const { out } = await importBlog({
      ...files,
      '_data/authors.yml': 'inf: { name: Inês Falk }\n',
    });
    expect(out).toContain('  posts may name authors by the keys of _data/authors.yml: ');
  });

  test('may have JSON with comments in it, as editors and compilers do', async () => {
    const settings = '{\n  // Strict\n  "strict": true,\n}\n';
    const odd = {
      '.vscode/tasks.json': settings,
      'tsconfig.json': '{ "a": 1, }',
      'x.json': settings,
    };
    const post = '[{ "title": "A", "content": "<p>a</p>", "published": "2020-01-01" }]';
    const { out } = await importBlog({ ...odd, 'z-posts.json': post });
    expect(out).toMatch(/^From records:\n.*\n {2}1 essay \(1 Markdown\)\n/s);
    const jekyll = await importBlog({ ...odd, ...files, '_config.yml': '' });
    expect(jekyll.out).toMatch(/^From jekyll:\n.*\n {2}2 essays/s);
    const cut = '[{ "title": "A';
    const feed =
      '<rss><channel><item><title>B</title><guid>b</guid><pubDate>Thu, 02 Jan 2020 00:00:00 GMT</pubDate><description>b</description></item></channel></rss>';
    for (const main of [{ 'z-posts.json': post }, { 'a.xml': feed }, { 'z.xml': feed }]) {
      const beside = await importBlog({ ...odd, ...main, 'cut.json': cut });
      expect(beside.out).toMatch(/^ {2}1 essay \(1 Markdown\)$/m);
      expect(beside.out).toContain("  left out, cut.json, which isn't valid JSON: 1\n");
    }
    const { err } = await importBlog({ ...odd, 'cut.json': cut });
    expect(err).toContain("Left out: cut.json, which isn't valid JSON.");
  });

  const MD = yaml('title: A\ndate: 2020-01-01');
  test.each<[what: string, files: Files, essays: readonly string[]]>([
    [
      'Next',
      { 'next.config.mjs': '', 'data/blog/a.mdx': MD, 'data/blog/b/c.mdx': MD, 'README.md': MD },
      ['a.md', 'b/c.md'],
    ],
    [
      'a site in a folder of its repository',
      { 'services/site/posts/a.md': MD, 'x.js': '' },
      ['a.md'],
    ],
    ['Lume', { '_config.ts': 'lume()', 'src/posts/a.md': MD, 'src/index.vto': '' }, ['a.md']],
    [
      'Quartz',
      { 'quartz.config.ts': '', 'content/a.md': MD, 'content/b/c.md': MD, 'content/b/d.md': MD },
      ['a.md', 'b/c.md', 'b/d.md'],
    ],
    [
      'Statamic',
      { 'content/collections/blog/2020-01-01.a.md': yaml('title: A') },
      ['2020-01-01-a.md'],
    ],
    ['no program', { 'a.md': 'Title: A\nDate: 2020-01-01\n\nA\n' }, ['a.md']],
    [
      'Quarto',
      { '_quarto.yml': 'website: {}\n', 'posts/a/index.qmd': MD, 'about.qmd': MD },
      ['posts/a/index.md'],
    ],
    [
      'Hexo, whose front matter may begin at once',
      {
        '_config.yml': 'source_dir: source\n',
        'source/_posts/a.md': '\ntitle: A\ntags:\n  - b\ndate: 2020-01-01\n\n---\nWords.\n',
      },
      ['_posts/a.md'],
    ],
    [
      'Pelican',
      { 'pelicanconf.py': "SITENAME = 'T'", 'content/a.md': 'Title: A\nDate: 2020-01-01\n\nA\n' },
      ['a.md'],
    ],
  ])('of Markdown is imported: %s', async (_, own, essays) => {
    const { paths, build } = await importBlog(own);
    const found = paths.filter((path) => path.startsWith('content/essays/'));
    expect(found).toEqual(essays.map((path) => `content/essays/${path}`));
    const site = await build();
    expect([site.report.match(/^error.*$/gm), site.site?.essays.length]).toEqual([
      null,
      essays.length,
    ]);
  });

  test('of Quarto says that the output of code is missing', async () => {
    const code = '```{r}\nplot(1)\n```\n\n```{r, echo=FALSE}\nplot(2)\n```\n';
    const post = yaml('title: A\ndate: 2020-01-01', code);
    const { out, text } = await importBlog({ '_quarto.yml': 'website: {}\n', 'posts/a.qmd': post });
    expect(out).toContain('1 post with code that Quarto runs: its output isn');
    expect(out).toContain('; any code with `echo: false` is left out\n');
    expect(text('content/essays/posts/a.md')).toContain('```r\nplot(1)\n```');
    expect(text('content/essays/posts/a.md')).not.toContain('plot(2)');
  });

  test.each([
    ['execute: { echo: false }', '', false],
    ['execute: { echo: false }', 'execute:\n  echo: true', true],
    ['format: { html: { echo: true } }\nexecute: { echo: false }', '', true],
    ['knitr: { opts_chunk: { echo: false } }', '', false],
    ['', 'format:\n  html:\n    echo: false', false],
    ['', 'format:\n  docx:\n    echo: false', true],
  ])(
    'from Quarto with `echo: false` loses its code, unless a post shows it: %j, %j',
    async (settings, keys, isShown) => {
      const post = yaml(`title: A\ndate: 2020-01-01\n${keys}`, 'Words.\n\n```{r}\nplot(1)\n```\n');
      const blog = { '_quarto.yml': `website: {}\n${settings}\n`, 'posts/a.qmd': post };
      const { text } = await importBlog(blog);
      expect(text('content/essays/posts/a.md').includes('plot(1)')).toBe(isShown);
    },
  );

  test('of notes marks words, and has no addresses to claim', async () => {
    const { out, text } = await importBlog({ '.obsidian/app.json': '{}', 'notes/a.md': MD });
    expect(text('content/site.yaml')).toContain('markdown: { mark: true }\n');
    expect(out).toMatch(
      /^From folder:\n {2}I couldn't find the form of your addresses for 1 post, /,
    );
    expect(out).not.toContain('kept');
  });

  test.each<[what: string, files: Files, message: string]>([
    [
      'a blog below it',
      { 'app.py': '', 'docs/_config.yml': 'title: T', 'docs/_posts/2020-01-01-a.md': MD },
      "blog import doesn't recognize this folder; nothing was imported\n  → There may be a blog in `docs`: name that folder. ",
    ],
    [
      'settings without posts, and a blog below it',
      { 'astro.config.mjs': '', 'v2/hugo.toml': 'title = "T"', 'v2/content/posts/a.md': MD },
      'this astro folder has no posts; nothing was imported\n  → There may be a blog in `v2`: name that folder.',
    ],
    [
      'the template of a feed',
      { 'atom.xml': '<feed xmlns="http://www.w3.org/2005/Atom">{{ site.title }}<entry/></feed>' },
      "blog import doesn't recognize this file",
    ],
    [
      'an export in a folder of its own',
      {
        'a.txt': '',
        'v1/script/old.xml': '<rss><channel><item><title>B</title></item></channel></rss>',
      },
      "blog import doesn't recognize this folder",
    ],
  ])('is refused if it has only %s', async (_, own, message) => {
    const { err, code } = await importBlog(own);
    expect(err).toContain(`error: ${message}`);
    expect(code).toBe(1);
  });

  const UNTITLED = 'drafts, since they have no title';
  test.each<[what: string, post: string, draft: string, heading?: string]>([
    ['YAML', '---\ndate: 2020-01-01\n---\nä\n', '---\ndraft: true\ndate: 2020-01-01\n---\nä\n'],
    [
      'YAML that says it is none',
      '---\ndate: 2020-01-01\ndraft: false\n---\nA\n',
      '---\ndate: 2020-01-01\ndraft: true\n---\nA\n',
    ],
    ['TOML', '+++\ndate = 2020-01-01\n+++\nA\n', '+++\ndraft = true\ndate = 2020-01-01\n+++\nA\n'],
    ['JSON', '{\n"date": "2020-01-01"\n}\nA\n', '{"draft": true,\n"date": "2020-01-01"\n}\nA\n'],
    ['no front matter', 'A\n', 'A\n', 'drafts, since they have no date'],
  ])(
    'gets its posts without a title as drafts, and the site is built: %s',
    async (_, post, draft, heading = UNTITLED) => {
      const { text, out, build } = await importBlog({
        'hugo.toml': 'baseURL = "https://ines.example/"\ntitle = "T"\n',
        'content/posts/a.md': yaml('title: A\ndate: 2020-01-01'),
        'content/micro/b.md': post,
      });
      expect(out).toContain('1 essay, 1 draft (2 Markdown)');
      expect(text('content/essays/micro/b.md')).toBe(draft);
      expect(text('import-report.md')).toContain(`## ${heading}\n\n- content/essays/micro/b.md\n`);
      const site = await build();
      expect(site.report).not.toContain('error');
      expect(site.site?.essays.length).toBe(1);
    },
  );

  test.each([
    ['', 'title: The First Walk\n'],
    ['title:\n', 'title: The First Walk\n'],
    ['title: ""\nlayout: post\n', 'title: The First Walk\nlayout: post\n'],
  ])('of Jekyll names a post by its file, if its front matter has %j', async (written, front) => {
    const { text } = await importBlog({
      '_config.yml': 'title: T\n',
      '_posts/2020-01-01-the-first-walk.md': `---\n${written}---\nA\n`,
    });
    expect(text('content/essays/_posts/2020-01-01-the-first-walk.md')).toBe(
      `---\n${front}---\nA\n`,
    );
  });

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
        '- content/essays/posts/d.md: 2020-07-10T00:00:00Z\n',
    );
    const site = await build();
    expect(site.page('posts/a/index.html')('time').first().text()).toBe('January 5, 2020');
    expect(site.page('posts/b/index.html')('time').first().text()).toBe('July 5, 2020');
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

  const TEA = yaml('title: Tea\ndate: 2020-01-01');
  const toml = '+++\ntitle = "Tea"\ndate = 2020-01-01\n+++\nA\n';
  const zola = (more: string) => ({
    'config.toml': `base_url = "https://ines.example"\n${more}`,
    'content/posts/café.md': toml,
  });
  test.each<[generator: string, files: Files, address: string]>([
    ['Zola', zola(''), '/posts/cafe/'],
    ['Zola, whose settings say so', zola('[slugify]\npaths = "safe"\n'), '/posts/café/'],
    [
      'Astro',
      {
        'astro.config.mjs': 'export default { site: "https://ines.example" };',
        'src/pages/blog/[...slug].astro': 'params: { slug: post.id }',
        'src/content/blog/2020-01-01 Café.md': TEA,
      },
      '/blog/2020-01-01-café/',
    ],
    [
      'Eleventy',
      { 'eleventy.config.js': 'export default {}', 'posts/cafe\u0301.md': TEA },
      '/posts/café/',
    ],
    [
      'Eleventy, whose front matter may end at the first word',
      { 'eleventy.config.js': '', 'posts/café.md': TEA.replace(/\n---\n+/, '\n---') },
      '/posts/café/',
    ],
    [
      'Eleventy, with the address of a page elsewhere',
      {
        'eleventy.config.js': '',
        'posts/café.md': TEA.replace('title', 'url: https://other.example/x\ntitle'),
      },
      '/posts/café/',
    ],
    [
      'Eleventy, by its own template',
      {
        'eleventy.config.js': 'export default {}',
        'posts/posts.json': '{ "permalink": "/n/{{ slug or page.fileSlug }}/" }',
        'posts/café.md': TEA,
      },
      '/n/café/',
    ],
  ])('keeps the letters that addresses had: %s', async (_, own, address) => {
    const { out, build } = await importBlog(own);
    expect(out).toContain('old addresses: 1 kept\n');
    const [only] = (await build()).site?.essays ?? [];
    expect(decodeURI(only?.address ?? '')).toBe(address);
  });

  test('does not take over an address that the site needs', async () => {
    const { text, out, build } = await importBlog({
      '_config.yml': 'permalink: /:title/\n',
      '_posts/2020-01-01-a.md': yaml('title: A'),
      '_posts/2020-01-02-about.md': yaml('title: About'),
    });
    expect(out).toContain('old addresses: 1 kept\n');
    const post = text('content/essays/_posts/2020-01-02-about.md');
    expect(post).toContain('permalink: "/blog/about"\n');
    expect((await build()).report.match(/^error.*$/gm)).toBe(null);
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
    await runInit({ root, packageRoot, locale: 'en', timeZone, ...facts }, null, makeTerminal());
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
    expect(settings.startsWith(`${expected.trimEnd()}\nslugs: file\npermalink: /:year/`)).toBe(
      true,
    );
    for (const line of taken) expect(out).toContain(`site.yaml, as in the old blog: ${line}\n`);
    expect(dead).toEqual([]);
  });

  const MINE =
    'name: Ann\nurl: https://a.example\ntitle: Mine\n"language": de\ntimezone: UTC # mine\n';
  test.each<[what: string, change: (text: string) => string]>([
    ['that its author has changed', () => MINE],
    [
      'far to the west that its author has changed',
      () => MINE.replace('timezone: UTC', 'timezone: Etc/GMT+12'),
    ],
  ])('leaves those of a site %s, says so, and every old address works', async (_, change) => {
    const { before, settings, out, text, dead } = await importInto(SYDNEY, {}, change);
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
    const rest = 'slugs: file\npublishFuture: false\npermalink: /:year/';
    expect(settings).toContain(`${own}${taken.join('\n')}\n${rest}`);
  });
});
