/**
 * The development server's answers to any request, valid or not. All cases share one server: none of them
 * stops it or changes the next answer.
 */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, type ReadStream, rmSync, symlinkSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EventStreams } from '../../../src/dev/events.ts';
import { listen } from '../../../src/dev/listen.ts';
import { createSiteServer } from '../../../src/dev/server.ts';
import { SiteView } from '../../../src/dev/site-view.ts';
import { startDevSite } from '../../support/dev.ts';
import { exchange, headerOf } from '../../support/raw-http.ts';
import { buildIn, essay, packageRoot, SITE_YAML, writeFiles } from '../../support/site.ts';

const DIGITS = '0123456789';
const BIG = 4_000_000;

const site = {
  'content/site.yaml': SITE_YAML,
  'content/essays/first.md': essay('title: First\npublished: 2020-01-01', 'The first words.\n'),
  'content/public/robots.txt': 'User-agent: *\n',
  'content/public/digits.bin': DIGITS,
  'content/public/empty.txt': '',
  'content/public/big.bin': Buffer.alloc(BIG, 'x'),
  'content/public/100%.txt': 'a percent sign',
  'content/public/a?b.txt': 'a question mark',
  'content/public/café.txt': 'an accent',
  'content/public/archive.tar.gz': 'packed',
  'content/public/v1.2.html': '<p>Version 1.2.</p>',
  'content/public/album/index.html': '<p>An album.</p>',
  'content/public/shop.html': '<p>A shop.</p>',
  'content/public/shop/index.html': '<p>Its folder.</p>',
  'content/public/odd.html/index.html': '<p>Odd.</p>',
  'content/public/.well-known/x': 'well known',
  'content/public/.well-known/.secret': 'secret',
  'content/public/.secret': 'secret',
  'content/public/.hidden/x': 'secret',
  'outside/x': 'secret',
  '.blog/dev-2/x': 'secret',
  'outside/x.html': 'secret',
};

let root: string;
let server: Server;
let port: number;
/** The ETag of digits.bin. */
let tag = '';

// Serves the site through a symlink and without a builder, which would remove the files that the tests add.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'blog-test-'));
  writeFiles(root, site);
  const folder = join(root, '.blog/dev');
  await buildIn(root, { outDir: folder });
  symlinkSync('.blog/dev', join(root, 'folder'));
  const view = new SiteView(join(root, 'folder'));
  view.update([], '');
  const links = {
    'link-to-file.txt': '../../outside/x',
    'link-to-page.html': '../../outside/x.html',
    'link-to-folder': '../../outside',
    'link-to-twin': '../dev-2/x',
    'link-to-itself': 'link-to-itself',
    'link-inside.txt': 'robots.txt',
    'link-inside': 'album',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
  const streams = new EventStreams(view);
  server = createSiteServer(view, streams, packageRoot, () => hosts);
  const listening = await listen(server, null, 0);
  if ('refused' in listening) throw new Error(listening.refused.message);
  const { hosts } = listening.value;
  port = listening.value.port;
  const [digits] = await send(ask('GET /digits.bin'));
  tag = (digits && headerOf(digits, 'etag')) ?? '';
  return () => streams.close();
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(root, { recursive: true, force: true });
});

/** A request with a Host header; `PORT` stands for the port of the server. */
function ask(line: string, ...headers: string[]): string {
  return raw(line, 'Host: localhost:PORT', ...headers);
}

/** A request without a Host header. */
function raw(line: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
}

/** A case: the expected statuses, and text that the answers contain, ignoring case. */
type Row = readonly [fact: string, request: string, statuses: string, text?: string];

async function send(request: string) {
  return exchange(port, request.replaceAll('PORT', String(port)).replace('TAG', tag));
}

async function check(request: string, statuses: string, text = ''): Promise<void> {
  const answers = await send(request);
  expect(answers.map(({ status }) => status).join(' ')).toBe(statuses);
  for (const answer of answers) {
    expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff');
    expect(headerOf(answer, 'cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.head).not.toMatch(/^access-control-/im);
    expect(answer.body).not.toContain('secret');
    const location = headerOf(answer, 'location');
    if (location !== null) expect((await send(ask(`GET ${location}`)))[0]?.status).toBe(200);
  }
  const all = answers.map(({ head, body }) => head + body).join('');
  expect(all.toLowerCase()).toContain(text.toLowerCase());
  const [home, ...more] = await send(ask('GET /'));
  expect([home?.status, more]).toEqual([200, []]);
  expect(home?.body).toContain('href="/blog/first"');
}

function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    for (const [fact, request, ...expected] of rows) test(fact, () => check(request, ...expected));
  });
}

