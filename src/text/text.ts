/**
 * The room of text: what the bytes of a file say, and rules for words that several stages share. All later rooms may
 * import from here. This file decodes files, typesets lines and suggests words; `language-tags.ts` knows language tags,
 * `texts.ts` the texts of pages. Pure.
 */
import { isUtf8 } from 'node:buffer';
import { decode } from 'he';
import {
  makeProblem,
  type Place,
  type Problem,
  placeAt,
  type TextEdit,
  wholeFile,
} from '../problems/problems.ts';

/** One of the author's files, as read from disk. */
export interface SourceFile {
  /** Relative to the site's root, with "/" on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A text that the author wrote, with its place. */
export interface Stated {
  readonly value: string;
  readonly place: Place;
}

/**
 * Decodes UTF-8, drops a byte-order mark and normalizes line ends to "\n". A file in another encoding gives one
 * problem, at the first byte that isn't UTF-8, and is read as Latin-1 so that the rest can still be checked.
 */
export function decodeSource({ path, bytes }: SourceFile): { text: string; problems: Problem[] } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return { text: normalizeLines(buffer.toString('utf8')), problems: [] };
  return {
    text: normalizeLines(buffer.toString('latin1')),
    problems: [encodingInvalid(path, buffer)],
  };
}

/** A copy of a part of a text. V8 would keep the whole text for as long as the part is used. */
export function detach(part: string): string {
  return Buffer.from(part).toString();
}

/** Finds the conflict markers that Git leaves in a file; `at` is the offset of the first. Null if there are none. */
export function findConflict(
  text: string,
): (Pick<Problem, 'code' | 'message' | 'hint'> & { readonly at: number }) | null {
  const begin = text.search(/^<{7} \S/m);
  const middle = begin === -1 ? -1 : text.slice(begin).search(/^={7}$/m);
  if (middle === -1 || !/^>{7} \S/m.test(text.slice(begin + middle))) return null;
  const message = 'Git has left two versions here, between <<<<<<< and >>>>>>>';
  const hint = 'Keep one of them, and remove the three lines around them.';
  return { at: begin, code: 'conflict-marker', message, hint };
}

/** Decodes HTML entities once, and drops control characters. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? dropControls(decode(text)) : text;
}

/** Control characters other than white space, and noncharacters: no text needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

export function dropControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** A text in which letters that differ only in case are the same, also `ς` and `σ`, `ß` and `SS`, `ﬁ` and `FI`. */
export function foldCase(text: string): string {
  return text.normalize().toUpperCase().toLowerCase().normalize();
}

/** Percent-decodes; text with a malformed escape stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Replaces each run of white space with one space, and trims. Narrow no-break spaces stay. */
export function foldSpace(text: string): string {
  // Each match takes time, so single spaces, which are by far the most common, don't match.
  return text.replace(/ \s+|[^\S \u202f]\s*/g, ' ').trim();
}

let graphemes: Intl.Segmenter | undefined;

/** Cuts a text to a length, between two characters as readers see them, such as a flag or a letter with its marks. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  graphemes ??= new Intl.Segmenter('en');
  // One more character decides whether the last one ends; it may have two units.
  const found = graphemes.segment(text.slice(0, length + 2)).containing(length);
  return text.slice(0, found?.index);
}

/** The name in an author as mail and feeds write it: `ann@a.example (Ann)` and `Ann <ann@a.example>` → `Ann`. */
export function readPersonName(written: string): string {
  return (
    /^\S+@\S+\s+\(([^()]+)\)$|^([^<>]+?)\s*<\S+@\S+>$/.exec(written)?.slice(1).join('') ?? written
  );
}

/** The most characters in an excerpt before its ellipsis. */
const EXCERPT_LENGTH = 180;

