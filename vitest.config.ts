import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that mock modules, or inspect which modules are loaded. */
const ALONE = [
  'tests/unit/dev/watch-moments.test.ts',
  'tests/site/pages/code.test.ts',
  'tests/site/photographs.test.ts',
  'tests/site/picture-variants.test.ts',
];

/** Short files that run long. Vitest sorts by the durations of its last run, or by size in a fresh checkout. */
const LONG =
  /(builder|edits|meanwhile|faults|determinism|disturbances|watch|dev-reload|hostile|policy|axe|markup)\.test\.ts$/;

/** Starts long files first, so that none of them is left for the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    const order = ({ project }: TestSpecification) => (project.name === 'alone' ? 0 : 1);
    return sorted.sort((a, b) => order(a) - order(b) || Number(isLong(b)) - Number(isLong(a)));
  }
}

const alias = { 'essay-blog': fileURLToPath(new URL('./src/theme/props.ts', import.meta.url)) };

const shared = {
  // Long enough for a busy machine.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Without it, `import … from '….css?raw'` is empty.
  css: true,
  // Nothing may depend on the machine's time zone or locale, or on variables that CI hosts set. This zone is far
  // from UTC.
  env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'de_DE.UTF-8', CI: '', GITHUB_ACTIONS: '' },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/compile.ts'],
    sequence: { sequencer: LongestFirst },
    // Half of the time is spent waiting for browsers and other processes: four workers even on two cores.
    maxWorkers: 4,
    projects: [
      {
        resolve: { alias },
        test: { ...shared, name: 'alone', include: ALONE },
      },
      {
        resolve: { alias },
        // Without isolation, files share loaded and warmed-up modules.
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
