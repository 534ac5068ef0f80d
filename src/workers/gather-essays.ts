/**
 * The essays' files → parsed essays: what an earlier build remembers of a file that has not changed
 * is taken as it is, all else is read.
 */
import type { ParsedEssay } from '../content/essay.ts';
import { decodeResult, type EssayResult } from '../content/essay-record.ts';
import { isSameStamp, isSettled } from '../content/stamps.ts';
import type { ContentMemory, RememberedEssay } from '../output/content-memory.ts';
import type { Problem } from '../problems.ts';
import type { Crew } from './crew.ts';
import type { ReadEssay, ReadTask } from './essay-worker.ts';
import type { FileKeys } from './file-keys.ts';

/** How essays are read, and how the author is told. */
export interface Gathering {
  readonly files: FileKeys;
  readonly crew: Crew;
  readonly threads: number;
  /** Called with how many of all essays are there. */
  readonly onEssay: (done: number, total: number) => void;
}

/**
 * Gathers the essays at `paths`, in this order, and keeps in `memory` what they gave; a file that
 * cannot be read is a problem, and left out.
 */
export async function gatherEssays(
  paths: readonly string[],
  memory: ContentMemory,
  gathering: Gathering,
): Promise<{ value: ParsedEssay[]; problems: Problem[] }> {
  const { files, crew, threads, onEssay } = gathering;
  const tasks: ReadTask[] = [];
  for (const path of paths) {
    const known = memory.essay(path);
    const isSame = known?.isSettled && isSameStamp(files.stampOf(path).stamp, known.stamp);
    if (!isSame) tasks.push({ path, knownDigest: known?.digest ?? null });
  }
  let done = paths.length - tasks.length;
  const results = await crew.read(tasks, threads, (count) => {
    done += count;
    onEssay(done, paths.length);
  });
  const read = new Map(results.map((result) => [result.path, result]));
  const value: ParsedEssay[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const news = read.get(path);
    if (news?.problem) {
      problems.push(news.problem);
      continue;
    }
    const known = memory.essay(path);
    const entry = news === undefined ? known : update(known, news, files.clockMs);
    if (entry === null) throw new Error(`${path} was neither read nor remembered`);
    memory.keepEssay(path, entry);
    const result: EssayResult = news?.result ?? decodeResult(entry.record);
    value.push(result.essay);
    problems.push(...result.problems);
  }
  return { value, problems };
}

function update(
  known: RememberedEssay | null,
  { stamp, digest, record }: ReadEssay,
  clockMs: number,
): RememberedEssay {
  const settled = { stamp, isSettled: stamp !== null && isSettled(stamp, clockMs) };
  if (record !== null) return { ...settled, digest, record, brokenLinks: null };
  if (known === null) throw new Error('A file that was not parsed must be known');
  return { ...known, ...settled };
}
