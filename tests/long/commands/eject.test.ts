/**
 * `blog eject`, and the type check of a site's own templates.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runEject } from '../../../src/cli/eject.ts';
import { installProgram } from '../../support/installed.ts';
import { readManualCode, readShortcodeExamples } from '../../support/manual.ts';
import { runScript } from '../../support/npm.ts';
import {
  buildIn,
  buildSite,
  essay,
  listFiles,
  makeSite,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

const FILES = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
};

function eject(root: string, name: string) {
  const terminal = makeTerminal();
  const code = runEject({ root, packageRoot }, '1.2.3', name, terminal);
  return { code, ...terminal.texts };
}

/** The argument, the copied file, and the printed line about its imports. */
const COPIES = [
  [
    'EssayCard',
    'EssayCard.tsx',
    'what it imports still comes from essay-blog: Chips.tsx, hooks.ts, picture-sizes.ts',
  ],
  ['TagFilter.tsx', 'TagFilter.tsx', 'what it imports still comes from essay-blog: hooks.ts'],
  [
    'templates/SiteHeader.tsx',
    'SiteHeader.tsx',
    'what it imports still comes from essay-blog: hooks.ts, Languages.tsx, SiteLanguage.tsx',
  ],
  ['home', 'home.client.ts', ''],
  ['style', 'style.css', 'what it imports still comes from essay-blog: styles/base.css'],
  ['styles/code.css', 'styles/code.css', ''],
] as const;

test('copies templates without changing the built site', async () => {
  const before = await buildSite(FILES);
  for (const [name, path, imports] of COPIES) {
    const { code, out, err } = eject(before.root, name);
    expect([name, code, err]).toEqual([name, 0, '']);
    expect(out).toContain(`✓ templates/${path} is yours to change\n${imports && `  ${imports}`}`);
    const copy = readFileSync(join(before.root, 'templates', path), 'utf8');
    const original = readFileSync(join(packageRoot, 'templates', path), 'utf8');
    expect(copy.slice(copy.indexOf('\n') + 1)).toBe(original);
    expect(copy).toMatch(
      /^(\/\/|\/\*) Copied by `blog eject` from essay-blog 1\.2\.3 \([0-9a-f]{10}\)/,
    );
  }
  const pages = ['blog/a.html', 'index.html'].map(before.text);
  const after = await before.rebuild();
  expect([after.codes, ['blog/a.html', 'index.html'].map(after.text)]).toEqual([[], pages]);
});

test('keeps a template that the site already has', () => {
  const root = makeSite({ ...FILES, 'templates/EssayPage.tsx': 'mine' });
  const { code, err } = eject(root, 'EssayPage');
  expect([code, err]).toEqual([
    1,
    `error: ${root}/templates/EssayPage.tsx already exists\n` +
      '  → To start again from the original, delete that file first.\n',
  ]);
  expect(readFileSync(join(root, 'templates/EssayPage.tsx'), 'utf8')).toBe('mine');
});

test('keeps a link whose target is missing, and says so', () => {
  const root = makeSite({ ...FILES, 'templates/style.css': '' });
  symlinkSync('unmounted.tsx', join(root, 'templates/EssayPage.tsx'));
  const { code, err } = eject(root, 'EssayPage');
  expect([code, err]).toEqual([1, expect.stringContaining('already exists\n')]);
  expect(readlinkSync(join(root, 'templates/EssayPage.tsx'))).toBe('unmounted.tsx');
});

test('lists the templates if no name is given', () => {
  const root = makeSite(FILES);
  const { code, out } = eject(root, '');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^AboutPage\.tsx\n(.+\n)+styles\/translations\.css\n$/),
  ]);
  expect(readdirSync(root)).not.toContain('templates');
});

test.each([
  ['essaypage', 'there is no template essaypage\n  → Did you mean EssayPage?'],
  ['code.css', 'there is no template code.css\n  → Did you mean styles/code.css?'],
  ['fonts', 'there is no template fonts\n  → Did you mean styles/fonts?'],
  [
    '../package.json',
    'there is no template ../package.json\n  → Run `blog eject` to list all templates.',
  ],
])('refuses %s, which is not a template', (name, words) => {
  const { code, err } = eject(makeSite(FILES), name);
  expect([code, err.slice(0, `error: ${words}`.length)]).toEqual([1, `error: ${words}`]);
});

test('copies nothing into a folder that is not a site', () => {
  const root = makeSite({});
  const { code, err } = eject(root, 'EssayPage');
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('`npx essay-blog init` starts a new site'),
  ]);
  expect(listFiles(root)).toEqual([]);
});

