/**
 * The check at the end of an import: the site is checked as the next build would check it, and whatever the build
 * would refuse is taken out: a line of front matter, a redirect, or a whole file.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_PATH } from '../essays/paths.ts';
import { readBytes, rewriteFile } from '../files/author-files.ts';
import { digest } from '../files/fingerprint.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import { addCount } from './counts.ts';
import { CONTINUES, ImportFault } from './input.ts';
import { type EssayMove, type Plan, readReplaced } from './plan.ts';
import { readDigests, saveDigests } from './site-files.ts';

/** Finds all problems of the site, as a build would, and writes nothing. */
export type CheckSite = () => Promise<readonly Problem[]>;

/** After this many checks, a file that the build still refuses is left out. */
const MAX_MENDED = 2;
const MAX_CHECKS = 5;

/** A site that an import has written files into. */
export interface ImportedSite {
  /** The site's folder, absolute. */
  readonly root: string;
  readonly plan: Plan;
}

/**
 * Takes what the build refuses out of the files that the import wrote. The report lists what was taken out, and the
 * errors that remain.
 */
export async function takeOutRefused(site: ImportedSite, check: CheckSite): Promise<void> {
  const { report } = site.plan;
  let problems = await checkAgain(check);
  for (let round = 0; round < MAX_CHECKS; round++) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const groups = [...groupBy(errors, ({ file }) => file)];
    const mended = groups.map(([path, own]) => mendFile(path, own, round, site));
    if (!mended.includes(true)) break;
    problems = await checkAgain(check);
  }
  countNewDrafts(problems, site);
  const describe = ({ file, line, message }: Problem) =>
    `${file}${line === null ? '' : `:${line}`}: ${message}`;
  for (const each of problems) {
    if (each.severity === 'error') report.errors.push(describe(each));
    else if (each.severity === 'warning') addCount(report.counts, 'warnings');
  }
}

/** Counts the essays that are drafts because their dates were taken out. */
function countNewDrafts(problems: readonly Problem[], { root, plan }: ImportedSite): void {
  const { essays, report } = plan;
  const undated = new Set(
    problems.filter(({ code }) => code === 'date-missing').map(({ file }) => file),
  );
  for (const { path, kind } of essays) {
    if (kind !== 'essays' || !undated.has(path) || isAsBefore(root, path)) continue;
    addCount(report.counts, 'essays', -1);
    addCount(report.counts, 'drafts');
  }
}

/** True for the author's file, which the import didn't replace or has restored. */
function isAsBefore(root: string, path: string): boolean {
  const before = readReplaced(root, path);
  return before !== null && readBytes(join(root, path))?.equals(before) === true;
}

/** Checks the site; throws if the check itself can't be done, such as on a full disk. */
async function checkAgain(check: CheckSite): Promise<readonly Problem[]> {
  const problems = await check();
  const failure = problems.find(({ code }) => code === 'output-failed');
  if (failure === undefined) return problems;
  throw new ImportFault(failure.message, CONTINUES, '');
}

/** Fixes the errors of one file. Returns false for a file that the import didn't write. */
function mendFile(
  path: string,
  errors: readonly Problem[],
  round: number,
  site: ImportedSite,
): boolean {
  if (path === CONFIG_PATH) return dropRedirects(errors, site);
  const { root, plan } = site;
  const { report, essays, extras } = plan;
  const essay = essays.find((each) => each.path === path);
  const file = join(root, path);
  const bytes = readBytes(file);
  if (bytes === null || (essay === undefined && !extras.includes(path))) return false;
  if (isAsBefore(root, path)) return false;
  const messages = [...new Set(errors.map(({ message }) => message))].join('; ');
  const text = round < MAX_MENDED ? commentOut(String(bytes), errors) : null;
  if (text === null || essay === undefined) {
    leaveOut(path, essay, bytes, site);
    report.takenOut.push(`left out ${path}: ${messages}`);
    return true;
  }
  if (!rewriteFile(file, bytes, text, join(root, '.blog'))) return true;
  saveDigests(root, readDigests(root).set(essay.id, digest(Buffer.from(text))));
  report.takenOut.push(`commented out in ${path}: ${messages}`);
  return true;
}

