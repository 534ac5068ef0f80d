/**
 * Tables of keys: each row describes one key of front matter or of site.yaml.
 *
 * A row holds a key's other names, the reader of its value and its default. `readTable` reads all values, and
 * `reportUnknownKeys` finds mistyped keys. The JSON Schemas for editors are made from the same rows, and a test
 * compares them with the manual's tables.
 */
import { manualPage } from '../problems/manual.ts';
import { askMeant, type FoldedWord, foldWords, suggestFolded } from '../text/text.ts';
import { isEmpty, type YamlNode } from './yaml.ts';
import { renameEntry } from './yaml-edits.ts';
import { report, type YamlSource } from './yaml-source.ts';

/** A value with the key under which it was found, and its source. */
export interface NamedValue {
  readonly name: string;
  readonly node: YamlNode;
  readonly source: YamlSource;
}

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What converts the value of a key. */
export interface Reader<Value> {
  /** Accepts everything that the reader does, and perhaps more; absent if that is any value. */
  readonly schema?: Schema;
  /** Never throws for invalid input, but returns null and adds a problem to the source. */
  readonly read: (value: NamedValue) => Value | null;
}

/** One key. */
export interface KeyRow {
  /** Other names of the key. The first name with a value wins. */
  readonly also?: readonly string[];
  readonly reader: Reader<unknown>;
  /** The value of an absent key; null if omitted. For a required key, an example. */
  readonly default?: unknown;
  readonly isRequired?: true;
}
export type KeyTable = Readonly<Record<string, KeyRow>>;

/** The values read by a table: for each key, its reader's result or its default. */
export type ValuesOf<Rows extends KeyTable> = {
  readonly [Key in keyof Rows]:
    | (Rows[Key]['reader'] extends Reader<infer Value> ? NonNullable<Value> : never)
    | (Rows[Key] extends { readonly default: infer Default } ? Default : null);
};

/** Reads the value of every key of a table. */
export function readTable<Rows extends KeyTable>(table: Rows, source: YamlSource): ValuesOf<Rows> {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = findValue(source, [name, ...(row.also ?? [])]);
    if (value === null && row.isRequired) {
      const hint = `Add a line \`${name}: ${row.default}\`.`;
      const offset = source.entries.get(name)?.keyOffset ?? null;
      report(source, offset, { code: 'key-missing', message: `\`${name}\` is missing`, hint });
    }
    const read = value === null ? null : row.reader.read(value);
    values[name] = read ?? row.default ?? null;
  }
  return values as ValuesOf<Rows>;
}

/** Finds the value of the first name that has one. Empty texts, lists and maps don't count. */
export function findValue(source: YamlSource, names: readonly string[]): NamedValue | null {
  for (const name of names) {
    const node = source.entries.get(name)?.value;
    if (node !== undefined && !isEmpty(node)) return { name, node, source };
  }
  return null;
}

/** Lists the names of a table's keys, to be compared with mistyped ones. */
export function listKeyNames(table: KeyTable): FoldedWord[] {
  return foldWords(Object.entries(table).flatMap(([name, { also = [] }]) => [name, ...also]));
}

/** A longer list wouldn't help. */
const MAX_NAMED = 20;

/**
 * Reports each key that isn't among the known names, and says where its subject is set (`elsewhere`), or which name was
 * probably meant. `ignores` selects keys to leave alone.
 */
export function reportUnknownKeys(
  known: readonly FoldedWord[],
  source: YamlSource,
  ignores: (key: string, meant: string | null) => boolean = () => false,
  elsewhere: ReadonlyMap<string, string> = new Map(),
): void {
  for (const [key, { keyOffset }] of source.entries) {
    if (known.some(({ word }) => word === key)) continue;
    const place = elsewhere.get(key.toLowerCase().replace(/[-_]/g, ''));
    const meant = place === undefined ? suggestFolded(key, known) : null;
    if (ignores(key, meant)) continue;
    const all =
      known.length > MAX_NAMED
        ? `${manualPage('settings')} lists all keys.`
        : `The keys are ${known.map(({ word }) => word).join(', ')}.`;
    const hint = place ?? askMeant(meant) ?? all;
    const message = `The key \`${key}\` is unknown, so it is ignored`;
    const edits = meant === null ? [] : renameEntry(source, key, meant);
    report(source, keyOffset, { code: 'key-unknown', message, hint, edits });
  }
}

/** Makes the JSON Schema of a table. `descriptions` are by key; editors don't suggest a key's other names. */
export function describeTable(
  table: KeyTable,
  descriptions: Readonly<Record<string, string>> = {},
): Schema {
  const properties: Record<string, Schema> = {};
  for (const [key, row] of Object.entries(table)) {
    const { schema = {} } = row.reader;
    const description = descriptions[key];
    const isShown = /^(string|number|boolean)$/.test(typeof row.default) && !row.isRequired;
    properties[key] = {
      ...schema,
      ...(isShown && { default: row.default }),
      ...(description !== undefined && { description }),
    };
    for (const name of row.also ?? []) {
      if (name in table) continue;
      properties[name] = { ...schema, description: `\`${key}\``, doNotSuggest: true };
    }
  }
  const required = Object.keys(table).filter((key) => table[key]?.isRequired);
  return { type: 'object', properties, required };
}
