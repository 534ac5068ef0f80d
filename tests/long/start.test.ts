/**
 * `bin/blog.js`: its errors if the program cannot start, and V8's code cache.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { passTick } from '../support/damages.ts';
import { installProgram } from '../support/installed.ts';
import { drawPhoto } from '../support/pictures.ts';
import { essay, listFiles, makeSite, packageRoot, writeFiles } from '../support/site.ts';

/** Runs an installed program in a folder; `flags` are Node's. */
function run(program: string, args: string, cwd = program, flags: readonly string[] = []) {
  const command = [...flags, join(program, 'bin/blog.js'), ...args.split(' ')];
  const ended = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

test.each(['18.20.8', '20.18.3', '21.7.3', '22.1.0'])('refuses Node %s', (version) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const file = join(makeSite({ 'pretend.cjs': pretend }), 'pretend.cjs');
  const { status, stderr } = run(packageRoot, '--version', packageRoot, ['--require', file]);
  expect(status).toBe(1);
  expect(stderr).toBe(`blog needs Node 20.19, or 22.2 or newer; this is ${version}.\n`);
  expect(manifest.engines.node).toBe('^20.19 || >=22.2');
});

test('a program that is not compiled says so, both as an npm package and in its repository', () => {
  const program = installProgram();
  rmSync(join(program, 'dist'), { recursive: true });
  const hint = 'delete node_modules/ and run `npm install` again';
  const whole = `blog is not whole in ${program}: ${hint}.\n`;
  expect(run(program, 'build')).toEqual({ status: 1, stdout: '', stderr: whole });
  writeFiles(program, { 'src/compile.mjs': '' });
  const compiled = `blog is not compiled: run \`npm run compile\` in ${program}.\n`;
  expect(run(program, 'build')).toEqual({ status: 1, stdout: '', stderr: compiled });
});

const FILES = {
  'content/site.yaml': 'name: Ann\nurl: https://ann.example\n',
  'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
};

describe('without a native package for this machine', () => {
  /** Builds with an installation that lacks a package. */
  function buildWithout(name: string) {
    const [program, root] = [installProgram(), makeSite(FILES)];
    rmSync(join(program, 'node_modules', name));
    return { ...run(program, 'build', root), out: join(root, 'out') };
  }

  test('a build leaves out the social cards, and no page names one', () => {
    const { status, stderr, out } = buildWithout('@takumi-rs');
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^notice \[cards-undrawn\]/)]);
    expect(listFiles(out).filter((path) => path.endsWith('.png'))).toEqual([]);
    expect(readFileSync(join(out, 'blog/a.html'), 'utf8')).not.toContain('og:image');
  });

  test('a build fails and names the package if it cannot do without it', () => {
    const { status, stderr, out } = buildWithout('@bruits');
    expect([status, existsSync(out)]).toEqual([1, false]);
    expect(stderr).toMatch(
      /^error \[markdown-missing\] .* does not start\n.*\n {2}\S.*\n {2}→ .* `npm install` again\.\n\n✗/,
    );
  });
});

test('what npm installs is enough for every kind of front matter, code, pictures, cards and own templates', async () => {
  const program = installProgram();
  const root = makeSite({
    ...FILES,
    'content/essays/a.md': '+++\ntitle = "A"\ndate = 2020-01-01\n+++\n```js\nlet x;\n```\n',
    'content/essays/b.md': '{"title": "B", "date": "2020-01-01"}\n\n```ada\nx\n```\n',
    'content/essays/c.html': '---\ntitle: C\ndate: 2020-01-01\n---\n<img src="c.tif" alt="">',
    'content/essays/c.tif': await drawPhoto(600, 90).tiff().toBuffer(),
    'templates/SiteFooter.tsx': 'export const SiteFooter = () => <footer>Mine</footer>;\n',
  });
  const good = { status: 0, stdout: expect.any(String), stderr: '' };
  expect(run(program, 'build', root)).toEqual(good);
  const made = listFiles(join(root, 'out')).map((path) => extname(path));
  expect(['.png', '.jpg', '.webp'].filter((each) => !made.includes(each))).toEqual([]);
  const imported = `import ${join(root, 'out/feed.json')} --to copy`;
  for (const args of ['check', 'diff', 'explain link-broken', 'eject Prose', 'new X', imported]) {
    expect([args, run(program, args, root)]).toEqual([args, good]);
  }
});

/** Makes the chunks of `dist/` with such a name, or such a package, throw when they are loaded; returns their names. */
function breakChunks(program: string, pattern: RegExp, content?: RegExp): string[] {
  const chunks = listFiles(join(program, 'dist/chunks')).filter((name) => name.endsWith('.cjs'));
  const broken = chunks.filter((name) => {
    const map = () => readFileSync(join(program, `dist/chunks/${name}.map`), 'utf8');
    return pattern.test(name) || content?.test(JSON.parse(map()).sources.join());
  });
  for (const name of broken) {
    writeFiles(program, { [`dist/chunks/${name}`]: `throw new Error('loaded');` });
  }
  return broken;
}

