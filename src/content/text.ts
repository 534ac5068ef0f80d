/**
 * Text: a file's bytes → its text, and rules about words that several readers share. Pure.
 */
import { isUtf8 } from 'node:buffer';
import { decode } from 'he';
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';

/** A file that the author wrote, as read. */
export interface SourceFile {
  /** Relative to the site's root, with "/" on every system. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A text that the author wrote, and its place. */
export interface Stated {
  readonly value: string;
  readonly place: Place;
}

/**
 * Decodes UTF-8, drops a byte-order mark and turns every line end into "\n". A file in another
 * encoding gives one problem at the first byte that is not UTF-8, and is read as Latin-1 so that
 * the rest of the site can still be checked.
 */
export function decodeSource({ path, bytes }: SourceFile): { text: string; problems: Problem[] } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return { text: normalize(buffer.toString('utf8')), problems: [] };
  return { text: normalize(buffer.toString('latin1')), problems: [encodingInvalid(path, buffer)] };
}

/** Decodes HTML entities, once; those of control characters count as nothing. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? dropControls(decode(text)) : text;
}

/** Control characters but white space, and what is no character: no text has need of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

export function dropControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** Percent-decodes; text with a malformed escape stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every run of white space becomes one space; none at the ends. */
export function foldSpace(text: string): string {
  // Single spaces, nearly all there is, are not matched, because each match costs.
  return text.replace(/ \s+|[^\S ]\s*/g, ' ').trim();
}

/** The most characters of an excerpt before its ellipsis. */
const EXCERPT_LENGTH = 180;

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

/** `Ann`, `Ann and Ben`, `Ann, Ben and Cid`; null for no words. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string | null {
  if (words.length < 2) return words[0] ?? null;
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/**
 * The word that a mistyped one was meant to be: the nearest that is one edit away, or two for a word
 * of six letters or more; null for none. Case does not count.
 */
export function suggestWord(word: string, words: readonly string[]): string | null {
  for (const edits of word.length >= 6 ? [0, 1, 2] : [0, 1]) {
    const meant = words.find((each) => isWithin(edits, word.toLowerCase(), each.toLowerCase()));
    if (meant !== undefined) return meant;
  }
  return null;
}

/** True if so many insertions, deletions, substitutions and swaps of neighbours make `a` into `b`. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (edits === 0 || Math.abs(a.length - b.length) > edits) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at + 1), b.slice(at + 1)];
  return (
    isWithin(edits - 1, restA, restB) ||
    isWithin(edits - 1, restA, b.slice(at)) ||
    isWithin(edits - 1, a.slice(at), restB) ||
    (b.slice(at, at + 2) === `${a[at + 1]}${a[at]}` &&
      isWithin(edits - 1, a.slice(at + 2), b.slice(at + 2)))
  );
}

/** Drops a byte-order mark and turns every line end into "\n". */
function normalize(text: string): string {
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
  // Invalid bytes are decoded as U+FFFD, which an author may also write, so the bytes are compared.
  for (const character of decoded) {
    const bytes = Buffer.from(character);
    if (!bytes.equals(buffer.subarray(at, at + bytes.length))) break;
    at += bytes.length;
  }
  const before = normalize(buffer.toString('utf8', 0, at));
  const place = placeAt(path, normalize(decoded), before.length);
  const byte = buffer.toString('hex', at, at + 1).toUpperCase();
  const message = `This file is not UTF-8: the byte 0x${byte} is not valid here`;
  const hint = 'Save the file as UTF-8 (it may be Latin-1 or Windows-1252).';
  return makeProblem('encoding-invalid', place, message, hint);
}
