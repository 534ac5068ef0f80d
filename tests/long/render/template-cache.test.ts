/**
 * The cache of compiled templates: reused exactly as long as the compiler would produce the same from the
 * current files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildRequest } from '../../../src/build/request.ts';
import { parseConfig } from '../../../src/essays/config.ts';
import { ifThere } from '../../../src/files/file-state.ts';
import { hasErrors } from '../../../src/problems/problems.ts';
import { NO_FONTS } from '../../../src/theme/fonts.ts';
import { prepareTemplates } from '../../../src/theme/templates.ts';
import { DAMAGES, passTick } from '../../support/damages.ts';
import { installProgram } from '../../support/installed.ts';
import {
  buildIn,
  essay,
  type Files,
  listFiles,
  makeRequest,
  makeSite,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

const CARD = 'templates/EssayCard.tsx';
const cardOf = (word: string) =>
  `export const EssayCard = () => <li className="mine">${word}</li>;\n`;

/** A site with a template that imports from elsewhere, and a style sheet. */
const OWN: Readonly<Record<string, string>> = {
  [CARD]: `import { word } from '../lib/word';\nexport const EssayCard = () => <li>{word}</li>;\n`,
  'lib/word.ts': `export const word = 'One';\n`,
  'templates/styles/prose.css': 'p { color: red }\n',
  'package.json': '{}',
};

const SITE: Files = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
};
const CARDS = SITE_YAML.replace('socialImages: false\n', '');

/** Settings that leave the look to the theme. */
const LOOK = parseConfig(null).value;

async function prepare(root: string, withCards = false) {
  const { value, problems } = await prepareTemplates(
    { ...makeRequest(root), theme: null },
    withCards,
    { settings: LOOK, fonts: NO_FONTS },
  );
  expect(hasErrors(problems)).toBe(false);
  if (value === null) throw new Error('There are no templates');
  return value;
}

type Step = readonly [
  name: string,
  change: Readonly<Record<string, string | null>>,
  outcome: 'nothing to do' | 'the same set' | 'another set',
  options?: Partial<BuildRequest>,
];

/** Consecutive changes, and whether the next build compiles the templates again. */
const STEPS: readonly Step[] = [
  ['a new templates/', OWN, 'another set'],
  ['nothing', {}, 'nothing to do'],
  ['a file rewritten unchanged', { [CARD]: String(OWN[CARD]) }, 'the same set'],
  ['other files', { 'content/a.md': 'x', 'templates/notes.txt': 'x' }, 'the same set'],
  ['new fonts', { 'templates/fonts/own.woff2': '{}' }, 'the same set'],
  ['a template', { [CARD]: String(OWN[CARD]).replace('<li>', '<li id="x">') }, 'another set'],
  ['a module that it imports', { 'lib/word.ts': `export const word = 'Two';\n` }, 'another set'],
  ['a file in its place', { 'lib/word.tsx': `export const word = 'Two';\n` }, 'another set'],
  ['a style sheet', { 'templates/styles/prose.css': 'p { top: 0 }' }, 'another set'],
  ['a new template', { 'templates/New.tsx': 'export const x = 1;\n' }, 'another set'],
  ['no style sheet', { 'templates/styles/prose.css': null }, 'another set'],
  ['package.json', { 'package.json': '{ "sideEffects": false }' }, 'another set'],
  ['no package.json', { 'package.json': null }, 'another set'],
  ['package.json again', { 'package.json': '{}' }, 'another set'],
  ['social images', { 'content/site.yaml': CARDS, 'templates/fonts': null }, 'another set'],
  ['the program', {}, 'another set', { program: 'another' }],
];

test('templates are compiled again only when their inputs change', async () => {
  const root = makeSite(SITE);
  await buildIn(root);
  const listSets = () => ifThere(() => readdirSync(join(root, '.blog/templates'))) ?? [];
  let last = listSets();
  expect(last).toEqual([]);
  for (const [name, change, outcome, options] of STEPS) {
    writeFiles(root, change);
    passTick(root);
    const { site, report } = await buildIn(root, options);
    expect(report, name).not.toContain('error');
    const sets = listSets();
    expect(sets, name).toHaveLength(1);
    const compared = sets[0] === last[0] ? 'the same set' : 'another set';
    expect(site === null ? 'nothing to do' : compared, name).toBe(outcome);
    last = sets;
  }
});

test('compiled templates stay valid if a site is moved, or if modification times change', async () => {
  const root = makeSite(Object.fromEntries(Object.entries(OWN).map(([p, x]) => [`a/${p}`, x])));
  const { script } = await prepare(join(root, 'a'));
  utimesSync(join(root, 'a', CARD), 1, 1);
  renameSync(join(root, 'a'), join(root, 'b'));
  expect((await prepare(join(root, 'b'))).script).toBe(script.replace(`${root}/a`, `${root}/b`));
});

