/**
 * Essays that were read again → their pages, and the feeds that hold them.
 *
 * Only for essays whose text alone was edited (`touch-up.ts`): all that the site around them gave them
 * is as the last build found it. What comes is what the pipeline would make.
 */
import type { SiteConfig } from '../content/config.ts';
import { type ParsedEssay, parseEssay } from '../content/essay.ts';
import { digest } from '../content/fingerprint.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { readFile } from '../content/read.ts';
import type { BuildBasis } from '../output/record.ts';
import type { Problem } from '../problems.ts';
import { highlightBlocks } from '../render/code-blocks.ts';
import { keyOfEssayPage } from '../render/page-keys.ts';
import { makeEssayPage } from '../render/pages.ts';
import { planFeeds } from '../render/planned-feeds.ts';
import type { EssayProps } from '../render/props.ts';
import type { PreparedTemplates } from '../render/templates.ts';
import { fillSegments } from '../site/body-links.ts';
import { type Essay, placeEssay } from '../site/essay.ts';
import { findIcons } from '../site/icons.ts';
import { findPlacement, type Placement } from '../site/placement.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { highlightCode } from './highlighter.ts';

/** An essay that was edited, or only touched, and its body. */
export interface Reading {
  readonly essay: ParsedEssay;
  readonly segments: readonly string[];
  /** Of code in languages that are not known, and no others. */
  readonly notices: readonly Problem[];
}

/** An essay in its place, and the final HTML of its body. */
export interface Edit {
  readonly essay: Essay;
  readonly content: string;
}

/** A file that is to be written again, and its key. */
export interface Remade {
  readonly text: string;
  readonly key: string;
}

/** Puts an essay into the place that the last build found for it; `year` is this build's. */
export function placeReading(
  { essay, segments }: Pick<Reading, 'essay' | 'segments'>,
  placements: string,
  config: SiteConfig,
  year: number,
): Edit {
  const placement = findPlacement(placements, essay.path) as Placement;
  const content = fillSegments(segments, placement.fills);
  return { essay: placeEssay(essay, placement, config, year), content };
}

/** The pages of the essays, by their output paths; null where a template throws. */
export function renderPages(
  edits: readonly Edit[],
  config: SiteConfig,
  templates: PreparedTemplates,
  { inputs }: BuildBasis,
  program: string,
): Map<string, Remade> | null {
  const icons = findIcons((path) => inputs.has(path));
  const site = { config, urls: makeSiteUrls(config.url), icons };
  const { assets, card } = templates;
  const made = { program, templates: templates.digest, assets, cards: card };
  const pages = new Map<string, Remade>();
  for (const { essay, content: plain } of edits) {
    const content = highlightBlocks(plain, highlightCode);
    const page = makeEssayPage(essay, site, made);
    const props = page.makeProps() as EssayProps;
    try {
      const text = templates.render(page.template, {
        ...props,
        essay: { ...props.essay, content },
      });
      pages.set(page.outputPath, { text, key: keyOfEssayPage(page, site, made) });
    } catch {
      return null; // The pipeline finds it too, and says where.
    }
  }
  return pages;
}

/** The feeds, where an edited essay is in them; null when another of theirs is not what it was. */
export async function remakeFeeds(
  edits: readonly Edit[],
  { feeds: { paths, sources }, placements }: BuildBasis,
  config: SiteConfig,
  { root, program }: { readonly root: string; readonly program: string },
  year: number,
): Promise<Map<string, Remade> | null> {
  const edited = new Map(edits.map((edit) => [edit.essay.source, edit]));
  if (paths.length === 0 || !sources.some((source) => edited.has(source))) return new Map();
  const parser = { config, markdown: await loadMarkdownEngine() };
  const held: Edit[] = [];
  for (const source of sources) {
    const edit = edited.get(source);
    const file = edit === undefined ? readFile(root, source).value : null;
    if (edit !== undefined) held.push(edit);
    else if (file === null || digest(file.bytes) !== findPlacement(placements, source)?.digest) {
      return null;
    } else {
      const { essay, body } = parseEssay(file, parser);
      held.push(placeReading({ essay, segments: body.segments }, placements, config, year));
    }
  }
  const site = { config, urls: makeSiteUrls(config.url) };
  const essays = held.map(({ essay }) => essay);
  const contents = held.map(({ content }) => content);
  return new Map(
    planFeeds(site, essays, program)
      .filter(({ path }) => paths.includes(path))
      .map(({ path, key, write }) => [path, { text: write(contents), key }]),
  );
}