/** Cuts text (with white space folded) to the excerpt's length at the end of a word, and then appends "…". */
export function cutExcerpt(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const wordEnd = text.lastIndexOf(' ', EXCERPT_LENGTH);
  // Scripts without spaces, and long URLs, are cut anywhere.
  const isWord = wordEnd > EXCERPT_LENGTH / 2;
  const cut = isWord ? text.slice(0, wordEnd) : cutText(text, EXCERPT_LENGTH);
  return `${cut.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** A URL in plain text, without trailing punctuation or unmatched closing brackets. */
export const BARE_URL =
  /\bhttps?:\/\/(?:[^\s<>"“”„«»()]|\([^\s<>"()]*\))+(?<![.,;:!?'\u2018\u2019])/i;

/**
 * The outer and inner quotation marks of English, and of all languages that aren't in the table: among them Danish,
 * Hindi, Indonesian, Turkish and simplified Chinese, as in CLDR, and Korean, as in the rules for Hangul (한글 맞춤법).
 */
export const ENGLISH = '“ ” ‘ ’';
const QUOTES = splitNames({
  'bg cs de et is ka lt mk sk sl': '„ “ ‚ ‘',
  'bs hr sr': '„ ” ‚ ’',
  'pl ro': '„ ” « »',
  hu: '„ ” » «',
  'fi he sv': '” ” ’ ’',
  'ar de-CH de-LI fa ur': '« » ‹ ›',
  'ca el es gl it pt-PT sq': '« » “ ”',
  'be ru uk': '« » „ “',
  'nb nn no': '« » ‘ ’',
  // CLDR, and the Ministry of Education of Taiwan (重訂標點符號手冊).
  'zh-HK zh-Hant zh-MO zh-TW': '「 」 『 』',
  // These have narrow no-break spaces inside.
  fr: '«\u202f \u202f» “ ”',
});

/** Makes a map from a table in which several names, separated by spaces, may share a value. */
export function splitNames<T>(table: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  const entries = Object.entries(table);
  return new Map(entries.flatMap(([names, each]) => names.split(' ').map((name) => [name, each])));
}

/** The quotation marks of a language (BCP 47), by the longest prefix of its tag that is in the table. */
export function findQuotes(language: string): string {
  const parent = language.slice(0, Math.max(0, language.lastIndexOf('-')));
  return QUOTES.get(language) ?? (parent === '' ? ENGLISH : findQuotes(parent));
}

/** Code, tags and URLs, in which straight quotes and hyphens stay. */
const LITERAL = new RegExp(`(\`[^\`]*\`|</?[a-z][^<>]*>|${BARE_URL.source})`, 'i');
export const QUOTE = /["']/g;
const MARK = new RegExp(String.raw`${QUOTE.source}|(?<!-)-{2,3}(?!-)|\.{3}`, 'g');
const SIGNS: Readonly<Record<string, string>> = { '--': '–', '---': '—', '...': '…' };

/**
 * Typesets one line or paragraph: quotation marks of its language, dashes and ellipses. Follows the rules of the
 * Markdown engine, and also recognizes primes (6′2″) and apostrophes at the start of a word (’90s, rock ’n’ roll).
 * Characters that are already typographic stay.
 */
export function typeset(text: string, language: string): string {
  if (text.search(MARK) === -1) return text;
  return typesetPieces(text.split(LITERAL), findQuotes(language)).join('');
}

/** The text after an apostrophe that looks like an opening quote, as in `'90s` or `'tis`. */
const APOSTROPHE = /^(?:n'|(?:\d\ds?|em|tis|twas|til)(?![\w']))/i;
const FEET = /^(?:\d{1,2}(?!\w)| ?\d{1,2}")/;
/** How many characters before and after a straight quote decide which sign replaces it. */
const REACH = 6;

/**
 * Typesets text in pieces, of which every second one stays as it is. `quotes` are separated by spaces: the outer and
 * inner ones and, unless it is ’, the apostrophe. `marks` matches the characters to replace.
 */
export function typesetPieces(
  pieces: readonly string[],
  quotes: string,
  marks: RegExp = MARK,
): string[] {
  const text = pieces.join('');
  const [open = '', close = '', innerOpen = '', innerClose = '', apostrophe = '’'] =
    quotes.split(' ');
  /** The replacements, in the order of the marks. */
  const signs: string[] = [];
  let isOpen = false;
  /** The index of an apostrophe that may turn out to be an opening quote. */
  let inner: number | null = null;
  const findSign = (mark: string, at: number): string => {
    const before = text.slice(Math.max(0, at - REACH), at);
    const after = text.slice(at + 1, at + 1 + REACH);
    // CommonMark's rules for emphasis delimiters (section 6.2).
    const opens = /^\S/.test(after) && /(?:^|[\s\p{P}\p{S}])$/u.test(before);
    const closes = /\S$/.test(before) && /^(?:$|[\s\p{P}\p{S}])/u.test(after);
    if (mark === '"') {
      if (/\d' ?\d+$/.test(before) || (!isOpen && closes && /\d$/.test(before))) return '″';
      isOpen = opens ? !(isOpen && closes) : !(isOpen || closes);
      return isOpen ? open : close;
    }
    if (/\d$/.test(before) && FEET.test(after)) return '′';
    if ((opens && APOSTROPHE.test(after)) || /(?:^|\s)'n$/i.test(before)) return '’';
    if (inner !== null && closes) {
      signs[inner] = innerOpen;
      inner = null;
      return innerClose;
    }
    if (opens && !/[\])]$/.test(before)) inner = signs.length;
    return apostrophe;
  };
  let start = 0;
  for (const [number, piece] of pieces.entries()) {
    for (const { 0: mark, index } of number % 2 === 0 ? piece.matchAll(marks) : []) {
      signs.push(SIGNS[mark] ?? findSign(mark, start + index));
    }
    start += piece.length;
  }
  let next = 0;
  const set = (piece: string) => piece.replace(marks, () => signs[next++] ?? '');
  return pieces.map((piece, number) => (number % 2 === 0 ? set(piece) : piece));
}

/** Undoes `typeset`, except for inner quotes that are outer quotes in other languages. */
export function straighten(text: string): string {
  const singles = text.replace(/[‘’‚‹›『』′]/g, "'");
  const quoted = singles.replace(/«\u202f|\u202f»|[“”„«»「」″]/g, '"');
  return quoted.replace(/…/g, '...').replace(/–/g, '--').replace(/—/g, '---');
}

/** The values of HTML's `dir`. */
export type Direction = 'ltr' | 'rtl' | 'auto';

/** Matches language tags whose script, stated or usual, runs from right to left. */
const RTL =
  /^(?:[a-z]+-(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)|(?:ar[cyz]?|ckb|dv|fa|he|ks|nqo|p[ns]b|prs|ps|sd|syr|ug|ur|yi)(?!-[A-Z][a-z]{3}))(?![A-Za-z])/;

/**
 * The direction of a text: that of its own language if stated, else that of the site's language. The latter is only a
 * guess, so if it isn't right to left, the text decides (`auto`). The languages are canonical BCP 47 tags.
 */
export function findDirection(stated: string | null, siteLanguage: string): Direction {
  if (RTL.test(stated ?? siteLanguage)) return 'rtl';
  return stated === null ? 'auto' : 'ltr';
}

/** Joins words: `Ann`, `Ann and Ben`, `Ann, Ben and Cid`; null for none. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string | null {
  if (words.length < 2) return words[0] ?? null;
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Joins words by "and"; of more than three, the first two and the number of the others. */
export function joinSome(words: readonly string[]): string | null {
  const some = words.length > 3 ? [...words.slice(0, 2), `${words.length - 2} more`] : words;
  return joinWords(some, 'and');
}

/** Normalizes a word: case, hyphens, underscores, spaces and the encoding of accents make no difference. */
export function foldWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .normalize();
}

