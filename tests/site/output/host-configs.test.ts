/**
 * The configurations that `blog build --for` writes, tried with the servers themselves where they are installed.
 */
import { describe, expect, test } from 'vitest';
import { HOST_FILES, type HostName } from '../../../src/hosts/host-configs.ts';
import { hasServer, preview, start } from '../../support/servers.ts';
import { type BuiltSite, buildSite, essay, SITE_YAML } from '../../support/site.ts';

const FILES = {
  'content/site.yaml':
    'name: Ann\nurl: https://ann.example\nsocialImages: false\ngone: [/blog/gone, /caf%C3%A9]\n' +
    'redirects:\n  /:year/:month/:slug: /blog/:slug\n  /away: https://b.example/x\n  /a%22b: https://b.example/a%20b\n',
  'content/essays/a.md': essay('title: A\npublished: 2020-01-02\naliases: [/old.html, /a%20b]'),
  'content/essays/b.c.md': essay('title: B\nslug: b-c\npublished: 2020-01-02'),
  'content/public/_redirects': '/ p=12 /blog/a 302\n/%0A%5C /blog/a\n',
  'content/public/_headers': '/*\n  X-Quote: "a" \'b\'\n/blog/*\n  X-Essay: 1\n',
  'content/public/deep/index.html': '<p>Deep</p>',
  'content/public/film.mp4': 'film',
  'content/public/.well-known/x': 'known',
  'content/public/.secret': 'hidden',
};

const hosts = Object.keys(HOST_FILES) as HostName[];

test('nginx tries rules with a query before the one without', async () => {
  const redirects = '/x /blog/a 301\n/x p=1 /blog/b-c 302\n';
  const files = { ...FILES, 'content/public/_redirects': redirects };
  const { text } = await buildSite(files, { host: 'nginx' });
  const answer = 'if ($arg_p = "1") { return 302 "/blog/b-c"; } return 301 "/blog/a";';
  const paths = ['/x', '/x/', '/x.html'];
  const lines = paths.map((path) => `location = "${path}" { ${answer} }`);
  expect(text(HOST_FILES.nginx).split('\n')).toEqual(expect.arrayContaining(lines));
});

test.each([
  ['nginx', 'location = "/a b" {'],
  ['caddy', 'path_regexp r0 "^/a b('],
  ['apache', 'RewriteRule "^a b('],
] as const)('%s matches a percent-encoded old path decoded', async (host, rule) => {
  const files = { ...FILES, 'content/public/_redirects': '/a%20b /blog/a\n' };
  const { text } = await buildSite(files, { host });
  expect(text(HOST_FILES[host])).toContain(rule);
});

test.skipIf(!hosts.every((host) => hasServer(host))).each(hosts)(
  '%s leads from /x.html to /x/ only where there is no such file',
  async (host) => {
    const path = encodeURI('/путь/шаг~c++x');
    const site = await buildSite(
      {
        'content/site.yaml': `${SITE_YAML}permalink: /путь/:slug/\n`,
        'content/essays/a.md': essay('title: A\nslug: шаг~c++x\npublished: 2020-01-02'),
        'content/public/demo.html': 'Own file',
        'content/public/demo/index.html': 'Folder',
      },
      { host },
    );
    const url = await start(host, site);
    const moved = await fetch(`${url}${path}.html`, { redirect: 'manual' });
    expect(moved.status).toBe(301);
    const { pathname } = new URL(moved.headers.get('location') ?? '', url);
    expect(decodeURIComponent(pathname)).toBe(decodeURIComponent(`${path}/`));
    expect((await fetch(url + pathname)).status).toBe(200);
    expect(await (await fetch(`${url}/demo.html`)).text()).toBe('Own file');
    expect((await fetch(`${url}/путь/no.html`)).status).toBe(404);
  },
);

