/**
 * Traces: finds what has become of each published address, and which essay it leads to. Pure.
 *
 * An address stays with its essay, which is recognised by its file or, once that file is gone, by the date and feed
 * identity or nearly the same words in a new file.
 */
import { ADDRESSES_PATH } from '../essays/paths.ts';
import { groupBy } from '../problems/group-by.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { type Sketch, shareOfWords, unpackSketch } from '../text/sketches.ts';
import { decodePercent } from '../text/text.ts';
import {
  IDENTITY,
  identityOf,
  isLike,
  isOutdated,
  makeLine,
  type PublishedAddress,
  SAME_ESSAY,
  sketchOf,
} from './addresses.ts';
import type { OwnAddresses, SluggedEssay } from './slugs.ts';
import { trimPath } from './urls.ts';

/** An address, and what has become of it. */
export interface Trace {
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

/** What has become of the published addresses, by address. */
export type Traces = ReadonlyMap<string, Trace>;

/** The traces of all lines. */
export interface TraceResult {
  readonly value: Traces;
  /** An essay at the address of another one that still exists is a problem. */
  readonly problems: readonly Problem[];
  /** True if the lines are still correct, and there are no others to write. */
  readonly isSettled: boolean;
}

/** A line that is the only one of its address, and whose essay is still there. */
interface KeptLine {
  readonly line: PublishedAddress;
  readonly essay: SluggedEssay;
}

/** Finds what has become of each published address. `essays` are those that a build publishes. */
export function traceAddresses(
  lines: readonly PublishedAddress[],
  essays: readonly SluggedEssay[],
  timeZone: string,
): TraceResult {
  const byPath = new Map(essays.map((essay) => [essay.path, essay]));
  const kept = lines.flatMap((line, at) => findKept(line, lines[at - 1], lines[at + 1], byPath));
  const value = new Map<string, Trace>();
  for (const { line, essay } of kept) {
    const { address } = line;
    value.set(address, { address, line, owners: [essay], essay, page: 'own' });
  }
  // Nearly always, every line is kept.
  if (kept.length === lines.length) {
    const isCurrent = kept.every(({ line, essay }) => !isOutdated(line, essay));
    return { value, problems: [], isSettled: isCurrent && lines.length === essays.length };
  }
  const others = lines.filter(({ address }) => !value.has(address));
  const found = findEssays(kept, others, byPath, timeZone);
  // Hosts don't tell the forms of an address apart.
  const byAddress = new Map(essays.map((essay) => [trimPath(essay.address), essay]));
  const problems: Problem[] = [];
  for (const [address, group] of groupBy(others, ({ address }) => address)) {
    const traced = traceGroup(address, group, found, byAddress.get(trimPath(address)) ?? null);
    value.set(address, traced.trace);
    problems.push(...traced.problems);
  }
  return { value, problems, isSettled: false };
}

/** Finds the essay of a line if it is a kept one: `before` and `after` are the lines beside it, which are sorted. */
function findKept(
  line: PublishedAddress,
  before: PublishedAddress | undefined,
  after: PublishedAddress | undefined,
  byPath: ReadonlyMap<string, SluggedEssay>,
): readonly KeptLine[] {
  const { address, file, isGone } = line;
  const essay = isGone ? undefined : byPath.get(file);
  const isOnly = before?.address !== address && after?.address !== address;
  const isKept = essay !== undefined && isOnly && address === essay.address && isLike(essay, line);
  return isKept ? [{ line, essay }] : [];
}

/** Finds what has become of an address by its lines, the essays of lines, and the essay whose page is there now. */
function traceGroup(
  address: string,
  group: readonly [PublishedAddress, ...PublishedAddress[]],
  found: FoundEssays,
  holder: SluggedEssay | null,
): { readonly trace: Trace; readonly problems: readonly Problem[] } {
  const essayOf = (line: PublishedAddress) => found.get(essayKeyOf(line)) ?? null;
  const own = holder === null ? undefined : group.find((line) => essayOf(line) === holder);
  const line = own ?? group.find(essayOf) ?? group[0];
  const essay = holder ?? essayOf(line);
  const owners = group.flatMap((each) => essayOf(each) ?? []);
  const rival = owners.find((each) => each !== essay);
  const page = holder && (own || rival ? 'own' : 'other');
  const isTaken = essay !== null && rival !== undefined;
  return {
    trace: { address, line, owners, essay, page },
    problems: isTaken ? [addressTaken(essay, rival, address, owners.includes(essay))] : [],
  };
}

/**
 * The addresses at which essays were published, by the essay's file. An essay's current address comes first, whatever
 * the order of the lines.
 */
export function groupByOwner(traces: Traces): OwnAddresses {
  const owned = Array.from(traces.values(), ({ address, owners, essay, page }) => {
    return owners.map(({ path }) => {
      return { address, path, isCurrent: page === 'own' && path === essay?.path };
    });
  });
  const currentFirst = owned.flat().sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return groupBy(currentFirst, ({ path }) => path);
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

/** The essays of lines, by the lines' keys. */
type FoundEssays = ReadonlyMap<string, SluggedEssay>;

/** Lines with the same key belong to the same essay. The file of an essay that is gone may hold another one. */
function essayKeyOf({ file, isGone }: PublishedAddress): string {
  return isGone ? `${file}\n` : file;
}

/** The essay of a line whose file is missing or holds different words. */
interface LostEssay {
  readonly key: string;
  readonly lines: readonly PublishedAddress[];
  readonly sketches: readonly Sketch[];
  readonly isMissing: boolean;
}

/** An essay that no line is known to belong to. */
interface FreeEssay {
  readonly essay: SluggedEssay;
  /** The line that it would have. */
  readonly line: PublishedAddress;
  /** True if no line names its file. */
  readonly isAdded: boolean;
}

/** A lost essay and an essay that it may be; the guess with the highest score counts. */
interface Guess {
  readonly key: string;
  readonly essay: SluggedEssay;
  readonly score: number;
}

/**
 * Finds the essays of lines. A file that is missing, or holds different words, may have been renamed: its essay may be
 * in any new file, or in any file whose own words have changed. `kept` are the lines whose essays are known already.
 */
function findEssays(
  kept: readonly KeptLine[],
  lines: readonly PublishedAddress[],
  byPath: ReadonlyMap<string, SluggedEssay>,
  timeZone: string,
): FoundEssays {
  const byKey = groupBy(lines, essayKeyOf);
  const still = new Map(kept.map(({ line, essay }) => [line.file, essay]));
  for (const [key, own] of byKey) {
    const essay = byPath.get(key.trimEnd());
    if (essay && own.some((line) => isLike(essay, line))) still.set(key, essay);
  }
  const isMissing = (key: string) => !byPath.has(key);
  const allLost = [...byKey].flatMap(([key, own]): LostEssay[] => {
    const sketches = own.map(sketchOf);
    return still.has(key) ? [] : [{ key, lines: own, sketches, isMissing: isMissing(key) }];
  });
  if (allLost.length === 0) return still;
  const stillThere = new Set(still.values());
  const allFree = [...byPath.values()].flatMap((essay): FreeEssay[] => {
    const isAdded = !byKey.has(essay.path);
    return stillThere.has(essay) ? [] : [{ essay, line: makeLine(essay, timeZone), isAdded }];
  });
  // Check for moved essays before twins: if a branch swapped two files, the lines of both have the same addresses.
  const moved = takeBest(guessMoved(allLost, allFree), still);
  const known = addTwins(moved, lines, isMissing);
  const taken = new Set(known.values());
  const guesses = guessByWords(
    allLost.filter(({ key }) => !known.has(key)),
    allFree.filter(({ essay }) => !taken.has(essay)),
  );
  return addTwins(takeBest(guesses, known), lines, isMissing);
}

/** Adds the essays of missing files: two branches may have renamed the same file, and agree on an address. */
function addTwins(
  known: FoundEssays,
  lines: readonly PublishedAddress[],
  isMissing: (key: string) => boolean,
): FoundEssays {
  const found = new Map(known);
  const groups = groupBy(lines, ({ address }) => address);
  for (const [key, own] of groupBy(lines, essayKeyOf)) {
    if (found.has(key) || !isMissing(key)) continue;
    const twins = own.flatMap(({ address }) => groups.get(address) ?? []);
    const [essay] = twins.flatMap((twin) => found.get(essayKeyOf(twin)) ?? []);
    if (essay) found.set(key, essay);
  }
  return found;
}

/** Adds the essays of guesses, the best first. Each essay counts once. */
function takeBest(guesses: readonly Guess[], known: FoundEssays): FoundEssays {
  const found = new Map(known);
  const taken = new Set(known.values());
  const order = ({ key, essay }: Guess) => `${key}\n${essay.path}`;
  const best = guesses.toSorted((a, b) => b.score - a.score || (order(a) < order(b) ? -1 : 1));
  for (const { key, essay } of best) {
    if (found.has(key) || taken.has(essay)) continue;
    found.set(key, essay);
    taken.add(essay);
  }
  return found;
}

/**
 * Guesses which new files hold essays with the same words, day and feed identity. After a folder of thousands has moved,
 * hardly any other pair is compared.
 */
function guessMoved(lost: readonly LostEssay[], free: readonly FreeEssay[]): Guess[] {
  const added = groupBy(
    free.filter(({ isAdded }) => isAdded),
    ({ line }) => line.day + line.digest,
  );
  return lost.flatMap(({ key, lines, isMissing }) => {
    const equal = lines.flatMap(({ day, digest }) => added.get(day + digest) ?? []);
    return isMissing ? equal.map(({ essay }) => ({ key, essay, score: 1 })) : [];
  });
}

/** Guesses which essays are the lost ones by their words, days and feed identities. */
function guessByWords(lost: readonly LostEssay[], free: readonly FreeEssay[]): Guess[] {
  const listCandidates = findCandidates(lost, free.length);
  return free.flatMap((each) => {
    const { essay, line } = each;
    const sketch = unpackSketch(essay.sketch);
    return listCandidates(line).flatMap((candidate) => {
      const score = scoreGuess(candidate, each, sketch);
      return score === null ? [] : [{ key: candidate.key, essay, score }];
    });
  });
}

/** Scores the guess that a lost essay is this free essay; null if it can't be. */
function scoreGuess(
  { key, lines, sketches, isMissing }: LostEssay,
  { essay, line, isAdded }: FreeEssay,
  sketch: Sketch,
): number | null {
  const share = Math.max(...sketches.map((each) => shareOfWords(sketch, each)));
  const isNew = isMissing && isAdded;
  const hasOrigin = isNew && lines.some((each) => identityOf(each) === identityOf(line));
  // An essay without words, such as a picture, still has its title.
  const isSame = (each: PublishedAddress) =>
    each.address === line.address && each.digest.endsWith(essay.sketch);
  if (hasOrigin || share >= SAME_ESSAY || (isNew && lines.some(isSame))) {
    const isNear = lines.some(({ address, day }) => address === line.address || day === line.day);
    // The words count more than the name: two essays may have swapped their files before one of the files moved.
    return (share >= SAME_ESSAY ? 4 : 0) + (hasOrigin ? 2 : 0) + (isNear ? 1 : 0) + share;
  }
  // A rewritten essay still belongs to its file, unless it is recognised as another one.
  return key === essay.path ? 0 : null;
}

/** Beyond this number of pairs, two essays are compared only if they have more than words in common. */
const MAX_PAIRS = 1_000_000;
/** A day that more essays than this have doesn't tell them apart. */
const MAX_ALIKE = 50;

type FindCandidates = (line: PublishedAddress) => readonly LostEssay[];

/**
 * Returns a function that lists the lost essays with which an essay is compared: all, or, if every word of a large
 * site has changed, those with the same file, address, day, identity or sketch. `count` is the number of essays.
 */
function findCandidates(lost: readonly LostEssay[], count: number): FindCandidates {
  if (lost.length * count <= MAX_PAIRS) return () => lost;
  const traitsOf = (line: PublishedAddress) => {
    const { file, address, day, digest } = line;
    return [file, address, day, identityOf(line), digest.slice(IDENTITY)];
  };
  const byTrait = groupBy(lost, ({ lines }) => [...new Set(lines.flatMap(traitsOf))]);
  return (line) => {
    const groups = traitsOf(line).map((trait) => byTrait.get(trait) ?? []);
    return [...new Set(groups.filter(({ length }) => length <= MAX_ALIKE).flat())];
  };
}

/** `isShared` is true if both essays were published there, on two branches. */
function addressTaken(
  essay: SluggedEssay,
  rival: SluggedEssay,
  address: string,
  isShared: boolean,
): Problem {
  const message = `${decodePercent(address)} leads to this essay, and ${rival.path} was published there`;
  const own =
    'Give one of them another `slug`. If old links may lead to this essay, delete the line of';
  const shared = 'Two branches each published an essay there. Delete the line of';
  const hint = `${isShared ? shared : own} the other one from ${ADDRESSES_PATH}.`;
  return makeProblem('address-taken', wholeFile(essay.path), message, hint);
}
