/**
 * Finds the shortcodes in a body, whatever their syntax: their tags outside code, with the closing tags of those that
 * have content. Pure.
 */
import type { Arguments } from './arguments.ts';
import { type ForeignBody, findLiteral } from './dialect.ts';
import type { Range } from './places.ts';
import { foldName, type Row } from './shortcode.ts';
import { SHORTCODES } from './shortcode-table.ts';

/** How a program writes shortcodes. */
export interface ShortcodeSyntax {
  /** Finds the next tag of a shortcode; global. */
  readonly pattern: RegExp;
  /** Reads a tag; null for other syntax that looks like one. */
  readonly readTag: (match: RegExpExecArray, body: ForeignBody) => Tag | null;
  /** Writes a pattern of the end of a shortcode in whose content no syntax is read; absent if there are none. */
  readonly writeEndPattern?: (tag: Tag) => string;
  /** Reads the arguments of a tag; null if they can't be read. By default those of shortcodes. */
  readonly readArguments?: (written: string) => Arguments | null;
  /** True if unknown names are calls of components that the site may have later. */
  readonly callsUnknown?: boolean;
}

/** The start or end of a shortcode. */
export interface Tag extends Range {
  /** `void` for one that has no end; `start` for one that may have one. */
  readonly kind: 'start' | 'end' | 'void';
  /** The name as written, without the folder and extension of an include; empty for an end of any shortcode. */
  readonly called: string;
  /** The arguments as written. */
  readonly written: string;
  /** The tag without its arguments. */
  readonly shown: string;
}

/** A shortcode, and its end if it has one. */
export interface Shortcode {
  readonly tag: Tag;
  readonly end: Range | null;
}

/** Finds all shortcodes outside code, and pairs their tags. */
export function findShortcodes(body: ForeignBody, syntax: ShortcodeSyntax): Shortcode[] {
  const found: Shortcode[] = [];
  const open: Tag[] = [];
  const pattern = new RegExp(syntax.pattern);
  for (let match = pattern.exec(body.text); match !== null; match = pattern.exec(body.text)) {
    const literal = findLiteral(body.literals, match.index);
    const isEscaped = body.text[match.index - 1] === '\\';
    const tag = literal === undefined && !isEscaped ? syntax.readTag(match, body) : null;
    if (literal !== undefined) pattern.lastIndex = Math.max(literal.end, match.index + 1);
    if (tag === null) continue;
    const isLiteral = tag.kind === 'start' && findRow(tag, syntax)?.isLiteral === true;
    const end = isLiteral ? findEnd(tag, body.text, syntax) : null;
    if (end !== null) pattern.lastIndex = end.end;
    if (tag.kind === 'start' && !isLiteral) open.push(tag);
    else if (tag.kind === 'end') found.push(closeLast(open, tag));
    else found.push({ tag, end });
  }
  const closed = new Set(found.map(({ tag }) => tag));
  return [...found, ...open.filter((tag) => !closed.has(tag)).map((tag) => ({ tag, end: null }))];
}

/** Finds the row of the table for a tag. */
export function findRow({ called }: Tag, { writeEndPattern }: ShortcodeSyntax): Row | undefined {
  const row = SHORTCODES.get(foldName(called));
  return row?.isLiteral && writeEndPattern === undefined ? undefined : row;
}

/** Finds the end of a shortcode in whose content no syntax is read. */
function findEnd(tag: Tag, text: string, { writeEndPattern }: ShortcodeSyntax): Range | null {
  if (writeEndPattern === undefined) return null;
  const pattern = new RegExp(writeEndPattern(tag), 'gi');
  pattern.lastIndex = tag.end;
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: pattern.lastIndex };
}

/** Pairs an end with the last start of the same name. Starts in between have no end, and stay in the list. */
function closeLast(open: Tag[], end: Tag): Shortcode {
  const name = foldName(end.called);
  const index = open.findLastIndex(({ called }) => name === '' || foldName(called) === name);
  const [tag] = index === -1 ? [] : open.splice(index, 1);
  return tag === undefined ? { tag: end, end: null } : { tag, end };
}
