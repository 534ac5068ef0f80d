/**
 * YAML parser: YAML or JSON text → a tree of keys and values with their offsets.
 *
 * Reads front matter and site.yaml. Scalars stay the text that the author wrote: `title: 1.10` isn't a number and
 * `date: 2020-12-03` isn't a date until the key's own reader converts it (`values.ts`). Tags aren't resolved, so
 * nothing in YAML runs code.
 */
import * as parser from 'js-yaml';
import { MAX_LISTED } from '../problems/problems.ts';
import { dropControls } from '../text/text.ts';

/** A value and its offset in the text, in UTF-16 code units. An absent or null value is an empty text. */
export type YamlNode = { readonly offset: number } & (
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }
  | { readonly kind: 'map'; readonly entries: YamlEntries }
);
export type YamlEntries = Map<string, { readonly keyOffset: number; readonly value: YamlNode }>;

/** A syntax error, or YAML that isn't supported. */
export class YamlFault {
  readonly kind = 'fault';

  readonly message: string;
  readonly hint: string;
  readonly offset: number;

  constructor(message: string, hint: string, offset: number) {
    this.message = message;
    this.hint = hint;
    this.offset = offset;
  }
}

/** A key that occurs a second time in the same map; the first value counts. */
export interface RepeatedKey {
  readonly name: string;
  /** The top-level key that the map belongs to, or the key itself. */
  readonly top: string;
  readonly offset: number;
}

/** A parsed document. */
export interface ParsedYaml {
  /** Null for a text without content, a fault for an invalid one. */
  readonly root: YamlNode | YamlFault | null;
  readonly repeats: readonly RepeatedKey[];
}

export type Parser = (text: string) => ParsedYaml;

/** Parses one YAML document. Tolerates what other parsers accept, such as a closing bracket in the first column. */
export const parseYaml: Parser = (text) => {
  const strict = parseStrictYaml(text);
  if (strict.root?.kind !== 'fault') return strict;
  const joined = text.replace(OPEN_VALUE, joinLines);
  const lenient = joined === text ? strict : parseStrictYaml(joined);
  return lenient.root?.kind === 'fault' ? strict : lenient;
};

/** Parses JSON, which is YAML except for tabs. */
export const parseJsonAsYaml: Parser = (text) => {
  const { root, repeats } = parseStrictYaml(text.replaceAll('\t', ' '));
  if (root?.kind !== 'fault') return { root, repeats };
  const message = root.message.replace('YAML', 'JSON');
  return { root: new YamlFault(message, root.hint, root.offset), repeats };
};

function parseStrictYaml(text: string): ParsedYaml {
  try {
    return buildTree(text, parser.parseEvents(text, {}));
  } catch (error) {
    if (error instanceof YamlFault) return { root: error, repeats: [] };
    if (!(error instanceof parser.YAMLException)) throw error;
    const root = makeYamlFault(error.reason, text, error.mark?.position ?? 0);
    return { root, repeats: [] };
  }
}

/** A key with a value in quotation marks or brackets. An unclosed value extends to the end, to keep time linear. */
const OPEN_VALUE =
  /^( *[\w$.-]+:[ \t]+)("(?:[^"\\]|\\[\s\S])*"?|'[^']*(?:''[^']*)*'?|\[[^\]]*\]?|\{[^}]*\}?)/gm;

/**
 * Replaces tabs in brackets, and line ends before an unindented continuation of the value, with spaces, which keeps
 * all offsets. A line that looks like the next key ends the value.
 */
