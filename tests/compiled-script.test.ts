/**
 * The compiled program as it is started: the same with V8's machine code, without it, and with one
 * that is not its own.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasMachineCode, loadScript } from '../src/compiled-script.ts';
import { installProgram } from './support/installed.ts';
import { essay, listFiles, makeSite, packageRoot, SITE_YAML } from './support/site.ts';

const SCRIPT = `exports.path = require('node:path');
exports.file = __filename;
exports.sum = () => 1 + 1;
exports.fail = () => { throw new Error('Fails.'); };
// no line end`;

interface Exports {
  path: unknown;
  file: string;
  sum(): number;
  fail(): void;
}

const makeScript = () => join(makeSite({ 'main.js': SCRIPT }), 'main.js');

/** The file in which a script's machine code is kept. */
function findMachineCode(file: string): string {
  const folder = join(file, '../machine-code');
  return join(folder, readdirSync(folder)[0] ?? '');
}

test('a script finds what Node has, and its own name', async () => {
  const file = makeScript();
  const { exports } = loadScript<Exports>(file);
  expect(exports.path).toBe((await import('node:path')).default);
  expect(exports.file).toBe(file);
});

test('an error is told of with its place in the file', () => {
  const file = makeScript();
  const { exports } = loadScript<Exports>(file);
  expect(() => exports.fail()).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(`${file}:4:30`) }),
  );
});

test('what V8 has made of it is kept, and taken by the next that loads it', () => {
  const file = makeScript();
  const first = loadScript<Exports>(file);
  expect(first.exports.sum()).toBe(2);
  expect(hasMachineCode(file)).toBe(false);
  first.keepMachineCode();
  expect(hasMachineCode(file)).toBe(true);
  expect(loadScript<Exports>(file).exports.sum()).toBe(2);
});

test('a script that is another by now runs as it is', () => {
  const file = makeScript();
  loadScript(file).keepMachineCode();
  writeFileSync(file, `${SCRIPT}\nexports.sum = () => 7;\n`);
  expect(loadScript<Exports>(file).exports.sum()).toBe(7);
});

test('what is no machine code is left alone', () => {
  const file = makeScript();
  loadScript(file).keepMachineCode();
  writeFileSync(findMachineCode(file), 'Not at all.');
  expect(loadScript<Exports>(file).exports.sum()).toBe(2);
});

/** Prints, at the end, whether V8 has taken the machine code of each script that it was given. */
const WATCH = `
  const vm = require('node:vm');
  const taken = {};
  vm.Script = class extends vm.Script {
    constructor(code, options) {
      super(code, options);
      taken[options.filename] = this.cachedDataRejected === false;
    }
  };
  process.on('exit', () => console.log(JSON.stringify(taken)));
`;

test('the program is compiled together with machine code that V8 takes, templates included', () => {
  const site = makeSite({ 'content/site.yaml': SITE_YAML, 'watch.cjs': WATCH });
  const args = ['--require', join(site, 'watch.cjs'), join(packageRoot, 'bin/blog.js'), 'build'];
  const output = execFileSync(process.execPath, [...args, '--root', site], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
    [join(packageRoot, 'dist/main.js')]: true,
    'blog-templates.cjs': true,
  });
});

test('without its machine code the program builds the same', () => {
  const program = installProgram();
  rmSync(join(program, 'dist/machine-code'), { recursive: true });
  const site = makeSite({
    'content/site.yaml': SITE_YAML,
    'content/essays/one.md': essay('title: One\npublished: 2020-01-01', '`code`\n'),
  });
  const build = (root: string, out: string) => {
    const args = [join(root, 'bin/blog.js'), 'build', '--root', site, '--out', join(site, out)];
    execFileSync(process.execPath, args, { stdio: 'pipe' });
    return listFiles(join(site, out));
  };
  const [without, withIt] = [build(program, 'without'), build(packageRoot, 'with')];
  expect(without).toEqual(withIt);
  expect(without).toContain('blog/one.html');
});
