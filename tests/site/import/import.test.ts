/**
 * The rules of `blog import` for all sources: nothing of the author's is overwritten, addresses keep working, and
 * the report is correct.
 */
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GENERATOR_NAMES } from '../../../src/import/generators.ts';
import { runImport } from '../../../src/import/import.ts';
import { findDifference } from '../../../src/import/same-tree.ts';
import { addRedirects } from '../../../src/import/site-settings.ts';
import { SOURCES } from '../../../src/import/sources.ts';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import * as exports from '../../support/exports.ts';
import { PNG } from '../../support/exports.ts';
import { importFiles, importIn, makeTools } from '../../support/import.ts';
import { serve } from '../../support/listen.ts';
import { blogWhileSaving } from '../../support/program.ts';
import {
  essay,
  type Files,
  follow,
  listFiles,
  makeSite,
  packageRoot,
  SITE_YAML,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const record = (slug: string, more: object = {}) => ({
  ...{ id: slug, slug, title: `The ${slug}`, content: '<p>Some words.</p>' },
  ...{ published: '2020-03-04', ...more },
});
const YAML = { 'content/site.yaml': SITE_YAML };
const { toTree } = await loadMarkdownEngine();
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
    expect(read('whywriteless')).toEqual({
      path: 'content/essays/2020/whywriteless.md',
      front:
        'title: Why I “Write” Less\npublished: "Thursday, December 3, 2020 at 10:15 PM EST"\nslug: whywriteless\ntags: [a b, c]\nexcerpt: Words here…\naliases: [/blog/post/whywriteless, /blog/post/4711]\n',
      body: 'Words here <a href="poem.txt#x" data-outbound="">poem</a>, [me](/blog/page/contact-me)\n',
    });
    expect(read('poem').front).toMatch(/readTime: 7\nformattedDate: Spring\nauthor: Bo\n/);
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
    expect(read('歩く').path).toBe('content/essays/2020/歩く.md');
    expect(read('歩'.repeat(66)).path).toBe(`content/essays/2020/${'歩'.repeat(66)}.md`);
    expect(read('прогулка').front).toContain('slug: прогулка\n');
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
    expect(['CON-1', 'nul-1.v2', 'index-1'].map((name) => read(name).path)).toEqual([
      'content/essays/2020/CON-1.md',
      'content/essays/2020/nul-1.v2.md',
      'content/essays/2020/index-1.md',
    ]);
    const site = await build();
    const old = ['/blog/CON', '/blog/post/CON', '/blog/nul.v2', '/blog/index'];
    expect(old.map((address) => follow(site, address))).not.toContain(null);
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
    expect(read('a').body).toBe('Some words.\n');
  });
});

