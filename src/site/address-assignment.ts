/**
 * Address, the second step: gives every essay, page and tag an address of its own. Pure.
 *
 * Published addresses are matched with their essays first, so an essay keeps the one it has. A draft never takes
 * the address of a published essay.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import { replaceFrom } from '../problems/edits.ts';
import { groupBy } from '../problems/group-by.ts';
import { hasErrors, makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { askMeant, type SourceFile, type Stated, suggestWord } from '../text/text.ts';
import { type AddressLine, parseAddresses } from './memory/lines.ts';
import {
  groupByOwner,
  type TraceConfig,
  type TraceResult,
  type Traces,
  traceAddresses,
} from './memory/traces.ts';
import { type FormConfig, readAddressForm } from './permalinks.ts';
import { isSafePath } from './slug-letters.ts';
import {
  type AddressesByFile,
  type AddressForm,
  addressTags,
  assignSlugs,
  type SluggedEssay,
  type SlugResult,
} from './slugs.ts';
import type { TextSelection } from './text-selection.ts';
import {
  type EditionsConfig,
  findTranslations,
  listByEdition,
  listLanguages,
  type Translations,
} from './translations.ts';
import * as urls from './urls.ts';

/** The settings that addresses depend on. */
export type AddressConfig = FormConfig &
  EditionsConfig &
  TraceConfig &
  Pick<SiteConfig, 'tagPages' | 'homeEssays'>;

/** The essays and pages of a site with their addresses, and what has become of the published ones. */
export interface AddressedSite {
  /** Newest first. */
  readonly essays: readonly SluggedEssay[];
  /** The author's own pages, in the order of their addresses. */
  readonly pages: readonly SluggedEssay[];
  /** Essays first, then pages. */
  readonly all: readonly SluggedEssay[];
  /** Those whose addresses are recorded: not drafts, and not pages that every site has. */
  readonly recorded: readonly SluggedEssay[];
  /** True unless an essay or page has no valid address. */
  readonly isComplete: boolean;
  /** The lines of content/addresses.txt, and its text. */
  readonly lines: readonly AddressLine[];
  readonly text: string;
  /** What has become of the addresses in these lines. */
  readonly traces: Traces;
  /** True if the lines are still correct, and there are no others to write. */
  readonly isSettled: boolean;
  /** The site in each of its languages, the main one first. */
  readonly editions: readonly AddressedEdition[];
  readonly translations: Translations;
  /** The addresses of the pages of tags and of the archive. */
  readonly listings: readonly string[];
  readonly problems: readonly Problem[];
}

/** The lists of a site in one of its languages. */
export interface AddressedEdition extends Pick<SiteConfig, 'language' | 'prefix'> {
  /** The essays that it lists, newest first. */
  readonly essays: readonly SluggedEssay[];
  /** The addresses of the pages of tags, by tag; null for a site without such pages. */
  readonly tagAddresses: ReadonlyMap<string, string> | null;
}

/**
 * Gives everything that is published its address. `templates` are those that pages can name; `addressFile` is
 * content/addresses.txt, or null where it is missing or must not be used.
 */
export function addressSite(
  texts: TextSelection,
  config: AddressConfig,
  templates: readonly string[],
  addressFile: SourceFile | null,
): AddressedSite {
  const known = parseAddresses(addressFile);
  const pages = addressPages(texts.pages, templates);
  const recordedPages = addressPages(texts.withoutDrafts.pages, templates).value;
  const { form, problems } = readAddressForm(config);
  const trace = (former: AddressesByFile) =>
    traceSlugs(texts, recordedPages, known.value, config, form, former);
  const first = trace(new Map());
  // The second time, essays keep the addresses at which they were published.
  const { slugs, recorded, traces } = first.traces.isSettled
    ? first
    : trace(groupByOwner(first.traces.value));
  const all = [...slugs.value, ...pages.value];
  const translations = findTranslations(all, config);
  const editions = addressEditions(slugs.value, translations, config);
  return {
    essays: slugs.value,
    pages: pages.value,
    all,
    recorded,
    isComplete: !hasErrors([...problems, ...slugs.problems, ...pages.problems]),
    lines: known.value,
    text: known.text,
    traces: traces.value,
    isSettled: traces.isSettled,
    editions,
    translations,
    listings: editions.flatMap((edition) => listListings(edition, config)),
    problems: [
      ...problems,
      ...slugs.problems,
      ...pages.problems,
      ...translations.problems,
      ...known.problems,
      ...traces.problems,
    ],
  };
}