test('a build with nothing to do loads only a small part of the program, and so do --version and --help', () => {
  const [program, root] = [installProgram(), makeSite(FILES)];
  expect(run(program, 'build', root).stdout).toMatch(/^ {2}files +\d+ written, 0 unchanged/m);
  expect(breakChunks(program, /^(stages|commands|import)-/).length).toBe(3);
  expect(run(program, 'build', root).stdout).toMatch(/^ {2}files +0 written/m);
  expect(run(program, '--help').stdout).toMatch(/^Usage: blog /);
  expect(run(program, '--version').status).toBe(0);
});

test('a build after an edit loads the stages, but no other command and no part for pictures', () => {
  const [program, root] = [installProgram(), makeSite(FILES)];
  passTick(root);
  run(program, 'build', root);
  const broken = breakChunks(program, /^(commands|import)-/, /\bsharp|takumi/i);
  expect(broken.length).toBeGreaterThan(3);
  writeFiles(root, { 'content/essays/a.md': `${FILES['content/essays/a.md']}More.\n` });
  expect(run(program, 'build', root).stdout).toMatch(/^ {2}files +\d written/m);
});

describe('the code cache', () => {
  const listCaches = (program: string) =>
    listFiles(join(program, 'dist')).filter((path) => path.endsWith('.code'));

  test('is written by the first build that renders pages, and by no other command', () => {
    const [program, root] = [installProgram(), makeSite(FILES)];
    run(program, '--help');
    expect(listCaches(program)).toEqual([]);
    run(program, 'build', root);
    const scripts = listCaches(program).map((path) => path.replace(/\.cjs\..*/, ''));
    expect(scripts).toEqual(expect.arrayContaining(['main', expect.stringMatching(/pages$/)]));
  });

  test('is read as it is by later builds, and replaced if it is damaged', () => {
    const [program, root] = [installProgram(), makeSite(FILES)];
    run(program, 'build', root);
    const [first = '', ...others] = listCaches(program).map((path) => join(program, 'dist', path));
    const read = (paths: readonly string[]) => paths.map((path) => [path, statSync(path).mtimeMs]);
    const [good, before] = [readFileSync(first), read(others)];
    writeFileSync(first, 'damaged');
    rmSync(join(root, '.blog'), { recursive: true });
    expect(run(program, 'build', root).status).toBe(0);
    expect(readFileSync(first).length).toBeGreaterThan(good.length / 2);
    expect(read(others)).toEqual(before);
  });

  test('is left out where the program may not write', () => {
    const [program, root] = [installProgram(), makeSite(FILES)];
    const refuse = `const fs = require('node:fs');
      const write = fs.writeFileSync;
      fs.writeFileSync = (file, ...more) => {
        if (String(file).includes('.code')) throw Object.assign(new Error('no'), { code: 'EACCES' });
        return write(file, ...more);
      };`;
    writeFiles(program, { 'refuse.cjs': refuse });
    const { status } = run(program, 'build', root, ['--require', join(program, 'refuse.cjs')]);
    expect([status, listCaches(program)]).toEqual([0, []]);
  });
});

test.each([
  ['sharp', /^@img\/sharp-(?!libvips)/],
  ['satteri', /^@bruits\//],
  ['@takumi-rs/core', /^@takumi-rs\/core-/],
])('the native parts of %s are installed in the version that is bundled', (name, pattern) => {
  const file = join(packageRoot, 'node_modules', name, 'package.json');
  const listParts = (manifest: { optionalDependencies: Record<string, string> }) =>
    Object.entries(manifest.optionalDependencies).filter(([part]) => pattern.test(part));
  const parts = listParts(JSON.parse(readFileSync(file, 'utf8')));
  expect(parts).not.toEqual([]);
  expect(listParts(manifest).sort()).toEqual(parts.sort());
});

describe('`npm create essay-blog`', () => {
  const folder = join(packageRoot, 'src/create-essay-blog');

  test('starts a site', () => {
    const root = makeSite({ 'create.cjs': readFileSync(join(folder, 'create.cjs'), 'utf8') });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(packageRoot, join(root, 'node_modules/essay-blog'));
    const command = ['create.cjs', 'my-blog', '--yes'];
    const { stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('cd my-blog\n');
    expect(existsSync(join(root, 'my-blog/content/site.yaml'))).toBe(true);
  });

  test('asks for the version of the program that it is released with', () => {
    const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(own.version).toBe(manifest.version);
    expect(own.dependencies).toEqual({ 'essay-blog': manifest.version });
  });
});
