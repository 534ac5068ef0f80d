/**
 * `blog check`: all problems in full, in three formats, and links to other hosts, checked against local servers.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, posix, win32 } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { type CheckOptions, runCheck } from '../../../src/cli/check.ts';
import { checkOuterLinks } from '../../../src/cli/outer-links.ts';
import { formatAnnotation } from '../../../src/cli/report.ts';
import { isPrivateHost } from '../../../src/files/public-host.ts';
import { makeProblem, wholeFile } from '../../../src/problems/problems.ts';
import { serve } from '../../support/listen.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  packageRoot,
  SITE_YAML,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const site = (files: Files) => makeSite({ 'content/site.yaml': SITE_YAML, ...files });
const GOOD = { 'content/essays/a.md': essay('title: A\npublished: 2020-01-01') };
const BAD = {
  ...GOOD,
  'content/essays/b.md': essay('title: B\npublished: 2020-01-01', 'See [x](/gone).\n'),
  'content/essays/c/c.md': essay('title: C\npublished: 2020-01-01', '```nolanguage\nx\n```\n'),
};

async function check(root: string, options: Partial<CheckOptions> = {}) {
  const terminal = makeTerminal();
  const all = { files: [], format: 'text', links: false, workspace: root, ...options } as const;
  const code = await runCheck(makeRequest(root), all, terminal, async () => []);
  return { code, ...terminal.texts };
}

describe('blog check', () => {
  test('exits with 0 for a site without problems, and writes nothing', async () => {
    const root = site(GOOD);
    expect(await check(root)).toEqual({ code: 0, out: '✓ No problems\n', err: '' });
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  test('shows every problem in full, however many there are', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `[x](/gone-${i})\n`).join('\n');
    const many = { 'content/essays/m.md': essay('title: M\npublished: 2020-01-01', links) };
    const { code, out } = await check(site({ ...GOOD, ...many }));
    expect(code).toBe(1);
    expect(out.match(/ {2}→ /g)).toHaveLength(30);
    expect(out).toMatch(/\n30 warnings\n$/);
  });

  test('with files or folders shows only their problems', async () => {
    const root = site(BAD);
    const folder = await check(root, { files: [join(root, 'content/essays/c')] });
    expect(folder.code).toBe(0); // A notice only.
    expect(folder.out).toMatch(/^notice \[code-language-unknown\] .*\n\n1 notice\n$/s);
    const file = await check(root, { files: [join(root, 'content/essays/b.md')] });
    expect(file).toMatchObject({ code: 1, out: expect.stringMatching(/\n\n1 warning\n$/) });
    const good = await check(root, { files: [join(root, 'content/essays/a.md')] });
    expect(good).toMatchObject({ code: 0, out: '✓ No problems\n' });
    const none = await check(root, { files: ['no/such/file.md'] });
    expect(none).toEqual({ code: 2, out: '', err: 'error: there is no file no/such/file.md\n' });
  });

  test('with a file shows what the whole site shows once for several files, at its place there', async () => {
    const marks = (text: string) => essay('title: M\npublished: 2020-01-01', text);
    const files = {
      'content/essays/m1.md': marks('{{< x >}}\n'),
      'content/essays/m2.md': marks('A.\n\n{{< x >}}\n'),
    };
    const root = site({ ...GOOD, ...files });
    await buildIn(root);
    const foreign = "`{{< x >}}` is another program's syntax, so readers see it as it is";
    const { out } = await check(root, { files: [join(root, 'content/essays/m2.md')] });
    expect(out).toContain(`${foreign}\n  content/essays/m2.md:7:1\n`);
    const all = await check(root);
    expect(all.out).toContain(`${foreign} (2 times in 2 files)\n  content/essays/m1.md:5:1\n`);
  });

  test('prints a version and every problem as JSON', async () => {
    const { code, out } = await check(site(BAD), { format: 'json' });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      problems: [{ code: 'code-language-unknown' }, { code: 'link-broken', line: 5, column: 9 }],
    });
  });

  test('prints the edits that fix a problem as JSON', async () => {
    const text = 'See [x](/blog/hlls).\n';
    const files = { 'content/essays/hills.md': essay('title: Hills\npublished: 2020-01-01', text) };
    const { out } = await check(site({ ...GOOD, ...files }), { format: 'json' });
    const { problems } = JSON.parse(out);
    const at = String(files['content/essays/hills.md']).indexOf('/blog/hlls');
    expect(problems).toMatchObject([
      {
        code: 'link-broken',
        subject: '/blog/…',
        edits: [{ at, was: '/blog/hlls', is: '/blog/hills' }],
      },
    ]);
    const path = join(packageRoot, 'docs/json.schema.json');
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile({
      $defs: schema.$defs,
      $ref: '#/$defs/problem',
    });
    expect([problems.every((each: object) => validate(each)), validate.errors]).toEqual([
      true,
      null,
    ]);
  });

  test('prints annotations for GitHub Actions, with paths from the root of the repository', async () => {
    const root = site({
      ...GOOD,
      'content/essays/b.md': essay('title: B\npublished: 2020-01-01', 'See [x](/50%25).\n'),
    });
    const { out } = await check(root, { format: 'github', workspace: join(root, '..') });
    const folder = root.slice(root.lastIndexOf('/') + 1);
    expect(out).toMatch(
      `::warning file=${folder}/content/essays/b.md,line=5,col=9,title=link-broken::` +
        'The link `/50%2525` leads to nothing in the site%0ACorrect it, ',
    );
  });
});

test.each([
  ['content/a.md', '/work/site', '/work', 'site/content/a.md', posix],
  ['content/a.md', 'D:\\a\\repo\\site', 'D:\\a\\repo', 'site/content/a.md', win32],
  ['content/a.md', 'E:\\', 'E:\\', 'content/a.md', win32],
  ['content/a.md', 'd:\\a\\repo', 'D:\\a\\repo', 'content/a.md', win32],
  ['D:\\a\\repo\\out', 'D:\\a\\repo\\site', 'D:\\a\\repo', 'out', win32],
  ['/work/out', '/work/site', '/work', 'out', posix],
])('an annotation names %s of the site %s, in the workspace %s, as %s', (...facts) => {
  const [file, root, workspace, named, path] = facts;
  const problem = makeProblem('link-broken', wholeFile(file), 'Gone', 'Correct it.');
  const text = formatAnnotation(problem, root, workspace, path);
  expect(text).toBe(`::warning file=${named},title=link-broken::Gone%0ACorrect it.\n`);
});

/** Checks an essay that has each of these links in a paragraph. */
async function checkLinks(
  urls: readonly string[],
  archive: string,
  // Local servers stand in for public hosts.
  { root = site(linked(urls)), timeoutMs = 30_000, isPrivate = (_: string): boolean => false } = {},
) {
  const options = { archive, timeoutMs, isPrivate };
  const problems = await checkOuterLinks(makeRequest(root), makeTerminal(), options);
  return { root, problems };
}
const linked = (urls: readonly string[]) => ({
  'content/essays/a.md': essay(
    'title: A\npublished: 2009-07-08',
    urls.map((url) => `[x](${url})\n`).join('\n'),
  ),
});

