/**
 * The site: takes the parsed essays and decides everything that needs more than one file; `render/` plans the outputs
 * from the result. The steps are choose → address → index → resolve → select → record: each a pure function in a file
 * of its own that changes nothing an earlier step has made. Other rooms import `deriveSite`, the types of the site and
 * its essays, `urls.ts`, `tags.ts`, and functions of single slugs, redirects and links.
 *
 * An essay's `digest` is only passed on, so editing a text alone changes nothing else of the site (`updateSite`).
 */
import type { SiteConfig } from '../essays/config.ts';
import { calendarDay } from '../essays/dates.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import type { Branding } from '../essays/images.ts';
import type { ReadSettings } from '../essays/inline.ts';
import type { Unlinks } from '../markdown/body-link.ts';
import type { Problem } from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import { type AddressedSite, addressSite } from './address-assignment.ts';
import type { SiteLogo } from './icons.ts';
import type { LinkableFiles, LinkIndex } from './link-index.ts';
import { indexSite } from './link-index.ts';
import type { PlacedLink } from './link-resolution.ts';
import { type AddressLine, placeOfLine } from './memory/lines.ts';
import { type Recording, recordAddresses } from './memory/record.ts';
import type { Essay, RelatedByLanguage } from './resolved-essay.ts';
import { type OutputSelection, type SiteOutputs, selectOutputs } from './site-outputs.ts';
import { type Edition, type ResolvedSite, resolveSite } from './site-resolution.ts';
import { countTags, findSimilarTags, type SimilarTag } from './tags.ts';
import { type SelectionMode, selectTexts, type TextSelection } from './text-selection.ts';
import { type Alternates, findAlternates } from './translations.ts';
import * as urls from './urls.ts';

/** What the author has written, parsed: everything that a site is derived from. */
export interface SiteContent extends ReadSettings {
  /** The settings in each of the site's other languages. */
  readonly otherSettings: readonly ReadSettings[];
  /** The pictures that the settings name. */
  readonly branding: Branding;
  /** Essays and pages. */
  readonly essays: readonly ParsedEssay[];
  /** The names of the templates for pages. */
  readonly pageTemplates: readonly string[];
  /** The files that links can lead to. */
  readonly linkable: LinkableFiles;
  /** content/addresses.txt, or null where it is missing or must not be used. */
  readonly addressFile: SourceFile | null;
}

/** Everything that is published. */
export interface Site extends SiteOutputs {
  /** The settings in the main language. */
  readonly config: SiteConfig;
  /** The site in each of its languages, the main one first. */
  readonly editions: readonly Edition[];
  /** The pages that exist in several languages. */
  readonly alternates: Alternates;
  readonly urls: urls.SiteUrls;
  /** True if it is built for another address than its own, where no search engine may index it. */
  readonly isPreview: boolean;
  /** The essays in all languages, newest first. */
  readonly essays: readonly Essay[];
  /** The author's own pages, the about page among them, in the order of their addresses. */
  readonly pages: readonly Essay[];
  /** The author's words on the home page and on the 404 page, with the addresses of these. */
  readonly insets: readonly Essay[];
  /** Null for a site whose header shows its name. */
  readonly logo: SiteLogo | null;
  /** Scripts and objects that published bodies embed (`Body.embedded`), each once, sorted. */
  readonly embedded: readonly string[];
  /** The year of the build in the site's time zone. */
  readonly year: number;
  /** The texts that aren't published, by path. */
  readonly heldBack: TextSelection['heldBack'];
  /** The same files make the same site until then, in ms since the epoch. */
  readonly validUntil: number;
}

/** The derived site, its problems, and what the rest of the build needs to know of it. */
export interface SiteResult {
  readonly value: Site;
  readonly problems: readonly Problem[];
  /** The lines of content/addresses.txt by address. */
  readonly addresses: ReadonlyMap<string, AddressLine>;
  /** The new text of that file; null to leave it as it is. */
  readonly newAddresses: string | null;
  /** True if writing that text changes or removes some of the problems. */
  readonly isPassing: boolean;
  /** For the next build. */
  readonly related: RelatedByLanguage;
  /** Without their places in the files, which `broken-links.ts` finds. */
  readonly brokenLinks: readonly PlacedLink[];
  /** Links whose anchors are looked up in the rendered pages. */
  readonly openLinks: readonly PlacedLink[];
  readonly similarTags: readonly SimilarTag[];
  /** The files to be parsed again, with the links that must become their labels. */
  readonly staleLinks: ReadonlyMap<string, Unlinks>;
  /** For the paths that templates write. */
  readonly index: LinkIndex;
}

