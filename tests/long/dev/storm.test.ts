/**
 * Stress test of the development server: after random bursts of edits during a session, the served tree, or
 * the errors, must equal those of a clean build.
 *
 * BLOG_STORMS sets the number of random runs, BLOG_SEED the seed of the first.
 */
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { untilClean } from '../../support/clean-build.ts';
import { type DevSite, startDevIn } from '../../support/dev.ts';
import { essay, makeSite } from '../../support/site.ts';
import * as kinds from '../incremental/edits.ts';
import { PLAIN } from '../incremental/essay-text.ts';
import { editOf } from '../incremental/sequences.ts';
import { png, Workspace } from '../incremental/workspace.ts';

const STORMS = Number(process.env.BLOG_STORMS ?? 1);
const FIRST_SEED = Number(process.env.BLOG_SEED ?? 1);
const MS_PER_STORM = 60_000;

/** The number of bursts, and of edits in each; the tree is checked after each burst. */
const BURSTS = 8;
const EDITS_PER_BURST = 15;

/** One of the folders of essays. */
const onFolder = kinds.on((workspace) => [
  'content/essays',
  ...workspace.listFolders('content/essays'),
]);

const onEssay = (act: (file: string, numbers: kinds.Numbers) => void) =>
  kinds.onEssay((workspace, path, numbers) => act(workspace.file(path), numbers));

const NEW_ESSAY = ({ value }: kinds.Numbers) => essay(`title: New ${value}\npublished: 2016-01-01`);

/** Acts of editors, programs and people that watches tend to miss. */
const ROUGH_ACTS: kinds.Acts = {
  'delete a folder, and recreate it at once': onFolder((workspace, path, edit) => {
    workspace.remove(path);
    workspace.write(`${path}/new-${edit.value}.md`, NEW_ESSAY(edit));
  }),
  'make nested folders at once': onFolder((workspace, path, edit) => {
    workspace.write(`${path}/a/b/c-${edit.value % 3}.md`, NEW_ESSAY(edit));
  }),
  'make an empty folder': onFolder((workspace, path, { value }) => {
    mkdirSync(workspace.file(`${path}/empty-${value % 3}`), { recursive: true });
  }),
  'write into a folder': onFolder((workspace, path, edit) => {
    workspace.write(`${path}/new-${edit.value % 5}.md`, NEW_ESSAY(edit));
  }),
  'swap two folders': onFolder((workspace, path, { other }) => {
    const twin = kinds.pick(workspace.listFolders('content/essays').concat(path), other);
    if (`${twin}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${twin}/`)) return;
    workspace.move(path, 'aside');
    workspace.move(twin, path);
    workspace.move('aside', twin);
  }),
  'move a folder away, and back': onFolder((workspace, path) => {
    workspace.move(path, 'aside');
    workspace.move('aside', path);
  }),
  'replace a file by a rename': onEssay((file, edit) => {
    writeFileSync(`${file}~`, NEW_ESSAY(edit));
    renameSync(`${file}~`, file);
  }),
  'truncate a file': onEssay((file) => truncateSync(file)),
  'break an essay': onEssay((file) => writeFileSync(file, '---\ntitle: [\n---\n')),
  'write a file in two halves': onEssay((file, edit) => {
    const text = NEW_ESSAY(edit);
    writeFileSync(file, text.slice(0, 20));
    writeFileSync(file, text);
  }),
  'delete a file, and recreate it': onEssay((file, edit) => {
    rmSync(file);
    writeFileSync(file, NEW_ESSAY(edit));
  }),
  'delete all content, and recreate some': (workspace, edit) => {
    if (edit.value % 4 > 0) return;
    workspace.remove('content');
    workspace.set('name', 'Ann Author');
    workspace.write('content/essays/new.md', NEW_ESSAY(edit));
  },
};

const STARTING_ESSAYS = kinds.ESSAY_PATHS.filter((_, index) => index % 4 === 0);

/** The pause between two edits: none, a moment, a or a build. */
const pauses = fc.oneof(
  { weight: 12, arbitrary: fc.constant('none') },
  { weight: 6, arbitrary: fc.constant('a moment') },
  { weight: 3, arbitrary: fc.constant('a build') },
);

const edits = fc.oneof(
  { weight: 12, arbitrary: editOf(ROUGH_ACTS) },
  { weight: 5, arbitrary: editOf(kinds.ESSAY_EDITS) },
  { weight: 6, arbitrary: editOf(kinds.FILE_EDITS) },
  { weight: 2, arbitrary: editOf(kinds.SETTING_EDITS) },
  { weight: 4, arbitrary: editOf(kinds.OTHER_FILE_EDITS) },
  { weight: 1, arbitrary: editOf(kinds.TEMPLATE_EDITS) },
);

const change = fc.record({ edit: edits, pause: pauses });

const seeds = Array.from({ length: STORMS }, (_, index) => FIRST_SEED + index);

describe('after bursts of edits the tree is that of a clean build', () => {
  test.each(seeds)('seed %i', runStorm, MS_PER_STORM);
});

async function runStorm(seed: number): Promise<void> {
  const changes = fc.sample(change, { seed, numRuns: BURSTS * EDITS_PER_BURST });
  const workspace = new Workspace(makeSite({}));
  workspace.set('name', 'Ann Author');
  workspace.set('url', 'https://ann.example');
  for (const [index, path] of STARTING_ESSAYS.entries()) {
    workspace.writeEssay(path, { ...PLAIN, title: `Essay ${index}`, published: '2018-02-03' });
  }
  for (const path of kinds.PICTURES) workspace.write(path, png(4, 3));
  const site = await startDevIn(workspace.root);
  workspace.keep();
  for (const [index, { edit, pause }] of changes.entries()) {
    const act = ROUGH_ACTS[edit.kind] ?? kinds.applyEdit;
    act(workspace, edit);
    await rest(pause, site);
    if (index % EDITS_PER_BURST < EDITS_PER_BURST - 1) continue;
    if (!(await untilClean(site))) workspace.goBack();
  }
  workspace.goBack();
  const last = { 'content/essays/last.md': essay('title: The Last\npublished: 2014-01-01') };
  // Going back can restore an essay whose address another one has taken.
  site.write({ ...last, 'content/addresses.txt': null });
  expect(await untilClean(site), 'all errors are fixed').toBe(true);
  expect(site.read('index.html')).toContain('The Last');
}

async function rest(pause: string, site: DevSite): Promise<void> {
  if (pause === 'a moment') await new Promise(setImmediate);
  if (pause !== 'a build') return;
  const before = site.builds.length;
  const text = essay('title: Pace\npublished: 2013-01-01', `${before}\n`);
  site.write({ 'content/essays/pace.txt': text });
  await site.until(() => site.builds.length > before);
}
