/**
 * How servers answer for each form of addresses: `blog preview`, and the servers that `blog build --for` writes
 * configurations for, if they are installed.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { HOST_FILES, type HostName } from '../../../src/hosts/host-configs.ts';
import { pngHeader } from '../../support/pictures.ts';
import { hasServer, preview, start } from '../../support/servers.ts';
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

type Server = HostName | 'preview';
/** A request, and its answer: the status, then the target or the heading of the page. */
type Answer = readonly [request: string, answer: string, others?: Partial<Record<Server, string>>];

const WALK = '200 A walk';
const MISSING = '404 Post not found.';

/** The same for each form of essays' addresses. */
const COMMON: readonly Answer[] = [
  ['GET /', '200 Letters'],
  ['GET /index.html', '200 Letters', { preview: '301 /' }],
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
  // For an address that is gone, Apache shows its own page.
  ['GET /lost', '410 The essay that was here is gone.', { apache: '410 Gone' }],
];

/** Each `permalink`, and the answers at the addresses of essays; Apache writes its own escapes in lower case. Before, it was `/old/:year/:slug`. */
const FORMS: Readonly<Record<string, readonly Answer[]>> = {
  '/blog/:slug': [
    ['GET /blog/walk', WALK],
    ['GET /blog/walk?utm=x', WALK],
    ['HEAD /blog/walk', '200'],
    ['GET /blog/walk/', '301 /blog/walk'],
    ['GET /blog/walk.html', WALK, { preview: '301 /blog/walk' }],
    ['GET /blog/walk/index.html', MISSING],
    ['GET /BLOG/WALK', MISSING],
    ['GET //blog/walk', WALK, { preview: MISSING }],
    ['GET /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9', '200 Größe und 歩'],
    ['GET /blog/gr%c3%b6%c3%9fe-%e6%ad%a9', '200 Größe und 歩'],
    [
      'GET /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9/',
      '301 /blog/gr%C3%B6%C3%9Fe-%E6%AD%A9',
      { apache: '301 /blog/gr%c3%b6%c3%9fe-%e6%ad%a9' },
    ],
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
    ['GET /2020/01/walk/index.html', WALK, { preview: '301 /2020/01/walk/' }],
    ['GET /2020/01/WALK/', MISSING, { caddy: '301 /2020/01/WALK' }],
    ['GET //2020/01/walk/', WALK, { preview: MISSING }],
    ['GET /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9/', '200 Größe und 歩'],
    ['GET /2020/01/gr%c3%b6%c3%9fe-%e6%ad%a9/', '200 Größe und 歩'],
    [
      'GET /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9',
      '301 /2020/01/gr%C3%B6%C3%9Fe-%E6%AD%A9/',
      { apache: '301 /2020/01/gr%c3%b6%c3%9fe-%e6%ad%a9/' },
    ],
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
    ['GET //walk.html', WALK, { preview: MISSING }],
    ['GET /gr%C3%B6%C3%9Fe-%E6%AD%A9.html', '200 Größe und 歩'],
    ['GET /gr%c3%b6%c3%9fe-%e6%ad%a9.html', '200 Größe und 歩'],
    ['GET /gr%C3%B6%C3%9Fe-%E6%AD%A9', '200 Größe und 歩'],
    [
      'GET /gr%C3%B6%C3%9Fe-%E6%AD%A9/',
      '301 /gr%C3%B6%C3%9Fe-%E6%AD%A9',
      { apache: '301 /gr%c3%b6%c3%9fe-%e6%ad%a9' },
    ],
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

const servers = [...(Object.keys(HOST_FILES) as HostName[]), 'preview' as const];

describe.each(servers)('%s answers each request as intended', (server) => {
  const isInstalled = server === 'preview' || hasServer(server);
  test.skipIf(!isInstalled).each(Object.entries(FORMS))('with %s', async (permalink, answers) => {
    const host = server === 'preview' ? {} : { host: server };
    const before = await buildSite(
      { ...FILES, ...settings('/old/:year/:slug') },
      { remembers: 'all', ...host },
    );
    const site = await before.rebuild(settings(permalink));
    const url = server === 'preview' ? await preview(site) : await start(server, site);
    const all = [...COMMON, ...answers];
    const found: string[][] = [];
    for (const [request] of all) found.push([request, await ask(url, request)]);
    expect(found).toEqual(
      all.map(([request, answer, others]) => [request, others?.[server] ?? answer]),
    );
  });

  test.skipIf(!isInstalled)('after several forms, with each form that there was', async () => {
    const host = server === 'preview' ? {} : { host: server };
    let site = await buildSite(
      { ...FILES, ...settings('/blog/:slug') },
      { remembers: 'all', ...host },
    );
    const forms = ['/old/:year/:slug/', '/:year/:slug.html', '/essays/:slug'];
    for (const form of forms) site = await site.rebuild(settings(form));
    const url = server === 'preview' ? await preview(site) : await start(server, site);
    for (const path of ['/blog/walk', '/old/2020/walk/', '/2020/walk.html', '/essays/walk/']) {
      expect([path, await ask(url, `GET ${path}`)]).toEqual([path, '301 /essays/walk']);
    }
  });
});
