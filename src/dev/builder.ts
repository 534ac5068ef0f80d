/**
 * Builds in a process of its own, so that a template that loops, exits or runs out of memory does not take
 * the server with it. The process keeps its last build in memory.
 *
 * Both ends of the connection are in this file: `Builder` in the server, `answerBuilds` in the process.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import type { BuildResult } from '../build/build.ts';
import type { BuildRequest } from '../build/request.ts';
import type { BuildListener, BuildMemory, LastInProcess } from '../build/stage-values.ts';
import { makeProblem, wholeFile } from '../problems/problems.ts';
import type { Essay } from '../site/resolved-essay.ts';

/** A build's result without the parts that stay in its process. */
export interface BuilderResult extends Omit<BuildResult, 'site' | 'memory'> {
  /** The site paths of essays that have moved since the last good build. */
  readonly moved: readonly Move[];
  /** The address of the newest essay; null without any. */
  readonly newest: string | null;
}

type Move = readonly [from: string, to: string];

/** A message from the process: arguments for the listener, or how a build has ended. */
interface Answer {
  readonly progress?: Parameters<BuildListener['onProgress']>;
  readonly page?: Parameters<NonNullable<BuildListener['onPage']>>;
  readonly result?: BuilderResult;
  /** Templates that left errors when they were loaded must be loaded again. */
  readonly isSpoilt?: boolean;
}

/** What a session knows about one of its builds. */
export interface Occasion extends Pick<LastInProcess, 'changed'> {
  /** The output paths of the pages that a browser is waiting for, which are rendered first. */
  readonly awaited: readonly string[];
  /** True to leave pictures that are not scaled yet for the next build. */
  readonly isHurried: boolean;
}

/** A message to the process: a build to run, or to hurry the one that is running. */
type Order = { readonly request: BuildRequest; readonly occasion: Occasion } | 'hurry';

/** A build that checks all inputs, and that nobody is waiting for. */
const WHOLE: Occasion = { changed: null, awaited: [], isHurried: false };

/** A build that sends nothing for this long is assumed to hang, for example in a template that loops. */
const SILENCE_MS = 30_000;

export class Builder {
  private child: ChildProcess | null = null;

  private readonly script: string;
  private readonly listener: BuildListener;

  /** `script` starts the program. */
  constructor(script: string, listener: BuildListener) {
    this.script = script;
    this.listener = listener;
  }

  /**
   * Runs one build at a time. A build that hangs, or whose process ends, gives a problem. As soon as `hurry` is called,
   * pictures that are not scaled yet are left to the next build.
   */
  async build(request: BuildRequest, occasion = WHOLE): Promise<BuilderResult> {
    if (!this.child?.connected) {
      this.child = fork(this.script, ['--builder'], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      // Without a listener, an error between two builds would be thrown; the next build starts another process.
      this.child.on('error', () => {});
    }
    const { child, listener } = this;
    let reason: string | null = null;
    const alarm = setTimeout(() => {
      reason = `the build process has not responded for ${SILENCE_MS / 1000} seconds`;
      child.kill('SIGKILL');
    }, SILENCE_MS);
    try {
      child.send({ request, occasion } satisfies Order);
      for await (const [answer] of on(child, 'message', { close: ['exit'] })) {
        const { progress, page, result, isSpoilt }: Answer = answer;
        alarm.refresh();
        if (progress !== undefined) listener.onProgress(...progress);
        if (page !== undefined) listener.onPage?.(...page);
        if (isSpoilt) await this.close();
        if (result !== undefined) return result;
      }
    } catch (error) {
      reason = describeThrown(error);
    } finally {
      clearTimeout(alarm);
    }
    // Two processes must never work on one folder.
    await this.close();
    const end = `its process ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
    return makeFailedResult(reason ?? end);
  }

  /** Makes a running build leave its pictures for the next one. */
  hurry(): void {
    if (this.child?.connected) this.child.send('hurry' satisfies Order);
  }

  /** Kills the process, and with it a build that is running. */
  async close(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Answers the requests of a `Builder`, in the `running` process that it started. */
export async function answerBuilds(
  running: NodeJS.Process,
  takeLateErrors: () => Promise<readonly unknown[]>,
): Promise<void> {
  const { build } = await import('../build/build.ts');
  const send = (answer: Answer) => running.connected && running.send?.(answer);
  let isSpoilt = false;
  let isHurried = false;
  const listener: BuildListener = {
    onProgress: (...progress) => send({ progress }),
    onPage: (...page) => send({ page }),
    isHurried: () => isHurried,
    async takeLateErrors() {
      const errors = await takeLateErrors();
      isSpoilt ||= errors.length > 0;
      return errors;
    },
  };
  let last: BuildMemory | null = null;
  let shown: readonly Essay[] = [];
  // The server is gone, so the build is useless.
  running.on('disconnect', () => running.kill(running.pid, 'SIGKILL'));
  running.on('message', async (order: Order) => {
    if (order === 'hurry') {
      isHurried = true;
      return;
    }
    const { changed, awaited } = order.occasion;
    isHurried = order.occasion.isHurried;
    const told = { ...listener, awaited };
    const inProcess = { memory: last, changed };
    const { site, memory, ...result } = await build(order.request, told, inProcess);
    last = memory;
    const essays = result.commit === null ? shown : (site?.essays ?? shown);
    const moved = listMoves(shown, essays);
    shown = essays;
    const newest = essays[0]?.address ?? null;
    send({ result: { ...result, moved, newest }, isSpoilt });
  });
}

/** The moves of essays whose file is the same, or in the same state elsewhere. */
function listMoves(before: readonly Essay[], after: readonly Essay[]): Move[] {
  if (before === after) return [];
  const known = new Map(
    before.flatMap(({ source, digest, address }) => [
      [digest, address],
      [source, address],
    ]),
  );
  return after.flatMap(({ source, digest, address }): Move[] => {
    const was = known.get(source) ?? known.get(digest) ?? address;
    return was === address ? [] : [[was, address]];
  });
}

/** Makes the result of a build that did not finish, from what was thrown or another reason. */
export function makeFailedResult(reason: unknown): BuilderResult {
  const [first = '', ...stack] = describeThrown(reason).split('\n');
  const message = `The build did not finish: ${first}`;
  const hint =
    'Does a template loop forever, or use up all memory? The next save builds again. ' +
    'If no template is to blame, this is a bug in blog.';
  const cause = stack.length === 0 ? null : stack.join('\n');
  const problem = makeProblem('builder-ended', wholeFile('templates'), message, hint, { cause });
  return {
    report: null,
    commit: null,
    waiting: null,
    templateFiles: null,
    themeFolder: null,
    problems: [problem],
    known: [],
    moved: [],
    newest: null,
  };
}

/** Describes what was thrown, with its stack where it has one. */
export function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
