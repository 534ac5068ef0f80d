/**
 * JSON: reads the JSON files of exports, and finds values in records.
 */
import { addCount, type Counts } from './counts.ts';
import { ImportFault, type ImportInput, listMatching } from './input.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text or a number as text; empty for any other value. */
export function toText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** Lists the records in a value that may be a list. */
export function listRecords(value: unknown): JsonRecord[] {
  return (Array.isArray(value) ? value : []).filter(isRecord);
}

/** Finds a value by its path of keys: `permalinks.page`. */
export function findValue(record: JsonRecord, keys: string): unknown {
  let found: unknown = record;
  for (const key of keys.split('.')) found = isRecord(found) ? found[key] : undefined;
  return found;
}

/** Finds a record by its path of keys; an empty one for any other value. */
export function findRecord(record: JsonRecord, keys: string): JsonRecord {
  const found = findValue(record, keys);
  return isRecord(found) ? found : {};
}

/** Yields the values of all JSON files. One among several that isn't valid JSON is left out, and counted. */
export async function* readJson(input: ImportInput, leftOut: Counts): AsyncGenerator<unknown> {
  const isAlone = input.files.length === 1;
  for (const path of listMatching(input, /\.(?:json|ndjson|jsonl)$/i)) {
    if (!/^\s*[[{]/.test(await input.head(path))) continue;
    let value: unknown;
    try {
      value = parseJson(await input.readText(path), path);
    } catch (error) {
      if (!(error instanceof ImportFault) || isAlone) throw error;
      addCount(leftOut, `${path}, which isn't valid JSON`);
      continue;
    }
    yield value;
  }
}

/** Parses JSON, or one value per line. A fault names the place. */
function parseJson(source: string, file: string): unknown {
  const hint = 'The file may be incomplete: export it again.';
  const parse = (json: string, place: string): unknown => {
    try {
      return JSON.parse(json);
    } catch (error) {
      throw new ImportFault(`${file} isn't valid JSON${place}: ${(error as Error).message}`, hint);
    }
  };
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const isLines =
    lines.length > 1 && lines.slice(0, 2).every((line) => /^\s*\{.*\}\s*$/.test(line));
  return isLines ? lines.map((line, at) => parse(line, ` in line ${at + 1}`)) : parse(source, '');
}
