/**
 * Builds in a thread of its own, which may loop, run out of memory or end: the server stays.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeProblem, wholeFile } from '../problems.ts';
import type { BuilderAnswer, BuilderRequest, BuilderResult, Stage } from './builder-thread.ts';

/** Told how far a build is. */
export type OnProgress = (stage: Stage, done: number, total: number) => void;

/** A build of which nothing is heard for so long hangs, as one does whose template loops; in ms. */
export const SILENCE_MS = 30_000;

export class Builder {
  private worker: Worker | null = null;
  private alarm: NodeJS.Timeout | undefined;
  private giveUp: ((reason: string) => void) | null = null;

  /** `packageRoot` is where the compiled program lies. */
  constructor(
    private readonly packageRoot: string,
    private readonly onProgress: OnProgress,
  ) {}

  /** Builds; one build at a time. A build that hangs, or whose thread ends, is a problem. */
  build(request: BuilderRequest): Promise<BuilderResult> {
    const worker = this.worker ?? this.start();
    return new Promise((resolve) => {
      const hang = `nothing was heard of it for ${SILENCE_MS / 1000} seconds`;
      this.alarm = setTimeout(() => this.giveUp?.(hang), SILENCE_MS);
      this.giveUp = async (reason) => {
        // Two threads at work on one folder would be in each other's way.
        await this.close();
        resolve(endedBuild(reason));
      };
      worker.on('message', (answer: BuilderAnswer) => {
        this.alarm?.refresh();
        if (answer.kind !== 'built') {
          this.onProgress(answer.kind, answer.done, answer.total);
          return;
        }
        worker.removeAllListeners('message');
        this.giveUp = null;
        clearTimeout(this.alarm);
        resolve(answer.result);
      });
      worker.postMessage(request);
    });
  }

  /** Ends the thread, at once, and with it a build that is at work: that one never answers. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.giveUp = null;
    clearTimeout(this.alarm);
    worker?.removeAllListeners('message');
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(join(this.packageRoot, 'bin/blog.js'), {
      workerData: { part: 'builder' },
    });
    let reason: string | null = null;
    worker.on('error', (error: unknown) => {
      reason = reasonOf(error);
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

/** What a build has come to that has not told it itself; `reason` may go on in a stack. */
export function endedBuild(reason: string): BuilderResult {
  const [first = '', ...rest] = reason.split('\n');
  const message = `The build did not come to its end: ${first}`;
  const hint =
    'Does a template loop, or end the process? The next save builds again. ' +
    'If no template is to blame, this is a mistake of blog.';
  const cause = rest.length === 0 ? null : rest.join('\n');
  const problem = makeProblem('builder-ended', wholeFile('templates'), message, hint, cause);
  return { report: null, commit: null, problems: [problem], timings: [], templateFiles: null };
}

/** What was thrown, with its stack where it has one. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
