/**
 * An import never leaves what the next build refuses: such a post becomes a draft, and the report names it.
 */
import { describe, expect, test, vi } from 'vitest';
import { hugo as hugoGenerator } from '../../../src/import/generators/hugo.ts';
import { foldByFolder } from '../../../src/import/report.ts';
import { importFiles } from '../../support/import.ts';
import { essay, type Files, SITE_YAML } from '../../support/site.ts';
import { makeZip } from '../../support/zip.ts';

const YAML = { 'content/site.yaml': SITE_YAML };
const record = (slug: string, more: object = {}) => ({
  ...{ id: slug, slug, title: `The ${slug}`, content: '<p>Some words.</p>' },
  ...{ published: '2020-03-04', ...more },
});
const hugo = (posts: Readonly<Record<string, string>>, more: Files = {}): Files => ({
  'old/hugo.toml': 'baseURL = "https://old.example/"\ntitle = "Old"\n',
  ...Object.fromEntries(
    Object.entries(posts).map(([name, text]) => [`old/content/posts/${name}`, text]),
  ),
  ...more,
});
const dated = 'title: A\ndate: 2020-01-02';

/** The posts that a build refuses, with the reason that the report gives. */
const REFUSED: Readonly<Record<string, readonly [post: string | Buffer, reason: string]>> = {
  'an alias outside the site': [essay(`${dated}\naliases:\n  - ../../x\n  - /good/`), '`../../x`'],
  'a script as the thumbnail': [essay(`${dated}\nimage: javascript:x`), '`image` must be'],
  'a date in TOML that nobody can read': [
    '+++\ntitle = "A"\ndate = "someday"\n+++\nSome words.\n',
    '`someday` cannot be read',
  ],
  'a file that is no text': [Buffer.from('---\ntitle: A\n---\nCaf\xe9 \x81', 'latin1'), 'UTF-8'],
};

describe('the next build accepts an import of', () => {
  test.each(Object.entries(REFUSED))('%s, which becomes a draft', async (_, [post, reason]) => {
    const own = { 'old/content/posts/a.md': post };
    const files = { ...YAML, ...hugo({ 'b.md': essay(dated) }, own) };
    const { code, out, text, build } = await importFiles(files, ['old']);
    expect([code, out]).toEqual([0, expect.stringContaining('1 essay, 1 draft (2 Markdown)\n')]);
    expect(text('content/essays/posts/a.md')).toMatch(/^draft(?:: | = )true$/m);
    const heading = '## drafts, since a build would refuse them\n\n- content/essays/posts/a.md: ';
    const [, told = ''] = text('import-report.md').split(heading);
    expect(told).toContain(reason);
    expect(out).toContain('old addresses: 1 kept\n');
    expect((await build()).report.match(/^error.*\n.*$/gm)).toBe(null);
  });

  test('an old feed in a file: its address leads to the new feed', async () => {
    const files = hugo({ 'a.md': essay(dated) }, { 'old/static/index.xml': '<rss/>' });
    const { out, paths, build } = await importFiles({ ...YAML, ...files }, ['old']);
    expect(out).toContain('left out, the old feed, whose address leads to the new one: 1\n');
    expect(paths).not.toContain('content/public/index.xml');
    const site = await build();
    expect([site.codes, site.text('_redirects')]).toEqual([
      expect.not.arrayContaining(['output-collision']),
      expect.stringContaining('/index.xml /rss.xml 301'),
    ]);
  });
});

