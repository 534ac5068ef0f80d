/**
 * Published addresses: reads content/addresses.txt, finds where each address leads and which are gone, and makes the
 * lines to write. Pure.
 *
 * An address stays with its essay, which is recognised by its file or, once that file is gone, by the date and feed
 * identity or nearly the same words in a new file. Lines are a set; several lines for one address, as a merge of
 * branches leaves them, mean that their files hold the same essay.
 */
import { calendarDay, dayBounds } from '../essays/dates.ts';
import { ADDRESSES_PATH, identifyFile } from '../essays/paths.ts';
import { addGone } from '../essays/yaml-edits.ts';
import { digest } from '../files/fingerprint.ts';
import {
  cutLine,
  groupBy,
  makeProblem,
  type Place,
  type Problem,
  type TextEdit,
  wholeFile,
} from '../problems/problems.ts';
import { type Sketch, shareOfWords, unpackSketch } from '../text/sketches.ts';
import * as texts from '../text/text.ts';
import { isSafePath, type SluggedEssay } from './slugs.ts';

/** One line: an address at which an essay was published. */
export interface PublishedAddress {
  /** Site path. */
  readonly address: string;
  /** The essay's file, relative to the site's root. */
  readonly file: string;
  /** The day of its first publication: `2020-12-03`, in the site's zone; `-` for a page without a date. */
  readonly day: string;
  /** The digest of the feed identity, cut to `IDENTITY`, and the sketch of the words. */
  readonly digest: string;
  /** True if the essay was gone, or the address led nowhere, when the line was written. */
  readonly isGone: boolean;
  /** The line as it was read, and its number; empty and 0 for one that is not written yet. */
  readonly text: string;
  readonly number: number;
}

/** An address, and what has become of it. */
interface Trace {
  readonly address: string;
  /** Its line; of several, the one that counts. */
  readonly line: PublishedAddress;
  /** The essays published there that still exist: one, or several after a merge of branches. */
  readonly owners: readonly SluggedEssay[];
  /** The essay that it leads to; null if that is gone. */
  readonly essay: SluggedEssay | null;
  /** Whose page is there: the essay's `own`, or that of an `other` one that took the address; null for none. */
  readonly page: 'own' | 'other' | null;
}
export type Traces = ReadonlyMap<string, Trace>;

/** The essays whose new addresses are recorded: all, those dated before today, or none. */
export type Remembering = 'all' | 'past' | 'none';

const IDENTITY = 6;
const LINE = /^(\S+) (\S.*) (-?\d{4,}-\d\d-\d\d|-) ([\w-]{38})( gone)?$/;
/** An essay is recognised in another file by this share of its words. */
const SAME_ESSAY = 0.8;
/** Below this share a line's digest is rewritten, so that slow edits never add up to a different essay. */
const FRESH = 0.9;

/** The lines of content/addresses.txt, sorted. */
interface AddressFile {
  readonly value: readonly PublishedAddress[];
  /** As it is written. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Reads content/addresses.txt; null stands for a missing file. */
export function parseAddresses(file: texts.SourceFile | null): AddressFile {
  const { text, problems } = file === null ? { text: '', problems: [] } : texts.decodeSource(file);
  const value: PublishedAddress[] = [];
  let next = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const at = next;
    next += line.length + 1;
    const written = line.trimEnd();
    if (written === '') continue;
    const [, address = '', path = '', day = '', code = '', gone] = LINE.exec(written) ?? [];
    if (isSafePath(texts.decodePercent(address))) {
      const facts = { address, file: texts.decodePercent(path), day, digest: code };
      value.push({ ...facts, isGone: gone !== undefined, text: written, number: index + 1 });
    } else {
      const isMark = /^(?:<{7}|={7}|\|{7}|>{7})/.test(line);
      const edits = isMark ? [{ at, was: text.slice(at, next), is: '' }] : [];
      problems.push(addressInvalid(written, index + 1, edits));
    }
  }
  // Sorted, so that the order in the file has no effect.
  value.sort((a, b) => (a.text < b.text ? -1 : 1));
  return { value, text, problems };
}

/** Formats the text of the file, each address once. */
export function formatAddresses(lines: ReadonlyMap<string, PublishedAddress>): string {
  const written = Array.from(lines.values(), ({ address, file, day, digest, isGone }) => {
    const path = file.replace(/[\p{Cc}%]/gu, encodeURIComponent);
    return `${address} ${path} ${day} ${digest}${isGone ? ' gone' : ''}\n`;
  });
  return written.sort().join('');
}

