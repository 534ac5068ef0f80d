/**
 * Shortcodes with a name, as Liquid, Hugo and Zola write them: translates those in `shortcode-table.ts`, and reports
 * the others. Pure.
 */
import { writeHint } from '../markdown/components.ts';
import { findClosing, findOwnLine, IN_CODE, type Scan, type Step, tell } from './dialect.ts';
import { fillValues } from './liquid-values.ts';
import { readArguments } from './shortcode-arguments.ts';
import { type Call, SHORTCODES, type ShortcodeValue } from './shortcode-table.ts';
import { keepContent } from './unknown-content.ts';

/** A shortcode as its dialect found it. */
export interface FoundShortcode {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly name: string;
  /** The arguments as written. */
  readonly given: string;
  /** True for an end that the dialect knows by its sign; the name of an end may also begin with `end`. */
  readonly isEnd: boolean;
  /** Writes the shortcode with a name, without arguments, for problems. */
  show(name: string): string;
  /** Matches its end; null if the dialect has none. */
  readonly endPattern: string | null;
}

/** Matches what a shortcode may contain: anything but other shortcodes and blank lines. */
export const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;

/** What `{% include x/figure.html a="b" %}` calls: the name of a file without folders and extension. */
const INCLUDE = /^include(?:_cached|_relative)?$/;

/** Translates a shortcode, or leaves it as it is and reports it. */
export function translateShortcode(found: FoundShortcode, scan: Scan): Step {
  const isEnd = found.isEnd || found.name.startsWith('end');
  // An end was reported with its start.
  if (isEnd && scan.foreign.length > 0) return { end: found.end };
  const { included, call } = readCall(found, scan);
  if (!isEnd && SHORTCODES.has(call.name)) {
    return translateKnown(found, call) ?? reportKnown(found, included, call);
  }
  tell(
    describe(found, included),
    found.start,
    scan,
    writeHint(included ?? found.name, scan.components),
  );
  if (found.endPattern === null || LOGIC.test(call.name)) return { end: found.end };
  return keepContent(found.start, found.end, found.endPattern, call);
}

/** Tags of Liquid that enclose parts of a template. */
const LOGIC = /^(?:if|unless|for|case|capture|tablerow|block|macro|filter)$/;

/** Reads the name and the arguments of a shortcode; its content and place are added when they are known. */
function readCall({ name: called, given }: FoundShortcode, scan: Scan) {
  const written = fillValues(given.replace(/-$/, ''), scan).trim();
  const { args: all, props } = readArguments(written);
  const isInclude = INCLUDE.test(called);
  const args = isInclude ? all.slice(1) : all;
  const included = isInclude ? all[0]?.replace(/^.*\/|\.\w+$/g, '') : undefined;
  const stated = (included === 'video' && props.provider) || (included ?? called);
  const name = stated.toLowerCase().replaceAll('-', '_');
  const call: Call = { name, args, props, written, content: '', indent: null, scan };
  return { included, call };
}

/** Translates a shortcode of the table; null if its arguments are invalid or its end is missing. */
function translateKnown(found: FoundShortcode, call: Call): Step | null {
  const { start, end } = found;
  const { scan } = call;
  const row = SHORTCODES.get(call.name);
  const closing = row?.isPaired ? findEnd(found, scan) : { start: end, end };
  if (row === undefined || closing === null) return null;
  const { body } = scan.source;
  const content = body.slice(end, closing.start);
  const text = row.write({ ...call, content, indent: findOwnLine(start, closing.end, scan) });
  if (text === null) return null;
  const isShown = row.isAddress && isBare(start, scan);
  return { end: closing.end, text: isShown ? `<a href="${text}">${text}</a>` : text };
}

function findEnd({ end, endPattern }: FoundShortcode, scan: Scan) {
  return endPattern === null ? null : findClosing(endPattern, end, scan);
}

/** Reports a shortcode of the table that can't be translated. */
function reportKnown(found: FoundShortcode, included: string | undefined, call: Call): Step {
  const { args, props, scan } = call;
  const shown = describe(found, included);
  const value = SHORTCODES.get(call.name)?.value;
  if (value === undefined) tell(shown, found.start, scan, IN_CODE);
  else tellValue(shown, props.id ?? props.url ?? args[0], value, found.start, scan);
  return { end: found.end };
}

function describe({ name, show }: FoundShortcode, included: string | undefined): string {
  return show(INCLUDE.test(name) ? `${name} ${included}` : name);
}

/** Reports a shortcode whose value is not what it needs. */
function tellValue(
  shown: string,
  given: string | undefined,
  { name, hint }: ShortcodeValue,
  at: number,
  scan: Scan,
): void {
  const message = `In \`${shown}\`, \`${given}\` isn’t ${name}`;
  if (given === undefined) tell(shown, at, scan, hint);
  else scan.foreign.push({ code: 'markup-foreign', message, hint, at });
}

/** What precedes an address that is not running text: the start of a link, definition, value or tag. */
const NOT_BARE = /\[[^\]\n]*$|\]\(\s*$|\]:\s*$|=\s*$|<[a-z/][^<>]*$|[^\s(>*_|]$/i;

/** True for a shortcode in running text, where other generators print an address. */
function isBare(index: number, { source: { body } }: Scan): boolean {
  const before = body.slice(Math.max(0, index - 200), index);
  return !NOT_BARE.test(before.replace(/(?:\{\{[^{}\n]*\}\})+$/, ''));
}