/** Lists the essays of each edition, and gives the pages of its tags their addresses. */
function addressEditions(
  essays: readonly SluggedEssay[],
  translations: Translations,
  config: EditionsConfig & Pick<SiteConfig, 'tagPages' | 'homeEssays'>,
): AddressedEdition[] {
  const hasTags = config.tagPages || config.homeEssays;
  const listed = listByEdition(essays, translations, config);
  return listLanguages(config).map(({ language, prefix }) => {
    const inLanguage = listed.get(language) ?? [];
    return {
      language,
      prefix,
      essays: inLanguage,
      tagAddresses: hasTags ? addressTags(inLanguage, prefix, language) : null,
    };
  });
}

/** Lists the addresses of an edition's pages of tags, and of its archive. */
function listListings(
  { prefix, tagAddresses }: AddressedEdition,
  { homeEssays }: Pick<SiteConfig, 'homeEssays'>,
): string[] {
  const tagPages = tagAddresses === null ? [] : [prefix + urls.TAGS_PATH, ...tagAddresses.values()];
  return homeEssays ? [...tagPages, prefix + urls.ARCHIVE_PATH] : tagPages;
}

/** The slugs of essays, and what has become of the published addresses with these slugs. */
interface TracedSlugs {
  readonly slugs: SlugResult;
  readonly recorded: readonly SluggedEssay[];
  readonly traces: TraceResult;
}

/** Assigns slugs, of which essays keep those that they had in `former`, and finds what has become of the published addresses. */
function traceSlugs(
  texts: TextSelection,
  recordedPages: readonly SluggedEssay[],
  lines: readonly AddressLine[],
  config: AddressConfig,
  form: AddressForm,
  former: AddressesByFile,
): TracedSlugs {
  const { withoutDrafts } = texts;
  const listed = assignSlugs(withoutDrafts.essays, config, former, form);
  const present = groupBy(listed.value, ({ path }) => path);
  const hasDrafts = withoutDrafts.essays.length < texts.essays.length;
  const slugs = hasDrafts ? assignSlugs(texts.essays, config, present, form) : listed;
  const recorded = [...listed.value, ...recordedPages].filter(
    // Every site has the other kinds, whether the author writes anything for them or not.
    ({ slug, kind }) => slug !== '' && (kind === 'essay' || kind === 'page'),
  );
  return { slugs, recorded, traces: traceAddresses(lines, recorded, texts.heldBack, config) };
}

/** Gives each page the address of its file; sorted by address. `templates` are those that pages can name. */
function addressPages(pages: readonly ParsedEssay[], templates: readonly string[]): SlugResult {
  const problems: Problem[] = [];
  const value = pages.map((page): SluggedEssay => {
    const path = (page.page ?? '').normalize();
    const isSafe = page.kind === 'home' || isSafePath(path);
    if (!isSafe) problems.push(pathInvalid(page.path));
    const { template } = page;
    const isMissing = template !== null && !templates.includes(template.value);
    if (isMissing) problems.push(templateUnknown(template, templates));
    return {
      ...page,
      template: isMissing ? null : template,
      slug: isSafe ? path.slice(1) || 'index' : '',
      address: urls.pagePath(path),
    };
  });
  return { value: value.sort((a, b) => (a.address < b.address ? -1 : 1)), problems };
}

function pathInvalid(path: string): Problem {
  const message = 'The path of this file cannot be the address of a page';
  const hint = 'Rename it or its folder: use letters, digits and hyphens. `/` is the home page.';
  return makeProblem('slug-invalid', wholeFile(path), message, hint);
}

function templateUnknown({ value, place }: Stated, templates: readonly string[]): Problem {
  const message = `There is no template \`templates/pages/${value}.tsx\``;
  const others = templates.length === 0 ? '' : `, or name another: ${templates.join(', ')}`;
  const hint = `Make the file, with a component as its default export${others}.`;
  const meant = suggestWord(value, templates);
  const edits = replaceFrom(place, value, meant);
  return makeProblem('template-unknown', place, message, askMeant(meant) ?? hint, { edits });
}
