/**
 * The ids of a body and its headings: which heading is only the title again, and which id each other
 * one gets.
 */
import { makeAnchor } from './body-additions.ts';
import { isTitle, makeHeadingId } from './headings.ts';

/** A heading whose id is of our making: the segments of its id and of its anchor, if it gets one. */
interface UnnamedHeading {
  readonly text: string;
  readonly idSegment: number;
  readonly anchorSegment: number | null;
}

export class BodyOutline {
  /** What `#…` can point at. */
  readonly ids: string[] = [];
  /** The first heading's text, or null. */
  first: string | null = null;
  private readonly taken = new Set<string>();
  private readonly unnamed: UnnamedHeading[] = [];

  /** With a null title, the first heading is the title. */
  constructor(private readonly title: string | null) {}

  addId(id: string): void {
    this.ids.push(id);
    this.taken.add(id);
  }

  /** Forgets the ids that came after the first `count`. */
  keepIds(count: number): void {
    for (const id of this.ids.splice(count)) this.taken.delete(id);
  }

  /** Takes note of a heading; false for a first one that repeats the title, which is to be dropped. */
  addHeading(text: string): boolean {
    if (this.first !== null) return true;
    this.first = text;
    return this.title !== null && !isTitle(text, this.title);
  }

  /** Takes note of a heading that has no id of the author's. */
  addUnnamed(heading: UnnamedHeading): void {
    this.unnamed.push(heading);
  }

  /** Writes the ids of ours, and the anchors, once all ids of the author's are known. */
  nameHeadings(segments: string[]): void {
    for (const { text, idSegment, anchorSegment } of this.unnamed) {
      const id = makeHeadingId(text, this.taken);
      if (id === null) continue;
      segments[idSegment] = ` id="${id}"`;
      if (anchorSegment !== null) segments[anchorSegment] = makeAnchor(id, text);
      this.addId(id);
    }
  }
}
