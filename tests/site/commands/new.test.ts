/**
 * `blog new`: the files that it writes, and what it refuses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runNew } from '../../../src/cli/new.ts';
import { buildIn, type Files, listFiles, makeSite, SITE_YAML } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

type Request = Parameters<typeof runNew>[0];

/** New Year, midnight UTC. */
const NEW_YEAR = Date.UTC(2027, 0, 1);

function write(title: string, options: Partial<Request> = {}, files: Files = {}) {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, ...files });
  const facts = { root, title };
  const terminal = makeTerminal();
  const code = runNew({ ...facts, now: NEW_YEAR, ...options }, terminal);
  const [path = ''] = listFiles(root).filter((each) => !(each in files) && each.endsWith('.md'));
  const text = path && readFileSync(join(root, path), 'utf8');
  return { root, code, path, text, ...terminal.texts };
}

const ESSAY = 'content/essays/2027';

describe('in another language', () => {
  const languages = `${SITE_YAML}languages:\n  de: {}\n`;
  const walk = 'content/essays/2020/walking.md';
  const text = '---\ntitle: Walking\npublished: 2020-01-02\n---\n\nWords.\n';
  const site = { 'content/site.yaml': languages, [walk]: text };
  const folders = {
    'content/site.yaml': languages,
    'content/essays/en/walking.md': text,
    'content/essays/de/other.md': text.replace('Walking', 'Other'),
  };
  test.each<[options: Partial<Request>, files: Files, path: string, url: string]>([
    [{ lang: 'de' }, site, `${ESSAY}/vom-gehen.de.md`, '/de/blog/vom-gehen'],
    [{ lang: 'de-AT' }, folders, 'content/essays/de/2027/vom-gehen.md', '/de/blog/vom-gehen'],
    [{ lang: 'en' }, site, `${ESSAY}/vom-gehen.md`, '/blog/vom-gehen'],
    [{ lang: 'de', page: true }, site, 'content/pages/vom-gehen.de.md', '/de/vom-gehen'],
    [{ lang: 'de', folder: true }, site, `${ESSAY}/vom-gehen/index.de.md`, '/de/blog/vom-gehen'],
  ])('with %j', async (options, files, path, url) => {
    const made = write('Vom Gehen', options, files);
    expect(made).toMatchObject({ code: 0, path, err: '' });
    const built = await buildIn(made.root, { showDrafts: true });
    expect(built.paths).toContain(`${url.slice(1)}.html`);
  });

  test.each<[options: Partial<Request>, files: Files, message: string]>([
    [{ lang: 'de' }, {}, "`de` isn't one of the site's languages"],
    [{ lang: 'fr' }, site, "`fr` isn't one of the site's languages"],
  ])('refuses %j', (options, files, message) => {
    const made = write('Vom Gehen', options, files);
    expect([made.code, made.err]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('the file', () => {
  const folder = { page: true, slug: 'n', folder: true };
  test.each<[title: string, options: Partial<Request>, path: string, lines: string]>([
    ['It’s Late', {}, `${ESSAY}/its-late.md`, 'title: It’s Late\ntags: []'],
    ['A: b', { folder: true }, `${ESSAY}/a-b/index.md`, 'title: "A: b"\ntags: []'],
    ['俳句', { slug: 'haiku' }, `${ESSAY}/haiku.md`, 'title: 俳句\nslug: haiku\ntags: []'],
    ['歩くこと', {}, `${ESSAY}/歩くこと.md`, 'title: 歩くこと\ntags: []'],
    ['A', { slug: '\u0438\u0306' }, `${ESSAY}/й.md`, 'title: A\nslug: й\ntags: []'],
    ['Now', { page: true }, 'content/pages/now.md', 'title: Now'],
    ['Now', folder, 'content/pages/n/index.md', 'title: Now'],
  ])('of %s with %j', (title, options, path, lines) => {
    const text = `---\n${lines}\ndraft: true\n---\n\n`;
    expect(write(title, options)).toMatchObject({ code: 0, path, text, err: '' });
  });

  test('is in the folder of the current year, by the site’s time zone', () => {
    const files = { 'content/site.yaml': `${SITE_YAML}timezone: America/New_York\n` };
    expect(write('A', {}, files).path).toBe('content/essays/2026/a.md');
  });

  test.each([
    ['{Braces} & "quotes" — # and `code`', null],
    ['2001: A Space Odyssey', null],
    ['Ein Titel', 'anders'],
  ])('is a draft with that title: %s', async (title, slug) => {
    const { root } = write(title, slug === null ? {} : { slug });
    const site = await buildIn(root, { showDrafts: true, isStrict: true });
    const [essay] = site.site?.essays ?? [];
    expect([site.report, essay?.draft]).toEqual(['', true]);
    expect(site.page(`blog/${essay?.slug}.html`)('h1').text().replace(/[“”]/g, '"')).toContain(
      title,
    );
  });
});

const PAGE = { page: true };
const THERE = 'already exists';
const OTHER = "`日 本` can't be a slug\n  → Choose an address of letters, digits and hyphens";
test.each<[fact: string, title: string, options: Partial<Request>, error: string, file?: string]>([
  ['to replace a file', 'A', {}, THERE, `${ESSAY}/a.md`],
  ['a page at the address of about.md', 'About', PAGE, THERE, 'content/about.md'],
  ['a page that exists as a folder', 'Now', PAGE, THERE, 'content/pages/now/index.md'],
  ['a title without letters', '🎉', {}, '`🎉` has no letters or digits that an address can use'],
  ['an address with a space', 'A', { slug: '日 本' }, OTHER],
  ['a name that Windows reserves', 'CON', {}, 'Windows reserves the name `con`'],
  ['an address outside the folder', 'A', { slug: '../../x' }, "`../../x` can't be a slug"],
])('refuses %s', (_, title, options, error, file) => {
  const files: Files = file === undefined ? {} : { [file]: 'Mine.\n' };
  const { root, code, err } = write(title, options, files);
  expect([code, err]).toEqual([1, expect.stringMatching(/^error: .*\n {2}→ .*\n$/)]);
  expect(err).toContain(file === undefined ? error : `${file} ${error}`);
  expect(listFiles(root).sort()).toEqual(['content/site.yaml', ...Object.keys(files)].sort());
});

test('refuses a folder that is not a site', () => {
  const root = makeSite({});
  const { code, err } = write('A', { root });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('`npx essay-blog init` starts a new site'),
  ]);
  expect(listFiles(root)).toEqual([]);
});
