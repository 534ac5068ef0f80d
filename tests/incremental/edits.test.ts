/**
 * The third promise: a warm build is a clean build, after any edits (design, section 1).
 *
 * BLOG_SEQUENCES says how many random sequences of edits are tried, BLOG_SEED which ones. A failure
 * names its seed, its path, and the shortest sequence that fails, which BLOG_SEED and BLOG_PATH bring
 * back.
 */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { buildIn } from '../support/site.ts';
import { Desk } from './desk.ts';
import { applyEdit, type Edit } from './edits.ts';
import { openWorkshop, proveBuild, proveElsewhere, type Workshop } from './proof.ts';
import { furnish, type Sequence, sequence } from './sequences.ts';

const SEQUENCES = Number(process.env.BLOG_SEQUENCES ?? 7);
const { BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;

/** A slow machine takes so long; then a failing sequence is shortened. */
const MS_PER_SEQUENCE = 1000;
const MS_FOR_SHORTENING = 60_000;

test(
  'a warm build is a clean build, after any edits',
  async () => {
    const workshop = openWorkshop();
    await fc.assert(
      fc.asyncProperty(sequence, (each) => prove(each, workshop)),
      {
        numRuns: SEQUENCES,
        interruptAfterTimeLimit: SEQUENCES * MS_PER_SEQUENCE + MS_FOR_SHORTENING / 2,
        ...(SEED === undefined ? {} : { seed: Number(SEED) }),
        ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
      },
    );
  },
  SEQUENCES * MS_PER_SEQUENCE + MS_FOR_SHORTENING,
);

async function prove({ site, sittings }: Sequence, workshop: Workshop): Promise<void> {
  const desk = new Desk(workshop.makeFolder());
  try {
    furnish(desk, site);
    let isBuilt = (await proveBuild(desk, workshop, false)).commit !== null;
    for (const { isStubborn, elsewhere, compilesAnew, edits, meanwhile } of sittings) {
      if (isBuilt) desk.keep();
      else if (!isStubborn) desk.goBack();
      for (const edit of edits) applyEdit(desk, edit);
      if (meanwhile.length > 0) await buildMeanwhile(desk, meanwhile);
      if (elsewhere) await proveElsewhere(desk, workshop);
      isBuilt = (await proveBuild(desk, workshop, compilesAnew)).commit !== null;
    }
    if (!isBuilt) {
      desk.goBack();
      await proveBuild(desk, workshop, false);
    }
  } finally {
    rmSync(desk.root, { recursive: true });
  }
}

/** Builds, and edits the files when half of the build is done. */
async function buildMeanwhile(desk: Desk, edits: readonly Edit[]): Promise<void> {
  let rest = edits;
  const work = () => {
    for (const edit of rest) applyEdit(desk, edit);
    rest = [];
  };
  await buildIn(desk.root, { ...desk.flags, onProgress: work });
}
