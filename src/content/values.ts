/**
 * Tables of keys: each row is one key of front matter or of site.yaml.
 *
 * From a row come the names of a key, the reading of its value, its default and its documentation. From
 * a whole table come the type of what is read, "did you mean" for mistyped keys, and the README's table.
 */
import {
  makeProblem,
  type Place,
  type Problem,
  type ProblemCode,
  placeAt,
  wholeFile,
} from '../problems.ts';
import { isTimeZone } from './dates.ts';
import { decodeEntities, foldSpace, joinWords, suggestWord } from './text.ts';
import { parseYaml, type YamlMap, type YamlNode } from './yaml.ts';

/** One key. */
export interface Row {
  /** Other names that it is read under. Of several names with a value, the first wins. */
  readonly also?: readonly string[];
  readonly read: Reader<unknown>;
  /** The value where there is none; null if this is left out. For a required key, an example. */
  readonly default?: unknown;
  readonly isRequired?: true;
  /** One line about its value, in Markdown. */
  readonly doc: string;
  /** What stands in for a value, where `default` does not say it. */
  readonly without?: string;
}
export type Table = Readonly<Record<string, Row>>;

/** What reading a table gives: for each key, what its reader makes of a value, or its default. */
export type ValuesOf<Rows extends Table> = {
  readonly [Key in keyof Rows]:
    | NonNullable<ReturnType<Rows[Key]['read']>>
    | (Rows[Key] extends { readonly default: infer Default } ? Default : null);
};

/** Makes of a value what its key wants; null, and a problem, for a value of another kind. */
export type Reader<Value> = (value: NamedValue) => Value | null;

/** The keys of a YAML map, the file they stand in, and the problems with it. */
export interface YamlSource {
  readonly path: string;
  /** The whole file. */
  readonly text: string;
  /** Where the YAML begins in `text`. */
  readonly yamlOffset: number;
  readonly entries: YamlMap['entries'];
  /** Readers add to them. */
  readonly problems: Problem[];
}

/** A value, and the name and the map it stands under. */
export interface NamedValue {
  readonly name: string;
  readonly node: YamlNode;
  readonly source: YamlSource;
}

/** A text of the author's and where it stands. */
export interface Stated {
  readonly value: string;
  readonly place: Place;
}

/**
 * Parses a YAML text. One that is malformed, or no map, has no entries and gives a problem; `subject`
 * and `code` are for the latter.
 */
export function parseEntries(
  yaml: string,
  { path, text, yamlOffset, problems }: Omit<YamlSource, 'entries'>,
  subject: string,
  code: ProblemCode,
): YamlMap['entries'] {
  const root = parseYaml(yaml);
  if (root?.kind === 'map') return root.entries;
  if (root === null) return new Map();
  const place = placeAt(path, text, yamlOffset + root.offset);
  if (root.kind === 'fault') {
    problems.push(makeProblem('yaml-invalid', place, root.message, root.hint));
  } else {
    const message = `${subject} is a ${root.kind}, not keys with values`;
    const hint = 'Write one `key: value` to a line, such as `title: Words`.';
    problems.push(makeProblem(code, place, message, hint));
  }
  return new Map();
}

/** Reads the value of every key of a table. */
export function readTable<Rows extends Table>(table: Rows, source: YamlSource): ValuesOf<Rows> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = findValue(source, [name, ...(row.also ?? [])]);
    if (value === null && row.isRequired) source.problems.push(keyMissing(name, row, source));
    values[name] = (value === null ? null : row.read(value)) ?? row.default ?? null;
  }
  return values as ValuesOf<Rows>;
}

/** The value under the first of the names that has one; an empty text, list or map is none. */
export function findValue(source: YamlSource, names: readonly string[]): NamedValue | null {
  for (const name of names) {
    const node = source.entries.get(name)?.value;
    if (node !== undefined && !isEmpty(node)) return { name, node, source };
  }
  return null;
}

/** All names of all keys of a table. */
export function listNames(table: Table): string[] {
  return Object.entries(table).flatMap(([name, { also = [] }]) => [name, ...also]);
}

/** Reports each key that is none of the `names`, with the name that was meant, unless `ignores` it. */
export function reportUnknownKeys(
  names: readonly string[],
  source: YamlSource,
  ignores: (key: string, meant: string | null) => boolean = () => false,
): void {
  for (const [key, { keyOffset }] of source.entries) {
    if (names.includes(key)) continue;
    const meant = suggestWord(key, names);
    if (ignores(key, meant)) continue;
    const hint =
      meant === null ? `The keys are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`;
    const message = `The key \`${key}\` is not known, so its value is not used`;
    source.problems.push(makeProblem('key-unknown', placeIn(source, keyOffset), message, hint));
  }
}

/** One line of text, entities not decoded. */
export const text: Reader<string> = (value) => {
  if (value.node.kind === 'text') return foldSpace(value.node.value);
  return refuse(value, 'a text', `Write it as \`${value.name}: some words\`.`);
};

/** A text, with its place. */
export const stated = convert(text, (words, value): Stated => {
  return { value: words, place: placeOf(value) };
});