test('a file that a package excludes from browser bundles is an input like any other', async () => {
  const root = makeSite({
    'templates/home.client.ts': "import 'small';\n",
    'node_modules/small/package.json': '{ "browser": { "fs": false, "./server.js": false } }',
    'node_modules/small/index.js': "require('fs');\nrequire('./server.js');\n",
    'node_modules/small/server.js': '',
  });
  const { script, inputs } = await prepare(root);
  expect(inputs.filter((file) => !existsSync(file))).toEqual([join(root, 'package.json')]);
  expect((await prepare(root)).script).toBe(script);
});

test('only the latest version of changed templates is kept in memory', async () => {
  const root = makeSite(OWN);
  const scripts: string[] = [];
  for (const word of ['Two', 'Three', 'Four']) {
    writeFiles(root, { [CARD]: cardOf(word) });
    scripts.push((await prepare(root)).script);
  }
  const loaded = Object.keys(createRequire(root).cache);
  expect(scripts.map((script) => loaded.includes(script))).toEqual([false, false, true]);
});

test.each([
  ['templates/New.tsx', 'export const x = 1;\n', '', true],
  // The compiler may have used its old text.
  ['lib/word.ts', `export const word = 'Two';\n`, 'Two', false],
])('templates are compiled again if %s came meanwhile', async (path, text, word, isSeen) => {
  const root = makeSite(OWN);
  const compiling = prepare(root);
  writeFiles(root, { [path]: text });
  const first = await compiling;
  const { script } = await prepare(root);
  expect(script !== first.script).toBe(isSeen);
  expect(readFileSync(script, 'utf8')).toContain(word);
  expect((await prepare(root)).script).toBe(script);
});

describe('a damaged set is compiled again', () => {
  const others = ['pages.cjs', 'pages.cjs.map', 'card.cjs', 'assets'];
  // The others with two kinds of damage each, since a compilation takes long.
  const files = others.map((name, at) => [name, DAMAGES.filter((_, i) => i % 4 === at)] as const);
  test.each([['manifest.json', DAMAGES] as const, ...files])('%s', async (name, damages) => {
    const root = makeSite(OWN);
    const { script } = await prepare(root, true);
    const folder = join(script, '..');
    const read = () =>
      listFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
    const before = read();
    const path = listFiles(folder).find((each) => each.startsWith(name)) ?? '';
    for (const [, damage] of damages) {
      damage(join(folder, path));
      expect((await prepare(root, true)).script).toBe(script);
      expect(read()).toEqual(before);
    }
  });
});

describe('the precompiled set of the package is used for a site', () => {
  const shipped = join(packageRoot, 'dist/templates/');
  const bytes = (path: string) => readFileSync(join(packageRoot, path));
  const text = (path: string) => bytes(path).toString();
  const all = listFiles(join(packageRoot, 'templates')).map((name) => `templates/${name}`);
  const copies = Object.fromEntries(all.map((path) => [path, bytes(path)]));
  const sites: readonly [name: string, files: Files, isShipped: boolean][] = [
    ['without templates', {}, true],
    ['with a package.json', { 'package.json': '{ "name": "x" }' }, true],
    ['with one template identical to the package’s', { [CARD]: text(CARD) }, true],
    ['with other files beside it', { [CARD]: text(CARD), 'templates/.DS_Store': 'x' }, true],
    ['unless one differs', { [CARD]: `${text(CARD)}\n` }, false],
    ['unless one is new', { [CARD]: text(CARD), 'templates/A.tsx': '' }, false],
    ['with a copy of all of them', copies, true],
  ];
  test.each(sites)('%s', async (_, files, isShipped) => {
    const { script, card } = await prepare(makeSite(files), true);
    expect(script.startsWith(shipped)).toBe(isShipped);
    expect(card).not.toBeNull();
  });
});

test('the compiler is loaded only for new templates, whose build fails without it', () => {
  const program = installProgram();
  const build = (root: string) => {
    const command = [join(program, 'bin/blog.js'), 'build', '--root', root];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return { status, stderr };
  };
  const own = makeSite({ ...SITE, [CARD]: cardOf('One') });
  const good = { status: 0, stderr: '' };
  expect(build(own)).toEqual(good);
  rmSync(join(program, 'node_modules/esbuild'));
  writeFiles(own, { 'content/essays/b.md': essay('title: B\npublished: 2020-01-01') });
  expect([makeSite(SITE), own].map(build)).toEqual([good, good]);
  const home = readFileSync(join(own, 'out/index.html'), 'utf8');
  expect(home.match(/<li class="mine">One<\/li>/g)).toHaveLength(2);
  const other = makeSite({ ...SITE, [CARD]: cardOf('Two') });
  const said = expect.stringContaining("esbuild doesn't start");
  expect(build(other)).toEqual({ status: 1, stderr: said });
  expect(existsSync(join(other, 'out'))).toBe(false);
});
