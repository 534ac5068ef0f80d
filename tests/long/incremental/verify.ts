/**
 * Verifies that an incremental build equals a clean build of the same files, flags and clock.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { digest } from '../../../src/files/fingerprint.ts';
import { formatProblem, makePaint } from '../../../src/problems/report.ts';
import { type BuiltSite, buildIn, listFiles } from '../../support/site.ts';
import type { Workspace } from './workspace.ts';

/** After this many builds, the clock has passed the timestamps of all files. */
const MAX_TRIES = 20;

/** Builds the site incrementally, and compares result, problems and counts with those of a clean build. */
export async function verifyBuild(
  workspace: Workspace,
  sandbox: Sandbox,
  anew: boolean,
): Promise<BuiltSite> {
  const clean = await sandbox.buildFromNothing(workspace, anew);
  const before = observe(workspace.outDir);
  let warm = await build(workspace);
  if (isBlocked(warm, workspace)) {
    // The remedy that the problem names.
    workspace.remove('out');
    before.clear();
    warm = await build(workspace);
  }
  expect(report(warm), 'the problems').toEqual(report(clean));
  if (clean.commit === null) {
    expect(warm.commit, 'the commit of a build with errors').toBeNull();
    expect(changes(before, observe(workspace.outDir)), 'what a failed build has touched').toEqual(
      [],
    );
    expect(report(await build(workspace)), 'the problems of a second build').toEqual(report(clean));
    return warm;
  }
  expect(warm.summary, 'the summary').toEqual(clean.summary);
  if (workspace.isRecordDamaged) removeLeftovers(workspace, before, clean);
  const after = observe(workspace.outDir);
  expect(differences(after, clean.files), 'what differs from a clean build').toEqual([]);
  expect(warm.commit, 'the count of files').toEqual(countChanges(before, after));
  await verifyNoOpBuilds(workspace, warm, after);
  workspace.isRecordDamaged = false;
  return warm;
}

/** Builds into a second output folder with the same cache, and verifies that every edit reaches it. */
export async function verifyOtherOutput(workspace: Workspace, sandbox: Sandbox): Promise<void> {
  const clean = await sandbox.buildFromNothing(workspace, false);
  const other = workspace.file('other');
  const warm = await buildIn(workspace.root, { ...workspace.flags, outDir: other });
  if (warm.problems.some(({ code }) => code === 'output-failed')) return workspace.remove('other');
  expect(report(warm), 'the problems elsewhere').toEqual(report(clean));
  if (clean.commit === null) return;
  // Files of an earlier build whose record is lost may be left over.
  const files = new Map([...observe(other)].filter(([path]) => clean.files.has(path)));
  expect(differences(files, clean.files), 'what differs elsewhere').toEqual([]);
}

/** Verifies that builds without an edit write nothing, and soon skip all stages after the check. */
async function verifyNoOpBuilds(
  workspace: Workspace,
  first: BuiltSite,
  built: Tree,
): Promise<void> {
  const commit = { written: 0, unchanged: built.size, removed: 0 };
  let again = await build(workspace);
  for (let tries = 0; tries < MAX_TRIES && !isAnsweredAtOnce(again); tries++) {
    expect(again.commit, 'the commit of a second build').toEqual(commit);
    again = await build(workspace);
  }
  expect(isAnsweredAtOnce(again), 'nothing is left to do').toBe(true);
  expect(again.commit).toEqual(commit);
  expect(again.summary).toEqual(first.summary);
  const reportRest = ({ problems }: BuiltSite) =>
    report({ problems: problems.filter(({ code }) => !code.startsWith('address')) });
  expect(reportRest(again)).toEqual(reportRest(first));
  // Problems of addresses may disappear, since the build has recorded the addresses.
  expect(report(again).length).toBeLessThanOrEqual(report(first).length);
  expect(changes(built, observe(workspace.outDir)), 'what a second build has touched').toEqual([]);
}

/** True if the build only checked that nothing had changed. */
function isAnsweredAtOnce({ site, commit }: BuiltSite): boolean {
  return site === null && commit !== null;
}

/**
 * Removes files that were there before and whose record is lost, as the notice asks the author to: a build
 * leaves them alone.
 */
function removeLeftovers(workspace: Workspace, before: Tree, clean: CleanSite): void {
  for (const path of observe(workspace.outDir).keys()) {
    if (clean.files.has(path)) continue;
    expect(before.has(path), `${path} was there before`).toBe(true);
    workspace.remove(`out/${path}`);
    before.delete(path);
  }
  for (const folder of workspace.listFolders('out').reverse()) {
    if (workspace.list(folder).length === 0) workspace.remove(folder);
  }
}

/** True if a file whose record is lost may block the path of a folder. */
function isBlocked({ problems }: BuiltSite, workspace: Workspace): boolean {
  return workspace.isRecordDamaged && problems.some(({ code }) => code === 'output-failed');
}

