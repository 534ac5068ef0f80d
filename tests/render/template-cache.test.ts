/**
 * Compiled templates are kept, and found again exactly as long as the compiler would make the same of
 * the same files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasErrors } from '../../src/problems.ts';
import type { TemplatePlaces } from '../../src/render/template-files.ts';
import { prepareTemplates } from '../../src/render/templates.ts';
import { DAMAGES } from '../support/damages.ts';
import { installProgram } from '../support/installed.ts';
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
} from '../support/site.ts';

const CARD = 'templates/EssayCard.tsx';
const cardOf = (word: string) =>
  `export const EssayCard = () => <li className="mine">${word}</li>;\n`;

/** A site with a template that imports from elsewhere, and a style sheet. */
const OWN: Files = {
  [CARD]: `import { word } from '../lib/word';\nexport const EssayCard = () => <li>{word}</li>;\n`,
  'lib/word.ts': `export const word = 'One';\n`,
  'templates/styles/prose.css': 'p { color: red }\n',
  'package.json': '{}',
};

const SITE: Files = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
};

type Options = Partial<TemplatePlaces> & { readonly withCards?: boolean };

async function prepare(root: string, { withCards = false, ...more }: Options = {}) {
  const { value, problems } = await prepareTemplates({ ...makeRequest(root), ...more }, withCards);
  expect(hasErrors(problems)).toBe(false);
  if (value === null) throw new Error('There are no templates');
  return value;
}

const write =
  (changes: Readonly<Record<string, string | null>>) =>
  (root: string): Options => {
    writeFiles(root, changes);
    return {};
  };

function touch(root: string): Options {
  utimesSync(join(root, CARD), 1, 1);
  return {};
}

/** A change, and what is asked for after it if that is something else. */
type Cases = readonly [name: string, change: (root: string) => Options][];

describe('templates are compiled once', () => {
  const same: Cases = [
    ['where nothing changed', () => ({})],
    ['where a file was written again', write({ [CARD]: String(OWN[CARD]) })],
    ['where only the time of a file changed', touch],
    ['where other files changed', write({ 'content/a.md': 'x', 'templates/notes.txt': 'x' })],
  ];
  test('and taken where nothing that matters has changed', async () => {
    const root = makeSite(OWN);
    const { script } = await prepare(root);
    for (const [name, change] of same) {
      expect((await prepare(root, change(root))).script, name).toBe(script);
    }
  });

  test('where the site was moved', async () => {
    const root = makeSite(Object.fromEntries(Object.entries(OWN).map(([p, x]) => [`a/${p}`, x])));
    const { script } = await prepare(join(root, 'a'));
    renameSync(join(root, 'a'), join(root, 'b'));
    expect((await prepare(join(root, 'b'))).script).toBe(script.replace(`${root}/a`, `${root}/b`));
  });
});

