/**
 * The compiled program as it is started: the same with V8's machine code, without it, and with one
 * that is damaged or of another program.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAMAGES } from './support/damages.ts';
import { installProgram } from './support/installed.ts';
import { essay, listFiles, makeSite, packageRoot, SITE_YAML } from './support/site.ts';

const SITE = {
  'content/site.yaml': SITE_YAML,
  'content/essays/one.md': essay('title: One\npublished: 2020-01-01', '`code`\n'),
};

/** Builds a site with the program that lies in a folder; gives what it printed. */
function build(program: string, root: string, env = {}, ...flags: string[]): string {
  const args = [...flags, join(program, 'bin/blog.js'), 'build', '--root', root];
  return execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

/** Every file that a program makes of the site, with its bytes. */
function listBuilt(program: string): string[] {
  const root = makeSite(SITE);
  build(program, root);
  return listFiles(join(root, 'out')).map(
    (path) => `${path}\n${readFileSync(join(root, 'out', path), 'latin1')}`,
  );
}

/** The machine code of an installed program, for this Node. */
function findMachineCode(program: string): string {
  const folder = join(program, 'dist/machine-code');
  const [platform = ''] = readdirSync(folder);
  const [name = ''] = readdirSync(join(folder, platform));
  return join(folder, platform, name);
}

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
  const root = makeSite({ ...SITE, 'watch.cjs': WATCH });
  const output = build(packageRoot, root, {}, '--require', join(root, 'watch.cjs'));
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
    [join(packageRoot, 'dist/main.js')]: true,
    'blog-templates.cjs': true,
  });
});

test('without machine code the program builds the same', () => {
  const program = installProgram();
  rmSync(join(program, 'dist/machine-code'), { recursive: true });
  const built = listBuilt(program);
  expect(built).toEqual(listBuilt(packageRoot));
  expect(built.length).toBeGreaterThan(5);
});

const half = (file: string) => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, Math.floor(bytes.length / 2)));
};
test.each([...DAMAGES, ['half lost', half] as const])(
  'machine code that is %s is left alone',
  (_, damage) => {
    const program = installProgram();
    damage(findMachineCode(program));
    const root = makeSite(SITE);
    expect(build(program, root)).toContain('1 essay');
    expect(listFiles(join(root, 'out'))).toContain('blog/one.html');
  },
);

/** What the program says at the end of a build, as its own text has it. */
const SAID = '} unchanged, $';

test('machine code of another program is left alone, though it is as long', () => {
  const program = installProgram();
  const main = join(program, 'dist/main.js');
  const text = readFileSync(main, 'utf8');
  expect(text.split(SAID)).toHaveLength(2);
  writeFileSync(main, text.replace(SAID, SAID.toUpperCase()));
  expect(build(program, makeSite(SITE))).toContain(' UNCHANGED, ');
});

test.runIf('enableCompileCache' in nodeModule)(
  'without machine code of its own the program is in Node’s cache',
  () => {
    const program = installProgram();
    rmSync(join(program, 'dist/machine-code'), { recursive: true });
    const cache = makeSite({});
    build(program, makeSite(SITE), { NODE_COMPILE_CACHE: cache });
    const size = (file: string) => readFileSync(join(cache, file)).length;
    expect(Math.max(...listFiles(cache).map(size))).toBeGreaterThan(100_000);
  },
);