table('addresses are those of a static host', [
  ['a query is ignored', ask('GET /blog/first?a=/../b'), '200', 'The first words.'],
  ['a trailing slash redirects to it', ask('GET /blog/first/'), '302', 'location: /blog/first\r\n'],
  ['escapes are decoded', ask('GET /%62log/f%69rst'), '200', 'The first words.'],
  ['index.html redirects to the folder', ask('GET /index.html'), '302', 'location: /\r\n'],
  ['the page of a folder', ask('GET /album/'), '200', 'An album.'],
  ['index.html in a folder', ask('GET /album/index.html'), '302', 'location: /album/\r\n'],
  ['a folder redirects to its page', ask('GET /album'), '302', 'location: /album/\r\n'],
  ['a name with a dot', ask('GET /v1.2'), '200', 'Version 1.2.'],
  ['a page takes precedence over a folder of its name', ask('GET /shop'), '200', 'A shop.'],
  ['a folder with the name of a page', ask('GET /odd.html'), '302', 'location: /odd.html/\r\n'],
  ['a missing page is 404.html', ask('GET /blog/gone'), '404', 'Post not found.'],
  ['a file with a trailing slash is 404.html', ask('GET /robots.txt/'), '404', 'Post not found.'],
  ['paths are case-sensitive', ask('GET /BLOG/FIRST'), '404', 'Post not found.'],
  ['a name too long for any disk', ask(`GET /${'a'.repeat(5000)}`), '404', 'Post not found.'],
]);

table('files are found whatever their names, with their content type', [
  ['a page', ask('GET /'), '200', 'Content-Type: text/html; charset=utf-8'],
  ['text', ask('GET /robots.txt'), '200', 'text/plain; charset=utf-8'],
  ['an archive is an archive', ask('GET /archive.tar.gz'), '200', 'Content-Type: application/gzip'],
  ['nothing', ask('GET /empty.txt'), '200', 'Content-Length: 0\r\n'],
  ['with a percent sign', ask('GET /100%25.txt'), '200', 'a percent sign'],
  ['with a question mark', ask('GET /a%3Fb.txt'), '200', 'a question mark'],
  ['with an accent, escaped', ask('GET /caf%C3%A9.txt'), '200', 'an accent'],
  ['the server’s own script', ask('GET /.blog/live.js'), '200', 'text/javascript'],
  ['an unknown problem code', ask('GET /.blog/explain/link'), '404', 'Post not found.'],
]);

const ALLOW = 'Allow: GET, HEAD\r\n';
const CHUNKED = 'Transfer-Encoding: chunked';
const FOREIGN = 'Origin: http://evil.example';

table('only GET and HEAD are answered', [
  ['HEAD of events', ask('HEAD /.blog/events?page=/'), '200', 'Content-Type: text/event-stream'],
  ['POST', `${ask('POST /', 'Content-Length: 3')}a=b`, '405', ALLOW],
  ['OPTIONS of another origin', ask('OPTIONS /', FOREIGN), '405', ALLOW],
]);

table('a request names this server as its host', [
  ['127.0.0.1', raw('GET /', 'Host: 127.0.0.1:PORT'), '200'],
  ['[::1]', raw('GET /', 'Host: [::1]:PORT'), '200'],
  ['another name', raw('GET /', 'Host: evil.example'), '403'],
  ['a name that ends like this one', raw('GET /', 'Host: evil-localhost'), '403'],
  ['a name below this one', raw('GET /', 'Host: evil.localhost:PORT'), '403'],
  ['the address of every network', raw('GET /', 'Host: 0.0.0.0:PORT'), '200'],
  ['a name that begins with an address', raw('GET /', 'Host: 172.17.0.2.evil.example'), '403'],
  ['none', raw('GET /'), '400'],
  ['two', ask('GET /', 'Host: localhost:PORT'), '400'],
  ['a list', raw('GET /', 'Host: localhost, evil.example'), '400'],
  ['a port that no server can have', raw('GET /', 'Host: localhost:99999'), '400'],
  ['a whole address', ask('GET http://localhost:PORT/blog/first'), '400'],
  ['a whole address, but another host', raw('GET http://localhost/', 'Host: evil.example'), '403'],
]);

const OWN = 'Origin: http://localhost:PORT';
const sent = (site: string, mode = 'navigate', destination = 'document') => [
  `Sec-Fetch-Site: ${site}`,
  `Sec-Fetch-Mode: ${mode}`,
  `Sec-Fetch-Dest: ${destination}`,
];

