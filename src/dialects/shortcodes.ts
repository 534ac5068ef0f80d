/**
 * Shortcodes with a name, as Liquid, Hugo and Zola write them: translates those in `shortcode-table.ts`, and reports
 * the others. Pure.
 */
import { readShortcodeArguments } from '../markdown/arguments.ts';
import { writeHint } from '../markdown/component-tags.ts';
import {
  type DialectScan,
  findClosing,
  findOwnLine,
  IN_CODE,
  MARKDOWN_AND_HTML,
  type Match,
  makeUnknown,
  reportUnknown,
  type Step,
  type Syntax,
} from './dialect.ts';
import { fillValues } from './liquid-values.ts';
import { beginCallout, endCallout } from './shortcode-callouts.ts';
import { type Call, findFolder, SHORTCODES } from './shortcode-table.ts';
import { keepContent } from './unknown-content.ts';

/** How a generator writes its shortcodes. */
interface ShortcodeSyntax {
  /** With the groups `name`, `given` (the arguments) and, if ends have a sign of their own, `close`. */
  readonly pattern: RegExp;
  /** Writes a shortcode without arguments, for problems. */
  show(name: string, match: Match): string;
  /** Writes a pattern of its end, unless no shortcode has one. */
  writeEndPattern?(name: string): string;
  /** The beginning of one without its closing sign, which is reported. */
  readonly unfinished?: RegExp;
}

/** Makes the syntax of a generator's shortcodes. */
export function makeShortcodes(shortcodes: ShortcodeSyntax): Syntax[] {
  const { pattern, unfinished } = shortcodes;
  const place = { starts: '{', formats: MARKDOWN_AND_HTML };
  const translate: Syntax['translate'] = (match, scan) =>
    translateShortcode(match, shortcodes, scan);
  const whole = { ...place, pattern, translate };
  if (unfinished === undefined) return [whole];
  return [whole, makeUnknown({ ...place, kind: 'shortcode', pattern: unfinished, show: String })];
}

/** Matches what a shortcode may contain: anything but other shortcodes and blank lines. */
export const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;

/** What `{% include x/figure.html a="b" %}` calls: the name of a file without folders and extension. */
const INCLUDE = /^include(?:_cached|_relative)?$/;

/** A shortcode in a body. */
export interface FoundShortcode {
  readonly start: number;
  readonly end: number;
  /** As the author wrote it, without its arguments. */
  readonly shown: string;
  /** The name of its component, if the author writes one. */
  readonly component: string;
  /** Matches its end; null if it has none. */
  readonly endPattern: string | null;
  readonly call: Call;
}

/** Translates a shortcode, or leaves it as it is and reports it. */
function translateShortcode(match: Match, syntax: ShortcodeSyntax, scan: DialectScan): Step | null {
  const { close = '', name = '' } = match.groups;
  const isEnd = close !== '' || name.startsWith('end');
  if (isEnd && endCallout(name, match, scan)) return null;
  // An end was reported with its start.
  if (isEnd && scan.foreign.length > 0) return null;
  const found = readShortcode(match, syntax, scan);
  const { call, start, end, shown, endPattern } = found;
  if (!isEnd && endPattern !== null && beginCallout(found)) return null;
  const row = SHORTCODES.get(call.name);
  if (!isEnd && row !== undefined && row.isCall?.(call) !== false) {
    const step = translateKnown(found);
    if (step === null) reportKnown(found);
    return step;
  }
  const hint = writeHint(found.component, scan.components);
  reportUnknown({ kind: 'shortcode', shown, hint }, start, scan);
  if (endPattern === null || LOGIC.test(call.name)) return null;
  return keepContent({ start, end, endPattern, call });
}

/** Tags of Liquid that enclose parts of a template. */
const LOGIC = /^(?:if|unless|for|case|capture|tablerow|block|macro|filter)$/;

/** Reads the name and the arguments of a shortcode; its content and place are added when they are known. */
function readShortcode(match: Match, syntax: ShortcodeSyntax, scan: DialectScan): FoundShortcode {
  const { start, end } = match;
  const { name: called = '', given = '' } = match.groups;
  // Zola puts the arguments in parentheses, and its end tags have no name.
  const inParentheses = /^\((.*)\)\s*$/s.exec(given)?.[1];
  const written = fillValues(inParentheses ?? given.replace(/-$/, ''), scan).trim();
  const { args: all, props } = readShortcodeArguments(written);
  const isInclude = match.text.startsWith('{%') && INCLUDE.test(called);
  const args = isInclude ? all.slice(1) : all;
  const included = isInclude ? all[0]?.replace(/^.*\/|\.\w+$/g, '') : undefined;
  const component = included ?? called;
  const stated = (included === 'video' && props.provider) || component;
  const name = stated.toLowerCase().replaceAll('-', '_');
  return {
    start,
    end,
    shown: syntax.show(included === undefined ? called : `${called} ${included}`, match),
    component,
    endPattern: syntax.writeEndPattern?.(inParentheses === undefined ? called : '') ?? null,
    call: { start, name, args, props, written, content: '', indent: null, scan },
  };
}

/** Translates a shortcode of the table; null if its arguments are invalid or its end is missing. */
function translateKnown({ start, end, endPattern, call }: FoundShortcode): Step | null {
  const { scan } = call;
  const row = SHORTCODES.get(call.name);
  const closing = row?.isPaired
    ? endPattern && findClosing(endPattern, end, scan)
    : { start: end, end };
  if (!row || !closing) return null;
  const content = scan.source.body.slice(end, closing.start);
  const indent = findOwnLine(start, closing.end, scan);
  if (row.isAlone && indent === null) return null;
  const text = row.write({ ...call, content, indent });
  if (text === null) return null;
  const isShown = row.isAddress && isBare(start, scan);
  return { end: closing.end, text: isShown ? `<a href="${text}">${text}</a>` : text };
}

/** Reports a shortcode of the table that can't be translated. */
function reportKnown({ start, shown, call }: FoundShortcode): void {
  const { props, scan } = call;
  const { value, isAlone = false } = SHORTCODES.get(call.name) ?? {};
  const given = props.id ?? props.url ?? findFolder(call);
  const isInvalid = value !== undefined && given !== undefined;
  const message = isInvalid
    ? `In \`${shown}\`, \`${given}\` isn't ${value.name}`
    : `\`${shown}\` ${isAlone ? "isn't on a line of its own" : 'lacks an argument or its end'}`;
  const hint = value?.hint ?? (isAlone ? 'Put it between blank lines.' : IN_CODE);
  const subject = isInvalid ? '' : shown;
  scan.foreign.push({ code: 'markup-foreign', message, hint, at: start, subject });
}

/** What precedes an address that is not running text: the start of a link, definition, value or tag. */
const NOT_BARE = /\[[^\]\n]*$|\]\(\s*$|\]:\s*$|=\s*$|<[a-z/][^<>]*$|[^\s(>*_|]$/i;

/** True for a shortcode in running text, where other generators print an address. */
function isBare(index: number, { source: { body } }: DialectScan): boolean {
  const before = body.slice(Math.max(0, index - 200), index);
  return !NOT_BARE.test(before.replace(/(?:\{\{[^{}\n]*\}\})+$/, ''));
}
