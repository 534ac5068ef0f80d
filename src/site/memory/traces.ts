/**
 * Traces: finds what has become of each published address, and which essay it leads to. Pure.
 *
 * An address stays with its essay, which is recognised by its file or, once that file is gone, by its feed id, its
 * file's name and day, or its day.
 */
import type { SiteConfig } from '../../essays/config.ts';
import { ADDRESSES_PATH, splitFileName } from '../../essays/paths.ts';
import { groupBy } from '../../problems/group-by.ts';
import { makeProblem, type Problem, wholeFile } from '../../problems/problems.ts';
import { decodePercent } from '../../text/text.ts';
import { makeUrn, nameInFeeds } from '../feed-ids.ts';
import type { AddressesByFile, SluggedEssay } from '../slugs.ts';
import { trimPath } from '../urls.ts';
import { type AddressLine, dayOf } from './lines.ts';

/** The settings by which essays are recognised. */
export type TraceConfig = Pick<SiteConfig, 'timezone' | 'url' | 'formerUrl'>;

/** An address, and what has become of it. */
export interface Trace {
  readonly address: string;
  /** Its line; of several, the one that counts. */
  readonly line: AddressLine;
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

/** A line that is the only one of its address, and whose essay is still at it. */
interface CurrentLine {
  readonly line: AddressLine;
  readonly essay: SluggedEssay;
}

/**
 * Finds what has become of each published address. `essays` are the essays that the build publishes.
 * `heldBack` has the paths of unpublished essays, so that no other essay inherits an address of theirs.
 */
export function traceAddresses(
  lines: readonly AddressLine[],
  essays: readonly SluggedEssay[],
  heldBack: Pick<ReadonlySet<string>, 'has'>,
  config: TraceConfig,
): TraceResult {
  const byPath = new Map(essays.map((essay) => [essay.path, essay]));
  const current = lines.flatMap((line, at) =>
    findCurrent(line, lines[at - 1], lines[at + 1], byPath),
  );
  const value = new Map<string, Trace>();
  for (const { line, essay } of current) {
    const { address } = line;
    value.set(address, { address, line, owners: [essay], essay, page: 'own' });
  }
  // Nearly always, every line is current.
  if (current.length === lines.length) {
    return { value, problems: [], isSettled: lines.length === essays.length };
  }
  const others = lines.filter(({ address }) => !value.has(address));
  const found = findEssays(others, current, essays, heldBack, config);
  // Hosts don't distinguish the forms of an address.
  const byAddress = new Map(essays.map((essay) => [trimPath(essay.address), essay]));
  const problems: Problem[] = [];
  for (const [address, group] of groupBy(others, ({ address }) => address)) {
    const traced = traceGroup(address, group, found, byAddress.get(trimPath(address)) ?? null);
    value.set(address, traced.trace);
    problems.push(...traced.problems);
  }
  return { value, problems, isSettled: false };
}

/** Finds the essay of a line if it is a current one: `before` and `after` are the lines beside it, which are sorted. */
function findCurrent(
  line: AddressLine,
  before: AddressLine | undefined,
  after: AddressLine | undefined,
  byPath: ReadonlyMap<string, SluggedEssay>,
): readonly CurrentLine[] {
  const { address, file, isGone } = line;
  const essay = isGone ? undefined : byPath.get(file);
  const isOnly = before?.address !== address && after?.address !== address;
  return essay !== undefined && isOnly && address === essay.address ? [{ line, essay }] : [];
}

/** Finds what has become of an address by its lines, the essays of lines, and the essay whose page is there now. */
function traceGroup(
  address: string,
  group: readonly [AddressLine, ...AddressLine[]],
  found: FoundEssays,
  holder: SluggedEssay | null,
): { readonly trace: Trace; readonly problems: readonly Problem[] } {
  const essayOf = (line: AddressLine) => found.get(line.file) ?? null;
  const ofHolder = holder === null ? undefined : group.find((line) => essayOf(line) === holder);
  const line = ofHolder ?? group.find(essayOf) ?? group[0];
  const essay = holder ?? essayOf(line);
  const owners = group.flatMap((each) => essayOf(each) ?? []);
  const rival = owners.find((each) => each !== essay);
  const page = holder && (ofHolder || rival ? 'own' : 'other');
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
export function groupByOwner(traces: Traces): AddressesByFile {
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

/** The essays of lines, by the files that the lines name. */
type FoundEssays = ReadonlyMap<string, SluggedEssay>;

/**
 * Finds the essays of lines. A file holds the same essay as before, whatever its words, unless the essay at the address
 * has the line's day and the essay in the file hasn't: then files have been renamed.
 */
function findEssays(
  lines: readonly AddressLine[],
  current: readonly CurrentLine[],
  essays: readonly SluggedEssay[],
  heldBack: Pick<ReadonlySet<string>, 'has'>,
  config: TraceConfig,
): FoundEssays {
  const byPath = new Map(essays.map((essay) => [essay.path, essay]));
  const byAddress = new Map(essays.map((essay) => [essay.address, essay]));
  const named = new Set(lines.map(({ address, file }) => `${address} ${file}`));
  const found = new Map(current.map(({ line, essay }) => [line.file, essay]));
  for (const [file, group] of groupBy(lines, (line) => line.file)) {
    if (found.has(file)) continue;
    const hasDay = (essay: SluggedEssay | undefined, { day }: AddressLine) =>
      essay !== undefined && dayOf(essay, config.timezone) === day;
    const inFile = byPath.get(file);
    const isSame = group.some((line) => hasDay(inFile, line));
    const [atAddress] = group.flatMap((line) => {
      const essay = byAddress.get(line.address);
      const isNamed = named.has(`${line.address} ${essay?.path}`);
      return essay !== undefined && !isNamed && hasDay(essay, line) ? essay : [];
    });
    const essay = isSame ? inFile : (atAddress ?? inFile);
    if (essay !== undefined) found.set(file, essay);
  }
  const ofMissing = lines.filter(({ file }) => !heldBack.has(file));
  return addRenamed(found, ofMissing, essays, config);
}

/** Adds the essays of files that are gone, each of which is found in a new file. */
function addRenamed(
  known: FoundEssays,
  lines: readonly AddressLine[],
  essays: readonly SluggedEssay[],
  { timezone, url, formerUrl }: TraceConfig,
): FoundEssays {
  const lost = lines.filter(({ file }) => !known.has(file));
  if (lost.length === 0) return known;
  const files = new Set(lines.map(({ file }) => file));
  const withLines = new Set(known.values());
  const added = essays.filter((essay) => !files.has(essay.path) && !withLines.has(essay));
  const nameOf = (path: string) => splitFileName(path).name;
  const byId = groupBy(added, ({ guid }) => guid ?? []);
  const byName = groupBy(added, (essay) => `${dayOf(essay, timezone)} ${nameOf(essay.path)}`);
  const byDay = groupBy(added, (essay) => dayOf(essay, timezone));
  // An essay that was gone before this build hasn't been renamed since the last one; a page has no day.
  const renamed = lost.filter(({ isGone, day }) => !isGone && day !== '-');
  const filesByDay = groupBy(
    new Map(renamed.map(({ file, day }) => [file, day])),
    ([, day]) => day,
  );
  const found = new Map(known);
  for (const { file, day, isGone } of lost) {
    const name = nameInFeeds(nameOf(file), Number.parseInt(day, 10));
    const id = makeUrn(`${formerUrl ?? url}/${name}`);
    const isOnly = !isGone && filesByDay.get(day)?.length === 1;
    const candidates =
      byId.get(id) ?? byName.get(`${day} ${nameOf(file)}`) ?? (isOnly ? byDay.get(day) : undefined);
    const [only, ...others] = candidates ?? [];
    if (only !== undefined && others.length === 0) found.set(file, only);
  }
  return found;
}

/** `isShared` is true if both essays were published there, on two branches. */
function addressTaken(
  essay: SluggedEssay,
  rival: SluggedEssay,
  address: string,
  isShared: boolean,
): Problem {
  const message = `${decodePercent(address)} leads to this essay, and ${rival.path} was published there`;
  const separate =
    'Give one of them another `slug`. If old links may lead to this essay, delete the line of';
  const shared = 'Two branches each published an essay there. Delete the line of';
  const hint = `${isShared ? shared : separate} the other one from ${ADDRESSES_PATH}.`;
  return makeProblem('address-taken', wholeFile(essay.path), message, hint);
}
