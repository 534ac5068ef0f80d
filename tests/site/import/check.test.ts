/**
 * An import never writes what the next build refuses: at its end, it takes that out again, and says so first.
 */
import { describe, expect, test, vi } from 'vitest';
import { commentOut } from '../../../src/import/check.ts';
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

interface Refused {
  readonly files: Files;
  /** The beginning of the report, after its heading. */
  readonly told: string;
  /** A part of the essay's file; null if it is left out. */
  readonly kept: string | null;
}
const cases: Readonly<Record<string, Refused>> = {
  'an alias with ..': {
    files: hugo({ 'a.md': essay(`${dated}\naliases:\n  - ../posts/x\n  - /good/`) }),
    told: '- to keep the build working, commented out in content/essays/posts/a.md: ',
    kept: 'aliases:\n#   - ../posts/x\n  - /good/\n',
  },
  'an alias with .. in a list in one line': {
    files: hugo({ 'a.md': essay(`${dated}\naliases: [/good/, ../posts/x]`) }),
    told: '- to keep the build working, commented out in content/essays/posts/a.md: ',
    kept: 'aliases: [/good/]\n',
  },
  'a script as the thumbnail': {
    files: hugo({ 'a.md': essay(`${dated}\nimage: javascript:x`) }),
    told: '- to keep the build working, commented out in content/essays/posts/a.md: `image` must be',
    kept: '# image: javascript:x\n',
  },
  'a date in TOML that nobody can read': {
    files: hugo({ 'a.md': '+++\ntitle = "A"\ndate = "someday"\n+++\nSome words.\n' }),
    told: '- to keep the build working, commented out in content/essays/posts/a.md: ',
    kept: '# date = "someday"\n',
  },
  'a file that is no text': {
    files: hugo(
      { 'a.md': 'title: A\n\ufffd', 'b.md': essay(dated) },
      {
        'old/content/posts/a.md': Buffer.from('---\ntitle: A\n---\nCaf\xe9 \x81', 'latin1'),
      },
    ),
    told: '- to keep the build working, left out content/essays/posts/a.md: ',
    kept: null,
  },
};

describe('the next build accepts an import of', () => {
  test.each(Object.entries(cases))('%s', async (_, { files, told, kept }) => {
    const { code, out, paths, text, build } = await importFiles({ ...YAML, ...files }, ['old']);
    expect(code).toBe(0);
    expect(text('import-report.md').slice('# Import from hugo\n\n'.length)).toMatch(
      new RegExp(`^${told.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
    );
    expect(out).toContain('to keep the build working, ');
    expect(paths.includes('content/essays/posts/a.md')).toBe(kept !== null);
    if (kept !== null) expect(text('content/essays/posts/a.md')).toContain(kept);
    expect((await build()).report.match(/^error.*\n.*$/gm)).toBe(null);
  });

  test('an essay whose date is taken out, which counts as a draft', async () => {
    const unread = '+++\ntitle = "B"\ndate = "someday"\n+++\nSome words.\n';
    const files = hugo({ 'a.md': essay(dated), 'b.md': unread });
    const { out, text } = await importFiles({ ...YAML, ...files }, ['old']);
    expect(out).toContain('1 essay, 1 draft (2 Markdown)\n');
    expect(text('import-report.md')).toContain('1 essay, 1 draft (2 Markdown)\n');
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

  test('an essay with an error stays as it is and imported; a second run finds nothing new', async () => {
    const files = hugo({ 'a.md': essay(`${dated}\nimage: javascript:x`) });
    const { again } = await importFiles({ ...YAML, ...files }, ['old']);
    expect((await again()).out).toContain('Nothing new');
    expect((await again({ overwrite: true })).out).not.toContain('changed by you');
  });

  test('a site of the author’s with errors stays as it is, and the report begins with them', async () => {
    const own = essay('title: Mine\npublished: 2020-13-01');
    const files = {
      ...YAML,
      'content/essays/own.md': own,
      'x.json': JSON.stringify([record('a')]),
    };
    const { text } = await importFiles(files, ['x.json']);
    expect(text('content/essays/own.md')).toBe(own);
    expect(text('import-report.md')).toContain(
      '# Import from records\n\n- the build will fail: content/essays/own.md:3: There is no month 13',
    );
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
      "## content/posts/b.md\n\n- was left out because it can't be read: something is undefined\n",
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
    expect(read('records:odd').front).toContain(front);
    expect(read('records:odd').front).not.toMatch(/javascript|Infinity|NaN/);
    expect(read('records:fine').front).toContain('published: 2020-03-04\n');
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
    expect(read(kind === 'Substack' ? 'substack:1' : 'wordpress:1').body).toContain('Some words');
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
    expect(read('records:odd').body).toContain('Some words');
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

test('the report begins with what was lost, then counts, and ends with what was left out, by folder', async () => {
  const layouts = Array.from({ length: 40 }, (_, at) => [`old/layouts/a${at % 2}/${at}.html`, 'x']);
  const files = hugo(
    { 'a.md': essay(`${dated}\nimage: javascript:x`) },
    Object.fromEntries(layouts),
  );
  const { text } = await importFiles({ ...YAML, ...files }, ['old']);
  const report = text('import-report.md');
  const parts = [
    'to keep the build working',
    '## What was imported',
    '1 essay',
    '## left out: layouts',
  ];
  const places = parts.map((part) => report.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(report).toContain('\n- layouts/a0/: 20 files\n- layouts/a1/: 20 files\n');
  expect(report.split('\n').length).toBeLessThan(25);
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

const at = (line: number, column = 1) => [{ line, column }];
test.each<[text: string, errors: ReturnType<typeof at>, mended: string | null]>([
  ['---\ntitle: a\nx: 1\n---\nb', at(3), '---\ntitle: a\n# x: 1\n---\nb'],
  ['---\nx:\n  - a\n  - b\n---\n', at(4), '---\nx:\n  - a\n#   - b\n---\n'],
  ['---\nx:\n  y: 1\n  z: 2\nw: 3\n---\n', at(4), '---\n# x:\n#   y: 1\n#   z: 2\nw: 3\n---\n'],
  ['---\nx: [a, "b, c", d]\n---\n', at(2, 8), '---\nx: [a, d]\n---\n'],
  ['---\nx: [a]\n---\n', at(2, 5), '---\n# x: [a]\n---\n'],
  ['---\ntitle: a\n---\n', at(2), null],
  ['---\nx: 1\n---\nbody', at(4), null],
  ['x: 1\n\nbody', at(1), null],
])('%j with errors at %j becomes %j', (text, errors, mended) => {
  expect(commentOut(text, errors)).toBe(mended);
});
