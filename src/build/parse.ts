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
import type { Problem } from '../problems/problems.ts';
import { listComponents } from '../theme/template-files.ts';
import type { BuildPlaces } from './request.ts';
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
    const parsed = paths.filter((path) => value[path] !== cached[path]);
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
