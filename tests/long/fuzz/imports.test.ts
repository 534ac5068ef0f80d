/**
 * Random hostile exports: an import ends with a report, whatever they hold, and the next build accepts what it wrote.
 *
 * BLOG_FUZZ is the number of exports of each kind. A failure reports its seed and path, for BLOG_SEED and BLOG_PATH.
 */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importFiles } from '../../support/import.ts';
import { SITE_YAML } from '../../support/site.ts';
import { EXPORTS, type HostileExport } from './exports.ts';
import { listRunning } from './running.ts';

const { BLOG_FUZZ = '20', BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;
const RUNS = Number(BLOG_FUZZ);
const MS_PER_EXPORT = 5000;

/** Imports, and builds the site. */
async function prove({ source, files }: HostileExport): Promise<void> {
  const imported = await importFiles({ 'content/site.yaml': SITE_YAML, ...files }, [source]);
  expect(imported.out + imported.err).not.toMatch(/^ +at .+:\d+:\d+\)?$/m);
  if (imported.code === 0) {
    const site = await imported.build();
    const errors = site.problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
    const pages = site.paths.filter((path) => path.endsWith('.html'));
    for (const path of pages) expect(listRunning(site.page(path)), path).toEqual([]);
  } else {
    expect(imported.err).toMatch(/^error: .+\n {2}→ .+\n$/s);
  }
  rmSync(imported.root, { recursive: true });
}

test.each(Object.entries(EXPORTS))(
  'the next build accepts an import of %s',
  { timeout: RUNS * MS_PER_EXPORT + 60_000 },
  async (_, exports) => {
    await fc.assert(fc.asyncProperty(exports, prove), {
      numRuns: RUNS,
      endOnFailure: true,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH }),
    });
  },
);
