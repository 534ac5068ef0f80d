/**
 * Builds in a process of its own, which may loop, run out of memory or abort: the server stays.
 *
 * Both ends of the conversation are here. The process keeps the state of its last build in memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildListener, BuildMemory, BuildRequest, BuildResult } from '../build.ts';
import { makeProblem, wholeFile } from '../problems.ts';

/** A build's result without what stays in its process. */
export type BuilderResult = Omit<BuildResult, 'site' | 'memory'>;

type Stage = Parameters<BuildListener['onProgress']>[0];

type Answer =
  | { readonly kind: 'progress'; readonly stage: Stage; readonly done: number; total: number }
  | { readonly kind: 'page'; readonly path: string; readonly html: string }
  | { readonly kind: 'thrown'; readonly reason: string }
  | { readonly kind: 'built'; readonly result: BuilderResult };

/** A build of which nothing is heard for so long hangs, as one does whose template loops. */
export const SILENCE_MS = 30_000;

/** How often the server hears how far a build is, at most. */
const PROGRESS_MS = 50;

export class Builder {
  /** Of every process that there was, for what one that was killed may have left behind. */
  readonly pids = new Set<number>();
  private child: ChildProcess | null = null;
  private asked: { resolve(result: BuilderResult): void; alarm: NodeJS.Timeout } | null = null;

  /** `packageRoot` is where the compiled program lies. */
  constructor(
    private readonly packageRoot: string,
    private readonly listener: BuildListener,
  ) {}

  /** Builds; one build at a time. A build that hangs, or whose process ends, is a problem. */
  build(request: BuildRequest): Promise<BuilderResult> {
    this.child ??= this.start();
    this.child.send(request);
    const hang = `nothing was heard of it for ${SILENCE_MS / 1000} seconds`;
    const alarm = setTimeout(() => this.fail(hang), SILENCE_MS);
    return new Promise((resolve) => {
      this.asked = { resolve, alarm };
    });
  }

  /** Ends the process, at once, and with it a build that is at work: that one never answers. */
  async close(): Promise<void> {
    const { child } = this;
    this.child = null;
    this.end();
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private start(): ChildProcess {
    const file = join(this.packageRoot, 'dist/start-builder.js');
    const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    if (child.pid !== undefined) this.pids.add(child.pid);
    child.on('message', (answer: Answer) => this.child === child && this.receive(answer));
    child.on('error', ({ message }) => this.child === child && this.fail(message));
    child.on('exit', (code, signal) => {
      if (this.child === child) this.fail(`it ended with ${signal ?? `code ${code}`}`);
    });
    return child;
  }

  private receive(answer: Answer): void {
    this.asked?.alarm.refresh();
    if (answer.kind === 'built') this.end()?.resolve(answer.result);
    else if (answer.kind === 'thrown') this.fail(answer.reason);
    else if (answer.kind === 'page') this.listener.onPage(answer.path, answer.html);
    else this.listener.onProgress(answer.stage, answer.done, answer.total);
  }

  /** The next build has a process of its own: two at work on one folder would be in each other's way. */
  private async fail(reason: string): Promise<void> {
    const asked = this.end();
    await this.close();
    asked?.resolve(makeFailedResult(reason));
  }

  private end() {
    const { asked } = this;
    this.asked = null;
    clearTimeout(asked?.alarm);
    return asked;
  }
}

/** The other end: answers the requests of a `Builder`, in the process that it has started. */
export async function answerBuilds(): Promise<void> {
  const { build } = await import('../build.ts');
  const tell = (answer: Answer) => process.connected && process.send?.(answer);
  let toldAt = 0;
  const listener: BuildListener = {
    onProgress(stage, done, total) {
      if (done < total && performance.now() - toldAt < PROGRESS_MS) return;
      toldAt = performance.now();
      tell({ kind: 'progress', stage, done, total });
    },
    onPage: (path, html) => tell({ kind: 'page', path, html }),
  };
  let memory: BuildMemory | null = null;
  // Whoever has started it is gone, and waits for nothing more.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('uncaughtException', (thrown) => tell({ kind: 'thrown', reason: reasonOf(thrown) }));
  process.on('message', async (request: BuildRequest) => {
    const { site: _, memory: next, ...result } = await build(request, listener, memory);
    memory = next;
    // What a template has left for later may throw, too.
    await new Promise(setImmediate);
    tell({ kind: 'built', result });
  });
}

/** The result of a build that did not tell one itself; `reason` may go on in a stack. */
export function makeFailedResult(reason: string): BuilderResult {
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
