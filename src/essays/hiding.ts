/**
 * Hiding: the entries of a file's front matter → whether, why and until when the author hides the text. Pure.
 *
 * What a date means depends on the clock, which only `site/text-selection.ts` knows.
 */
import { placeAt, type TextEdit } from '../problems/problems.ts';
import type { Stated } from '../text/text.ts';
import { parseDate } from './dates.ts';
import { findHidingRow, foldName, type HidingMeaning, type HidingRow } from './hiding-keys.ts';
import type { YamlEntries, YamlNode } from './yaml.ts';
import { report, type YamlSource } from './yaml-source.ts';

/** What one key says about the text. */
export interface HidingFact {
  /** As written. */
  readonly key: string;
  readonly keyOffset: number;
  readonly value: string;
  readonly meaning: HidingMeaning;
  /** For `not yet` and `no longer`. */
  readonly date: Stated | null;
  readonly row: HidingRow | null;
}

/** Why a text has no page: its state, and the key that causes it, which is null for an essay without a date. */
export interface Hidden {
  readonly state: 'draft' | 'private';
  readonly key: string | null;
}

/** A moment (ms since the epoch), and the key that states it. */
interface HidingMoment {
  readonly key: string;
  readonly timestamp: number;
}

/** What an author's keys say about a text. */
export interface Hiding {
  /** Null for a text with a page. */
  readonly hidden: Hidden | null;
  /** True for a page that is in no list. */
  readonly unlisted: boolean;
  /** It isn't published before this moment, whatever `publishFuture` says. */
  readonly notBefore: HidingMoment | null;
  /** From this moment on it is left out, and its address is gone. */
  readonly expires: HidingMoment | null;
}

/** Maps in which Zola and Hugo keep the keys of themes. */
const INNER_MAPS = ['extra', 'params'];

/** Finds what each key says, in the order of the file. */
export function findHidingFacts({ path, text, entries }: YamlSource): HidingFact[] {
  const inner = INNER_MAPS.flatMap((name) => {
    const map = entries.get(name)?.value;
    return map?.kind === 'map' ? [map.entries] : [];
  });
  const hasDate = () =>
    ['date', 'published'].some((name) => {
      const value = entries.get(name)?.value;
      return value?.kind === 'text' && looksLikeDate(value.value);
    });
  return [entries, ...inner].flatMap((each) =>
    [...each].flatMap(([key, { keyOffset, value }]) => {
      if (value.kind === 'map') return isBuild(key) ? readBuild(key, keyOffset, value.entries) : [];
      const row = findHidingRow(key);
      if (row === null || (row.isBeside && !hasDate())) return [];
      const fact = readRow(key, keyOffset, value, row);
      const date = fact && { value: fact.value, place: placeAt(path, text, value.offset) };
      return fact === null ? [] : [{ ...fact, date: isDated(fact.meaning) ? date : null }];
    }),
  );
}

/** Hugo's `build`, and `_build` of older versions. */
function isBuild(key: string): boolean {
  return foldName(key) === 'build';
}

function readBuild(key: string, keyOffset: number, entries: YamlEntries): HidingFact[] {
  const stated = (name: string) => {
    const node = entries.get(name)?.value;
    return node?.kind === 'text' ? node.value.toLowerCase() : '';
  };
  const render = stated('render');
  const list = stated('list');
  const fact = { keyOffset, date: null, row: null };
  if (/^(?:never|false|link)$/.test(render))
    return [{ ...fact, key: `${key}.render`, value: render, meaning: 'private' }];
  if (/^(?:never|false|local)$/.test(list))
    return [{ ...fact, key: `${key}.list`, value: list, meaning: 'unlisted' }];
  return [];
}

const FALSE = /^(?:false|no|off|n|0|null|none|never)?$/i;
const TRUE = /^(?:true|yes|on)$/i;

function looksLikeDate(value: string): boolean {
  return parseDate({ value, place: placeAt('', '', 0) }, 'UTC', []) !== null;
}

function isDated(meaning: HidingMeaning): boolean {
  return meaning === 'not yet' || meaning === 'no longer';
}

/** What a key with this value says; null if it doesn't hide the text. */
function readRow(
  key: string,
  keyOffset: number,
  node: YamlNode,
  row: HidingRow,
): Omit<HidingFact, 'date'> | null {
  const [first = node] = node.kind === 'list' ? node.items : [];
  const value = first.kind === 'text' ? first.value.trim() : '';
  const meaning = value === '' ? null : judgeValue(value, row, foldName(key) !== 'published');
  return meaning === null ? null : { key, keyOffset, value, meaning, row };
}