/**
 * Finds what has become of each published address. `essays` are those that a build publishes. An essay at the address
 * of another one that still exists is a problem. `isSettled` is true if there is nothing to write.
 */
export function traceAddresses(
  lines: readonly PublishedAddress[],
  essays: readonly SluggedEssay[],
  timeZone: string,
): { value: Traces; problems: Problem[]; isSettled: boolean } {
  const value = new Map<string, Trace>();
  const problems: Problem[] = [];
  const byPath = new Map(essays.map((essay) => [essay.path, essay]));
  const found = new Map<string, SluggedEssay>();
  let isSettled = lines.length === essays.length;
  // The fast path: nearly every line is the only one of its address, and still correct. The lines are sorted.
  const others = lines.filter((line, index) => {
    const { address, file, isGone } = line;
    const essay = isGone ? undefined : byPath.get(file);
    const isOnly = lines[index - 1]?.address !== address && lines[index + 1]?.address !== address;
    const isPlain = isOnly && essay && address === essay.address && isLike(essay, line);
    isSettled &&= isPlain === true && !isOutdated(line, essay);
    if (!isPlain) return true;
    found.set(file, essay);
    value.set(address, { address, line, owners: [essay], essay, page: 'own' });
    return false;
  });
  if (others.length === 0) return { value, problems, isSettled };
  const byAddress = new Map(essays.map((essay) => [essay.address, essay]));
  const groups = groupBy(others, ({ address }) => address);
  addEssays(found, others, groups, byPath, timeZone);
  const essayOf = (line: PublishedAddress) => found.get(keyOf(line)) ?? null;
  for (const [address, group] of groups) {
    const holder = byAddress.get(address) ?? null;
    const own = holder && group.find((line) => essayOf(line) === holder);
    const line = own ?? group.find(essayOf) ?? group[0];
    if (line === undefined) continue;
    const essay = holder ?? essayOf(line);
    const owners = group.flatMap((each) => essayOf(each) ?? []);
    const rival = owners.find((each) => each !== essay);
    if (essay && rival) {
      problems.push(addressTaken(essay, rival, address, owners.includes(essay)));
    }
    const page = holder && (own || rival ? 'own' : 'other');
    value.set(address, { address, line, owners, essay, page });
  }
  return { value, problems, isSettled };
}

/** The addresses at which essays were published, by the essay's file. */
export function groupByOwner(traces: Traces) {
  const owned = Array.from(traces.values(), ({ address, owners }) => {
    return owners.map(({ path }) => ({ address, path }));
  });
  return groupBy(owned.flat(), ({ path }) => path);
}

/** The files of essays that have been renamed since their lines were written: the present path by the old one. */
export function listRenamed(traces: Traces): ReadonlyMap<string, string> {
  const moved = [...traces.values()].flatMap(({ line, owners }) => {
    const [only, ...others] = owners;
    const isRenamed = only !== undefined && others.length === 0 && only.path !== line.file;
    return isRenamed ? [[line.file, only.path] as const] : [];
  });
  return new Map(moved);
}

/** Lines with the same key belong to the same essay. The file of an essay that is gone may hold another one. */
function keyOf({ file, isGone }: PublishedAddress): string {
  return isGone ? `${file}\n` : file;
}

/**
 * Adds the essays of the lines to `found`, by key. A file that is missing, or holds different words, may have been
 * renamed: its essay may be in any new file, or in any file whose own words have changed.
 */
