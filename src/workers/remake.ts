/**
 * Essays that were read again → their pages, and the feeds that hold them.
 *
 * Only for essays whose text alone was edited (`touch-up.ts`): all that the site around them gave them
 * is as the last build found it. What comes is what the pipeline would make.
 */
import { colourCode, fillBody } from '../content/body-forms.ts';
import type { SiteConfig } from '../content/config.ts';
import { type ParsedEssay, parseEssay } from '../content/essay.ts';
import { digest } from '../content/fingerprint.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { readFile } from '../content/read.ts';
import type { BuildBasis } from '../output/record.ts';
import type { Problem } from '../problems.ts';
import { keyOfEssayPage } from '../render/page-keys.ts';
import { makeEssayPage } from '../render/pages.ts';
import { planFeeds } from '../render/planned-feeds.ts';
import type { EssayProps } from '../render/props.ts';
import { type Essay, placeEssay } from '../site/essay.ts';
import { findIcons } from '../site/icons.ts';
import { findPlacement, type Placement } from '../site/placement.ts';
import { makeSiteUrls } from '../site/urls.ts';
import type { PreparedTemplates } from './prepare-templates.ts';

/** An essay that was edited, or only touched, and its body. */
export interface Reading {
  readonly essay: ParsedEssay;
  readonly html: string;
  /** Of code in languages that are not known, and no others. */
  readonly notices: readonly Problem[];
}

/** An essay in its place, and the HTML of its body, with holes. */
export interface Edit {
  readonly essay: Essay;
  readonly html: string;
}

/** A file that is to be written again, and its key. */
export interface Remade {
  readonly text: string;
  readonly key: string;
}

/** Puts an essay into the place that the last build found for it; `year` is this build's. */
export function placeReading(
  { essay, html }: Pick<Reading, 'essay' | 'html'>,
  placements: string,
  config: SiteConfig,
  year: number,
): Edit {
  const placement = findPlacement(placements, essay.path) as Placement;
  return { essay: placeEssay(essay, placement, config, year), html };
}

/** The pages of the essays, by their output paths; null where a template throws. */
export function renderPages(
  edits: readonly Edit[],
  config: SiteConfig,
  { set, cards, bundle }: PreparedTemplates,
  { inputs }: BuildBasis,
  program: string,
): Map<string, Remade> | null {
  const icons = findIcons((path) => inputs.has(path));
  const site = { config, urls: makeSiteUrls(config.url), icons };
  const made = { program, templates: set.compiled.digest, assets: set.assets, cards };
  const pages = new Map<string, Remade>();
  for (const { essay, html } of edits) {
    const content = colourCode(fillBody(html, essay.fills));
    const page = makeEssayPage(essay, site, made);
    const props = page.makeProps() as EssayProps;
    try {
      const text = bundle.render(page.template, { ...props, essay: { ...props.essay, content } });
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
      held.push(placeReading({ essay, html: body.html }, placements, config, year));
    }
  }
  const site = { config, urls: makeSiteUrls(config.url) };
  const essays = held.map(({ essay }) => essay);
  const contents = held.map(({ html }) => html);
  return new Map(
    planFeeds(site, essays, program)
      .filter(({ path }) => paths.includes(path))
      .map(({ path, key, write }) => [path, { text: write(contents), key }]),
  );
}
