/**
 * Damaged and malicious exports: they give a clear error, and nothing is half written.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeWxr, zip } from '../../support/exports.ts';
import { importFiles, importIn } from '../../support/import.ts';
import { makeSite } from '../../support/site.ts';
import { makeZip } from '../../support/zip.ts';

const CSV =
  'post_id,post_date,is_published,type,audience,title\n1.a,2020-01-01T00:00:00Z,true,newsletter,everyone,A\n';
const rss = (item: string) =>
  `<?xml version="1.0"?><rss><channel><title>T</title>${item}</channel></rss>`;
const entry = (path: string, contents: string) => ({ path, contents });
const bomb = { path: 'posts.csv', contents: Buffer.alloc(70 * 2 ** 20) };

describe('nothing is written, and an error explains why, for', () => {
  const twice = '{"title":"A","content":"a"}\n{"title":"B","content":"b"}\n{"ti\n';
  const item = (text: string) => rss(`<item><title>${text}</title></item>`).slice(21);
  const feed = rss('<item><title>A</title></item>');
  const png = Buffer.from('\u0089PNG\r\n', 'latin1');
  const external = `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${item('&f;')}`;
  const internal = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${item('&b;')}`;
  const [table, xml] = [entry('posts.csv', CSV), entry('x.xml', feed)];
  const evil = 'invalid relative path: ../../evil.html';
  const unread = "isn't a readable zip archive";
  const unknown = "blog import doesn't recognize this file";

  type Broken = readonly [name: string, contents: string | Uint8Array, message: string];
  const broken: Readonly<Record<string, Broken>> = {
    'a truncated feed': ['x.xml', feed.slice(0, -40), "can't be read at line 1: unclosed tag"],
    'a document type that defines entities': ['x.xml', internal, 'undefined entity'],
    'an entity that includes a local file': ['x.xml', external, 'undefined entity'],
    'elements nested without end': ['x.xml', rss('<a>'.repeat(5000)), 'nested too deeply'],
    'truncated JSON': ['x.json', '{"posts":[{"title":"A","content":"', "x.json isn't valid JSON: "],
    'truncated JSON lines': ['x.ndjson', twice, "isn't valid JSON in line 3"],
    'an empty file': ['x.xml', '', unknown],
    'a picture': ['x.json', png, unknown],
    'a truncated archive': ['x.zip', makeZip([table]).subarray(0, 60), unread],
    'paths with ..': ['x.zip', makeZip([table, entry('../../evil.html', 'x')]), evil],
    'absolute paths': ['x.zip', makeZip([table, entry('/evil', 'x')]), 'absolute path: /evil'],
    'a zip bomb': ['x.zip', makeZip([bomb]), 'posts.csv would take 70 MB, which is too much'],
    'a zip bomb that claims to be small': ['x.zip', makeZip([{ ...bomb, claimed: 100 }]), unread],
    'a feed that claims to be small': ['x.zip', makeZip([{ ...xml, claimed: 20 }]), unread],
  };

  test.each(Object.entries(broken))('%s', async (_, [name, contents, message]) => {
    const { code, err, out, paths } = await importFiles({ [name]: contents }, [name]);
    expect([code, out, paths]).toEqual([1, '', [name]]);
    expect(err).toContain(message);
    expect(err).toMatch(/^error: .*; nothing was imported\n {2}→ .+\n$/s);
  });
});

test('a missing source is an error', async () => {
  expect((await importFiles({}, ['x.xml'])).err).toMatch(
    /x\.xml doesn't exist; nothing was imported/,
  );
});

test('symlinks out of an archive or folder are not followed', async () => {
  const secret = join(makeSite({ 'secret.jpg': 'secret' }), 'secret.jpg');
  const html =
    '<p>A</p><img src="/pics/x.jpg"><img src="/pics/../../../../../etc/passwd"><img src="/pics/%2e%2e/%2e%2e/x.jpg">';
  const record = JSON.stringify([{ title: 'A', content: html, published: '2020-01-01' }]);
  const link = { ...entry('pics/x.jpg', secret), isLink: true } as const;
  const zip = makeZip([entry('posts.json', record), link]);
  const ofZip = await importFiles({ 'x.zip': zip }, ['x.zip']);
  expect(ofZip.paths).toContain('content/essays/2020/a.md');
  const root = makeSite({ 'old/posts.json': record, 'old/pics/y.jpg': 'y' });
  symlinkSync(secret, join(root, 'old/pics/x.jpg'));
  const ofFolder = await importIn(root, ['old']);
  expect(ofFolder.paths.filter((path) => /^content\/essays\/.*jpg/.test(path))).toEqual([]);
  expect(ofFolder.err + ofFolder.out).toContain('3 pictures missing');
});

const CAFE = rss('<item><title>Café</title><description>ü</description></item>');
const MARKUP = '<content type="xhtml"><div><p>ü</p></div></content>';
test.each<[encoding: string, bytes: Buffer]>([
  ['XHTML', Buffer.from(`<feed><entry><title>Café</title>${MARKUP}</entry></feed>`)],
  ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${CAFE}`)],
  ['UTF-16', Buffer.from(`\uFEFF${CAFE}`, 'utf16le')],
  ['declared Latin-1', Buffer.from(CAFE.replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1')],
  ['control characters', Buffer.from(CAFE.replace('f', '\u0008f').replace('ü', '\u000b\fü'))],
])('a feed in %s is read', async (_, bytes) => {
  const { essay } = await importFiles({ 'x.xml': bytes }, ['x.xml']);
  const { front, body } = essay('cafe');
  expect([front, body]).toEqual([expect.stringContaining('title: Café\n'), 'ü\n']);
});

test('the tracking parameters of a feed’s links are not part of old addresses', async () => {
  const links = ['2020/cafe/?utm_source=rss&amp;utm_medium=rss', '?source=rss&amp;p=7&amp;utm_a=b'];
  const items = links.map((link, index) => {
    const address = `<link>https://old.example/${link}</link>`;
    return `<item><guid>${index}</guid>${address}<description>a</description></item>`;
  });
  const { essay, text } = await importFiles({ 'x.xml': rss(items.join('')) }, ['x.xml']);
  expect(essay('cafe').front).toContain('permalink: /2020/cafe/\n');
  expect(text('content/public/_redirects')).toContain('/ p=7 ');
});

test('the next run removes what a killed run has left', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const feed = rss('<item><title>A</title><description>a</description></item>');
  const left = (folder: string) => ({ [`${folder}import.${pid}/content/essays/a.md`]: 'left' });
  const files = { 'x.xml': feed, ...left('.blog/'), ...left('.new.') };
  const { root } = await importFiles(files, ['x.xml']);
  await importIn(root, ['x.xml'], { to: join(root, 'new') });
  const names = [...readdirSync(root), ...readdirSync(join(root, '.blog'))];
  expect(names.filter((name) => /import\.\d/.test(name))).toEqual([]);
});

test('posts with hundreds of nested elements are left out and named; those with dozens are read', async () => {
  const PARTS = '<p>One</p><img src="https://x.example/a.png"><style>p {}</style> two<p>Three';
  const boxes = Object.entries({
    '<div>': '</div>',
    '<div class="a">': '',
    '<b>': '',
    '<ul><li>': '</li></ul>',
    '<blockquote></i>': '</blockquote>',
  });
  const posts = boxes.flatMap(([start, end], at) =>
    [20, 500, 50_000].map((depth) => {
      const body = start.repeat(depth) + PARTS + end.repeat(depth);
      return `<item><title>${at}-${depth}</title><guid>${at}-${depth}</guid><description><![CDATA[${body}]]></description></item>`;
    }),
  );
  const files = { 'x.xml': rss(posts.join('')) };
  const { essay, out, text } = await importFiles(files, ['x.xml'], { images: 'link' });
  for (const at of boxes.keys()) expect(essay(`${at}-20`).body).toMatch(/One.*a\.png.*two.*Three/s);
  expect(text('import-report.md')).toMatch(
    /## posts that can't be read, and were left out\n\n(?:- feed:\d-(?:500|50000): a post has hundreds of .*\n){10}/,
  );
  expect(out).toContain('5 drafts');
});

// Each would take minutes if its time grew with the square of its length.
const numbered = (make: (at: number) => string, times: number) =>
  Array.from({ length: times }, (_, at) => make(at)).join('');
test.each<[what: string, html: string, shown: string]>([
  ['inline tags in one line', `<p>${'<b>b</b>'.repeat(70_000)}</p>`, '**bbb'],
  ['shortcodes with different names', numbered((at) => `[x${at}] `, 150_000), '[x149999]'],
  ['shortcodes with one end tag', `${'[aside] '.repeat(160_000)}[/aside]`, '[aside]'],
  ['elements side by side', '<hr>'.repeat(50_000), '---'],
  ['captions without an end', '[caption]x\n\n'.repeat(15_000), '<figcaption>'],
  ['links in one line', '<a href="/a">b</a> '.repeat(15_000), '[b](/a)'],
])('a post of hundreds of thousands of characters is read: %s', async (_, html, shown) => {
  const post = { name: 'a', title: 'A', html: `<p>Start</p>${html}`, index: 0 };
  const { essay } = await importFiles({ 'wp.xml': makeWxr([post]) }, ['wp.xml']);
  expect(essay('a').body).toContain(shown);
});

test('a page of Medium with endless nesting is left out, and the other stories are not', async () => {
  const page = (body: string) =>
    `<article class="h-entry"><h1 class="p-name">A</h1><section class="e-content">${body}</section>` +
    '<time class="dt-published" datetime="2020-01-02T03:04:05Z"></time></article>';
  const files = {
    'posts/2020_a-0123456789ab.html': page('<ul><li>'.repeat(100_000)),
    'posts/2020_b-0123456789ac.html': page(
      '<h3 class="graf graf--h3 graf--title">A</h3><p class="graf graf--p">Words</p>',
    ),
  };
  const { text } = await importFiles({ 'x.zip': zip(files) }, ['x.zip']);
  expect(text('import-report.md')).toMatch(
    /## posts that can't be read, and were left out\n\n- 2020_a-\S+: a post has hundreds of /,
  );
  expect(text('import-report.md')).toContain('1 essay');
});

test('empty elements of XHTML stay empty', async () => {
  const markup = '<content type="xhtml"><div><p>a<br/>b</p><hr/></div></content>';
  const feed = `<feed><entry><title>A</title>${markup}</entry></feed>`;
  const { essay } = await importFiles({ 'x.xml': feed }, ['x.xml'], { as: 'html' });
  expect(essay('a').body).toBe('<p>a<br>b</p><hr>\n');
});