/** Removes a file that the import wrote, and restores the file that it replaced. */
function leaveOut(
  path: string,
  essay: EssayMove | undefined,
  bytes: Buffer,
  { root, plan: { report } }: ImportedSite,
): void {
  const file = join(root, path);
  const before = readReplaced(root, path);
  if (before === null) rmSync(file);
  else rewriteFile(file, bytes, before, join(root, '.blog'));
  addCount(report.leftOut, 'files that the build would refuse');
  if (essay === undefined) {
    addCount(report.counts, 'files', -1);
    return;
  }
  addCount(report.counts, essay.kind, -1);
  addCount(report.counts, essay.format, -1);
  const record = readDigests(root);
  if (before === null) record.delete(essay.id);
  else record.set(essay.id, digest(before));
  saveDigests(root, record);
}

/** Removes lines of `redirects` that the import added and the build refuses. */
function dropRedirects(
  errors: readonly Problem[],
  { root, plan: { settings, report } }: ImportedSite,
): boolean {
  const file = join(root, CONFIG_PATH);
  const bytes = readBytes(file);
  const lines = String(bytes).split('\n');
  const before = (settings ?? '').split('\n');
  const refused = new Map(errors.map(({ line, message }) => [(line ?? 0) - 1, message]));
  const isOwn = (line: string, at: number) =>
    refused.has(at) && /^\s+["/]/.test(line) && !before.includes(line);
  const dropped = lines.filter(isOwn);
  if (dropped.length === 0) return false;
  for (const [at, line] of lines.entries())
    if (isOwn(line, at))
      report.takenOut.push(`left out the redirect ${line.trim()}: ${refused.get(at)}`);
  const kept = lines.filter((line, at) => !isOwn(line, at));
  // The build would report a key without a value.
  const isEmpty = (line: string, at: number) =>
    /^redirects:\s*$/.test(line) && !/^\s+\S/.test(kept[at + 1] ?? '');
  const text = kept.filter((line, at) => !isEmpty(line, at)).join('\n');
  rewriteFile(file, bytes, text, join(root, '.blog'));
  return true;
}

const TOP_KEY = /^["']?[\w-]+["']?\s*[:=]/;
const ITEM = /^\s*(?:-\s|["'][^"']*["']\s*,?\s*$)/;

/** Removes the item at an offset from a list on one line; null if it is the only item, or if there is no list. */
function dropItem(line: string, offset: number): string | null {
  const [, start = '', inner] = /^([^[]*\[)([^[\]{}]*)\]\s*$/.exec(line) ?? [];
  if (inner === undefined) return null;
  const items = inner.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^,"'])+/g) ?? [];
  let end = start.length;
  const kept = items.filter((item) => {
    const from = end;
    end += item.length + 1;
    return offset < from || offset >= end;
  });
  return kept.length === 0 || kept.length === items.length
    ? null
    : `${start}${kept.join(',').trimStart()}]`;
}

/**
 * Comments out the values of front matter that have errors. From a list on one line, only the item with the error is
 * removed. Null if an error is outside the front matter, or in the title.
 */
export function commentOut(
  text: string,
  errors: readonly Pick<Problem, 'line' | 'column'>[],
): string | null {
  const lines = text.split('\n');
  const fence = /^(?:---|\+\+\+)(?=\s*$)/.exec(lines[0] ?? '')?.[0];
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === fence);
  if (fence === undefined || end === -1) return null;
  const chosen = new Set<number>();
  for (const { line, column } of errors) {
    const at = (line ?? 0) - 1;
    if (at < 1 || at >= end) return null;
    const key = lines.findLastIndex((line, index) => index <= at && TOP_KEY.test(line));
    if (key < 1 || /^["']?title\b/.test(lines[key] ?? '')) return null;
    chosen.add(at);
    if (at > key && ITEM.test(lines[at] ?? '')) continue;
    const shorter = at === key ? dropItem(lines[at] ?? '', (column ?? 0) - 1) : null;
    if (shorter !== null) {
      chosen.delete(at);
      lines[at] = shorter;
      continue;
    }
    chosen.add(key);
    for (let next = key + 1; next < end && !TOP_KEY.test(lines[next] ?? ''); next++)
      chosen.add(next);
  }
  if (chosen.size === 0 && lines.join('\n') === text) return null;
  return lines.map((line, at) => (chosen.has(at) ? `# ${line}` : line)).join('\n');
}
