/**
 * The thread that builds, so that the server answers and Ctrl-C works while it does. `builder.ts`
 * starts it.
 */
import { parentPort } from 'node:worker_threads';
import { buildSite } from '../build.ts';
import type { SilentRequest } from '../build-request.ts';
import type { BuildResult } from '../pipeline.ts';

/** What a build is told; its progress goes back as messages. */
export type BuilderRequest = SilentRequest;

/** What a build has come to, without the site itself. */
export type BuilderResult = Omit<BuildResult, 'site'>;

/** What a build is at work on. */
export type Stage = 'reading' | 'pictures' | 'rendering';

export type BuilderAnswer =
  | { readonly kind: Stage; readonly done: number; readonly total: number }
  | { readonly kind: 'built'; readonly result: BuilderResult };

parentPort?.on('message', async (request: BuilderRequest) => {
  const tell = (answer: BuilderAnswer) => parentPort?.postMessage(answer);
  const { site: _, ...result } = await buildSite({
    ...request,
    onEssay: (done, total) => tell({ kind: 'reading', done, total }),
    onPicture: (done, total) => tell({ kind: 'pictures', done, total }),
    onPage: (done, total) => tell({ kind: 'rendering', done, total }),
  });
  tell({ kind: 'built', result });
});
