/**
 * `blog fix`: each fix, applied to a minimal site, removes its problem and adds none.
 */
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runFix } from '../../../src/cli/fix.ts';
import type { Problem, ProblemCode } from '../../../src/problems/problems.ts';
import { decodeSource } from '../../../src/text/text.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const A = 'content/essays/a.md';
const YAML = 'content/site.yaml';
const HEAD = 'title: A\npublished: 2020-12-03\n';
const other = {
  'content/essays/hills.md': essay('title: Hills\npublished: 2019-01-01', '## The End\n'),
};

async function fix(
  root: string,
  ask: ((question: string) => Promise<boolean>) | null = async () => true,
  files: readonly string[] = [],
) {
  const terminal = makeTerminal();
  const request = makeRequest(root);
  const code = await runFix(request, files, ask, terminal, async () => []);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { code, ...terminal.texts, read };
}

const site = (files: Files) => makeSite({ [YAML]: SITE_YAML, ...other, ...files });
const body = (text: string) => ({ [A]: essay(HEAD.trimEnd(), text) });
const head = (lines: string) => ({ [A]: `---\n${lines}\n---\nWords.\n` });
const dated = (date: string) => head(`title: A\npublished: ${date}`);
const b = (lines: string) => ({ 'content/essays/b.md': essay(`title: B\n${lines}`) });
const settings = (lines: string) => ({ [YAML]: `${SITE_YAML}${lines}\n` });
/** An essay whose bytes are not UTF-8. */
const latin1 = (text: string, lines = '') => ({
  [A]: Buffer.from(`---\n${HEAD}${lines}---\n${text}\n`, 'latin1'),
});
/** A line of addresses.txt, of a published essay. */
const remembered = (slug: string) =>
  `/blog/${slug} content/essays/${slug}.md 2020-01-01 ${'A'.repeat(38)}\n`;

const GONE = { 'content/addresses.txt': remembered('b') };
const MOVED_AND_GONE = {
  'content/addresses.txt': `${remembered('b')}${remembered('b').replace('/b ', '/c ')}`,
};
const WALK = 'content/essays/2020-12-03-on-walking.md';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
const PICTURE = { 'content/essays/picture.svg': SVG };
const TAKEN = 'date: 2019-02-01\nslug: x';
const TAGGED = 'date: 2021-01-01\ntags: [A]';
const HILLS = 'date: 2021-01-01\ntags: [hill walk]';
const C = { 'content/essays/c.md': essay(`title: C\n${TAGGED}`) };

type Case = readonly [code: ProblemCode, files: Files, changed: string, expected: string];

