/**
 * Starts the process that builds for `blog dev`: `dev/builder.ts` forks this, and nothing else does.
 */
import { loadMain } from './load-main.ts';

void loadMain().parts.builder();
