/**
 * Moves a staged import into the site, as the last thing that an import does.
 *
 * A move is a folder with the staged files and a plan. From the rename that makes this folder on, the import happens:
 * every step can be repeated, so after a kill or a full disk the next import completes the move first. Redirects come
 * before essays, so even a site whose cache is deleted halfway answers all old addresses.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isWithin } from '../build/out-folder.ts';
import { ABOUT_PATH, CONFIG_PATH } from '../essays/paths.ts';
import { findLock, readBytes, rewriteFile, writeNew } from '../files/author-files.ts';
import { explainRefusal, readOwnFile, replaceFile } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { type CheckSite, takeOutRefused } from './check.ts';
import { CONTINUES, ImportFault } from './input.ts';
import type { ImportJob } from './job.ts';
import type { Redirect } from './old-site.ts';
import { keepReplaced, makePlan, moveFolderOf, type Plan } from './plan.ts';
import { type ImportReport, REPORT_PATH, writeReport } from './report.ts';
import * as site from './site-files.ts';
import { addRedirects, settleSettings } from './site-settings.ts';

export const REDIRECTS = 'content/public/_redirects';
/** The comments of all posts, one JSON object per line, in the staging folder and below .blog/import/. */
export const COMMENTS = 'comments.ndjson';
const PLAN = 'plan.json';

/** Moves the staged files into the site, and takes out what a build would refuse; returns the report's path. */
export async function moveIntoSite(
  job: ImportJob,
  redirects: readonly Redirect[],
  check: CheckSite,
): Promise<string> {
  const { root, staging } = job;
  const plan = makePlan(job, redirects);
  refuseLocked(root, plan);
  keepReplaced(root, staging, plan);
  writeFileSync(join(staging, PLAN), JSON.stringify(plan));
  renameSync(staging, moveFolderOf(root));
  return completeMove(root, plan, check);
}

/** Completes the move of an import that was stopped, if there is one; returns the path of its report, or null. */
export async function resumeMove(root: string, check: CheckSite): Promise<string | null> {
  const folder = moveFolderOf(root);
  if (!existsSync(folder)) return null;
  const plan: Plan = JSON.parse(readFileSync(join(folder, PLAN), 'utf8'));
  return completeMove(root, plan, check);
}

/** Refuses an import that could not write the redirects. */
function refuseLocked(root: string, plan: Plan): void {
  const source = readFileText(root, CONFIG_PATH);
  const isChanged = settle(source, plan).text !== source;
  const hasQueries = listNewQueries(readFileText(root, REDIRECTS) ?? '', plan).length > 0;
  const paths = [...(isChanged ? [CONFIG_PATH] : []), ...(hasQueries ? [REDIRECTS] : [])];
  for (const path of paths) {
    const lock = findLock(join(root, path));
    const hint = 'The import needs to add old addresses to this file.';
    if (lock !== null) throw new ImportFault(`${path} ${lock}`, hint);
  }
}

async function completeMove(root: string, plan: Plan, check: CheckSite): Promise<string> {
  try {
    // Before the essays, which would otherwise count as changed by the author.
    site.saveDigests(root, new Map(plan.digests));
    writeSettings(root, plan);
    writeQueries(root, plan);
    moveFiles(root, plan);
    keepComments(root);
    await takeOutRefused({ root, plan }, check);
    const report = saveReport(root, plan.report);
    rmSync(moveFolderOf(root), { recursive: true, force: true });
    return report;
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ImportFault(explainFailure(error as Error, root), CONTINUES, '');
  }
}

/** Explains a system error, without the paths of the program's own files. */
export function explainFailure(
  error: NodeJS.ErrnoException & { readonly dest?: string },
  root: string,
): string {
  const { path, dest = path, code = '', syscall = '' } = error;
  if (dest === undefined) return error.message;
  const way = relative(root, dest).split(sep).join('/');
  const [, staged] = /^\.blog\/import(?:-move|\.\d+)\/(content\/.*)$/.exec(way) ?? [];
  const named = staged ?? (way.startsWith('.blog/') ? '.blog' : dest);
  // Outside the site, an import only reads.
  const call = isWithin(dest, root) ? syscall : 'read';
  const facts = { code, syscall: call, path: named };
  return explainRefusal(Object.assign(new Error(`${named}: ${code}`), facts));
}