const cases: readonly Case[] = [
  ['link-broken', body('[x](/blog/hlls)\n'), A, '[x](/blog/hills)\n'],
  ['link-broken', body('[x](..\\essays\\hills.md)\n'), A, '[x](../essays/hills.md)\n'],
  ['anchor-broken', body('[x](/blog/hills#the-ned)\n'), A, '[x](/blog/hills#the-end)\n'],
  ['image-missing', { ...body('![a](pcture.svg)\n'), ...PICTURE }, A, '![a](picture.svg)\n'],
  ['image-missing', { ...head(`${HEAD}image: pcture.svg`), ...PICTURE }, A, 'image: picture.svg\n'],
  ['link-broken', body('[x](/2019/01/hills)\n'), A, '[x](/blog/hills)\n'],
  ['link-scheme-missing', body('[x](www.example.org)\n'), A, '(https://www.example.org)'],
  ['code-language-unknown', body('```javscript\nx\n```\n'), A, '```javascript\n'],
  ['heading-space', body('##The End\n\nx\n'), A, '## The End\n'],
  ['element-unclosed', body('<iframe src="/#" />\n\nx\n'), A, '<iframe src="/#"></iframe>\n\nx\n'],
  ['table-delimiter', body('|a|b|\n|1|2|\n'), A, '|a|b|\n|---|---|\n|1|2|\n'],
  ['table-delimiter', body('> |a|b|\n> |1|2|\n'), A, '> |a|b|\n> |---|---|\n> |1|2|\n'],
  ['table-delimiter', body('|a|b|\n|:-|\n|1|2|\n'), A, '|a|b|\n|:-|---|\n|1|2|\n'],
  ['table-delimiter', body('a | b\n-|-|-\n1 | 2\n'), A, 'a | b\n|-|-|\n1 | 2\n'],
  ['html-indented', body('<div>\n\n    <p>\n      a\n    </p>\n</div>\n'), A, '\n\n<p>\na\n</p>'],
  ['date-unreadable', dated('24.11.2019'), A, 'published: 2019-11-24\n'],
  ['date-unreadable', dated('"3.4.2019 9:05"'), A, 'published: "2019-04-03 9:05"\n'],
  ['date-unreadable', dated('11/24/2020'), A, 'published: 2020-11-24\n'],
  ['date-unreadable', dated('24-11-2020'), A, 'published: 2020-11-24\n'],
  ['date-unreadable', dated('20201124'), A, 'published: 2020-11-24\n'],
  ['link-space', body('[x] (https://example.org/a)\n'), A, '[x](https://example.org/a)'],
  ['key-unknown', head(`${HEAD}tgas: [x]`), A, 'tags: [x]'],
  ['key-repeated', head(`${HEAD}x: 1\nx: 2`), A, `${HEAD}x: 1\n---`],
  ['value-invalid', head(`${HEAD}format: markdwon`), A, 'format: markdown'],
  ['slug-invalid', head(`${HEAD}slug: ../My Walk`), A, 'slug: my-walk\n'],
  ['alias-invalid', head(`${HEAD}aliases: /old?page=2`), A, 'aliases: /old\n'],
  ['front-matter-unclosed', { [A]: `---\n${HEAD}\nWords.\n` }, A, `${HEAD}---\n\nWords.`],
  ['front-matter-fence', { [A]: `———\n${HEAD}———\nWords.\n` }, A, `---\n${HEAD}---\nWords.`],
  ['footnote-undefined', body('a[^notse]\n\n[^notes]: b\n'), A, 'a[^notes]\n'],
  ['reference-undefined', body('[a][hlils]\n\n[hills]: https://x.org\n'), A, '[a][hills]\n'],
  ['encoding-invalid', latin1('Caf\xe9 \x96 x'), A, 'Café – x\n'],
  ['link-empty', body('See [the map]() here\n'), A, 'See the map here\n'],
  ['title-missing', { [WALK]: '---\ntags: [a]\n---\nx\n' }, WALK, 'title: "On walking"\n'],
  ['yaml-invalid', head(`${HEAD}excerpt: Walking: a guide`), A, "excerpt: 'Walking: a guide'\n"],
  ['yaml-invalid', head(`${HEAD}excerpt: !x & "y"`), A, `excerpt: '!x & "y"'\n`],
  ['yaml-invalid', head(`${HEAD}excerpt: 'Ann's walk'`), A, 'excerpt: "Ann\'s walk"\n'],
  ['yaml-invalid', head(`${HEAD}excerpt: "A" and B`), A, `excerpt: '"A" and B'\n`],
  ['yaml-invalid', head(`${HEAD}excerpt: "A walk`), A, 'excerpt: "A walk"\n'],
  ['yaml-invalid', head(`${HEAD}excerpt: @ann`), A, "excerpt: '@ann'\n"],
  ['yaml-invalid', head(`${HEAD}excerpt: *really*`), A, "excerpt: '*really*'\n"],
  ['yaml-invalid', head(`${HEAD}excerpt: [draft] A walk`), A, "excerpt: '[draft] A walk'\n"],
  ['yaml-invalid', head(`${HEAD}tags: [a, b`), A, 'tags: [a, b]\n'],
  ['yaml-invalid', head(`${HEAD}tags:\n\t- a`), A, 'tags:\n  - a\n'],
  ['yaml-invalid', head(`${HEAD}\ttags: a`), A, '\ntags: a\n'],
  ['yaml-invalid', settings('colors: { accent: #123 }'), YAML, 'colors: { accent: "#123" }\n'],
  ['yaml-invalid', head(`${HEAD}data: {a: #fff, b: 1}`), A, 'data: {a: "#fff", b: 1}\n'],
  ['value-cut', head(`${HEAD}subtitle: In C #minor`), A, "subtitle: 'In C #minor'\n"],
  ['contrast-low', settings('colors: { tint: black }'), YAML, 'colors: { tint: '],
  ['slug-duplicate', { ...head(`${HEAD}slug: x`), ...b(TAKEN) }, A, 'slug: x-2\n'],
  ['redirect-invalid', settings('redirects:\n  /x: about'), YAML, '  /x: /about\n'],
  ['menu-broken', settings('nav: [Essays, /abuot]'), YAML, 'nav: [Essays, About]\n'],
  ['tag-similar', { ...head(`${HEAD}tags: [a]`), ...b(TAGGED), ...C }, A, 'tags: [A]'],
  ['tag-similar', { ...head(`${HEAD}tags: [Hill-walk]`), ...b(HILLS) }, A, 'tags: [hill walk]'],
  ['link-broken', settings('redirects:\n  /x: /blog/hlls'), YAML, '/x: /blog/hills'],
  ['address-invalid', { 'content/addresses.txt': `<<<<<<< HEAD\n` }, 'content/addresses.txt', ''],
  ['address-gone', GONE, YAML, 'gone:\n  - /blog/b\n'],
  ['address-gone', MOVED_AND_GONE, YAML, 'gone:\n  - /blog/b\n  - /blog/c\n'],
  ['address-gone', { ...GONE, ...settings('gone: [/blog/c]') }, YAML, 'gone: [/blog/b, /blog/c]\n'],
  ['address-gone', { ...GONE, ...settings('gone:\n- /c') }, YAML, 'gone:\n- /blog/b\n- /c\n'],
  [
    'address-gone',
    { ...GONE, ...settings('gone:\n    - /c') },
    YAML,
    '\n    - /blog/b\n    - /c\n',
  ],
];