table('pages of other sites cannot fetch from this server', [
  ['its own origin', ask('GET /', OWN), '200'],
  ['its own origin by another of its names', ask('GET /', 'Origin: http://127.0.0.1:PORT'), '403'],
  ['another origin', ask('GET /', FOREIGN), '403'],
  ['another scheme', ask('GET /', 'Origin: https://localhost:PORT'), '403'],
  ['null', ask('GET /', 'Origin: null'), '403'],
  ['an empty origin', ask('GET /', 'Origin:'), '403'],
  ['another origin’s events', ask('GET /.blog/events?page=/', 'Origin: null'), '403'],
  ['same-origin', ask('GET /robots.txt', 'Sec-Fetch-Site: same-origin'), '200'],
  ['none, as for an address typed in', ask('GET /', 'Sec-Fetch-Site: none'), '200'],
  ['a link that is followed', ask('GET /', ...sent('cross-site')), '200'],
  ['the same in a sandbox', ask('GET /', 'Origin: null', ...sent('cross-site')), '200'],
  ['a frame', ask('GET /', ...sent('cross-site', 'navigate', 'iframe')), '403'],
  ['a form', ask('POST /', OWN, 'Content-Length: 0', ...sent('cross-site')), '405'],
]);

table('an invalid path is refused', [
  ['a malformed escape', ask('GET /%'), '400'],
  ['a backslash', ask('GET /..\\outside\\x'), '400'],
  ['NUL', ask('GET /robots.txt%00.html'), '400'],
  ['a line break', ask('GET /%0d%0aX-Evil:%201'), '400'],
  ['not one in the query', ask('GET /blog/first/?%0d%0aX-Evil:1'), '302', '?%0d%0aX-Evil:1'],
  ['DEL', ask('GET /%7f'), '400'],
  ['a malformed escape in a query', ask('GET /blog/first?%'), '200'],
  ['7999 bytes', ask(`GET /?${'a'.repeat(7997)}`), '200'],
  ['events of no page', ask('GET /.blog/events'), '400'],
]);

table('dotfiles are not served', [
  ['a dotfile', ask('GET /.secret'), '404'],
  ['a file in a folder with a dot', ask('GET /.hidden/x'), '404'],
  ['a file in .well-known is served', ask('GET /.well-known/x'), '200', 'well known'],
  ['a dotfile in .well-known', ask('GET /.well-known/.secret'), '404'],
  ['.well-known itself', ask('GET /.well-known/'), '404'],
  ['an unknown address of the server’s own', ask('GET /.blog/other'), '404'],
]);

table('nothing outside the folder is shown', [
  ['the folder above', ask('GET /../../outside/x'), '404'],
  ['the folder above, slashes escaped', ask('GET /..%2f..%2foutside%2fx'), '404'],
  ['the folder above in the middle', ask('GET /album/../../../outside/x'), '404'],
  ['two slashes', ask('GET //etc/passwd'), '404'],
  ['a link to a file outside', ask('GET /link-to-file.txt'), '404'],
  ['a link to a page outside', ask('GET /link-to-page'), '404'],
  ['a link to a folder that begins like this one', ask('GET /link-to-twin'), '404'],
  ['a file behind a link to a folder outside', ask('GET /link-to-folder/x'), '404'],
  ['a link to itself', ask('GET /link-to-itself'), '404'],
  ['a link to a file inside is shown', ask('GET /link-inside.txt'), '200', 'User-agent'],
  ['a link to a folder inside is shown', ask('GET /link-inside/'), '200', 'An album.'],
]);

const range = (value: string, ...headers: string[]) =>
  ask('GET /digits.bin', `Range: ${value}`, ...headers);

table('a range is honoured or ignored', [
  ['the first bytes', range('bytes=0-3'), '206', 'Content-Range: bytes 0-3/10\r\n'],
  ['an end beyond the end', range('bytes=8-99'), '206', 'Content-Range: bytes 8-9/10\r\n'],
  ['a start beyond the end', range('bytes=10-'), '416', 'Content-Range: bytes */10\r\n'],
  ['the last bytes', range('bytes=-3'), '200', DIGITS],
  ['two ranges', range('bytes=0-1,4-5'), '200', DIGITS],
  ['if the file is still the same', range('bytes=0-3', 'If-Range: "x"'), '200', DIGITS],
  ['of the empty file', ask('GET /empty.txt', 'Range: bytes=0-'), '416', 'bytes */0'],
]);

table('requests of other protocols', [
  ['a path and a header named __proto__', ask('GET /__proto__', '__proto__: x'), '404'],
  ['an upgrade', ask('GET /', 'Upgrade: websocket', 'Connection: Upgrade'), '200'],
]);

const more = (line: string) => `${line} HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n`;

