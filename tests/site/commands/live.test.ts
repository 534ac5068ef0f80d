/**
 * `blog check --live` against a local server that stands in for the published site.
 */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLive } from '../../../src/cli/live.ts';
import { serve } from '../../support/listen.ts';
import { buildSite, essay, type Files, makeSite, writeFiles } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

/** Serves the published site; returns its URL. */
const publish = async (answer: RequestListener) => (await serve(answer)).url;

async function check(root: string) {
  const terminal = makeTerminal();
  const code = await runLive(root, join(root, 'out'), terminal);
  return { code, ...terminal.texts };
}

const settings = (url: string) => `name: Ann\nurl: ${url}\nsocialImages: false\n`;

/** Builds a site at a URL. */
async function buildAt(url: string, files: Files = {}): Promise<string> {
  const own = { 'content/site.yaml': settings(url) };
  const first = {
    'content/essays/a.md': essay('title: Café\npublished: 2020-01-01\naliases: [/old/, /été]'),
  };
  return (await buildSite({ ...own, ...first, ...files })).root;
}

const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="x">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Publishes texts at paths; everything else answers 404. */
function publishTexts(texts: (url: string) => Readonly<Record<string, string>>): Promise<string> {
  return publish(({ url = '', headers: { host } }, response) => {
    const text = texts(`http://${host}`)[url];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
}

test('a published address is kept if the built site answers there', async () => {
  const rows: readonly [name: string, path: string, isKept: boolean][] = [
    ['of the home page', '/', true],
    ['of a page', '/blog/cafe', true],
    ['of a page, with a trailing slash', '/blog/cafe/', true],
    ['of a page that is gone', '/blog/gone', false],
    ['of a redirect', '/old/', true],
    ['of a redirect, percent-encoded', '/%C3%A9t%C3%A9', true],
    ['of a file', '/paper.pdf', true],
    ['that a line of the author’s `_redirects` answers', '/2007/02/deep/in', true],
    ['that a line with a placeholder answers', '/tag/x', true],
    ['that a line answers with 404', '/tag/x/y', false],
    ['with a query', '/?p=12', true],
    ['that is not valid UTF-8', '/%ff', false],
  ];
  const url = await publishTexts((at) => ({
    '/sitemap.xml': sitemap(...rows.map(([, path]) => at + path)),
  }));
  const root = await buildAt(url, {
    'content/public/paper.pdf': 'pdf',
    'content/public/_redirects': '/2007/* /about 301\n/tag/:name /about\n/tag/:name/y /about 404\n',
  });
  const { code, out } = await check(root);
  const gone = rows.flatMap(([, path, isKept]) => (isKept ? [] : `  ${path}`));
  expect([code, out.split('\n').slice(0, -3)]).toEqual([1, gone]);
});

test('addresses that would be gone are listed, with a hint', async () => {
  const url = await publishTexts((at) => ({
    '/sitemap.xml': sitemap(
      at,
      `${at}/blog/b%C3%A9&amp;%1b`,
      `<![CDATA[ ${at}/x ]]>`,
      'https://other.example/y',
    ),
  }));
  const { code, out, err } = await check(await buildAt(url));
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(
    /^ {2}\/blog\/bé&␛\n {2}\/x\n✗ 2 of 3 published pages would be gone\n {2}→ .+\n$/,
  );
});

test('if none would be gone, the number of pages is printed', async () => {
  const url = await publishTexts((at) => ({ '/sitemap.xml': sitemap(at, `${at}/about`) }));
  expect(await check(await buildAt(url))).toEqual({
    code: 0,
    out: `✓ 2 published pages at ${url}, and the built site has them all\n`,
    err: '',
  });
});

test('a sitemap index is followed on the same host alone, and below a base path', async () => {
  const url = await publishTexts((at) => ({
    '/my/blog/sitemap.xml': index(`${at}/my/a.xml`, `${at}/my/a.xml`, 'http://other.example/b.xml'),
    '/my/a.xml': sitemap(`${at}/my/blog/gone`, `${at}/my/blog/about`, `${at}/my/elsewhere`),
  }));
  const { out } = await check(await buildAt(`${url}/my/blog`));
  expect(out).toMatch(/^ {2}\/my\/blog\/gone\n✗ 1 of 2 published pages/);
});

test('redirects of the sitemap are followed, and addresses on the target host count', async () => {
  const there = await publishTexts((at) => ({ '/map.xml': sitemap(`${at}/gone`) }));
  const url = await publish((_, response) =>
    response.writeHead(301, { location: `${there}/map.xml` }).end(),
  );
  expect((await check(await buildAt(url))).out).toMatch(/^ {2}\/gone\n/);
});

describe('nothing is compared, an error says why, and the exit code is 2:', () => {
  const big = Buffer.alloc(2 ** 20, ' ');
  const rows: [name: string, answer: RequestListener, reason: string][] = [
    ['an HTTP error', (_, response) => response.writeHead(404).end('x'), 'the host answers 404'],
    ['a page instead of a sitemap', (_, response) => response.end('<html>'), "it isn't a sitemap"],
    [
      'endless redirects',
      (_, response) => response.writeHead(302, { location: '/sitemap.xml' }).end(),
      'it redirects too many times',
    ],
    ['a dropped connection', ({ socket }) => socket.destroy(), 'socket hang up'],
    [
      'a sitemap that is too large',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(big));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      'it is larger than 50 MiB',
    ],
  ];
  test.each(rows)('%s', async (_, answer, reason) => {
    const url = await publish(answer);
    const { code, out, err } = await check(await buildAt(url));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      new RegExp(`^error: cannot read ${url}/sitemap.xml: ${reason}\n  → Is .+\n$`),
    );
  });

  test('no page of this site in the sitemap', async () => {
    const url = await publish((_, response) => response.end(sitemap('https://old.example/blog/x')));
    const { code, err } = await check(await buildAt(url));
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`sitemap of ${url}/ lists none of its pages`),
    ]);
  });

  test('too many sitemaps', async () => {
    const many = Array.from({ length: 120 }, (_, number) => `/${number}.xml`);
    const url = await publish((_, response) => response.end(index(...many)));
    expect((await check(await buildAt(url))).err).toContain('has more than 100 sitemaps');
  });

  test('no built site, or settings with errors', async () => {
    const none = await check(makeSite({ 'content/site.yaml': settings('https://ann.example') }));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no built site')]);
    const root = await buildAt('https://ann.example');
    writeFiles(root, { 'content/site.yaml': 'name: Ann\n' });
    const wrong = await check(root);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('[key-missing]')]);
  });
});
