/**
 * The file of the built site that answers at a path, and what makes a page another one.
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locate, SiteView } from '../../src/dev/site-view.ts';
import { type DevSite, startDevSite } from '../support/dev.ts';
import { essay, makeSite, SITE_YAML } from '../support/site.ts';

/** A folder with a page, a file or a link of every kind, and a secret beside it. */
function makeFolder(): string {
  const root = makeSite({
    'out/index.html': '',
    'out/about.html': '',
    'out/blog/x.html': '',
    'out/blog/a.b.html': '',
    'out/blog/x.png': '',
    'out/blog/%41?#.txt': '',
    'out/LICENSE': '',
    'out/album/index.html': '',
    'out/shop.html': '',
    'out/shop/index.html': '',
    'out/odd.html/index.html': '',
    'out/empty/x': '',
    'out/.well-known/x': '',
    'out/.well-known/.x': '',
    'out/.x': '',
    'out/.x.html': '',
    'out/a/.well-known/x': '',
    'out-other/x': '',
    'secret/x': '',
    'secret/x.html': '',
    'secret/index.html': '',
  });
  const folder = join(root, 'out');
  symlinkSync('../secret/x', join(folder, 'link'));
  symlinkSync('../secret/x.html', join(folder, 'page.html'));
  symlinkSync('../secret', join(folder, 'folder'));
  symlinkSync('../out-other/x', join(folder, 'other'));
  symlinkSync('gone', join(folder, 'nowhere'));
  symlinkSync('self', join(folder, 'self'));
  symlinkSync('.', join(folder, 'again'));
  symlinkSync('blog/x.html', join(folder, 'inside.html'));
  return folder;
}

describe('a path leads to', () => {
  const cases: readonly [path: string, located: string][] = [
    ['/', 'page index.html'],
    ['/about', 'page about.html'],
    ['/blog/x', 'page blog/x.html'],
    ['/blog/a.b', 'page blog/a.b.html'],
    ['/album/', 'page album/index.html'],
    ['/shop', 'page shop.html'],
    ['/inside', 'page inside.html'],
    ['/again/blog/x', 'page again/blog/x.html'],

    ['/blog/x.png', 'file blog/x.png'],
    ['/blog/%41?#.txt', 'file blog/%41?#.txt'],
    ['/LICENSE', 'file LICENSE'],
    ['/.well-known/x', 'file .well-known/x'],

    ['/index.html', 'redirect /'],
    ['/index', 'page index.html'],
    ['/blog/x.html', 'redirect /blog/x'],
    ['/blog/x/', 'redirect /blog/x'],
    ['/album', 'redirect /album/'],
    ['/album/index.html', 'redirect /album/'],
    ['/shop/', 'redirect /shop'],
    ['/odd.html', 'redirect /odd.html/'],
    ['/inside.html', 'redirect /inside'],

    ['/gone', 'missing'],
    ['/blog', 'missing'],
    ['/blog/', 'missing'],
    ['/blog/x/y', 'missing'],
    ['/blog/x.png/', 'missing'],
    ['/blog/x.html/', 'missing'],
    ['/empty', 'missing'],
    ['/about.htm', 'missing'],
    ['//', 'missing'],
    ['/blog//x', 'missing'],
    ['/.', 'missing'],
    ['/..', 'missing'],
    ['/../secret/x', 'missing'],
    ['/../out-other/x', 'missing'],
    [`/${'a'.repeat(300)}`, 'missing'],
    ['/a\0b', 'missing'],
    ['/.x', 'missing'],
    ['/.well-known', 'missing'],
    ['/.well-known/.x', 'missing'],
    ['/a/.well-known/x', 'missing'],
    ['/link', 'missing'],
    ['/page', 'missing'],
    ['/page.html', 'missing'],
    ['/folder', 'missing'],
    ['/folder/x', 'missing'],
    ['/other', 'missing'],
    ['/nowhere', 'missing'],
    ['/self', 'missing'],
  ];
  const describeLocated = (folder: string, path: string) => {
    const located = locate(folder, path);
    return located === null ? 'missing' : `${located.kind} ${located.path}`;
  };

  test.each(cases)('%j: %s', (path, expected) => {
    expect(describeLocated(makeFolder(), path)).toBe(expected);
  });

  test('a page in one more step at the most', () => {
    const folder = makeFolder();
    for (const [path] of cases) {
      const located = locate(folder, path);
      if (located?.kind === 'redirect') expect(locate(folder, located.path)?.kind).toBe('page');
    }
  });

  test('what it would lead to in a folder that is itself behind a link', () => {
    const folder = makeFolder();
    const link = join(folder, '../link-to-out');
    symlinkSync('out', link);
    for (const [path, expected] of cases) expect(describeLocated(link, path)).toBe(expected);
  });

  test('nothing where there is no folder', () => {
    expect(locate(join(makeFolder(), 'gone'), '/')).toBeNull();
  });
});