describe('a link to another host', () => {
  const status =
    (code: number, headers = {}): RequestListener =>
    (_, response) =>
      response.writeHead(code, headers).end();
  const byMethod =
    (head: RequestListener, get: RequestListener): RequestListener =>
    (request, response) =>
      (request.method === 'HEAD' ? head : get)(request, response);
  const there: RequestListener = (_, response) => response.end('x');
  const silent: RequestListener = () => {};
  const cut: RequestListener = ({ socket }) => socket.destroy();

  test.each<[name: string, behaviour: RequestListener, code: string | null]>([
    ['that answers', there, null],
    ['with a permanent redirect', status(301, { location: '/there' }), null],
    ['that redirects to a page that is gone', status(302, { location: '/gone' }), 'link-gone'],
    ['that redirects to itself', status(302, { location: '/' }), 'link-unsure'],
    ['without support for HEAD (405)', byMethod(status(405), there), null],
    ['that drops the connection on HEAD', byMethod(cut, there), null],
    ['that answers only HEAD', byMethod(there, cut), null],
    ['with an endless body', byMethod(status(405), (_, response) => response.write('x')), null],
    ['with status 404', status(404), 'link-gone'],
    ['with status 410', status(410), 'link-gone'],
    ['with status 403, then 404', byMethod(status(403), status(404)), 'link-gone'],
    ['with status 403', status(403), 'link-unsure'],
    ['with status 429, which is not asked again', byMethod(status(429), there), 'link-unsure'],
    ['with status 503', status(503), 'link-unsure'],
    ['that never answers', silent, 'link-unsure'],
    ['that drops the connection', cut, 'link-unsure'],
  ])('%s', async (_, behaviour, code) => {
    const { url } = await serve((request, response) => {
      if (request.url === '/there') return there(request, response);
      if (request.url === '/gone') return status(404)(request, response);
      return behaviour(request, response);
    });
    // Only the silent host reaches its timeout.
    const timeoutMs = behaviour === silent ? 100 : 30_000;
    const { problems } = await checkLinks([url], `${url}/there`, { timeoutMs });
    const file = 'content/essays/a.md';
    const found = problems.map((each) => ({ code: each.code, file: each.file, line: each.line }));
    expect(found).toEqual(code === null ? [] : [{ code, file, line: 5 }]);
  });

  test('to a host that does not exist is reported as unsure', async () => {
    const { problems } = await checkLinks(['http://gone.invalid/'], 'http://gone.invalid/');
    expect(problems.map(({ code }) => code)).toEqual(['link-unsure']);
    expect(problems[0]?.message).toMatch(/still works: (ENOTFOUND|EAI_AGAIN)$/);
  });

  test('that is gone is reported with the archived copy nearest to the day of its essay', async () => {
    const { url } = await serve(status(404));
    const copy = 'http://web.archive.org/web/20090710/x';
    const archive = await serve((_, response) =>
      response.end(
        JSON.stringify({ archived_snapshots: { closest: { available: true, url: copy } } }),
      ),
    );
    const { problems } = await checkLinks([`${url}/x#part`], archive.url);
    expect(problems.map(({ hint }) => hint)).toEqual([
      'The Internet Archive has a copy: https://web.archive.org/web/20090710/x',
    ]);
    const asked = new URLSearchParams({ url: `${url}/x`, timestamp: '20090708' });
    expect(archive.requests).toEqual([`GET /?${asked}`]);
  });

  test.each([
    'http://127.0.0.1:PORT/?token=x',
    'http://localhost:PORT/?token=x',
    'http://0x7f.1:PORT/?token=x',
    'http://[::1]:PORT/?token=x',
    'http://[::ffff:127.0.0.1]:PORT/?token=x',
    'http://192.168.0.1/admin?token=x',
    'http://router.local/?token=x',
  ])('into this machine or network is neither asked nor told the archive: %s', async (url) => {
    const { url: own, requests } = await serve(status(404));
    const archive = await serve(status(404));
    const link = url.replace('PORT', new URL(own).port);
    const { problems } = await checkLinks([link], archive.url, { isPrivate: isPrivateHost });
    expect([requests, archive.requests]).toEqual([[], []]);
    expect(problems.map(({ code }) => code).filter((code) => code !== 'link-unsure')).toEqual([]);
  });

  test('is not followed into this network, by a redirect or by a name', async () => {
    const inside = await serve(status(404));
    const target = inside.url.replace('127.0.0.1', '127.0.0.2');
    const { url } = await serve(status(302, { location: target }));
    const archive = await serve(status(404));
    const isPrivate = (host: string) => host === '127.0.0.2' || host === '::1';
    const { problems } = await checkLinks([url], archive.url, { isPrivate });
    // A public name with a private address.
    const isAddress = (host: string) => host !== 'localhost' && isPrivateHost(host);
    const named = await checkLinks([inside.url.replace('127.0.0.1', 'localhost')], archive.url, {
      isPrivate: isAddress,
    });
    for (const { code, message } of [...problems, ...named.problems]) {
      expect([code, message]).toEqual(['link-unsure', expect.stringMatching(/private network/)]);
    }
    expect([problems.length, named.problems.length]).toEqual([1, 1]);
    expect([inside.requests, archive.requests]).toEqual([[], []]);
  });

  test('is asked, shown and looked up without its password', async () => {
    const { url, requests } = await serve(status(404));
    const archive = await serve(status(404));
    const secret = url.replace('//', '//ann:secret@');
    const unsure = 'http://ann:secret@gone.invalid/';
    const { root, problems } = await checkLinks([secret, unsure], archive.url);
    expect(problems.map(({ code }) => code)).toEqual(['link-gone', 'link-unsure']);
    const cache = readFileSync(join(root, '.blog/links'), 'utf8');
    const messages = problems.map(({ message, hint }) => `${message} ${hint}`);
    const sent = [...requests, ...archive.requests];
    expect(sent.length).toBe(3);
    expect([...messages, ...sent, cache].join()).not.toContain('secret');
  });

  test('that matches `ignoreLinks` is not requested', async () => {
    const { url, requests } = await serve(status(404));
    const ignoring = `${SITE_YAML}ignoreLinks: ['*/a']\n`;
    const root = site({ ...linked([`${url}/a`, `${url}/b`]), 'content/site.yaml': ignoring });
    const { problems } = await checkLinks([], url, { root });
    expect([problems.length, requests.filter((each) => each.endsWith('/a'))]).toEqual([1, []]);
  });

  test('is requested once, and by a later check only without a definite answer', async () => {
    const { url, requests } = await serve((request, response) =>
      response.writeHead(request.url === '/busy' ? 503 : 200).end(),
    );
    const urls = [`${url}/a`, `${url}/busy`, `${url}/a#b`];
    const { root } = await checkLinks(urls, url);
    expect(requests).toEqual(['HEAD /a', 'HEAD /busy', 'GET /busy']);
    requests.length = 0;
    await checkLinks(urls, url, { root });
    expect(requests).toEqual(['HEAD /busy', 'GET /busy']);
  });

  test('is requested again if the recorded answers are damaged', async () => {
    const { url, requests } = await serve(status(200));
    const { root } = await checkLinks([`${url}/a`], url);
    writeFileSync(join(root, '.blog/links'), `{"${url}/a`);
    expect((await checkLinks([], url, { root })).problems).toEqual([]);
    expect(requests).toEqual(['HEAD /a', 'HEAD /a']);
  });

  test('waits for its host’s other requests, and at most four hosts are asked at once', async () => {
    let [atOnce, most] = [0, 0];
    let open: (value: unknown) => void = () => {};
    const opened = new Promise((resolve) => {
      open = resolve;
    });
    const probe = await serve((_, response) => response.end());
    const hosts = await Promise.all(
      Array.from({ length: 6 }, () => {
        let isBusy = false;
        return serve(async (_, response) => {
          expect(isBusy).toBe(false);
          isBusy = true;
          most = Math.max(most, ++atOnce);
          // Holds back the first four answers until a fifth request would have arrived.
          if (atOnce === 4) void fetch(probe.url).then(open);
          await opened;
          isBusy = false;
          atOnce--;
          response.end();
        });
      }),
    );
    const urls = hosts.flatMap(({ url }) => [`${url}/a`, `${url}/b`]);
    const { problems } = await checkLinks(urls, 'http://gone.invalid/');
    expect([problems, most]).toEqual([[], 4]);
  });
});
