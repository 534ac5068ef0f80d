/**
 * The state of the last build for an output folder, in `.blog/`: an edge.
 *
 * One file of three lines: a checksum of the rest, then two JSON values. The first tells whether there is anything to
 * do; the second holds parsed content and is read only if there is. If the file is lost, damaged, or from another
 * version of the program, the next build is a clean one.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { debuglog } from 'node:util';
import type { CachedEssays } from '../essays/essay-reader.ts';
import type { LinkedFile } from '../essays/images.ts';
import type { ContentListing } from '../essays/listing.ts';
import { ABOUT_ADDRESS } from '../essays/paths.ts';
import * as disk from '../files/file-state.ts';
import { checksum } from '../files/fingerprint.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import type { DescribedLinks } from '../site/broken-links.ts';
import type { RelatedByLanguage } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import type { HeldBack } from '../site/text-selection.ts';
import { keyOfFolder } from './out-folder.ts';
import type { BuildRequest } from './request.ts';
import type { TagPages } from './tag-pages.ts';

/** One file in the output folder: the key of what it was made from, and its state once written. */
export type WrittenFile = readonly [key: string, state: disk.FileState];

/** The texts that a build leaves out for the same reason. */
export interface LeftOut {
  readonly state: HeldBack['state'];
  readonly count: number;
  /** The front matter keys that hide them, apart from the program's own keys; `no date` for drafts without a date. */
  readonly keys: readonly string[];
}

/** The numbers of a site in the report to the author. */
export interface SiteReport {
  readonly essays: number;
  /** The author's own pages, without the about page. */
  readonly pages: number;
  readonly draftsShown: number;
  readonly leftOut: readonly LeftOut[];
  /** The address that it was built for. */
  readonly url: string;
  readonly isPreview: boolean;
}

/** Counts the essays and pages of a site for the report to the author. */
export function describeSite(site: Site): SiteReport {
  const { essays, pages, urls, isPreview } = site;
  return {
    essays: essays.length,
    pages: pages.filter(({ address }) => address !== ABOUT_ADDRESS).length,
    draftsShown: essays.filter((essay) => essay.draft).length,
    leftOut: listLeftOut(site),
    url: urls.origin + urls.base,
    isPreview,
  };
}

/** The program's own keys. A report doesn't need to name them. */
const OWN_KEYS = ['draft', 'private', 'expires'];

/** Counts the texts that are left out, by reason, in the order in which reasons first occur. */
function listLeftOut({ heldBack }: Pick<Site, 'heldBack'>): LeftOut[] {
  const stateOf = ({ state }: HeldBack) => state;
  const hidden = [...heldBack.values()].filter(({ isShown }) => !isShown);
  return Array.from(groupBy(hidden, stateOf).values(), (group) => {
    const [{ state }] = group;
    const named = group.map(({ key }) => key ?? (state === 'draft' ? 'no date' : 'draft'));
    const keys = [...new Set(named)].filter((key) => !OWN_KEYS.includes(key));
    return { state, count: group.length, keys };
  });
}

/** The result of a successful build, which is up to date until something it depends on changes. */
interface LastResult {
  /** The key of the build, from `keyOfBuild`. */
  readonly key: string;
  /** Moments in ms since the epoch: the build's own clock, and when its result is out of date. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** The states of the folders of the output, absolute: a file that is added to one changes it. */
  readonly folders: Readonly<Record<string, disk.FileState>>;
  readonly report: SiteReport;
  readonly problems: readonly Problem[];
}

/**
 * The results that the next build can reuse. The essays are valid for the program and the settings of `key`;
 * `related` has a key of its own.
 */
export interface CachedContent {
  readonly key: string;
  /** Null where something could not be listed. */
  readonly listing: ContentListing | null;
  readonly essays: CachedEssays;
  readonly pictures: Readonly<Record<string, LinkedFile>>;
  readonly related: RelatedByLanguage;
  readonly described: DescribedLinks;
  /** As the last build that wrote the site left them. */
  readonly tagPages: TagPages;
}

export interface BuildState {
  /** Null after a build that failed. */
  readonly result: LastResult | null;
  /** Every file and folder that the build depends on, relative to the root or absolute. */
  readonly inputs: Readonly<Record<string, disk.FileState>>;
  /** Every file that builds wrote, or were about to write when they were killed, by its output path. */
  readonly outputs: ReadonlyMap<string, WrittenFile>;
  /** Parses the cached content. */
  readContent(): CachedContent;
  /** The state of the cache file that this state was read from or written to. */
  readonly file: disk.FileState;
}

const debug = debuglog('blog:cache');

const EMPTY: CachedContent = {
  key: '',
  listing: null,
  essays: {},
  pictures: {},
  related: {},
  described: {},
  tagPages: {},
};
const NO_STATE = {
  result: null,
  inputs: {},
  outputs: new Map(),
  readContent: () => EMPTY,
};

/** The version of the format, part of the first line; files with another one are not read. */
const FORMAT = 6;

/** The first JSON value of the file. */
interface Head extends Pick<BuildState, 'result' | 'inputs'> {
  readonly program: string;
  readonly outputs: Readonly<Record<string, WrittenFile>>;
}

/** The cache file for an output folder, absolute. */
export function cacheFileOf(cacheDir: string, outDir: string): string {
  return join(cacheDir, `build-${keyOfFolder(cacheDir, outDir)}.json`);
}

/**
 * Reads the state from a cache file; returns `memory` instead if the file is still as that state left it.
 * If another `program` wrote the file, only the list of outputs is used.
 */