function addEssays(
  found: Map<string, SluggedEssay>,
  lines: readonly PublishedAddress[],
  groups: ReadonlyMap<string, readonly PublishedAddress[]>,
  byPath: ReadonlyMap<string, SluggedEssay>,
  timeZone: string,
): void {
  const byKey = groupBy(lines, keyOf);
  for (const [key, own] of byKey) {
    const essay = byPath.get(key.trimEnd());
    if (essay && own.some((line) => isLike(essay, line))) found.set(key, essay);
  }
  const isMissing = (key: string) => !byPath.has(key);
  // Two branches may have renamed the same file, and agree on an address.
  const addTwins = () => {
    for (const [key, own] of byKey) {
      if (found.has(key) || !isMissing(key)) continue;
      const twins = own.flatMap(({ address }) => groups.get(address) ?? []);
      const [essay] = twins.flatMap((twin) => found.get(keyOf(twin)) ?? []);
      if (essay) found.set(key, essay);
    }
  };
  addTwins();
  const lost = [...byKey].filter(([key]) => !found.has(key));
  if (lost.length === 0) return;
  const taken = new Set(found.values());
  const free = [...byPath.values()].flatMap((essay) => {
    return taken.has(essay) ? [] : [{ essay, is: makeLine(essay, timeZone) }];
  });
  const take = (pairs: { key: string; essay: SluggedEssay; score: number }[]) => {
    const order = ({ key, essay }: (typeof pairs)[number]) => `${key}\n${essay.path}`;
    pairs.sort((a, b) => b.score - a.score || (order(a) < order(b) ? -1 : 1));
    for (const { key, essay } of pairs) {
      if (found.has(key) || taken.has(essay)) continue;
      found.set(key, essay);
      taken.add(essay);
    }
  };
  // The same words, day and name score most. After a folder of thousands has moved, hardly any other pair is compared.
  const added = groupBy(free, ({ essay, is }) => (byKey.has(essay.path) ? [] : is.day + is.digest));
  const moved = lost.flatMap(([key, own]) => {
    const equal = own.flatMap(({ day, digest }) => added.get(day + digest) ?? []);
    return isMissing(key) ? equal.map(({ essay }) => ({ key, essay, score: 4 })) : [];
  });
  take(moved);
  const left = lost.filter(([key]) => !found.has(key)).map(describeLost);
  const open = free.filter(({ essay }) => !taken.has(essay));
  const listCandidates = findCandidates(left, open.length);
  const pairs = open.flatMap(({ essay, is }) => {
    const sketch = unpackSketch(essay.sketch);
    return listCandidates(is).flatMap(({ key, own, sketches }) => {
      const share = Math.max(...sketches.map((each) => shareOfWords(sketch, each)));
      const isNew = isMissing(key) && !byKey.has(essay.path);
      const hasOrigin = isNew && own.some((line) => originOf(line) === originOf(is));
      const isNear = own.some(({ address, day }) => address === is.address || day === is.day);
      // An essay without words, such as a picture, still has its title.
      const isSame = (line: PublishedAddress) =>
        line.address === is.address && line.digest.endsWith(essay.sketch);
      const isKnown = hasOrigin || share >= SAME_ESSAY || (isNew && own.some(isSame));
      // A rewritten essay still belongs to its file, unless it is recognised as another one.
      const score = isKnown ? (hasOrigin ? 2 : 0) + (isNear ? 1 : 0) + share : 0;
      return isKnown || key === essay.path ? [{ key, essay, score }] : [];
    });
  });
  take(pairs);
  addTwins();
}

/** The lines of an essay whose file is missing or holds different words. */
interface LostEssay {
  readonly key: string;
  readonly own: readonly PublishedAddress[];
  readonly sketches: readonly Sketch[];
}

function describeLost([key, own]: readonly [string, readonly PublishedAddress[]]): LostEssay {
  return { key, own, sketches: own.map(sketchOf) };
}

/** Beyond this number of pairs, two essays are compared only if they have more than words in common. */
const MAX_PAIRS = 1_000_000;
/** A day that more essays than this have doesn't tell them apart. */
const MAX_ALIKE = 50;

/**
 * Returns a function that lists the lost essays with which an essay is compared: all, or, if every word of a large
 * site has changed, those with the same file, address, day, identity or sketch. `count` is the number of essays.
 */
function findCandidates(lost: readonly LostEssay[], count: number) {
  if (lost.length * count <= MAX_PAIRS) return () => lost;
  const traitsOf = (line: PublishedAddress) => {
    const { file, address, day, digest } = line;
    return [file, address, day, originOf(line), digest.slice(IDENTITY)];
  };
  const byTrait = groupBy(lost, ({ own }) => [...new Set(own.flatMap(traitsOf))]);
  return (is: PublishedAddress) => {
    const groups = traitsOf(is).map((trait) => byTrait.get(trait) ?? []);
    return [...new Set(groups.filter(({ length }) => length <= MAX_ALIKE).flat())];
  };
}

