/**
 * The files of a site: which are essays, which lie beside them, and which folders are watched for more.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findContent } from '../../../src/essays/listing.ts';
import { listFoldersAbove, quoteArgument } from '../../../src/essays/paths.ts';
import { settle } from '../../support/rebuild.ts';
import { buildIn, buildSite, essay, makeSite, SITE_YAML, writeFiles } from '../../support/site.ts';

/** Kinds by path below content/: `e` an essay, `n` a file beside essays, `m` a text elsewhere, `p` public, `f` a folder. */
function list(root: string, followLinks = false): Record<string, string> {
  const { value, problems } = findContent(root, { followLinks, languages: [] });
  expect(problems).toEqual([]);
  const { essays: e, neighbours: n, misplaced: m, publicFiles: p, folders: f } = value.listing;
  for (const paths of [e, n, m, p]) expect(paths).toEqual([...paths].sort());
  const entries = Object.entries({ f, e, n, m, p }).flatMap(([kind, paths]) =>
    paths.map((path) => [path.replace(/^content\//, ''), kind]),
  );
  return Object.fromEntries(entries);
}

/** Files, each after its kind; `-` for one that is not listed. */
const cases: Readonly<Record<string, string>> = {
  'only settings': '',
  'essays in any folder': 'e essays/b.md, e essays/20/c.txt, e essays/20/x/D.MD',
  'essays in HTML, and with long extensions':
    'e essays/a.html, e essays/c.htm, e essays/d.markdown',
  'other files beside essays': 'e essays/walk/index.md, n essays/walk/hill.jpg, n essays/n.pdf',
  'public files, including dotfiles': 'p public/CNAME, p public/.well-known/a.txt, p public/i/b.md',
  'section pages of Hugo and Zola beside essays':
    'n essays/_index.md, n essays/20/_index.html, e essays/20/index.md',
  'text files beside index.md as its data, unless their names have dates':
    'e essays/w/index.md, n essays/w/color.txt, e essays/w/2020-1-2-a.txt',
  'text files beside other essays as essays':
    'e essays/index.md, e essays/a.txt, e essays/w/b.txt, e essays/w/c.md',
  'no other dotfiles, and nothing of systems and editors':
    '- essays/.a.md, - essays/.x/a.md, - public/.DS_Store, - public/Thumbs.db, - essays/a.md~',
  'no repositories, and nothing outside content/':
    '- essays/.git/objects/a, - public/.git/HEAD, - ../other/a.md',
  'texts in other folders':
    'm a.MD, m notes/b.html, m notes/2020/c.mdx, - about.md, - notes/d.txt, - notes/Readme.md',
  'names of any kind': 'e essays/a b (c) [d].md, e essays/日本.md',
};

test.each(Object.entries(cases))('lists %s', (_, written) => {
  const root = makeSite({ 'content/site.yaml': SITE_YAML });
  const found = written.matchAll(/([-enmp]) ([^,]+)/g);
  const files = Array.from(found, ([, kind = '', path = '']) => [path, kind]);
  for (const [path = ''] of files) writeFiles(root, { [join('content', path)]: '' });
  const above = files.flatMap(([path = '']) => listFoldersAbove(path));
  const added = above.filter((folder) => !/^\.\.|\.git/.test(folder));
  const folders = ['content', 'essays', 'pages', 'public', ...added].map((folder) => [folder, 'f']);
  const listed = files.filter(([, kind]) => kind !== '-');
  expect(list(root)).toEqual(Object.fromEntries([...folders, ...listed]));
});

test('lists files behind a symlink under the symlink’s name, and nothing twice', () => {
  const root = makeSite({ 'content/essays/b.md': '', 'elsewhere/deep/a.md': '' });
  mkdirSync(join(root, 'content/essays/empty'));
  const links = { mine: '../../elsewhere', loop: '.', up: '../../content', self: 'self' };
  for (const [name, target] of Object.entries({ ...links, 'later.md': 'nowhere' })) {
    symlinkSync(target, join(root, 'content/essays', name));
  }
  symlinkSync('../content/essays', join(root, 'elsewhere/back'));
  const { 'essays/b.md': b, 'essays/mine/deep/a.md': a, ...folders } = list(root, true);
  expect([a, b]).toEqual(['e', 'e']);
  const inside = ['empty', 'later.md', 'loop', 'mine', 'mine/back', 'mine/deep', 'self', 'up'];
  const paths = ['content', 'essays', 'pages', 'public', ...inside.map((path) => `essays/${path}`)];
  expect(folders).toEqual(Object.fromEntries(paths.map((path) => [path, 'f'])));
});

// Other systems reject such names.
test.runIf(process.platform === 'linux').each([
  ['a folder', 'content/essays/dir\\/a.md', 'content/essays/dir\ufffd'],
  ['a folder of public files', 'content/public/2020/dir\\/a.txt', 'content/public/2020/dir\ufffd'],
  ['an essay', 'content/essays/a\\.md', 'content/essays/a\ufffd.md'],
])('%s whose name is not UTF-8 stops each build', async (_, path, file) => {
  const root = makeSite({ 'content/site.yaml': SITE_YAML, 'content/essays/b.md': essay('x: y') });
  const toBytes = (name: string) => Buffer.from(join(root, name).replace('\\', '\xff'), 'latin1');
  mkdirSync(toBytes(dirname(path)), { recursive: true });
  writeFileSync(toBytes(path), '');
  const site = await buildIn(root);
  const found = expect.objectContaining({
    ...{ code: 'file-unreadable', file, hint: 'Rename it.' },
    message: 'This cannot be read: its name is not UTF-8',
  });
  expect(site.problems).toContainEqual(found);
  expect((await site.rebuild({})).problems).toContainEqual(found);
});

test('the pictures beside content/about.md are those of the about page, if it shows them', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
  const site = await buildSite({
    'content/about.md': '---\nimage: me.svg\n---\n![a](photos/a.svg) ![b](b.svg) [cv](cv.pdf)\n',
    'content/me.svg': svg,
    'content/photos/a.svg': svg.replace('40', '41'),
    'content/about/b.svg': svg.replace('40', '42'),
    'content/cv.pdf': 'pdf',
    'content/unused.svg': svg.replace('40', '43'),
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  expect(site.report).toBe('');
  const files = site.paths.filter((path) => /^assets\/(?:me|a|b|cv|unused)\./.test(path));
  expect(files.map((path) => path.split('.')[0])).toEqual([
    'assets/a',
    'assets/b',
    'assets/cv',
    'assets/me',
  ]);
});

describe('a symlink out of content/', () => {
  const OUTSIDE = { 'mine/m.md': '', 'mine/pics/p.svg': '', 'about.md': 'I am.' };
  const links: readonly [link: string, target: string, followed: string][] = [
    ['content/essays/m.md', '../../mine/m.md', 'content/essays/m.md'],
    ['content/essays/all', '../../mine', 'content/essays/all/m.md'],
    ['content/essays', '../mine', 'content/essays/m.md'],
    ['content/public/pics', '../../mine/pics', 'content/public/pics/p.svg'],
    ['content/about.md', '../about.md', 'content/about.md'],
  ];
  test.each(links)('is reported, or followed if the settings say so: %s', (link, to, path) => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...OUTSIDE });
    mkdirSync(join(root, link, '..'), { recursive: true });
    symlinkSync(to, join(root, link));
    const read = (followLinks: boolean) => {
      const { value, problems } = findContent(root, { followLinks, languages: [] });
      const { essays, neighbours, publicFiles } = value.listing;
      const found = [...essays, ...neighbours, ...publicFiles, ...value.pages].includes(path);
      return [found, ...problems.map(({ code, file }) => `${code} ${file}`)];
    };
    expect(read(false)).toEqual([false, `link-outside ${link}`]);
    expect(read(true)).toEqual([true]);
  });

  test('is reported by every build until it is allowed', async () => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...OUTSIDE });
    mkdirSync(join(root, 'content/public'));
    symlinkSync('../../mine', join(root, 'content/public/mine'));
    writeFiles(root, { 'mine/_headers': '/x\n  X-Mine: 1\n' });
    symlinkSync('../../mine/_headers', join(root, 'content/public/_headers'));
    const site = await settle(await buildIn(root));
    expect(site.codes).toContain('link-outside');
    expect(site.text('_headers')).not.toContain('X-Mine');
    const edited = await site.rebuild({ 'content/essays/a.md': 'title: A\n' });
    expect(edited.codes).toContain('link-outside');
    const changes = { 'content/site.yaml': `${SITE_YAML}followLinks: true\n` };
    const allowed = await site.rebuild({ ...changes, 'content/essays/a.md': null });
    expect([allowed.codes, allowed.paths.includes('mine/m.md')]).toEqual([['essays-none'], true]);
  });
});

