/**
 * YAML → a tree in which every value knows where it stands.
 *
 * Used for front matter and site.yaml. All scalars stay the text that the author wrote: `title: 1.10`
 * is not a number and `date: 2020-12-03` is not a moment, until a key's own rule reads it. Nothing in
 * YAML runs code: tags are not resolved.
 */
import { type Event, getScalarValue, parseEvents, YAMLException } from 'js-yaml';
import { parsePlainYaml } from './plain-yaml.ts';
import { explain, type YamlFault } from './yaml-faults.ts';

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

/** Parses one YAML document. Null for a text without any content; a fault for bad YAML. */
export function parseYaml(text: string): YamlNode | YamlFault | null {
  return parsePlainYaml(text) ?? parseAnyYaml(text);
}

/** The same, by the general parser alone. */
export function parseAnyYaml(text: string): YamlNode | YamlFault | null {
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
