/**
 * Index, the third step: gathers the redirects of a site, and indexes everything that its links can lead to. Pages and
 * files are found by their site paths, essays and the files beside them by their sources, redirects by their old paths.
 * Pure.
 *
 * The whole site is indexed before the first link is resolved, and the index never changes after that.
 */
import { posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import type { ParsedEssay } from '../essays/essay.ts';
import type { LinkedFile } from '../essays/images.ts';
import { isPublic, splitFileName } from '../essays/paths.ts';
import { groupBy } from '../problems/group-by.ts';
import type { Problem } from '../problems/problems.ts';
import { decodePercent } from '../text/text.ts';
import type { AddressedSite } from './address-assignment.ts';
import { listRenamed } from './memory/traces.ts';
import { matchParts, splitPath } from './path-patterns.ts';
import { findWidths, type PictureWidths } from './picture-sizes.ts';
import { isReadable, toRegExp } from './placeholders.ts';
import { followMoves, gatherRules, type RedirectRule } from './redirect-rules.ts';
import type { SluggedEssay } from './slugs.ts';
import { makeSuggester } from './suggestions.ts';
import type { Translations } from './translations.ts';
import { nameUnpublished, type UnpublishedNames } from './unpublished-names.ts';
import * as urls from './urls.ts';
import { trimPath } from './urls.ts';

/** What links can lead to besides essays, pages and redirects. */
export interface LinkableFiles {
  /** Paths under content/public. */
  readonly publicFiles: readonly string[];
  /** The files that bodies and thumbnails refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  /** Paths of the files beside essays, to be suggested. */
  readonly neighbours: readonly string[];
  /** The output paths of feeds and other generated files for machines. */
  readonly services: readonly string[];
}

/** A page or a file that a link can lead to. */
export interface Target {
  /** A site path, percent-encoded; after a redirect, any URL. */
  readonly address: string;
  readonly isPage: boolean;
  /** The anchors of a page; null for a file, and where only the rendered page can tell. */
  readonly ids: ReadonlySet<string> | null;
  /** The source of a file, or null. */
  readonly file: string | null;
}

/** The pattern of a redirect, compiled. */
export interface PathPattern {
  /** Has a group for each placeholder. */
  readonly from: RegExp;
  /** The new path, with the same placeholders. */
  readonly to: string;
}

/** Everything that a link of the site can lead to. */
export interface LinkIndex {
  readonly urls: urls.SiteUrls;
  /** The site's own URL, which a preview is not published at. */
  readonly siteUrl: string;
  /** The files that bodies and thumbnails refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  /** By site path, in NFC: some file systems return names in another Unicode form than authors type. */
  readonly targets: ReadonlyMap<string, Target>;
  /** By source path, in NFC: that of a page, or of a published file. */
  readonly sources: ReadonlyMap<string, Target>;
  /** The present paths of renamed essays, by their old ones. */
  readonly renamed: ReadonlyMap<string, string>;
  /** New paths by old ones, in NFC. */
  readonly redirects: ReadonlyMap<string, string>;
  /** For old links whose date differs slightly from the essay's. */
  readonly patterns: readonly PathPattern[];
  /** Paths that another server on the host answers, without a trailing slash. */
  readonly elsewhere: readonly string[];
  /** The paths of translations by language, for the path of each essay or page that has any. */
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Those of the theme. */
  readonly pictureWidths: PictureWidths;
  /** Essays and pages. */
  readonly essays: readonly SluggedEssay[];
  /** Essays by slug; of several, the newest. */
  readonly bySlug: ReadonlyMap<string, SluggedEssay>;
  /** The paths of the essays and pages that aren't published, by all that a link may call them (`unpublished-names.ts`). */
  readonly unpublished: UnpublishedNames;
  /** Finds the page of a Markdown file by the end of its path; null if there is none, or several. */
  findNamesake(path: string): Target | null;
  /** Suggests a path for a decoded one, written in `source` and resolved to `sitePath`; null for none. */
  suggest(path: string, sitePath: string, source: string): string | null;
}

const FORMER_ADDRESSES = { from: urls.FORMER_ESSAY_PATTERN, to: urls.ESSAY_PATTERN };

/** What links can lead to besides what has an address. */
interface Linkable extends LinkableFiles {
  /** The essays and pages that aren't published. */
  readonly unpublished: readonly ParsedEssay[];
}

/** The index of a site's links, and the redirects that it knows. */
export interface IndexedSite {
  readonly index: LinkIndex;
  /** The redirects that the author states, in site.yaml and in essays. */
  readonly statedRules: readonly RedirectRule[];
  /** The stated redirects, and those from former addresses to the current ones. */
  readonly rules: readonly RedirectRule[];
  readonly problems: readonly Problem[];
}

/** Indexes a site whose essays and pages have their addresses. It is published at `siteUrls`. */
export function indexSite(
  addressed: AddressedSite,
  config: SiteConfig,
  linkable: Linkable,
  siteUrls: urls.SiteUrls,
): IndexedSite {
  const { all: essays, translations, traces } = addressed;
  const { files, neighbours, unpublished } = linkable;
  const stated = gatherRules(config, essays);
  const rules = [...stated.value, ...followMoves(traces, essays, stated.value, config)];
  const isClear = ({ isPattern, from, to }: RedirectRule) => isPattern && isReadable(from, to);
  const patterns = [...rules.filter(isClear), FORMER_ADDRESSES];
  const { targets, sources } = indexTargets(addressed, linkable);
  const listPaths = () => {
    const beside = [...sources.keys(), ...neighbours].filter((path) => !isPublic(path));
    return [...targets.keys(), ...beside.map((path) => path.normalize())];
  };
  const index: LinkIndex = {
    urls: siteUrls,
    siteUrl: config.url,
    translations: indexTranslations(translations),
    files,
    targets,
    sources,
    renamed: listRenamed(traces),
    redirects: indexRedirects(rules),
    patterns: patterns.map(({ from, to }) => ({ from: toRegExp(from), to })),
    elsewhere: config.elsewhere.map((path) => decodePercent(path).replace(/\/+$/, '').normalize()),
    pictureWidths: findWidths(config.theme?.value ?? null),
    essays,
    bySlug: new Map(
      essays
        .filter(({ slug, page }) => slug !== '' && page === null)
        .map((essay) => [essay.slug, essay] as const)
        .reverse(),
    ),
    unpublished: nameUnpublished(unpublished),
    findNamesake: makeNamesakeFinder(sources),
    suggest: makeSuggester(listPaths),
  };
  return { index, statedRules: stated.value, rules, problems: stated.problems };
}

/** Indexes the translations of essays and pages by their paths. */
function indexTranslations({ groups }: Pick<Translations, 'groups'>): LinkIndex['translations'] {
  return new Map(
    groups.flatMap((group) => {
      const paths = group.map(({ edition, path }) => [edition, path.normalize()] as const);
      const byLanguage = new Map(paths);
      return paths.map(([, path]) => [path, byLanguage] as const);
    }),
  );
}

/** The new paths of redirects by their old ones; a rule for one address comes before patterns. */
function indexRedirects(rules: readonly RedirectRule[]): ReadonlyMap<string, string> {
  const exactFirst = rules.toSorted((a, b) => Number(a.isPattern) - Number(b.isPattern));
  const redirects = new Map<string, string>();
  for (const { from, to, address } of exactFirst.flatMap(({ uses }) => uses)) {
    const path = decodePercent(trimPath(from)).normalize();
    if (!redirects.has(path)) redirects.set(path, address ?? to);
  }
  return redirects;
}

/** Indexes pages and files by site path and by source. Of several at one site path, the last counts. */
function indexTargets(
  { all: essays, editions, listings }: AddressedSite,
  { publicFiles, files, services }: LinkableFiles,
): Pick<LinkIndex, 'targets' | 'sources'> {
  const targets = new Map<string, Target>();
  const sources = new Map<string, Target>();
  const add = (address: string, facts: Partial<Target>, source = facts.file ?? null) => {
    const target = { address, isPage: false, ids: null, file: null, ...facts };
    const isNamed = target.file === null || isPublic(target.file);
    if (isNamed) targets.set(decodePercent(address).normalize(), target);
    if (source !== null) sources.set(source.normalize(), target);
  };
  const served = services.filter(urls.isServed).map((path) => `/${path}`);
  const tagPages = editions.flatMap(({ tagAddresses }) => [...(tagAddresses?.values() ?? [])]);
  for (const address of [...served, ...tagPages.map(urls.tagFeedPath)]) add(address, {});
  const homes = editions.map(({ prefix }) => prefix + urls.HOME_PATH);
  for (const address of [...homes, ...listings]) add(address, { isPage: true });
  for (const { path, address, page, ids } of essays) {
    add(address, { isPage: true, ids: page === null ? new Set(ids) : null }, path);
  }
  for (const file of publicFiles) add(urls.encodePath(`/${urls.publicName(file)}`), { file });
  for (const [path, file] of files) {
    if (!isPublic(path)) add(urls.encodePath(`/${urls.assetOutput(file)}`), { file: path });
  }
  return { targets, sources };
}

/** True if a redirect's pattern, as hosts read it, also matches a page or a file of the site. */
export function matchesTarget(pattern: string, { targets }: LinkIndex): boolean {
  const parts = splitPath(decodePercent(trimPath(pattern)));
  return [...targets.keys()].some((path) => matchParts(parts, trimPath(path)) !== null);
}

/** True for a decoded site path that another server answers, as `elsewhere` in site.yaml says. */
export function isElsewhere(path: string, { elsewhere }: LinkIndex): boolean {
  return elsewhere.some((each) => `${path.normalize()}/`.startsWith(`${each}/`));
}

/** A page, and the path of its file without extension, in lower case. */
interface NamedPage {
  readonly target: Target;
  readonly stem: string;
}

const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i;

/**
 * Returns a function that finds the page of a Markdown file by the end of its path, or by its name alone if no other
 * file has it, because other generators refer to posts like that. Few sites have such links, so the pages are grouped
 * when the first one is looked up.
 */
function makeNamesakeFinder(sources: ReadonlyMap<string, Target>) {
  let pages: ReadonlyMap<string, readonly NamedPage[]> | null = null;
  return (path: string): Target | null => {
    if (!MARKDOWN_FILE.test(path)) return null;
    pages ??= groupPages(sources);
    const end = stemOf(path.normalize().replace(/^(?:\.{0,2}\/)+/, ''));
    const named = pages.get(posix.basename(end)) ?? [];
    const exact = named.filter(({ stem }) => stem.endsWith(end));
    const [only, ...others] = exact.length > 0 ? exact : named;
    return others.length === 0 ? (only?.target ?? null) : null;
  };
}

/** Groups pages by the names that links may call them by. */
function groupPages(
  sources: ReadonlyMap<string, Target>,
): ReadonlyMap<string, readonly NamedPage[]> {
  const pages = Array.from(sources, ([path, target]) => ({ path, target, stem: stemOf(path) }));
  return groupBy(pages, ({ path, target, stem }) => {
    const names = [posix.basename(stem), splitFileName(path).name.toLowerCase()];
    return target.isPage ? [...new Set(names)] : [];
  });
}

/** `2020/Name.md`, `2020/name/index.md` → `/2020/name` */
function stemOf(path: string): string {
  return `/${path.toLowerCase().replace(/(?:\/index)?\.[^./]*$/, '')}`;
}
