/**
 * Site: derives order, slugs, tags, addresses, links and outputs from the parsed essays and the settings.
 * Pure.
 *
 * Every decision that needs more than one file is made here. An essay's `digest` is only passed on, so an
 * edit that changes nothing else of a ParsedEssay changes nothing else of the site (`updateSite`).
 */
import { fillBody } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import { calendarDay } from '../content/dates.ts';
import type { ParsedAbout, ParsedEssay } from '../content/essay.ts';
import type { LinkedFile } from '../content/images.ts';
import { isPublic, PUBLIC_FOLDER } from '../content/paths.ts';
import type { SourceFile } from '../content/text.ts';
import * as addresses from './addresses.ts';
import { connectEssays, type Essay, makeEssay, type Selection, selectPublished } from './essay.ts';
import * as links from './links.ts';
import {
  expandRules,
  followMoves,
  gatherRules,
  isGone,
  listRedirectLines,
  type Redirect,
  type RedirectLine,
  type SiteOutput,
  settleOutputs,
} from './redirects.ts';
import { assignSlugs, type SluggedEssay } from './slugs.ts';
import { findSimilarTags } from './suggestions.ts';
import * as urls from './urls.ts';

export interface Site extends Pick<Selection, 'draftCount' | 'futureCount' | 'validUntil'> {
  readonly config: SiteConfig;
  readonly urls: urls.SiteUrls;
  /** Newest first. */
  readonly essays: readonly Essay[];
  /** Highest count first. */
  readonly tags: readonly { readonly name: string; readonly count: number }[];
  /** The biography; its code is not highlighted yet. */
  readonly about: { readonly content: string; readonly hasOutboundLinks: boolean };
  /** Scripts and objects that published bodies embed (`Body.embedded`), each once, sorted. */
  readonly embedded: readonly string[];
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  /** The icons that pages name: the author's, or the generated one. */
  readonly icons: readonly IconName[];
  /** The author's files that are published unchanged. */
  readonly copies: readonly SiteOutput[];
  /** Copies of pictures. */
  readonly variants: readonly links.VariantOutput[];
  /** The year of the build in the site's time zone. */
  readonly year: number;
}

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
  readonly essays: readonly ParsedEssay[];
  readonly showDrafts: boolean;
  /** content/addresses.txt, or null where it is missing or must not be asked. */
  readonly addressFile: SourceFile | null;
  readonly remembers: addresses.Remembering;
  /** True to forget the addresses that are gone. */
  readonly forgets: boolean;
  /** The build's clock, in milliseconds since the epoch. */
  readonly now: number;
}

export type SiteResult = ReturnType<typeof deriveSite>;

