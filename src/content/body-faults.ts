/**
 * What is wrong with a body's HTML, with what it takes to find the place in the author's file.
 */

/** Something wrong with a body, with the piece of it that shows the place. */
export interface BodyFault {
  readonly code: 'element-unclosed' | 'end-tag-stray' | 'script-url';
  /** The tag's or the URL's own characters, to find the place in the source by. */
  readonly needle: string;
  /** How often the needle stands in the HTML before. */
  readonly occurrence: number;
  /** The element's name; `!--` for a comment. */
  readonly element: string;
  /** In the HTML that was read. */
  readonly offset: number;
}

/** A body with more faults than this is broken as a whole: the rest is not listed. */
export const MAX_FAULTS = 500;
/** The faults of one body, as they are met. */
export class FaultList {
  readonly items: BodyFault[] = [];

  constructor(private readonly source: string) {}

  /** Notes what is wrong at an offset; `length` is that of the tag's head, or of the URL. */
  add(code: BodyFault['code'], element: string, offset: number, length: number): void {
    if (this.items.length >= MAX_FAULTS) return;
    const needle = this.source.slice(offset, offset + length);
    let occurrence = 0;
    let at = this.source.indexOf(needle);
    for (; at < offset; at = this.source.indexOf(needle, at + 1)) occurrence++;
    this.items.push({ code, needle, occurrence, element, offset });
  }
}
