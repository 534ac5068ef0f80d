/**
 * Sketches of texts: small digests of a text's words, from which the share of words that two texts have in common
 * is estimated. They recognize an essay whose file was renamed or edited. Pure.
 */
import { mayBeUnspaced, UNSPACED } from './unspaced.ts';

/** The number of places in a sketch, of two bits each. */
const PLACES = 96;
const NO_WORD = 0xffffffff;
const FIRST_HASH = 0x811c9dc5 | 0;

/** A character of a script without spaces, with the next one: such a pair is sketched as a word. */
const PAIR = new RegExp(String.raw`((?!\p{M})${UNSPACED}\p{M}*)(?=(${UNSPACED}?))`, 'gu');

/**
 * Counts the words of a text with undecoded entities, and sketches the set of words (one-permutation min-hash): a
 * hash assigns each word to a place, and the word with the least second hash in a place sets that place to one of
 * three values. No-break spaces separate words, too; ASCII case and punctuation are ignored. In scripts without spaces,
 * a character counts as half a word: people read some 200 words or 400 such characters a minute. Sites keep sketches in
 * content/addresses.txt, so those of older versions must stay comparable.
 */
export function readWords(written: string): { count: number; sketch: string } {
  let characters = 0;
  const separate = (_: string, one: string, next: string) => {
    characters++;
    return ` ${one}${next} `;
  };
  const text = mayBeUnspaced(written) ? written.replace(PAIR, separate) : written;
  const least = new Uint32Array(PLACES).fill(NO_WORD);
  let count = 0;
  let start = 0;
  let hash = FIRST_HASH;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (code > 32 && code !== 160) {
      const isMark = code < 48 || (code >= 0x2000 && code < 0x2070);
      if (!isMark) hash = Math.imul(hash ^ (code | 32), 0x01000193);
      continue;
    }
    if (at > start) {
      count++;
      const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
      const spread = mixed ^ (mixed >>> 13);
      // The remainder after dividing by 96, without the division of a large number, which is slow.
      const place = 32 * ((spread >>> 5) % 3) + (spread & 31);
      const second = Math.imul(mixed, 0xc2b2ae35) >>> 0;
      if (second < (least[place] ?? 0)) least[place] = second;
      hash = FIRST_HASH;
    }
    start = at + 1;
  }
  const sketch = Buffer.alloc(PLACES / 4);
  for (const [place, word] of least.entries()) {
    const value = word === NO_WORD ? 0 : 1 + ((word >>> 4) % 3);
    sketch[place >> 2] = 4 * (sketch[place >> 2] ?? 0) + value;
  }
  return { count: Math.ceil(count - characters / 2), sketch: sketch.toString('base64url') };
}

/** A sketch as numbers, each with the values of 16 places, so that thousands of sketches can be compared quickly. */
export type Sketch = Int32Array;

export function unpackSketch(sketch: string): Sketch {
  const bytes = new Uint8Array(PLACES / 4);
  bytes.set(Buffer.from(sketch, 'base64url').subarray(0, bytes.length));
  return new Int32Array(bytes.buffer);
}

/**
 * Estimates from two sketches the share of words that the texts have in common: 1 for the same words, 0 for texts
 * without words.
 */
export function shareOfWords(a: Sketch, b: Sketch): number {
  let [same, other, taken] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one = 0, two = 0] = [a[at], b[at]];
    const [inOne, inTwo, differs] = [markPlaces(one), markPlaces(two), markPlaces(one ^ two)];
    taken += countBits(inOne | inTwo);
    same += countBits(inOne & inTwo & ~differs);
    other += countBits(inOne & inTwo & differs);
  }
  // Where the words differ, a third of the places have equal values by chance.
  const common = Math.max(0, same - other / 2);
  return taken === 0 ? 0 : (2 * common) / (taken + common);
}

/** Sets the lower bit of each pair of bits that isn't zero, and clears all others. */
function markPlaces(pairs: number): number {
  return (pairs | (pairs >>> 1)) & 0x55555555;
}

/** Counts the bits of a number in which every second one is zero. */
function countBits(bits: number): number {
  const fours = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(eights, 0x01010101) >>> 24;
}