/** The date and the feed identity of a published essay. */
function originOf({ day, digest }: PublishedAddress): string {
  return day + digest.slice(0, IDENTITY);
}

function sketchOf({ digest }: PublishedAddress): Sketch {
  return unpackSketch(digest.slice(IDENTITY));
}

function shareWith({ sketch }: Pick<SluggedEssay, 'sketch'>, line: PublishedAddress): number {
  return shareOfWords(unpackSketch(sketch), sketchOf(line));
}

function isLike(essay: SluggedEssay, line: PublishedAddress): boolean {
  return line.digest.endsWith(essay.sketch) || shareWith(essay, line) >= SAME_ESSAY;
}

/** True if the words of a line's essay have changed so much that the line must be rewritten. */
export function isOutdated(line: PublishedAddress, essay: Pick<SluggedEssay, 'sketch'>): boolean {
  return !line.digest.endsWith(essay.sketch) && shareWith(essay, line) < FRESH;
}

/** The day of an essay as its line states it. */
export function dayOf({ publishedTimestamp }: SluggedEssay, timeZone: string): string {
  const { year, month, day } = calendarDay(publishedTimestamp, timeZone);
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}-${pad(month)}-${pad(day)}`;
}

/** The line of an essay at its present address. */
function makeLine(essay: SluggedEssay, timeZone: string): PublishedAddress {
  const { path, address, guid, sketch, publishedTimestamp, isUndated } = essay;
  const { year } = calendarDay(publishedTimestamp, timeZone);
  const identity = digest(guid ?? identifyFile(path, year)).slice(0, IDENTITY);
  return {
    address,
    file: path,
    day: isUndated ? '-' : dayOf(essay, timeZone),
    digest: identity + sketch,
    isGone: false,
    text: '',
    number: 0,
  };
}

/** How addresses are recorded. */
export interface Recording {
  readonly remembers: Remembering;
  /** True to forget the addresses that are gone. */
  readonly forgets: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The decoded text of site.yaml. */
  readonly settings: string;
  /** Reads the addresses that have been committed; null if it is not known, and all count. */
  readonly readCommitted?: () => ReadonlySet<string> | null;
}

/**
 * Returns the lines to write, by address, and a problem for each address that has moved or is gone.
 * `essays` are those that the build publishes; `answers` is true for an address at which something is
 * published, `isGivenUp` for one that the author lists as gone.
 */
export function rememberAddresses(
  traces: Traces,
  essays: readonly SluggedEssay[],
  timeZone: string,
  { remembers, forgets, now, settings, readCommitted = () => null }: Recording,
  answers: (address: string) => boolean,
  isGivenUp: (address: string) => boolean,
) {
  const { start } = dayBounds(now, timeZone);
  const end = { all: Infinity, past: start, none: -Infinity }[remembers];
  const isDue = (essay: SluggedEssay) => (essay.isUndated ? now : essay.publishedTimestamp) < end;
  const lines = new Map<string, PublishedAddress>();
  const gone: Trace[] = [];
  const taken: Trace[] = [];
  const dropped: Trace[] = [];
  let committed: ReadonlySet<string> | null | undefined;
  /** True if an address was never committed, so that no reader can have seen it: only builds here had it. */
  const isLocal = (address: string) => {
    if (committed === undefined) committed = readCommitted();
    return committed !== null && !committed.has(address);
  };
  const moved = new Map<SluggedEssay, string[]>();
  for (const trace of traces.values()) {
    const { address, line, essay, page } = trace;
    const isGone = page === null && !answers(address);
    const isDropped = isGone && !forgets && isLocal(address);
    if (isGone) (isDropped ? dropped : gone).push(trace);
    if (isDropped || (isGone && forgets)) continue;
    const kept = { ...line, isGone: isGone || essay === null };
    lines.set(address, kept);
    if (essay === null) continue;
    if (page === 'other') {
      if (!isGivenUp(address) && !isLocal(address)) taken.push(trace);
      if (isDue(essay)) lines.set(address, makeLine(essay, timeZone));
    } else if (line.file !== essay.path || (page && isOutdated(line, essay))) {
      const { file, digest } = makeLine(essay, timeZone);
      lines.set(address, { ...kept, file, digest: page ? digest : line.digest });
    }
    const isNews = page === null && traces.get(essay.address)?.page !== 'own';
    if (isNews && !isGone && !isGivenUp(address)) {
      moved.set(essay, [...(moved.get(essay) ?? []), address]);
    }
  }
  for (const essay of essays) {
    const { address } = essay;
    if (!traces.has(address) && isDue(essay)) lines.set(address, makeLine(essay, timeZone));
  }
  const news = gone.filter(({ line }) => !line.isGone);
  const isMany = !forgets && news.length > 5 && news.length * 5 > traces.size;
  const problems = [
    ...Array.from(moved, ([essay, from]) => addressMoved(essay, from)),
    ...dropped.map(addressDropped),
    ...(isMany
      ? [addressesManyGone(news, traces.size)]
      : [...(forgets ? [] : gone), ...taken].map((each) => addressGone(each, essays, settings))),
  ];
  return { lines, problems };
}

function placeOf({ text, number }: Pick<PublishedAddress, 'text' | 'number'>): Place {
  return { file: ADDRESSES_PATH, line: number, column: 1, excerpt: cutLine(text, 1) };
}

function addressInvalid(text: string, number: number, edits: readonly TextEdit[]): Problem {
  const message = 'This line is not an address, the file of its essay, a day and a digest';
  const hint = 'Restore it from the last commit, or delete it, as the marks of a merge.';
  return makeProblem('address-invalid', placeOf({ text, number }), message, hint, { edits });
}

/** `isShared` is true if both essays were published there, on two branches. */
function addressTaken(
  essay: SluggedEssay,
  rival: SluggedEssay,
  address: string,
  isShared: boolean,
): Problem {
  const message = `${address} leads to this essay, and ${rival.path} was published there`;
  const own =
    'Give one of them another `slug`. If old links may lead to this essay, delete the line of';
  const shared = 'Two branches published both there. Delete the line of';
  const hint = `${isShared ? shared : own} the other one from ${ADDRESSES_PATH}.`;
  return makeProblem('address-taken', wholeFile(essay.path), message, hint);
}

function addressMoved({ path, address, page }: SluggedEssay, from: readonly string[]): Problem {
  const message = `This ${page === null ? 'essay' : 'page'} has moved from ${texts.joinWords(from, 'and')} to ${address}`;
  const keep = page === null ? ' To keep an address instead, state it as the `slug`.' : '';
  const hint = `Old links still lead to it.${keep}`;
  return makeProblem('address-moved', wholeFile(path), message, hint);
}

function addressDropped({ address, line }: Trace): Problem {
  const message = `${address} was never committed, so nobody can miss it: it is no longer recorded`;
  const hint = 'If it was published, add it to `gone` or to `redirects` in content/site.yaml.';
  return makeProblem('address-dropped', placeOf(line), message, hint);
}

function addressGone(
  { address, line, essay, page }: Trace,
  essays: readonly SluggedEssay[],
  settings: string,
): Problem {
  const { file, day } = line;
  const other = page === 'other' ? `, and ${essay?.path} has its address` : '';
  const isThere = essay !== null && page === null;
  const isRival = (each: SluggedEssay) => each.address.toLowerCase() === address.toLowerCase();
  const rival = essays.find(isRival)?.address;
  const reason = rival ? `${rival} differs only in case` : 'another file of the site is in its way';
  const message = isThere
    ? `${address} cannot lead to ${essay.path}, since ${reason}`
    : `${file}${day === '-' ? '' : `, published on ${day},`} is no longer at ${address}${other}`;
  const hint =
    'Add the address to the `aliases` of the essay that replaces it, to `redirects` or to `gone` in ' +
    'content/site.yaml, or forget it with `blog build --forget`.';
  // An address that another essay has taken must not be given up.
  const edits = isThere || page === 'other' ? [] : addGone(settings, address);
  return makeProblem('address-gone', placeOf(line), message, hint, { edits });
}

function addressesManyGone(gone: readonly Trace[], count: number): Problem {
  const first = gone.slice(0, 3).map(({ address }) => address);
  const message = `${gone.length} of ${count} published addresses are gone at once, such as ${texts.joinWords(first, 'and')}`;
  const hint =
    'Is this the right folder, and are all files there? If they are gone on purpose, run ' +
    '`blog build --forget`.';
  return makeProblem('addresses-many-gone', wholeFile(ADDRESSES_PATH), message, hint);
}
