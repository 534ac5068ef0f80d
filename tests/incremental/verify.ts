/**
 * The proof itself: what a build made of what an earlier one remembers is what a build from nothing
 * makes of the same files, flags and clock.
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
import { digest } from '../../src/content/fingerprint.ts';
import { formatProblem, makePaint } from '../../src/report.ts';
import { type BuiltSite, buildIn, listFiles } from '../support/site.ts';
import type { Workspace } from './workspace.ts';

/** After so many builds of the same the stamps of all files are older than the clock. */
const MAX_TRIES = 20;

/** Builds the site on the workspace, and proves all there is to prove. */
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

/** Builds into a second folder, beside which builds remember the same essays: no file lacks its edit. */
export async function verifyOtherOutput(workspace: Workspace, sandbox: Sandbox): Promise<void> {
  const clean = await sandbox.buildFromNothing(workspace, false);
  const other = workspace.file('other');
  const warm = await buildIn(workspace.root, { ...workspace.flags, outDir: other });
  if (warm.problems.some(({ code }) => code === 'output-failed')) return workspace.remove('other');
  expect(report(warm), 'the problems elsewhere').toEqual(report(clean));
  if (clean.commit === null) return;
  // What an earlier build left, and no record tells of, may be too much.
  const files = new Map([...observe(other)].filter(([path]) => clean.files.has(path)));
  expect(differences(files, clean.files), 'what differs elsewhere').toEqual([]);
}

/** Without an edit nothing is written, and soon nothing is even looked into. */
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
  // What was said of an address may be done with, since the build has recorded it.
  expect(report(again).length).toBeLessThanOrEqual(report(first).length);
  expect(changes(built, observe(workspace.outDir)), 'what a second build has touched').toEqual([]);
}

/** True when it was enough to look whether anything had changed. */
function isAnsweredAtOnce({ site, timings }: BuiltSite): boolean {
  return site === null && timings.every(({ stage }) => stage === 'check');
}

/**
 * Files that no build is known to have written are left, and that is right where the record of them
 * is lost. The author removes them, as the notice says.
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

/** A file whose record is lost can stand where a folder must come. */
function isBlocked({ problems }: BuiltSite, workspace: Workspace): boolean {
  return workspace.isRecordDamaged && problems.some(({ code }) => code === 'output-failed');
}

const build = ({ root, flags }: Workspace) => buildIn(root, flags);

/** What is said of files that no build is known to have written is no matter of the site. */
const OF_OUTPUT = ['out-overwritten', 'out-unknown-files'];

/** The problems as the author reads them. */
function report({ problems }: Pick<BuiltSite, 'problems'>): string[] {
  return problems
    .filter(({ code }) => !OF_OUTPUT.includes(code))
    .map((problem) => formatProblem(problem, makePaint(false)));
}

/** Opens one that is removed when the test is done. */
export function openSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'blog-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Sandbox(folder);
}

interface CleanSite extends BuiltSite {
  readonly files: Tree;
}

/** Where clean builds are made: outside of every site. */
export class Sandbox {
  private count = 0;

  constructor(private readonly folder: string) {}

  /**
   * Builds into an empty folder, remembering nothing; only templates may be known from an earlier
   * build of this kind, if they are the same to the byte.
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

  /** A new folder for a site. Their paths are equally long. */
  makeFolder(): string {
    const folder = join(this.folder, `site-${String(this.count++).padStart(6, '0')}`);
    mkdirSync(folder);
    return folder;
  }
}

/** Differs wherever the templates do, or what else the compiler is told. */
function describeTemplates(workspace: Workspace): string {
  const files = workspace.list('templates').map((path) => [path, digest(workspace.read(path))]);
  return digest(JSON.stringify([files, workspace.settings.get('url'), workspace.flags.program]));
}

interface Observed {
  readonly bytes: Buffer;
  /** Tells a file that was written again from one that was left. */
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

/** What is another file than before, or the same written again. */
function changes(before: Tree, after: Tree): string[] {
  return pathsOf(before, after).filter(
    (path) => before.get(path)?.state !== after.get(path)?.state,
  );
}

/** Each path at which two trees differ, with what stands there. */
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

/** What a build that has turned `before` into `after` says of it, if it wrote no more than it had to. */
function countChanges(before: Tree, after: Tree) {
  const unchanged = [...after].filter(([path, { bytes }]) => before.get(path)?.bytes.equals(bytes));
  const rewritten = unchanged.filter(([path, { state }]) => before.get(path)?.state !== state);
  expect(rewritten, 'files written again as they were').toEqual([]);
  const removed = [...before.keys()].filter((path) => !after.has(path)).length;
  return { written: after.size - unchanged.length, unchanged: unchanged.length, removed };
}
