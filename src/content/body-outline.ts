/**
 * The ids of a body and its headings: which heading is only the title again, and which id each other
 * one gets.
 */
import { isTitle, makeHeadingId } from './headings.ts';

export class BodyOutline {
  /** What `#…` can point at. */
  readonly ids: string[] = [];
  /** The first heading's text, or null. */
  first: string | null = null;
  private readonly taken = new Set<string>();
  private readonly unnamed: { segment: number; text: string }[] = [];

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

  /**
   * Takes note of a heading; `idSegment` is where its id goes, null where the author gave one. False
   * for a first heading that repeats the title: it is to be dropped.
   */
  addHeading(text: string, idSegment: number | null): boolean {
    const isFirst = this.first === null;
    if (isFirst) this.first = text;
    if (isFirst && (this.title === null || isTitle(text, this.title))) return false;
    if (idSegment !== null) this.unnamed.push({ segment: idSegment, text });
    return true;
  }

  /** Writes the ids of ours into their segments, once all ids of the author's are known. */
  nameHeadings(segments: string[]): void {
    for (const { segment, text } of this.unnamed) {
      const id = makeHeadingId(text, this.taken);
      if (id === null) continue;
      segments[segment] = ` id="${id}"`;
      this.addId(id);
    }
  }
}
