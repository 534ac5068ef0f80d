/**
 * Reads and parses essays and pages. An edge.
 *
 * Unchanged essays aren't read, and essays with the same digest aren't parsed: they come from the cache. The cache has
 * only the bodies that feeds show. The body of an essay that was just parsed stays in memory; any other essay is
 * parsed again when an output needs its body.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { InputStates } from '../files/file-state.ts';
import type { PageBody } from '../markdown/body.ts';
import type { Unlinks } from '../markdown/body-link.ts';
import type { Problem, ProblemPart } from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import { digestEssay, listUnlinks, type ParsedEssay, parseEssay } from './essay.ts';
import type { EssayParser } from './essay-body.ts';
import { readSiteFile } from './files.ts';

/** The entry of an essay in the cache. */
interface CachedEssay {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
  readonly parts: readonly ProblemPart[];
  /** Only for essays in feeds, which are rebuilt whenever one of their essays changes. */
  readonly body?: CachedBody;
}

/** Essays by path. */
export type CachedEssays = Readonly<Record<string, CachedEssay>>;

/** A body in the cache. */
interface CachedBody extends PageBody {
  /** The digest of the essay's file. */
  readonly digest: string;
}

/** The number of essays read before yielding to the event loop, so that templates can go on compiling. */
const BATCH = 40;

/** Reads the essays and pages of the site at `root`, and keeps the bodies of those that it parses. */
export class EssayReader {
  private readonly bodies = new Map<string, CachedBody>();
  /** The bodies that come from the cache of the last build. */
  private readonly cachedBodies = new Set<CachedBody>();
  /** The links that are to become their labels, by the paths of the essays. */
  private readonly unlinks = new Map<string, Unlinks>();

  private readonly root: string;
  readonly parser: EssayParser;

  constructor(root: string, parser: EssayParser) {
    this.root = root;
    this.parser = parser;
  }

  /** Reads the essays at `paths`, in this order. Skips a file that can't be read, and adds a problem. */
  async readAll(
    paths: readonly string[],
    cached: CachedEssays,
    inputs: InputStates,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ value: Record<string, CachedEssay>; problems: Problem[] }> {
    const value: Record<string, CachedEssay> = {};
    const problems: Problem[] = [];
    let readCount = 0;
    let reportedCount = 0;
    for (const [index, path] of paths.entries()) {
      if (readCount - reportedCount === BATCH) {
        reportedCount = readCount;
        onProgress(index, paths.length);
        await yieldToEvents();
      }
      const known = cached[path];
      // Most edits don't change these links.
      if (known !== undefined) this.unlinks.set(path, listUnlinks(known.essay));
      const hasSame = known !== undefined && this.hasSameGalleries(known.essay);
      if (hasSame && inputs.isUnchanged(path)) {
        value[path] = known;
        if (known.body) {
          this.bodies.set(path, known.body);
          this.cachedBodies.add(known.body);
        }
        continue;
      }
      inputs.of(path);
      const { value: file, problem } = readSiteFile(this.root, path);
      if (file === null) {
        problems.push(problem);
        continue;
      }
      const isSame = hasSame && known.essay.digest === digestEssay(file.bytes, known.essay);
      value[path] = isSame ? known : this.parse(file);
      readCount++;
    }
    if (readCount > reportedCount) onProgress(paths.length, paths.length);
    return { value, problems };
  }

  /** Parses an essay again, with other links that become their labels; null if its file can't be read. */
  parseAgain(path: string, unlinks: Unlinks): CachedEssay | null {
    this.unlinks.set(path, unlinks);
    const { value: file } = readSiteFile(this.root, path);
    return file && this.parse(file);
  }

  /**
   * Returns an essay's body; null if the file has another digest. Unless `mayBeCached`, reads the file even if the
   * body is in the cache of the last build.
   */
  bodyOf(source: string, digest: string, mayBeCached = false): PageBody | null {
    const last = this.bodies.get(source);
    const isFresh = last !== undefined && (mayBeCached || !this.cachedBodies.has(last));
    if (last?.digest !== digest || !isFresh) {
      const { value: file } = readSiteFile(this.root, source);
      if (file !== null) this.parse(file);
    }
    const known = this.bodies.get(source);
    return known?.digest === digest ? known : null;
  }

  /** Adds the known bodies of these essays for the cache, and removes all others. */
  addBodies(essays: CachedEssays, paths: ReadonlySet<string>): CachedEssays {
    const entries = Object.entries(essays).map(([path, { body: _, ...entry }]) => {
      const body = paths.has(path) ? this.bodies.get(path) : undefined;
      if (body?.digest !== entry.essay.digest) return [path, entry];
      return [path, { ...entry, body }];
    });
    return Object.fromEntries(entries);
  }

  /** Frees a body once no output needs it. */
  forget(source: string): void {
    this.bodies.delete(source);
  }

  /** True if the folders that an essay shows still have the same pictures and captions. */
  private hasSameGalleries(essay: ParsedEssay): boolean {
    const { listGallery } = this.parser;
    return essay.galleries.every(({ folder, key }) => listGallery?.(essay, folder).key === key);
  }

  private parse(file: SourceFile): CachedEssay {
    const unlinks = this.unlinks.get(file.path);
    const { essay, body, problems, parts } = parseEssay(file, this.parser, unlinks);
    const { parts: content, headings, contents, wordCount } = body;
    const { digest } = essay;
    this.bodies.set(essay.path, { digest, parts: content, headings, contents, wordCount });
    return { essay, problems, parts };
  }
}
