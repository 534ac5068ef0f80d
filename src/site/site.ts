/**
 * Site: derives order, slugs, tags, addresses, links and outputs from the parsed essays and the settings.
 * Pure.
 *
 * Every decision that needs more than one file is made here. An essay's `digest` is only passed on, so an
 * edit that changes nothing else of a ParsedEssay changes nothing else of the site (`updateSite`).
 */

import { calendarDay } from '../essays/dates.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import type { LinkedFile } from '../essays/images.ts';
import type { InlineText, SiteWords } from '../essays/inline.ts';
import { ABOUT_ADDRESS, CONFIG_PATH, isPublic, PUBLIC_FOLDER } from '../essays/paths.ts';
import { NOT_FOUND_OUTPUT, trimPath } from '../hosts/host-rules.ts';
import { fillBody } from '../markdown/body.ts';
import { isExternalUrl } from '../markdown/html.ts';
import { groupBy, hasErrors } from '../problems/problems.ts';
import type { SourceFile } from '../text/text.ts';
import * as addresses from './addresses.ts';
import { connectEssays, makeEssay, type RelatedEssays, selectPublished } from './essay.ts';
import * as links from './links.ts';
import * as menus from './menus.ts';
import * as redirects from './redirects.ts';
import { findReservedNames } from './reserved-names.ts';
import { addressPages, addressTags, assignSlugs, type SluggedEssay } from './slugs.ts';
import { findSimilarTags } from './suggestions.ts';
import * as urls from './urls.ts';

export type Site = Readonly<SiteResult['value']>;

/** A file that the head of a page names as an icon or a manifest. */
interface IconName {
  /** Relative to out/. */
  readonly path: string;
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly type?: string;
  readonly sizes?: string;
}

/** Everything that a site is derived from. */
interface SiteInput extends links.LinkInput {
  /** Essays and pages. */
  readonly essays: readonly ParsedEssay[];
  /** The names of the templates for pages. */
  readonly pageTemplates: readonly string[];
  readonly showDrafts: boolean;
  /** content/addresses.txt, or null where it is missing or must not be used. */
  readonly addressFile: SourceFile | null;
  readonly remembers: addresses.Remembering;
  /** True to forget the addresses that are gone. */
  readonly forgets: boolean;
  /** The addresses that have been committed; null if it is not known, and all count. */
  readonly readCommitted?: () => ReadonlySet<string> | null;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The texts of the settings; `config` has them without markup. */
  readonly words: SiteWords;
  /** The related essays of the last build, or null. */
  readonly related: RelatedEssays | null;
}

export type SiteResult = ReturnType<typeof deriveSite>;

