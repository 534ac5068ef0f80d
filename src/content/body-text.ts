/**
 * The text of a body, collected while the body's HTML is read: its words are counted, and its
 * beginning is kept for the excerpt.
 */
import { decodeEntities, foldSpace } from './text.ts';

/** Enough characters for any excerpt: what lies beyond is only counted. */
const KEPT_CHARACTERS = 1000;

export class BodyText {
  private kept = '';
  private words = 0;
  private insideWord = false;

  /** Adds the text between two tags, its entities not yet decoded: a piece of the source. */
  add(source: string, start = 0, end = source.length): void {
    let { words, insideWord } = this;
    for (let i = start; i < end; i++) {
      const code = source.charCodeAt(i);
      if (code > 32 && code !== 160) {
        if (!insideWord) words++;
        insideWord = true;
      } else if (isSpaceCode(code)) insideWord = false;
    }
    this.words = words;
    this.insideWord = insideWord;
    if (this.kept.length < KEPT_CHARACTERS) {
      this.kept += decodeEntities(source.slice(start, Math.min(end, start + KEPT_CHARACTERS)));
    }
  }

  /** Ends a word: the edge of a block, or a line break. */
  part(): void {
    this.insideWord = false;
    if (this.kept.length < KEPT_CHARACTERS) this.kept += ' ';
  }

  /** A mark to return to, for text that turns out not to count. */
  mark(): { kept: string; words: number } {
    return { kept: this.kept, words: this.words };
  }

  /** Forgets what came after the mark. */
  returnTo(mark: { kept: string; words: number }): void {
    this.kept = mark.kept;
    this.words = mark.words;
    this.insideWord = false;
  }

  countWords(): number {
    return this.words;
  }

  /** The first characters of the text, white space folded; more than an excerpt needs. */
  beginning(): string {
    return foldSpace(this.kept);
  }
}

/** The ASCII white space of the HTML standard, and the no-break space. */
function isSpaceCode(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 160;
}

/** Characters of an excerpt before its ellipsis. Specification, section 9. */
export const EXCERPT_LENGTH = 180;

/** Cuts text (white space folded) at a word's end within the length, and adds "…" where it cut. */
export function cutExcerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const head = text.slice(0, EXCERPT_LENGTH + 1);
  const wordEnd = head.lastIndexOf(' ');
  // Scripts without spaces, and long URLs, are cut where they are.
  const end = wordEnd > EXCERPT_LENGTH / 2 ? wordEnd : EXCERPT_LENGTH;
  const cut = head.slice(0, end);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:–—-]+$/, '')}…`;
}
