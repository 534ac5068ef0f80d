/**
 * The derive stage: parsed essays, pictures and templates → the site that the outputs are made from. An edge, because
 * it measures pictures and makes their copies; the site itself is derived by pure functions (`site/site.ts`).
 */
import { debuglog } from 'node:util';
import type { SiteConfig } from '../essays/config.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { addBranding, addFilms, addPortrait, findLinkedFiles } from '../essays/images.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
import { listServicePaths } from '../render/service-files.ts';
import type { RelatedByLanguage } from '../site/resolved-essay.ts';
import { deriveSite, type SiteContent, type SiteResult, updateSite } from '../site/site.ts';
import { type HeldBack, softenHeldBack } from '../site/text-selection.ts';
import { ESSAYS_PATH } from '../site/urls.ts';
import { NO_FONTS, type SiteFonts } from '../theme/fonts.ts';
import { listComponents } from '../theme/template-files.ts';
import { prepareTemplates } from '../theme/templates.ts';
import { readCommittedAddresses } from './address-file.ts';
import { decodeSettings, listFound } from './found-problems.ts';
import { findUnstripped, measurePictures, type SitePictures, scalePictures } from './pictures.ts';
import type { BuildRequest } from './request.ts';
import type {
  BuildListener,
  Derived,
  Inputs,
  LastBuild,
  Parsed,
  TemplatesResult,
} from './stage-values.ts';

const debug = debuglog('blog:derive');

/** A site that is derived before the copies of its pictures are made. */
export type Draft = Pick<Derived, 'site' | 'pictures' | 'edited'>;

/** What a site is derived from, besides its pictures and templates. */
export interface Deriving {
  readonly request: BuildRequest;
  readonly inputs: Inputs;
  readonly parsed: Parsed;
  readonly last: LastBuild;
}

const NO_TEMPLATES: TemplatesResult = { value: null, problems: [] };

/** Prepares the templates; takes those of the last build if nothing but essays has changed. */
export async function startTemplates(
  request: BuildRequest,
  { files, isSite, isEssayEdit }: Inputs,
  last: LastBuild,
): Promise<TemplatesResult> {
  if (!isSite) return NO_TEMPLATES;
  if (last.read !== null && isEssayEdit) return last.read.derived.templates;
  const config = files.config.value;
  const fonts = await readFonts(request.root, config);
  const themed = { ...request, theme: files.theme.value };
  const look = { settings: config, fonts: fonts.value };
  const { value, problems } = await prepareTemplates(themed, config.socialImages, look);
  return { value, problems: [...fonts.problems, ...problems] };
}

/** Reads the author's own typefaces. Most sites have none, so the reader is loaded on demand. */
async function readFonts(
  root: string,
  { font, ...site }: SiteConfig,
): Promise<{ readonly value: SiteFonts; readonly problems: readonly Problem[] }> {
  if (font === null) return { value: NO_FONTS, problems: [] };
  const { readSiteFonts } = await import('../theme/site-fonts.ts');
  return readSiteFonts(root, font, site);
}

/** Derives the site with the copies of pictures that the last builds have made. */
export function draftSite(deriving: Deriving): Draft {
  const { inputs, parsed, last } = deriving;
  const updated = updateDraft(inputs, parsed, last);
  debug(updated === null ? 'the whole site is derived' : 'the last site is updated');
  return updated ?? deriveDraft(deriving);
}

/** Makes the copies of pictures that are missing, derives the site with them, and gathers the problems so far. */
export async function completeSite(
  deriving: Deriving,
  draft: Draft,
  templates: TemplatesResult,
  listener: BuildListener,
): Promise<Derived> {
  const { request, inputs, parsed } = deriving;
  const { pictures: measured } = draft;
  const { heldBack } = draft.site.value;
  const stages: StageProblems = {
    read: inputs.problems,
    parse: [...parsed.problems, ...parsed.essayProblems],
    files: [],
    pictures: measured.problems,
    site: draft.site.problems,
    templates: templates.problems,
  };
  // Copies of pictures can take minutes, and a build that fails does without them.
  const softened = softenProblems(stages, heldBack);
  const isDone = measured.isScaled || hasErrors(softened, request.mode.isStrict);
  const pictures = isDone ? measured : await scalePictures(measured, request, listener);
  const hasCopies = pictures.jobs.length < measured.jobs.length;
  const site = hasCopies
    ? deriveFrom(deriving, listEssays(inputs, parsed), pictures, draft.site.related)
    : draft.site;
  const unstripped = findUnstripped(pictures.value, site.value.copies);
  const found = {
    ...stages,
    files: listFound(inputs, parsed, pictures, heldBack, listener.selects ?? null),
    pictures: [...pictures.problems, ...unstripped],
    site: site.problems,
  };
  const edited = hasCopies ? null : draft.edited;
  return { site, templates, pictures, edited, problems: softenProblems(found, heldBack) };
}