const build = ({ root, flags }: Workspace) => buildIn(root, flags);

/** Problems of unknown files in out/, and of a page that the last build made: a clean build can't know them. */
const OF_OUTPUT = ['out-overwritten', 'out-unknown-files', 'tag-page-lost'];

/** The problems as they are printed. */
function report({ problems }: Pick<BuiltSite, 'problems'>): string[] {
  return problems
    .filter(({ code }) => !OF_OUTPUT.includes(code))
    .map((problem) => formatProblem(problem, makePaint(false)));
}

/** Creates a sandbox that is removed when the test is done. */
export function openSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'blog-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Sandbox(folder);
}

interface CleanSite extends BuiltSite {
  readonly files: Tree;
}

/** A temporary folder, outside of every site, for clean builds and for sites. */
export class Sandbox {
  private count = 0;

  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Builds into an empty folder without a cache, except for compiled templates of an earlier clean
   * build whose templates were byte-identical.
   */
  async buildFromNothing(workspace: Workspace, compilesAnew: boolean): Promise<CleanSite> {
    const place = mkdtempSync(join(this.folder, 'clean-'));
    const [outDir, cacheDir] = [join(place, 'out'), join(place, '.blog')];
    const known = join(this.folder, `templates-${describeTemplates(workspace)}`);
    if (existsSync(known) && !compilesAnew) {
      cpSync(known, join(cacheDir, 'templates'), { recursive: true });
    }
    // Both builds start from the same published addresses.
    const flags = { ...workspace.flags, remembers: 'none' } as const;
    const site = await buildIn(workspace.root, { ...flags, outDir, cacheDir });
    const files = observe(outDir);
    if (existsSync(join(cacheDir, 'templates')) && !existsSync(known)) {
      cpSync(join(cacheDir, 'templates'), known, { recursive: true });
    }
    rmSync(place, { recursive: true });
    return { ...site, files };
  }

  /** Creates a folder for a site. All their paths have the same length. */
  makeFolder(): string {
    const folder = join(this.folder, `site-${String(this.count++).padStart(6, '0')}`);
    mkdirSync(folder);
    return folder;
  }
}

/** A digest of everything that the compiled templates depend on. */
function describeTemplates(workspace: Workspace): string {
  const listed = ['templates', 'look'].flatMap((path) => workspace.list(path));
  const files = listed.map((path) => [path, digest(workspace.read(path))]);
  const settings = ['url', 'theme'].map((key) => workspace.settings.get(key));
  return digest(JSON.stringify([files, ...settings, workspace.flags.program]));
}

interface Observed {
  readonly bytes: Buffer;
  /** Changes if the file is rewritten, even with the same bytes. */
  readonly state: string;
}

/** The files of an output folder, by path. */
type Tree = Map<string, Observed>;

function observe(folder: string): Tree {
  return new Map(
    listFiles(folder).map((path) => {
      const file = join(folder, path);
      const { ino, mtimeMs, ctimeMs } = lstatSync(file);
      return [path, { bytes: readFileSync(file), state: `${ino} ${mtimeMs} ${ctimeMs}` }];
    }),
  );
}

const pathsOf = (one: Tree, other: Tree) => [...new Set([...one.keys(), ...other.keys()])];

/** The paths of files that were added, removed or rewritten. */
function changes(before: Tree, after: Tree): string[] {
  return pathsOf(before, after).filter(
    (path) => before.get(path)?.state !== after.get(path)?.state,
  );
}

/** Each path at which two trees differ, with an excerpt of both contents. */
function differences(actual: Tree, expected: Tree): string[] {
  return pathsOf(actual, expected).flatMap((path) => {
    const [is, shall] = [actual.get(path)?.bytes, expected.get(path)?.bytes];
    if (is === undefined) return [`${path} is missing`];
    if (shall === undefined) return [`${path} is too much`];
    if (is.equals(shall)) return [];
    const at = is.findIndex((byte, index) => byte !== shall[index]);
    const start = Math.max(0, (at === -1 ? is.length : at) - 40);
    const [found, wanted] = [is, shall].map((bytes) => bytes.toString('utf8', start, start + 120));
    return [`${path}: …${found}… instead of …${wanted}…`];
  });
}

/** The expected counts of a build that turned `before` into `after`; fails if it rewrote unchanged files. */
function countChanges(before: Tree, after: Tree) {
  const unchanged = [...after].filter(([path, { bytes }]) => before.get(path)?.bytes.equals(bytes));
  const rewritten = unchanged.filter(([path, { state }]) => before.get(path)?.state !== state);
  expect(rewritten, 'files written again as they were').toEqual([]);
  const removed = [...before.keys()].filter((path) => !after.has(path)).length;
  return { written: after.size - unchanged.length, unchanged: unchanged.length, removed };
}
