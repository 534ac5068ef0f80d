/**
 * Starts the command line: `bin/blog.js` calls this, and nothing else does.
 */
import { loadMain } from './load-main.ts';

const { parts, program } = loadMain();
void parts['command-line'](program);
