/**
 * The compiled program, loaded together with what V8 has made of it.
 *
 * That spares V8 the compiling of what most builds need, an eighth of a build from cold. It is what
 * Node's own compile cache does, for versions that have none, and made before the first build instead
 * of by it. What V8 finds not to be its own it leaves, and compiles the script.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

/** A script that was run, and what it exports. */
export interface LoadedScript<Exports> {
  readonly exports: Exports;
  /** Keeps what V8 has made of it by now, for those who load it later. */
  keepMachineCode(): void;
}

/** What Node puts around a script; `//` may end the last line. */
const [HEAD, TAIL] = ['(function (exports, require, module, __filename) {', '\n})'];

/** True when there is machine code of a script for this Node; `file` is absolute. */
export function hasMachineCode(file: string): boolean {
  return existsSync(nameMachineCode(file));
}

/** Runs the script in a file, with its machine code if there is any; `file` is absolute. */
export function loadScript<Exports>(file: string): LoadedScript<Exports> {
  const codeFile = nameMachineCode(file);
  const script = new vm.Script(HEAD + readFileSync(file, 'utf8') + TAIL, {
    filename: file,
    columnOffset: -HEAD.length,
    ...(existsSync(codeFile) ? { cachedData: readFileSync(codeFile) } : {}),
  });
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file);
  return {
    exports: module.exports,
    keepMachineCode() {
      mkdirSync(dirname(codeFile), { recursive: true });
      writeFileSync(codeFile, script.createCachedData());
    },
  };
}

/** V8 looks at its version and flags by itself, but not at the processor. */
function nameMachineCode(file: string): string {
  const platform = `${process.version}-${process.platform}-${process.arch}`;
  return join(dirname(file), 'machine-code', `${platform}.v8`);
}
