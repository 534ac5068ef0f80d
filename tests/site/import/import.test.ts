/**
 * The rules of `blog import` for all sources: nothing of the author's is overwritten, addresses keep working, and
 * the report is correct.
 */
import {
  chmodSync,
  cpSync,
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GENERATOR_NAMES } from '../../../src/import/generators.ts';
import { runImport } from '../../../src/import/import.ts';
import { findDifference } from '../../../src/import/same-tree.ts';
import { addRedirects } from '../../../src/import/site-settings.ts';
import { SOURCES } from '../../../src/import/sources.ts';
import * as exports from '../../support/exports.ts';
import { PNG } from '../../support/exports.ts';
import { type Imported, importFiles, importIn } from '../../support/import.ts';
import { serve } from '../../support/listen.ts';
import { blogWhileSaving } from '../../support/program.ts';
import {
  essay,
  type Files,
  follow,
  listFiles,
  makeSite,
  NOW,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const record = (slug: string, more: object = {}) => ({
  ...{ id: slug, slug, title: `The ${slug}`, content: '<p>Some words.</p>' },
  ...{ published: '2020-03-04', ...more },
});
const YAML = { 'content/site.yaml': SITE_YAML };
/** Posts whose addresses need a `permalink`. */
const PATTERN = Array.from({ length: 12 }, (_, n) =>
  record(`p${n}`, { url: `https://old.example/2020/03/04/p${n}/` }),
);
const records = (...all: object[]) => ({ ...YAML, 'x.json': JSON.stringify(all) });

describe('the records of the original system', () => {
  test('keep their dates, tags, slugs and both addresses', async () => {
    const { essay: read, build } = await importFiles(
      records(
        record('whywriteless', {
          ...{ id: '4711', title: 'Why I &ldquo;Write&rdquo; Less' },
          ...{ tags: ['a b', 'c'], image: null },
          published: 'Thursday, December 3, 2020 at 10:15 PM EST',
          ...{ publishedTimestamp: 1607051700000, readTime: 1, formattedDate: '2020' },
          ...{ excerpt: 'Words here…', author: 'Ann Author' },
          content:
            '<p>Words here <a href="/blog/post/poem#x" onclick="track(this)">poem</a>, <a href="/blog/page/contact-me">me</a></p>',
        }),
        record('poem', {
          ...{ tags: 'one string', content: 'A poem\n  of lines' },
          ...{ readTime: 7, formattedDate: 'Spring', author: 'Bo' },
        }),
      ),
      ['x.json'],
    );
    expect(read('records:4711')).toEqual({
      path: 'content/essays/2020/whywriteless.md',
      front:
        'title: Why I “Write” Less\npublished: "Thursday, December 3, 2020 at 10:15 PM EST"\nslug: whywriteless\ntags: [a b, c]\nexcerpt: Words here…\naliases: [/blog/post/whywriteless, /blog/post/4711]\nimportedFrom: records:4711\n',
      body: 'Words here <a href="poem.txt#x" data-outbound="">poem</a>, [me](/blog/page/contact-me)\n',
    });
    expect(read('records:poem').front).toMatch(/readTime: 7\nformattedDate: Spring\nauthor: Bo\n/);
    const site = await build();
    expect(site.codes.sort()).toEqual(['anchor-broken', 'link-broken']);
    const $ = site.page('blog/whywriteless.html');
    expect($('a[data-outbound]').attr('href')).toMatch(/^\/blog\/poem/);
    expect(site.paths).toContain('blog/post/4711.html');
  });

  test('keep slugs in other scripts, and get them from titles', async () => {
    const { essay: read, build } = await importFiles(
      records(
        record('%E6%AD%A9%E3%81%8F', { id: '1' }),
        record('歩'.repeat(80), { id: '2' }),
        record('', { id: '3', title: 'Прогулка' }),
      ),
      ['x.json'],
    );
    expect(read('records:1').path).toBe('content/essays/2020/歩く.md');
    expect(read('records:2').path).toBe(`content/essays/2020/${'歩'.repeat(66)}.md`);
    expect(read('records:3').front).toContain('slug: прогулка\n');
    const site = await build();
    expect(site.paths).toEqual(expect.arrayContaining(['blog/歩く.html', 'blog/прогулка.html']));
  });

  test('get no file that Windows reserves, and keep their addresses', async () => {
    const { essay: read, build } = await importFiles(
      records(
        record('CON', { id: '1' }),
        record('nul.v2', { id: '2' }),
        record('index', { id: '3' }),
      ),
      ['x.json'],
    );
    expect(['1', '2', '3'].map((id) => read(`records:${id}`).path)).toEqual([
      'content/essays/2020/CON-1.md',
      'content/essays/2020/nul-1.v2.md',
      'content/essays/2020/index-1.md',
    ]);
    const site = await build();
    expect(site.paths).toEqual(expect.arrayContaining(['blog/CON.html', 'blog/nul.v2/index.html']));
  });

  const renamed = { ...record('a'), content: undefined, text_html: '<p>Some words.</p>' };
  test.each<[what: string, values: object[], options?: { map: string }]>([
    ['a list', [[record('a')]]],
    ['a list under a key', [{ version: 1, posts: [record('a')] }]],
    ['one record per line', [record('a'), record('b')]],
    ['fields with other names', [[renamed]], { map: 'content=text_html' }],
  ])('are read from %s', async (_, values, options = undefined) => {
    const files = { 'x.json': values.map((value) => `${JSON.stringify(value)}\n`).join('') };
    const { essay: read } = await importFiles(files, ['x.json'], options);
    expect(read('records:a').body).toBe('Some words.\n');
  });
});

describe('an existing site', () => {
  const OLD_PATH = '/once/upon-a-time';

  test('keeps its essays, their slugs, and what the author has changed since', async () => {
    const own = essay('title: Mine\npublished: 2020-01-01\nslug: a');
    const files = records(record('a'), record('b'));
    const all = { ...files, 'content/essays/2020/a.markdown': own };
    const first = await importFiles(all, ['x.json']);
    expect(first.essay('records:a')).toMatchObject({
      path: 'content/essays/2020/a-2.md',
      front: expect.stringContaining('slug: a-2\n'),
    });
    const { root } = first;
    const mine = `${first.text('content/essays/2020/b.md')}My own words.\n`;
    writeFiles(root, {
      'content/essays/2020/b.md': mine,
      'x.json': JSON.stringify([
        record('a', { content: '<p>New.</p>' }),
        record('b'),
        record('c', { url: `https://ann.example${OLD_PATH}` }),
      ]),
    });
    const second = await first.again();
    expect(second.out).toMatch(/1 essay \(1 Markdown\)\n {2}2 essays already there/);
    const added = second.paths.filter((path) => !first.paths.includes(path));
    expect(added).toEqual(['content/essays/2020/c.md', 'import-report-2.md']);
    const third = await second.again({ overwrite: true });
    expect(third.essay('records:c').front).toContain(OLD_PATH);
    expect(third.out).toMatch(/2 essays \(2 Markdown\)\n {2}1 essay changed by you/);
    expect(third.essay('records:a').body).toBe('New.\n');
    expect(third.text('content/essays/2020/b.md')).toBe(mine);
    expect((await third.build()).report.match(/^error.*$/gm)).toBe(null);
  });

  test('keeps the author’s pictures apart from imported essays', async () => {
    const { root, essay: read } = await importFiles(
      {
        ...records(record('fish', { content: '<p><img src="a.png" alt=""></p>' })),
        'a.png': 'theirs',
        'content/essays/2020/fish/a.png': 'mine',
      },
      ['x.json', 'a.png'],
    );
    expect(read('records:fish').path).not.toContain('/fish/');
    expect(readFileSync(join(root, 'content/essays/2020/fish/a.png'), 'utf8')).toBe('mine');
  });

  describe('may consist of links', () => {
    const QUERY = 'https://old.example/?p=13';
    const files = {
      ...records(record('a', { url: QUERY }), record('b')),
      'own/site.yaml': `${SITE_YAML}# my own words\n`,
      'content/public/rules': '/x /y 301\n',
    };
    const start = () => {
      const root = makeSite(files);
      rmSync(join(root, 'content/site.yaml'));
      symlinkSync('../own/site.yaml', join(root, 'content/site.yaml'));
      symlinkSync('rules', join(root, 'content/public/_redirects'));
      return root;
    };

    test('which stay, as does the text that they lead to', async () => {
      const root = start();
      const { code, text } = await importIn(root, ['x.json'], { site: 'https://old.example' });
      expect(code).toBe(0);
      expect(readlinkSync(join(root, 'content/site.yaml'))).toBe('../own/site.yaml');
      expect(readlinkSync(join(root, 'content/public/_redirects'))).toBe('rules');
      expect(text('own/site.yaml')).toContain(files['own/site.yaml']);
      expect(text('content/public/rules')).toMatch(/^\/x \/y 301\n\/ p=13 \/blog\/a 301!?\n$/);
    });

    test('and an essay that is one is imported only once', async () => {
      const root = start();
      const first = await importIn(root, ['x.json']);
      const { path } = first.essay('records:a');
      renameSync(join(root, path), join(root, 'own/a.md'));
      symlinkSync(join(root, 'own/a.md'), join(root, path));
      expect((await first.again()).out).toContain('2 essays already there');
      expect((await first.again({ overwrite: true })).out).toContain('1 essay changed by you');
      expect(readlinkSync(join(root, path))).toBe(join(root, 'own/a.md'));
    });

    test.each([
      ['to nowhere', (file: string) => symlinkSync('unmounted.yaml', file), 'link to a missing'],
      [
        'that are hard',
        (file: string) => linkSync(join(file, '../../own/site.yaml'), file),
        'hard',
      ],
      [
        'to a protected file',
        (file: string) => {
          symlinkSync('../own/site.yaml', file);
          chmodSync(file, 0o444);
        },
        'is write-protected',
      ],
    ])('unless these lead %s: nothing is imported', async (_, link, said) => {
      const root = start();
      rmSync(join(root, 'content/site.yaml'));
      link(join(root, 'content/site.yaml'));
      writeFiles(root, { 'x.json': JSON.stringify(PATTERN) });
      const before = listFiles(root);
      const { code, err } = await importIn(root, ['x.json'], { site: 'https://old.example' });
      expect([code, err]).toEqual([1, expect.stringMatching(said)]);
      expect(err).toMatch(/^error: content\/site\.yaml .*; nothing was imported\n/);
      expect(listFiles(root)).toEqual(before);
    });
  });

  test('keeps the notes in the report of the last import', async () => {
    const first = await importFiles(records(record('a')), ['x.json']);
    const report = `${first.text('import-report.md')}\n- [ ] ask Ann about the picture\n`;
    const changes = { 'import-report.md': report, 'x.json': JSON.stringify([record('b')]) };
    writeFiles(first.root, changes);
    const second = await first.again();
    expect(second.text('import-report.md')).toBe(report);
    expect(second.text('import-report-2.md')).toContain('- 1 essay (1 Markdown)\n');
  });

  test('keeps the comments of the last import, and adds those of new posts once', async () => {
    const exportOf = (...names: string[]) => ({
      'wp.xml': exports.makeWxr(
        names.map((name, index) => {
          const more = `<wp:comment><wp:comment_approved>1</wp:comment_approved><wp:comment_content>On ${name}</wp:comment_content></wp:comment>`;
          const fields = { date: '2020-05-01', more };
          return { name, title: name, html: '<p>Some words.</p>', index, fields };
        }),
      ),
    });
    const commentsOf = ({ text }: Imported) =>
      text('.blog/import/comments.ndjson')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).content);
    const first = await importFiles({ ...YAML, ...exportOf('a') }, ['wp.xml']);
    expect(commentsOf(first)).toEqual(['On a']);
    const file = join(first.root, '.blog/import/comments.ndjson');
    writeFileSync(file, `{"content":"Added by the author"}\n${readFileSync(file, 'utf8')}`);
    writeFiles(first.root, exportOf('a', 'b'));
    const second = await first.again();
    expect(commentsOf(second)).toEqual(['Added by the author', 'On a', 'On b']);
  });

  test('keeps what the author saves while settings are written', () => {
    const settings = SITE_YAML.replace('ann.example', 'old.example');
    const root = makeSite({ ...records(...PATTERN), 'content/site.yaml': `${settings}# ` });
    const file = join(root, 'content/site.yaml');
    expect(blogWhileSaving(file, root, 'import x.json').code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(
      `${settings}# My new words.\npermalink: /:year/:month/:day/:slug/\n`,
    );
  });

  test('is not changed by a dry run, which reports everything', async () => {
    const content = '<p>Words <img src="gone.png"></p>';
    const files = records(
      record('a', { url: '/?p=13', content }),
      record('b', { published: '2019-01-01' }),
    );
    const options = { dryRun: true, since: '2020-01-01' };
    const { out, root } = await importFiles(files, ['x.json'], options);
    expect(out).toMatch(
      /1 essay \(1 Markdown\)\n(?: {2}.*\n)* {2}left out, posts before --since: 1\n/,
    );
    expect(out).toMatch(/1 address such as p=13 in content\/[\s\S]*Nothing was written/);
    expect(out).toMatch(/thing to look at: see below\n[^#]*## content\/essays\/2020\/a\.md\n\n- /);
    expect(listFiles(root)).toEqual(['content/site.yaml', 'x.json']);
  });

  test('JSON output has the keys of its schema, which names every kind', async () => {
    const schema = JSON.parse(readFileSync(join(packageRoot, 'docs/json.schema.json'), 'utf8'));
    const { required, properties } = schema.$defs.import;
    const { out } = await importFiles(records(record('a')), ['x.json'], { json: true });
    const printed = JSON.parse(out);
    expect(Object.keys(printed).sort()).toEqual([...required].sort());
    expect(printed).toMatchObject({ version: 1, kind: 'records', counts: { essays: 1, md: 1 } });
    const kinds = [...Object.keys(SOURCES), ...GENERATOR_NAMES];
    expect(properties.kind.enum.sort()).toEqual(kinds.sort());
  });

  test('gets the settings of the source if it has none', async () => {
    const item = { id: '1', title: 'A', content_html: 'x', date_published: '2020-01-01' };
    const feed = {
      ...{ version: 'https://jsonfeed.org/version/1.1', title: 'My: blog' },
      home_page_url: 'https://old.example/',
      items: [{ ...item, url: 'https://old.example/a', authors: [{ name: 'Ann' }] }],
    };
    const { text, build } = await importFiles({ 'feed.json': JSON.stringify(feed) }, ['feed.json']);
    const settings = 'name: Ann\nurl: https://old.example\ntitle: "My: blog"\n';
    expect(text('content/site.yaml')).toContain(settings);
    expect((await build()).site?.essays.map(({ guid }) => guid)).toEqual(['1']);
  });

  test.each([
    ['en', 'There are no essays here yet.'],
    ['de', 'Hier gibt es noch keine Essays.'],
  ])(
    'gets settings of its own, so that no page in `%s` speaks for anyone else',
    async (language, words) => {
      const item = { id: '1', title: 'A', content_html: 'x', date_published: '2020-01-01' };
      const version = 'https://jsonfeed.org/version/1.1';
      const feed = { version, language, title: 'Old', home_page_url: 'https://old.example/' };
      const files = { 'feed.json': JSON.stringify({ ...feed, items: [item] }) };
      const { build } = await importFiles(files, ['feed.json']);
      const { site, page } = await build();
      expect(site?.config).toMatchObject({ language, callToAction: false, readTagQuery: true });
      expect(site?.config.texts.noEssays).toBe(words);
      expect(page('about.html')('nav a').length).toBe(2);
    },
  );
});

describe('old addresses', () => {
  const at = (n: number, path: string, more: object = {}) =>
    record(`p${n}`, { url: `https://old.example${path}`, ...more });
  const listAt = (pathOf: (n: number) => string) =>
    Array.from({ length: 12 }, (_, n) => at(n, pathOf(n)));
  const many = listAt((n) => `/2020/03/04/p${n}/`);
  const RULE = '/:year/:month/:day/:slug/';
  const OTHERS = ['food', 'film', 'life'];
  test.each<[what: string, list: object[], permalink: string | null, stated: number]>([
    ['with one pattern make the `permalink`', many, RULE, 0],
    ['of two essays do so', many.slice(0, 2), RULE, 0],
    ['of one essay do not', many.slice(0, 1), null, 1],
    ['that differ are stated', [...many, at(20, '/other/p20.html')], RULE, 1],
    ['with another day are stated', [...many, at(20, '/2020/03/05/p20/')], RULE, 1],
    ['without a pattern of most are stated', listAt((n) => `/${OTHERS[n % 3]}/p${n}/`), null, 12],
    ['without leading zeros', listAt((n) => `/2020/3/4/p${n}`), '/:year/:i_month/:i_day/:slug', 0],
    ['of files', listAt((n) => `/blog/p${n}.html`), '/blog/:slug.html', 0],
    ['of our own form need nothing', listAt((n) => `/blog/p${n}`), null, 0],
    ['that end in a number of their own', listAt((n) => `/archives/${n}`), null, 12],
    ['at the root', listAt((n) => `/p${n}/`), '/:slug/', 0],
  ])('%s, and are those of the pages', async (_, list, permalink, stated) => {
    const files = {
      ...records(...list),
      'content/site.yaml': `${SITE_YAML.replace('ann.example', 'old.example')}redirects:\n    /x: /about\n`,
    };
    const { text, build, paths, out, again } = await importFiles(files, ['x.json']);
    const added = permalink === null ? '' : `permalink: ${permalink}\n`;
    expect(text('content/site.yaml')).toBe(`${files['content/site.yaml']}${added}`);
    const essays = paths.filter((path) => path.startsWith('content/essays'));
    expect(essays.filter((path) => text(path).includes('\npermalink: ')).length).toBe(stated);
    expect(out).toContain(`old addresses: ${list.length} kept\n`);
    const site = await build();
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    const urls = (list as { url: string }[]).map(({ url }) => url);
    expect(urls.map((url) => follow(site, new URL(url).pathname))).toEqual(urls);
    const second = await again();
    expect([second.out, second.paths]).toEqual([expect.stringContaining('Nothing new'), paths]);
  });

  test.each<[what: string, settings: string, more: Files]>([
    ['that has a `permalink`', 'permalink: /:slug.html\n', {}],
    [
      'that has essays',
      '',
      { 'content/essays/own.md': essay('title: Own\npublished: 2020-01-01') },
    ],
  ])('are stated by each essay in a site %s', async (_, settings, more) => {
    const yaml = SITE_YAML + settings;
    const files = { ...records(...many), 'content/site.yaml': yaml, ...more };
    const { text, build, paths } = await importFiles(files, ['x.json']);
    expect(text('content/site.yaml')).toBe(yaml);
    const essays = paths.filter((path) => path.startsWith('content/essays/2020/'));
    expect(essays.every((path) => text(path).includes('\npermalink: /2020/03/04/p'))).toBe(true);
    expect(follow(await build(), '/2020/03/04/p7/')).toBe('https://ann.example/2020/03/04/p7/');
  });

  test('that no page can have redirect, and the report counts both', async () => {
    const list = [...many, at(20, '/old.php'), at(21, '/2020/03/04/p21/?page=2'), at(22, '/?p=7')];
    const { build, text } = await importFiles(records(...list), ['x.json']);
    expect(text('import-report.md')).toContain('- old addresses: 12 kept, 2 redirected\n');
    expect(text('import-report.md')).toContain('- 1 old address leading nowhere\n');
    const site = await build();
    const goal = 'https://ann.example/2020/03/04/p20/';
    expect([follow(site, '/old.php'), follow(site, goal.slice(19))]).toEqual([goal, goal]);
    expect(site.text('_redirects')).toContain('/ p=7 /2020/03/04/p22/ 301\n');
  });

  test('on services that number posts redirect, unless the author has a domain there', async () => {
    const posts = (host: string) =>
      [1, 2, 3].map((n) => record(`p${n}`, { url: `https://${host}/p${n}-0123456789a${n}` }));
    const { text } = await importFiles(records(...posts('medium.com')), ['x.json']);
    expect(text('content/essays/2020/p1.md')).toContain('\naliases: [/p1-0123456789a1]\n');
    const own = await importFiles(records(...posts('ann.example')), ['x.json']);
    expect(own.text('content/essays/2020/p1.md')).toContain('\npermalink: /p1-0123456789a1\n');
  });

  test('that the site or one of its essays needs stay as they are', async () => {
    const list = [...listAt((n) => `/p${n}/`), at(20, '/about/', { slug: 'about' })];
    const tags = at(21, '/tags', { slug: 'tags' });
    const yaml = `${SITE_YAML}tagPages: true\n`;
    const files = { ...records(...list, tags), 'content/site.yaml': yaml };
    const first = await importFiles(files, ['x.json']);
    expect(first.out).toContain('2 old addresses leading nowhere\n');
    expect(first.essay('records:p20').front).toContain('\npermalink: /blog/about\n');
    expect(first.essay('records:p21').front).toContain('\npermalink: /blog/tags\n');
    const site = await first.build();
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    expect(follow(site, '/blog/about')).toBe('https://ann.example/blog/about');
    const more = [...list, at(30, '/p3', { slug: 'other' })];
    writeFiles(first.root, { 'x.json': JSON.stringify(more) });
    const second = await first.again();
    expect(second.out).toContain('1 old address leading nowhere\n');
    const later = await second.build();
    expect(later.report.match(/^error.*$/gm)).toBe(null);
    expect(later.page('p3/index.html')('h1').text()).toBe('The p3');
  });

  test('of pages are kept, even if one page is below another', async () => {
    const post = (name: string, index: number, fields: Record<string, string> = {}) => {
      return { name, title: name, html: '<p>Some words.</p>', index, fields };
    };
    const wxr = exports
      .makeWxr([post('walk', 0), post('team', 1, { type: 'page', slug: 'about/team' })])
      .replace('<wp:post_name>about/team', '<wp:post_name>team');
    const { build, out } = await importFiles({ 'wp.xml': wxr }, ['wp.xml'], { pages: true });
    expect(out).toContain('old addresses: 2 kept\n');
    const site = await build();
    expect(site.page('about/team.html')('h1').text()).toBe('team');
  });
});

test.each(["$'", '$`', '$&', '$$', '$1'])(
  'an old address with %s leaves the other lines of site.yaml alone',
  (sign) => {
    const yaml = `name: Ann\nredirects:\n  /x: /about\ntitle: Mine\n`;
    const line = `  "/a${sign}b": "/blog/a"\n`;
    expect(addRedirects(yaml, [[`/a${sign}b`, '/blog/a']])).toBe(
      yaml.replace('  /x', () => `${line}  /x`),
    );
  },
);

test.each<[what: string, aliases: string, more: Files]>([
  ['states', 'aliases: /2019/old/', {}],
  [
    'once had',
    '',
    {
      'content/addresses.txt': `/2019/old/ content/essays/mine.md 2019-01-01 ${'x'.repeat(38)}\n`,
    },
  ],
])(
  'an old address that an essay of the site %s stays with that essay, and the report says so',
  async (_, aliases, more) => {
    const old = record('p', { url: 'https://old.example/2019/old/' });
    const files = {
      ...records(old),
      'content/site.yaml': SITE_YAML.replace('ann.example', 'old.example'),
      'content/essays/mine.md': essay(`title: Mine\npublished: 2019-01-01\n${aliases}`),
      ...more,
    };
    const { essay: read, build, text } = await importFiles(files, ['x.json']);
    expect(read('records:p').front).not.toMatch(/^(?:aliases|permalink):/m);
    expect(text('import-report.md')).toMatch(/old addresses leading nowhere\n+- `?\/2019\/old\//);
    const site = await build();
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    expect(site.text('2019/old/index.html')).toContain('/blog/mine');
  },
);

describe('pictures', () => {
  test('are downloaded only from the old site, retried after failures, and then cached', async () => {
    const other = await serve((_, response) => void response.end());
    const { url: old, requests } = await serve(({ url = '' }, response) => {
      const times = requests.filter((each) => each === `GET ${url}`).length;
      if (url === '/away.png') response.writeHead(302, { location: `${other.url}/x.png` }).end();
      else if (url === '/gone.png') response.writeHead(404).end();
      else if (times < 3) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    });
    const [gone, away, foreign] = [`${old}/gone.png`, `${old}/away.png`, `${other.url}/x.png`];
    const images = [`${old}/a.png" alt="A`, gone, away, foreign].map(
      (src) => `<p><img src="${src}"></p>`,
    );
    const html = `<p>Words</p>${images.join('')}`;
    const files = records(record('a', { content: html }));
    const off = await importFiles(files, ['x.json'], { site: old, dryRun: true });
    expect([requests, off.out]).toEqual([[], expect.stringContaining('3 pictures missing')]);
    const on = await importIn(off.root, ['x.json'], { site: old, images: 'download' });
    const missing = ['GET /away.png', 'GET /gone.png'];
    expect(requests.sort()).toEqual([...Array(3).fill('GET /a.png'), ...missing]);
    expect(other.requests).toEqual([]);
    expect(on.out).toContain('2 pictures missing');
    expect(readFileSync(join(on.root, 'content/essays/2020/a/a.png'))).toEqual(PNG);
    expect(on.essay('records:a').body).toBe(
      `Words\n\n![A](a.png)\n\n![](${gone})\n\n![](${away})\n\n![](${foreign})\n`,
    );
    const root = makeSite(files);
    const cached = '.blog/import/pictures';
    cpSync(join(on.root, cached), join(root, cached), { recursive: true });
    requests.length = 0;
    await importIn(root, ['x.json'], { site: old, images: 'download' });
    expect(requests.sort()).toEqual(missing);
  });

  test('with the same name are numbered in the order of the post, whichever arrives first', async () => {
    let answerFirst = () => {};
    const { url: old } = await serve(({ url = '' }, response) => {
      const answer = () => response.end(url.startsWith('/1/') ? PNG : Buffer.concat([PNG, PNG]));
      if (url.startsWith('/1/')) answerFirst = answer;
      else response.on('finish', () => answerFirst()) && answer();
    });
    const content = `<p>Words</p><p><img src="${old}/1/b.png"><img src="${old}/2/b.png"></p>`;
    const files = records(record('a', { content }));
    const made = await importFiles(files, ['x.json'], { site: old, images: 'download' });
    expect(readFileSync(join(made.root, 'content/essays/2020/a/b.png'))).toEqual(PNG);
    expect(made.paths).toContain('content/essays/2020/a/b-2.png');
  });

  test('of this network are not downloaded unless `--site` names their host', async () => {
    const { url, requests } = await serve((_, response) => void response.end(PNG));
    const post = record('a', { url: `${url}/a/`, content: `<p>x <img src="${url}/a.png"></p>` });
    const files = {
      ...records(post),
      'content/site.yaml': `${SITE_YAML.replace('https://ann.example', url)}`,
    };
    const off = await importFiles(files, ['x.json'], { images: 'download' });
    expect([requests, off.out]).toEqual([[], expect.stringContaining('1 picture missing')]);
    const on = await importFiles(files, ['x.json'], { images: 'download', site: url });
    expect([requests, on.out]).toEqual([['GET /a.png'], expect.stringContaining('1 picture')]);
  });

  test('whose body never ends are asked for once, and the terminal shows the wait', async () => {
    let timer = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      timer = new AbortController();
      return timer.signal;
    });
    onTestFinished(() => timeout.mockRestore());
    const { url: old, requests } = await serve((_, response) => {
      response.write(PNG, () => timer.abort());
    });
    const content = `<p>x <img src="${old}/a.png"></p>`;
    const root = makeSite(records(record('a', { content })));
    const terminal = { ...makeTerminal(), isInteractive: true };
    const options = { root, as: 'auto', images: 'download', site: old } as const;
    await runImport([join(root, 'x.json')], options, terminal, async () => [], NOW);
    const { out, err } = terminal.texts;
    expect([requests, out]).toEqual([['GET /a.png'], expect.stringContaining('1 picture missing')]);
    expect(err).toBe(`\rDownloading ${old}/a.png\u001b[K\r\u001b[K`);
  });

  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;
  test.each([
    ['a.png', 'SECRET=1', false],
    ['a.pdf', '<html>', false],
    ['a.mp4', PNG, false],
    ['a.jpg', PNG, true],
    ['a', PNG, true],
    ['a', svg(''), false],
    [
      'a.svg',
      svg('<path d="M0 0"/><style>a{}</style><image href="data:image/png;base64,A"/>'),
      true,
    ],
    [
      'a.svg',
      `<?xml version="1.0"?>\n<!-- x -->${svg('<a href="https://x.example/">x</a>')}`,
      true,
    ],
    ['a.svg', svg('<script>x()</script>'), false],
    ['a.svg', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">x()</s:script>'), false],
    ['a.svg', svg('<g onload="x()"/>'), false],
    ['a.svg', svg('<a href="java&#115;cript:x()"/>'), false],
    ['a.svg', svg('<set attributeName="href" values="a;javascript:x()"/>'), false],
    ['a.svg', `<!DOCTYPE svg [<!ENTITY x "<script/>">]>${svg('&x;')}`, false],
    ['a.svg', 'no picture', false],
  ])('that are downloaded are what they claim to be: %s, %s', async (name, answer, isKept) => {
    const { url: old } = await serve((_, response) => void response.end(answer));
    const files = records(record('a', { content: `<p>x <img src="${old}/${name}"></p>` }));
    const { paths } = await importFiles(files, ['x.json'], { site: old, images: 'download' });
    expect(paths.some((path) => /essays\/.*\/a\.(?!md|html)\w+$/.test(path))).toBe(isKept);
  });
});

/** Markdown by the body that it is made from. */
const MARKDOWN: Readonly<Record<string, string>> = {
  '<p>a <strong>b</strong> <i>c</i> <del>d</del> <code>e`f</code></p>': 'a **b** *c* ~~d~~ ``e`f``',
  '<p><strong>a </strong>b<em> c</em> <strong><a href="https://x.example/"> d </a></strong>e</p>':
    '**a** b *c* **[d](https://x.example/)** e',
  '<p>x<sub>2</sub> <u>y</u></p>': 'x<sub>2</sub> <u>y</u>',
  '<h2 id="own">Head</h2><p>Text</p>': '## Head {#own}\n\nText',
  '<h2 id="head">Head</h2><p>Text</p>': '## Head\n\nText',
  '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c</li></ul>': '- a\n\n  3. b\n- c',
  '<ul><li>a</li></ul><ul><li>b</li></ul>': '- a\n\n* b',
  '<ul><li><input type="checkbox" checked disabled> a</li></ul>': '- [x] a',
  '<p>*a* _b_ [c] `d` &lt;e&gt; https://x.example</p>':
    '\\*a\\* \\_b\\_ \\[c] \\`d\\` \\<e> https://x.example',
  '<p>AT&amp;T &lt;b&gt; &amp;amp; caf&eacute;</p>': 'AT\\&T \\<b> \\&amp; café',
  '<p>{{ x }} {% y %} [[z]]</p>': '&#123;{ x }} &#123;% y %} \\[\\[z]]',
  '<p>%% a %% {# b #} {/* c */}</p>': '\\%% a \\%% \\{# b #} \\{/\\* c \\*/}',
  '<p>git push --force, "quoted"</p>': 'git push \\--force, "quoted"',
  '<pre>A poem\n\n  indented</pre>': '```\nA poem\n\n  indented\n```',
  '<pre><code>a\n\n\n```\nb</code></pre>': '````\na\n\n\n```\nb\n````',
  '<p>long enough a text</p><pre>a <b>b</b>\n\nc</pre>':
    'long enough a text\n\n<pre>a <b>b</b>&#10;\nc</pre>',
  '<table><thead><tr><th>A</th><th style="text-align:right">B</th></tr></thead><tbody><tr><td>1|2</td><td style="text-align:right">3</td></tr></tbody></table>':
    '| A | B |\n| - | -: |\n| 1\\|2 | 3 |',
  '<p>a<br>b</p>': 'a\\\nb',
  '<p>a</p>loose <b>text</b><p>b</p>': 'a\n\nloose **text**\n\nb',
  '<p>One <b>bold<p>Two': 'One **bold**\n\n**Two**',
  '<p class="has-text-align-center">Mid</p>\n<p>Rest of the text, longer</p>':
    '<p style="text-align: center">Mid</p>\n\nRest of the text, longer',
  '<p class="MsoNormal" style="mso-x: y"><span style="font-size:9pt"><o:p>Text&nbsp;&nbsp; here</o:p></span></p><p>&nbsp;</p>':
    'Text here',
};
/** Bodies that Markdown cannot express. */
const HTML = ['<table><tbody><tr><td>a</td></tr></tbody></table>', '<div class="o"><p>a</p></div>'];

describe('bodies become Markdown only if nothing is lost', () => {
  test('and the build reports no problems in them', async () => {
    const bodies = [...Object.keys(MARKDOWN), ...HTML];
    const list = bodies.map((content, at) => record(`a${at}`, { content }));
    const { essay: read, build, out } = await importFiles(records(...list), ['x.json']);
    const found = bodies.map((html, at) => {
      const { path, body } = read(`records:a${at}`);
      return [html, path.split('.').at(-1), body];
    });
    expect(found).toEqual([
      ...Object.entries(MARKDOWN).map(([html, markdown]) => [html, 'md', `${markdown}\n`]),
      ...HTML.map((html) => [html, 'html', `${html}\n`]),
    ]);
    expect(out).not.toContain('to look at');
    expect((await build()).codes).toEqual([]);
  });

  const endings = { html: 'html', markdown: 'md' } as const;
  test.each(['html', 'markdown'] as const)('unless the author asks for %s', async (as) => {
    const content = '<p>x</p><table><tr><td colspan="2">a</td></tr></table>';
    const made = await importFiles(records(record('a', { content })), ['x.json'], { as });
    expect(made.essay('records:a').path).toBe(`content/essays/2020/a.${endings[as]}`);
  });
});

test.each<[old: string, built: string]>([
  ['<p>"a" -- it\'s...</p>', '<p>“a” – it’s…</p>'],
  ['<h2 id="x">a</h2>', '<h2>a</h2>'],
  ['<ul><li><p>a</p></li></ul>', '<ul>\n<li>a</li>\n</ul>'],
  ['<pre>a\n b</pre>', '<pre><code>a\n b\n</code></pre>'],
  ['<p><img src="a b.png"></p>', '<img src="a%20b.png" alt="">'],
  ['<p>https://a.example</p>', '<p><a href="https://a.example">https://a.example</a></p>'],
])('nothing is lost if %s becomes %s', (old, built) => {
  expect(findDifference(old, built)).toBe(null);
});

test.each<[old: string, built: string, difference: string]>([
  ['<p>a</p><p>b</p>', '<p>a</p>', '`<p>` became `nothing`'],
  ['<p>a</p>', '<p>a</p><p>b</p>', '`nothing` became `<p>`'],
  ['<p>a <u>b</u></p>', '<p>a b</p>', '`a` became `ab`'],
  ['<pre>a\n b</pre>', '<pre>a\nb</pre>', '`a\n b` became `a\nb`'],
  ['<a href="/x">a</a>', '<a href="/y">a</a>', '`<a href=/x>` became `<a href=/y>`'],
  [
    '<table><tr><td colspan="2">a</table>',
    '<table><tr><td>a</table>',
    '`<td colspan=2>` became `<td>`',
  ],
])('something is lost if %s becomes %s', (old, built, difference) => {
  expect(findDifference(old, built)).toBe(difference);
});

test('posts of a feed keep the day they were written with, and one without a title is listed', async () => {
  const item = (title: string, day: string, path: string) =>
    `<item>${title}<pubDate>${day} 21:12:00 -0500</pubDate><link>https://ines.example/${path}</link><description>Words.</description></item>`;
  const items =
    item('<title>A</title>', 'Sun, 05 Jan 2020', 'a') + item('', 'Mon, 06 Jan 2020', 'b');
  const rss = `<rss version="2.0"><channel><title>T</title><link>https://ines.example/</link>${items}</channel></rss>`;
  const { text, build } = await importFiles({ 'feed.xml': rss }, ['feed.xml']);
  expect(text('content/site.yaml')).toContain('timezone: America/New_York\n');
  expect(text('import-report.md')).toContain(
    '## posts without a title, named by the last part of their address\n\n- content/essays/2020/b\n',
  );
  const site = await build();
  expect(site.page('a.html')('time').first().text()).toBe('January 5, 2020');
});