export function readBuildState(
  path: string,
  program: string,
  memory: BuildState | null,
): BuildState {
  const file = stateOf(path);
  if (memory !== null && memory.file === file) return memory;
  const bytes = disk.readOwnFile(path);
  if (bytes === null) {
    debug('there is no %s: this is a cold build', path);
    return { ...NO_STATE, file };
  }
  try {
    const [first, second] = [bytes.indexOf('\n'), bytes.indexOf('\n', bytes.indexOf('\n') + 1)];
    if (bytes.toString('latin1', 0, first) !== `${FORMAT} ${checksum([bytes.subarray(first + 1)])}`)
      throw new Error('damaged');
    const head: Head = JSON.parse(bytes.toString('utf8', first + 1, second));
    const { result, inputs } = head;
    const outputs = new Map(Object.entries(head.outputs));
    if (head.program !== program) {
      debug(
        '%s was written by another version of the program: only its list of outputs is used',
        path,
      );
      return { ...NO_STATE, outputs, file };
    }
    let content: CachedContent | null = null;
    const readContent = () => {
      content ??= JSON.parse(bytes.toString('utf8', second + 1)) as CachedContent;
      return content;
    };
    return { result, inputs, outputs, readContent, file };
  } catch {
    debug('%s is damaged, or has another format: it is ignored', path);
    return { ...NO_STATE, file };
  }
}

/** Builds with equal keys can differ only in files and the clock. */
export function keyOfBuild({ root, outDir, packageRoot, program, mode }: BuildRequest): string {
  const { remembers, forgets } = mode.recording;
  const recording = { remembers, forgets };
  return JSON.stringify([root, outDir, packageRoot, program, { ...mode, recording }]);
}

/**
 * Returns the last result if none of its inputs and outputs have changed; null if it is out of date.
 */
export function findCurrentResult(
  { result, inputs, outputs }: BuildState,
  request: BuildRequest,
): LastResult | null {
  const { root, outDir, now } = request;
  if (result === null || result.key !== keyOfBuild(request)) {
    debug(result === null ? 'the last build has no result to reuse' : 'this is another build');
    return null;
  }
  if (now < result.validFrom || now >= result.validUntil) {
    debug('the result of the last build has expired');
    return null;
  }
  const isSame = ([path, state]: [string, disk.FileState]) =>
    disk.hasFileState(isAbsolute(path) ? path : `${root}/${path}`, state);
  const isWritten = ([path, [, state]]: [string, WrittenFile]) =>
    disk.hasFileState(`${outDir}/${path}`, state);
  const states = [...Object.entries(inputs), ...Object.entries(result.folders)];
  const changed =
    states.find((each) => !isSame(each)) ?? [...outputs].find((each) => !isWritten(each));
  if (changed !== undefined) debug('%s has changed', changed[0]);
  return changed === undefined ? result : null;
}

/** The part of a state that a build provides. */
type NewState = Pick<BuildState, 'result' | 'inputs' | 'outputs'>;

/** Writes the state of a build in one step; returns it as it would be read. */
export function writeBuildState(
  path: string,
  program: string,
  state: NewState,
  content: CachedContent,
): BuildState {
  const { result, inputs, outputs } = state;
  const head: Head = {
    program,
    result,
    inputs,
    outputs: Object.fromEntries(outputs),
  };
  const contents = Array.from(encodeState(head, content), (part) => Buffer.from(part));
  const first = Buffer.from(`${FORMAT} ${checksum(contents)}\n`);
  disk.replaceFile(path, Buffer.concat([first, ...contents]));
  return keepBuildState(path, state, content);
}

/** The two JSON values in parts, since those of thousands of essays take much memory as strings. */
function* encodeState(head: Head, { essays, ...rest }: CachedContent): Generator<string> {
  yield `${JSON.stringify(head)}\n${JSON.stringify(rest).slice(0, -1)},"essays":{`;
  let separator = '';
  for (const [path, essay] of Object.entries(essays)) {
    yield `${separator}${JSON.stringify(path)}:${JSON.stringify(essay)}`;
    separator = ',';
  }
  yield '}}\n';
}

/** Keeps the state for the next build in this process alone: the cache file stays as it is. */
export function keepBuildState(path: string, state: NewState, content: CachedContent): BuildState {
  return { ...state, readContent: () => content, file: stateOf(path) };
}

/**
 * Records the paths that a build will add to the output folder, before it writes the first. If the build
 * is killed, the next one knows that these files are its own.
 */
export function recordAdded(
  path: string,
  program: string,
  last: BuildState,
  added: readonly string[],
): void {
  const unwritten = added.map((each) => [each, ['', '']] as const);
  const outputs = new Map<string, WrittenFile>([...last.outputs, ...unwritten]);
  writeBuildState(path, program, { ...last, result: null, outputs }, last.readContent());
}

/** The state of the cache file. Only builds write it, so its times always show a change. */
function stateOf(path: string): disk.FileState {
  return disk.readFileState(path, Number.POSITIVE_INFINITY);
}

/** The folders of the cache whose files are made once and kept. */
const KEPT = ['pictures', 'cards', 'templates'];

/**
 * Removes the cache files that belong to none of the `used` names, except those that another build may just have
 * written. Files belong together if their names are equal up to the first dot or slash.
 */
export function removeUnused(cacheDir: string, used: readonly string[], clockMs: number): void {
  const keyOf = (name: string) => name.split(/[./\\]/, 1)[0];
  const keys = new Set(used.map(keyOf));
  for (const folder of KEPT.map((name) => join(cacheDir, name))) {
    // With `withFileTypes`, symlinks to folders are not followed.
    const list = () => readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of disk.ifThere(list) ?? []) {
      const file = join(parentPath, name);
      const isUsed = keys.has(keyOf(relative(folder, file))) && !name.endsWith('.new');
      if (isUsed || (disk.findStats(file, lstatSync)?.ctimeMs ?? clockMs) >= clockMs) continue;
      disk.removeTree(file);
    }
  }
}
