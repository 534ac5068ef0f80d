/**
 * All of the program in one script, for `start.ts`: what a process or a thread of it may be.
 */

/** Each begins its work when it is loaded. */
export const parts = {
  'command-line': () => import('./cli.ts'),
  /** Reads and renders essays, for `workers/crew.ts`. */
  essays: () => import('./workers/thread.ts'),
  /** Builds the site, for `dev/builder.ts`. */
  builder: () => import('./dev/builder-thread.ts'),
};
