/**
 * All of the program in one script: what a process or a thread of it may be.
 */

/** Each is loaded when it is called, and begins its work then. */
export const parts = {
  /** `program` is the digest of the compiled program. */
  'command-line': async (program: string) => (await import('./cli.ts')).runCommandLine(program),
  /** Builds the site, for `dev/builder.ts`. */
  builder: async () => (await import('./dev/builder.ts')).answerBuilds(),
};