test('files that look like essays are reported once per kind, unless an essay links to them', async () => {
  const converted = ['a.rst', 'b.adoc', 'c.org', 'd.ipynb', 'e.textile', 'k.rtf', 'l.odt'];
  const unread = ['1.njk', '2.NJK', ...converted, 'm.doc', 'n.pages'];
  const others = ['f.mkd', 'g.json', 'h.xml', '_index.md', 'linked.json', 'i.pdf', 'j.csv'];
  const names = [...unread, ...others];
  const files = Object.fromEntries(names.map((name) => [`content/essays/${name}`, '{}']));
  const body = 'Its [data](linked.json).\n';
  const site = await buildSite({
    ...files,
    ...{ 'content/b.md': '', 'content/posts/c.html': '', 'content/readme.md': '' },
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01', body),
  });
  const reports = site.problems.map(({ code, file, message }) => {
    const named = /, like (.*)$/.exec(message)?.[1] ?? '';
    return `${code} ${file} ${named}`.trim().replaceAll('content/', '');
  });
  expect(reports).toEqual([
    'file-unused b.md posts/c.html',
    'file-unused essays/1.njk essays/2.NJK, essays/_index.md and 12 more',
  ]);
  const linked = await site.rebuild({ 'content/essays/1.njk': null, 'content/essays/2.NJK': null });
  expect(linked.problems.map(({ file }) => file)).toEqual([
    'content/b.md',
    'content/essays/_index.md',
  ]);
});

