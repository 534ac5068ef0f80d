/**
 * Text between an unknown shortcode and its end: code becomes a block of code, other text stays. Pure.
 */
import { LANGUAGES } from '../markdown/code.ts';
import { isElementName } from '../markdown/html.ts';
import { findOwnLine, type Step } from './dialect.ts';
import { type Call, writeCode } from './shortcode-table.ts';

const NEXT_SHORTCODE = /\{\{[<%]|\{%/g;

/** An unknown shortcode with an end. */
interface UnknownShortcode {
  readonly start: number;
  readonly end: number;
  /** Matches its end. */
  readonly endPattern: string;
  readonly call: Call;
}

/**
 * Keeps what is between an unknown shortcode and its end: code becomes a block, and tags that HTML doesn't have are
 * shown as text. If there are other shortcodes in between, they are read by themselves: null.
 */
export function keepContent(unknown: UnknownShortcode): Step | null {
  const { start, end: contentStart, endPattern, call } = unknown;
  const { body } = call.scan.source;
  NEXT_SHORTCODE.lastIndex = contentStart;
  const next = NEXT_SHORTCODE.exec(body)?.index;
  if (next === undefined) return null;
  const closing = new RegExp(endPattern, 'iy');
  closing.lastIndex = next;
  if (!closing.test(body)) return null;
  const content = body.slice(contentStart, next);
  const end = closing.lastIndex;
  const [language = ''] = call.args;
  if (looksLikeCode(content, call.props.lang ?? language)) {
    const name = LANGUAGES.has(language.toLowerCase()) ? 'highlight' : '';
    const indent = findOwnLine(start, end, call.scan);
    return { end, text: writeCode({ ...call, name, content, indent }) };
  }
  if (!hasUnknownTags(content)) return null;
  const shown = content.replace(CODE_OR_TAG, (found, tag) => {
    return tag === undefined || isElementName(tag.toLowerCase()) ? found : `&lt;${found.slice(1)}`;
  });
  return { end, text: body.slice(start, contentStart) + shown + body.slice(next, end) };
}

/** Code in backticks, or the start of a tag. */
const CODE_OR_TAG = /(?:`+)[^`]*`+|<\/?([a-z][\w-]*)(?=[\s/>,])/gi;
/** A line of many programming languages. */
const CODE_LINE = /[;{}]$|^[ \t]*(?:\/\/|#!|\$ |[})\]])/;
/** An indented line that isn't an item of a list. */
const INDENTED = /^(?:\t| {2})[ \t]*(?![-*+>]|\d+[.)])\S/;

/** True for content that looks like code; `first` is the first argument of its shortcode. */
function looksLikeCode(content: string, first: string): boolean {
  if (/^[ \t]*(?:`{3}|~{3})/m.test(content)) return false;
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && LANGUAGES.has(first.toLowerCase())) return true;
  const ofCode = lines.filter((line) => CODE_LINE.test(line.trimEnd()));
  if (lines.length > 1 && ofCode.length * 2 >= lines.length) return true;
  const mayBeCode = ofCode.length > 0 || lines.some((line) => INDENTED.test(line));
  return lines.length > 1 && mayBeCode && hasUnknownTags(content);
}

function hasUnknownTags(content: string): boolean {
  return [...content.matchAll(CODE_OR_TAG)].some(
    ([, tag]) => tag && !isElementName(tag.toLowerCase()),
  );
}
