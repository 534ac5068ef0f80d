import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that replace modules or the clock, or look at what is loaded. */
const ALONE = [
  'tests/commands/build.test.ts',
  'tests/dev/builder.test.ts',
  'tests/dev/watch-moments.test.ts',
  'tests/pages/code.test.ts',
  'tests/problem-codes.test.ts',
  'tests/site/picture-variants.test.ts',
];

const alias = { 'essay-blog': fileURLToPath(new URL('./src/render/props.ts', import.meta.url)) };

const shared = {
  // Also on a machine that does much else.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // For `import … from '….css?raw'`, which is empty without.
  css: true,
  // Nothing may depend on the machine's zone or locale; this one is far from UTC.
  env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8' },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/compile.ts'],
    // Much of the time is waiting, for browsers and other processes: two at a time also on two cores.
    maxWorkers: 3,
    projects: [
      {
        resolve: { alias },
        test: { ...shared, name: 'alone', include: ALONE },
      },
      {
        resolve: { alias },
        // What one file has loaded and warmed up serves the next.
        test: {
          ...shared,
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
        },
      },
    ],
  },
});