test.each([
  ['no folder', 'file', 'root-missing', "Name the site's folder with --root"],
  ['no content', '', 'content-missing', '`npx essay-blog init` starts a new site here.'],
  ['no settings', 'empty', 'config-missing', 'Create the file with two lines: `name: Your Name`'],
  ['a folder instead of the settings', 'odd', 'config-missing', 'Create the file'],
  ['a file instead of content', 'other', 'content-missing', '`npx essay-blog init` starts'],
])('%s is an error, and nothing is left behind', async (_, path, code, hint) => {
  const folder = makeSite({ file: '', 'other/content': '' });
  for (const content of ['empty/content', 'odd/content/site.yaml']) {
    mkdirSync(join(folder, content), { recursive: true });
  }
  const { codes, report } = await buildIn(join(folder, path));
  expect([codes, report]).toEqual([expect.arrayContaining([code]), expect.stringContaining(hint)]);
  expect(readdirSync(folder, { recursive: true })).toHaveLength(8);
});

test.each([
  ['content/essays/2020/a-b_c.md', 'content/essays/2020/a-b_c.md'],
  ['content/essays/Über.md', 'content/essays/Über.md'],
  ['C:\\Ann\\site', 'C:\\Ann\\site'],
  ['sub\\my site', '"sub\\my site"'],
  ['Ann’s $5 `site`', '"Ann’s \\$5 \\`site\\`"'],
])('in a command that is shown, %s is written as %s', (path, written) => {
  expect(quoteArgument(path)).toBe(written);
});