describe('a site', () => {
  const STARTER = (path: string) => readFileSync(join(packageRoot, 'src/starter', path), 'utf8');
  const SAMPLE = 'content/essays/samples/the-bench.md';
  const SAMPLES = {
    ...YAML,
    [SAMPLE]: STARTER('samples/the-bench.md').replace('{{year}}', '2026'),
    'content/about.md': STARTER('about.md').replace('{{name}}', 'Ann Author'),
    'content/pages/now.md': essay('title: Now'),
    'content/public/CNAME': 'ann.example',
  };

  test('with only the samples of `blog init` gives them up, and keeps all the rest', async () => {
    const files = { ...records(record('a')), ...SAMPLES };
    const { code, paths, text, build } = await importFiles(files, ['x.json']);
    expect([code, paths]).toEqual([
      0,
      [
        'content/about.md',
        'content/essays/2020/a.md',
        'content/pages/now.md',
        'content/public/CNAME',
        'content/site.yaml',
        'import-report.md',
        'x.json',
      ],
    ]);
    expect(text('content/pages/now.md')).toBe(SAMPLES['content/pages/now.md']);
    expect((await build()).report.match(/^error.*$/gm)).toBe(null);
  });

  test.each<[what: string, files: Files, own: string]>([
    ['an essay', { 'content/essays/mine.md': essay('title: Mine') }, 'content/essays/mine.md'],
    ['a changed sample', { [SAMPLE]: `${SAMPLES[SAMPLE]}My words.\n` }, SAMPLE],
    ['a picture', { 'content/essays/a.png': PNG }, 'content/essays/a.png'],
  ])('with %s is refused, and stays as it is', async (_, more, own) => {
    const files = { ...records(record('a')), ...SAMPLES, ...more };
    const { code, err, root, paths } = await importFiles(files, ['x.json']);
    expect([code, err]).toEqual([
      1,
      `error: this site already has essays, such as ${own}; nothing was imported\n` +
        '  → Import into a new folder, and copy what you want from it: `--to ../new-blog`.\n',
    ]);
    expect(paths).toEqual(Object.keys(files).sort());
    expect(readdirSync(root)).not.toContain('.blog');
  });

  test.each(['content', 'content/essays'])('in which %s is a symlink is refused', async (path) => {
    const outside = makeSite({ 'site.yaml': SITE_YAML });
    const root = makeSite(records(record('a')));
    rmSync(join(root, path), { recursive: true, force: true });
    symlinkSync(outside, join(root, path));
    const { code, err } = await importIn(root, ['x.json']);
    expect([code, err]).toEqual([1, expect.stringContaining(`${path} is a symlink; nothing was`)]);
    expect(listFiles(outside)).toEqual(['site.yaml']);
  });

  test('whose public folder has symlinks keeps them, and nothing is written through them', async () => {
    const outside = makeSite({ 'a.txt': 'a' });
    const post = record('a', { url: 'https://old.example/?p=13' });
    const root = makeSite({ ...records(post), ...SAMPLES, 'content/public/rules': '/x /y 301\n' });
    symlinkSync(outside, join(root, 'content/public/linked'));
    symlinkSync('rules', join(root, 'content/public/_redirects'));
    symlinkSync('gone', join(root, 'content/public/broken'));
    const { code, text } = await importIn(root, ['x.json']);
    expect([code, text('content/public/rules')]).toEqual([0, '/x /y 301\n/ p=13 /blog/a 301\n']);
    expect(readlinkSync(join(root, 'content/public/_redirects'))).toBe('rules');
    expect(readlinkSync(join(root, 'content/public/linked'))).toBe(outside);
    expect(listFiles(outside)).toEqual(['a.txt']);
  });

  test.each<[what: string, lock: (file: string) => void, said: string]>([
    ['write-protected', (file) => chmodSync(file, 0o444), 'is write-protected'],
    ['a hard link', (file) => linkSync(file, `${file}.second`), 'has a second name on this disk'],
  ])('whose settings are %s stays as it is', async (_, lock, said) => {
    const root = makeSite({ ...records(...PATTERN), ...SAMPLES });
    lock(join(root, 'content/site.yaml'));
    const before = listFiles(root);
    const { code, err } = await importIn(root, ['x.json'], { site: 'https://old.example' });
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(listFiles(root)).toEqual(before);
  });

  test('whose settings the author saves meanwhile keeps what was saved', () => {
    const settings = SITE_YAML.replace('ann.example', 'old.example');
    const root = makeSite({ ...records(...PATTERN), 'content/site.yaml': `${settings}# ` });
    const file = join(root, 'content/site.yaml');
    const { code, err } = blogWhileSaving(file, root, 'import x.json');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('content/site.yaml has changed since the import began; nothing was'),
    ]);
    expect(readFileSync(file, 'utf8')).toBe(`${settings}# My new words.\n`);
  });

  test('is not changed by a dry run, which reports everything', async () => {
    const content = '<p>Words <img src="gone.png"></p>';
    const files = records(record('a', { url: '/?p=13', content }));
    const { out, root } = await importFiles(files, ['x.json'], { dryRun: true });
    expect(out).toContain('1 essay (1 Markdown)\n');
    expect(out).toMatch(/such as \/\?p=13: 1 redirected, on Net[\s\S]*Nothing was written/);
    expect(out).toMatch(
      /things to look at: see below\n[^#]*## pictures that are missing\n\n- content\/essays\/2020\/a\.md: /,
    );
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
    const { text, build, paths, out } = await importFiles(files, ['x.json']);
    const added = permalink === null ? '' : `permalink: ${permalink}\n`;
    expect(text('content/site.yaml')).toBe(`${files['content/site.yaml']}${added}`);
    const essays = paths.filter((path) => path.startsWith('content/essays'));
    expect(essays.filter((path) => text(path).includes('\npermalink: ')).length).toBe(stated);
    expect(out).toContain(`old addresses: ${list.length} kept\n`);
    const site = await build();
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    const urls = (list as { url: string }[]).map(({ url }) => url);
    expect(urls.map((url) => follow(site, new URL(url).pathname))).toEqual(urls);
  });

  test('are stated by each essay in a site that has a `permalink`', async () => {
    const yaml = `${SITE_YAML}permalink: /:slug.html\n`;
    const files = { ...records(...many), 'content/site.yaml': yaml };
    const { text, build, paths } = await importFiles(files, ['x.json']);
    expect(text('content/site.yaml')).toBe(yaml);
    const essays = paths.filter((path) => path.startsWith('content/essays/2020/'));
    expect(essays.every((path) => text(path).includes('\npermalink: /2020/03/04/p'))).toBe(true);
    expect(follow(await build(), '/2020/03/04/p7/')).toBe('https://ann.example/2020/03/04/p7/');
  });

  test('that no page can have redirect, and the report counts both', async () => {
    const list = [...many, at(20, '/old.php'), at(21, '/2020/03/04/p21/?page=2'), at(22, '/?p=7')];
    const written = 'content/public/_redirects';
    const beside = { [written]: '/ p=7 /2020/03/04/p22/ 301' };
    const { build, text } = await importFiles({ ...records(...list), ...beside }, ['x.json']);
    expect(text(written)).toBe('/ p=7 /2020/03/04/p22/ 301\n');
    expect(text('import-report.md')).toContain('- old addresses: 12 kept, 1 redirected\n');
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
    expect(first.essay('about').front).toContain('\npermalink: /blog/about\n');
    expect(first.essay('tags').front).toContain('\npermalink: /blog/tags\n');
    const site = await first.build();
    expect(site.report.match(/^error.*$/gm)).toBe(null);
    expect(follow(site, '/blog/about')).toBe('https://ann.example/blog/about');
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

describe('pictures', () => {
  test('are downloaded only from the old site, and again after failures', async () => {
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
    expect(on.essay('a').body).toBe(
      `Words\n\n![A](a.png)\n\n![](${gone})\n\n![](${away})\n\n![](${foreign})\n`,
    );
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
    const options = { to: root, as: 'auto', images: 'download', site: old } as const;
    await runImport([join(root, 'x.json')], options, makeTools(terminal));
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
  '<ul><li>a<ul><li>b<ol><li>c</li><li>d</li></ol></li><li>e</li></ul></li><li>f</li></ul>':
    '- a\n  - b\n    1. c\n    2. d\n  - e\n- f',
  '<ul><li><p>a</p><ul><li>b</li><li>c</li></ul></li><li><p>d</p></li></ul>':
    '- a\n\n  - b\n  - c\n\n- d',
  '<ul><li>a<pre>b</pre>c</li><li>d</li></ul>': '- a\n  ```\n  b\n  ```\n  c\n- d',
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
  '<p>a<sup><a href="#fn-1" id="ref-1">1</a></sup></p><section data-footnotes><h2>Footnotes</h2> <ol><li id="fn-1"><p>b <a href="#ref-1">↩</a></p></li></ol></section>':
    'a[^1]\n\n[^1]: b',
  '<p>a<a href="#n" id="r">1</a></p><div><img src="https://x.example/b.png" alt="B"><div><p id="n">c <a href="#r">up</a></p></div></div>':
    'a[^1]\n\n![B](https://x.example/b.png)\n\n[^1]: c',
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
      const { path, body } = read(`a${at}`);
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
    expect(made.essay('a').path).toBe(`content/essays/2020/a.${endings[as]}`);
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
  expect(findDifference(old, built, toTree)).toBe(null);
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
  expect(findDifference(old, built, toTree)).toBe(difference);
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
