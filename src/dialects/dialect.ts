/**
 * A dialect: the syntax of another generator in bodies, which is translated to Markdown and HTML before the engine
 * parses the body. Also the state of the scan that finds this syntax, and what all dialects need. Pure.
 */
import type { SyntaxProblem } from '../markdown/component-tags.ts';
import { findLineStart } from '../markdown/components.ts';
import type { BodyFormat, BodySource, Edit, Part } from '../markdown/edits.ts';
import type { Texts } from '../text/texts.ts';
import type { OpenContainer } from './containers.ts';

/** The syntax of a generator, or of an extension of Markdown that several share. */
export interface Dialect {
  readonly name: string;
  /**
   * Patterns, case-sensitive, of which at least one matches in every body with this syntax. Most bodies have none, and
   * are searched only once.
   */
  readonly signs: readonly string[];
  readonly syntaxes: readonly Syntax[];
}

/** One kind of syntax, and its translation. */
export interface Syntax {
  /** The characters that it may begin with. */
  readonly starts: string;
  /** True for syntax that only begins a line; `starts` then follow any white space and `>`. */
  readonly isAtLineStart?: boolean;
  /** The formats of bodies in which it has its meaning; by default only Markdown. */
  readonly formats?: readonly BodyFormat[];
  /** Sticky (`y`). */
  readonly pattern: RegExp;
  /** Translates a match, or reports it. */
  translate(match: Match, scan: DialectScan): Translation;
}

/** Text that matches the pattern of a syntax. */
export interface Match {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The pattern's named groups. */
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** What replaces a match, or a step that ends elsewhere; null to leave the match as it is. */
export type Translation = string | Step | null;

/** The offset to continue from and, for a translation, the replacement for the text up to there. */
export interface Step {
  readonly end: number;
  readonly text?: string;
}

/** The characters that begin an item of a list. */
export const LIST_STARTS = '-*+0123456789';
export const HTML: readonly BodyFormat[] = ['html'];
export const MARKDOWN_AND_HTML: readonly BodyFormat[] = ['markdown', 'html'];

/** A picture of a folder. */
export interface GalleryPicture {
  /** Its address in the essay, encoded. */
  readonly src: string;
  /** Markdown; empty if there is none. */
  readonly caption: string;
}

/** Everything that translating a body depends on, besides the body. */
export interface DialectContext {
  readonly format: BodyFormat;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** The titles of callouts. */
  readonly texts: Texts;
  /** The names of the author's components. */
  readonly components: readonly string[];
  /** Lists the parts of Markdown that are not text. */
  listParts(body: string): readonly Part[];
  /** Lists the pictures of a folder, as the essay names it; null if nothing but this file is read. */
  listGallery(folder: string): readonly GalleryPicture[] | null;
}

/** The state of scanning a body. */
export interface DialectScan extends DialectContext {
  readonly source: BodySource;
  /** The names of link definitions, which `[[name]]` may refer to. */
  readonly definitions: ReadonlySet<string>;
  /** The number of each figure, by its id. */
  readonly figures: ReadonlyMap<string, number>;
  /** The starts of shortcodes that must not become blocks. */
  readonly torn: ReadonlySet<number>;
  /** What is not understood so far. */
  readonly foreign: SyntaxProblem[];
  /** The patterns of end tags, ends of shortcodes and backticks that no longer match in the rest of the body. */
  readonly unclosed: Set<string>;
  /** The end of the paragraph with the last backtick. */
  paragraphEnd: number;
  /** True after the start of a container that can't be read, which has been reported. */
  hasUnreadable: boolean;
  /** The containers around the place of the scan, outer before inner. */
  readonly containers: OpenContainer[];
  /** The replacements for the starts and ends of closed containers. */
  readonly containerEdits: Edit[];
}

/** The hint for syntax that has no other. */
export const IN_CODE = 'Write Markdown or HTML instead; to show it as it is, put it into code.';

/** The hint for a file of the author's that another program would include. */
export const PASTE_FILE = 'Paste what the file contains in its place.';

/** Syntax that stays as it is. */
export interface UnknownSyntax {
  /** What it is: a shortcode, a value, an element, an attribute, or some other syntax. */
  readonly kind: 'shortcode' | 'value' | 'element' | 'attribute' | 'syntax';
  /** How the problem shows it; the same for all that are alike. */
  readonly shown: string;
  readonly hint?: string | undefined;
}

/** Reports syntax that nothing translates. */
export function reportUnknown(unknown: UnknownSyntax, at: number, { foreign }: DialectScan): void {
  const { kind, shown, hint = IN_CODE } = unknown;
  const message = `Unknown ${kind} \`${shown}\``;
  foreign.push({ code: 'markup-foreign', message, hint, at, subject: shown });
}

/** A syntax that is only reported. */
interface ReportedSyntax extends Omit<Syntax, 'translate'> {
  readonly kind?: UnknownSyntax['kind'];
  /** Shortens a match for the problem. */
  show(written: string): string;
  readonly hint?: string;
}

/** Makes a syntax that is only reported. */
export function makeUnknown({ kind = 'syntax', show, hint, ...syntax }: ReportedSyntax): Syntax {
  const translate = ({ text, start }: Match, scan: DialectScan): null => {
    reportUnknown({ kind, shown: show(text), hint }, start, scan);
    return null;
  };
  return { ...syntax, translate };
}

/** Finds the next match of a closing pattern; null if there is none. */
export function findClosing(
  pattern: string,
  from: number,
  { source: { body }, unclosed }: DialectScan,
) {
  if (unclosed.has(pattern)) return null;
  const closing = new RegExp(pattern, 'gi');
  closing.lastIndex = from;
  const match = closing.exec(body);
  if (match !== null) return { start: match.index, end: closing.lastIndex };
  unclosed.add(pattern);
  return null;
}

/** Returns the white space and `>` before an offset if nothing else precedes it on its line; else null. */
export function findIndent(
  index: number,
  { source }: DialectScan,
  mayBeDeep = true,
): string | null {
  const before = findLineStart(source.body, index, mayBeDeep);
  return before === null || /[^ \t>]/.test(before) ? null : before;
}

/** Returns the white space and `>` before a shortcode on a line of its own; else null. */
export function findOwnLine(start: number, end: number, scan: DialectScan): string | null {
  const isAlone = /^[ \t]*(?:\n|$)/.test(scan.source.body.slice(end, end + 99));
  return isAlone ? findIndent(start, scan, !scan.torn.has(start)) : null;
}

/** True for an attribute list with an id at the end of a heading, which the engine reads. */
export function isOfHeading(list: string, index: number, { source }: DialectScan): boolean {
  // The bound keeps long lines with many lists fast.
  const before = source.body.slice(Math.max(0, index - 200), index);
  return list.includes('#') && /(?:^|\n) {0,3}#{1,6}[ \t][^\n]*$/.test(before);
}

/** A pattern of a word in any case, for signs. */
export function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
