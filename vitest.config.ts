import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that replace modules, or look at what is loaded. */
const ALONE = [
  'tests/dev/watch-moments.test.ts',
  'tests/pages/code.test.ts',
  'tests/problem-codes.test.ts',
  'tests/site/photographs.test.ts',
  'tests/site/picture-variants.test.ts',
];

/** Short files that take long. Vitest knows the durations of its last run, and in a fresh copy only the sizes. */
const LONG =
  /(builder|edits|meanwhile|year|faults|determinism|disturbances|watch|dev-reload|hostile|policy|axe|markup)\.test\.ts$/;

/** Starts long files first, so that none of them is left over at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    const order = ({ project }: TestSpecification) => (project.name === 'alone' ? 0 : 1);
    return sorted.sort((a, b) => order(a) - order(b) || Number(isLong(b)) - Number(isLong(a)));
  }
}

const alias = { 'essay-blog': fileURLToPath(new URL('./src/render/props.ts', import.meta.url)) };

const shared = {
  // Also on a machine that does much else.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // For `import … from '….css?raw'`, which is empty without.
  css: true,
  // Nothing may depend on the machine's zone or locale; this one is far from UTC.
  // The same goes for what hosts set where they build.
  env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8', CI: '', GITHUB_ACTIONS: '' },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/compile.ts'],
    sequence: { sequencer: LongestFirst },
    // Half of the time is waiting, for browsers and other processes: four at a time also on two cores.
    maxWorkers: 4,
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
