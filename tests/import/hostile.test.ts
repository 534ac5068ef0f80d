/**
 * Exports that are damaged or made to do harm: a clear error, and nothing half written.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importFiles, importIn } from '../support/import.ts';
import { makeSite } from '../support/site.ts';
import { makeZip } from '../support/zip.ts';

const CSV =
  'post_id,post_date,is_published,type,audience,title\n1.a,2020-01-01T00:00:00Z,true,newsletter,everyone,A\n';
const rss = (item: string) =>
  `<?xml version="1.0"?><rss><channel><title>T</title>${item}</channel></rss>`;
const entry = (path: string, contents: string) => ({ path, contents });
const bomb = { path: 'posts.csv', contents: Buffer.alloc(70 * 2 ** 20) };

describe('nothing is written, and an error says why, for', () => {
  test.each<[what: string, name: string, contents: string | Uint8Array, message: string | RegExp]>([
    [
      'a feed that breaks off',
      'x.xml',
      rss('<item><title>A</title>').slice(0, -20),
      /x\.xml cannot be read at line 1: unclosed tag/,
    ],
    [
      'entities that are defined',
      'x.xml',
      `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rss('<item><title>&b;</title></item>').slice(21)}`,
      /undefined entity/,
    ],
    [
      'a file of the machine as an entity',
      'x.xml',
      `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${rss('<item><title>&f;</title></item>').slice(21)}`,
      /undefined entity/,
    ],
    [
      'elements within elements without end',
      'x.xml',
      rss(`<item>${'<a>'.repeat(5000)}`),
      /nested too deeply/,
    ],
    [
      'JSON that breaks off',
      'x.json',
      '{"posts":[{"title":"A","content":"',
      /x\.json is not JSON: /,
    ],
    [
      'JSON that breaks off in a line',
      'x.ndjson',
      '{"title":"A","content":"a"}\n{"title":"B","content":"b"}\n{"ti\n',
      /is not JSON in line 3/,
    ],
    ['an empty file', 'x.xml', '', 'this is no export that blog import knows'],
    [
      'a picture',
      'x.json',
      Buffer.from('\u0089PNG\r\n', 'latin1'),
      'this is no export that blog import knows',
    ],
    [
      'an archive that breaks off',
      'x.zip',
      makeZip([entry('posts.csv', CSV)]).subarray(0, 60),
      /cannot be read as a zip archive/,
    ],
    [
      'paths that climb',
      'x.zip',
      makeZip([entry('posts.csv', CSV), entry('../../evil.html', 'x')]),
      /invalid relative path: \.\.\/\.\.\/evil\.html/,
    ],
    [
      'absolute paths',
      'x.zip',
      makeZip([entry('posts.csv', CSV), entry('/etc/evil', 'x')]),
      /absolute path: \/etc\/evil/,
    ],
    ['a bomb', 'x.zip', makeZip([bomb]), /posts\.csv would take 70 MB, which is too much/],
    [
      'a bomb that says it is small',
      'x.zip',
      makeZip([{ ...bomb, claimed: 100 }]),
      /cannot be read as a zip archive/,
    ],
    [
      'a feed in an archive that says it is small',
      'x.zip',
      makeZip([{ ...entry('x.xml', rss('<item><title>A</title></item>')), claimed: 20 }]),
      /cannot be read as a zip archive/,
    ],
  ])('%s', async (_, name, contents, message) => {
    const { code, err, out, paths } = await importFiles({ [name]: contents }, [name]);
    expect([code, out, paths]).toEqual([1, '', [name]]);
    expect(err).toMatch(message);
    expect(err).toMatch(/^error: .*; nothing was imported\n {2}→ .+\n$/s);
  });

  test('a source that is not there', async () => {
    expect((await importFiles({}, ['x.xml'])).err).toMatch(/there is no .*x\.xml/);
  });
});

test('links out of an archive or a folder are not followed', async () => {
  const secret = join(makeSite({ 'secret.jpg': 'secret' }), 'secret.jpg');
  const html =
    '<p>A</p><img src="/pics/x.jpg"><img src="/pics/../../../../../etc/passwd"><img src="/pics/%2e%2e/%2e%2e/x.jpg">';
  const record = JSON.stringify([
    { title: 'A', slug: 'a', content: html, published: '2020-01-01' },
  ]);
  const zip = makeZip([
    entry('posts.json', record),
    { ...entry('pics/x.jpg', secret), isLink: true },
  ]);
  const ofZip = await importFiles({ 'x.zip': zip }, ['x.zip']);
  expect(ofZip.paths).toContain('content/essays/2020/a.md');
  const root = makeSite({ 'old/posts.json': record, 'old/pics/y.jpg': 'y' });
  symlinkSync(secret, join(root, 'old/pics/x.jpg'));
  const ofFolder = await importIn(root, ['old']);
  expect(ofFolder.paths.filter((path) => /^content\/essays\/.*jpg/.test(path))).toEqual([]);
  expect(ofFolder.err + ofFolder.out).toContain('0 pictures, 3 missing');
});

test.each<[encoding: string, bytes: Buffer]>([
  [
    'UTF-8 with a mark',
    Buffer.from(`\uFEFF${rss('<item><title>Café</title><description>ü</description></item>')}`),
  ],
  [
    'UTF-16',
    Buffer.from(
      `\uFEFF${rss('<item><title>Café</title><description>ü</description></item>')}`,
      'utf16le',
    ),
  ],
  [
    'Latin-1 that says so',
    Buffer.from(
      rss('<item><title>Café</title><description>ü</description></item>').replace(
        '?>',
        ' encoding="ISO-8859-1"?>',
      ),
      'latin1',
    ),
  ],
  [
    'control characters',
    Buffer.from(rss('<item><title>Ca\u0008fé</title><description>\u000bü</description></item>')),
  ],
])('a feed in %s is read', async (_, bytes) => {
  const { essay } = await importFiles({ 'x.xml': bytes }, ['x.xml']);
  const { front, body } = essay('feed:');
  expect([front, body]).toEqual([expect.stringContaining('title: Café\n'), 'ü\n']);
});

test('what a killed run has left goes with the next one', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const { root } = await importFiles(
    {
      'x.xml': rss('<item><title>A</title><description>a</description></item>'),
      [`.blog/import.${pid}/content/essays/a.md`]: 'left',
    },
    ['x.xml'],
  );
  expect(readdirSync(join(root, '.blog')).sort()).toEqual(['import.json']);
});

test.each([1e9, -1, 'x'])('a list of Tumblr that is indented by %s ends', async (indent_level) => {
  const content = [{ type: 'text', subtype: 'ordered-list-item', text: 'a', indent_level }];
  const post = { id: 1, post_url: 'https://old.tumblr.com/post/1', title: 'T', content };
  const { essay } = await importFiles({ 'x.json': JSON.stringify({ posts: [post] }) }, ['x.json']);
  expect(essay('tumblr:1').body).toContain('a');
});
