/**
 * The compiled program, as the files that start a part of it load it.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasMachineCode, loadScript } from './compiled-script.ts';
import type * as Main from './main.ts';

const own = fileURLToPath(import.meta.url);

/** The script that all of `main.ts` is compiled into; absolute. */
export const MAIN_FILE = join(dirname(own), 'main.js');

/** Loads it, with its machine code where there is any for this Node. */
export function loadMain(): typeof Main {
  if (hasMachineCode(MAIN_FILE)) return loadScript<typeof Main>(MAIN_FILE).exports;
  // Node's own way is the better one then: from version 22 on it keeps machine code by itself.
  return createRequire(own)(MAIN_FILE);
}
