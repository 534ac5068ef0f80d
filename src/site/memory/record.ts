/**
 * Record, the last step: decides what content/addresses.txt has to say after this build, and reports the addresses that
 * have moved or are gone. Pure, except that it may ask which addresses are committed.
 */
import type { SiteConfig } from '../../essays/config.ts';
import { dayBounds } from '../../essays/dates.ts';
import { ADDRESSES_PATH, CONFIG_PATH } from '../../essays/paths.ts';
import { addGone } from '../../essays/yaml-edits.ts';
import { groupBy } from '../../problems/group-by.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../../problems/problems.ts';
import { decodePercent, joinWords } from '../../text/text.ts';
import type { AddressedSite } from '../address-assignment.ts';
import { isGone, type RedirectRule } from '../redirect-rules.ts';
import type { OutputSelection } from '../site-outputs.ts';
import type { SluggedEssay } from '../slugs.ts';
import { addressKey, listOutputs, slugOfAddress } from '../urls.ts';
import { type AddressLine, formatAddresses, makeLine, placeOfLine } from './lines.ts';
import { listRenamed, type Trace, type Traces } from './traces.ts';

/** The essays whose new addresses are recorded: all, those dated before today, or none. */
export type Remembering = 'all' | 'past' | 'none';

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

/** The published addresses of a site after a build. */
export interface AddressRecord {
  /** The lines of content/addresses.txt by address. */
  readonly lines: ReadonlyMap<string, AddressLine>;
  /** The new text of that file; null to leave it as it is. */
  readonly newText: string | null;
  /** True if writing that text changes or removes some of the problems. */
  readonly isPassing: boolean;
  readonly problems: readonly Problem[];
}

/** Finds the lines to record for a site whose outputs are selected. `rules` are the redirects that the author states. */
export function recordAddresses(
  addressed: AddressedSite,
  rules: readonly RedirectRule[],
  { paths }: Pick<OutputSelection, 'paths'>,
  { timezone }: Pick<SiteConfig, 'timezone'>,
  recording: Recording,
): AddressRecord {
  const { traces, recorded, isComplete, isSettled, lines } = addressed;
  // The address of an essay without a valid slug is not gone.
  if (isSettled || !isComplete) {
    const known = new Map(lines.map((line) => [line.address, line]));
    return { lines: known, newText: null, isPassing: false, problems: [] };
  }
  const givenUp = new Set(rules.filter(isGone).map(({ from }) => addressKey(from)));
  const site: AddressContext = {
    traces,
    essays: recorded,
    timeZone: timezone,
    answers: (address) => listOutputs(address).some((path) => paths.has(path)),
    isGivenUp: (address) => givenUp.has(addressKey(address)),
  };
  const remembered = rememberAddresses(site, recording);
  const text = formatAddresses(remembered.lines);
  const isNew = recording.remembers !== 'none' && text !== addressed.text;
  return {
    lines: remembered.lines,
    newText: isNew ? text : null,
    isPassing: isNew && (remembered.problems.length > 0 || listRenamed(traces).size > 0),
    problems: remembered.problems,
  };
}

/** What a build publishes, as far as it decides which addresses are recorded. */
export interface AddressContext {
  readonly traces: Traces;
  /** The essays and pages whose addresses are recorded. */
  readonly essays: readonly SluggedEssay[];
  readonly timeZone: string;
  /** True for an address at which something is published. */
  answers(address: string): boolean;
  /** True for an address that the author lists as gone. */
  isGivenUp(address: string): boolean;
}

/** What becomes of a published address. */
interface Fate {
  readonly trace: Trace;
  /** Its line; null if it is forgotten. */
  readonly line: AddressLine | null;
  /** What the author is told, if anything. */
  readonly news: 'moved' | 'gone' | 'taken' | 'dropped' | null;
}