/** The text of site.yaml with settings and redirects; redirects that can't be added are `unwritten`. */
function settle(
  source: string | null,
  { facts, hasEssays, redirects }: Plan,
): { text: string; unwritten: readonly Redirect[] } {
  // The report has the sentences about settings already.
  const { text, config } = settleSettings(source, { ...facts }, { hasEssays }, { settings: [] });
  const known = new Set(config.redirects.map(({ from }) => from));
  const added = redirects.filter(([from]) => !known.has(from));
  const extended = addRedirects(text, added);
  return { text: extended ?? text, unwritten: extended === null ? added : [] };
}

/** Writes site.yaml, from its text as it is at this moment. */
function writeSettings(root: string, plan: Plan): void {
  const { report } = plan;
  for (;;) {
    const source = readBytes(join(root, CONFIG_PATH));
    const { text, unwritten } = settle(source?.toString() ?? null, plan);
    const isSame = source?.toString() === text;
    if (!isSame && !rewriteFile(join(root, CONFIG_PATH), source, text, join(root, '.blog')))
      continue;
    const isRule = (from: string) => report.rules.includes(from);
    report.printed = unwritten.flatMap(([from]) => (isRule(from) ? [from] : []));
    const single = unwritten.filter(([from]) => !isRule(from));
    const lines = single.map(([from, to]) => `${from}: ${to}`);
    if (lines.length > 0) report.notes['add to `redirects` of site.yaml'] = lines;
    return;
  }
}

/** Lists the redirects of addresses with a query that the text of `_redirects` doesn't have. */
function listNewQueries(text: string, { report }: Plan): string[] {
  const known = text.split(/\r?\n/);
  return report.queries.filter((line) => !known.includes(line));
}

/** Writes query redirects, which only Netlify reads. */
function writeQueries(root: string, plan: Plan): void {
  for (;;) {
    const source = readBytes(join(root, REDIRECTS));
    const old = source?.toString() ?? '';
    const lines = listNewQueries(old, plan);
    if (lines.length === 0) return;
    const gap = old === '' || old.endsWith('\n') ? '' : '\n';
    const text = `${old}${gap}${lines.join('\n')}\n`;
    if (rewriteFile(join(root, REDIRECTS), source, text, join(root, '.blog'))) return;
  }
}

function moveFiles(root: string, { essays, extras, report, bringsAbout }: Plan): void {
  const staging = moveFolderOf(root);
  for (const path of extras) site.moveInto(root, staging, path);
  for (const { path, former, known } of essays) {
    const isMoved = former !== path;
    const isFree = !isMoved || isUntouched(root, former, known);
    if (!isFree || !site.moveInto(root, staging, path, known)) {
      report.notes[path] = ['already exists, and was left unchanged'];
    } else if (isMoved) rmSync(join(root, former), { force: true });
  }
  if (bringsAbout && !site.hasAbout(root)) rmSync(join(root, ABOUT_PATH), { force: true });
}

/** True if the author has not changed an imported file, or if it is gone. */
function isUntouched(root: string, path: string, known: string | undefined): boolean {
  const bytes = readBytes(join(root, path));
  return bytes === null || digest(bytes) === known;
}

/** Adds the comments to the comments of former imports. */
function keepComments(root: string): void {
  const added = readOwnFile(join(moveFolderOf(root), COMMENTS));
  if (added === null) return;
  const file = join(root, '.blog/import', COMMENTS);
  const lines = `${readOwnFile(file) ?? ''}${added}`.split('\n');
  replaceFile(file, [...new Set(lines)].join('\n'));
}

/** Writes the report to the first name that is free: the author may have made notes in the last one. */
function saveReport(root: string, report: ImportReport): string {
  for (let number = 1; ; number++) {
    const path = number === 1 ? REPORT_PATH : `${REPORT_PATH.slice(0, -'.md'.length)}-${number}.md`;
    const text = writeReport(report);
    if (writeNew(join(root, path), text, join(root, '.blog'))) return path;
    // An interrupted move has written it.
    if (readBytes(join(root, path))?.toString() === text) return path;
  }
}

const readFileText = (root: string, path: string) =>
  readBytes(join(root, path))?.toString() ?? null;
