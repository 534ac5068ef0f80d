/**
 * Entry point of the bundle `dist/main.js`, which holds the whole program. `bin/blog.js` runs one of
 * its two processes, and `compile.mjs` compiles the package's templates with it.
 */

/** The digest of the bundle, which keys its caches; `compile.mjs` fills it in. */
declare const PROGRAM_DIGEST: string;

/** The processes, each of which loads only the modules that it needs. */
export const parts = {
  'command-line': async () => (await import('./cli.ts')).runCommandLine(PROGRAM_DIGEST),
  /** Builds on request from a dev session. */
  builder: async () => (await import('./dev/builder.ts')).answerBuilds(),
};

/** Compiles the package's own templates into `dist/`. */
export const shipTemplates = async (packageRoot: string) =>
  (await import('./render/templates.ts')).shipTemplates(packageRoot);