test('a file that a package keeps from browsers is an input as any other', async () => {
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

test('of templates that were changed often, only the last are kept in memory', async () => {
  const root = makeSite(OWN);
  const scripts: string[] = [];
  for (const word of ['Two', 'Three', 'Four']) {
    writeFiles(root, { [CARD]: cardOf(word) });
    scripts.push((await prepare(root)).script);
  }
  const loaded = Object.keys(createRequire(root).cache);
  expect(scripts.map((script) => loaded.includes(script))).toEqual([false, false, true]);
});

describe('templates are compiled again', () => {
  const other: Cases = [
    ['when one has changed', write({ [CARD]: String(OWN[CARD]).replace('<li>', '<li id="x">') })],
    ['when what it imports has', write({ 'lib/word.ts': `export const word = 'Two';\n` })],
    ['when a file takes its place', write({ 'lib/word.tsx': `export const word = 'Two';\n` })],
    ['when a style sheet has changed', write({ 'templates/styles/prose.css': 'p { top: 0 }' })],
    ['when one is new', write({ 'templates/New.tsx': 'export const x = 1;\n' })],
    ['when one is gone', write({ 'templates/styles/prose.css': null })],
    ['when package.json has changed', write({ 'package.json': '{ "sideEffects": false }' })],
    ['when package.json is gone', write({ 'package.json': null })],
    ['by another program', () => ({ program: 'another' })],
    ['for a site that wants cards', () => ({ withCards: true })],
  ];
  test('in place of the others, after each of these changes', async () => {
    const root = makeSite(OWN);
    let { script } = await prepare(root);
    for (const [name, change] of other) {
      const again = await prepare(root, change(root));
      expect(again.script, name).not.toBe(script);
      script = again.script;
    }
  });

  test('when a file came while they were compiled, which may have been seen or not', async () => {
    const root = makeSite(OWN);
    const compiling = prepare(root);
    writeFiles(root, { 'templates/New.tsx': 'export const x = 1;\n' });
    const first = await compiling;
    const second = await prepare(root);
    expect(second.script).not.toBe(first.script);
    expect((await prepare(root)).script).toBe(second.script);
  });

  test('when a file was changed meanwhile, and its new text was not compiled', async () => {
    const root = makeSite(OWN);
    const compiling = prepare(root);
    writeFiles(root, { 'lib/word.ts': `export const word = 'Two';\n` });
    await compiling;
    expect(readFileSync((await prepare(root)).script, 'utf8')).toContain('Two');
  });
});

describe('a site is built again when a file appears', () => {
  const { 'package.json': _, ...own } = OWN;
  test.each<[name: string, before: Files, path: string]>([
    ['in templates/, which was not there', {}, CARD],
    ['beside a template', own, 'templates/New.tsx'],
    ['in place of what a template imports', own, 'lib/word.tsx'],
    ['that says how packages are compiled', own, 'package.json'],
    ['in the folder of fonts, which was not there', own, 'templates/fonts/own.woff2'],
  ])('%s', async (_, before, path) => {
    const root = makeSite({ ...SITE, ...before });
    await buildIn(root);
    const isUpToDate = async () => (await buildIn(root)).site === null;
    expect(await isUpToDate()).toBe(true);
    writeFiles(root, { [path]: path === CARD ? cardOf('One') : '{}' });
    expect(await isUpToDate()).toBe(false);
  });
});

describe('a set that is damaged is compiled again', () => {
  const others = ['pages.cjs', 'pages.cjs.map', 'card.cjs', 'assets'];
  // Each of the others in two of the ways; a compilation takes long.
  const files = others.map((name, at) => [name, DAMAGES.filter((_, i) => i % 4 === at)] as const);
  test.each([['manifest.json', DAMAGES] as const, ...files])('%s', async (name, damages) => {
    const root = makeSite(OWN);
    const { script } = await prepare(root, { withCards: true });
    const folder = join(script, '..');
    const read = () =>
      listFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
    const before = read();
    const path = listFiles(folder).find((each) => each.startsWith(name)) ?? '';
    for (const [, damage] of damages) {
      damage(join(folder, path));
      expect((await prepare(root, { withCards: true })).script).toBe(script);
      expect(read()).toEqual(before);
    }
  });
});

describe('the set that the package brings along serves a site', () => {
  const shipped = join(packageRoot, 'dist/templates/');
  const bytes = (path: string) => readFileSync(join(packageRoot, path));
  const text = (path: string) => bytes(path).toString();
  const all = listFiles(join(packageRoot, 'templates')).map((name) => `templates/${name}`);
  const sites: readonly [name: string, files: Files, isShipped: boolean][] = [
    ['without templates', {}, true],
    ['with a package.json', { 'package.json': '{ "name": "x" }' }, true],
    ['with one template that is the same', { [CARD]: text(CARD) }, true],
    ['with files beside it', { [CARD]: text(CARD), 'templates/.DS_Store': 'x' }, true],
    ['with one that is not the same', { [CARD]: `${text(CARD)}\n` }, false],
    ['with one that is new', { [CARD]: text(CARD), 'templates/A.tsx': '' }, false],
    [
      'with a copy of all of them',
      Object.fromEntries(all.map((path) => [path, bytes(path)])),
      true,
    ],
  ];
  test.each(sites)('%s', async (_, files, isShipped) => {
    const { script, card } = await prepare(makeSite(files), { withCards: true });
    expect(script.startsWith(shipped)).toBe(isShipped);
    expect(card).not.toBeNull();
  });
});

test('the compiler is not even loaded but for templates that are new, which cannot do without it', () => {
  const program = installProgram();
  const build = (root: string) => {
    const command = [join(program, 'bin/blog.js'), 'build', '--root', root];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return { status, stderr };
  };
  const own = makeSite({ ...SITE, [CARD]: cardOf('One') });
  expect(build(own)).toEqual({ status: 0, stderr: '' });
  rmSync(join(program, 'node_modules/esbuild'));
  writeFiles(own, { 'content/essays/b.md': essay('title: B\npublished: 2020-01-01') });
  for (const root of [makeSite(SITE), own]) {
    expect(build(root)).toEqual({ status: 0, stderr: '' });
  }
  const home = readFileSync(join(own, 'out/index.html'), 'utf8');
  expect(home.match(/<li class="mine">One<\/li>/g)).toHaveLength(2);
  const other = makeSite({ ...SITE, [CARD]: cardOf('Two') });
  const said = expect.stringContaining('esbuild does not start');
  expect(build(other)).toEqual({ status: 1, stderr: said });
  expect(existsSync(join(other, 'out'))).toBe(false);
});
