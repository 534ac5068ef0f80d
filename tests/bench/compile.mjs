/** Compiles the benchmark and the floor into node_modules/.cache/, because Node 20 doesn't run TypeScript. */
import { build } from 'esbuild';

await build({
  entryPoints: { bench: 'tests/bench/run.ts', floor: 'tests/bench/floor.ts' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outdir: 'node_modules/.cache',
  outExtension: { '.js': '.mjs' },
});
