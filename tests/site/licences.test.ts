/** Licences of the packages whose code is in `dist/`: their texts travel with it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../support/site.ts';

const NAME = 'THIRD-PARTY-LICENSES.txt';
const notice = readFileSync(join(packageRoot, 'dist', NAME), 'utf8');
const sections = notice.split(`\n\n${'-'.repeat(80)}\n\n`).slice(1);
const named = new Map(sections.map((each) => [each.split('\n')[0]?.replace(/ \S+$/, ''), each]));
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
const require = createRequire(import.meta.url);
const { checkBundled } = await import(join(packageRoot, 'src/licences.mjs'));

/** Bundles the program anew, to find the packages that it is made of. */
async function listBundled(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: packageRoot,
    entryPoints: ['src/cli/cli.ts', 'src/import/import.ts'],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    splitting: true,
    loader: { '.css': 'text' },
    alias: { 'decode-named-character-reference': './src/import/named-references.ts' },
    // A script of its own.
    external: ['*/import/import.ts', 'esbuild', '@bruits/*', '@img/sharp-*', '@takumi-rs/core-*'],
  });
  const all = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const inputs = all.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  const names = inputs.flatMap((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

test('every package that the program bundles is in the notice, with the text of its licence', async () => {
  const bundled = await listBundled();
  expect(bundled.length).toBeGreaterThan(50);
  expect(bundled.filter((name) => !named.has(name))).toEqual([]);
  for (const [name, text] of named) {
    expect(text, name).toMatch(
      /Permission|Redistribution|Apache License|LICENSE|free and unencumbered/,
    );
  }
});

test('so are packages of which parts are copied, or compiled by themselves', () => {
  const copied = [
    'highlight.js',
    'any-ascii',
    'temml',
    'gemoji',
    'react-dom',
    '@takumi-rs/helpers',
    '@takumi-rs/core',
    'sharp',
    'satteri',
  ];
  for (const name of [...copied, '@types/react']) {
    expect([...named.keys()], name).toContain(name);
  }
});

test('the text is the package’s own', () => {
  for (const name of ['highlight.js', 'react-dom', 'sharp', 'satteri']) {
    const folder = join(packageRoot, 'node_modules', name);
    expect(named.get(name)).toContain(readFileSync(join(folder, 'LICENSE'), 'utf8').trim());
    const { version } = require(join(folder, 'package.json'));
    expect(named.get(name)).toMatch(new RegExp(`^${name} ${version.replaceAll('.', '\\.')}\n`));
  }
});

test('the notice is published with the program', () => {
  expect(manifest.files).toContain('dist');
});

describe('the list of bundled packages in package.json', () => {
  const bundled = ['he', '@takumi-rs/core'];
  const devDependencies = { he: '1', '@takumi-rs/core': '2', vitest: '4' };
  const files = ['/a/node_modules/he/he.js', '/a/node_modules/@takumi-rs/core/index.js', '/a/b.js'];

  test('may name exactly those whose code is in dist/', () => {
    expect(() => checkBundled({ bundled, devDependencies }, files)).not.toThrow();
  });

  test('lacks one: the compilation stops', () => {
    const fault = 'add to "bundled" in package.json: he';
    expect(() => checkBundled({ bundled: ['@takumi-rs/core'], devDependencies }, files)).toThrow(
      fault,
    );
  });

  test('names a tool: the compilation stops', () => {
    const fault = 'remove from "bundled" in package.json: vitest';
    const all = [...bundled, 'vitest'];
    expect(() => checkBundled({ bundled: all, devDependencies }, files)).toThrow(fault);
  });
});