/** Every edit replaces text that is at its place. */
function expectEditsInPlace(root: string, problems: readonly Problem[]): void {
  for (const { file, edits = [] } of problems) {
    for (const edit of edits) {
      const path = edit.file ?? file;
      const { text } = decodeSource({ path, bytes: readFileSync(join(root, path)) });
      expect(text.slice(edit.at, edit.at + edit.was.length)).toBe(edit.was);
    }
  }
}

describe('each fix removes its problem, adds no other, and is not offered again', () => {
  test.each(cases)('%s %j', async (code, files, changed, expected) => {
    const root = site(files);
    const { codes: before, problems } = await buildIn(root);
    expect(before).toContain(code);
    expectEditsInPlace(root, problems);
    const { read } = await fix(root);
    expect(read(changed)).toContain(expected);
    const after = await buildIn(root);
    expect(after.problems.filter(({ edits = [] }) => edits.length > 0)).toEqual([]);
    expect(after.codes).not.toContain(code);
    expect(after.codes.filter((each) => !before.includes(each))).toEqual([]);
  });
});

const UNCLOSED = { [A]: `---\n${HEAD}Words.\n\nWords.\n` };
const SHIFT_JIS = '\x83n\x81[\x83g';
const MIXED = Buffer.concat([Buffer.from(`---\n${HEAD}---\nZoë `), Buffer.of(0xe9, 0x20)]);

test.each<[fact: string, code: ProblemCode, files: Files]>([
  ['a date whose order is unclear', 'date-unreadable', dated('03/12/2020')],
  ['front matter that ends within a paragraph', 'front-matter-unclosed', UNCLOSED],
  ['an encoding that cannot be Windows-1252', 'encoding-invalid', latin1(SHIFT_JIS)],
  ['UTF-8 with one other byte', 'encoding-invalid', { [A]: MIXED }],
  ['bytes that a slug fix would lose', 'slug-invalid', latin1(SHIFT_JIS, 'slug: a/b\n')],
  ['an open fence', 'fence-unclosed', body('```js\nx\n\nAnd so on.\n')],
  ['an essay without a body', 'body-empty', { [A]: `---\n${HEAD}---\n` }],
  [
    'a damaged address',
    'address-invalid',
    { 'content/addresses.txt': remembered('a').slice(0, 40) },
  ],
  ['a mistyped key that is there as well', 'key-unknown', settings('nme: B')],
  ['an empty link around a picture', 'link-empty', body('[![i](/x.png)]() and ![i]()\n')],
  ['two aliases in one string', 'alias-invalid', head(`${HEAD}aliases: /a?b, /c#d`)],
  ['a repeated nested key', 'yaml-invalid', head(`${HEAD}data:\n  a: 1\n  a: 1\ntags: x`)],
  ['a repeated key in braces', 'key-repeated', head('{title: A, date: 2020-01-01, x: 1, x: 1}')],
])('leaves %s alone', async (_, code, files) => {
  const root = site(files);
  expect((await buildIn(root)).codes).toContain(code);
  const { out } = await fix(root);
  expect(out).toMatch(/^Nothing to fix\n\d problems? left for you: run `blog check`\n$/);
});

test('fixes a gone address and a mistyped key below `gone` in one run', async () => {
  const addresses = `${'\n'.repeat(9)}${remembered('b')}`;
  const yaml = `${SITE_YAML}gone:\n  - /old\nlanguge: en\n`;
  const { code, read } = await fix(site({ 'content/addresses.txt': addresses, [YAML]: yaml }));
  expect([code, read(YAML)]).toEqual([
    0,
    expect.stringContaining('  - /blog/b\n  - /old\nlanguage: en\n'),
  ]);
});

