/**
 * The error that readers of data files and drawings throw: a mistake at its place in the file, with a hint.
 * `data-files.ts` passes it on to the compiler, which reports it. Pure.
 */

/** A mistake in a file that a template imports. */
export class DataFault extends Error {
  readonly hint: string;
  /** Where the mistake is, in UTF-16 code units. */
  readonly offset: number;

  constructor(message: string, hint: string, offset: number) {
    super(message);
    this.hint = hint;
    this.offset = offset;
  }
}