test.each([
  ['words', 'Hello there\r\n\r\n'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['20 kB', ask(`GET /${'a'.repeat(20_000)}`)],
  ['CONNECT', ask('CONNECT evil.example:443')],
  ['an expectation', ask('GET /', 'Expect: the-impossible')],
  ['invalid chunks', `${ask('GET /', CHUNKED)}zz\r\n`],
  ['with an accent, as bytes', ask('GET /caf\xc3\xa9.txt')],
  ['an unknown method', ask('STEAL /')],
  ['DEL in the query of another address', ask('GET /blog/first.html?\x7f')],
  ['no slash at its start', ask('GET blog/first')],
  ['only a query', ask('GET ?a')],
  ['stray bytes after a page', `${more('GET /')}\x16\x03\x01`],
  ['stray bytes before a file is sent', `${more('GET /big.bin')}\x16\x03\x01`],
])('after what Node refuses itself, the server goes on: %s', async (_, request) => {
  const answers = await send(request);
  expect(answers.filter(({ body }) => body.includes('secret'))).toEqual([]);
  await check(ask('GET /'), '200');
});

table('several requests over one connection', [
  ['three pages', more('GET /') + more('GET /about') + ask('GET /blog/first'), '200 200 200'],
  ['a page after a refusal', more('GET /%') + ask('GET /blog/first'), '400 200', 'first words'],
  ['a page after a file', more('GET /big.bin') + ask('GET /blog/first'), '200 200', 'first words'],
]);

test('a session answers to addresses and to names that are allowed, and to no other name', async () => {
  const allowed = ['name.example', 'B.example'];
  const { listening } = await startDevSite({}, { host: '0.0.0.0', allowed });
  const hosts = listening.network.map((url) => new URL(url).host);
  const cases = [
    ...[...hosts, 'localhost', '203.0.113.77', 'NAME.example', 'b.example:443'].map(
      (host) => [host, true] as const,
    ),
    ...['evil.example', 'x.b.example'].map((host) => [host, false] as const),
  ];
  for (const [host, isOwn] of cases) {
    const [answer] = await exchange(listening.port, raw('GET /robots.txt', `Host: ${host}`));
    expect([host, answer?.status === 403]).toEqual([host, !isOwn]);
  }
});

test('HEAD gets the same headers as GET', async () => {
  for (const target of ['/', '/blog/first', '/gone', '/digits.bin', '/.blog/live.js', '/album']) {
    const [get] = await send(ask(`GET ${target}`));
    const [head, ...rest] = await send(ask(`HEAD ${target}`));
    const withoutDate = (text = '') => text.replace(/^Date: .*\r\n/m, '');
    expect(withoutDate(head?.head)).toBe(withoutDate(get?.head));
    expect([head?.body, rest]).toEqual(['', []]);
  }
});

const again = (...headers: string[]) => ask('GET /digits.bin', ...headers);

table('a file that the browser has cached', [
  ['is not sent again', again('If-None-Match: TAG'), '304'],
  ['is sent if it has changed', again('If-None-Match: "other"'), '200', DIGITS],
  ['is not sent again in part', again('If-None-Match: TAG', 'Range: bytes=0-3'), '304'],
]);

/** Collects the files that the server opens for answers during the test. */
function noteFiles(): ReadStream[] {
  const files: ReadStream[] = [];
  const note = (message: unknown) => {
    const { response } = message as { response: ServerResponse };
    response.on('pipe', (file: ReadStream) => files.push(file));
  };
  channel('http.server.request.start').subscribe(note);
  onTestFinished(() => void channel('http.server.request.start').unsubscribe(note));
  return files;
}

/** Sends requests for a large file, and leaves as soon as some of it arrives. */
async function leaveEarly(requests: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(requests.replaceAll('PORT', String(port)));
  await once(socket, 'data');
  socket.destroy();
}

const MANY_TIMES = more('GET /big.bin').repeat(1800);
test.each([
  ['visitors who leave in the middle of a file leave no file open', 40, ask('GET /big.bin')],
  ['a file that one of them requests 1,800 times at once is opened once', 1, MANY_TIMES],
])('%s', async (_, visitors, requests) => {
  const files = noteFiles();
  await Promise.all(Array.from({ length: visitors }, () => leaveEarly(requests)));
  await check(ask('GET /'), '200');
  expect(files).toHaveLength(visitors);
  await Promise.all(files.map((file) => file.closed || once(file, 'close')));
});

test('visitors who leave in the middle of a request do no harm', async () => {
  const whole = ask('GET /').replaceAll('PORT', String(port));
  for (let length = 0; length < whole.length; length += 7) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.end(whole.slice(0, length));
    await once(socket.resume(), 'close');
  }
  await check(ask('GET /'), '200');
});
