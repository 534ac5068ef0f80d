/**
 * Builds in a thread of its own, which may loop, run out of memory or end: the server stays.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { BuilderAnswer, BuilderRequest, BuilderResult } from './builder-thread.ts';

/** Told how far a build is. */
export type OnProgress = (stage: 'reading' | 'rendering', done: number, total: number) => void;

/** A build of which nothing is heard for so long hangs, in milliseconds. */
const SILENCE_MS = 20_000;

export class Builder {
  private worker: Worker | null = null;
  private lastSign = 0;
  private giveUp: ((reason: string) => void) | null = null;

  /** `packageRoot` is where the compiled program lies. */
  constructor(
    private readonly packageRoot: string,
    private readonly onProgress: OnProgress,
  ) {}

  /** Builds; one build at a time. Never throws: a build that ends in another way is a problem. */
  build(request: BuilderRequest): Promise<BuilderResult> {
    const worker = this.worker ?? this.start();
    this.lastSign = performance.now();
    return new Promise((resolve) => {
      this.giveUp = async (reason) => {
        // Two threads at work on one folder would be in each other's way.
        await this.close();
        const problems = [builderEnded(reason)];
        resolve({ report: null, commit: null, timings: [], problems, templateFiles: null });
      };
      worker.on('message', (answer: BuilderAnswer) => {
        this.lastSign = performance.now();
        if (answer.kind !== 'built') {
          this.onProgress(answer.kind, answer.done, answer.total);
          return;
        }
        worker.removeAllListeners('message');
        this.giveUp = null;
        resolve(answer.result);
      });
      worker.postMessage(request);
    });
  }

  /** Ends a build that seems to hang, as one does whose template loops; the next begins afresh. */
  endIfSilent(): void {
    if (this.giveUp === null || performance.now() - this.lastSign < SILENCE_MS) return;
    this.giveUp(`nothing was heard of it for ${SILENCE_MS / 1000} seconds`);
  }

  /** Ends the thread, at once, and with it a build that is at work: that one never answers. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.giveUp = null;
    worker?.removeAllListeners('message');
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(join(this.packageRoot, 'dist/builder-thread.js'));
    let reason: string | null = null;
    worker.on('error', (error: unknown) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    // What is thrown ends the thread too, but not at once.
    worker.on('exit', (code) => {
      if (this.worker !== worker) return;
      this.worker = null;
      this.giveUp?.(reason ?? `it ended with code ${code}`);
    });
    this.worker = worker;
    return worker;
  }
}

function builderEnded(reason: string): Problem {
  const [first = '', ...rest] = reason.split('\n');
  const message = `The build did not come to its end: ${first}`;
  const hint = 'The next save builds again. If no template is to blame, this is a mistake of blog.';
  const cause = rest.length === 0 ? null : rest.join('\n');
  return makeProblem('builder-ended', wholeFile('templates'), message, hint, cause);
}
