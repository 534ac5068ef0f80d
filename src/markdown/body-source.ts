/**
 * A body in the author's file.
 */

/** The format that a body is written in. */
export type BodyFormat = 'markdown' | 'html' | 'text';

export interface BodySource {
  /** The file, relative to the site's root. */
  readonly path: string;
  /** The whole file. */
  readonly text: string;
  readonly body: string;
  /** The offset of the body in `text`. */
  readonly bodyOffset: number;
}