export function deriveSite(input: SiteInput) {
  const { config, files, publicFiles, showDrafts, now } = input;
  const published = selectPublished(input.essays, config, showDrafts, now);
  const placed = addressPages(published.pages, input.pageTemplates);
  const known = addresses.parseAddresses(input.addressFile);
  const { slugs, written, addressed, traces } = addressEssays(
    input,
    published,
    placed,
    known.value,
  );
  const [parsed, ownPages] = [slugs.value, placed.value];
  const tagAddresses = config.tagPages || config.homeEssays ? addressTags(parsed) : null;
  const listings = [
    ...(tagAddresses ? [urls.TAGS_PATH, ...tagAddresses.values()] : []),
    ...(config.homeEssays ? [urls.ARCHIVE_PATH] : []),
  ];
  const rules = redirects.gatherRules(config, written);
  const moved = redirects.followMoves(traces.value, written, rules.value, config);
  const all = [...rules.value, ...moved];
  const renamed = addresses.listRenamed(traces.value);
  const index = links.indexLinks(input, written, listings, all, renamed);
  const home = { sitePath: urls.HOME_PATH, source: '' };
  const resolve = (to: string): redirects.ResolvedPath =>
    isExternalUrl(to) ? { kind: 'found', address: to } : links.readLink(to, home, index);
  const redirected = redirects.expandRules(all, resolve);

  const year = calendarDay(now, config.timezone).year;
  const single = parsed.map((essay) => makeEssay(essay, config, year, index));
  const { essays, related } = connectEssays(single, input.related);
  const pages = ownPages.map((page) => makeEssay(page, config, year, index));
  const words = fillWords(input.words, index);
  const menu = menus.resolveMenus(config, pages, essays, resolve);
  const copies = listCopies(publicFiles, files, index.usedFiles);
  const variants = [...index.variants.values()];
  const made = listings.map((path) => makeOutput(urls.outputPathOf(path), 'templates', false));
  const tagFeeds = Array.from(tagAddresses?.values() ?? [], urls.tagFeedOutput);
  const sourceOfTag = (outputPath: string) => {
    const isPage = (tag: string) => outputPath === urls.outputPathOf(tagAddresses?.get(tag) ?? '');
    return parsed.find(({ tags }) => tags.some(isPage))?.path ?? null;
  };
  const icons = findIcons(publicFiles);
  const generated = [...input.services, ...icons.map(({ path }) => path)];
  const services = [...generated, ...tagFeeds].map((path) =>
    makeOutput(path, redirects.GENERATED, false),
  );
  const derived = [...redirected.value, ...made, ...services];
  const outputs = [...listPages(written), ...copies, ...variants, ...derived];
  const settled = redirects.settleOutputs(outputs);
  const stands = (output: redirects.SiteOutput) => settled.standing.has(output);
  const answered = redirected.value.filter((each) => stands(each) || settled.agreeing.has(each));
  const paths = new Set(Array.from(settled.standing, ({ outputPath }) => outputPath));
  const answers = (address: string) => urls.listOutputs(address).some((path) => paths.has(path));
  const lines = new Map(known.value.map((line) => [line.address, line]));
  const isGivenUp = (address: string) =>
    rules.value.some((rule) => redirects.isGone(rule) && trimPath(rule.from) === address);
  const { timezone } = config;
  // The address of an essay without a valid slug is not gone.
  const hasAll = !hasErrors([...slugs.problems, ...placed.problems]);
  const remembered =
    traces.isSettled || !hasAll
      ? { lines, problems: [] }
      : addresses.rememberAddresses(traces.value, addressed, timezone, input, answers, isGivenUp);
  const text =
    traces.isSettled || !hasAll ? known.text : addresses.formatAddresses(remembered.lines);
  const isNew = input.remembers !== 'none' && text !== known.text;
  const { draftCount, futureCount, validUntil } = published;
  const value = {
    config,
    urls: index.urls,
    /** Newest first. */
    essays,
    /** Highest count first; each with the address of its page, or that of the home page with the tag. */
    tags: countTags(essays).map((tag) => {
      return { ...tag, address: tagAddresses?.get(tag.name) ?? urls.tagPath(tag.name) };
    }),
    /** The author's own pages, the about page among them, in the order of their addresses. */
    pages,
    /** The addresses of the pages of tags and of the archive, except where something else is published. */
    listings: new Set(listings.filter((_, at) => stands(made[at] as redirects.SiteOutput))),
    /** The output paths of feeds and other generated files that nothing of the author's replaces. */
    services: new Set(services.filter(stands).map(({ outputPath }) => outputPath)),
    menus: menu.value,
    /** The HTML of texts of the settings. */
    words,
    /** Scripts and objects that published bodies embed (`Body.embedded`), each once, sorted. */
    embedded: [...new Set(written.flatMap(({ embedded }) => embedded))].sort(),
    redirects: redirected.value.filter(stands),
    /** For hosts that read `_redirects`. */
    redirectLines: redirects.listRedirectLines(answered, (from) =>
      links.matchesTarget(from, index),
    ),
    /** The icons that pages name: the author's, or the generated one. */
    icons,
    /** The author's files that are published unchanged. */
    copies: copies.filter(stands),
    /** Copies of pictures. */
    variants: variants.filter(stands),
    /** The year of the build in the site's time zone. */
    year,
    draftCount,
    futureCount,
    validUntil,
  };
  return {
    value,
    problems: [
      ...[published, slugs, placed, rules, known, traces, redirected, index, settled, remembered],
      menu,
      { problems: findReservedNames(settled.standing, sourceOfTag) },
    ].flatMap((part) => part.problems),
    /** The lines of content/addresses.txt by address. */
    addresses: remembered.lines,
    /** The new text of that file; null to leave it as it is. */
    newAddresses: isNew ? text : null,
    /** True if writing that text changes or removes some of the problems. */
    isPassing: isNew && (remembered.problems.length > 0 || renamed.size > 0),
    related,
    /** Without their places in the files, which `broken-links.ts` finds. */
    brokenLinks: index.brokenLinks,
    similarTags: findSimilarTags(value.tags, essays),
    /** Links whose anchors are looked up in the rendered pages. */
    openLinks: index.openLinks,
    /** Finds where a path that a template writes leads. */
    readPath: (path: string) => links.readLink(path, home, index),
  };
}

/**
 * Gives each essay its address, and finds what has become of the published ones, whose essays are recognised first:
 * they keep them. Drafts take no address from an essay that is published without them; those are `addressed`.
 */
function addressEssays(
  { essays, config, now, pageTemplates }: SiteInput,
  published: ReturnType<typeof selectPublished>,
  placed: ReturnType<typeof addressPages>,
  lines: readonly addresses.PublishedAddress[],
) {
  const hasDrafts = [...published.essays, ...published.pages].some(({ draft }) => draft);
  const regular = hasDrafts ? selectPublished(essays, config, false, now) : published;
  const pages = hasDrafts ? addressPages(regular.pages, pageTemplates) : placed;
  const trace = (own?: ReturnType<typeof addresses.groupByOwner>) => {
    const listed = assignSlugs(regular.essays, config.slugs, own);
    const kept = groupBy(listed.value, ({ path }) => path);
    const slugs = hasDrafts ? assignSlugs(published.essays, config.slugs, kept) : listed;
    const addressed = [...listed.value, ...pages.value].filter(
      ({ slug, page }) => slug !== '' && page !== ABOUT_ADDRESS,
    );
    const traces = addresses.traceAddresses(lines, addressed, config.timezone);
    return { slugs, written: [...slugs.value, ...placed.value], addressed, traces };
  };
  const first = trace();
  return first.traces.isSettled ? first : trace(addresses.groupByOwner(first.traces.value));
}

