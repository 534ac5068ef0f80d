/**
 * Scripts without spaces between words: which characters these are, how they are counted, and how lines of them are
 * joined. Pure.
 */

/**
 * A character of a script without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), or full-width
 * punctuation. Hangul has spaces.
 */
export const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3001-\u30ff\uff01-\uff60]`;
/** The ranges that these are in: a cheap first test. */
const MAYBE_UNSPACED = /[\u0e00-\u109f\u1780-\u17ff\u2e80-\uffff]/;

/** False for nearly every text without a character of `UNSPACED`. */
export function mayBeUnspaced(text: string): boolean {
  return MAYBE_UNSPACED.test(text);
}

const CHARACTER = new RegExp(String.raw`(?!\p{M})${UNSPACED}\p{M}*`, 'gu');

/**
 * Counts the words of a text, which white space and no-break spaces separate. In scripts without spaces, a character
 * counts as half a word: people read some 200 words or 400 such characters a minute.
 */
export function countWords(written: string): number {
  let characters = 0;
  const separate = () => {
    characters++;
    return ' ';
  };
  const text = mayBeUnspaced(written) ? written.replace(CHARACTER, separate) : written;
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 32 || code === 160;
    if (!isSpace && !isInWord) count++;
    isInWord = !isSpace;
  }
  return Math.ceil(count + characters / 2);
}

const STOP = String.raw`[\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f]`;
const AFTER_STOP = new RegExp(`(?<=${STOP})\\s+`, 'g');
/** The quotation marks and dashes of Chinese are those of Latin, too. */
const LINE_BREAK = new RegExp(
  String.raw`(?<=${STOP})\n[ \t]*|` +
    String.raw`(?<=${UNSPACED}[”’…—]{0,2})\n[ \t]*(?=[“‘…—]{0,2}${UNSPACED})`,
  'gu',
);

/**
 * Joins lines where browsers would show a space that the script doesn't have. `before` and `after` are the characters
 * beside the text.
 */
export function joinLines(text: string, before = '', after = ''): string {
  const whole = before + text + after;
  const end = before.length + text.length;
  const joined = whole.replace(LINE_BREAK, (written: string, at: number) => {
    return at < before.length || at + written.length > end ? written : '';
  });
  return joined.slice(before.length, joined.length - after.length);
}

/**
 * Removes the white space that Chinese, Japanese or Thai text doesn't have: after full-width punctuation, which brings
 * its own, and where a paragraph is broken into lines.
 */
export function closeUp(text: string): string {
  return mayBeUnspaced(text) ? joinLines(text.replace(AFTER_STOP, '')) : text;
}
