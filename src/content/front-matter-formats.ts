/**
 * Front matter formats: an essay file's text → where its front matter stands, and the parser for it.
 *
 * YAML between `---`, TOML between `+++`, JSON in braces or between `---json` and `---`, and keys at the head of
 * the file without an opening line: with `---` below them, as in Hexo, or a blank line, as in Pelican.
 */
import { dropControls } from './text.ts';
import { parseToml } from './toml.ts';
import { addEntry, type Parser, parseJson, parseYaml, type YamlEntries } from './yaml.ts';

interface FoundFrontMatter {
  /** Offsets of the front matter's text, without the lines around it. */
  readonly start: number;
  readonly end: number;
  readonly bodyOffset: number;
  /** The end that is missing, in words for the author, or null. */
  readonly unclosed: string | null;
  readonly parse: Parser;
}

/** An opening line; a line of plus signs begins front matter only if a key or a table follows. */
const OPENING =
  /^(?:---[ \t]*(?:(?:yaml|(toml)|(json))[ \t]*)?\n|(\+\+\+)[ \t]*\n(?=\s*(?:[#[]|[\w.'"-]+[ \t]*=|\+\+\+[ \t]*(?:\n|$))))/;
/** Three hyphens, or YAML's own end mark, which Jekyll and Pandoc accept as well. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
const TOML_CLOSING = /^\+\+\+[ \t]*$/m;

/** Finds the front matter of a file; `isKnown` tells whether a key means anything. */
export function findFrontMatter(text: string, isKnown: (key: string) => boolean): FoundFrontMatter {
  const [opening, toml, json, plus] = OPENING.exec(text) ?? [];
  if (opening === undefined) return findJson(text) ?? findLines(text, isKnown) ?? NONE;
  const start = opening.length;
  const parse = json ? parseJson : (toml ?? plus) ? parseToml : parseYaml;
  const closing = (plus ? TOML_CLOSING : CLOSING).exec(text.slice(start));
  if (closing === null) {
    const unclosed = `a line of three ${plus ? 'plus signs (+++)' : 'hyphens (---)'}`;
    return { ...NONE, bodyOffset: text.length, unclosed };
  }
  const end = start + closing.index;
  const bodyOffset = Math.min(end + closing[0].length + 1, text.length);
  return { start, end, bodyOffset, unclosed: null, parse };
}

const NONE = { start: 0, end: 0, bodyOffset: 0, unclosed: null, parse: parseYaml };

/** Finds a map of JSON at the head of a file, as Hugo has it. */
function findJson(text: string): FoundFrontMatter | null {
  if (!/^\{\s*"[^"\n]*"\s*:/.test(text)) return null;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
    if (token === '{') depth++;
    if (token !== '}' || --depth > 0) continue;
    const [rest = ''] = /[ \t]*\n?/y.exec(text.slice(index + 1, index + 100)) ?? [];
    const end = index + 1;
    return { start: 0, end, bodyOffset: end + rest.length, unclosed: null, parse: parseJson };
  }
  return { ...NONE, bodyOffset: text.length, unclosed: 'a closing brace (})' };
}

/** A line `Key: value`, the indented rest of a value, or an item of a list. */
const LINE = /^(?:([A-Za-z][\w -]*):(?:[ \t].*)?|[ \t].*|- .*)$/;
/** Keys of other generators that mean nothing here. */
const OTHER_KEYS =
  /^(?:layout|template|type|comments|toc|id|lang|language|translation|copyright|css|save_as|base header level)$/i;

/**
 * Finds keys at the head of a file that has no opening line: up to three hyphens or a blank line. The
 * first must be known and one must be the title or the date; without both, all must be known.
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
  const [hasTitle, hasDate] = [hasKey(/^title$/i), hasKey(/^(?:date|published)$/i)];
  const isPlain = keys.every((key) => isKnown(key) || OTHER_KEYS.test(key));
  if (isPlain ? !(hasTitle || hasDate) : !(hasTitle && hasDate)) return null;
  const bodyOffset = Math.min(end + (closing?.[0].length ?? 0) + 1, text.length);
  const parse = closing?.[0].trim() ? parseYaml : parseLines;
  return { start: 0, end, bodyOffset, unclosed: null, parse };
}

/** Parses lines `Key: value`, whose values are texts as they stand; indented lines go on with a value. */
const parseLines: Parser = (text, { repeats }) => {
  const entries: YamlEntries = new Map();
  const lines = /^([A-Za-z][\w -]*):[ \t]*(.*(?:\n[ \t]+.*)*)$/gm;
  for (const { 0: line, 1: key = '', 2: value = '', index } of text.matchAll(lines)) {
    const offset = index + line.length - value.length;
    const node = { kind: 'text', value: dropControls(value), offset } as const;
    addEntry(entries, { value: key, offset: index }, node, repeats);
  }
  return { kind: 'map', entries, offset: 0 };
};
