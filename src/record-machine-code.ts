/**
 * Starts the command line as `start.ts` does, and keeps what V8 has made of the program when it ends.
 */
import { recordMain } from './load-main.ts';

const { parts, program, keepMachineCode } = recordMain();
process.once('exit', keepMachineCode);
void parts['command-line'](program);
