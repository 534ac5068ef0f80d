/**
 * README.md and docs/: their tables match the code, their links have targets, their commands and flags exist.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG_KEYS } from '../../src/essays/config.ts';
import { FRONT_MATTER_KEYS } from '../../src/essays/front-matter.ts';
import type { KeyRow, KeyTable } from '../../src/essays/key-table.ts';
import { readManualCode } from '../support/manual.ts';
import { blogAll } from '../support/program.ts';
import { packageRoot } from '../support/site.ts';

/** The first and last cells of a key's row in the manual: its names, and its default if that is a single word. */
function describeRow([name, row]: [string, KeyRow]): unknown[] {
  const names = (row.also ?? []).map((each) => `\`${each}\``).join(', ');
  const isWord = typeof row.default !== 'object' && (row.default ?? '') !== '';
  const word = isWord ? `\`${row.default}\`` : expect.not.stringMatching('^(required|`.*`)$');
  return [`\`${name}\`${names && ` (also ${names})`}`, row.isRequired ? 'required' : word];
}

test.each<[file: string, heading: string, table: KeyTable]>([
  ['front-matter.md', 'Keys', FRONT_MATTER_KEYS],
  ['settings.md', 'content/site.yaml', CONFIG_KEYS],
])('docs/%s lists all keys below "%s", with aliases and defaults', (file, heading, table) => {
  const manual = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  const [, below = ''] = manual.split(`# ${heading}\n\n`);
  const [, , ...rows] = below.slice(below.indexOf('| Key')).split('\n\n')[0]?.split('\n') ?? [];
  const cells = rows.map((row) => row.split(/ ?\| ?/));
  const stated = cells.map(([, names, , otherwise]) => [names, otherwise]);
  expect(stated).toEqual(Object.entries(table).map(describeRow));
});

const pages = [
  'README.md',
  'AGENTS.md',
  '.github/CONTRIBUTING.md',
  ...readdirSync(join(packageRoot, 'docs')).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(packageRoot, path), 'utf8') }));

/** The ids of headings, as GitHub generates them. */
function listAnchors(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => words);
  const toAnchor = (words: string) => words.toLowerCase().replace(/[^\p{L}\d _-]/gu, '');
  return new Set(headings.map((words) => toAnchor(words).replaceAll(' ', '-')));
}

test.each(pages)('$path has no broken links', ({ path, text }) => {
  const plain = text.replace(/^```[\s\S]*?^```|``.+?``|`[^`\n]*`/gm, '');
  const links = [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = join(packageRoot, file === '' ? path : join(dirname(path), file));
    if (!existsSync(target)) return true;
    return anchor !== undefined && !listAnchors(readFileSync(target, 'utf8')).has(anchor);
  });
  expect(dead).toEqual([]);
});

test('the style sheet of the theme in docs/themes.md is the program’s with one more file', () => {
  const [, stated = ''] = readManualCode('themes.md', 'css');
  const own = '@import "./forest.css";\n';
  expect(stated).toContain(own);
  const program = readFileSync(join(packageRoot, 'templates/style.css'), 'utf8');
  expect(program.endsWith(`*/\n\n${stated.replace(own, '')}`)).toBe(true);
});

test('until the package is on npm, a reader’s first commands install it from a file', () => {
  for (const path of ['README.md', 'docs/start.md']) {
    const text = readFileSync(join(packageRoot, path), 'utf8');
    const first = text.indexOf('npm install ./essay-blog-');
    expect(first).toBeGreaterThan(text.indexOf('npm pack'));
    expect(text.indexOf('npx essay-blog init')).toBeGreaterThan(first);
  }
});

test('nothing runs `npx blog`: where the package is not installed, npx would get somebody else’s from npm', () => {
  const { bin, name } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  // npx runs the command with the name of the package.
  expect(bin[name]).toBe(bin.blog);
  const files = ['docs', 'src', 'templates', 'content', '.github'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const all = [join(packageRoot, 'README.md'), ...files];
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((file) => /npx (?:--?\w+ )*blog\b/.test(readFileSync(file, 'latin1')))).toEqual(
    [],
  );
});

describe('commands and flags in the manual exist:', () => {
  const main = blogAll(['--help']).get('--help')?.out ?? '';
  const names = [...main.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  const helps = blogAll(names.filter((name) => name !== 'help').map((name) => `${name} --help`));
  const flags = new Map(
    [...helps].map(([args, { out }]) => {
      const [name = ''] = args.split(' ');
      return [name, new Set(out.match(/--[a-z][\w-]*/g))] as const;
    }),
  );

  test.each(pages)('$path', ({ text }) => {
    const code = [...text.matchAll(/^```\w*\n([\s\S]*?)^```|`([^`\n]+)`/gm)];
    const calls = code.flatMap(([, block, span]) => [
      ...(block ?? span ?? '')
        .replace(/\n {4,}/g, ' ')
        .matchAll(/(?:^|\bnpx )(?:essay-)?blog ([a-z]+)(.*)$/gm),
    ]);
    const unknown = calls.flatMap(([call, name = '', rest = '']) => {
      const known = flags.get(name);
      const stated = rest.replace(/&&.*|#.*/, '').match(/--[a-z][\w-]*/g) ?? [];
      return known !== undefined && stated.every((flag) => known.has(flag)) ? [] : [call];
    });
    expect(unknown).toEqual([]);
  });
});