test('copies the file of the theme where it has one, and tells when that has changed', async () => {
  const card = `import { Mark } from './Mark.tsx';
export const EssayCard = () => <li><Mark /></li>;
`;
  const root = makeSite({
    ...FILES,
    'content/site.yaml': `${SITE_YAML}theme: look\n`,
    'node_modules/look/package.json': '{ "version": "2.1.0", "essay-blog": { "props": 1 } }',
    'node_modules/look/EssayCard.tsx': card,
    'node_modules/look/Mark.tsx': 'export const Mark = () => <b />;\n',
  });
  expect(eject(root, '').out).toMatch(/^Mark\.tsx$/m);
  const { code, out } = eject(root, 'EssayCard');
  expect(code).toBe(0);
  expect(out).toContain('what it imports still comes from the theme or essay-blog: Mark.tsx');
  const copy = readFileSync(join(root, 'templates/EssayCard.tsx'), 'utf8');
  expect(copy).toMatch(/^\/\/ Copied by `blog eject` from look 2\.1\.0 \([0-9a-f]{10}\)\n/);
  expect(copy.endsWith(card)).toBe(true);
  eject(root, 'HomePage');
  expect(readFileSync(join(root, 'templates/HomePage.tsx'), 'utf8')).toContain(
    'from essay-blog 1.2.3',
  );
  const site = await buildIn(root);
  expect(site.report).toBe('');
  const changed = await site.rebuild({ 'node_modules/look/EssayCard.tsx': `${card}\n` });
  expect(changed.codes).toEqual(['template-outdated']);
  expect(changed.report).toContain('has changed since look 2.1.0');
  expect(changed.report).toContain('Compare it with node_modules/look/EssayCard.tsx');
});

test('tsc checks a site’s templates against those of the package', () => {
  runScript('declare');
  const [page = '', , figure = ''] = readManualCode('templates.md', 'tsx');
  const [books = ''] = readManualCode('pages.md', 'tsx');
  const root = makeSite({
    ...FILES,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{ "extends": "essay-blog/tsconfig.json" }',
    'templates/OfManual.tsx': page,
    'templates/shortcodes/Figure.tsx': figure,
    'templates/pages/Books.tsx': books,
    'templates/SiteFooter.tsx': `import { usePage, useTexts } from './hooks.ts';
import { Prose } from './Prose.tsx';
import { Script } from './Script.tsx';

export function SiteFooter() {
  const { site, year } = usePage();
  const t = useTexts();
  const html = \`\${site.name} \${year} \${t('readTime', { count: 3 })}\`;
  return (
    <footer className="footer">
      <Prose html={html} />
      <Script src="./menu.client.ts" />
    </footer>
  );
}
`,
    'templates/menu.client.ts': `document.querySelector<HTMLElement>('.footer')?.focus();\n`,
    ...readShortcodeExamples().files,
    'templates/shortcodes/Data.tsx': `import links from './links.yaml';
import more from './more.yml';
import poem from './poem.txt';
import facts from './facts.json';

export const Data = () => (
  <p>
    {links.first}{more.second}{poem.length + facts.count}
  </p>
);
`,
    'templates/shortcodes/facts.json': '{ "count": 1 }',
  });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  symlinkSync(installProgram(), join(root, 'node_modules/essay-blog'));
  eject(root, 'EssayPage');
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const check = () => spawnSync(process.execPath, [compiler], { cwd: root, encoding: 'utf8' });
  expect(check()).toMatchObject({ status: 0, stdout: '' });
  writeFiles(root, {
    'templates/SiteHeader.tsx': `import { useTexts } from './hooks.ts';
import { Prose } from './Prose.tsx';
export const SiteHeader = () => <header class={useTexts()('homme')}><Prose html={1} /></header>;
`,
    'templates/shortcodes/Data.tsx': `import poem from './poem.txt';
export const Data = () => <p title={1}>{poem * 2}</p>;
`,
  });
  const { stdout } = check();
  expect(stdout).toMatch(/^templates\/SiteHeader\.tsx\(3,/m);
  for (const word of ['homme', 'class', "'number' is not assignable"])
    expect(stdout).toContain(word);
  expect(stdout).toMatch(/^templates\/shortcodes\/Data\.tsx\(2,.*arithmetic/m);
});

test('tsc checks a theme against the templates of the package', () => {
  runScript('declare');
  const root = makeSite({
    'package.json': '{ "type": "module", "essay-blog": { "props": 1 } }',
    'tsconfig.json': '{ "extends": "essay-blog/tsconfig.json", "include": ["."] }',
    'EssayCard.tsx': `import type { CardProps } from 'essay-blog';
import { useTexts } from './hooks.ts';
import { Mark } from './shortcodes/Mark.tsx';
export function EssayCard({ card }: { readonly card: CardProps }) {
  return <li><Mark />{card.title}{useTexts()('about')}</li>;
}
`,
    'shortcodes/Mark.tsx': `import { Prose } from '../Prose.tsx';
export const Mark = () => <Prose html="x" />;
`,
  });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  symlinkSync(installProgram(), join(root, 'node_modules/essay-blog'));
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const check = () => spawnSync(process.execPath, [compiler], { cwd: root, encoding: 'utf8' });
  expect(check()).toMatchObject({ status: 0, stdout: '' });
  writeFiles(root, { 'shortcodes/Mark.tsx': `export { Prose as Mark } from '../Prose.tsx';\n` });
  expect(check().stdout).toMatch(/^EssayCard\.tsx\(5,/m);
});
