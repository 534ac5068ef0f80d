/**
 * Starts the command line: `bin/blog.js` calls this, and nothing else does.
 */
import { loadMain } from './load-main.ts';

void loadMain().parts['command-line']();
