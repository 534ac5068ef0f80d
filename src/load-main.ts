/**
 * The compiled program, for the files that start a part of it: with the machine code that was made when
 * it was compiled, which spares V8 a tenth of the work of a build from cold.
 *
 * Where there is none for this Node, as where npm has installed the package, Node's own compile cache
 * serves, which is there from version 22.1 on.
 */
import { readFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunScript, runScript } from './compiled-script.ts';
import { digest } from './content/fingerprint.ts';
import type * as Main from './main.ts';
import { recallMachineCode, rememberMachineCode } from './render/machine-code.ts';

const own = fileURLToPath(import.meta.url);
const require = createRequire(own);
/** All of `main.ts` in one script. */
const file = join(dirname(own), 'main.js');
/** V8 looks at its own version and flags, but not at the processor. */
const platform = `${process.version}-${process.platform}-${process.arch}`;
const folder = join(dirname(file), 'machine-code', platform);

/** Loads the program; also gives its digest, by which it tells what another one remembers. */
export function loadMain(): { readonly parts: typeof Main.parts; readonly program: string } {
  const { code, program } = readMain();
  const machineCode = recallMachineCode(folder, program);
  if (machineCode !== null) return { ...run(code, machineCode).exports, program };
  const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
  enableCompileCache?.();
  return { ...(require(file) as typeof Main), program };
}

/** Loads the program as well; the machine code that it has by now can be kept for later. */
export function recordMain(): ReturnType<typeof loadMain> & { keepMachineCode(): void } {
  const { code, program } = readMain();
  const { exports, makeMachineCode } = run(code, recallMachineCode(folder, program));
  const keepMachineCode = () => rememberMachineCode(folder, program, makeMachineCode());
  return { ...exports, program, keepMachineCode };
}

function readMain(): { code: string; program: string } {
  const bytes = readFileSync(file);
  return { code: bytes.toString(), program: digest(bytes) };
}

function run(code: string, machineCode: Uint8Array | null): RunScript<typeof Main> {
  return runScript(code, file, require, machineCode);
}
