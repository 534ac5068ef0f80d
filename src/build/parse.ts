/**
 * The parse stage: reads and parses the essays and pages that have changed since they were cached. An edge.
 */
import { debuglog } from 'node:util';
import type { SiteConfig } from '../essays/config.ts';
import { pickParserConfig } from '../essays/essay-body.ts';
import { type CachedEssays, EssayReader } from '../essays/essay-reader.ts';
import { makeGalleryLister } from '../essays/galleries.ts';
import { readSiteWords } from '../essays/inline.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import type { Unlinks } from '../markdown/body-link.ts';
import { loadMarkdownEngine, type MarkdownEngine } from '../markdown/engine.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
import { parseAddresses } from '../site/memory/lines.ts';
import { findLeftOut, type KnownEssays } from '../site/publication.ts';
import { listComponents } from '../theme/template-files.ts';
import type { BuildMode, BuildPlaces } from './request.ts';
import type { BuildListener, Inputs, LastBuild, Parsed } from './stage-values.ts';

const debug = debuglog('blog:parse');

/** Parses the essays and pages that `inputs` lists. */
export async function parseSite(
  places: Pick<BuildPlaces, 'root' | 'packageRoot' | 'program'>,
  listener: Pick<BuildListener, 'onProgress'>,
  { files, states }: Pick<Inputs, 'files' | 'states'>,
  last: Pick<LastBuild, 'content'>,
): Promise<Parsed> {
  const roots = { ...places, theme: files.theme.value };
  const config = pickParserConfig(files.config.value, listComponents(roots, 'shortcodes'));
  const markdown = await loadMarkdownEngine();
  const key = digest(JSON.stringify([places.program, config]));
  const cached = last.content.key === key ? last.content.essays : {};
  const { listing, pages } = files.content.value;
  const pictures = [...listing.neighbours, ...listing.publicFiles];
  const listGallery = makeGalleryLister(places.root, pictures, states);
  const reader = new EssayReader(places.root, { config, markdown, listGallery });
  const tell = (done: number, total: number) => listener.onProgress('reading', done, total);
  const paths = [...listing.essays, ...pages];
  const { value, problems } = await reader.readAll(paths, cached, states, tell);
  if (debug.enabled) {
    const parsed = Object.keys(value).filter((path) => value[path] !== cached[path]);
    const known = Object.keys(last.content.essays).length;
    if (last.content.key !== key && known > 0) {
      debug(
        'the cached essays are ignored: they were made by another version of the program, or with other settings',
      );
    }
    debug(
      '%d of %d essays and pages are parsed: %s',
      parsed.length,
      paths.length,
      parsed.join(' '),
    );
  }
  const words = readAllWords(files.config.value, markdown);
  return { reader, key, essays: value, ...words, essayProblems: listProblems(value), problems };
}

function readAllWords(
  config: SiteConfig,
  markdown: MarkdownEngine,
  unlinks?: Unlinks,
): Pick<Parsed, 'settings' | 'otherSettings'> {
  return {
    settings: readSiteWords(config, markdown, unlinks),
    otherSettings: config.languages.map((each) => readSiteWords(each, markdown, unlinks)),
  };
}

function listProblems(essays: CachedEssays): readonly Problem[] {
  return Object.values(essays).flatMap(({ problems }) => problems);
}

/** Parses files again if their links to unpublished texts must become labels, or labels must become links again. */
export function parseUnlinked(
  parsed: Parsed,
  stale: ReadonlyMap<string, Unlinks>,
  { files }: Pick<Inputs, 'files'>,
): Parsed {
  const { reader } = parsed;
  const again = [...stale].flatMap(([path, unlinks]) => {
    const entry = parsed.essays[path] === undefined ? null : reader.parseAgain(path, unlinks);
    return entry === null ? [] : [[path, entry] as const];
  });
  const essays = { ...parsed.essays, ...Object.fromEntries(again) };
  const ofSettings = stale.get(CONFIG_PATH);
  const words = ofSettings && readAllWords(files.config.value, reader.parser.markdown, ofSettings);
  return { ...parsed, essays, ...words, essayProblems: listProblems(essays) };
}

/**
 * In a build that `leavesOut` essays, leaves out the new ones that have an error among these problems. Returns the
 * paths of all essays that are left out: the set `leftOut` itself if this adds none.
 */
export function leaveOutNew(
  { leavesOut }: Pick<BuildMode, 'leavesOut'>,
  problems: readonly Problem[],
  leftOut: ReadonlySet<string>,
  { files }: Pick<Inputs, 'files'>,
  last: Pick<LastBuild, 'read'>,
): ReadonlySet<string> {
  if (!leavesOut || !hasErrors(problems)) return leftOut;
  const { listing } = files.content.value;
  return findLeftOut(problems, leftOut, listKnownEssays(files, last), listing.essays.length);
}

/** Lists the essays that are not new: those of the last build of the session, or those that were published. */
function listKnownEssays(
  { addressFile }: Inputs['files'],
  { read }: Pick<LastBuild, 'read'>,
): KnownEssays {
  const lines = read === null ? parseAddresses(addressFile.value).value : [];
  return {
    published: new Set(lines.map(({ file }) => file)),
    last: read && {
      leftOut: read.derived.leftOut,
      read: new Set(Object.keys(read.parsed.essays)),
    },
  };
}
