/**
 * Tables of keys: each row describes one key of front matter or of site.yaml.
 *
 * A row holds a key's names, the reader of its value and its default. `readTable` reads all values and
 * `reportUnknownKeys` finds mistyped keys. Readers never throw on invalid input: they return null and add a problem
 * to the source. Each has a JSON Schema of what it accepts. A test compares the manual's tables with these.
 */

import { isScriptUrl } from '../markdown/html.ts';
import { replaceFrom } from '../problems/edits.ts';
import {
  MAX_LISTED,
  makeProblem,
  type Place,
  type Problem,
  type ProblemCode,
  type ProblemDetails,
  placeAt,
  type TextEdit,
  wholeFile,
} from '../problems/problems.ts';
import { findLanguageByName, readLanguage, suggestLanguage } from '../text/languages.ts';
import {
  askMeant,
  decodeEntities,
  findConflict,
  foldSpace,
  joinWords,
  type Stated,
  suggestWord,
} from '../text/text.ts';
import { calendarDay, suggestZone } from './dates.ts';
import { isEmpty, type Parser, parseYaml, type YamlEntries, type YamlNode } from './yaml.ts';
import { quoteEntry, removeEntry, renameEntry } from './yaml-edits.ts';

/** One key. */
export interface Row {
  /** Other names of the key. The first name with a value wins. */
  readonly also?: readonly string[];
  readonly read: Reader<unknown>;
  /** The value of an absent key; null if omitted. For a required key, an example. */
  readonly default?: unknown;
  readonly isRequired?: true;
}
export type Table = Readonly<Record<string, Row>>;

/** The values read by a table: for each key, its reader's result or its default. */
export type ValuesOf<Rows extends Table> = {
  readonly [Key in keyof Rows]:
    | NonNullable<ReturnType<Rows[Key]['read']>>
    | (Rows[Key] extends { readonly default: infer Default } ? Default : null);
};

/** Converts a value for its key; returns null and adds a problem for an invalid one. */
export type Reader<Value> = (value: NamedValue) => Value | null;

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schemas of readers. They accept everything that the reader does, and perhaps more. */
const SCHEMAS = new WeakMap<Reader<unknown>, Schema>();

/** Attaches a JSON Schema to a reader. */
export function accept<Value>(schema: Schema, read: Reader<Value>): Reader<Value> {
  SCHEMAS.set(read, schema);
  return read;
}

