/**
 * `blog publish`: the lines that it changes in each kind of front matter, and what it refuses.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runPublish } from '../../../src/cli/publish.ts';
import { blogWhileSaving } from '../../support/program.ts';
import {
  buildIn,
  type Files,
  makeRequest,
  makeSite,
  packageRoot,
  SITE_YAML,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const A = 'content/essays/a.md';
const YAML = `${SITE_YAML}timezone: America/New_York\n`;
/** The clock of the tests, in the site's time zone. */
const NOW = '2026-11-21T07:00:00-05:00';

async function publish(files: Files, name = A, settings: Files = { 'content/site.yaml': YAML }) {
  const root = makeSite({ ...settings, ...files });
  const terminal = makeTerminal();
  const code = await runPublish(makeRequest(root, { remembers: 'all' }), name, terminal);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, code, read, ...terminal.texts };
}

/** Essays with these lines of front matter, in YAML and in TOML. */
const yaml = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nText\n`;
const toml = (...lines: string[]) => `+++\n${lines.join('\n')}\n+++\nText\n`;
const PUBLISHED = `published: ${NOW}`;

describe('only the lines of the date and of the draft state change', () => {
  const pelican = (line: string) => `Title: A\n${line}\n\nText\n`;
  const windows = (line: string) => `\uFEFF---\r\ntitle: A\r\n${line}\r\n---\r\nText\r\n`;
  const quoted = yaml('title: A', 'pubDate: "2020-01-01" # old', 'draft: yes');
  const stamped = yaml('title: A', 'draft: true', 'publishedTimestamp: 5');
  const draft = toml('title = "A"', 'draft = true', '[extra]', 'x = 1');
  const dated = toml('title = "A"', 'date = 2020-01-01', 'draft = true');
  test.each<[form: string, before: string, after: string]>([
    [
      'a draft of `blog new`',
      yaml('title: A', 'tags: []', 'draft: true'),
      yaml('title: A', 'tags: []', PUBLISHED),
    ],
    ['no draft, no date', yaml('title: A'), yaml(PUBLISHED, 'title: A')],
    ['no front matter', '# A\n\nText', `---\n${PUBLISHED}\n---\n\n# A\n\nText`],
    ['a date under another key', quoted, yaml('title: A', `pubDate: ${NOW}`)],
    ['a future date', yaml('title: A', 'date: 2099-01-01'), yaml('title: A', `date: ${NOW}`)],
    ['a timestamp', stamped, yaml('title: A', PUBLISHED)],
    ['a draft of Hugo’s', yaml('title: A', 'isDraft: true'), yaml('title: A', PUBLISHED)],
    [
      'an unlisted draft',
      yaml('title: A', 'unlisted: true', 'draft: true'),
      yaml('title: A', 'unlisted: true', PUBLISHED),
    ],
    [
      'a date before which nothing is published',
      yaml('title: A', 'date: 2020-01-01', 'embargo: 2099-01-01'),
      yaml('title: A', `date: ${NOW}`),
    ],
    ['Pelican’s lines', pelican('Status: draft'), pelican(PUBLISHED)],
    ['TOML', draft, toml('title = "A"', `published = ${NOW}`, '[extra]', 'x = 1')],
    ['TOML with a date', dated, toml('title = "A"', `date = ${NOW}`)],
    ['Windows line endings', windows('draft: true'), windows(PUBLISHED)],
  ])('%s', async (_, before, after) => {
    const { root, code, read, err } = await publish({ [A]: before });
    expect([code, err, read(A)]).toEqual([0, '', after]);
    const { site } = await buildIn(root);
    expect(site?.essays.map(({ publishedTimestamp }) => publishedTimestamp)).toEqual([
      Date.parse(NOW),
    ]);
  });
});