/** Decides which lines to write, by address, and reports each address that has moved or is gone. */
export function rememberAddresses(
  site: AddressContext,
  recording: Recording,
): { readonly lines: ReadonlyMap<string, AddressLine>; readonly problems: Problem[] } {
  const { traces, essays, timeZone } = site;
  const isDue = makeDuePredicate(timeZone, recording);
  const isLocal = makeLocalPredicate(recording);
  const fates = Array.from(traces.values(), (trace) =>
    isMissing(trace, site)
      ? decideMissing(trace, recording.forgets, isLocal)
      : decidePresent(trace, site, isDue, isLocal),
  );
  const known = fates.flatMap(({ line }) => (line === null ? [] : [line]));
  const added = essays
    .filter((essay) => !traces.has(essay.address) && isDue(essay))
    .map((essay) => makeLine(essay, timeZone));
  const lines = new Map([...known, ...added].map((line) => [line.address, line]));
  return { lines, problems: describeFates(fates, site, recording.settings) };
}

/** Returns a predicate for the essays whose new addresses are recorded. */
function makeDuePredicate(timeZone: string, { remembers, now }: Recording) {
  const { start } = dayBounds(now, timeZone);
  const end = { all: Infinity, past: start, none: -Infinity }[remembers];
  return (essay: SluggedEssay): boolean => (essay.isUndated ? now : essay.publishedTimestamp) < end;
}

/**
 * Returns a predicate for the addresses that were never committed, so that no reader can have seen them: only builds
 * here had them. Git is asked when the first address is looked up.
 */
function makeLocalPredicate({ readCommitted = () => null }: Recording) {
  let committed: ReadonlySet<string> | null | undefined;
  return (address: string): boolean => {
    if (committed === undefined) committed = readCommitted();
    return committed !== null && !committed.has(address);
  };
}

/** True for an address at which nothing is published. */
function isMissing({ address, page }: Trace, { answers }: AddressContext): boolean {
  return page === null && !answers(address);
}

/** Decides what becomes of an address at which nothing is published. */
function decideMissing(
  trace: Trace,
  forgets: boolean,
  isLocal: (address: string) => boolean,
): Fate {
  const { address, line, essay } = trace;
  if (forgets) return { trace, line: null, news: null };
  if (isLocal(address)) return { trace, line: null, news: 'dropped' };
  const file = essay?.path ?? line.file;
  return { trace, line: { ...line, file, isGone: true }, news: 'gone' };
}

/** Decides what becomes of an address at which something is published. */
function decidePresent(
  trace: Trace,
  { traces, timeZone, isGivenUp }: AddressContext,
  isDue: (essay: SluggedEssay) => boolean,
  isLocal: (address: string) => boolean,
): Fate {
  const { address, line, essay, page } = trace;
  if (essay === null) return { trace, line: { ...line, isGone: true }, news: null };
  const present = { ...line, isGone: false };
  if (page === 'other') {
    const isTaken = !isGivenUp(address) && !isLocal(address);
    const written = isDue(essay) ? makeLine(essay, timeZone) : present;
    return { trace, line: written, news: isTaken ? 'taken' : null };
  }
  if (page === 'own') {
    return { trace, line: { ...present, file: essay.path }, news: null };
  }
  const isMoved = traces.get(essay.address)?.page !== 'own' && !isGivenUp(address);
  return { trace, line: { ...present, file: essay.path }, news: isMoved ? 'moved' : null };
}

/** If more addresses than this, and more than a fifth of all, are gone at once, the build stops. */
const MANY_GONE = 5;

/** Reports what has become of the addresses. */
function describeFates(
  fates: readonly Fate[],
  { traces }: AddressContext,
  settings: string,
): Problem[] {
  const listTraces = (news: Fate['news']) =>
    fates.filter((fate) => fate.news === news).map(({ trace }) => trace);
  const gone = listTraces('gone');
  const goneNow = gone.filter(({ line }) => !line.isGone);
  const isMany = goneNow.length > MANY_GONE && 5 * goneNow.length > traces.size;
  const missed = [...gone, ...listTraces('taken')];
  // The addresses of an essay that is gone are reported together.
  const groups = groupBy(missed, ({ address, line, essay }) => (essay ? address : line.file));
  return [
    ...describeMoves(listTraces('moved')),
    ...listTraces('dropped').map(addressDropped),
    ...(isMany
      ? [addressesManyGone(goneNow, traces.size)]
      : Array.from(groups.values(), (group) => addressGone(group, settings))),
  ];
}

