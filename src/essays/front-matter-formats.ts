/**
 * Front matter formats: an essay file's text → the place of its front matter, and the parser for it.
 *
 * Reads YAML between `---`, TOML between `+++`, JSON in braces or between `---json` and `---`, and keys at the start
 * of the file without an opening line, followed by `---` as in Hexo or by a blank line as in Pelican.
 */
import { dropControls } from '../text/text.ts';
import { parseToml } from './toml.ts';
import {
  addEntry,
  type Parser,
  parseJsonAsYaml,
  parseYaml,
  type RepeatedKey,
  type YamlEntries,
} from './yaml.ts';

interface FoundFrontMatter {
  /** Offsets of the front matter's text, without its delimiters. */
  readonly start: number;
  readonly end: number;
  /** Past the end of a file that ends in the closing line. */
  readonly bodyOffset: number;
  /** The missing closing delimiter, in words for the author, or null. */
  readonly unclosed: string | null;
  readonly parse: Parser;
  /** The offset of a line that should be `---`, or of needless blank lines; absent if all is well. */
  readonly oddFenceAt?: number;
}

/** An opening line. A line of plus signs is one only if a key or a table follows. */
const OPENING =
  /^(?:---[ \t]*(?:(?:yaml|(toml)|(json))[ \t]*)?\n|(\+\+\+)[ \t]*\n(?=\s*(?:[#[]|[\w.'"-]+[ \t]*=|\+\+\+[ \t]*(?:\n|$))))/;
/** Three hyphens, or YAML's own three dots, which Jekyll and Pandoc accept as well. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
const TOML_CLOSING = /^\+\+\+[ \t]*$/m;

/** Finds the front matter of a file; `isKnown` is true for a key that has a meaning. */
export function findFrontMatter(text: string, isKnown: (key: string) => boolean): FoundFrontMatter {
  const [opening, toml, json, plus] = OPENING.exec(text) ?? [];
  if (opening === undefined) {
    return findJson(text) ?? findLines(text, isKnown) ?? findLoose(text, isKnown) ?? NONE;
  }
  const start = opening.length;
  const parse = json ? parseJsonAsYaml : (toml ?? plus) ? parseToml : parseYaml;
  const closing = (plus ? TOML_CLOSING : CLOSING).exec(text.slice(start));
  if (closing === null) {
    const loose = plus ? null : findLoose(text, isKnown);
    if (loose !== null) return { ...loose, parse };
    const unclosed = `a line of three ${plus ? 'plus signs (+++)' : 'hyphens (---)'}`;
    return { ...NONE, bodyOffset: text.length, unclosed };
  }
  const end = start + closing.index;
  return { start, end, bodyOffset: end + closing[0].length + 1, unclosed: null, parse };
}

const NONE = { start: 0, end: 0, bodyOffset: 0, unclosed: null, parse: parseYaml };

/** A delimiter that is nearly `---`, from a word processor or a typing mistake, perhaps after blank lines. */
const LOOSE_OPENING = /^(?:[ \t]*\n)*[ \t]*(?:-{2,}|[–—]{1,3}-?)[ \t]*\n(?=([A-Za-z][\w-]*):)/;
const LOOSE_CLOSING = /^[ \t]*(?:-{2,}|[–—]{1,3}-?)[ \t]*$/m;

/** Finds keys between lines that are nearly `---`, or after blank lines. The first key must be known. */
function findLoose(text: string, isKnown: (key: string) => boolean): FoundFrontMatter | null {
  const [opening = '', first = ''] = LOOSE_OPENING.exec(text) ?? [];
  const closing = LOOSE_CLOSING.exec(text.slice(opening.length));
  if (!isKnown(first) || closing === null) return null;
  const start = opening.length;
  const end = start + closing.index;
  // Rules around a paragraph, or one further down, aren't delimiters.
  const lines = text.slice(start, end).trimEnd().split('\n');
  if (!lines.every((line) => line === '' || LINE.test(line))) return null;
  const oddFenceAt = /^---[ \t]*\n/.test(opening) ? end : 0;
  return { ...NONE, start, end, bodyOffset: end + closing[0].length + 1, oddFenceAt };
}

/** Finds a JSON object at the start of a file, as in Hugo. */
function findJson(text: string): FoundFrontMatter | null {
  if (!/^\{\s*"[^"\n]*"\s*:/.test(text)) return null;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
    if (token === '{') depth++;
    if (token !== '}' || --depth > 0) continue;
    const [rest = ''] = /[ \t]*\n?/y.exec(text.slice(index + 1, index + 100)) ?? [];
    const end = index + 1;
    return { start: 0, end, bodyOffset: end + rest.length, unclosed: null, parse: parseJsonAsYaml };
  }
  return { ...NONE, bodyOffset: text.length, unclosed: 'a closing brace (})' };
}

/** A line `Key: value`, an indented continuation of a value, or a list item. */
const LINE = /^(?:([A-Za-z][\w -]*):(?:[ \t].*)?|[ \t].*|- .*)$/;
/** Keys of other generators that have no meaning here. */
const OTHER_KEYS =
  /^(?:layout|template|type|comments|toc|id|lang|language|translation|copyright|css|save_as|base header level)$/i;

/**
 * Finds keys at the start of a file without an opening line; three hyphens or a blank line ends them. The first key
 * must be known. The title and the date must be among them, or one of the two if all keys are known.
 */
function findLines(text: string, isKnown: (key: string) => boolean): FoundFrontMatter | null {
  const [, first = ''] = /^([A-Za-z][\w -]*):/.exec(text) ?? [];
  if (!isKnown(first)) return null;
  const closing = /^(?:[ \t]*|-{3,}[ \t]*|\.{3}[ \t]*)$/m.exec(text);
  const end = closing?.index ?? text.length;
  const lines = text
    .slice(0, end)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => LINE.exec(line));
  if (lines.includes(null)) return null;
  const keys = lines.flatMap((match) => match?.[1] ?? []);
  const hasKey = (name: RegExp) => keys.some((key) => name.test(key));
  const hasTitle = hasKey(/^title$/i);
  const hasDate = hasKey(/^(?:date|published)$/i);
  const isPlain = keys.every((key) => isKnown(key) || OTHER_KEYS.test(key));
  if (isPlain ? !(hasTitle || hasDate) : !(hasTitle && hasDate)) return null;
  const bodyOffset = end + (closing?.[0].length ?? 0) + 1;
  const parse = closing?.[0].trim() ? parseYaml : parseLines;
  return { start: 0, end, bodyOffset, unclosed: null, parse };
}

/** Parses lines `Key: value`. Values are taken literally, and continue on indented lines. */
const parseLines: Parser = (text) => {
  const repeats: RepeatedKey[] = [];
  const entries: YamlEntries = new Map();
  const lines = /^([A-Za-z][\w -]*):[ \t]*(.*(?:\n[ \t]+.*)*)$/gm;
  for (const { 0: line, 1: key = '', 2: value = '', index } of text.matchAll(lines)) {
    const offset = index + line.length - value.length;
    const node = { kind: 'text', value: dropControls(value), offset } as const;
    addEntry(entries, { value: key, offset: index }, node, repeats);
  }
  return { root: { kind: 'map', entries, offset: 0 }, repeats };
};
