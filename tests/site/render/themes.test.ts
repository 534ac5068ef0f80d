/**
 * Themes: `theme` in site.yaml, the order of layers, and what an author is told about a theme that doesn't fit.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type BuiltSite,
  buildIn,
  buildSite,
  buildSound,
  essay,
  type Files,
  makeSite,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

const content: Files = {
  'content/essays/a.md': essay(
    'title: A\npublished: 2020-01-01\ntags: [x]',
    'Some words.\n\n:::mark\nb\n:::\n',
  ),
};
const plain: Files = { 'content/essays/a.md': essay('title: A\npublished: 2020-01-01') };
const withTheme = (theme: string) => ({ 'content/site.yaml': `${SITE_YAML}theme: ${theme}\n` });
const manifest = (props: unknown = 1, name = 'x') =>
  JSON.stringify({ name, 'essay-blog': { props } });

/** A theme with a file of each kind, below a folder. */
function writeTheme(folder: string): Files {
  const files: Files = {
    'package.json': manifest(),
    'skin.css':
      '@import "./more.css";\n:root { --accent: #123456 }\nbody { background: url(./dot.png) }\n',
    'more.css': 'p { color: teal }\n',
    'dot.png': new Uint8Array(3000).fill(7),
    'EssayCard.tsx': `import { Sign } from './Sign.tsx';
export function EssayCard({ card }) { return <li className="themed"><a href={card.url}>{card.title}</a><Sign /></li>; }
`,
    'Sign.tsx': `import { Script } from './Script.tsx';
export const Sign = () => <b><Script src="./sign.client.ts" /></b>;
`,
    'sign.client.ts': 'document.title += "signed";\n',
    'shortcodes/Mark.tsx': 'export default ({ children }) => <mark>{children}</mark>;\n',
    'pages/Books.tsx': `import { Layout } from '../Layout.tsx';
export default () => <Layout><p id="books">Books</p></Layout>;
`,
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}

const styleOf = (site: BuiltSite) =>
  site.text(site.paths.find((path) => /style\.\w+\.css$/.test(path)) ?? '');

test.each([
  ['a folder', './looks/mine', 'looks/mine'],
  ['a package', '"@ann/look"', 'node_modules/@ann/look'],
])(
  '%s as a theme has components, styles, pictures, shortcodes, client scripts and pages',
  async (_, theme, folder) => {
    const site = await buildSound({
      ...content,
      ...withTheme(theme),
      ...writeTheme(folder),
      'content/pages/books.md': '---\ntitle: Books\ntemplate: Books\n---\n',
    });
    expect(site.page('index.html')('.themed > a').text()).toBe('A');
    expect(site.page('blog/a.html')('.prose mark').text()).toBe('b');
    expect(site.page('books.html')('main').text()).toBe('Books');
    expect(
      site.page('index.html')('meta[name=theme-color], link[rel=icon]').length,
    ).toBeGreaterThan(0);
    expect(styleOf(site)).toMatch(/--accent: ?#123456[\s\S]*/);
    expect(styleOf(site)).toContain('teal');
    expect(
      site.paths.filter((path) => /dot\.\w+\.png|script-sign\.\w+\.js/.test(path)),
    ).toHaveLength(2);
  },
);

test('a file is looked up in the site, then in the theme, then in the program', async () => {
  const site = await buildSound({
    ...content,
    ...withTheme('./look'),
    ...writeTheme('look'),
    'templates/Sign.tsx': 'export const Sign = () => <i>mine</i>;\n',
    'templates/more.css': 'p { color: olive }\n',
  });
  expect(site.page('index.html')('.themed').text()).toBe('Amine');
  expect(styleOf(site)).toContain('olive');
  expect(styleOf(site)).not.toContain('teal');
});

test('a package is found in a folder above the site, as Node finds it', async () => {
  const top = makeSite(writeTheme('node_modules/look'));
  const root = join(top, 'sites/mine');
  writeFiles(root, { ...content, ...withTheme('look') });
  const site = await buildIn(root);
  expect(site.report).toBe('');
  expect(site.page('index.html')('.themed').length).toBe(1);
});

describe('a theme of the program', () => {
  test.each(['gallery', 'index', 'letter'])('%s needs no compiler', async (theme) => {
    const site = await buildSound({ ...plain, ...withTheme(theme) });
    expect(existsSync(join(site.root, '.blog/templates'))).toBe(false);
    const style = styleOf(site);
    const book = await site.rebuild(withTheme('book'));
    expect(existsSync(join(site.root, '.blog/templates'))).toBe(false);
    expect(styleOf(book)).not.toBe(style);
  });

  test('a folder templates/themes of the site means nothing', async () => {
    const files = { 'templates/themes/gallery/skin.css': 'p { color: teal }\n' };
    const site = await buildSound({ ...plain, ...withTheme('gallery'), ...files });
    expect(styleOf(site)).not.toContain('teal');
  });
});

/** A value of `theme`, more files, and the problem: its code and a part of its text. */
const faults: readonly [theme: string, Files, code: string, text: string][] = [
  ['galery', {}, 'theme-missing', 'Did you mean `gallery`?'],
  ['some-look', {}, 'theme-missing', 'any other name an installed package.'],
  [
    '.\\look',
    { 'look/package.json': manifest() },
    'theme-missing',
    'Write it with `/`, on Windows too: `./look`.',
  ],
  ['./look', {}, 'theme-missing', 'The program has book, gallery, index, letter;'],
  ['look', { 'look/skin.css': '' }, 'theme-missing', '`./x` is a folder'],
  [
    './look',
    { 'look/skin.css': '' },
    'theme-incompatible',
    'add `"essay-blog": { "props": 1 }` to look/package.json.',
  ],
  [
    './look',
    { 'look/package.json': manifest('1') },
    'theme-incompatible',
    'states no version of the props',
  ],
  [
    'look',
    { 'node_modules/look/package.json': manifest(2) },
    'theme-incompatible',
    'was written for version 2 of the props; this program has version 1',
  ],
];

test.each(faults)('`theme: %s` with %o is %s', async (theme, files, code, text) => {
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    ...withTheme(theme),
    ...files,
  });
  expect(site.codes).toEqual([code]);
  expect(site.report).toContain(text);
  expect(site.report).toContain('content/site.yaml:4:8');
});