/** If more essays than this have moved, as by a new `permalink`, they are reported together. */
const MANY_MOVED = 5;

/** Reports the essays that have moved, each with all its former addresses. */
function describeMoves(moved: readonly Trace[]): Problem[] {
  const byFile = groupBy(moved, ({ essay }) => essay?.path ?? '');
  if (byFile.size > MANY_MOVED) return [addressesMoved(moved, byFile.size)];
  return [...byFile.values()].flatMap((traces) => {
    const [{ essay }] = traces;
    const from = traces.map(({ address }) => decodePercent(address));
    return essay === null ? [] : [addressMoved(essay, from)];
  });
}

function addressesMoved(traces: readonly Trace[], count: number): Problem {
  const shown = traces.slice(0, 3).map(({ address, essay }) => {
    return `${decodePercent(address)} to ${decodePercent(essay?.address ?? '')}`;
  });
  const message = `${count} essays have moved, such as from ${joinWords(shown, 'and')}`;
  const hint = 'Old links still lead to the essays.';
  return makeProblem('address-moved', wholeFile(CONFIG_PATH), message, hint);
}

function addressMoved({ path, address, page }: SluggedEssay, from: readonly string[]): Problem {
  const message = `This ${page === null ? 'essay' : 'page'} has moved from ${joinWords(from, 'and')} to ${decodePercent(address)}`;
  const isSlug = [address, ...from].every((each) => slugOfAddress(each) !== null);
  const key = isSlug ? 'slug' : 'permalink';
  const keep = page === null ? ` To keep an old address, set \`${key}\`.` : '';
  const hint = `Old links still lead to it.${keep}`;
  return makeProblem('address-moved', wholeFile(path), message, hint);
}

function addressDropped({ address, line }: Trace): Problem {
  const message = `${decodePercent(address)} was never committed, so nobody can miss it: it is no longer recorded`;
  const hint = 'If it was published, add it to `gone` or to `redirects` in content/site.yaml.';
  return makeProblem('address-dropped', placeOfAddress(line), message, hint);
}

/** The place of a line, of which only the address tells an author anything. */
function placeOfAddress(line: AddressLine): Place {
  return { ...placeOfLine(line), excerpt: line.address };
}

/** Reports an address, or all those of an essay that is gone. */
function addressGone(traces: readonly [Trace, ...Trace[]], settings: string): Problem {
  const [{ line, essay, page }] = traces;
  const addresses = traces.map((trace) => decodePercent(trace.address));
  const address = joinWords(addresses, 'and') ?? '';
  const { file, day } = line;
  const other = page === 'other' ? `, and ${essay?.path} has its address` : '';
  const isThere = essay !== null && page === null;
  const message = isThere
    ? `${address} cannot lead to ${essay.path}, since another page or file is in its way`
    : `${file}${day === '-' ? '' : `, published on ${day},`} is no longer at ${address}${other}`;
  const hint =
    `Add ${traces.length === 1 ? 'the' : 'each'} address to the \`aliases\` of the essay that replaces it, to ` +
    '`redirects` or to `gone` in content/site.yaml, or forget it with `blog build --forget`.';
  // An address that another essay has taken must not be given up.
  const given = isThere || page === 'other' ? [] : addresses;
  const edits = new Map(
    given.flatMap((each) => addGone(settings, each)).map((edit) => [JSON.stringify(edit), edit]),
  );
  return makeProblem('address-gone', placeOfAddress(line), message, hint, {
    edits: [...edits.values()],
  });
}

function addressesManyGone(gone: readonly Trace[], count: number): Problem {
  const first = gone.slice(0, 3).map(({ address }) => decodePercent(address));
  const message = `${gone.length} of ${count} published addresses are gone at once, such as ${joinWords(first, 'and')}`;
  const hint =
    'Is this the right folder, and are all files there? If they are gone on purpose, run ' +
    '`blog build --forget`.';
  return makeProblem('addresses-many-gone', wholeFile(ADDRESSES_PATH), message, hint);
}
