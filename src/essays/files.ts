/**
 * Reads the author's files, and parses essays and pages. An edge.
 *
 * Unchanged essays aren't read, and essays with the same digest aren't parsed: they come from the cache. The cache has
 * only the bodies that feeds show. The body of an essay that was just parsed stays in memory; any other essay is
 * parsed again when an output needs its body.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { findStats, type InputStates } from '../files/file-state.ts';
import type { PageBody } from '../markdown/body.ts';
import type { Unlinks } from '../markdown/body-link.ts';
import {
  fileUnreadable,
  makeProblem,
  type Problem,
  type ProblemPart,
  wholeFile,
} from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import { digestEssay, listUnlinks, type ParsedEssay, parseEssay } from './essay.ts';
import type { EssayParser } from './essay-body.ts';
import { NO_ABOUT_PATH, pathFromSettings } from './paths.ts';

/** A file of the site, or the problem of one that can't be read. */
export type FileResult =
  | { readonly value: SourceFile; readonly problem: null }
  | { readonly value: null; readonly problem: Problem };

/** Reads a file of the site; null if it is missing. */
export function readOptional(
  root: string,
  path: string,
): { value: SourceFile | null; problems: Problem[] } {
  if (!findStats(join(root, path))?.isFile()) return { value: null, problems: [] };
  const { value, problem } = readSiteFile(root, path);
  return { value, problems: problem === null ? [] : [problem] };
}

/**
 * Finds the file of a path that site.yaml states; null if there is none in content/. A symlink that leads out of
 * content/ is only followed if `followLinks` is true.
 */
export function findSettingFile(
  root: string,
  written: string,
  followLinks: boolean,
): string | null {
  const path = pathFromSettings(written);
  const file = join(root, path);
  // Windows would take them for slashes, and other machines would not.
  if (written.includes('\\')) return null;
  if (!path.startsWith('content/') || !findStats(file)?.isFile()) return null;
  const isOwn =
    followLinks || realpathSync(file).startsWith(realpathSync(join(root, 'content')) + sep);
  return isOwn ? path : null;
}

/** The entry of an essay in the cache. */
interface CachedEssay {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
  readonly parts: readonly ProblemPart[];
  /** Only for essays in feeds, which are rebuilt whenever one of their essays changes. */
  readonly body?: KeptBody;
}

/** Essays by path. */
export type CachedEssays = Readonly<Record<string, CachedEssay>>;

interface KeptBody extends PageBody {
  /** The digest of the essay's file. */
  readonly digest: string;
}

/** The number of essays read before yielding to the event loop, so that templates can go on compiling. */
const BATCH = 40;

/** Reads the essays and pages of the site at `root`, and keeps the bodies of those that it parses. */
export class EssayReader {
  private readonly bodies = new Map<string, KeptBody>();
  /** The bodies that come from the cache of the last build. */
  private readonly cachedBodies = new Set<KeptBody>();
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
    let [read, told] = [0, 0];
    for (const [index, path] of paths.entries()) {
      if (read - told === BATCH) {
        told = read;
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
      read++;
    }
    if (read > told) onProgress(paths.length, paths.length);
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

/** Reads a file of the site; returns a problem if it can't be read. */
export function readSiteFile(root: string, path: string): FileResult {
  if (path === NO_ABOUT_PATH) return { value: { path, bytes: new Uint8Array() }, problem: null };
  try {
    return { value: { path, bytes: readFileSync(join(root, path)) }, problem: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { value: null, problem: fileUnreadable(path, code) };
  }
}

/** The problem of a file that changed after the build had read it. */
export function sourceChanged(path: string): Problem {
  const message = 'This file changed while the site was being built';
  return makeProblem('file-changed', wholeFile(path), message, 'Build again.');
}