/** The problems that each stage has found so far, as it reports them; `files` are those that concern several files. */
type StageProblems = Readonly<
  Record<'read' | 'parse' | 'files' | 'pictures' | 'site' | 'templates', readonly Problem[]>
>;

/** Softens the problems of texts that aren't published, and lists all of them in the order of the stages. */
function softenProblems(
  { read, parse, files, pictures, site, templates }: StageProblems,
  heldBack: ReadonlyMap<string, HeldBack>,
): readonly Problem[] {
  const all = [...read, ...parse, ...files, ...pictures, ...site, ...templates];
  const softened = softenHeldBack(all, heldBack);
  // If any file failed to parse, moves are not reported: without its title, a moved essay looks like a missing one.
  return hasErrors(softened) ? softened.filter(({ code }) => code !== 'address-moved') : softened;
}

/** Updates the last site of this process; null unless the texts of essays alone have changed since. */
function updateDraft({ isEssayEdit }: Inputs, parsed: Parsed, { read }: LastBuild): Draft | null {
  if (read === null || !isEssayEdit) return null;
  const edits = Object.values(parsed.essays).flatMap(({ essay }) => {
    const was = read.parsed.essays[essay.path]?.essay;
    return was === undefined || was === essay ? [] : [[was, essay] as const];
  });
  const site = updateSite(read.derived.site, edits);
  if (site === null) return null;
  const edited = new Set(edits.map(([{ path }]) => path));
  return { site, pictures: read.derived.pictures, edited };
}

/** Derives the whole site. */
function deriveDraft(deriving: Deriving): Draft {
  const { request, inputs, parsed, last } = deriving;
  const { files } = inputs;
  const { listing } = files.content.value;
  const config = files.config.value;
  const essays = listEssays(inputs, parsed);
  const own = [...listing.neighbours, ...listing.publicFiles];
  const ofEssays = findLinkedFiles(essays, own, config, ESSAYS_PATH);
  const shown = addBranding(ofEssays, files.branding.value, config);
  const linked = addFilms(shown, listing.publicFiles);
  const pictures = measurePictures(linked, last.content.pictures, inputs.states, request);
  const site = deriveFrom(deriving, essays, pictures, last.content.related);
  return { site, pictures, edited: null };
}

/** The parsed essays and pages. */
function listEssays({ files }: Inputs, { essays }: Parsed): readonly ParsedEssay[] {
  const all = Object.values(essays).map(({ essay }) => essay);
  return addPortrait(all, files.content.value.listing.neighbours);
}

/** Derives the site with the pictures that are measured. */
function deriveFrom(
  { request, inputs, parsed }: Deriving,
  essays: readonly ParsedEssay[],
  pictures: SitePictures,
  lastRelated: RelatedByLanguage,
): SiteResult {
  const { files } = inputs;
  const { root, packageRoot, mode, now } = request;
  const { remembers, forgets } = mode.recording;
  const { listing } = files.content.value;
  // An essay that cannot be read must not count as gone.
  const isWhole = !hasErrors([...files.content.problems, ...parsed.problems]);
  const content: SiteContent = {
    ...parsed.settings,
    otherSettings: parsed.otherSettings,
    branding: files.branding.value,
    essays,
    pageTemplates: listComponents({ root, packageRoot, theme: files.theme.value }, 'pages'),
    linkable: {
      files: pictures.value,
      publicFiles: listing.publicFiles,
      neighbours: listing.neighbours,
      services: listServicePaths(parsed.settings.config),
    },
    addressFile: isWhole ? files.addressFile.value : null,
  };
  const readCommitted = () => readCommittedAddresses(root);
  const settings = decodeSettings(files);
  const recording = { remembers, forgets, now, settings, readCommitted };
  const { showDrafts, showPrivate, previewUrl } = mode;
  const publication = { showDrafts, showPrivate, previewUrl, now };
  return deriveSite(content, publication, recording, lastRelated);
}