test.each([
  ['private: true', 'private'],
  ['published: false', 'published'],
  ['visibility: private', 'visibility'],
  ['expires: 2020-01-01', 'expires'],
])('refuses an essay with `%s`, and names the key', async (line, key) => {
  const before = yaml('title: A', 'date: 2020-01-01', line);
  const { code, err, read } = await publish({ [A]: before });
  expect([code, read(A)]).toEqual([1, before]);
  expect(err).toContain(`\`${key}\` keeps ${A} from being published`);
});

test.each([
  ['publishFuture: false\n', '', []],
  ['', 'publishFuture: false', ['a']],
])('--on dates a draft in the future (%j)', async (setting, told, slugs) => {
  const root = makeSite({
    'content/site.yaml': YAML + setting,
    [A]: yaml('title: A', 'draft: true'),
  });
  const terminal = makeTerminal();
  const code = await runPublish(makeRequest(root), A, terminal, '2026-12-24T08:00');
  const text = readFileSync(join(root, A), 'utf8');
  expect([code, text]).toEqual([0, yaml('title: A', 'published: 2026-12-24T08:00:00-05:00')]);
  expect(terminal.texts.out).toContain(told);
  const { site } = await buildIn(root);
  expect(site?.essays.map(({ slug }) => slug)).toEqual(slugs);
});

const DRAFT = yaml('title: A Title', 'draft: true');
const OLD = yaml('title: Old', 'published: 2020-01-01');

test('records the address of that essay alone, as the next build would', async () => {
  const other = { 'content/essays/b.md': OLD };
  const { root, read, out } = await publish({ [A]: DRAFT, ...other });
  expect(out).toMatch(
    /^✓ content\/essays\/a\.md is dated .*\n {2}https:\/\/ann\.example\/blog\/a-title after/,
  );
  const [line] = read('content/addresses.txt').split('\n');
  expect(read('content/addresses.txt')).toBe(`${line}\n`);
  expect(line).toMatch(/^\/blog\/a-title content\/essays\/a\.md 2026-11-21$/);
  await buildIn(root, { remembers: 'all' });
  expect(read('content/addresses.txt').split('\n')).toContain(line);
});

test.each([
  ['content/essays/2026/walk/index.md', 'content/essays/2026/walk'],
  ['content/essays/2026/walk/index.md', 'walk'],
  ['content/essays/2026/walk.md', '2026/walk'],
  ['content/essays/2026/walk.md', '2026/walk.md'],
  ['content/essays/2026/walk.md', '2026\\walk'],
])('%s may be called %s', async (path, name) => {
  const { code, read } = await publish({ [path]: DRAFT, 'content/essays/sidewalk.md': OLD }, name);
  expect([code, read(path)]).toEqual([0, expect.stringContaining(NOW)]);
});

