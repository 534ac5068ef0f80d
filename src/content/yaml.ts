/**
 * YAML → a tree in which every value knows where it stands.
 *
 * Used for front matter and site.yaml. All scalars stay the text that the author wrote: `title: 1.10`
 * is not a number and `date: 2020-12-03` is not a moment, until a key's own rule reads it. Nothing in
 * YAML runs code: tags are not resolved.
 */
import { type Event, getScalarValue, parseEvents, YAMLException } from 'js-yaml';

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
export interface YamlFault {
  readonly kind: 'fault';
  readonly message: string;
  readonly hint: string;
  readonly offset: number;
}

/** Parses one YAML document. Null for a text without any content; a fault for bad YAML. */
export function parseYaml(text: string): YamlNode | YamlFault | null {
  try {
    const events = parseEvents(text, {});
    if (events.length === 0) return null;
    return new TreeBuilder(text, events).build();
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    if (!(error instanceof YAMLException)) throw error;
    return { kind: 'fault', ...explain(error.reason, text, error.mark?.position ?? 0) };
  }
}

class Fault extends Error {
  constructor(readonly fault: YamlFault) {
    super(fault.message);
  }
}

function fault(message: string, hint: string, offset: number): Fault {
  return new Fault({ kind: 'fault', message, hint, offset });
}

const EVENT = { document: 1, list: 2, map: 3, scalar: 4, alias: 5, pop: 6 } as const;
const PLAIN_STYLE = 1;

/** Builds the tree from the parser's flat events. */
class TreeBuilder {
  private index = 0;
  private readonly anchors = new Map<string, YamlNode>();

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {}

  build(): YamlNode | null {
    this.index = 1;
    if (this.events[1] === undefined || this.events[1].type === EVENT.pop) return null;
    const node = this.readNode(0);
    const second = this.events[this.index + 1];
    if (second?.type === EVENT.document) {
      throw fault(
        'There is more than one YAML document here',
        'Keep one, and remove the `---` line between them.',
        this.text.lastIndexOf('\n---') + 1,
      );
    }
    return node;
  }

  /** Reads the node at the index; `near` is the offset to report for one without text of its own. */
  private readNode(near: number): YamlNode {
    const event = this.events[this.index++];
    if (event === undefined) throw fault('The YAML ends too early', 'Complete it.', near);
    switch (event.type) {
      case EVENT.scalar: {
        const value = getScalarValue(this.text, event);
        const isNull = event.style === PLAIN_STYLE && (value === 'null' || value === '~');
        const offset = event.valueStart < 0 ? near : event.valueStart;
        return this.remember(event, { kind: 'text', value: isNull ? '' : value, offset });
      }
      case EVENT.list: {
        const items: YamlNode[] = [];
        while (this.events[this.index]?.type !== EVENT.pop) items.push(this.readNode(event.start));
        this.index++;
        return this.remember(event, { kind: 'list', items, offset: event.start });
      }
      case EVENT.map:
        return this.remember(event, this.readMap(event.start));
      case EVENT.alias: {
        const name = this.text.slice(event.anchorStart, event.anchorEnd);
        const node = this.anchors.get(name);
        if (node === undefined) {
          throw fault(
            `\`*${name}\` refers to an anchor that does not exist`,
            'Put the value in quotes if it only begins with an asterisk.',
            event.anchorStart - 1,
          );
        }
        return node;
      }
      default:
        throw fault('The YAML cannot be read', 'Check the line.', near);
    }
  }

  private readMap(offset: number): YamlMap {
    const entries = new Map<string, YamlEntry>();
    while (this.events[this.index]?.type !== EVENT.pop) {
      const key = this.readNode(offset);
      if (key.kind !== 'text') {
        throw fault('A key must be a word', 'Put it in quotes.', key.offset);
      }
      if (entries.has(key.value)) {
        throw fault(
          `The key \`${key.value}\` stands here a second time`,
          'Remove one of the two.',
          key.offset,
        );
      }
      const value = this.readNode(key.offset);
      entries.set(key.value, { keyOffset: key.offset, value });
    }
    this.index++;
    return { kind: 'map', entries, offset };
  }

  private remember(event: { anchorStart: number; anchorEnd: number }, node: YamlNode): YamlNode {
    if (event.anchorStart >= 0) {
      this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), node);
    }
    return node;
  }
}

/** Turns the parser's words for the commonest mistakes into an author's, with the place of the slip. */
function explain(reason: string, text: string, offset: number): Omit<YamlFault, 'kind'> {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const tab = /^ *\t/.exec(line);
  if (tab !== null) {
    return {
      message: 'This line is indented with a tab, which YAML does not allow',
      hint: 'Indent with spaces.',
      offset: lineStart + tab[0].length - 1,
    };
  }
  const isOpen = /deficient indentation|quoted scalar|flow collection|unexpected end/.test(reason);
  const opened = isOpen ? findUnclosed(text, offset) : null;
  if (opened !== null) return opened;
  if (/^[^'"[{]*?:\s.*:(\s|$)/.test(line)) {
    return {
      message: 'The value holds a colon followed by a space, so YAML takes it for another key',
      hint: `Put the value in quotes: ${quoteValue(line)}`,
      offset,
    };
  }
  const value = /:\s+(\S.*)$/.exec(line)?.[1];
  if (value !== undefined && /^[@`%!&*]/.test(value)) {
    return {
      message: `A value cannot begin with \`${value[0]}\``,
      hint: `Put the value in quotes: ${quoteValue(line)}`,
      offset,
    };
  }
  return {
    message: `This is not valid YAML: ${reason}`,
    hint: 'Check the indentation, the colon after each key, and quotation marks.',
    offset,
  };
}

/** A value before the offset that begins with a quotation mark or a bracket and does not end. */
function findUnclosed(text: string, offset: number): Omit<YamlFault, 'kind'> | null {
  let start = 0;
  let found: Omit<YamlFault, 'kind'> | null = null;
  for (const line of text.slice(0, offset + 1).split('\n')) {
    const value = /^\s*(?:- +)*(?:[\w$.-]+:\s+)?(?=["'[{])/.exec(line);
    const opening = value === null ? undefined : line[value[0].length];
    const rest = value === null ? '' : line.slice(value[0].length + 1);
    const at = start + (value?.[0].length ?? 0);
    if ((opening === '"' || opening === "'") && !hasEnd(rest, opening)) {
      const message = 'A quotation mark is opened here and never closed';
      const hint = 'Close it. Inside single quotes, write an apostrophe twice.';
      found = { message, hint, offset: at };
    } else if (
      (opening === '[' && !rest.includes(']')) ||
      (opening === '{' && !rest.includes('}'))
    ) {
      const message = 'A bracket is opened here and never closed';
      found = { message, hint: `Close it with ${opening === '[' ? ']' : '}'}.`, offset: at };
    }
    start += line.length + 1;
  }
  return found;
}

function hasEnd(rest: string, quote: string): boolean {
  const bare = quote === '"' ? rest.replace(/\\./g, '') : rest.replace(/''/g, '');
  return bare.includes(quote);
}

function quoteValue(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  const quoted = value.includes("'") ? `"${value.replace(/["\\]/g, '\\$&')}"` : `'${value}'`;
  return `${line.slice(0, colon).trim()}: ${quoted}`;
}