/** Makes the JSON Schema of a table. `descriptions` are by key; editors do not suggest a key's other names. */
export function describeTable(table: Table, descriptions: Readonly<Record<string, string>> = {}) {
  const properties = Object.entries(table).flatMap(([key, { also = [], read, ...row }]) => {
    const isShown = /^(string|number|boolean)$/.test(typeof row.default) && !row.isRequired;
    const schema = { ...SCHEMAS.get(read), ...(isShown && { default: row.default }) };
    const others = { ...SCHEMAS.get(read), description: `\`${key}\``, doNotSuggest: true };
    const own = { ...schema, ...(descriptions[key] && { description: descriptions[key] }) };
    return [[key, own], ...also.map((name) => [name, others])];
  });
  const required = Object.keys(table).filter((key) => table[key]?.isRequired);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** A file's YAML entries, and the file's problems. */
export interface YamlSource {
  readonly path: string;
  /** The whole file. Offsets of entries are offsets in it. */
  readonly text: string;
  readonly entries: YamlEntries;
  /** The file's problems, to which readers add. */
  readonly problems: Problem[];
}

/** A value with the key under which it was found, and its source. */
interface NamedValue {
  readonly name: string;
  readonly node: YamlNode;
  readonly source: YamlSource;
}

/** A quoted value or block, which is skipped, or a word like `#1` or `#rome`, which is not meant as a comment. */
const HASH = new RegExp(
  String.raw`^[\w-]+:[ \t]+["'|>][^]*?(?=\n[\w-]|(?![^]))|` +
    String.raw`^(?:[\w-]+:|[ \t]*-)(?:[ \t]+[^\s"'[{|>&*!#][^\n]*?)?[ \t](?<cut>#[^\s#])`,
  'gm',
);

/**
 * Parses text whose offsets are those of the file. For invalid text, or a document that is not a map, it returns no
 * entries and adds a problem; `subject` and `code` describe the latter. A repeated key is an error only if its values
 * differ and `isRead` is true for it.
 */
export function parseEntries(
  text: string,
  file: Omit<YamlSource, 'entries'>,
  subject: string,
  code: ProblemCode,
  parse: Parser = parseYaml,
  isRead: (key: string) => boolean = () => true,
): YamlEntries {
  const conflict = text.includes('<<<<<<< ') ? findConflict(text) : null;
  if (conflict !== null) {
    report(file, conflict.at, conflict.code, conflict.message, conflict.hint);
    return new Map();
  }
  const notes: Parameters<Parser>[1] = { damages: [], repeats: [] };
  const root = parse(text, notes);
  for (const offset of notes.damages) {
    const message = 'This contains half a character, which is shown as \ufffd';
    report(file, offset, 'text-repaired', message, 'Write the character itself.');
  }
  for (const { name, top, offset, isEqual } of notes.repeats) {
    const severe = isRead(top) && !isEqual ? 'yaml-invalid' : 'key-repeated';
    const message = `The key \`${name}\` appears here a second time`;
    const edits = severe === 'key-repeated' ? removeEntry(file.text, offset) : [];
    report(file, offset, severe, message, 'Remove one of the two.', { edits, subject: name });
  }
  const hashes = parse === parseYaml ? [...text.matchAll(HASH)] : [];
  const cuts = hashes.filter(({ groups }) => groups?.cut !== undefined);
  for (const { 0: whole, index } of cuts.slice(0, MAX_LISTED)) {
    const message = 'In YAML, a `#` after a space begins a comment, so this is left out';
    const hint = 'Put the whole value in quotes; or write a space after the `#` of a comment.';
    report(file, index + whole.length - 2, 'value-cut', message, hint);
  }
  if (root?.kind === 'map') return root.entries;
  if (root?.kind === 'fault') {
    const faultCode = parse === parseYaml ? 'yaml-invalid' : code;
    const edits = faultCode === 'yaml-invalid' ? quoteEntry(file.text, root.offset) : [];
    report(file, root.offset, faultCode, root.message, root.hint, { edits });
  } else if (root !== null) {
    const message = `${subject} is a ${root.kind}, not keys with values`;
    const hint = 'Write one `key: value` per line, such as `title: Words`.';
    report(file, root.offset, code, message, hint);
  }
  return new Map();
}

/** Reads the value of every key of a table. */
export function readTable<Rows extends Table>(table: Rows, source: YamlSource): ValuesOf<Rows> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = findValue(source, [name, ...(row.also ?? [])]);
    if (value === null && row.isRequired) {
      const hint = `Add a line \`${name}: ${row.default}\`.`;
      const offset = source.entries.get(name)?.keyOffset ?? null;
      report(source, offset, 'key-missing', `\`${name}\` is missing`, hint);
    }
    values[name] = (value === null ? null : row.read(value)) ?? row.default ?? null;
  }
  return values as ValuesOf<Rows>;
}

/** Finds the value of the first name that has one. Empty texts, lists and maps do not count. */
export function findValue(source: YamlSource, names: readonly string[]): NamedValue | null {
  for (const name of names) {
    const node = source.entries.get(name)?.value;
    if (node !== undefined && !isEmpty(node)) return { name, node, source };
  }
  return null;
}

/** A cache of each table's names. */
const namesOfTables = new WeakMap<Table, readonly string[]>();

function listNames(table: Table): readonly string[] {
  const names =
    namesOfTables.get(table) ??
    Object.entries(table).flatMap(([name, { also = [] }]) => [name, ...also]);
  namesOfTables.set(table, names);
  return names;
}

/**
 * Reports each key that is not in the table, and suggests the name that was probably meant. `ignores` selects keys to
 * leave alone.
 */