/** A word with the facts that words are compared by. */
export interface FoldedWord {
  readonly word: string;
  /** The result of `foldWord`. */
  readonly folded: string;
  readonly digits: string;
  /** A bit for each letter. */
  readonly letters: number;
}

/** Folds the words of a list, so that `suggestFolded` can compare several words with it. */
export function foldWords(words: readonly string[]): FoldedWord[] {
  return words.map(describeWord);
}

function describeWord(word: string): FoldedWord {
  const folded = foldWord(word);
  let letters = 0;
  for (let at = 0; at < folded.length; at++) letters |= 1 << (folded.charCodeAt(at) & 31);
  return { word, folded, digits: folded.replace(/\D/g, ''), letters };
}

/**
 * Suggests the intended word for a mistyped one: a word with the same folded form, or else the nearest within one
 * edit, or two for six letters or more; null for none. Words with different numbers never match, nor do edited
 * words of one or two letters, which would match too much.
 */
export function suggestWord(word: string, words: readonly string[]): string | null {
  return suggestFolded(word, foldWords(words));
}

/** Suggests a word as `suggestWord` does, from a list that was folded once for many words. */
export function suggestFolded(word: string, words: readonly FoldedWord[]): string | null {
  const { folded: wanted, digits, letters } = describeWord(word);
  const stem = wanted.replace(/\.\w+$/, '');
  const most = stem.length >= 6 ? 2 : stem.length > 2 ? 1 : 0;
  // One edit changes at most two of the letter bits: this cheaply rules out nearly all words of a long list.
  const near = words.filter((each) => {
    const differences = each.letters ^ letters;
    const isNear =
      Math.abs(each.folded.length - wanted.length) <= most && hasAtMost(2 * most, differences);
    return isNear && (each.digits === digits || digits === '' || each.digits === '');
  });
  for (let edits = 0; edits <= most; edits++) {
    const meant = near.find(({ folded }) => isWithinEdits(edits, wanted, folded));
    if (meant !== undefined) return meant.word;
  }
  return null;
}

