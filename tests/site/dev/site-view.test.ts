/**
 * The view of a site that the server answers from: base paths, and when a page counts as changed.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SiteView } from '../../../src/dev/site-view.ts';
import { shareSession } from '../../support/dev.ts';
import { essay, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';

const session = shareSession();

test.each([
  ['https://me.github.io/blog', '/blog'],
  ['https://ann.example/blög', '/bl%C3%B6g'],
  ['https://ann.example/my%20blog/', '/my%20blog'],
])('%s is served below %s, and nothing beside it', async (url, base) => {
  const site = await session({
    'content/site.yaml': SITE_YAML.replace('https://ann.example', url),
    'content/essays/x.md': essay('title: X\npublished: 2020-01-01', 'The words.\n'),
    'content/public/a.txt': 'a file',
  });
  const cases: readonly [path: string, answer: string][] = [
    ['/', `302 ${base}/`],
    [base, `302 ${base}/`],
    [`${base}/`, `href="${base}/blog/x"`],
    [`${base}/blog/x`, 'The words.'],
    [`${base}/blog/x.html`, `302 ${base}/blog/x`],
    [`${base}/blog/x/`, `302 ${base}/blog/x`],
    [`${base}/a.txt`, '200 a file'],
    [`${base}/gone`, '404 '],
    ['/blog/x', '404 '],
    ['/a.txt', '404 '],
    ['/gone', 'Post not found.'],
  ];
  for (const [path, answer] of cases) {
    const response = await fetch(site.origin + path, { redirect: 'manual' });
    const text = response.headers.get('location') ?? (await response.text());
    expect(`${path}: ${response.status} ${text}`).toContain(answer);
  }
});

/** A view of a built site whose only page is `page.html`, without problems. */
function makeView(html: string): SiteView {
  const files = { 'out/index.html': '', 'out/404.html': '', 'out/page.html': html };
  const view = new SiteView(join(makeSite(files), 'out'));
  view.update([], '');
  return view;
}

test('all pages have changed if a public file has, and none if only the style sheet has', () => {
  const view = makeView('<link rel="stylesheet" href="/assets/style.AB12.css">');
  const old = view.describe('/page');
  const sheets = ['AB12', 'CD34'].map((name) => `assets/style.${name}.css`);
  writeFiles(view.folder, { [`${sheets[0]}`]: 'a {}' });
  view.update([], '');
  const styled = view.describe('/page');
  expect([old?.style, styled?.style]).toEqual(['', '/assets/style.AB12.css']);
  writeFiles(view.folder, {
    [`${sheets[0]}`]: null,
    [`${sheets[1]}`]: 'b {}',
    'page.html': '<link rel="stylesheet" href="/assets/style.CD34.css">',
  });
  view.update([], '');
  const restyled = view.describe('/page');
  expect(restyled).toEqual({ ...styled, style: '/assets/style.CD34.css' });
  view.update([], '', [], true);
  expect(view.describe('/page')?.version).not.toBe(restyled?.version);
});

test('a page that cannot be read is an error, and is shown once it can be read', () => {
  const view = makeView('Words.');
  const tell = () => {
    const answer = view.answer('/page', '');
    return answer.kind === 'document' ? [answer.status, answer.html] : answer;
  };
  const reading = vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' });
  });
  syncBuiltinESMExports();
  expect(tell()).toEqual([503, 'This cannot be read: too many files are open']);
  reading.mockRestore();
  syncBuiltinESMExports();
  expect(tell()).toEqual([200, 'Words.']);
});

test('a page is shown before its build ends', () => {
  const view = makeView('Old.');
  const answer = () => JSON.stringify(view.answer('/page', ''));
  const old = view.describe('/page');
  view.showEarly('page.html', 'New.');
  expect(answer()).toContain('New.');
  expect(view.describe('/page')).not.toEqual(old);
  // If the build fails after all, the page in the folder is shown.
  view.update([], '');
  expect(answer()).toContain('Old.');
});

test('a page in another script is found, and its old address leads to it when it has moved', () => {
  const files = { 'out/index.html': '', 'out/404.html': '', 'out/blog/新.html': 'The words.' };
  const view = new SiteView(join(makeSite(files), 'out'));
  view.update([], '', [['/blog/%E5%8F%A4', '/blog/%E6%96%B0']]);
  expect(JSON.stringify(view.answer('/blog/新', ''))).toContain('The words.');
  expect(view.answer('/blog/古', '?x')).toEqual({ kind: 'redirect', url: '/blog/%E6%96%B0?x' });
});

test('an essay that has gone is no goal of its former addresses', () => {
  const files = { 'out/index.html': '', 'out/404.html': 'Not found.', 'out/blog/a.html': 'A.' };
  const root = makeSite(files);
  const view = new SiteView(join(root, 'out'));
  const move = (from: string, to: string) =>
    view.update([], '', [[`/blog/${from}`, `/blog/${to}`]]);
  move('a', 'b');
  move('b', 'a');
  expect(view.answer('/blog/b', '')).toEqual({ kind: 'redirect', url: '/blog/a' });
  writeFiles(root, { 'out/blog/a.html': null });
  for (const path of ['/blog/a', '/blog/b']) {
    expect(JSON.stringify(view.answer(path, ''))).toContain('Not found.');
  }
});
