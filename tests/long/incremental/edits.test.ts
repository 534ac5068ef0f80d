/**
 * Property test: after any sequence of edits, moved folders, killed builds and sessions of `blog dev`, an incremental
 * build equals a clean one.
 *
 * BLOG_SEQUENCES sets the number of random sequences, BLOG_SEED the seed. A failure names its seed, its path
 * and the shortest sequence that fails; BLOG_SEED and BLOG_PATH reproduce it.
 */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untilClean } from '../../support/clean-build.ts';
import { startDevIn } from '../../support/dev.ts';
import { buildIn, packageRoot } from '../../support/site.ts';
import { applyEdit, type Edit } from './edits.ts';
import { populate, type Sequence, sequence } from './sequences.ts';
import { openSandbox, type Sandbox, verifyBuild, verifyOtherOutput } from './verify.ts';
import { Workspace } from './workspace.ts';

const SEQUENCES = Number(process.env.BLOG_SEQUENCES ?? 9);
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
    for (const { edits, meanwhile, killedAt, ...round } of rounds) {
      if (isBuilt) workspace.keep();
      else if (!round.keepsBroken) workspace.goBack();
      if (round.moves) moveFolder(workspace, sandbox.makeFolder());
      if (round.inSession) await editInSession(workspace, edits);
      else for (const edit of edits) applyEdit(workspace, edit);
      if (meanwhile.length > 0) await buildMeanwhile(workspace, meanwhile);
      if (killedAt > 0) killBuild(workspace, killedAt);
      if (round.elsewhere) await verifyOtherOutput(workspace, sandbox);
      isBuilt = (await verifyBuild(workspace, sandbox, round.compilesAnew)).commit !== null;
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

function moveFolder(workspace: Workspace, to: string): void {
  renameSync(workspace.root, to);
  workspace.root = to;
}

/** Applies each edit once a session has shown the one before. */
async function editInSession(workspace: Workspace, edits: readonly Edit[]): Promise<void> {
  const session = await startDevIn(workspace.root);
  for (const edit of edits) {
    applyEdit(workspace, edit);
    await untilClean(session);
  }
  await session.close();
}

/** Runs `blog build`, and kills it at its disk write number `place`. */
function killBuild({ root, flags }: Workspace, place: number): void {
  const faults = join(packageRoot, 'tests/support/faults.cjs');
  const command = ['--require', faults, join(packageRoot, 'bin/blog.js'), 'build', '--root', root];
  const CHANGES = 'writeFileSync,copyFileSync,renameSync,linkSync,rmSync,rmdirSync,mkdirSync';
  const SOURCE_DATE_EPOCH = String(flags.now / 1000);
  const env = { ...process.env, SOURCE_DATE_EPOCH, BLOG_FAULT: `SIGKILL ${place} ${CHANGES}` };
  const { stderr } = spawnSync(process.execPath, command, { env });
  expect(String(stderr)).not.toContain('Cannot find module');
}
