/**
 * Builds in a process of its own, so that a template that loops, exits or runs out of memory does not take
 * the server with it. The process keeps its last build in memory.
 *
 * Both ends of the conversation are in this file.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildListener, BuildMemory, BuildRequest, BuildResult } from '../build.ts';
import { makeProblem, wholeFile } from '../problems.ts';

/** A build's result without the parts that stay in its process. */
export type BuilderResult = Omit<BuildResult, 'site' | 'memory'>;

/** A message from the process: arguments for the listener, or how a build has ended. */
interface Answer {
  readonly progress?: Parameters<BuildListener['onProgress']>;
  readonly page?: Parameters<BuildListener['onPage']>;
  readonly thrown?: string;
  readonly result?: BuilderResult;
}

/** A build that is silent for so long hangs, for example in a template that loops. */
export const SILENCE_MS = 30_000;

/** The least time between two messages about progress. */
const PROGRESS_MS = 50;

export class Builder {
  /** The ids of all processes so far: one that was killed may have left files behind. */
  readonly pids = new Set<number>();
  private child: ChildProcess | null = null;
  private pending: { resolve(result: BuilderResult): void; alarm: NodeJS.Timeout } | null = null;

  /** `packageRoot` is the folder of the compiled program. */
  constructor(
    private readonly packageRoot: string,
    private readonly listener: BuildListener,
  ) {}

  /** Runs one build at a time. A build that hangs, or whose process ends, gives a problem. */
  build(request: BuildRequest): Promise<BuilderResult> {
    this.child ??= this.start();
    this.child.send(request);
    const reason = `nothing was heard of it for ${SILENCE_MS / 1000} seconds`;
    const alarm = setTimeout(() => this.fail(reason), SILENCE_MS);
    return new Promise((resolve) => {
      this.pending = { resolve, alarm };
    });
  }

  /** Kills the process. A build that it was running never resolves. */
  async close(): Promise<void> {
    const { child } = this;
    this.child = null;
    this.takePending();
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private start(): ChildProcess {
    const child = fork(join(this.packageRoot, 'bin/blog.js'), ['--builder'], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (child.pid !== undefined) this.pids.add(child.pid);
    // A process that was closed has nothing more to say.
    const isCurrent = () => this.child === child;
    child.on('message', (answer: Answer) => isCurrent() && this.receive(answer));
    child.on('error', ({ message }) => isCurrent() && this.fail(message));
    child.on('exit', (code, signal) => {
      if (isCurrent()) this.fail(`it ended with ${signal ?? `code ${code}`}`);
    });
    return child;
  }

  private receive({ progress, page, thrown, result }: Answer): void {
    this.pending?.alarm.refresh();
    if (progress !== undefined) this.listener.onProgress(...progress);
    if (page !== undefined) this.listener.onPage(...page);
    if (thrown !== undefined) this.fail(thrown);
    if (result !== undefined) this.takePending()?.resolve(result);
  }

  /** Ends the build with a problem, and the process: two must never work on one folder. */
  private async fail(reason: string): Promise<void> {
    const pending = this.takePending();
    await this.close();
    pending?.resolve(makeFailedResult(reason));
  }

  private takePending() {
    const { pending } = this;
    this.pending = null;
    clearTimeout(pending?.alarm);
    return pending;
  }
}

/** Answers the requests of a `Builder` in the process that it has started, `running`. */
export async function answerBuilds(running: NodeJS.Process): Promise<void> {
  const { build } = await import('../build.ts');
  const send = (answer: Answer) => running.connected && running.send?.(answer);
  let sentAt = 0;
  const listener: BuildListener = {
    onProgress(...progress) {
      const [, done, total] = progress;
      if (done < total && performance.now() - sentAt < PROGRESS_MS) return;
      sentAt = performance.now();
      send({ progress });
    },
    onPage: (...page) => send({ page }),
  };
  let last: BuildMemory | null = null;
  // The server is gone, and nobody waits for the build.
  running.on('disconnect', () => running.kill(running.pid, 'SIGKILL'));
  running.on('uncaughtException', (error) => send({ thrown: describeThrown(error) }));
  running.on('message', async (request: BuildRequest) => {
    const { site: _, memory, ...result } = await build(request, listener, last);
    last = memory;
    send({ result });
  });
}

/** Makes the result of a build that did not finish; `reason` may continue with a stack. */
export function makeFailedResult(reason: string): BuilderResult {
  const [first = '', ...stack] = reason.split('\n');
  const message = `The build did not come to its end: ${first}`;
  const hint =
    'Does a template loop, or end the process? The next save builds again. ' +
    'If no template is to blame, this is a mistake of blog.';
  const cause = stack.length === 0 ? null : stack.join('\n');
  const problem = makeProblem('builder-ended', wholeFile('templates'), message, hint, cause);
  return { report: null, commit: null, problems: [problem], timings: [], templateFiles: null };
}

/** Describes what was thrown, with its stack where it has one. */
export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
