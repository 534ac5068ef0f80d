/**
 * Refused files: the finished site is checked as the next build would check it. A post that the build would refuse
 * becomes a draft, and any other file is left out; the report names both.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../files/author-files.ts';
import { replaceFile } from '../files/file-state.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import { groupProblems, type ProblemGroup, showPlace } from '../problems/report.ts';
import { addCount, addNote } from './counts.ts';
import { setKey } from './front-edits.ts';
import { ImportFault } from './input.ts';
import type { ImportJob } from './job.ts';
import { recordLeftOut, WARNINGS } from './report.ts';

/** Checks the site, holds back what the build refuses, and records the problems that remain. */
export async function holdBackRefused(
  job: ImportJob,
  check: () => Promise<readonly Problem[]>,
): Promise<void> {
  const { report } = job;
  let problems = await checkSite(check, job);
  // A draft may have any key and any text, but a build has to be able to read its file.
  for (const put of [makeDraft, leaveOut]) {
    const refused = [...groupBy(problems.filter(isError), ({ file }) => file)];
    const found = refused.filter(([path, errors]) => put(path, errors, job));
    if (found.length > 0) problems = await checkSite(check, job);
  }
  for (const each of problems.filter(isError))
    report.errors.push(`${showPlace(each)}: ${each.message}`);
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  addCount(report.counts, 'warnings', warnings.length);
  // The report has a list of its own for other programs' markup.
  const others = warnings.filter(({ code }) => code !== 'markup-foreign');
  const groups = groupProblems(others).toSorted((a, b) => b.problems.length - a.problems.length);
  for (const group of groups) addNote(report, WARNINGS, describeWarnings(group));
}

/** Describes warnings of one kind by the first. */
function describeWarnings({ problems: [first, ...others] }: ProblemGroup): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more like this)`;
  return `${showPlace(first)}: ${first.message}${more}`;
}

const isError = ({ severity }: Problem) => severity === 'error';

/** Checks the site; throws if the check itself can't be done, such as on a full disk. */
async function checkSite(
  check: () => Promise<readonly Problem[]>,
  { root, options }: ImportJob,
): Promise<readonly Problem[]> {
  const problems = await check();
  const failure = problems.find(({ code }) => code === 'output-failed');
  if (failure === undefined) return problems;
  const message = failure.message.replaceAll(root, options.to);
  throw new ImportFault(message, 'Then run the import again.');
}

/** Makes a post a draft. Returns false for any other file. */
function makeDraft(path: string, errors: readonly Problem[], job: ImportJob): boolean {
  const { root, report } = job;
  const essay = findEssay(path, job);
  const bytes = readBytes(join(root, path));
  if (essay?.kind !== 'essays' || bytes === null) return false;
  replaceFile(join(root, path), setKey(bytes, 'draft', 'true'));
  addCount(report.counts, 'essays', -1);
  addCount(report.counts, 'drafts');
  addCount(report.counts, 'kept addresses', -1);
  const messages = [...new Set(errors.map(({ message }) => message))].join('; ');
  addNote(report, 'drafts, since a build would refuse them', `${path}: ${messages}`);
  return true;
}

/** Removes a file. Returns false for one that the import didn't write. */
function leaveOut(path: string, _: readonly Problem[], job: ImportJob): boolean {
  const { root, report, extras } = job;
  const essay = findEssay(path, job);
  if (essay === undefined && !extras.includes(path)) return false;
  rmSync(join(root, path), { force: true });
  recordLeftOut(report, 'files that a build would refuse', path);
  addCount(report.counts, essay?.kind ?? 'files', -1);
  if (essay !== undefined) addCount(report.counts, essay.format, -1);
  return true;
}

const findEssay = (path: string, { essays }: ImportJob) =>
  [...essays.values()].find((each) => each.path === path);