export function reportUnknownKeys(
  table: Table,
  source: YamlSource,
  ignores: (key: string, meant: string | null) => boolean = () => false,
): void {
  const names = listNames(table);
  for (const [key, { keyOffset }] of source.entries) {
    if (names.includes(key)) continue;
    const meant = suggestWord(key, names);
    if (ignores(key, meant)) continue;
    const hint = askMeant(meant) ?? `The keys are ${names.join(', ')}.`;
    const message = `The key \`${key}\` is unknown, so it is ignored`;
    const edits = meant === null ? [] : renameEntry(source, key, meant);
    report(source, keyOffset, 'key-unknown', message, hint, { edits, subject: key });
  }
}

/** Adds a problem at an offset in the file, or for the whole file if the offset is null. */
export function report(
  { path, text, problems }: Omit<YamlSource, 'entries'>,
  offset: number | null,
  code: ProblemCode,
  message: string,
  hint: string,
  details: ProblemDetails = {},
): void {
  const place = offset === null ? wholeFile(path) : placeAt(path, text, offset);
  problems.push(makeProblem(code, place, message, hint, details));
}

/** Any scalar is a text: only readers turn it into a number or a date. */
const TEXT = { type: ['string', 'number', 'boolean', 'null'] };

/** One line of text; HTML entities are not decoded. */
export const text = accept(TEXT, (value): string | null => {
  if (value.node.kind === 'text') return foldSpace(value.node.value);
  const [only] = value.node.kind === 'list' ? value.node.items : [];
  const words = only?.kind === 'text' ? only.value : 'some words';
  return refuse(value, 'text', `Write it as \`${value.name}: ${words}\`.`);
});

/** A text with its place. */
export const stated = convert(text, (value, { node, source }): Stated => {
  return { value, place: placeAt(source.path, source.text, node.offset) };
});

/** A list of texts; a single text counts as a list of one. */
const TEXTS = { anyOf: [TEXT, { type: 'array', items: TEXT }] };
export const texts = accept(TEXTS, (value): string[] | null => {
  const { node } = value;
  const words: string[] = [];
  for (const each of node.kind === 'list' ? node.items : [node]) {
    if (each.kind !== 'text') {
      const found = `${each === node ? 'is' : 'holds'} a ${each.kind}`;
      return refuse(value, 'a list of words', 'Write one per line.', found);
    }
    if (each.value.trim() !== '') words.push(foldSpace(each.value));
  }
  return words;
});

/** A list of paths from the site's root. */
export const paths = convert(texts, (all, value) => {
  const wrong = all.find((path) => !/^\/(?!\/)[^?#]*$/.test(path));
  if (wrong === undefined) return all;
  return refuse(value, 'a list of paths', 'Begin each with "/".', `has \`${wrong}\``);
});

/** A list of texts, each with its place. */
export const statedTexts = convert(texts, (_, { name, node, source }) => {
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => stated({ name, node: item, source }) ?? []);
});

/** A link with a label (`Label: /path`) or, if `to` is null, only the name or address of a page. */
export type StatedLink = Stated & { readonly to: string | null };

/** `Label: address` in quotes; the label may contain a colon. */
const LABELLED = /^(.+): ((?:\/|[a-z][\w+.-]*:)\S+)$/i;

/** Reads a list of links, or a map of labels and addresses. */
export const links: Reader<StatedLink[]> = ({ name, node, source }) => {
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item): StatedLink[] => {
    if (item.kind !== 'map') {
      const given = stated({ name, node: item, source });
      const [, label, value = ''] = LABELLED.exec(given?.value ?? '') ?? [];
      if (given === null || label === undefined) return given ? [{ ...given, to: null }] : [];
      const to = address({ name: label, node: { ...item, kind: 'text', value }, source });
      return to === null ? [] : [{ value: label, to: value, place: to.place }];
    }
    const [label, url] = ['name', 'url'].map((key) => item.entries.get(key)?.value);
    const pairs = Array.from(item.entries, ([key, { value }]) => [key, value] as const);
    const named = label?.kind === 'text' && url ? [[label.value, url] as const] : pairs;
    return named.flatMap(([label, node]) => {
      const to = address({ name: label, node, source });
      return to === null ? [] : [{ value: foldSpace(label), to: to.value, place: to.place }];
    });
  });
};

