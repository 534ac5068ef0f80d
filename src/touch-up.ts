/**
 * Essays whose text was edited, and nothing else of theirs that anything but their own pages shows:
 * only those pages are made again.
 *
 * It is what an author does most, and on a large site it takes a third of the pipeline's time. The
 * site is derived from what parsing gives (`ParsedEssay`), never from bodies: where an edit leaves
 * that as it was, but for the digest and for where in the body its links stand, the derivation would
 * give what it gave before. Whatever is not plainly of that kind is left to the pipeline.
 */
import { join } from 'node:path';
import type { BuildRequest } from './build-request.ts';
import { parseConfig, type SiteConfig } from './content/config.ts';
import { calendarDay } from './content/dates.ts';
import { type ParsedEssay, parseEssay, pickParserConfig } from './content/essay.ts';
import { decodeResult } from './content/essay-record.ts';
import { loadMarkdownEngine } from './content/markdown.ts';
import { CONFIG_PATH } from './content/paths.ts';
import { keyOfListing, readContent, readFile } from './content/read.ts';
import { isSettled, readFileClock, stampFile } from './content/stamps.ts';
import { ContentMemory, type RememberedEssay } from './output/content-memory.ts';
import { listFiles } from './output/folders.ts';
import { lockOutput } from './output/lock.ts';
import { replaceFiles } from './output/placing.ts';
import {
  type BuildBasis,
  type BuildRecord,
  type RecordReading,
  readRecord,
  type WrittenFile,
} from './output/record.ts';
import { rememberBuild } from './output/remember-build.ts';
import type { Comparison } from './output/up-to-date.ts';
import { type Problem, sortProblems } from './problems.ts';
import { prepareTemplates } from './render/templates.ts';
import { findPlacement } from './site/placement.ts';
import { placeReading, type Reading, remakeFeeds, renderPages } from './workers/remake.ts';

/** How many files were written, and what is wrong with the site. */
export interface TouchUp {
  readonly written: number;
  readonly problems: readonly Problem[];
}

/**
 * Makes the pages of edited essays again, and keeps the record of it. Null when the pipeline has to see
 * to it: nothing was touched then.
 */
export async function touchUp(
  request: BuildRequest,
  known: RecordReading,
  { record, basis, changed }: Comparison,
): Promise<TouchUp | null> {
  const { root, outDir, cacheDir, program } = request;
  const clockMs = readFileClock(cacheDir);
  const configFile = readFile(root, CONFIG_PATH).value;
  if (configFile === null || changed.includes(CONFIG_PATH)) return null;
  const config = parseConfig(configFile).value;
  const memory = new ContentMemory(cacheDir, program, pickParserConfig(config));
  const inputs = new Map(basis.inputs);
  const readings: Reading[] = [];
  const folders: string[] = [];
  const { placements } = basis;
  for (const path of changed) {
    const stamp = stampFile(join(root, path));
    inputs.set(path, { stamp, isSettled: stamp === null || isSettled(stamp, clockMs) });
    const remembered = memory.essay(path);
    if (remembered === null) folders.push(path);
    else {
      // What is remembered may come from a build that failed, or from one into another folder.
      const placement = findPlacement(placements, path);
      if (placement?.digest !== remembered.digest) return null;
      const reading = await readEdit(path, remembered, config, root);
      if (reading === null) return null;
      readings.push(reading);
    }
  }
  const isOutput = (path: string) => basis.folders.includes(path);
  const [outputs, contents] = [folders.filter(isOutput), folders.filter((path) => !isOutput(path))];
  if (outputs.length > 0 && hasNewPages(outDir, record)) return null;
  if (contents.length > 0 && !areFoldersTheSame(contents, basis, root)) return null;
  const templates = await prepareTemplates(request, config.socialImages);
  if (templates.value === null) return null;
  const year = calendarDay(request.now, config.timezone).year;
  const edits = readings.map((reading) => placeReading(reading, placements, config, year));
  const pages = renderPages(edits, config, templates.value, basis, program);
  const feeds = await remakeFeeds(edits, basis, config, request, year);
  if (pages === null || feeds === null) return null;
  const made = new Map([...pages, ...feeds]);

  const lock = lockOutput(cacheDir, outDir);
  if ('problem' in lock) return null;
  try {
    if (readRecord(cacheDir, outDir, known) !== known) return null;
    const texts = new Map([...made].map(([path, { text }]) => [path, text]));
    const staged = replaceFiles(request, texts);
    const files = new Map<string, WrittenFile>(record.files);
    for (const [path, { key }] of made) {
      const stamp = staged.get(path)?.stamp ?? null;
      files.set(path, { key, digest: null, stamp, isSettled: false });
    }
    const problems = renewNotices(basis.problems, readings);
    rememberBuild({ outDir, cacheDir }, files, { ...basis, inputs, problems });
    return { written: [...staged.values()].filter(({ isNew }) => isNew).length, problems };
  } finally {
    lock.release();
  }
}

/** Reads an essay again; null for an edit that more than its own page could show. */
async function readEdit(
  path: string,
  { record, brokenLinks }: RememberedEssay,
  config: SiteConfig,
  root: string,
): Promise<Reading | null> {
  const file = readFile(root, path).value;
  if (file === null || brokenLinks !== null) return null;
  const old = decodeResult(record);
  const parser = { config, markdown: await loadMarkdownEngine() };
  const { essay, body, problems } = parseEssay(file, parser);
  if (![...old.problems, ...problems].every(isOfCode) || essay.isUndated) return null;
  if (describeFace(essay) !== describeFace(old.essay)) return null;
  const isOpen = ({ url }: { readonly url: string }) =>
    url.startsWith('#') && !essay.ids.includes(url.slice(1));
  return essay.links.some(isOpen) ? null : { essay, segments: body.segments, notices: problems };
}

/** True for what is told of a block of code, which is the essay's own affair. */
function isOfCode({ code }: Problem): boolean {
  return code === 'code-language-unknown';
}

/** The site's problems, with the notices of edited essays in place of those that they had. */
function renewNotices(
  problems: readonly Problem[],
  readings: readonly Reading[],
): readonly Problem[] {
  const paths = new Set(readings.map(({ essay }) => essay.path));
  const others = problems.filter((problem) => !isOfCode(problem) || !paths.has(problem.file));
  // Where places are the same, what an essay says of itself comes first, as in the pipeline.
  return sortProblems([...readings.flatMap(({ notices }) => notices), ...others]);
}

/** Everything of an essay that the site is derived from. */
function describeFace(essay: ParsedEssay): string {
  const links = essay.links.map((link) => ({ ...link, offset: 0 }));
  return JSON.stringify({ ...essay, digest: '', links });
}

/** True when there are pages in the output folder that no build is known to have written. */
function hasNewPages(outDir: string, { files }: BuildRecord): boolean {
  const present = [...listFiles(outDir).files];
  return present.some((path) => path.endsWith('.html') && !files.has(path));
}

/** True when in the folders that were changed there are the same files as before. */
function areFoldersTheSame(folders: readonly string[], basis: BuildBasis, root: string): boolean {
  const content = readContent(root).value;
  return (
    keyOfListing(content) === basis.listing &&
    folders.every((path) => content.folders.includes(path))
  );
}
