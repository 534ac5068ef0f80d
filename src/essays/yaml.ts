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
  /** True if both values are the same text, or the same list of texts. */
  readonly isEqual: boolean;
}

/** Facts that a parser records besides the tree. */
export interface ParserNotes {
  /** Offsets of values with lone surrogates, which are replaced. */
  readonly damages: number[];
  readonly repeats: RepeatedKey[];
}

export type Parser = (text: string, notes: ParserNotes) => YamlNode | YamlFault | null;

/**
 * Parses one YAML document. Returns null for a text without content, and a fault for invalid YAML. Tolerates what
 * other parsers accept, such as a closing bracket in the first column.
 */
export const parseYaml: Parser = (text, notes) => {
  const tree = parsePlainYaml(text) ?? parseStrictYaml(text, notes);
  if (tree?.kind !== 'fault') return tree;
  const joined = text.replace(OPEN_VALUE, joinLines);
  const lenient = joined === text ? tree : parseStrictYaml(joined, notes);
  return lenient?.kind === 'fault' ? tree : lenient;
};

/** Parses JSON, which is YAML except for tabs. */
export const parseJsonAsYaml: Parser = (text, notes) => {
  const tree = parseStrictYaml(text.replaceAll('\t', ' '), notes);
  if (tree?.kind !== 'fault') return tree;
  return new YamlFault(tree.message.replace('YAML', 'JSON'), tree.hint, tree.offset);
};

