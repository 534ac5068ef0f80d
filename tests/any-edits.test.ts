/**
 * A site that is edited at will, built after each edit: whatever a build takes from those before it,
 * its result is that of a build from nothing.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '../src/content/fingerprint.ts';
import { passTick } from './support/damages.ts';
import { picture } from './support/rebuild.ts';
import {
  type BuiltSite,
  buildIn,
  essay,
  type Files,
  makeSite,
  NOW,
  type Options,
  SITE_YAML,
  writeFiles,
} from './support/site.ts';

const heads = [
  'title: T\npublished: 2020-01-01\nexcerpt: x',
  'title: T\npublished: 2020-01-01\nexcerpt: x\ntags: [one]',
  'title: T\npublished: 2020-01-01\nexcerpt: x\ndraft: true',
  'title: Other\npublished: 2021-01-01\naliases: /old',
  'title: Other\npublished: 2026-11-21 15:00',
  'title: No date',
];
const bodies = [
  'One word.\n',
  'Two words.\n',
  '## Part\n\nx\n',
  'x\n\n## Part\n\ny\n',
  '[a](/blog/t) [b](/blog/t#part)\n',
  'x [a](/blog/t) [b](/blog/t#part)\n',
  '[x](/gone)\n',
  'y [x](/gone)\n',
  '[x](#part)\n',
  '![p](p.svg)\n',
  'x ![p](p.svg)\n',
  '![q](/q.svg) [c](b.md)\n',
  'x <b>y\n',
];
const essayText = fc
  .tuple(fc.constantFrom(...heads), fc.constantFrom(...bodies))
  .map(([head, body]) => essay(head, body));

/** Each file of the site, with the texts that it may have; null where it may be missing. */
const CHOICES: Readonly<Record<string, fc.Arbitrary<string | null>>> = {
  'content/essays/a.md': essayText,
  'content/essays/b.md': fc.option(essayText, { nil: null }),
  'content/essays/deep/c.md': fc.option(essayText, { nil: null }),
  'content/essays/p.svg': fc.constantFrom(picture(1), picture(2), null),
  'content/public/q.svg': fc.constantFrom(picture(1), picture(2), null),
  'content/public/_redirects': fc.constantFrom('/x /y 301\n', null),
  'content/about.md': fc.constantFrom('Me.\n', '![q](q.svg)\n', null),
  'content/site.yaml': fc.constantFrom(
    SITE_YAML,
    SITE_YAML.replace('Ann', 'Ben'),
    `${SITE_YAML}publishFuture: false\n`,
    `${SITE_YAML}timezone: America/New_York\n`,
    'name: No address\n',
  ),
  'templates/SiteFooter.tsx': fc.constantFrom(
    'export const SiteFooter = () => <hr />;\n',
    'export const SiteFooter = ;\n',
    null,
  ),
};

/** Where all begin, once it has settled in two output folders. */
const START: Files = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': essay(heads[0] ?? '', bodies[0]),
  'content/essays/b.md': essay(heads[1] ?? '', bodies[4]),
  'content/essays/p.svg': picture(1),
};

/** What happens before a build: files get other texts, and the build is told something. */
const step = fc.record({
  edits: fc.array(
    fc
      .oneof(
        // Mostly essays: there is most to go wrong.
        { weight: 8, arbitrary: fc.constantFrom(...Object.keys(CHOICES).slice(0, 3)) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(CHOICES)) },
      )
      .chain((path) => fc.tuple(fc.constant(path), CHOICES[path] as fc.Arbitrary<string | null>)),
    { maxLength: 2 },
  ),
  isSettled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  options: fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Options>(
        { showDrafts: true },
        { isStrict: true },
        { now: NOW + 4e6 },
      ),
    },
  ),
  outDir: fc.oneof(
    { weight: 4, arbitrary: fc.constant('out') },
    { weight: 1, arbitrary: fc.constant('other') },
  ),
});

/**
 * What a reader and the author get of a build. Of one with errors only these: it looks for anchors in
 * the pages that are there, which are none for a build from nothing.
 */
function describeResult({ paths, text, report, problems, commit }: BuiltSite) {
  const files = paths.map((path) => `${path} ${fingerprint(text(path))}`);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return { files, isBuilt: commit !== null, report: commit === null ? errors : report };
}

test('after any edits, the result is that of a build from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const root = makeSite(START);
      const fresh = { outDir: join(root, 'fresh'), cacheDir: join(root, '.blog/fresh') };
      let last = new Map<string, string[]>();
      for (const outDir of ['out', 'other', 'out', 'other']) {
        const site = await buildIn(root, { outDir: join(root, outDir) });
        last = new Map([...last, [outDir, describeResult(site).files]]);
        passTick(root);
      }
      for (const { edits, isSettled, options, outDir } of steps) {
        if (isSettled) passTick(root);
        const isThere = (path: string) => existsSync(join(root, path));
        for (const [path, text] of edits) {
          if (text !== null || isThere(path)) writeFiles(root, { [path]: text });
        }
        const again = describeResult(
          await buildIn(root, { ...options, outDir: join(root, outDir) }),
        );
        const clean = describeResult(await buildIn(root, { ...options, ...fresh }));
        for (const folder of Object.values(fresh)) rmSync(folder, { recursive: true, force: true });
        // With an error nothing is written: what was there stays.
        const files = clean.isBuilt ? clean.files : (last.get(outDir) ?? []);
        expect(again).toEqual({ ...clean, files });
        last = new Map([...last, [outDir, files]]);
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 30 },
  );
}, 120_000);
