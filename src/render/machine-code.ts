/**
 * What V8 made of a compiled script, kept for the next run, which then need not compile it.
 *
 * An edge. It is named by the code that it was made of and begins with its own digest, since V8 would
 * run whatever stands there. Anything that cannot be read counts as not there.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../content/fingerprint.ts';

/** What V8 made of a script in an earlier run, or null. */
export function recallMachineCode(folder: string, scriptDigest: string): Uint8Array | null {
  try {
    const bytes = readFileSync(machineCodeFile(folder, scriptDigest));
    const end = bytes.indexOf('\n');
    const machineCode = bytes.subarray(end + 1);
    const isWhole = end !== -1 && digest(machineCode) === bytes.toString('latin1', 0, end);
    return isWhole ? machineCode : null;
  } catch {
    return null; // The first run with this script, or a folder in its place.
  }
}

/** Keeps what V8 made of a script, for the next run. */
export function rememberMachineCode(
  folder: string,
  scriptDigest: string,
  machineCode: Uint8Array,
): void {
  const file = machineCodeFile(folder, scriptDigest);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { recursive: true, force: true });
  const head = Buffer.from(`${digest(machineCode)}\n`);
  writeFileSync(`${file}.new`, Buffer.concat([head, machineCode]));
  renameSync(`${file}.new`, file);
}

/** Named by the code: V8 itself compares little more than its length. */
export function machineCodeFile(folder: string, scriptDigest: string): string {
  return join(folder, `${scriptDigest}.v8`);
}