test('problems that a build takes from the last one keep their edits', async () => {
  const first = await buildIn(
    site({ ...BROKEN, ...settings('redirects:\n  /x: about\nnav: [/abuot]') }),
  );
  const again = await first.rebuild();
  expect(first.problems.filter(({ edits }) => edits !== undefined).length).toBeGreaterThan(2);
  expect(again.problems).toEqual(first.problems);
});

test('adds a key of site.yaml once for all lines below it', async () => {
  const addresses = remembered('b') + remembered('c');
  const yaml = { 'content/addresses.txt': addresses, [YAML]: SITE_YAML.trimEnd() };
  const { read } = await fix(site(yaml));
  expect(read(YAML)).toBe(`${SITE_YAML}gone:\n  - /blog/c\n  - /blog/b\n`);
});

test('keeps the byte-order mark and the line ends of a file', async () => {
  const text = String(BROKEN[A]).replaceAll('\n', '\r\n').replace('\r\n', '\n');
  const table = '\r\n|a|b|\r\n|1|2|\r\n';
  const root = site({ [A]: `\uFEFF${text}${table}` });
  const { read } = await fix(root);
  const fixed = text.replaceAll('/hlls', '/hills');
  const delimited = table.replace('b|\r\n', 'b|\r\n|---|---|\r\n');
  expect(read(A)).toBe(`\uFEFF${fixed}${delimited}`);
});

test('makes the edits of one problem at both ends of the front matter around those of others', async () => {
  const lines = `———\n${HEAD}tgas: [x]\n———\n`;
  const root = site({ [A]: `${lines}##End\n\nx\n` });
  const { code, read } = await fix(root);
  expect(read(A)).toBe(`---\n${HEAD}tags: [x]\n---\n## End\n\nx\n`);
  expect(code).toBe(0);
});

test.skipIf(process.platform === 'win32')('keeps a file’s permissions', async () => {
  const root = site(BROKEN);
  chmodSync(join(root, A), 0o660);
  await fix(root);
  expect(statSync(join(root, A)).mode & 0o777).toBe(0o660);
});

test('an address that another essay has taken over is not added to `gone`', async () => {
  const root = site({
    ...body('x\n'),
    'content/addresses.txt': remembered('a').replace('essays/a', 'essays/z'),
    [YAML]: `${SITE_YAML}gone: [/old]\n`,
  });
  expect((await buildIn(root)).codes).toContain('address-gone');
  expect((await fix(root)).read(YAML)).toContain('gone: [/old]\n');
});

const BROKEN = body('[x](/blog/hlls)\n\n[y](/blog/hlls) and [z](/nowhere/at/all)\n');

test('shows each change with its problem, asks once, and says if problems are left', async () => {
  const asked: string[] = [];
  const { code, out } = await fix(site(BROKEN), async (question) => {
    asked.push(question);
    return true;
  });
  expect([code, asked]).toEqual([1, ['Make these 2 changes?']]);
  expect(out).toBe(`content/essays/a.md:7 [link-broken]
  - [y](/blog/hlls) and [z](/nowhere/at/all)
  + [y](/blog/hills) and [z](/nowhere/at/all)

content/essays/a.md:5 [link-broken]
  - [x](/blog/hlls)
  + [x](/blog/hills)

✓ 2 changes made
1 problem left for you: run \`blog check\`
`);
});

test('says that problems are left if they come to light only after its changes', async () => {
  const tagged = (tag: string, day: number) =>
    essay(`title: ${tag}${day}\ndate: 2020-01-0${day}\ntags: [${tag}]`);
  const tags = ['walks', 'walks', 'walks', 'Walks', 'Walks'];
  const files = tags.map((tag, at) => [`content/essays/${at}.md`, tagged(tag, at + 1)]);
  const root = makeSite({ [YAML]: SITE_YAML, ...Object.fromEntries(files) });
  const { code, out } = await fix(root, async () => true);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('✓ 1 change made\n1 problem left for you: run `blog check`\n'),
  ]);
  expect((await fix(root, async () => true)).code).toBe(0);
});

test.each([
  ['who declines', async () => false, 'link-broken'],
  ['who cannot be asked', null, 'To make these 2 changes, add `--yes`.'],
])('writes nothing for an author %s', async (_, ask, said) => {
  const root = site(BROKEN);
  const { code, out, read } = await fix(root, ask);
  expect([code, out]).toEqual([1, expect.stringContaining(said)]);
  expect(read(A)).toBe(String(BROKEN[A]));
});

test('keeps what the author saves while the question is on the screen', async () => {
  const root = site(BROKEN);
  const text = `${String(BROKEN[A])}\nMy new words, with [a link](/blog/hlls).\n`;
  const { code, err, read } = await fix(root, async () => {
    writeFiles(root, { [A]: text });
    return true;
  });
  expect([code, read(A)]).toEqual([1, text]);
  expect(err).toBe(`error: ${A} was edited in the meantime\n  → Run this again.\n`);
});

