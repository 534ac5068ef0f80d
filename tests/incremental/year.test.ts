/**
 * A simulated year of one author: saves, failed and killed builds, dev sessions, upgrades, clock changes and
 * moved folders. At the end of every day, out/ equals that of a clean build, and no address has
 * disappeared without a report.
 *
 * BLOG_YEAR sets the number of days, BLOG_SEED the seed; a failure names both, and its day.
 */
import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untilClean } from '../dev/clean-build.ts';
import { startDevIn } from '../support/dev.ts';
import { type BuiltSite, buildIn, packageRoot } from '../support/site.ts';
import * as kinds from './edits.ts';
import { editOf, oneOf, populate, startingSite } from './sequences.ts';
import { openSandbox, type Sandbox, verifyBuild } from './verify.ts';
import { Workspace } from './workspace.ts';

const DAYS = Number(process.env.BLOG_YEAR ?? 8);
const SEED = Number(process.env.BLOG_SEED ?? Date.now() % 1_000_000);
const DAY_MS = 86_400_000;
/** The time limit per day, for a slow machine. */
const MS_PER_DAY = 5000;

interface Day {
  /** Edits, and what follows each; `kill` ends a build at its disk write number `place`. */
  readonly saves: readonly {
    edit: kinds.Edit;
    after: 'nothing' | 'build' | 'kill';
    place: number;
  }[];
  /** The edits during a `blog dev` session; empty on days without one. */
  readonly session: readonly kinds.Edit[];
  /** Days by which the clock advances. */
  readonly clock: number;
  readonly upgrades: boolean;
  readonly moves: boolean;
  /** Continues with a broken site, instead of going back to the last good one. */
  readonly keepsBroken: boolean;
}

const edit = fc.oneof(
  { weight: 12, arbitrary: editOf(kinds.ESSAY_EDITS) },
  { weight: 8, arbitrary: editOf(kinds.FILE_EDITS) },
  { weight: 6, arbitrary: editOf(kinds.OTHER_FILE_EDITS) },
  { weight: 2, arbitrary: editOf(kinds.SETTING_EDITS) },
  { weight: 1, arbitrary: editOf(kinds.TEMPLATE_EDITS) },
  { weight: 1, arbitrary: editOf(kinds.OUTPUT_EDITS) },
);
const day: fc.Arbitrary<Day> = fc.record({
  saves: fc.array(
    fc.record({
      edit,
      after: fc.constantFrom(...(['nothing', 'nothing', 'nothing', 'build', 'kill'] as const)),
      place: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  session: fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(edit, { minLength: 2, maxLength: 10 }) },
  ),
  clock: fc.constantFrom(1, 1, 1, 1, 0, -1, 40),
  upgrades: oneOf(20),
  moves: oneOf(12),
  keepsBroken: oneOf(4),
});

test(
  `after each of ${DAYS} days, out/ equals that of a clean build`,
  async () => {
    const sandbox = openSandbox();
    const workspace = new Workspace(sandbox.makeFolder());
    const [site] = fc.sample(startingSite(), { seed: SEED, numRuns: 1 });
    if (site !== undefined) populate(workspace, site);
    workspace.keep();
    const addresses = new Addresses();
    for (const [index, each] of fc.sample(day, { seed: SEED, numRuns: DAYS }).entries()) {
      try {
        await live(each, index, workspace, sandbox, addresses);
      } catch (cause) {
        const place = `BLOG_SEED=${SEED} BLOG_YEAR=${DAYS}, day ${index + 1}`;
        throw new Error(`${place}: ${(cause as Error).message}\n${JSON.stringify(each)}`, {
          cause,
        });
      }
    }
  },
  60_000 + DAYS * MS_PER_DAY,
);

/** Addresses of essays that were published, and those that a build has reported as gone. */
class Addresses {
  private readonly seen = new Set<string>();
  private readonly gone = new Set<string>();

  check({ site, problems, paths, commit }: BuiltSite): void {
    if (commit === null) return;
    for (const { code, excerpt } of problems) {
      if (code === 'address-gone') this.gone.add(excerpt?.split(' ')[0] ?? '');
    }
    for (const { slug } of site?.essays ?? []) this.seen.add(`/blog/${slug}`);
    const files = new Set(paths);
    const lost = [...this.seen].filter((each) => !files.has(`${each.slice(1)}.html`));
    expect(
      lost.filter((each) => !this.gone.has(each)),
      'addresses that disappeared without a report',
    ).toEqual([]);
  }
}

async function live(
  day: Day,
  index: number,
  workspace: Workspace,
  sandbox: Sandbox,
  addresses: Addresses,
): Promise<void> {
  const now = workspace.flags.now + day.clock * DAY_MS;
  const program = day.upgrades ? `version ${index}` : workspace.flags.program;
  workspace.flags = { ...workspace.flags, now, program };
  if (day.moves) workspace.root = moveFolder(workspace.root, sandbox.makeFolder());
  for (const { edit, after, place } of day.saves) {
    kinds.applyEdit(workspace, edit);
    if (after === 'build') addresses.check(await buildIn(workspace.root, workspace.flags));
    if (after === 'kill') killBuild(workspace, place);
  }
  if (day.session.length > 0) await holdSession(workspace, day.session);
  const built = await verifyBuild(workspace, sandbox, false);
  addresses.check(built);
  if (built.commit !== null) workspace.keep();
  else if (!day.keepsBroken) {
    workspace.goBack();
    addresses.check(await verifyBuild(workspace, sandbox, false));
  }
}

function moveFolder(from: string, to: string): string {
  renameSync(from, to);
  return to;
}

/** The calls that change the disk. */
const CHANGES = 'writeFileSync,copyFileSync,renameSync,linkSync,rmSync,rmdirSync,mkdirSync';

/** Runs `blog build`, and kills it at its disk write number `place`. */
function killBuild({ root, flags }: Workspace, place: number): void {
  const faults = join(packageRoot, 'tests/support/faults.cjs');
  const program = ['--require', faults, join(packageRoot, 'bin/blog.js')];
  const variables = {
    SOURCE_DATE_EPOCH: String(flags.now / 1000),
    BLOG_FAULT: `SIGKILL ${place} ${CHANGES}`,
  };
  const env = { ...process.env, ...variables };
  const { stderr } = spawnSync(process.execPath, [...program, 'build', '--root', root], { env });
  expect(String(stderr)).not.toContain('Cannot find module');
}

async function holdSession(workspace: Workspace, edits: readonly kinds.Edit[]): Promise<void> {
  const site = await startDevIn(workspace.root);
  const half = Math.floor(edits.length / 2);
  for (const edit of edits.slice(0, half)) kinds.applyEdit(workspace, edit);
  await untilClean(site);
  for (const edit of edits.slice(half)) kinds.applyEdit(workspace, edit);
  await untilClean(site);
  await site.close();
}