/**
 * Counts tags, highest count first. Ties keep the order in which the tags first appear, newest essay
 * first. Names are exact: case counts.
 */
export function countTags(newestFirst: readonly { tags: readonly string[] }[]) {
  return Array.from(groupByTag(newestFirst), ([name, { length: count }]) => ({ name, count })).sort(
    (a, b) => b.count - a.count,
  );
}

/** Groups essays by their tags, in the order in which the tags first appear. */
export function groupByTag<Item extends { readonly tags: readonly string[] }>(
  all: readonly Item[],
) {
  return groupBy(all, ({ tags }) => tags);
}

/** Makes the HTML of the texts of the settings, which stand on every page. */
function fillWords({ intro, callToAction, footer }: SiteWords, index: links.LinkIndex) {
  const origin = { sitePath: urls.HOME_PATH, source: CONFIG_PATH };
  const fill = (text: InlineText) =>
    fillBody(text.html, links.resolveLinks(text.links, origin, index));
  return {
    intro: fill(intro),
    callToAction: callToAction && fill(callToAction),
    footer: footer && fill(footer),
  };
}

/** The conventional icon files, in the order in which pages name them: browsers prefer the last. */
const KNOWN_ICONS: readonly IconName[] = [
  // A small stated size makes browsers prefer the SVG where they support it.
  { path: 'favicon.ico', rel: 'icon', sizes: '32x32' },
  { path: 'favicon.png', rel: 'icon', type: 'image/png' },
  { path: 'icon.png', rel: 'icon', type: 'image/png' },
  { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'icon.svg', rel: 'icon', type: 'image/svg+xml' },
  { path: 'apple-touch-icon.png', rel: 'apple-touch-icon' },
  { path: 'site.webmanifest', rel: 'manifest' },
  { path: 'manifest.webmanifest', rel: 'manifest' },
  { path: 'manifest.json', rel: 'manifest' },
];

/** The icon that is generated for a site without one. */
export const DEFAULT_ICON: IconName = { path: 'favicon.svg', rel: 'icon', type: 'image/svg+xml' };

/** The site's icons: those at the top level of content/public, else the default one. */
function findIcons(publicFiles: Iterable<string>): readonly IconName[] {
  const present = new Set(publicFiles);
  const own = KNOWN_ICONS.filter(({ path }) => present.has(`${PUBLIC_FOLDER}/${path}`));
  return own.some(({ rel }) => rel === 'icon') ? own : [...own, DEFAULT_ICON];
}

/** The pages: home, 404, the author's own, and one for each essay that has a slug. */
function listPages(essays: readonly SluggedEssay[]): redirects.SiteOutput[] {
  const withSlug = essays.filter(({ slug }) => slug !== '');
  return [
    makeOutput(urls.outputPathOf(urls.HOME_PATH), 'templates/HomePage.tsx'),
    makeOutput(NOT_FOUND_OUTPUT, 'templates/NotFoundPage.tsx'),
    ...withSlug.map(({ path, address, statedSlug }) => {
      const output = makeOutput(urls.outputPathOf(address), path);
      return { ...output, place: statedSlug?.place ?? null };
    }),
  ];
}

/** The author's files whose lines are merged with generated ones instead of copied. */
const MERGED: ReadonlySet<string> = new Set([urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT]);

/** The files that are copied: content/public, and the files beside essays that are in use. */
function listCopies(
  publicFiles: readonly string[],
  files: ReadonlyMap<string, LinkedFile>,
  usedFiles: ReadonlySet<string>,
): redirects.SiteOutput[] {
  const own = publicFiles.map((path) => makeOutput(urls.publicName(path), path));
  const beside = [...files.values()]
    .filter(({ path }) => usedFiles.has(path) && !isPublic(path))
    .map((file) => makeOutput(urls.assetOutput(file), file.path, false));
  return [...own.filter(({ outputPath }) => !MERGED.has(outputPath)), ...beside];
}

function makeOutput(outputPath: string, source: string, isStated = true): redirects.SiteOutput {
  return { outputPath, source, place: null, isStated };
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
    const { digest, sketch } = after;
    return JSON.stringify({ ...before, digest, sketch }) === JSON.stringify(after);
  });
  if (!isTextEdit) return null;
  const edited = new Map(changed.map(([, essay]) => [essay.path, essay]));
  const needsLine = last.value.essays.some(({ source, address }) => {
    const essay = edited.get(source);
    const line = essay && last.addresses.get(address);
    return line && addresses.isOutdated(line, essay);
  });
  if (needsLine) return null;
  const essays = last.value.essays.map((essay) => {
    const after = edited.get(essay.source);
    return after ? { ...essay, digest: after.digest } : essay;
  });
  return { ...last, value: { ...last.value, essays } };
}
