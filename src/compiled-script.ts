/**
 * Compiled code, run as Node runs a module: the program itself, and the templates of a site.
 *
 * With what V8 made of the very same code in an earlier run, it need not compile again what was called
 * then. It takes that or leaves it; whoever hands it on sees to it that it is whole, and of this code.
 */
import vm from 'node:vm';

/** A script that was run. */
export interface RunScript<Exports> {
  readonly exports: Exports;
  /** True when V8 had nothing to take, or did not take it. */
  readonly isFresh: boolean;
  /** What V8 has made of the code by now. */
  makeMachineCode(): Uint8Array;
}

/** Runs code; throws what it throws. `file` is its name in stacks. */
export function runScript<Exports>(
  code: string,
  file: string,
  require: NodeJS.Require,
  machineCode: Uint8Array | null,
): RunScript<Exports> {
  // A function around the script, as Node has it around modules; its lines keep their numbers.
  const script = new vm.Script(`(function (module, exports, require) {\n${code}\n})`, {
    filename: file,
    lineOffset: -1,
    ...(machineCode === null ? {} : { cachedData: Buffer.from(machineCode) }),
  });
  const module = { exports: {} as Exports, filename: file };
  script.runInThisContext()(module, module.exports, require);
  return {
    exports: module.exports,
    isFresh: machineCode === null || script.cachedDataRejected === true,
    makeMachineCode: () => script.createCachedData(),
  };
}