function joinLines(_: string, key: string, value: string): string {
  const spaced = /^[[{]/.test(value) ? value.replaceAll('\t', ' ') : value;
  return key + spaced.replace(/(?<!\\)\n(?=\S)(?![\w$.-]+:(?:\s|$))/g, ' ');
}

/**
 * The most characters that aliases may repeat. The tree shares repeated nodes, but each of its readers walks through
 * all repetitions.
 */
const MAX_REPEATED = 1_000_000;

const { DOCUMENT, SCALAR, MAPPING, ALIAS, POP } = parser.EVENT_ID;

/** The event that begins a value. */
type ValueEvent = parser.ScalarEvent | parser.SequenceEvent | parser.MappingEvent;

/** A value with an anchor. */
interface Anchored {
  readonly node: YamlNode;
  /** The number of characters in it, with those that aliases repeat. */
  readonly length: number;
}

/** Builds the tree from the parser's flat list of events. */
function buildTree(text: string, events: readonly parser.Event[]): ParsedYaml {
  const anchors = new Map<string, Anchored>();
  /** The offsets of anchors before plain text, to which no alias has referred so far. */
  const strayAnchors = new Map<string, number>();
  const repeats: RepeatedKey[] = [];
  let repeatedLength = 0;
  // The first event only opens the document.
  let index = 1;
  /** The offset after the last text that was read. */
  let end = 0;
  /** The top-level key whose value is being read. */
  let top: string | null = null;
  const isAtEnd = () => (events[index]?.type ?? POP) === POP;
  const root = isAtEnd() ? null : readNode(0);
  if (events[index + 1]?.type === DOCUMENT) throw twoDocuments(text);
  for (const offset of strayAnchors.values()) throw makeYamlFault('', text, offset);
  return { root, repeats };

  /** Reads the node at the index; `near` is the offset of an absent value. */
  function readNode(near: number): YamlNode {
    const event = events[index++] as ValueEvent | parser.AliasEvent;
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === ALIAS) return readAlias(anchor, event.anchorStart - 1);
    const before = repeatedLength;
    const node = event.type === SCALAR ? readScalar(event, near) : readCollection(event);
    if (event.anchorStart < 0) return node;
    anchors.set(anchor, { node, length: end - event.anchorStart + repeatedLength - before });
    if (isPlain(event)) strayAnchors.set(anchor, event.anchorStart - 1);
    return node;
  }

  function readAlias(anchor: string, offset: number): YamlNode {
    const anchored = anchors.get(anchor);
    if (anchored === undefined) throw unknownAnchor(anchor, offset);
    strayAnchors.delete(anchor);
    repeatedLength += anchored.length;
    if (repeatedLength > MAX_REPEATED) throw tooManyAliases(anchor, offset);
    return anchored.node;
  }

  function readScalar(event: parser.ScalarEvent, near: number): YamlNode {
    const written = readText(text, event);
    const offset = event.valueStart < 0 ? near : event.valueStart;
    end = Math.max(end, event.valueEnd);
    return { kind: 'text', value: dropControls(written).toWellFormed(), offset };
  }

  function readCollection({ type, start }: ValueEvent & { readonly start: number }): YamlNode {
    const content =
      type === MAPPING
        ? { kind: 'map' as const, entries: readEntries(start) }
        : { kind: 'list' as const, items: readItems(start) };
    index++;
    return { ...content, offset: start };
  }

  function readItems(offset: number): YamlNode[] {
    const items: YamlNode[] = [];
    while (!isAtEnd()) items.push(readNode(offset));
    return items;
  }

  function readEntries(offset: number): YamlEntries {
    const entries: YamlEntries = new Map();
    while (!isAtEnd()) {
      const key = readNode(offset);
      if (key.kind !== 'text') {
        throw new YamlFault('A key must be a word', 'Put it in quotes.', key.offset);
      }
      const outer = top;
      top ??= key.value;
      addEntry(entries, key, readNode(key.offset), repeats, top);
      top = outer;
    }
    return entries;
  }
}

function isPlain(event: ValueEvent): boolean {
  return event.type === SCALAR && event.style === parser.SCALAR_STYLE.PLAIN;
}

/** The tags of YAML's own types, which say nothing here: every value is text until its reader converts it. */
const TYPE = /^!!(?:str|int|float|bool|null|timestamp)$/;

/** Reads the text of a scalar. Refuses a tag before plain text, which may be its first word, as in `!!Con 2016`. */
function readText(text: string, event: parser.ScalarEvent): string {
  const { tagStart, tagEnd } = event;
  const written = parser.getScalarValue(text, event);
  if (!isPlain(event)) return written;
  const isWord = tagStart >= 0 && !TYPE.test(text.slice(tagStart, tagEnd));
  if (isWord) throw makeYamlFault('', text, tagStart);
  return /^(null|~)$/.test(written) ? '' : written;
}

function twoDocuments(text: string): YamlFault {
  const hint = 'Keep one, and remove the `---` line between them.';
  const offset = text.lastIndexOf('\n---') + 1;
  return new YamlFault('There is more than one YAML document here', hint, offset);
}

function unknownAnchor(anchor: string, offset: number): YamlFault {
  const message = `\`*${anchor}\` refers to an anchor that does not exist`;
  const hint = 'If the value just begins with an asterisk, put it in quotes.';
  return new YamlFault(message, hint, offset);
}

function tooManyAliases(anchor: string, offset: number): YamlFault {
  const message = `Aliases up to \`*${anchor}\` repeat more than a million characters`;
  return new YamlFault(message, 'Write the values, or fewer aliases of aliases.', offset);
}

/** Adds an entry; if the map already has the key, records a repeat instead, up to the number that is listed. */
export function addEntry(
  entries: YamlEntries,
  { value: name, offset }: { readonly value: string; readonly offset: number },
  value: YamlNode,
  repeats: RepeatedKey[],
  top = name,
): void {
  if (!entries.has(name)) entries.set(name, { keyOffset: offset, value });
  else if (repeats.length < MAX_LISTED) repeats.push({ name, top, offset });
}

const LEAD = String.raw`^([^\S\n]*(?:- +)*(?:[\w$.-]+:[^\S\n]+)?)`;
/** A value that begins with a quotation mark or a bracket and doesn't end on its line. */
const UNCLOSED = new RegExp(
  String.raw`${LEAD}("(?:[^"\\\n]|\\.)*\\?|'(?:[^'\n]|'')*|\[[^\]\n]*|\{[^}\n]*)$`,
  'gm',
);

/** A colour that YAML takes for a comment, because it is in brackets without quotes. */
const CUT_COLOUR =
  /^[ \t]*[\w-]+:[ \t]*[[{](?:[^\n"'#]|"[^"\n]*"|'[^'\n]*')*?(?<=[\s])(#[\da-f]{3,8})\b/gim;

/** Translates a parser error into words for authors, and places it at the mistake itself. */
function makeYamlFault(reason: string, text: string, offset: number): YamlFault {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const [tab] = /^ *\t/.exec(line) ?? [];
  if (tab !== undefined) {
    const message = 'This line is indented with a tab, which YAML does not allow';
    return new YamlFault(message, 'Indent with spaces.', lineStart + tab.length - 1);
  }
  const lineEnd = lineStart + line.length;
  const [cut] = text.slice(0, lineEnd).matchAll(CUT_COLOUR);
  if (cut !== undefined) {
    const [found, colour = ''] = cut;
    const message = 'In YAML, a `#` after a space begins a comment, so the bracket is never closed';
    const place = cut.index + found.length - colour.length;
    return new YamlFault(message, `Put the colour in quotes: "${colour}".`, place);
  }
  if (/missed comma/.test(reason) && /[\]}]/.test(text.slice(offset))) {
    const message = 'A comma is missing before this, or the text before it is not in quotes';
    return new YamlFault(message, 'Add a comma, or put the text in quotes.', offset);
  }
  const isOpen = /deficient indentation|quoted scalar|flow collection|unexpected end/.test(reason);
  const opened = isOpen ? [...text.slice(0, offset + 1).matchAll(UNCLOSED)].at(-1) : undefined;
  if (opened !== undefined) {
    const [, lead = '', value = ''] = opened;
    const isQuote = /^["']/.test(value);
    const message = `A ${isQuote ? 'quotation mark' : 'bracket'} is opened here and never closed`;
    const hint = isQuote
      ? 'Close it. Inside single quotes, write an apostrophe twice.'
      : `Close it with ${value.startsWith('[') ? ']' : '}'}.`;
    return new YamlFault(message, hint, opened.index + lead.length);
  }
  const needsQuotes =
    /^[^'"[{]*?:\s.*:(\s|$)|:\s+(["']).*\2./.test(line) || /[@`%!&*]/.test(text.charAt(offset));
  if (needsQuotes) {
    const message = 'YAML reads part of this value as its own syntax';
    return new YamlFault(message, `Put the value in quotes: ${quoteValue(line)}`, offset);
  }
  const check = 'Check the indentation, the colon after each key, and quotation marks.';
  return new YamlFault(`This is not valid YAML: ${reason}`, check, offset);
}

/** The line with its value in quotes. */
function quoteValue(line: string): string {
  const [lead = ''] = /^(?:[^:]*:(?=\s)|\s*-)/.exec(line) ?? [];
  return `${lead.trim()} ${quoteText(line.slice(lead.length).trim())}`;
}

/** Puts a value in quotes; quotes around it aren't part of it. */
export function quoteText(written: string): string {
  const value = written.replace(/^'((?:[^']|(?<=\w)'(?=\w))*)'$/, '$1');
  return value.includes("'") ? `"${value.replace(/["\\]/g, '\\$&')}"` : `'${value}'`;
}

/** Formats a text as a YAML value: plain if possible, else quoted. */
export function formatText(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{N} .,!?()’“”„–—'/+-]*$/u.test(text) && text === text.trim();
  return isPlain && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** True for an empty text, list or map. */
export function isEmpty(node: YamlNode): boolean {
  if (node.kind === 'text') return node.value.trim() === '';
  return node.kind === 'list' ? node.items.length === 0 : node.entries.size === 0;
}
