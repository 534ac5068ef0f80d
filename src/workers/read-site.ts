/**
 * The author's files → the site, as it is to be rendered: read → parse → derive.
 *
 * What an earlier build found out of a file that is as it was is taken from its memory. All that can
 * be told of the site without rendering it is told here.
 */
import type { BuildRequest } from '../build-request.ts';
import { parseAbout } from '../content/about.ts';
import type { SiteConfig } from '../content/config.ts';
import { type ParsedEssay, pickParserConfig } from '../content/essay.ts';
import { findLinkedFiles } from '../content/linked-files.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { CONFIG_PATH, ESSAYS_FOLDER } from '../content/paths.ts';
import type { ContentFiles } from '../content/read.ts';
import type { SourceFile } from '../content/text.ts';
import { ContentMemory } from '../output/content-memory.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import type { PlacedLink } from '../site/links.ts';
import { deriveSite, type SiteResult } from '../site/site.ts';
import type { StageWatch } from '../stage-watch.ts';
import type { Crew } from './crew.ts';
import type { FileKeys } from './file-keys.ts';
import { gatherEssays } from './gather-essays.ts';
import { gatherPictures } from './gather-pictures.ts';
import { reportBrokenLinks } from './report-links.ts';

/** What the author wrote, as a site, and what is remembered of it. */
export interface ReadSite {
  readonly content: ContentFiles;
  readonly essays: readonly ParsedEssay[];
  readonly derived: SiteResult;
  readonly memory: ContentMemory;
  readonly problems: readonly Problem[];
}

/** Reads and derives: all that can be told without rendering. */
export async function readSite(
  content: ContentFiles,
  config: SiteConfig,
  files: FileKeys,
  crew: Crew,
  request: BuildRequest,
  watch: StageWatch,
): Promise<ReadSite> {
  const { cacheDir, program, now, showDrafts, onEssay } = request;
  const memory = new ContentMemory(cacheDir, program, pickParserConfig(config));
  const gathering = { files, crew, threads: request.threads, onEssay };
  const essays = await gatherEssays(content.essays, memory, gathering);
  const about = content.about === null ? null : await readAbout(content.about, config);
  watch.end('essays');
  const linked = findLinkedFiles(essays.value, about?.value ?? null, content, config.url);
  const pictures = await gatherPictures(linked, memory, files, request);
  watch.end('pictures');
  const derived = deriveSite({
    config,
    essays: essays.value,
    about: about?.value ?? null,
    files: pictures.value,
    publicFiles: content.publicFiles,
    showDrafts,
    now,
  });
  watch.end('site');
  const parts = [essays, about, pictures, derived];
  const problems = parts.flatMap((part) => part?.problems ?? []);
  // A file that is there and cannot be read has its own problem.
  if (content.essays.length === 0) problems.push(essaysNone());
  return { content, essays: essays.value, derived, memory, problems };
}

/** The problems of links that lead nowhere, with their places in the essays. */
export function reportLinks(
  links: readonly PlacedLink[],
  { essays, memory }: ReadSite,
  root: string,
): Promise<Problem[]> {
  return reportBrokenLinks(links, root, essays, memory);
}

async function readAbout(file: SourceFile, config: SiteConfig) {
  return parseAbout(file, { config, markdown: await loadMarkdownEngine() });
}

function essaysNone(): Problem {
  const message = 'There are no essays yet, so the home page says that there are none';
  const hint = `Put the first into ${ESSAYS_FOLDER}, as a file that ends in .md, .html or .txt.`;
  return makeProblem('essays-none', wholeFile(CONFIG_PATH), message, hint);
}