test('a fault in a theme is reported at its file', async () => {
  const { 'look/Sign.tsx': _, ...without } = writeTheme('look');
  const site = await buildSite({ ...content, ...withTheme('./look'), ...without });
  expect(site.report).toContain('look/EssayCard.tsx:1:');
  const faulty = await site.rebuild({ 'look/Sign.tsx': 'export const Sign = () => <b>;\n' });
  expect(faulty.report).toContain('look/Sign.tsx:2:1');
  const thrown = await site.rebuild({
    'look/Sign.tsx': '\nexport const Sign = () => <b>{nothing.x}</b>;\n',
  });
  expect(thrown.report).toContain('look/Sign.tsx:2:');
});

test('a switch there and back gives the same bytes, and a changed or removed theme is noticed', async () => {
  const site = await buildSite({ ...content, ...withTheme('./look'), ...writeTheme('look') });
  const first = Object.fromEntries(site.paths.map((path) => [path, site.text(path)]));
  await site.rebuild({
    ...withTheme('letter'),
    'templates/shortcodes/Mark.tsx': 'export default () => <b />;\n',
  });
  const back = await site.rebuild({
    ...withTheme('./look'),
    'templates/shortcodes/Mark.tsx': null,
  });
  expect(Object.fromEntries(back.paths.map((path) => [path, back.text(path)]))).toEqual(first);
  const changed = await back.rebuild({ 'look/more.css': 'p { color: olive }\n' });
  expect(styleOf(changed)).toContain('olive');
  rmSync(join(site.root, 'look'), { recursive: true });
  expect((await changed.rebuild()).codes).toContain('theme-missing');
});

describe('styles', () => {
  test('site.css comes after all other styles', async () => {
    const own = { 'templates/site.css': 'main { color: olive }\n' };
    const site = await buildSound({ ...plain, ...own });
    expect(styleOf(site).trimEnd()).toMatch(/main\{color:olive\}$/);
    expect(styleOf(site)).toContain('--accent');
    const without = await site.rebuild({ 'templates/site.css': null });
    expect(styleOf(without)).not.toContain('olive');
  });

  test('a theme has no site.css', async () => {
    const files = { 'look/package.json': manifest(), 'look/site.css': 'main { color: olive }\n' };
    const site = await buildSound({ ...plain, ...files, ...withTheme('./look') });
    expect(styleOf(site)).not.toContain('olive');
  });
});