describe('a post that cannot be read does not stop the others:', () => {
  test('in a folder, it is left out and named', async () => {
    const { read } = hugoGenerator;
    const failing = vi.spyOn(hugoGenerator, 'read').mockImplementation(async (...args) => {
      const blog = await read(...args);
      const addressOf = (path: string) => {
        if (path.endsWith('/b.md')) throw new TypeError('something is undefined');
        return blog.addressOf(path);
      };
      return { ...blog, addressOf };
    });
    const files = hugo({ 'a.md': essay(dated), 'b.md': essay(dated), 'c.md': essay(dated) });
    const { code, out, paths, text } = await importFiles({ ...YAML, ...files }, ['old']);
    failing.mockRestore();
    expect([code, out]).toEqual([0, expect.stringContaining('2 essays (2 Markdown)\n')]);
    expect(paths.filter((path) => /^content\/essays\/posts\//.test(path))).toEqual([
      'content/essays/posts/a.md',
      'content/essays/posts/c.md',
    ]);
    expect(text('import-report.md')).toContain(
      "## posts that can't be read, and were left out\n\n- content/posts/b.md: something is undefined\n",
    );
  });

  const substack = 'https://substackcdn.com/image/fetch/x/https:';
  test.each<[what: string, more: object, front: string]>([
    [
      'a timestamp that is infinite',
      { publishedTimestamp: '1e999', published: null },
      'draft: true',
    ],
    [
      'a timestamp that is no number',
      { publishedTimestamp: 'NaN', published: null },
      'draft: true',
    ],
    ['a date that is too large', { published: 1e20 }, 'draft: true'],
    ['a year after 9999', { published: '20000-01-01T00:00:00Z' }, 'draft: true'],
    [
      'a timestamp after the year 9999',
      { publishedTimestamp: 3e14, published: null },
      'draft: true',
    ],
    ['a script as the thumbnail', { image: 'javascript:x' }, 'title: The odd'],
  ])('%s', async (_, more, front) => {
    const posts = [record('odd', more), record('fine')];
    const files = { ...YAML, 'x.json': JSON.stringify(posts) };
    const { essay: read, build } = await importFiles(files, ['x.json']);
    expect(read('odd').front).toContain(front);
    expect(read('odd').front).not.toMatch(/javascript|Infinity|NaN/);
    expect(read('fine').front).toContain('published: 2020-03-04\n');
    expect((await build()).report.match(/^error.*$/gm)).toBe(null);
  });

  test.each([
    ['WordPress', 'https://i0.wp.com/'],
    ['Substack', substack],
  ])('a picture of %s without an address', async (kind, src) => {
    const html = `<p>Some words <img src="${src}" alt=""></p>`;
    const wxr = `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>Odd</title><content:encoded><![CDATA[${html}]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>`;
    const csv = `post_id,post_date,is_published,type,audience,title\n1.a,2020-01-01T00:00:00Z,true,newsletter,everyone,Odd\n`;
    const zip = makeZip([
      { path: 'posts.csv', contents: csv },
      { path: 'posts/1.a.html', contents: html },
    ]);
    const [name, contents] = kind === 'Substack' ? ['x.zip', zip] : ['x.xml', wxr];
    const { essay: read } = await importFiles({ ...YAML, [name]: contents }, [name]);
    expect(read(kind === 'Substack' ? 'a' : 'odd').body).toContain('Some words');
  });

  test('a picture whose name is too long for the disk is missing, and its post stays', async () => {
    const content = `<p>Some words <img src="/${'x'.repeat(300)}.png"></p>`;
    const posts = [record('odd', { content }), record('fine')];
    const {
      code,
      out,
      essay: read,
    } = await importFiles({ ...YAML, 'x.json': JSON.stringify(posts) }, ['x.json']);
    expect([code, out]).toEqual([0, expect.stringContaining('1 picture missing')]);
    expect(read('odd').body).toContain('Some words');
    expect(out).toContain('2 essays (2 Markdown)');
  });

  test('a name of 300 characters in an archive', async () => {
    const parts = Object.entries(hugo({ 'a.md': essay(dated) })).map(([path, contents]) => ({
      path: path.replace(/^old\//, ''),
      contents: String(contents),
    }));
    const long = { path: `static/${'x'.repeat(300)}.png`, contents: 'png' };
    const files = { ...YAML, 'x.zip': makeZip([...parts, long]) };
    const { out, paths } = await importFiles(files, ['x.zip']);
    expect(out).toContain('left out, files whose names are too long: 1\n');
    expect(paths).toContain('content/essays/posts/a.md');
  });
});

test('the report begins with what to decide, then counts, and ends with what was left out, by folder', async () => {
  const layouts = Array.from({ length: 40 }, (_, at) => [`old/layouts/a${at % 2}/${at}.html`, 'x']);
  const posts = Array.from({ length: 30 }, (_, at) => [
    `old/content/micro/${at}.md`,
    '---\ndate: 2020-01-01\n---\nA\n',
  ]);
  const files = hugo(
    { 'a.md': essay(`${dated}\nimage: javascript:x`) },
    Object.fromEntries([...layouts, ...posts]),
  );
  const { text } = await importFiles({ ...YAML, ...files }, ['old']);
  const report = text('import-report.md');
  const parts = [
    'to keep them, set `tagPages: true`',
    '## What was imported\n\n- 31 drafts (31 Markdown)\n',
    '\n## drafts, since they have no title\n\n- content/essays/micro/: 30 files\n',
    '\n## Left out\n\n- other files of the old program: ./: 1 file, layouts/a0/: 20 files, layouts/a1/: 20 files\n',
  ];
  const places = parts.map((part) => report.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(report.split('\n').length).toBeLessThan(25);
});

test('what the next build will warn about is listed by kind', async () => {
  const posts = ['a', 'b', 'c'].map((slug) =>
    record(slug, { content: `<p>See <a href="/gone/${slug}/x">x</a>.</p>` }),
  );
  const { text } = await importFiles({ ...YAML, 'x.json': JSON.stringify(posts) }, ['x.json']);
  const [, listed = ''] = text('import-report.md').split(
    '## what the next build will warn about\n\n',
  );
  expect(listed).toMatch(/^- content\/essays\/2020\/a\.md:\d+:\d+: .*\/gone\/a\/x/);
});

test.each<[paths: string[], lines: string[]]>([
  [['a/b.md'], ['a/b.md']],
  [
    ['a/1', 'a/2', 'b/1'],
    ['a/: 2 files', 'b/: 1 file'],
  ],
  [['a/b/1', 'a/c/2', 'a/d/3'], ['a/: 3 files']],
  [['1', '2', '3'], ['./: 3 files']],
])('%s are listed as %s', (paths, lines) => {
  expect(foldByFolder(paths, 2)).toEqual(lines);
});
