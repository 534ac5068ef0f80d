/**
 * How servers answer for each form of addresses: `blog preview`, and the servers for which docs/publish.md has a few
 * lines, if they are installed.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { pngHeader } from '../../support/pictures.ts';
import { hasServer, preview, SERVER_NAMES, start } from '../../support/servers.ts';
import { buildSite, essay } from '../../support/site.ts';

const settings = (permalink: string) => ({
  'content/site.yaml':
    'name: Ann\nurl: https://ann.example\ntitle: Letters\nsocialImages: false\ntagPages: true\n' +
    `gone: [/lost]\npermalink: ${permalink}\n`,
});
const FILES = {
  'content/essays/walk.md': essay(
    'title: A walk\nslug: walk\npublished: 2020-01-02\ntags: [woods]\naliases: [/first.html]',
  ),
  'content/essays/歩.md': essay('title: Größe und 歩\nslug: größe-歩\npublished: 2020-01-02'),
  'content/about.md': 'Words.\n',
  'content/public/dot.png': pngHeader(4, 3),
  'content/public/deep/index.html': '<h1>Deep</h1>',
};

/** A request, and its answer: the status, then the target or the heading of the page. */
type Answer = readonly [request: string, answer: string];

const WALK = '200 A walk';
const MISSING = '404 Post not found.';

/** The same for each form of essays' addresses. */
const COMMON: readonly Answer[] = [
  ['GET /', '200 Letters'],
  ['GET /index.html', '301 /'],
  ['GET /about', '200 About'],
  ['GET /%61bout', '200 About'],
  ['GET /about/', '301 /about'],
  ['GET /deep/', '200 Deep'],
  ['GET /deep', '301 /deep/'],
  ['GET /tags/woods', '200 #woods'],
  ['GET /tags/woods/', '301 /tags/woods'],
  ['GET /tags/woods.xml', '200 #woods · Letters · Ann'],
  ['GET /feed.xml', '200 Letters · Ann'],
  ['HEAD /feed.xml', '200'],
  ['GET /dot.png', '200 33 bytes'],
  ['GET /nothing', MISSING],
  ['HEAD /nothing', '404'],
  ['GET /old', MISSING],
  ['GET /lost', '410 Post not found.'],
];

/** Each `permalink`, and the answers at the addresses of essays. Before, it was `/old/:year/:slug`. */
const FORMS: Readonly<Record<string, readonly Answer[]>> = {
  '/blog/:slug': [
    ['GET /blog/walk', WALK],
    ['GET /blog/walk?utm=x', WALK],
    ['HEAD /blog/walk', '200'],
    ['GET /blog/walk/', '301 /blog/walk'],
    ['GET /blog/walk.html', '301 /blog/walk'],
    ['GET /blog/walk/index.html', MISSING],
    ['GET /BLOG/WALK', MISSING],
    ['GET //blog/walk', MISSING],
    ['GET /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9', '200 Größe und 歩'],
    ['GET /blog/gr%c3%b6%c3%9fe-%e6%ad%a9', '200 Größe und 歩'],
    ['GET /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9/', '301 /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9'],
    ['GET /old/2020/walk', '301 /blog/walk'],
    ['GET /old/2020/walk/', '301 /blog/walk'],
    ['GET /old/2020/walk.html', '301 /blog/walk'],
    ['GET /old/2020/walk?utm=x', '301 /blog/walk'],
    ['GET /old/2020/gr%C3%B6%C3%9Fe-%E6%AD%A9', '301 /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9'],
    ['GET /old/2020/gr%c3%b6%c3%9fe-%e6%ad%a9', '301 /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9'],
    ['GET /first.html', '301 /blog/walk'],
    ['GET /first', '301 /blog/walk'],
    ['GET /blog/nothing', MISSING],
  ],
  '/:year/:month/:slug/': [
    ['GET /2020/01/walk/', WALK],
    ['GET /2020/01/walk/?utm=x', WALK],
    ['HEAD /2020/01/walk/', '200'],
    ['GET /2020/01/walk', '301 /2020/01/walk/'],
    ['GET /2020/01/walk.html', '301 /2020/01/walk/'],
    ['GET /2020/01/walk/index.html', '301 /2020/01/walk/'],
    ['GET /2020/01/WALK/', MISSING],
    ['GET //2020/01/walk/', MISSING],
    ['GET /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9/', '200 Größe und 歩'],
    ['GET /2020/01/gr%c3%b6%c3%9fe-%e6%ad%a9/', '200 Größe und 歩'],
    ['GET /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9', '301 /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9/'],
    ['GET /old/2020/walk', '301 /2020/01/walk/'],
    ['GET /old/2020/walk/', '301 /2020/01/walk/'],
    ['GET /old/2020/walk.html', '301 /2020/01/walk/'],
    ['GET /old/2020/walk?utm=x', '301 /2020/01/walk/'],
    ['GET /old/2020/gr%C3%B6%C3%9Fe-%E6%AD%A9', '301 /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9/'],
    ['GET /first.html', '301 /2020/01/walk/'],
    ['GET /first', '301 /2020/01/walk/'],
    ['GET /2020/01/nothing', MISSING],
    ['GET /2020/01', MISSING],
  ],
  '/:slug.html': [
    ['GET /walk.html', WALK],
    ['GET /walk.html?utm=x', WALK],
    ['HEAD /walk.html', '200'],
    ['GET /walk', WALK],
    ['GET /walk/', '301 /walk'],
    ['GET /walk/index.html', MISSING],
    ['GET /WALK.HTML', MISSING],
    ['GET //walk.html', MISSING],
    ['GET /gr%C3%B6%C3%9Fe-%E6%AD%A9.html', '200 Größe und 歩'],
    ['GET /gr%c3%b6%c3%9fe-%e6%ad%a9.html', '200 Größe und 歩'],
    ['GET /gr%C3%B6%C3%9Fe-%E6%AD%A9', '200 Größe und 歩'],
    ['GET /gr%C3%B6%C3%9Fe-%E6%AD%A9/', '301 /gr%C3%B6%C3%9Fe-%E6%AD%A9'],
    ['GET /old/2020/walk', '301 /walk.html'],
    ['GET /old/2020/walk/', '301 /walk.html'],
    ['GET /old/2020/walk.html', '301 /walk.html'],
    ['GET /old/2020/walk?utm=x', '301 /walk.html'],
    ['GET /old/2020/gr%C3%B6%C3%9Fe-%E6%AD%A9', '301 /gr%C3%B6%C3%9Fe-%E6%AD%A9.html'],
    ['GET /first.html', '301 /walk.html'],
    ['GET /first', '301 /walk.html'],
    ['GET /nothing.html', MISSING],
  ],
};