export function deriveSite(input: SiteInput) {
  const { config, about, files, publicFiles, showDrafts, now } = input;
  const published = selectPublished(input.essays, config, showDrafts, now);
  const slugs = assignSlugs(published.essays, config.slugs);
  const parsed = slugs.value;
  const rules = gatherRules(config, parsed);
  const known = addresses.parseAddresses(input.addressFile);
  const regular = parsed.some(({ draft }) => draft) ? slugWithoutDrafts(input) : parsed;
  const addressed = regular.filter(({ slug }) => slug !== '');
  const traces = addresses.traceAddresses(known.value, addressed, config.timezone);
  const moved = followMoves(traces.value, parsed, rules.value, config.timezone);
  const all = [...rules.value, ...moved];
  const index = links.indexLinks(input, parsed, all);
  const home = { sitePath: urls.HOME_PATH, source: '' };
  const redirects = expandRules(all, (path) => links.readLink(path, home, index));

  const year = calendarDay(now, config.timezone).year;
  const essays = connectEssays(parsed.map((essay) => makeEssay(essay, config, year, index)));
  const content = about === null ? '' : fillAbout(about, index);
  const copies = listCopies(publicFiles, files, index.usedFiles);
  const variants = [...index.variants.values()];
  const settled = settleOutputs([...listPages(parsed), ...copies, ...variants, ...redirects.value]);
  const stands = (output: SiteOutput) => settled.standing.has(output);
  const answered = redirects.value.filter((each) => stands(each) || settled.agreeing.has(each));
  let paths: ReadonlySet<string> | null = null;
  const listPaths = () => new Set(Array.from(settled.standing, ({ outputPath }) => outputPath));
  const answers = (address: string) => {
    paths ??= listPaths();
    return urls.listOutputs(address).some((path) => paths?.has(path));
  };
  const lines = new Map(known.value.map((line) => [line.address, line]));
  const remembered = traces.isSettled
    ? { lines, problems: [] }
    : addresses.rememberAddresses(
        ...([traces.value, addressed, config.timezone, input] as const),
        answers,
        (path) => rules.value.some((rule) => isGone(rule) && urls.trimPath(rule.from) === path),
      );
  const text = traces.isSettled ? known.text : addresses.formatAddresses(remembered.lines);
  const isNew = input.remembers !== 'none' && text !== known.text;
  const { draftCount, futureCount, validUntil } = published;
  const bodies = [...parsed, ...(about ? [about.body] : [])];
  const value: Site = {
    config,
    urls: index.urls,
    essays,
    tags: countTags(essays),
    about: { content, hasOutboundLinks: about?.body.hasOutboundLinks ?? false },
    embedded: [...new Set(bodies.flatMap(({ embedded }) => embedded))].sort(),
    redirects: redirects.value.filter(stands),
    redirectLines: listRedirectLines(answered, (from) => links.matchesTarget(from, index)),
    icons: findIcons(publicFiles),
    copies: copies.filter(stands),
    variants: variants.filter(stands),
    year,
    draftCount,
    futureCount,
    validUntil,
  };
  return {
    value,
    problems: [
      ...[published, slugs, rules, known, traces, redirects, index, settled, remembered],
    ].flatMap((part) => part.problems),
    /** The lines of content/addresses.txt by address. */
    addresses: remembered.lines,
    /** What that file is to hold; null where it stays as it is. */
    newAddresses: isNew ? text : null,
    /** True for problems that are others, or gone, once that is written. */
    isPassing: isNew && remembered.problems.length > 0,
    /** Without their places in the files, which `broken-links.ts` finds. */
    brokenLinks: index.brokenLinks,
    similarTags: findSimilarTags(value.tags, essays),
    /** Links whose anchors are looked for in the rendered pages. */
    openLinks: index.openLinks,
  };
}

/** The essays as they are published without drafts. */
function slugWithoutDrafts({ essays, config, now }: SiteInput): SluggedEssay[] {
  return assignSlugs(selectPublished(essays, config, false, now).essays, config.slugs).value;
}

/**
 * Counts tags, highest count first. Ties keep the order in which the tags first appear, newest essay
 * first. Names are exact: case counts.
 */
export function countTags(newestFirst: readonly { tags: readonly string[] }[]): Site['tags'] {
  const counts = new Map<string, number>();
  for (const { tags } of newestFirst) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
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

/** The pages: home, about, 404, and one for each essay that has a slug. */
function listPages(essays: readonly SluggedEssay[]): SiteOutput[] {
  const withSlug = essays.filter(({ slug }) => slug !== '');
  return [
    makeOutput(urls.outputPathOf(urls.HOME_PATH), 'templates/HomePage.tsx'),
    makeOutput(urls.outputPathOf(urls.ABOUT_PATH), 'templates/AboutPage.tsx'),
    makeOutput(urls.NOT_FOUND_OUTPUT, 'templates/NotFoundPage.tsx'),
    ...withSlug.map(({ path, slug, statedSlug }) => {
      const output = makeOutput(urls.outputPathOf(urls.essayPath(slug)), path);
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
): SiteOutput[] {
  const own = publicFiles.map((path) => makeOutput(urls.publicName(path), path));
  const beside = [...files.values()]
    .filter(({ path }) => usedFiles.has(path) && !isPublic(path))
    .map((file) => makeOutput(urls.assetOutput(file), file.path, false));
  return [...own.filter(({ outputPath }) => !MERGED.has(outputPath)), ...beside];
}

function makeOutput(outputPath: string, source: string, isStated = true): SiteOutput {
  return { outputPath, source, place: null, isStated };
}

function fillAbout({ body, path }: ParsedAbout, index: links.LinkIndex): string {
  const origin = { sitePath: urls.ABOUT_PATH, source: path };
  return fillBody(body.html, links.resolveLinks(body.links, origin, index));
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
  const needsLine = last.value.essays.some(({ source, slug }) => {
    const [essay, line] = [edited.get(source), last.addresses.get(urls.essayPath(slug))];
    return essay && line && addresses.isOutdated(line, essay);
  });
  if (needsLine) return null;
  const essays = last.value.essays.map((essay) => {
    return { ...essay, digest: edited.get(essay.source)?.digest ?? essay.digest };
  });
  return { ...last, value: { ...last.value, essays } };
}