/** Derives a site from its content. `lastRelated` is the `related` of the last build; empty for none. */
export function deriveSite(
  content: SiteContent,
  mode: SelectionMode,
  recording: Recording,
  lastRelated: RelatedByLanguage,
): SiteResult {
  const { config, words, otherSettings, branding, linkable, pageTemplates, addressFile } = content;
  const year = calendarDay(mode.now, config.timezone).year;
  const texts = selectTexts(content.essays, config, mode);
  const addressed = addressSite(texts, config, pageTemplates, addressFile);
  const at = urls.makeSiteUrls(mode.previewUrl ?? config.url);
  const expired = addressed.lines.filter(
    ({ file }) => texts.heldBack.get(file)?.state === 'no longer',
  );
  const gone = expired.map((line) => ({ value: line.address, place: placeOfLine(line) }));
  const settings = { ...config, gone: [...config.gone, ...gone] };
  const unpublished = content.essays.filter(
    ({ path }) => texts.heldBack.get(path)?.isShown === false,
  );
  const indexed = indexSite(addressed, settings, { ...linkable, unpublished }, at);
  const resolved = resolveSite(addressed, indexed, {
    settings: [{ config, words }, ...otherSettings],
    branding,
    year,
    lastRelated,
  });
  const selected = selectOutputs(addressed, indexed, resolved, linkable);
  const recorded = recordAddresses(addressed, indexed.statedRules, selected, config, recording);
  const place = { urls: at, isPreview: mode.previewUrl !== null };
  const value = makeSite(config, year, place, { texts, addressed, resolved, selected });
  const steps = [texts, addressed, indexed, resolved, selected, recorded];
  return {
    value,
    problems: steps.flatMap(({ problems }) => problems),
    addresses: recorded.lines,
    newAddresses: recorded.newText,
    isPassing: recorded.isPassing,
    related: resolved.related,
    brokenLinks: resolved.links.brokenLinks,
    openLinks: resolved.links.openLinks,
    staleLinks: resolved.links.staleLinks,
    similarTags: value.editions.flatMap(findSimilarTagsOf),
    index: indexed.index,
  };
}

/** The results of the steps that a site is put together from. */
interface DerivedSteps {
  readonly texts: TextSelection;
  readonly addressed: AddressedSite;
  readonly resolved: ResolvedSite;
  readonly selected: OutputSelection;
}

/** Puts the site together from the results of the steps. */
function makeSite(
  config: SiteConfig,
  year: number,
  { urls: at, isPreview }: Pick<Site, 'urls' | 'isPreview'>,
  { texts, addressed, resolved, selected }: DerivedSteps,
): Site {
  const { editions } = resolved;
  return {
    config,
    editions,
    alternates: alternatesOf(addressed, editions, selected.outputs.listings),
    urls: at,
    isPreview,
    essays: resolved.essays,
    pages: editions.flatMap(({ pages }) => pages),
    insets: editions.flatMap(({ insets }) => insets),
    logo: resolved.branding.logo,
    embedded: [...new Set(addressed.all.flatMap(({ embedded }) => embedded))].sort(),
    year,
    heldBack: texts.heldBack,
    validUntil: texts.validUntil,
    ...selected.outputs,
  };
}

/** Finds similar tags among an edition's essays in its own language; it may list essays in other languages too. */
function findSimilarTagsOf({ tags, essays, config }: Edition): SimilarTag[] {
  const inLanguage = essays.filter(({ edition }) => edition === config.language);
  return inLanguage.length === essays.length
    ? findSimilarTags(tags, essays)
    : findSimilarTags(countTags(inLanguage), inLanguage);
}

/** Finds the pages that the site has in several languages. */
function alternatesOf(
  { translations }: AddressedSite,
  editions: readonly Edition[],
  listings: ReadonlySet<string>,
): Alternates {
  if (editions.length === 1) return new Map();
  const made = editions.flatMap(({ config: { language, prefix }, tags }) => {
    const name = (path: string) => ({ name: path, language, address: prefix + path });
    const ofTags = tags.map((tag) => ({ name: `#${tag.name}`, language, address: tag.address }));
    const lists = [name(urls.TAGS_PATH), name(urls.ARCHIVE_PATH), ...ofTags];
    return [name(urls.HOME_PATH), ...lists.filter(({ address }) => listings.has(address))];
  });
  return findAlternates(translations, made);
}

/**
 * Returns the last build's result with the new digests of essays whose text alone was edited, or null if
 * the edit could show on other pages as well. `changed` holds each essay before and after the edit.
 */
export function updateSite(
  last: SiteResult,
  changed: readonly (readonly [before: ParsedEssay, after: ParsedEssay])[],
): SiteResult | null {
  const isTextEdit = changed.every(([before, after]) => {
    const { digest, wordCount } = after;
    return JSON.stringify({ ...before, digest, wordCount }) === JSON.stringify(after);
  });
  if (!isTextEdit) return null;
  const edited = new Map(changed.map(([, essay]) => [essay.path, essay]));
  const renew = (essay: Essay) => {
    const after = edited.get(essay.source);
    return after ? { ...essay, digest: after.digest } : essay;
  };
  const essays = last.value.essays.map(renew);
  const editions = last.value.editions.map((edition) => {
    return { ...edition, essays: edition.essays.map(renew) };
  });
  return { ...last, value: { ...last.value, essays, editions } };
}