/** Reads links that must be absolute. */
export const profiles: Reader<{ readonly name: string; readonly url: string }[]> = (value) => {
  return (links(value) ?? []).flatMap(({ value: name, to, place }) => {
    if (to !== null && /^https?:/i.test(to) && !name.includes('://')) return [{ name, url: to }];
    const message = `A profile is a name and an absolute URL, not \`${to ?? name}\``;
    const hint = 'Write `Mastodon: https://…` on a line of its own.';
    value.source.problems.push(makeProblem('value-invalid', place, message, hint));
    return [];
  });
};

/** Reads a map as a source of its own; any other value is rejected with the hint. */
export function map(hint: string, schema: Schema): Reader<YamlSource> {
  return accept({ ...schema, type: ['object', 'null'] }, (value) => {
    const { node, source } = value;
    if (node.kind !== 'map') return refuse(value, 'a map', hint);
    return { ...source, entries: node.entries };
  });
}

/**
 * Reads any YAML as a value for templates. Unquoted numbers, `true`, `false` and `null` get their types; dates stay
 * texts.
 */
export const data: Reader<unknown> = ({ node, source }) => toData(node, source.text);

function toData(node: YamlNode, text: string): unknown {
  if (node.kind === 'list') return node.items.map((item) => toData(item, text));
  if (node.kind === 'map') {
    const entries = [...node.entries].map(([key, { value }]) => [key, toData(value, text)]);
    return Object.fromEntries(entries);
  }
  const { value, offset } = node;
  if (/["']/.test(text[offset - 1] ?? '')) return value;
  if (/^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/.test(value)) return JSON.parse(value);
  return value === '' ? null : value;
}

/** A title or an excerpt: one line of text with its HTML entities decoded, once. */
export const prose = convert(text, (words) => foldSpace(decodeEntities(words)));

const BOOLEAN = { enum: [true, false, null, 'true', 'false', 'yes', 'no', 'on', 'off'] };
export const boolean = accept(
  BOOLEAN,
  refine(text, 'true or false', 'Write true or false.', toBoolean),
);

/** Converts a text; null if it is neither true nor false. */
export function toBoolean(word: string): boolean | null {
  return /^(true|yes|on)$/i.test(word) ? true : /^(false|no|off)$/i.test(word) ? false : null;
}

/** A whole number of at least 1. */
export const count = accept(
  { type: ['integer', 'string', 'null'], minimum: 1, pattern: '^\\s*\\d+\\s*$' },
  refine(text, 'a whole number of 1 or more', 'Use digits.', (digits) =>
    /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) < 1e9 ? Number(digits) : null,
  ),
);

/** Milliseconds since the epoch, in the range of a Date. */
export const timestamp = refine(
  text,
  'milliseconds since 1970',
  'Write a whole number, or use `published`.',
  (digits) =>
    /^-?\d+$/.test(digits) && Math.abs(Number(digits)) <= 8.64e15 ? Number(digits) : null,
);

/** One of several words; case is ignored. */
export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word> {
  const hint = 'Write one of these words.';
  const suggest = (written: string) => suggestWord(written, words);
  const find = (written: string) => words.find((each) => each === written.toLowerCase()) ?? null;
  const wanted = joinWords(words, 'or') ?? '';
  return accept({ enum: [...words, null] }, refine(text, wanted, hint, find, suggest));
}

/** An absolute http(s) URL, as written. */
export const url = accept(
  { type: ['string', 'null'], pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:' },
  refine(
    text,
    'an absolute URL',
    'Start it with https:// (or http://) and a host name.',
    (address) => (URL.canParse(address) && /^https?:\/\//i.test(address) ? address : null),
  ),
);

/** The first item of a list; any other value as it is. */
export function firstOf({ node, ...value }: NamedValue): NamedValue {
  const [first = node] = node.kind === 'list' ? node.items : [node];
  return { ...value, node: first };
}

/** A path, or a URL that browsers can read, with its place. */
export const address = convert(stated, (given, value) => {
  if (URL.canParse(given.value, 'https://host') && !isScriptUrl(given.value)) return given;
  return refuse(value, 'a path or a URL', 'Correct the URL, or write the path of a file.');
});

/** The URL of a whole site, returned without a trailing slash. */
export const siteUrl = refine(
  url,
  'a URL without user, query or fragment',
  'Remove that part.',
  (address) => {
    const { origin, pathname, search, hash, username, password } = new URL(address);
    if (search + hash + username + password !== '') return null;
    // A path with two leading slashes would name another host.
    return origin + pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  },
);

export const email = refine(text, 'an email address', 'Write it as name@example.com.', (address) =>
  /^[^\s@<>:]+@[^\s@<>]+$/.test(address) ? address : null,
);

/** A BCP 47 tag, returned in its canonical form; `pt_BR` is accepted. */
export const language = refine(
  text,
  'a language tag',
  'Write it as en, en-GB or pt-BR.',
  readLanguage,
  suggestLanguage,
);

/**
 * The same for front matter, where `language` may be a programming language and is ignored unless it is a known tag.
 * The name of a language is reported.
 */
export const essayLanguage: Reader<string> = (value) => {
  const { name, node, source } = value;
  if (name !== 'language' || node.kind !== 'text') return language(value);
  const [known, meant] = [readLanguage(node.value), findLanguageByName(node.value)];
  if (known === null && meant !== null) {
    const message = `\`language: ${node.value}\` is no language tag, so it is ignored`;
    const edits = replaceFrom(placeOf(value), node.value, meant);
    report(source, node.offset, 'language-ignored', message, askMeant(meant) ?? '', { edits });
  }
  return known;
};

export const timeZone = refine(
  text,
  'an IANA time zone',
  'Write it as America/New_York, Europe/Berlin or UTC.',
  (name) => {
    try {
      return calendarDay(0, name) && name;
    } catch {
      return null; // Intl does not know it.
    }
  },
  suggestZone,
);

/**
 * Makes the reader of an optional key whose name may hold data of the author's own: a map or list that the key can't
 * take is ignored, with a warning. A wrong word is still an error, because it is probably a mistake.
 */
export function mayBeOwn<Value>(read: Reader<Value>): Reader<Value> {
  return accept(SCHEMAS.get(read) ?? {}, (given) => {
    const { name, node, source } = given;
    const problems: Problem[] = [];
    const value = read({ ...given, source: { ...source, problems } });
    if (node.kind === 'text' || problems.length === 0) {
      source.problems.push(...problems);
      return value;
    }
    const message = `The key \`${name}\` doesn't take such a ${node.kind}, so it is ignored`;
    const hint = 'If it is data of your own, put it under `data`, where templates find it.';
    report(source, node.offset, 'value-ignored', message, hint);
    return null;
  });
}

/** Makes a reader that converts another reader's result. */
export function convert<Given, Value>(
  read: Reader<Given>,
  make: (given: Given, value: NamedValue) => Value | null,
): Reader<Value> {
  return accept(SCHEMAS.get(read) ?? {}, (value) => {
    const given = read(value);
    return given === null ? null : make(given, value);
  });
}

/** Makes a reader that converts a text. It rejects one if `make` returns null, and asks whether `suggest` is meant. */
function refine<Value>(
  read: Reader<string>,
  wanted: string,
  hint: string,
  make: (text: string) => Value | null,
  suggest: (text: string) => string | null = () => null,
): Reader<Value> {
  return convert(read, (given, value) => {
    const made = make(given);
    if (made !== null) return made;
    const meant = suggest(given);
    const edits = replaceFrom(placeOf(value), given, meant);
    return refuse(value, wanted, askMeant(meant) ?? hint, undefined, edits);
  });
}

/** Reports that a value is not `wanted`. */
function refuse(
  value: NamedValue,
  wanted: string,
  hint: string,
  found?: string,
  edits: readonly TextEdit[] = [],
): null {
  const { name, node, source } = value;
  const is = `is ${node.kind === 'text' ? `\`${node.value}\`` : `a ${node.kind}`}`;
  const message = `\`${name}\` must be ${wanted}, but ${found ?? is}`;
  report(source, node.offset, 'value-invalid', message, hint, { edits, subject: name });
  return null;
}

function placeOf({ node, source }: NamedValue): Place {
  return placeAt(source.path, source.text, node.offset);
}
