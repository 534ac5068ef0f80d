/**
 * YAML of the plainest kind, which nearly all front matter is: one `key: value` to a line, the value
 * a few words, a text in quotes without escapes, a list in brackets, or one of hyphens below the key.
 *
 * Ten times as fast as the parser of `yaml.ts`, which reads everything else, and must make of such
 * lines exactly the same.
 */
import type { YamlEntry, YamlList, YamlMap, YamlNode, YamlText } from './yaml.ts';

const REST = String.raw`( +)([^ \n](?:[^\n]*[^ \n])?)`;
const LINE = new RegExp(String.raw`([A-Za-z_][\w-]*):(?:${REST})? *(?:\n|$)`, 'y');
const ITEM = new RegExp(String.raw`( *)-${REST} *(?:\n|$)`, 'y');

/** Anything but printable characters, whose treatment is the parser's matter. */
const ODD_CHARACTER = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff]/;

/** Begins with no character that means something to YAML, and holds no `: `, ` #` or `:` at its end. */
const PLAIN = /^[A-Za-z0-9(/](?:[^:#]|:(?=[^ ])|(?<! )#)*$/;
const QUOTED = /^(?:"[^"\\]*"|'(?:[^']|'')*')$/;
const LIST = /^\[[^[\]{}"'#:&*!|>%@`?]*\]$/;

/** The map that such lines are; null for any other text. */
export function parsePlainYaml(text: string): YamlMap | null {
  if (ODD_CHARACTER.test(text)) return null;
  const entries = new Map<string, YamlEntry>();
  let at = 0;
  while (at < text.length) {
    LINE.lastIndex = at;
    const match = LINE.exec(text);
    if (match === null) return null;
    const [line, key = '', space = '', written] = match;
    const keyOffset = at;
    at += line.length;
    let value: YamlNode | null;
    if (written === undefined) {
      const block = parseBlockList(text, at);
      value = block?.list ?? null;
      at = block?.end ?? at;
    } else {
      const offset = keyOffset + key.length + 1 + space.length;
      value = parseText(written, offset) ?? parseList(written, offset);
    }
    if (value === null || key === 'null' || entries.has(key)) return null;
    entries.set(key, { keyOffset, value });
  }
  return entries.size === 0 ? null : { kind: 'map', entries, offset: 0 };
}

/** A list of lines that begin with a hyphen, all at the same depth; null for anything else. */
function parseBlockList(text: string, start: number): { list: YamlList; end: number } | null {
  const items: YamlText[] = [];
  let depth = 0;
  let at = start;
  for (ITEM.lastIndex = at; ; ITEM.lastIndex = at) {
    const match = ITEM.exec(text);
    if (match === null) break;
    const [line, indent = '', space = '', written = ''] = match;
    if (at === start) depth = indent.length;
    const item = parseText(written, at + indent.length + 1 + space.length);
    if (item === null || indent.length !== depth) return null;
    items.push(item);
    at += line.length;
  }
  return at === start ? null : { list: { kind: 'list', items, offset: start + depth }, end: at };
}

/** A list in brackets, of a few words each. */
function parseList(written: string, offset: number): YamlList | null {
  if (!LIST.test(written)) return null;
  const items: YamlText[] = [];
  let at = offset + 1;
  for (const piece of /^\[ *\]$/.test(written) ? [] : written.slice(1, -1).split(',')) {
    const words = piece.replace(/^ +| +$/g, '');
    const item = parseText(words, at + piece.indexOf(words));
    if (item === null) return null;
    items.push(item);
    at += piece.length + 1;
  }
  return { kind: 'list', items, offset };
}

function parseText(written: string, offset: number): YamlText | null {
  if (PLAIN.test(written)) {
    return { kind: 'text', value: written === 'null' ? '' : written, offset };
  }
  if (!QUOTED.test(written)) return null;
  const inside = written.slice(1, -1);
  const value = written[0] === "'" ? inside.replace(/''/g, "'") : inside;
  return { kind: 'text', value, offset: offset + 1 };
}
