/**
 * Address, the second step: gives every essay, page and tag an address of its own. Pure.
 *
 * Published addresses are matched with their essays first, so an essay keeps the one it has. A draft never takes
 * the address of a published essay.
 */
import type { SiteConfig } from '../essays/config.ts';
import { FIXED_ADDRESSES } from '../essays/paths.ts';
import { groupBy } from '../problems/group-by.ts';
import { hasErrors, type Problem } from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import { type PublishedAddress, parseAddresses } from './addresses.ts';
import { type FormConfig, readAddressForm } from './permalinks.ts';
import type { Published } from './published.ts';
import {
  type AddressForm,
  addressPages,
  addressTags,
  assignSlugs,
  type OwnAddresses,
  type SluggedEssay,
  type SlugResult,
} from './slugs.ts';
import { groupByOwner, type TraceResult, type Traces, traceAddresses } from './traces.ts';
import * as urls from './urls.ts';

/** The essays and pages of a site with their addresses, and what has become of the published ones. */
export interface Addressed {
  /** Newest first. */
  readonly essays: readonly SluggedEssay[];
  /** The author's own pages, in the order of their addresses. */
  readonly pages: readonly SluggedEssay[];
  /** Essays first, then pages. */
  readonly all: readonly SluggedEssay[];
  /** Those whose addresses are recorded: not drafts, and not pages that every site has. */
  readonly recorded: readonly SluggedEssay[];
  /** The form of essays' addresses. */
  readonly form: AddressForm;
  /** True unless an essay or page has no valid address. */
  readonly isComplete: boolean;
  /** The lines of content/addresses.txt, and its text. */
  readonly lines: readonly PublishedAddress[];
  readonly text: string;
  /** What has become of the addresses in these lines. */
  readonly traces: Traces;
  /** True if the lines are still correct, and there are no others to write. */
  readonly isSettled: boolean;
  /** The addresses of the pages of tags, by tag; null for a site without such pages. */
  readonly tagAddresses: ReadonlyMap<string, string> | null;
  /** The addresses of the pages of tags and of the archive. */
  readonly listings: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Gives everything that is published its address. `templates` are those that pages can name; `addressFile` is
 * content/addresses.txt, or null where it is missing or must not be used.
 */
export function addressSite(
  published: Published,
  config: FormConfig & Pick<SiteConfig, 'tagPages' | 'homeEssays'>,
  templates: readonly string[],
  addressFile: SourceFile | null,
): Addressed {
  const known = parseAddresses(addressFile);
  const pages = addressPages(published.pages, templates);
  const recordedPages = addressPages(published.withoutDrafts.pages, templates).value;
  const { form, problems } = readAddressForm(config);
  const trace = (own: OwnAddresses) =>
    traceSlugs(published, recordedPages, known.value, config, form, own);
  const first = trace(new Map());
  // The second time, essays keep the addresses at which they were published.
  const { slugs, recorded, traces } = first.traces.isSettled
    ? first
    : trace(groupByOwner(first.traces.value));
  const hasTags = config.tagPages || config.homeEssays;
  const tagAddresses = hasTags ? addressTags(slugs.value) : null;
  const tagPages = tagAddresses === null ? [] : [urls.TAGS_PATH, ...tagAddresses.values()];
  return {
    essays: slugs.value,
    pages: pages.value,
    all: [...slugs.value, ...pages.value],
    recorded,
    form,
    isComplete: !hasErrors([...problems, ...slugs.problems, ...pages.problems]),
    lines: known.value,
    text: known.text,
    traces: traces.value,
    isSettled: traces.isSettled,
    tagAddresses,
    listings: config.homeEssays ? [...tagPages, urls.ARCHIVE_PATH] : tagPages,
    problems: [
      ...problems,
      ...slugs.problems,
      ...pages.problems,
      ...known.problems,
      ...traces.problems,
    ],
  };
}

/** The slugs of essays, and what has become of the published addresses with these slugs. */
interface TracedSlugs {
  readonly slugs: SlugResult;
  readonly recorded: readonly SluggedEssay[];
  readonly traces: TraceResult;
}

/** Assigns slugs, of which essays keep those in `own`, and finds what has become of the published addresses. */
function traceSlugs(
  published: Published,
  recordedPages: readonly SluggedEssay[],
  lines: readonly PublishedAddress[],
  config: FormConfig,
  form: AddressForm,
  own: OwnAddresses,
): TracedSlugs {
  const { withoutDrafts } = published;
  const listed = assignSlugs(withoutDrafts.essays, config, own, form);
  const kept = groupBy(listed.value, ({ path }) => path);
  const hasDrafts = withoutDrafts.essays.length < published.essays.length;
  const slugs = hasDrafts ? assignSlugs(published.essays, config, kept, form) : listed;
  const recorded = [...listed.value, ...recordedPages].filter(
    ({ slug, page }) => slug !== '' && !FIXED_ADDRESSES.includes(page ?? ''),
  );
  return { slugs, recorded, traces: traceAddresses(lines, recorded, config.timezone) };
}