test.each([
  ['is write-protected', (file: string) => chmodSync(file, 0o444), 'it is write-protected'],
  ['has a hard link', (file: string) => linkSync(file, `${file}.twin`), '(a hard link)'],
])('leaves a file alone that %s, and says so', async (_, lock, said) => {
  const root = site(BROKEN);
  lock(join(root, A));
  const { code, out, read } = await fix(root, async () => true);
  expect([code, out]).toEqual([1, expect.stringContaining(`${A} is left unchanged: `)]);
  expect(out).toContain(said);
  expect(read(A)).toBe(String(BROKEN[A]));
});

test('fixes a file through a symlink, which stays', async () => {
  const root = site(BROKEN);
  renameSync(join(root, A), join(root, 'content/a.text'));
  symlinkSync('../a.text', join(root, A));
  const { read } = await fix(root, async () => true);
  expect(read('content/a.text')).toContain('[x](/blog/hills)');
  expect(readlinkSync(join(root, A))).toBe('../a.text');
});

test.each([
  ['the file', A],
  ['its folder', 'content/essays'],
])('writes nothing through a symlink that takes the place of %s while it asks', async (_, path) => {
  const root = site(BROKEN);
  const outside = join(root, 'outside');
  const { read } = await fix(root, async () => {
    renameSync(join(root, path), outside);
    symlinkSync(outside, join(root, path));
    return true;
  });
  expect(read(A)).toBe(String(BROKEN[A]));
});

test('fixes only the named files', async () => {
  const root = site({
    ...BROKEN,
    'content/essays/b.md': essay('title: B\ndate: 2018-01-01\ntgas: x'),
  });
  const { read } = await fix(root, async () => true, [join(root, 'content/essays/b.md')]);
  expect(read('content/essays/b.md')).toContain('tags: x');
  expect(read(A)).toBe(String(BROKEN[A]));
});

test('finds nothing to fix in a site without problems', async () => {
  expect(await fix(site({}))).toMatchObject({ code: 0, out: 'Nothing to fix\n' });
});

describe('what other programs wrote', () => {
  const FOREIGN = 'A film:\n\n{{< youtube dQw4w9WgXcQ >}}\n\n`{{< youtube x >}}`\n';
  const OURS = 'A film:\n\n::youtube{id="dQw4w9WgXcQ"}\n\n`{{< youtube x >}}`\n';

  test('is translated in the file, shown first, and not offered again', async () => {
    const root = site(body(FOREIGN));
    const asked: string[] = [];
    const { code, out, read } = await fix(root, async (question) => {
      asked.push(question);
      return true;
    });
    expect(read(A)).toBe(`---\n${HEAD}---\n${OURS}`);
    expect(asked).toEqual(['Make this change?']);
    expect(out).toContain(
      '[markup-foreign]\n  - {{< youtube dQw4w9WgXcQ >}}\n  + ::youtube{id="dQw4w9WgXcQ"}\n',
    );
    expect(code).toBe(0);
    expect((await fix(root)).out).toBe('Nothing to fix\n');
  });

  test('keeps the byte-order mark and the line ends of a file', async () => {
    const written = (text: string) => `\ufeff---\n${HEAD}---\n${text}`.replaceAll('\n', '\r\n');
    const { read } = await fix(site({ [A]: written(FOREIGN) }));
    expect(read(A)).toBe(written(OURS));
  });

  test('in MDX becomes Markdown, in a file of that name', async () => {
    const mdx = `---\n${HEAD}---\nimport { YouTube } from 'x';\n\n<YouTube id="dQw4w9WgXcQ" />\n`;
    const root = site({ 'content/essays/a.mdx': mdx });
    const { out, read } = await fix(root);
    expect(out).toContain('content/essays/a.mdx → content/essays/a.md [essay-format]');
    expect(read(A)).toContain('::youtube{id="dQw4w9WgXcQ"}');
    expect(readdirSync(join(root, 'content/essays'))).toEqual(['a.md', 'hills.md']);
  });

  test('in MDX is left alone if a file of that name exists', async () => {
    const root = site({ ...body('Words.'), 'content/essays/a.mdx': `---\n${HEAD}---\nOthers.\n` });
    const { code, out, read } = await fix(root);
    expect(out).toContain("content/essays/a.mdx is left unchanged: it can't become");
    expect([code, read(A)]).toEqual([1, `---\n${HEAD}---\nWords.`]);
  });
});