/** A list of texts; a single text is a list of one. */
export const texts: Reader<string[]> = (value) => {
  const { name, node, source } = value;
  const words: string[] = [];
  for (const each of node.kind === 'list' ? node.items : [node]) {
    if (each.kind !== 'text') {
      const holds = each === node ? 'is' : 'holds';
      const message = `\`${name}\` must be a list of words, and ${holds} a ${each.kind}`;
      const place = placeOf(value);
      source.problems.push(makeProblem('value-invalid', place, message, 'Write one to a line.'));
      return null;
    }
    if (each.value.trim() !== '') words.push(foldSpace(each.value));
  }
  return words;
};

/** A title or an excerpt: one line of text with its HTML entities decoded, once. */
export const prose = convert(text, (words) => foldSpace(decodeEntities(words)));

export const boolean = refine(text, 'true or false', 'Write true or false.', (word) =>
  /^(true|yes|on)$/i.test(word) ? true : /^(false|no|off)$/i.test(word) ? false : null,
);

/** A whole number of at least 1. */
export const count = refine(text, 'a whole number of 1 or more', 'Write it in digits.', (digits) =>
  /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) < 1e9 ? Number(digits) : null,
);

/** Milliseconds since the epoch, of a moment that a Date can hold. */
export const timestamp = refine(
  text,
  'milliseconds since 1970',
  'Write a whole number, or use `published`.',
  (digits) =>
    /^-?\d+$/.test(digits) && Math.abs(Number(digits)) <= 8.64e15 ? Number(digits) : null,
);

/** One of some words, in any case. */
export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word> {
  const hint = (word: string) => {
    const meant = suggestWord(word, words);
    return meant === null ? 'Write one of these words.' : `Did you mean \`${meant}\`?`;
  };
  const wanted = joinWords(words, 'or') ?? '';
  return refine(text, wanted, hint, (word) => {
    return words.find((each) => each === word.toLowerCase()) ?? null;
  });
}

/** An absolute http(s) URL, as written. */
export const url = refine(
  text,
  'an absolute URL',
  'Begin it with https:// (or http://) and the host name.',
  (address) =>
    URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null,
);

/** A URL that a whole site can lie under; without a slash at its end. */
export const siteUrl = refine(
  url,
  'a URL without user, query or fragment',
  'Cut it there.',
  (address) => {
    const { href, search, hash, username } = new URL(address);
    return `${search}${hash}${username}` === '' ? href.replace(/\/+$/, '') : null;
  },
);

export const email = refine(text, 'a mail address', 'Write it as name@example.com.', (address) =>
  /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : null,
);

/** A BCP 47 tag, in its canonical form. */
export const language = refine(text, 'a language tag', 'Write it as en, en-GB or pt-BR.', (tag) => {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
});

export const timeZone = refine(
  text,
  'a time zone of the IANA list',
  'Write it as America/New_York, Europe/Berlin or UTC.',
  (name) => (isTimeZone(name) ? name : null),
);

/** The keys of a value that is a map; null, and a problem with the hint, for any other. */
export function readMap(value: NamedValue, hint: string): YamlSource | null {
  const { node, source } = value;
  return node.kind === 'map' ? { ...source, entries: node.entries } : refuse(value, 'a map', hint);
}

/** Reports that a value is not what its key wants. */
export function refuse(value: NamedValue, wanted: string, hint: string): null {
  const is = value.node.kind === 'text' ? `\`${value.node.value}\`` : `a ${value.node.kind}`;
  const message = `\`${value.name}\` must be ${wanted}, and is ${is}`;
  value.source.problems.push(makeProblem('value-invalid', placeOf(value), message, hint));
  return null;
}

/** The place of an offset into a source's YAML. */
export function placeIn(source: YamlSource, offset: number): Place {
  return placeAt(source.path, source.text, source.yamlOffset + offset);
}

export function placeOf({ node, source }: NamedValue): Place {
  return placeIn(source, node.offset);
}

/** A reader that makes something of what another reader has read. */
export function convert<Given, Value>(
  read: Reader<Given>,
  make: (given: Given, value: NamedValue) => Value | null,
): Reader<Value> {
  return (value) => {
    const given = read(value);
    return given === null ? null : make(given, value);
  };
}

/** The same, for a text; it refuses what `make` gives null for. */
function refine<Value>(
  read: Reader<string>,
  wanted: string,
  hint: string | ((text: string) => string),
  make: (text: string) => Value | null,
): Reader<Value> {
  return convert(read, (given, value) => {
    return make(given) ?? refuse(value, wanted, typeof hint === 'string' ? hint : hint(given));
  });
}

function isEmpty(node: YamlNode): boolean {
  if (node.kind === 'text') return node.value.trim() === '';
  return node.kind === 'list' ? node.items.length === 0 : node.entries.size === 0;
}

function keyMissing(name: string, row: Row, source: YamlSource): Problem {
  const entry = source.entries.get(name);
  const place = entry === undefined ? wholeFile(source.path) : placeIn(source, entry.keyOffset);
  const hint = `Add a line \`${name}: ${row.default}\`.`;
  return makeProblem('key-missing', place, `\`${name}\` is missing`, hint);
}