/** `mayBeDate` is false for the key of an essay's own date. */
function judgeValue(
  value: string,
  { values, meaning, isRule }: HidingRow,
  mayBeDate: boolean,
): HidingMeaning | null {
  const isFalse = FALSE.test(value);
  if (typeof values === 'object') return values.get(foldName(value)) ?? null;
  if (values === 'false') {
    if (isFalse) return meaning;
    return mayBeDate && looksLikeDate(value) ? 'not yet' : null;
  }
  if (isFalse) return null;
  if (values === 'date' && looksLikeDate(value)) return meaning;
  // When in doubt, a value that is neither true nor false hides the text; for unknown names, only `true` does.
  if (isRule) return values === 'true' && TRUE.test(value) ? meaning : null;
  return meaning === 'not yet' ? 'draft' : meaning === 'no longer' ? 'private' : meaning;
}

/**
 * Finds lines of the table's keys that hide a text, in front matter that can't be read as a whole. A negative `end` is
 * the end of the file.
 */
export function findHidingLine(
  file: Omit<YamlSource, 'entries'>,
  start: number,
  end: number,
): HidingFact[] {
  const line = /^[ \t{]*["']?([A-Za-z][\w -]*)["']?[ \t]*[:=][ \t]*["']?([^"',}\n]*)/gm;
  const written = '\n'.repeat(start) + file.text.slice(start, end < 0 ? undefined : end);
  const entries: YamlEntries = new Map(
    Array.from(written.matchAll(line), ({ 0: whole, 1: key = '', 2: value = '', index }) => {
      const offset = index + whole.length - value.length;
      return [key, { keyOffset: index, value: { kind: 'text', value, offset } }];
    }),
  );
  return findHidingFacts({ ...file, entries }).filter(({ row }) => row !== null && !row.isRule);
}

/** Combines what the keys of a text say. Dates without a time zone are in `timeZone`. */
export function joinHiding(
  facts: readonly HidingFact[],
  timeZone: string,
  isUndated: boolean,
): Hiding {
  const find = (meaning: HidingMeaning) => facts.find((fact) => fact.meaning === meaning);
  const moments = (meaning: HidingMeaning) =>
    facts.flatMap(({ key, date, ...fact }) => {
      const timestamp = fact.meaning === meaning && date && parseDate(date, timeZone, []);
      return typeof timestamp === 'number' ? [{ key, timestamp }] : [];
    });
  const byTime = (a: HidingMoment, b: HidingMoment) => a.timestamp - b.timestamp;
  const privateFact = find('private');
  const draft = find('draft');
  const isDraft = draft !== undefined || isUndated;
  return {
    hidden: privateFact
      ? { state: 'private', key: privateFact.key }
      : isDraft
        ? { state: 'draft', key: draft?.key ?? null }
        : null,
    unlisted: find('unlisted') !== undefined,
    notBefore: moments('not yet').sort(byTime).at(-1) ?? null,
    expires: moments('no longer').sort(byTime)[0] ?? null,
  };
}

/** Reports keys whose author may not have meant to hide the text, or not in this way. */
export function reportDoubts(source: YamlSource, facts: readonly HidingFact[]): void {
  for (const fact of facts) {
    const { key, keyOffset, value, meaning, row } = fact;
    const isElsewhere = row?.unlistedIn !== undefined;
    const isUnreadable = row?.values === 'date' && !isDated(meaning);
    if (!row?.isDoubtful && !isElsewhere && !isUnreadable) continue;
    const why = isUnreadable ? ", because its value isn't a date" : '';
    const what = isElsewhere ? ', although some programs would only leave it out of lists' : why;
    const message = `\`${key}: ${value}\` keeps this text from being published${what}`;
    const other = isElsewhere ? 'write `unlisted: true` for a page that is in no list, ' : '';
    const hint = `Remove the key to publish it, ${other}or write \`private: true\` to hold it back.`;
    const edits = meaning === 'private' ? replaceLine(source, fact) : [];
    report(source, keyOffset, { code: 'hidden-by', message, hint, edits, subject: key });
  }
}

/** Writes `private: true` in place of a key and its value on one line. */
function replaceLine({ text, entries }: YamlSource, { keyOffset }: HidingFact): TextEdit[] {
  const entry = /(["']?)[\w-]+["']?([ \t]*[:=][ \t]*)(?=\S)[^\n{[|>]*?(?=,?[ \t]*(?:\n|$))/y;
  entry.lastIndex = keyOffset;
  const [was, quote = '', sign = ''] = entry.exec(text) ?? [];
  if (was === undefined || entries.has('private')) return [];
  return [{ at: keyOffset, was, is: `${quote}private${quote}${sign}true` }];
}
