/**
 * The essays of a site, divided among threads: an edge.
 *
 * Whoever read an essay also renders its page, so bodies stay where they are. The thread that builds
 * the site is one of the crew, and the only one unless more are asked for.
 */
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { Staging } from '../output/staging.ts';
import type { RenderTemplate } from '../render/templates.ts';
import type { Essay } from '../site/essay.ts';
import {
  EssayWorker,
  type ReadEssay,
  type ReadTask,
  type RenderedEssay,
  type RenderTask,
  type WorkerSetup,
} from './essay-worker.ts';
import type { Press, ThreadAnswer, ThreadRequest } from './thread.ts';

/** Essays that a member of the crew is given at a time. */
const CHUNK = 40;

/** A task that is made when its turn comes: the props of a hundred thousand pages fill the memory. */
export interface PlannedTask {
  /** The essay's file, relative to the root. */
  readonly path: string;
  make(): RenderTask;
}

/** Reads and renders essays, in one thread or in several; the results are the same. */
export class Crew {
  private readonly members: Member[] = [];
  private readonly owners = new Map<string, Member>();

  /** `packageRoot` is where the compiled program lies, whose threads are started. */
  constructor(
    private readonly setup: WorkerSetup,
    private readonly packageRoot: string,
  ) {}

  /**
   * Reads essays in up to `threads` threads; the results stand in the order of the tasks.
   */
  async read(
    tasks: readonly ReadTask[],
    threads: number,
    onDone: (count: number) => void,
  ): Promise<ReadEssay[]> {
    if (tasks.length === 0) return [];
    this.grow(threads);
    return this.divide(tasks, onDone, (member, chunk) => {
      for (const { path } of chunk) this.owners.set(path, member);
      return member.read(chunk);
    });
  }

  /** Renders the pages of essays, each where it was read; the results stand in no order. */
  async render(
    tasks: readonly PlannedTask[],
    press: Press,
    renderTemplate: RenderTemplate,
    threads: number,
    onDone: (count: number) => void,
  ): Promise<RenderedEssay[]> {
    if (tasks.length === 0) return [];
    const unread = tasks.filter(({ path }) => !this.owners.has(path));
    this.grow(unread.length > 0 ? threads : 1);
    unread.forEach(({ path }, index) => {
      this.owners.set(path, this.members[index % this.members.length] as Member);
    });
    for (const member of this.members) member.prepare(press, renderTemplate);
    const shares = new Map<Member, PlannedTask[]>(this.members.map((member) => [member, []]));
    for (const task of tasks) shares.get(this.owners.get(task.path) as Member)?.push(task);
    const results = await Promise.all(
      [...shares].map(async ([member, share]) => {
        const rendered: RenderedEssay[] = [];
        for (const chunk of inChunks(share)) {
          rendered.push(...(await member.render(chunk.map(({ make }) => make()))));
          onDone(chunk.length);
        }
        return rendered;
      }),
    );
    return results.flat();
  }

  /** The final HTML of essays' bodies, in their order; null for a file that is not what was read. */
  async readBodies(essays: readonly Essay[]): Promise<(string | null)[]> {
    this.grow(1);
    return (this.members[0] as Local).readBodies(essays);
  }

  /** Ends the other threads. */
  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }

  private grow(threads: number): void {
    while (this.members.length < threads) {
      const isFirst = this.members.length === 0;
      this.members.push(isFirst ? new Local(this.setup) : new Thread(this.setup, this.packageRoot));
    }
  }

  /** Gives chunks to whoever is free; a thread has one more waiting, so that it never is idle. */
  private async divide<Task, Result>(
    tasks: readonly Task[],
    onDone: (count: number) => void,
    work: (member: Member, chunk: readonly Task[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    const chunks = inChunks(tasks);
    const results: Result[][] = [];
    let next = 0;
    const serve = async (member: Member) => {
      while (next < chunks.length) {
        const index = next++;
        const chunk = chunks[index] ?? [];
        results[index] = await work(member, chunk);
        onDone(chunk.length);
      }
    };
    const others = this.members.slice(1).flatMap((member) => [member, member]);
    await Promise.all([...others, ...this.members.slice(0, 1)].map(serve));
    return results.flat();
  }
}

function inChunks<Task>(tasks: readonly Task[]): (readonly Task[])[] {
  return Array.from({ length: Math.ceil(tasks.length / CHUNK) }, (_, index) =>
    tasks.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

interface Member {
  read(tasks: readonly ReadTask[]): Promise<ReadEssay[]>;
  /** Told before pages are rendered. */
  prepare(press: Press, renderTemplate: RenderTemplate): void;
  render(tasks: readonly RenderTask[]): Promise<RenderedEssay[]>;
  close(): Promise<unknown>;
}

/** The thread that builds the site. It lets the others speak after each chunk. */
class Local implements Member {
  private worker: EssayWorker | null = null;
  private renderOne: (task: RenderTask) => RenderedEssay = () => {
    throw new Error('Pages are rendered before the crew was told how');
  };

  constructor(private readonly setup: WorkerSetup) {}

  async read(tasks: readonly ReadTask[]): Promise<ReadEssay[]> {
    const worker = await this.loadWorker();
    await turn();
    return tasks.map((task) => worker.read(task));
  }

  prepare({ staging, outDir }: Press, renderTemplate: RenderTemplate): void {
    const stage = new Staging(staging, outDir);
    this.renderOne = (task) => (this.worker as EssayWorker).render(task, renderTemplate, stage);
  }

  async render(tasks: readonly RenderTask[]): Promise<RenderedEssay[]> {
    await this.loadWorker();
    await turn();
    return tasks.map((task) => this.renderOne(task));
  }

  async readBodies(essays: readonly Essay[]): Promise<(string | null)[]> {
    const worker = await this.loadWorker();
    return essays.map(({ source: path, digest, fills }) =>
      worker.findBody({ path, digest, fills }),
    );
  }

  async close(): Promise<void> {}

  private async loadWorker(): Promise<EssayWorker> {
    this.worker ??= new EssayWorker(this.setup, await loadMarkdownEngine());
    return this.worker;
  }
}

/** Who waits for an answer. */
interface Waiting {
  // biome-ignore lint/suspicious/noExplicitAny: what a request is answered with is known to who asks
  resolve(answer: any): void;
  reject(error: Error): void;
}

/** Another thread. It answers in the order in which it is asked. */
class Thread implements Member {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];

  constructor(setup: WorkerSetup, packageRoot: string) {
    this.worker = new Worker(join(packageRoot, 'bin/blog.js'), {
      workerData: { part: 'essays', ...setup },
    });
    this.worker.on('message', (answer) => this.waiting.shift()?.resolve(answer));
    this.worker.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    });
  }

  read(tasks: readonly ReadTask[]): Promise<ReadEssay[]> {
    return this.ask({ kind: 'read', tasks });
  }

  prepare(press: Press): void {
    this.worker.postMessage({ kind: 'prepare', press } satisfies ThreadRequest);
  }

  render(tasks: readonly RenderTask[]): Promise<RenderedEssay[]> {
    return this.ask({ kind: 'render', tasks });
  }

  close(): Promise<unknown> {
    return this.worker.terminate();
  }

  private ask<Answer extends ThreadAnswer>(request: ThreadRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(request);
    });
  }
}