function parseStrictYaml(text: string, notes: ParserNotes): YamlNode | YamlFault | null {
  const found: ParserNotes = { damages: [], repeats: [] };
  try {
    const tree = buildTree(text, parser.parseEvents(text, {}), found);
    notes.damages.push(...found.damages);
    notes.repeats.push(...found.repeats);
    return tree;
  } catch (error) {
    if (error instanceof YamlFault) return error;
    if (!(error instanceof parser.YAMLException)) throw error;
    return makeYamlFault(error.reason, text, error.mark?.position ?? 0);
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

const INLINE = String.raw`( +)([^ \n-][^\n]*)`;
const BLOCK = String.raw`( *\n( *))(- [^\n]*(?:\n\5- [^\n]*)*)`;
/** A key with a value on the same line, or with a list whose lines begin with hyphens. */
const PLAIN_ENTRY = new RegExp(String.raw`([A-Za-z_][\w-]*):(?:${INLINE}|${BLOCK})(?:\n|$)`, 'y');

/** An uncommon or unprintable character. Text with one is left to the general parser. */
const ODD_CHARACTER = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff]/;

/** A text that doesn't begin with YAML syntax, has no `: ` or ` #`, and doesn't end with `:`. */
const PLAIN_TEXT = /^[A-Za-z0-9(/](?:[^:#]|:(?=[^ ])|(?<! )#)*$/;
const PLAIN_QUOTED = /^(?:"[^"\\]*"|'(?:[^']|'')*')$/;
/** A list on one line. A quoted item with a comma or an escape is left to the general parser. */
const PLAIN_LIST = /^\[(?:[^[\]{}"'#:&*!|>%@`?]|(?<=[[,] *)"[^"\\,]*"|(?<=[[,] *)'[^',]*')*\]$/;

/**
 * Parses the simple YAML of nearly all front matter: one `key: value` per line, where the value is plain words, a
 * quoted text without escapes, or a list of these. Returns null for any other text, and else exactly the tree of the
 * general parser. Of the front matter of 697 real posts it reads 682, and all of them take 10 ms instead of 100 (Node
 * 20): 2 % of a cold build.
 */
export function parsePlainYaml(text: string): YamlNode | null {
  if (ODD_CHARACTER.test(text)) return null;
  const offset = Math.max(0, text.search(/[^\n]/));
  const entries: YamlEntries = new Map();
  for (let keyOffset = offset; keyOffset < text.length; keyOffset = PLAIN_ENTRY.lastIndex) {
    PLAIN_ENTRY.lastIndex = keyOffset;
    const match = PLAIN_ENTRY.exec(text);
    if (match === null) return null;
    const [, key = '', space, words = '', lead = '', , block = ''] = match;
    const valueOffset = keyOffset + key.length + 1 + (space ?? lead).length;
    const value =
      space === undefined
        ? parsePlainItems(block.split('\n'), /^ *- +/, valueOffset)
        : parsePlainValue(words, valueOffset);
    if (value === null || key === 'null' || entries.has(key)) return null;
    entries.set(key, { keyOffset, value });
  }
  return entries.size === 0 ? null : { kind: 'map', entries, offset };
}

/** Parses a value on one line. */
function parsePlainValue(written: string, offset: number): YamlNode | null {
  const words = written.replace(/ +$/, '');
  if (PLAIN_TEXT.test(words)) {
    return { kind: 'text', value: words === 'null' ? '' : words, offset };
  }
  if (PLAIN_QUOTED.test(words)) {
    const inside = words.slice(1, -1);
    const value = words.startsWith("'") ? inside.replace(/''/g, "'") : inside;
    return { kind: 'text', value, offset: offset + 1 };
  }
  if (!PLAIN_LIST.test(words)) return null;
  const pieces = /^\[ *\]$/.test(words) ? [] : words.slice(0, -1).split(',');
  return parsePlainItems(pieces, /^\[? */, offset);
}

/** Parses list items from pieces that are one character apart; `lead` matches the text before an item. */
function parsePlainItems(pieces: string[], lead: RegExp, offset: number): YamlNode | null {
  const items: YamlNode[] = [];
  let at = offset;
  for (const piece of pieces) {
    const start = lead.exec(piece)?.[0].length ?? 0;
    const item = parsePlainValue(piece.slice(start), at + start);
    if (item === null) return null;
    items.push(item);
    at += piece.length + 1;
  }
  return { kind: 'list', items, offset };
}

/**
 * The most values that aliases may repeat; a long text counts once more for each 100 characters. The tree shares
 * repeated nodes, but each of its readers walks through all repetitions.
 */
const MAX_REPEATED = 10_000;

/** Builds the tree from the parser's flat list of events. */
function buildTree(
  text: string,
  events: readonly parser.Event[],
  { damages, repeats }: ParserNotes,
): YamlNode | null {
  const anchors = new Map<string, { readonly node: YamlNode; readonly size: number }>();
  /** The number of values so far with those that aliases repeat, and the number of repeated values. */
  let [size, repeated] = [0, 0];
  // The first event only opens the document.
  let index = 1;
  /** The top-level key whose value is being read. */
  let top: string | null = null;
  const isAtEnd = () => (events[index]?.type ?? parser.EVENT_POP) === parser.EVENT_POP;
  if (isAtEnd()) return null;
  const root = readNode(0);
  if (events[index + 1]?.type === parser.EVENT_DOCUMENT) {
    const hint = 'Keep one, and remove the `---` line between them.';
    const offset = text.lastIndexOf('\n---') + 1;
    throw new YamlFault('There is more than one YAML document here', hint, offset);
  }
  return root;

  /** Reads the node at the index; `near` is the offset of an absent value. */
  function readNode(near: number): YamlNode {
    const event = events[index++] as Extract<parser.Event, { anchorStart: number }>;
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === parser.EVENT_ALIAS) {
      const { node, size: own } = anchors.get(anchor) ?? { node: null, size: 0 };
      [size, repeated] = [size + own, repeated + own];
      if (node !== null && repeated <= MAX_REPEATED) return node;
      const [message, hint] =
        node === null
          ? [`\`*${anchor}\` refers to an anchor that does not exist`, ASTERISK]
          : [`Up to \`*${anchor}\`, aliases repeat more than 10,000 values`, FEWER_ALIASES];
      throw new YamlFault(message, hint, event.anchorStart - 1);
    }
    const before = size++;
    let node: YamlNode;
    if (event.type === parser.EVENT_SCALAR) {
      const written = parser.getScalarValue(text, event);
      const isNull = event.style === parser.SCALAR_STYLE_PLAIN && /^(null|~)$/.test(written);
      const offset = event.valueStart < 0 ? near : event.valueStart;
      const value = isNull ? '' : dropControls(written).toWellFormed();
      if (!written.isWellFormed()) damages.push(offset);
      node = { kind: 'text', value, offset };
      size += Math.floor(value.length / 100);
    } else {
      const offset = event.start;
      node =
        event.type === parser.EVENT_MAPPING
          ? { kind: 'map', entries: readEntries(offset), offset }
          : { kind: 'list', items: readItems(offset), offset };
      index++;
    }
    if (event.anchorStart >= 0) anchors.set(anchor, { node, size: size - before });
    return node;
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

const ASTERISK = 'If the value just begins with an asterisk, put it in quotes.';
const FEWER_ALIASES = 'Write the values themselves, or fewer aliases of aliases.';

/** Adds an entry; if the map already has the key, records a repeat instead, up to the number that is listed. */
export function addEntry(
  entries: YamlEntries,
  { value: name, offset }: { readonly value: string; readonly offset: number },
  value: YamlNode,
  repeats: RepeatedKey[],
  top = name,
): void {
  const first = entries.get(name)?.value;
  if (first === undefined) entries.set(name, { keyOffset: offset, value });
  else if (repeats.length < MAX_LISTED) {
    repeats.push({ name, top, offset, isEqual: areEqual(first, value) });
  }
}

/** True for equal texts, and for lists of equal texts. */
function areEqual(a: YamlNode, b: YamlNode | undefined): boolean {
  if (a.kind === 'text') return b?.kind === 'text' && a.value === b.value;
  if (a.kind === 'map' || b?.kind !== 'list' || a.items.length !== b.items.length) return false;
  return a.items.every((item, at) => areEqual(item, b.items[at]));
}

const LEAD = String.raw`^([^\S\n]*(?:- +)*(?:[\w$.-]+:[^\S\n]+)?)`;
/** A value that begins with a quotation mark or a bracket and doesn't end on its line. */
const UNCLOSED = new RegExp(
  String.raw`${LEAD}("(?:[^"\\\n]|\\.)*\\?|'(?:[^'\n]|'')*|\[[^\]\n]*|\{[^}\n]*)$`,
  'gm',
);

/** Translates a parser error into words for authors, and places it at the mistake itself. */
function makeYamlFault(reason: string, text: string, offset: number): YamlFault {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const [tab] = /^ *\t/.exec(line) ?? [];
  if (tab !== undefined) {
    const message = 'This line is indented with a tab, which YAML does not allow';
    return new YamlFault(message, 'Indent with spaces.', lineStart + tab.length - 1);
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
  const hint = `Put the value in quotes: ${quoteValue(line)}`;
  if (/^[^'"[{]*?:\s.*:(\s|$)/.test(line)) {
    const message = 'The value holds a colon followed by a space, so YAML takes it for another key';
    return new YamlFault(message, hint, offset);
  }
  if (/:\s+(["']).*\1./.test(line)) {
    return new YamlFault('The value continues after its closing quotation mark', hint, offset);
  }
  const [, sign] = /:\s+([@`%!&*])/.exec(line) ?? [];
  if (sign !== undefined) {
    return new YamlFault(`A value cannot begin with \`${sign}\``, hint, offset);
  }
  const check = 'Check the indentation, the colon after each key, and quotation marks.';
  return new YamlFault(`This is not valid YAML: ${reason}`, check, offset);
}

/** The line with its value in quotes. */
function quoteValue(line: string): string {
  const colon = line.indexOf(':');
  const written = line.slice(colon + 1).trim();
  const value = written.replace(/^'((?:[^']|(?<=\w)'(?=\w))*)'$/, '$1');
  const quoted = value.includes("'") ? `"${value.replace(/["\\]/g, '\\$&')}"` : `'${value}'`;
  return `${line.slice(0, colon).trim()}: ${quoted}`;
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
