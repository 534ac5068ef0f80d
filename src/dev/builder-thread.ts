/**
 * The thread that builds, so that the server answers and Ctrl-C works while it does. `builder.ts`
 * starts it.
 */
import { parentPort } from 'node:worker_threads';
import { type BuildMemory, type BuildRequest, type BuildResult, build } from '../build.ts';

/** What a build is asked; its progress goes back as messages. */
export type BuilderRequest = BuildRequest;

/** A build's result without what stays in its thread. */
export type BuilderResult = Omit<BuildResult, 'site' | 'memory'>;

export type Stage = 'reading' | 'pictures' | 'rendering';

export type BuilderAnswer =
  | { readonly kind: Stage; readonly done: number; readonly total: number }
  | { readonly kind: 'built'; readonly result: BuilderResult };

let memory: BuildMemory | null = null;

parentPort?.on('message', async (request: BuilderRequest) => {
  const tell = (answer: BuilderAnswer) => parentPort?.postMessage(answer);
  const listener = {
    onProgress: (kind: Stage, done: number, total: number) => tell({ kind, done, total }),
    onPage: () => {},
  };
  const { site: _, memory: next, ...result } = await build(request, listener, memory);
  memory = next;
  tell({ kind: 'built', result });
});