/** A site whose address has a path; built. */
async function startBelow(url: string): Promise<DevSite> {
  const site = await startDevSite({
    'content/site.yaml': SITE_YAML.replace('https://ann.example', url),
    'content/essays/x.md': essay('title: X\npublished: 2020-01-01', 'The words.\n'),
    'content/public/a.txt': 'a file',
  });
  await site.until((last) => last !== null);
  return site;
}

async function ask(site: DevSite, path: string): Promise<string> {
  const response = await fetch(site.origin + path, { redirect: 'manual' });
  const text = await response.text();
  return [response.status, response.headers.get('location') ?? text].join(' ');
}

test('a site with a base path lies below it, and nothing lies beside it', async () => {
  const site = await startBelow('https://me.github.io/blog');
  const cases: readonly [path: string, answer: string][] = [
    ['/', '302 /blog/'],
    ['/blog', '302 /blog/'],
    ['/blog/', 'href="/blog/blog/x"'],
    ['/blog/blog/x', 'The words.'],
    ['/blog/blog/x.html', '302 /blog/blog/x'],
    ['/blog/blog/x/', '302 /blog/blog/x'],
    ['/blog/a.txt', '200 a file'],
    ['/blog/gone', '404 '],
    ['/about', '404 '],
    ['/a.txt', '404 '],
  ];
  for (const [path, answer] of cases) expect(await ask(site, path)).toContain(answer);
  expect(await ask(site, '/gone')).toContain('Post not found.');
});

test.each([
  ['https://ann.example/~ann', '/~ann'],
  ['https://ann.example/bl%C3%B6g', '/bl%C3%B6g'],
  ['https://ann.example/blög', '/bl%C3%B6g'],
  ['https://ann.example/my%20blog/', '/my%20blog'],
])('%s is found below %s', async (url, base) => {
  const site = await startBelow(url);
  expect(await ask(site, '/')).toBe(`302 ${base}/`);
  expect(await ask(site, `${base}/`)).toContain(`href="${base}/blog/x"`);
  expect(await ask(site, `${base}/blog/x`)).toContain('The words.');
  expect(await ask(site, `${base}/blog/x/`)).toBe(`302 ${base}/blog/x`);
  expect(await ask(site, '/blog/x')).toContain('404 ');
});

/** A view of a built site of the given pages, without problems. */
function makeView(pages: Readonly<Record<string, string>>): SiteView {
  const folder = join(makeSite({ 'out/index.html': '', 'out/404.html': '' }), 'out');
  for (const [path, html] of Object.entries(pages)) writeFileSync(join(folder, path), html);
  const view = new SiteView(folder);
  view.update([], '');
  return view;
}

describe('a page is another when a file changes that it shows', () => {
  const cases: readonly [html: string, isShown: boolean][] = [
    ['<img src="/a.png" alt="">', true],
    ['<img src="a.png">', true],
    ['<img src="/b.png" srcset="/c.png 2x, /a.png 640w">', true],
    ['<video poster="/a.png"></video>', true],
    ['<svg><image href="/a.png"/></svg>', true],
    ['<link rel="icon" href="/a.png?v=1">', true],
    ['<p style="background: url(/b.png), url(\'/a.png\')">x</p>', true],
    ['<a href="/a.pdf">x</a>', false],
    ['<link rel="alternate" type="application/atom+xml" href="/feed.xml">', false],
    ['<img src="https://elsewhere.example/a.png">', false],
    [`<img src="data:image/png;base64,${'A'.repeat(300_000)}">`, false],
  ];
  test.each(cases)('%#', (html, isShown) => {
    const view = makeView({ 'page.html': html });
    const write = (text: string) => {
      for (const name of ['a.png', 'a.pdf', 'feed.xml'])
        writeFileSync(join(view.folder, name), text);
    };
    write('One.');
    const old = view.describe('/page');
    write('Other.');
    expect(view.describe('/page')?.version !== old?.version).toBe(isShown);
  });
});

test('a page is shown before its build has ended, once all its assets are there', () => {
  const view = makeView({ 'page.html': 'Old.' });
  const answer = () => JSON.stringify(view.answer('/page', ''));
  const old = view.describe('/page');
  view.showEarly('page.html', '<img src="/assets/new.1.png">');
  expect(view.describe('/page')).toEqual(old);
  view.showEarly('page.html', 'New.');
  expect(answer()).toContain('New.');
  expect(view.describe('/page')).not.toEqual(old);
  // A build that fails after all leaves the page that lies in the folder.
  view.update([], '');
  expect(answer()).toContain('Old.');
});
