/**
 * What readers of data files and drawings throw: a mistake at its place in the file, with a hint. `data-files.ts` turns
 * it into a problem of the template that imports the file. Pure.
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
