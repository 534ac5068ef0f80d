import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * The folders of tests/ that have tests, from quick to slow:
 *
 * - `unit`: functions, and data of the program
 * - `site`: small sites that are built and checked
 * - `browser`: pages in a browser
 * - `long`: random sites and edits, faults of the disk, killed processes, and whole audits
 *
 * `npm test` runs the first two.
 */
export default defineConfig({
  resolve: {
    alias: { 'essay-blog': fileURLToPath(new URL('./src/theme/props.ts', import.meta.url)) },
  },
  test: {
    include: ['tests/{unit,site,browser,long}/**/*.test.ts'],
    globalSetup: ['tests/support/compile.ts'],
    // Half of the time is spent waiting for browsers and other processes: four workers even on two cores.
    maxWorkers: 4,
    // Without isolation, files share loaded and warmed-up modules.
    isolate: false,
    // Tests wait for what happens. These limits only end those that hang, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Without it, `import … from '….css?raw'` is empty.
    css: true,
    // Nothing may depend on the machine's time zone or locale, or on variables that CI hosts set. This zone is
    // far from UTC.
    env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8', CI: '', GITHUB_ACTIONS: '' },
  },
});
