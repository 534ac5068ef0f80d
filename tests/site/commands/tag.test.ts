/**
 * `blog tag`: the lines that it changes in each kind of front matter, and the redirect from the old tag's page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTag } from '../../../src/cli/tag.ts';
import { type Files, makeRequest, makeSite, SITE_YAML } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const A = 'content/essays/a.md';
const YAML = 'content/site.yaml';
const yes = async () => true;

async function tag(
  files: Files,
  names: readonly string[],
  ask: (() => Promise<boolean>) | null = yes,
) {
  const root = makeSite({ [YAML]: SITE_YAML, ...files });
  const terminal = makeTerminal();
  const code = await runTag(makeRequest(root), names, ask, terminal);
  const read = (path = A) => readFileSync(join(root, path), 'utf8');
  return { code, read, ...terminal.texts };
}

const yaml = (lines: string) =>
  `---\ntitle: C++ and me\npublished: 2020-01-01\n${lines}\n---\nC++\n`;
const toml = (line: string) => `+++\ntitle = "C++"\ndate = 2020-01-01\n${line}\n+++\nC++\n`;

test.each([
  ['tags: [walks, C++]', 'tags: [walks, cpp]'],
  ['tags: C++', 'tags: cpp'],
  ['tags: walks, C++, x', 'tags: walks, cpp, x'],
  ['tags:\n  - C++\n  - C++ tricks', 'tags:\n  - cpp\n  - C++ tricks'],
  ['tags: [\'C++\', "x"]', 'tags: [\'cpp\', "x"]'],
  ['categories: [C++]', 'categories: [cpp]'],
  // An essay that has both tags loses the old one.
  ['tags: [cpp, C++, x]', 'tags: [cpp, x]'],
  ['tags: [C++, cpp]', 'tags: [cpp]'],
  ['tags:\n- cpp\n- C++\n- x', 'tags:\n- cpp\n- x'],
])('%j becomes %j', async (before, after) => {
  const { code, read } = await tag({ [A]: yaml(before) }, ['C++', 'cpp']);
  expect([code, read()]).toEqual([0, yaml(after)]);
});

test('in TOML, with Windows line ends, and a name that YAML would misread', async () => {
  const windows = yaml('tags: [x, old]').replaceAll('\n', '\r\n');
  const files = { [A]: windows, 'content/essays/b.md': toml('tags = ["old"]') };
  const { read } = await tag(files, ['old', 'on: foot']);
  expect(read()).toBe(windows.replace('[x, old]', '[x, "on: foot"]'));
  expect(read('content/essays/b.md')).toBe(toml('tags = ["on: foot"]'));
});

test('drafts and hidden essays are changed too; other tags and texts are not', async () => {
  const draft = '---\ntitle: D\ntags: [old]\n---\nold\n';
  const other = yaml('tags: [older]');
  const { read, out } = await tag({ [A]: draft, 'content/essays/b.md': other }, ['old', 'new']);
  expect(read()).toBe(draft.replace('[old]', '[new]'));
  expect(read('content/essays/b.md')).toBe(other);
  expect(out).toBe(`${A}:3\n  - tags: [old]\n  + tags: [new]\n\n✓ 1 change made\n`);
});

test.each([
  ['tagPages: true', 'redirects:\n  /tags/old: /tags/new\n'],
  ['homeEssays: 5', 'redirects:\n  /tags/old: /tags/new\n'],
  ['tagPages: true\nredirects:\n  /x: /about', '  /tags/old: /tags/new\n  /x: /about\n'],
  ['tagPages: false', 'tagPages: false\n'],
])('with %j, the old page of the tag redirects', async (settings, expected) => {
  const files = { [A]: yaml('tags: [old]'), [YAML]: `${SITE_YAML}${settings}\n` };
  expect((await tag(files, ['old', 'new'])).read(YAML)).toMatch(new RegExp(`${expected}$`));
});

test('a tag whose page stays where it is gets no redirect', async () => {
  const files = { [A]: yaml('tags: [old]'), [YAML]: `${SITE_YAML}tagPages: true\n` };
  expect((await tag(files, ['old', 'Old'])).read(YAML)).toBe(files[YAML]);
});

test('nothing is changed without agreement, or if no essay has the tag', async () => {
  const files = { [A]: yaml('tags: [walks]') };
  const unasked = await tag(files, ['walks', 'new'], null);
  expect([unasked.code, unasked.read()]).toEqual([1, files[A]]);
  expect(unasked.out).toMatch(/\+ tags: \[new\]\n\nTo make this change, add `--yes`\.\n$/);
  const refused = await tag(files, ['walks', 'new'], async () => false);
  expect([refused.code, refused.read()]).toEqual([1, files[A]]);
  const unknown = await tag(files, ['walk', 'new']);
  expect(unknown.err).toContain('no essay has the tag `walk`\n  → Did you mean `walks`?');
});

test('an essay whose tags are written in another way is named', async () => {
  const files = { [A]: yaml('tags: walks, old'), 'content/essays/b.md': yaml('tags: [old]') };
  const { code, out, read } = await tag(files, ['old', 'a, b']);
  expect([code, read()]).toEqual([1, files[A]]);
  expect(out).toContain(
    `${A} is left unchanged: it writes the tag in a form that this command can't edit; change it by hand`,
  );
});