test.each<[fact: string, text: string, error: RegExp]>([
  ['is published', OLD, /^error: .* is already published, on 2020-01-01\n/],
  ['has an error', yaml('title: A', 'readTime: x', 'draft: true'), /^error \[value-invalid\]/],
  [
    'has its front matter in JSON',
    '{ "title": "A", "draft": true }\nText\n',
    /Write `published: .*` into it, and remove `draft`/,
  ],
  [
    'has a title in the same line, and a heading',
    '---\n{title: Kept, draft: true, tags: [a]}\n---\n# Heading\n',
    /Write `published: /,
  ],
])('leaves an essay alone that %s', async (_, text, error) => {
  const { root, code, read, err } = await publish({ [A]: text });
  expect([code, err, read(A)]).toEqual([1, expect.stringMatching(error), text]);
  expect(existsSync(join(root, 'content/addresses.txt'))).toBe(false);
});

test.each([
  ['nothing.md', /^error: there is no essay nothing\.md\n {2}→ Give the path of its file\.\n/],
  [
    'walk',
    /^error: walk matches several essays\n {2}→ Name the file: \S+2019\/walk.md, \S+2020\/walk.md\n/,
  ],
  ['2020/wlak.md', /^error: there is no .*\n {2}→ Name the file: \S+19\/walk.md, \S+20\/walk.md\n/],
  ['content/pages/now.md', /^error: there is no essay content\/pages\/now\.md\n/],
])('suggests what to name instead of %s', async (name, error) => {
  const files = {
    'content/essays/2019/walk.md': DRAFT,
    'content/essays/2020/walk.md': DRAFT,
    'content/essays/z.md': OLD,
    'content/pages/now.md': DRAFT,
  };
  const { code, err } = await publish(files, name);
  expect([code, err]).toEqual([1, expect.stringMatching(error)]);
});

test.skipIf(process.platform === 'win32')(
  'symlinks to the essay and to addresses.txt are written through',
  async () => {
    const root = makeSite({
      'content/site.yaml': `${YAML}followLinks: true\n`,
      'drafts/a.md': DRAFT,
      'kept.txt': '',
    });
    mkdirSync(join(root, 'content/essays'));
    symlinkSync('../../drafts/a.md', join(root, A));
    symlinkSync('../kept.txt', join(root, 'content/addresses.txt'));
    const request = makeRequest(root, { remembers: 'all' });
    expect(await runPublish(request, A, makeTerminal())).toBe(0);
    expect(readFileSync(join(root, 'drafts/a.md'), 'utf8')).toContain(NOW);
    expect(readFileSync(join(root, 'kept.txt'), 'utf8')).toContain('/blog/a-title');
    for (const path of [A, 'content/addresses.txt'])
      expect(lstatSync(join(root, path)).isSymbolicLink()).toBe(true);
  },
);

test('refuses a folder without settings, and changes nothing in it', async () => {
  const { code, err, read } = await publish({ [A]: DRAFT }, A, {});
  expect([code, err]).toEqual([1, expect.stringContaining('[config-missing]')]);
  expect(read(A)).toBe(DRAFT);
});

test('keeps what the author saves while it writes', () => {
  const root = makeSite({ 'content/site.yaml': YAML, [A]: DRAFT });
  const { code, out } = blogWhileSaving(join(root, A), root, 'publish a');
  expect([code, out]).toEqual([0, expect.stringContaining('is dated')]);
  expect(readFileSync(join(root, A), 'utf8')).toBe(
    `${yaml('title: A Title', PUBLISHED)}My new words.\n`,
  );
});

test.each([
  ['is write-protected', (file: string) => chmodSync(file, 0o444)],
  ['has a second name', (file: string) => linkSync(file, `${file}.twin`)],
])('refuses a file that %s, and says what to write', async (reason, lock) => {
  const root = makeSite({ 'content/site.yaml': YAML, [A]: DRAFT });
  lock(join(root, A));
  const terminal = makeTerminal();
  expect(await runPublish(makeRequest(root), A, terminal)).toBe(1);
  expect(terminal.texts.err).toContain(`error: ${A} is left unchanged: it ${reason}`);
  expect(terminal.texts.err).toContain(`Write \`${PUBLISHED}\` into it`);
  expect(readFileSync(join(root, A), 'utf8')).toBe(DRAFT);
  expect(existsSync(join(root, 'content/addresses.txt'))).toBe(false);
});

test('six at once record six addresses, and leave no lock', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const drafts = names.map((name) => [
    `content/essays/${name}.md`,
    yaml(`title: ${name}`, 'draft: true'),
  ]);
  const root = makeSite({ 'content/site.yaml': YAML, ...Object.fromEntries(drafts) });
  const run = promisify(execFile);
  const program = join(packageRoot, 'bin/blog.js');
  await Promise.all(
    names.map((name) => run(process.execPath, [program, 'publish', name], { cwd: root })),
  );
  const lines = readFileSync(join(root, 'content/addresses.txt'), 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(names.map((name) => `/blog/${name}`));
  expect(readdirSync(join(root, '.blog')).filter((each) => /^lock|\.new$/.test(each))).toEqual([]);
});
