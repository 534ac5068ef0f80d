/**
 * Property test: after any sequence of edits, an incremental build equals a clean one.
 *
 * BLOG_SEQUENCES sets the number of random sequences, BLOG_SEED the seed. A failure names its seed, its path
 * and the shortest sequence that fails; BLOG_SEED and BLOG_PATH reproduce it.
 */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { buildIn } from '../support/site.ts';
import { applyEdit, type Edit } from './edits.ts';
import { populate, type Sequence, sequence } from './sequences.ts';
import { openSandbox, type Sandbox, verifyBuild, verifyOtherOutput } from './verify.ts';
import { Workspace } from './workspace.ts';

const SEQUENCES = Number(process.env.BLOG_SEQUENCES ?? 7);
const { BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;

/** Time limits for a slow machine: per sequence, and for shrinking one that fails. */
const MS_PER_SEQUENCE = 1000;
const MS_FOR_SHORTENING = 60_000;

test(
  'after any edits, an incremental build equals a clean one',
  async () => {
    const sandbox = openSandbox();
    await fc.assert(
      fc.asyncProperty(sequence, (each) => verify(each, sandbox)),
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

async function verify({ site, rounds }: Sequence, sandbox: Sandbox): Promise<void> {
  const workspace = new Workspace(sandbox.makeFolder());
  try {
    populate(workspace, site);
    let isBuilt = (await verifyBuild(workspace, sandbox, false)).commit !== null;
    for (const { keepsBroken, elsewhere, compilesAnew, edits, meanwhile } of rounds) {
      if (isBuilt) workspace.keep();
      else if (!keepsBroken) workspace.goBack();
      for (const edit of edits) applyEdit(workspace, edit);
      if (meanwhile.length > 0) await buildMeanwhile(workspace, meanwhile);
      if (elsewhere) await verifyOtherOutput(workspace, sandbox);
      isBuilt = (await verifyBuild(workspace, sandbox, compilesAnew)).commit !== null;
    }
    if (!isBuilt) {
      workspace.goBack();
      await verifyBuild(workspace, sandbox, false);
    }
  } finally {
    rmSync(workspace.root, { recursive: true });
  }
}

/** Builds, and applies the edits at the build's first progress event. */
async function buildMeanwhile(workspace: Workspace, edits: readonly Edit[]): Promise<void> {
  let rest = edits;
  const work = () => {
    for (const edit of rest) applyEdit(workspace, edit);
    rest = [];
  };
  await buildIn(workspace.root, { ...workspace.flags, onProgress: work });
}
