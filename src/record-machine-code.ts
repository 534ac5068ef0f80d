/**
 * Starts the command line as `start.ts` does, and keeps what V8 has made of the program when it ends.
 */

import { loadScript } from './compiled-script.ts';
import { MAIN_FILE } from './load-main.ts';
import type * as Main from './main.ts';

const main = loadScript<typeof Main>(MAIN_FILE);
process.once('exit', () => main.keepMachineCode());
void main.exports.parts['command-line']();
