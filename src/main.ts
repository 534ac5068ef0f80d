/**
 * All of the program in one script, `dist/main.js`: what a process or a thread of it may be.
 * `bin/blog.js` starts one of these.
 */

/** Of the compiled program, by which it tells what another one remembers; `compile.mjs` fills it in. */
declare const PROGRAM_DIGEST: string;

/** Each is loaded when it is called, and begins its work then. */
export const parts = {
  'command-line': async () => (await import('./cli.ts')).runCommandLine(PROGRAM_DIGEST),
  /** Builds the site, for `dev/builder.ts`. */
  builder: async () => (await import('./dev/builder.ts')).answerBuilds(),
};

/** Compiles the package's own templates, for `compile.mjs`. */
export const shipTemplates = async (packageRoot: string) =>
  (await import('./render/templates.ts')).shipTemplates(packageRoot);
