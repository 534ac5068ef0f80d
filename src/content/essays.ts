/**
 * Reads and parses essays, or takes them from the cache. An edge.
 *
 * An unchanged file is not read, and one with the same digest is not parsed. Bodies are not cached: they
 * are kept in memory for essays just parsed; any other essay is parsed again when an output needs its body.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { Problem } from '../problems.ts';
import type { Body } from './body.ts';
import { type EssayParser, type ParsedEssay, parseEssay } from './essay.ts';
import type { InputStates } from './file-state.ts';
import { readFile } from './files.ts';
import { digest } from './fingerprint.ts';

/** The cache entry of an essay. */
export interface CachedEssay {
  readonly essay: ParsedEssay;
  readonly problems: readonly Problem[];
}

/** Essays by their paths. */
export type CachedEssays = Readonly<Record<string, CachedEssay>>;

/** Essays between two turns of the event loop, in which progress is shown and cards are drawn. */
const BATCH = 40;

/** Reads the essays of the site at `root`, and holds the bodies of those that it parsed. */
export class EssayReader {
  private readonly bodies = new Map<string, { digest: string; body: Body }>();

  constructor(
    private readonly root: string,
    readonly parser: EssayParser,
  ) {}

  /** Reads the essays at `paths`, in this order; a file that cannot be read is a problem, and left out. */
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
      if (known !== undefined && inputs.isUnchanged(path)) {
        value[path] = known;
        continue;
      }
      inputs.of(path);
      const { value: file, problem } = readFile(this.root, path);
      if (file === null) {
        problems.push(problem);
        continue;
      }
      const isSame = known !== undefined && known.essay.digest === digest(file.bytes);
      value[path] = isSame ? known : this.parse(file);
      read++;
    }
    if (read > told) onProgress(paths.length, paths.length);
    return { value, problems };
  }

  /** The body of an essay; null if its file no longer has that digest. */
  body({ source, digest }: { readonly source: string; readonly digest: string }): Body | null {
    if (this.bodies.get(source)?.digest !== digest) {
      const { value: file } = readFile(this.root, source);
      if (file !== null) this.parse(file);
    }
    const known = this.bodies.get(source);
    return known?.digest === digest ? known.body : null;
  }

  /** Frees a body that no output needs any more. */
  forget(source: string): void {
    this.bodies.delete(source);
  }

  private parse(file: { readonly path: string; readonly bytes: Uint8Array }): CachedEssay {
    const { essay, body, problems } = parseEssay(file, this.parser);
    this.bodies.set(essay.path, { digest: essay.digest, body });
    return { essay, problems };
  }
}
