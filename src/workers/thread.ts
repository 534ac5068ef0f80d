/**
 * A thread of the crew: answers each request in turn. `crew.ts` starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { Staging } from '../output/staging.ts';
import { loadRenderer } from '../render/templates.ts';
import {
  EssayWorker,
  type ReadEssay,
  type ReadTask,
  type RenderedEssay,
  type RenderTask,
  type WorkerSetup,
} from './essay-worker.ts';

/** What pages are rendered with, and where to. */
export interface Press {
  /** The compiled templates of pages, absolute. */
  readonly script: string;
  /** Absolute; null to render without writing. */
  readonly staging: string | null;
  /** Absolute. */
  readonly outDir: string;
}

export type ThreadRequest =
  | { readonly kind: 'read'; readonly tasks: readonly ReadTask[] }
  | { readonly kind: 'prepare'; readonly press: Press }
  | { readonly kind: 'render'; readonly tasks: readonly RenderTask[] };

/** What a request is answered with; `prepare` with nothing. */
export type ThreadAnswer = readonly ReadEssay[] | readonly RenderedEssay[];

const setup: WorkerSetup = workerData;
const ready = loadMarkdownEngine().then((markdown) => new EssayWorker(setup, markdown));
let render: (task: RenderTask) => RenderedEssay;
// Each request waits for the one before it, so that answers come in order.
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (request: ThreadRequest) => {
  last = last.then(() => answer(request));
});

async function answer(request: ThreadRequest): Promise<void> {
  const worker = await ready;
  if (request.kind === 'prepare') {
    const { script, staging, outDir } = request.press;
    const renderTemplate = loadRenderer(script);
    const stage = new Staging(staging, outDir);
    render = (task) => worker.render(task, renderTemplate, stage);
    return;
  }
  const answers: ThreadAnswer =
    request.kind === 'read'
      ? request.tasks.map((task) => ({ ...worker.read(task), result: null }))
      : request.tasks.map((task) => render(task));
  parentPort?.postMessage(answers);
}
