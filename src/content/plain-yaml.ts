/**
 * YAML of the plainest kind, which nearly all front matter is: one `key: value` to a line, the value
 * a few words, a text in quotes without escapes, a list in brackets, or one of hyphens below the key.
 *
 * Ten times as fast as the parser of `yaml.ts`, which reads everything else, and must make of such
 * lines exactly the same.
 */
import type { YamlEntry, YamlMap, YamlNode } from './yaml.ts';

const LINE = /([A-Za-z_][\w-]*):(?:( +)([^ \n][^\n]*))?(?:\n|$)/y;
const ITEM = /( *)-( +)([^ \n][^\n]*)(?:\n|$)/y;

/** Anything but printable characters, whose treatment is the parser's matter. */
const ODD_CHARACTER = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff]/;

/** Begins with no character that means something to YAML, and holds no `: `, ` #` or `:` at its end. */
const PLAIN = /^[A-Za-z0-9(/](?:[^:#]|:(?=[^ ])|(?<! )#)*$/;
const DOUBLE_QUOTED = /^"[^"\\]*"$/;
const SINGLE_QUOTED = /^'(?:[^']|'')*'$/;
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
    const [line, key = '', space = '', rest] = match;
    const keyOffset = at;
    at += line.length;
    let value: YamlNode | null;
    if (rest === undefined) {
      const block = parseBlockList(text, at);
      value = block?.list ?? null;
      at = block?.end ?? at;
    } else value = parseValue(rest, keyOffset + key.length + 1 + space.length);
    if (value === null || key === 'null' || entries.has(key)) return null;
    entries.set(key, { keyOffset, value });
  }
  return entries.size === 0 ? null : { kind: 'map', entries, offset: 0 };
}

/** A list of lines that begin with a hyphen, all at the same depth; null for anything else. */
function parseBlockList(text: string, start: number): { list: YamlNode; end: number } | null {
  const items: YamlNode[] = [];
  let depth: string | null = null;
  let at = start;
  for (ITEM.lastIndex = at; ; ITEM.lastIndex = at) {
    const match = ITEM.exec(text);
    if (match === null) break;
    const [line, indent = '', space = '', rest = ''] = match;
    depth ??= indent;
    const value = parseScalar(rest, at + indent.length + 1 + space.length);
    if (value === null || indent !== depth) return null;
    items.push(value);
    at += line.length;
  }
  if (depth === null) return null;
  return { list: { kind: 'list', items, offset: start + depth.length }, end: at };
}

function parseValue(written: string, offset: number): YamlNode | null {
  return parseScalar(written, offset) ?? parseList(written.replace(/ +$/, ''), offset);
}

function parseScalar(spaced: string, offset: number): YamlNode | null {
  const written = spaced.endsWith(' ') ? spaced.replace(/ +$/, '') : spaced;
  if (PLAIN.test(written)) return makeText(written, offset);
  if (DOUBLE_QUOTED.test(written)) {
    return { kind: 'text', value: written.slice(1, -1), offset: offset + 1 };
  }
  if (!SINGLE_QUOTED.test(written)) return null;
  return { kind: 'text', value: written.slice(1, -1).replace(/''/g, "'"), offset: offset + 1 };
}

function parseList(written: string, offset: number): YamlNode | null {
  if (!LIST.test(written)) return null;
  const items: YamlNode[] = [];
  const inside = written.slice(1, -1);
  if (/^ *$/.test(inside)) return { kind: 'list', items, offset };
  let start = 1;
  for (const piece of inside.split(',')) {
    const value = piece.replace(/^ +| +$/g, '');
    if (!PLAIN.test(value)) return null;
    items.push(makeText(value, offset + start + piece.indexOf(value)));
    start += piece.length + 1;
  }
  return { kind: 'list', items, offset };
}

function makeText(written: string, offset: number): YamlNode {
  return { kind: 'text', value: written === 'null' ? '' : written, offset };
}
