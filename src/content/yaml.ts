/**
 * YAML → a tree in which every value knows where it stands.
 *
 * Used for front matter and site.yaml. All scalars stay the text that the author wrote: `title: 1.10`
 * is not a number and `date: 2020-12-03` is not a moment, until a key's own rule reads it. Nothing in
 * YAML runs code: tags are not resolved.
 */
import * as parser from 'js-yaml';
import { parsePlainYaml } from './plain-yaml.ts';

export interface YamlText {
  readonly kind: 'text';
  /** Empty for an absent value and for a plain `null` or `~`. */
  readonly value: string;
  readonly offset: number;
}
export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly offset: number;
}
export interface YamlMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, YamlEntry>;
  readonly offset: number;
}
export interface YamlEntry {
  readonly keyOffset: number;
  readonly value: YamlNode;
}
export type YamlNode = YamlText | YamlList | YamlMap;

/** Why a text is not YAML that we read, and where (offset into the text). */
export class YamlFault {
  readonly kind = 'fault';

  constructor(
    readonly message: string,
    readonly hint: string,
    readonly offset: number,
  ) {}
}

/** Parses one YAML document. Null for a text without any content; a fault for bad YAML. */
export function parseYaml(text: string): YamlNode | YamlFault | null {
  return parsePlainYaml(text) ?? parseAnyYaml(text);
}

/** The same, by the general parser alone. */
export function parseAnyYaml(text: string): YamlNode | YamlFault | null {
  try {
    return buildTree(text, parser.parseEvents(text, {}));
  } catch (error) {
    if (error instanceof YamlFault) return error;
    if (!(error instanceof parser.YAMLException)) throw error;
    return explain(error.reason, text, error.mark?.position ?? 0);
  }
}

/** Builds the tree from the parser's flat events. */
function buildTree(text: string, events: readonly parser.Event[]): YamlNode | null {
  const anchors = new Map<string, YamlNode>();
  // The first event only opens the document.
  let index = 1;
  const isAtEnd = () => (events[index]?.type ?? parser.EVENT_POP) === parser.EVENT_POP;
  if (isAtEnd()) return null;
  const root = readNode(0);
  if (events[index + 1]?.type === parser.EVENT_DOCUMENT) {
    const hint = 'Keep one, and remove the `---` line between them.';
    const offset = text.lastIndexOf('\n---') + 1;
    throw new YamlFault('There is more than one YAML document here', hint, offset);
  }
  return root;

  /** Reads the node at the index; `near` is the offset of one without any text of its own. */
  function readNode(near: number): YamlNode {
    const event = events[index++];
    if (event === undefined || !('anchorStart' in event)) {
      throw new YamlFault('The YAML ends too early', 'Complete it.', near);
    }
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === parser.EVENT_ALIAS) {
      const node = anchors.get(anchor);
      if (node !== undefined) return node;
      const message = `\`*${anchor}\` refers to an anchor that does not exist`;
      const hint = 'Put the value in quotes if it only begins with an asterisk.';
      throw new YamlFault(message, hint, event.anchorStart - 1);
    }
    let node: YamlNode;
    if (event.type === parser.EVENT_SCALAR) {
      const written = parser.getScalarValue(text, event);
      const isNull = event.style === parser.SCALAR_STYLE_PLAIN && /^(null|~)$/.test(written);
      const offset = event.valueStart < 0 ? near : event.valueStart;
      node = { kind: 'text', value: isNull ? '' : written, offset };
    } else {
      const offset = event.start;
      node =
        event.type === parser.EVENT_MAPPING
          ? { kind: 'map', entries: readEntries(offset), offset }
          : { kind: 'list', items: readItems(offset), offset };
      index++;
    }
    if (event.anchorStart >= 0) anchors.set(anchor, node);
    return node;
  }

  function readItems(offset: number): YamlNode[] {
    const items: YamlNode[] = [];
    while (!isAtEnd()) items.push(readNode(offset));
    return items;
  }

  function readEntries(offset: number): Map<string, YamlEntry> {
    const entries = new Map<string, YamlEntry>();
    while (!isAtEnd()) {
      const key = readNode(offset);
      if (key.kind !== 'text') {
        throw new YamlFault('A key must be a word', 'Put it in quotes.', key.offset);
      }
      if (entries.has(key.value)) {
        const message = `The key \`${key.value}\` stands here a second time`;
        throw new YamlFault(message, 'Remove one of the two.', key.offset);
      }
      entries.set(key.value, { keyOffset: key.offset, value: readNode(key.offset) });
    }
    return entries;
  }
}

const LEAD = String.raw`^([^\S\n]*(?:- +)*(?:[\w$.-]+:[^\S\n]+)?)`;
/** A value that begins with a quotation mark or a bracket and does not end on its line. */
const UNCLOSED = new RegExp(
  String.raw`${LEAD}("(?:[^"\\\n]|\\.)*\\?|'(?:[^'\n]|'')*|\[[^\]\n]*|\{[^}\n]*)$`,
  'gm',
);

/** Turns the parser's reason into an author's words, and its offset into the place of the slip. */
function explain(reason: string, text: string, offset: number): YamlFault {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const [tab] = /^ *\t/.exec(line) ?? [];
  if (tab !== undefined) {
    const message = 'This line is indented with a tab, which YAML does not allow';
    return new YamlFault(message, 'Indent with spaces.', lineStart + tab.length - 1);
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
  const [, sign] = /:\s+([@`%!&*])/.exec(line) ?? [];
  if (sign !== undefined) {
    return new YamlFault(`A value cannot begin with \`${sign}\``, hint, offset);
  }
  const check = 'Check the indentation, the colon after each key, and quotation marks.';
  return new YamlFault(`This is not valid YAML: ${reason}`, check, offset);
}

/** The line with its value in quotes, as the author should write it. */
function quoteValue(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  const quoted = value.includes("'") ? `"${value.replace(/["\\]/g, '\\$&')}"` : `'${value}'`;
  return `${line.slice(0, colon).trim()}: ${quoted}`;
}