/** Sends a request; returns the status, and the target or what the body shows. */
async function ask(url: string, request: string): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(url + path, { method, redirect: 'manual' });
  const text = await response.text();
  const to = response.headers.get('location')?.replace(url, '');
  const page = load(text);
  const shown = page('h1').text() || page('feed > title').text() || `${text.length} bytes`;
  return `${response.status} ${to ?? (text === '' ? '' : shown)}`.trimEnd();
}

describe('blog preview answers each request as intended', () => {
  test.each(Object.entries(FORMS))('with %s', async (permalink, answers) => {
    const before = await buildSite(
      { ...FILES, ...settings('/old/:year/:slug') },
      { remembers: 'all' },
    );
    const url = await preview(await before.rebuild(settings(permalink)));
    const all = [...COMMON, ...answers];
    const found: string[][] = [];
    for (const [request] of all) found.push([request, await ask(url, request)]);
    expect(found).toEqual(all);
  });

  test('after several forms, with each form that there was', async () => {
    let site = await buildSite({ ...FILES, ...settings('/blog/:slug') }, { remembers: 'all' });
    const forms = ['/old/:year/:slug/', '/:year/:slug.html', '/essays/:slug'];
    for (const form of forms) site = await site.rebuild(settings(form));
    const url = await preview(site);
    for (const path of ['/blog/walk', '/old/2020/walk/', '/2020/walk.html', '/essays/walk/']) {
      expect([path, await ask(url, `GET ${path}`)]).toEqual([path, '301 /essays/walk']);
    }
  });
});

/** The same of each server. An old address is a page that redirects. */
const OF_SERVERS: readonly Answer[] = [
  ['GET /', '200 Letters'],
  ['GET /about', '200 About'],
  ['GET /about/', '301 /about'],
  ['GET /deep/', '200 Deep'],
  ['GET /feed.xml', '200 Letters · Ann'],
  ['GET /dot.png', '200 33 bytes'],
  ['GET /.well-known/x', '200 5 bytes'],
  ['GET /.domains', MISSING],
  ['GET /nothing', MISSING],
];

describe.each(SERVER_NAMES)('%s, as in the manual', (name) => {
  test.skipIf(!hasServer(name)).each([
    ['/blog/:slug', '/blog/walk'],
    ['/:year/:slug/', '/2020/walk/'],
    ['/:slug.html', '/walk.html'],
  ])('answers with pages, redirects and the 404 page for %s', async (permalink, address) => {
    const site = await buildSite({
      ...FILES,
      ...settings(permalink),
      'content/public/.well-known/x': 'known',
      'content/public/.domains': 'hidden',
    });
    const url = await start(name, site);
    const found: string[][] = [];
    for (const [request] of OF_SERVERS) found.push([request, await ask(url, request)]);
    expect(found).toEqual(OF_SERVERS);
    expect(await ask(url, `GET ${address}`)).toBe(WALK);
    const old = await (await fetch(`${url}/first.html`)).text();
    expect(load(old)('meta[http-equiv="refresh"]').attr('content')).toContain(address);
    const [style = ''] = site.paths.filter((path) => /^assets\/style.*css$/.test(path));
    const { headers } = await fetch(`${url}/${style}`);
    expect(headers.get('cache-control')).toContain('immutable');
  });
});