/** True if at most `count` bits are set. */
function hasAtMost(count: number, bits: number): boolean {
  let rest = bits;
  for (let left = count; rest !== 0 && left > 0; left--) rest &= rest - 1;
  return rest === 0;
}

/** The hint for a suggestion; null if there is none. */
export function askMeant(suggestion: string | null | undefined): string | null {
  return suggestion ? `Did you mean \`${suggestion}\`?` : null;
}

/** True if at most `edits` insertions, deletions, substitutions and transpositions turn `a` into `b`. */
function isWithinEdits(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (edits === 0 || Math.abs(a.length - b.length) > edits) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  const restA = a.slice(at + 1);
  const restB = b.slice(at + 1);
  return (
    isWithinEdits(edits - 1, restA, restB) ||
    isWithinEdits(edits - 1, restA, b.slice(at)) ||
    isWithinEdits(edits - 1, a.slice(at), restB) ||
    (b.slice(at, at + 2) === `${a[at + 1]}${a[at]}` &&
      isWithinEdits(edits - 1, a.slice(at + 2), b.slice(at + 2)))
  );
}

/** Drops a byte-order mark and normalizes line ends to "\n". */
function normalizeLines(text: string): string {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
}

function encodingInvalid(path: string, buffer: Buffer): Problem {
  const mark = buffer.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    const message = 'This file is UTF-16, not UTF-8';
    return makeProblem('encoding-invalid', wholeFile(path), message, 'Save it as UTF-8.');
  }
  const decoded = buffer.toString('utf8');
  let at = 0;
  // Invalid bytes decode to U+FFFD, which an author may also write, so this compares the bytes.
  for (const character of decoded) {
    const bytes = Buffer.from(character);
    if (!bytes.equals(buffer.subarray(at, at + bytes.length))) break;
    at += bytes.length;
  }
  const before = normalizeLines(buffer.toString('utf8', 0, at));
  const place = placeAt(path, normalizeLines(decoded), before.length);
  const byte = buffer.toString('hex', at, at + 1).toUpperCase();
  const message = `This file is not UTF-8: the byte 0x${byte} is not valid here`;
  const hint = 'Save the file as UTF-8 (it may be Latin-1 or Windows-1252).';
  return makeProblem('encoding-invalid', place, message, hint, { edits: readWindows1252(buffer) });
}

/**
 * Replaces the bytes of a file, read as Latin-1, by the characters that they stand for in Windows-1252. Empty if they
 * seem to be in another encoding.
 */
function readWindows1252(buffer: Buffer): TextEdit[] {
  // Decoding would garble a text that is partly UTF-8.
  const isMixed = /[^\p{ASCII}\ufffd]/u.test(buffer.toString()) || buffer.includes('\ufffd');
  // Without `stream`, Node 20 decodes as Latin-1.
  const decoded = new TextDecoder('windows-1252').decode(buffer, { stream: true });
  // Undefined bytes (such as halves of Japanese characters), or words that consist of accents (Cyrillic).
  if (isMixed || /[\u0080-\u009f]|[À-ÿ]{4}/.test(decoded)) return [];
  const text = normalizeLines(buffer.toString('latin1'));
  const shown = normalizeLines(decoded);
  return Array.from(text.matchAll(/[^\p{ASCII}]+/gu), ({ 0: was, index }) => {
    return { at: index, was, is: shown.slice(index, index + was.length) };
  });
}