describe.each(hosts)('%s', (host) => {
  test.skipIf(!hasServer(host))('serves the site as intended', async () => {
    const site = await buildSite(FILES, { host });
    expect(site.report).toBe('');
    const url = await start(host, site);
    const ask = async (path: string) => {
      const response = await fetch(url + path, { redirect: 'manual' });
      const { status, headers } = response;
      const to = headers.get('location')?.replace(url, '') ?? null;
      return { status, to, headers, text: await response.text() };
    };
    const answers = [
      ...['/ 200', '/about 200', '/blog/a 200', '/?p=13 200', '/film.mp4 200', '/deep/ 200'],
      ...['/.well-known/x 200', '/blog/a/ 301 /blog/a', '/old.html 301 /blog/a'],
      ...['/2020/01/a 301 /blog/a', '/2020/01/b-c/ 301 /blog/b-c', '/?p=12 302 /blog/a'],
      ...['/away 301 https://b.example/x', '/blog/nothing 404', '/2020/01 404', '/.secret 404'],
      ...['/blog/gone 410', '/caf%C3%A9 410', '/a%20b 301 /blog/a'],
      '/a%22b 301 https://b.example/a%20b',
    ];
    for (const answer of answers) {
      const [path = ''] = answer.split(' ');
      const { status, to } = await ask(path);
      expect([path, status, to ?? []].flat().join(' ')).toBe(answer);
    }

    const page = await ask('/blog/a');
    expect(page.text).toBe(site.text('blog/a.html'));
    expect(page.headers.get('x-quote')).toBe('"a" \'b\'');
    expect(page.headers.get('x-essay')).toBe('1');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const home = await ask('/');
    expect(home.text).toBe(site.text('index.html'));
    expect([home.headers.get('x-essay'), home.headers.get('x-quote')]).toEqual([null, '"a" \'b\'']);
    const [style = ''] = site.paths.filter((path) => /^assets\/style.*css$/.test(path));
    const asset = await ask(`/${style}`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    const missing = await ask('/nothing');
    expect(missing.text).toBe(site.text('404.html'));
  });
});

test('without --for there is no configuration, and another server replaces it', async () => {
  const site = await buildSite(FILES);
  expect(site.paths).not.toContain('.nginx.conf');
  const nginx = await site.rebuild({}, { host: 'nginx' });
  expect(nginx.paths).toContain('.nginx.conf');
  const apache = await site.rebuild({}, { host: 'apache' });
  expect(apache.paths).toContain('.htaccess');
  expect(apache.paths).not.toContain('.nginx.conf');
});

/** Targets, and what servers answer. None may end its quotation, or begin a variable. */
const HOSTILE: Readonly<Record<string, string>> = {
  'https://b.example/"; return 418; #': 'https://b.example/%22;%20return%20418;%20#',
  'https://b.example/$uri/$host/$1/%1/$0': 'https://b.example/%24uri/%24host/%241/%1/%240',
  'https://b.example/{env.HOME}/{$HOME}/{path}':
    'https://b.example/%7Benv.HOME%7D/%7B%24HOME%7D/%7Bpath%7D',
  'https://b.example/:uri/:splat': 'https://b.example/:uri/:splat',
  'https://b.example/\\"x`y': 'https://b.example/%5C%22x%60y',
};

describe.each(hosts)('%s', (host) => {
  test.skipIf(!hasServer(host))('takes a target as it is written', async () => {
    const targets = Object.entries(HOSTILE);
    const lines = targets.map(([to], i) => `  /t${i}: ${JSON.stringify(to)}\n`).join('');
    const settings = FILES['content/site.yaml'].replace('redirects:\n', `redirects:\n${lines}`);
    const headers = '/*\n  X-End: a" b\\\n  X-Json: {"a": 5%}`\n  X-Own: {env.HOME} $uri\n';
    const site = await buildSite(
      { ...FILES, 'content/site.yaml': settings, 'content/public/_headers': headers },
      { host },
    );
    const url = await start(host, site);
    for (const [i, [, expected]] of targets.entries()) {
      const response = await fetch(`${url}/t${i}?x`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([301, expected]);
    }
    const home = await fetch(url);
    expect(home.headers.get('x-end')).toBe('a" b\\');
    expect(home.headers.get('x-json')).toBe('{"a": 5%}`');
    // nginx and Caddy can't be told to keep it, so they send none.
    expect([null, '{env.HOME} $uri']).toContain(home.headers.get('x-own'));
  });
});

/** A path of each form that readers ask for, its status, and where it redirects. */
const UNICODE_ANSWERS = [
  '/blog/歩くこと 200',
  '/blog/歩くこと/ 301 /blog/歩くこと',
  '/blog/прогулка 200',
  '/blog/прогулка/ 301 /blog/прогулка',
  '/blog/المشي-في-الغابة 200',
  '/blog/हिन्दी-में-चलना 200',
  '/blog/การเดิน 200',
  '/blog/걷는-것 200',
  '/о-сайте 200',
  '/о-сайте/ 301 /о-сайте',
  '/本/一 200',
  '/tags/散歩 200',
  '/tags/散歩.xml 200',
  '/古い 301 /blog/歩くこと',
  '/古い/ 301 /blog/歩くこと',
  '/2020/01/歩くこと 301 /blog/歩くこと',
  '/ブログ/прогулка/ 301 /blog/прогулка',
  '/blog/去 410',
  '/blog/无 404',
  '/blog/歩く 404',
];

const inScripts = (title: string, more = '') =>
  essay(`title: ${title}\npublished: 2020-01-02${more}`);
const UNICODE_FILES = {
  'content/site.yaml':
    'name: Ann\nurl: https://ann.example\nsocialImages: false\ntagPages: true\ngone: [/blog/去]\n' +
    'redirects:\n  /:year/:month/:slug: /blog/:slug\n  /ブログ/:slug/: /blog/:slug\n',
  'content/essays/歩.md': inScripts('歩くこと', '\naliases: [/古い]\ntags: [散歩]'),
  'content/essays/прогулка.md': inScripts('Прогулка'),
  'content/essays/المشي.md': inScripts('المشي في الغابة'),
  'content/essays/चलना.md': inScripts('हिन्दी में चलना'),
  'content/essays/เดิน.md': inScripts('การเดิน'),
  'content/essays/걷기.md': inScripts('걷는 것'),
  'content/pages/о-сайте.md': essay('title: О сайте'),
  'content/pages/本/一.md': essay('title: 一'),
};

/** Asks for each path, and expects its answer. */
async function checkUnicode(url: string) {
  const found: string[] = [];
  for (const answer of UNICODE_ANSWERS) {
    const path = encodeURI(answer.split(' ')[0] ?? '');
    const { status, headers } = await fetch(url + path, { redirect: 'manual' });
    const to = headers.get('location')?.replace(url, '') ?? [];
    expect([to].flat().every((each) => /^[!-~]+$/.test(each))).toBe(true);
    found.push(decodeURI([path, status, to].flat().join(' ')));
    if (status === 200 && path.startsWith('/blog/')) {
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    }
  }
  expect(found).toEqual(UNICODE_ANSWERS);
}

describe.each(hosts)('%s with addresses in other scripts', (host) => {
  test.skipIf(!hasServer(host))('answers 20 requests as intended', async () => {
    const site = await buildSite(UNICODE_FILES, { host });
    expect(site.report).toBe('');
    await checkUnicode(await start(host, site));
  });
});

test('blog preview with addresses in other scripts answers 20 requests as intended', async () => {
  const site = await buildSite(UNICODE_FILES);
  await checkUnicode(await preview(site));
});

/** Requests to a site in three languages, and the pages of the output folder that answer. */
const LANGUAGE_ANSWERS = [
  '/ 200 index.html',
  '/de/ 200 de/index.html',
  '/pt-br/ 200 pt-br/index.html',
  '/de 301 /de/',
  '/de/blog/gehen 200 de/blog/gehen.html',
  '/de/tags/%E6%95%A3%E6%AD%A9 200 de/tags/散歩.html',
  '/de/feed.xml 200 de/feed.xml',
  '/de/weg 301 /de/blog/gehen',
  '/nothing 404 404.html',
  '/nothing/de/x 404 404.html',
  '/deutsch 404 404.html',
  '/blog/gehen 404 404.html',
  '/de/nichts 404 de/404.html',
  '/de/nichts.html 404 de/404.html',
  '/de/blog/nichts 404 de/404.html',
  '/de/blog/sch%C3%B6n 404 de/404.html',
  '/pt-br/nada 404 pt-br/404.html',
];

const LANGUAGE_FILES = {
  'content/site.yaml': `${SITE_YAML}tagPages: true\nlanguages: { de: {}, pt-BR: {} }\n`,
  'content/essays/walk.md': essay('title: Walk\npublished: 2020-01-02'),
  'content/essays/walk.de.md': essay(
    'title: Gehen\npublished: 2020-01-02\ntags: [散歩]\naliases: [/de/weg]',
  ),
};

/** Asks for each path, and expects its answer. */
async function checkLanguages(url: string, site: BuiltSite) {
  const pages = new Map(site.paths.map((path) => [site.text(path), path]));
  const found: string[] = [];
  for (const answer of LANGUAGE_ANSWERS) {
    const [path = ''] = answer.split(' ');
    const response = await fetch(url + path, { redirect: 'manual' });
    const to = response.headers.get('location')?.replace(url, '');
    found.push([path, response.status, to ?? pages.get(await response.text())].join(' '));
  }
  expect(found).toEqual(LANGUAGE_ANSWERS);
}

describe.each(hosts)('%s with a site in several languages', (host) => {
  test.skipIf(!hasServer(host))('answers each request in its language', async () => {
    const site = await buildSite(LANGUAGE_FILES, { host });
    expect(site.report).toBe('');
    await checkLanguages(await start(host, site), site);
  });
});

test('blog preview answers each request in its language', async () => {
  const site = await buildSite(LANGUAGE_FILES);
  await checkLanguages(await preview(site), site);
});
