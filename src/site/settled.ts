/**
 * Settle, the fifth step: lists everything that the site may publish, and decides which outputs stand where several
 * take one path. Pure.
 */
import type { LinkedFile } from '../essays/images.ts';
import { HOME_ADDRESS, isPublic, listFoldersAbove, NOT_FOUND_ADDRESS } from '../essays/paths.ts';
import { subjectOf } from '../problems/edits.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';
import { foldCase, joinSome } from '../text/text.ts';
import type { Addressed } from './addressed.ts';
import type { Translations } from './editions.ts';
import { findIcons, type IconName } from './icons.ts';
import type { Indexed } from './indexed.ts';
import { type LinkableFiles, matchesTarget } from './link-index.ts';
import type { PictureOutput } from './links.ts';
import { listOtherEndings, type OtherEnding } from './other-endings.ts';
import { GENERATED, type SiteOutput } from './outputs.ts';
import { listRedirectLines, type Redirect, type RedirectLine } from './redirects.ts';
import { findReservedNames } from './reserved-names.ts';
import type { Resolved } from './resolved.ts';
import type { SluggedEssay } from './slugs.ts';
import * as urls from './urls.ts';

const HOME_TEMPLATE = 'templates/HomePage.tsx';

/** What a site publishes besides its essays and pages. */
export interface SiteOutputs {
  /** The addresses of the pages of tags and of the archive, except where something else is published. */
  readonly listings: ReadonlySet<string>;
  /** The output paths of feeds and other generated files that nothing of the author's replaces. */
  readonly services: ReadonlySet<string>;
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
  /** Former addresses at which some hosts need a page that redirects. */
  readonly otherEndings: readonly OtherEnding[];
  /** The icons that pages name: the author's, or the generated one. */
  readonly icons: readonly IconName[];
  /** The author's files that are published unchanged. */
  readonly copies: readonly SiteOutput[];
  /** Copies of pictures. */
  readonly variants: readonly PictureOutput[];
}

/** The outputs of a site after all collisions are settled. */
export interface Settled {
  readonly outputs: SiteOutputs;
  /** The paths of these outputs, and of the essays and pages. */
  readonly paths: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Settles which outputs of a site stand. `linkable` are the files that its links can lead to. */
export function settleSite(
  addressed: Addressed,
  { index }: Pick<Indexed, 'index'>,
  { links, redirects, branding }: Pick<Resolved, 'links' | 'redirects' | 'branding'>,
  linkable: LinkableFiles,
): Settled {
  const { listings, editions } = addressed;
  const copies = listCopiedFiles(linkable.publicFiles, linkable.files, links.usedFiles);
  const { variants } = links;
  const icons = findIcons(linkable.publicFiles, branding.icons);
  const made = listings.map((address) => {
    return { address, output: makeOutput(urls.outputPathOf(address), 'templates', false) };
  });
  const tagPages = editions.flatMap(({ tagAddresses }) => [...(tagAddresses?.values() ?? [])]);
  const tagFeeds = tagPages.map(urls.tagFeedOutput);
  const generated = [...linkable.services, ...icons.map(({ path }) => path), ...tagFeeds];
  const services = generated.map((path) => makeOutput(path, GENERATED, false));
  const settled = settleOutputs(
    [
      ...listPageOutputs(addressed),
      ...copies,
      ...variants,
      ...redirects,
      ...made.map(({ output }) => output),
      ...services,
    ],
    addressed.translations,
  );
  const stands = (output: SiteOutput) => settled.standing.has(output);
  const answered = redirects.filter((each) => stands(each) || settled.agreeing.has(each));
  const unlisted = new Set(
    addressed.all.filter((each) => each.unlisted).map(({ address }) => address),
  );
  // Anyone can read `_redirects`, so an unlisted page's old addresses are written only as pages.
  const listed = answered.filter(({ to }) => !unlisted.has(to));
  const needed = [...made.map(({ output }) => output), ...services];
  const taken = findTaken(addressed.essays, needed);
  const reserved = findReservedNames(settled.standing, (path) => findTagSource(path, addressed));
  const paths = new Set(Array.from(settled.standing, ({ outputPath }) => outputPath));
  const outputs: SiteOutputs = {
    listings: new Set(made.filter(({ output }) => stands(output)).map(({ address }) => address)),
    services: new Set(services.filter(stands).map(({ outputPath }) => outputPath)),
    redirects: redirects.filter(stands),
    redirectLines: listRedirectLines(listed, (from) => matchesTarget(from, index)),
    otherEndings: listOtherEndings(addressed.traces, paths),
    icons,
    copies: copies.filter(stands),
    variants: variants.filter(stands),
  };
  return {
    outputs,
    paths,
    problems: [...settled.problems, ...taken, ...reserved],
  };
}

/** Reports the essays whose `permalink` gives them an address that the site itself needs. */
function findTaken(essays: readonly SluggedEssay[], needed: readonly SiteOutput[]): Problem[] {
  const keys = new Map(
    needed.map(({ outputPath }) => [urls.addressKey(`/${outputPath}`), outputPath]),
  );
  return essays.flatMap((essay) => {
    const { path, slug, address } = essay;
    const key = urls.addressKey(address);
    const isAsset = key.startsWith(`/${urls.ASSETS_FOLDER}/`);
    const output = isAsset ? `${urls.ASSETS_FOLDER}/` : keys.get(key);
    if (slug === '' || output === undefined) return [];
    const own = makeOutput(urls.outputPathOf(address), path);
    const what = `has the address of out/${output}, which the site itself needs`;
    return [outputCollision({ ...own, place: placeOfAddress(essay) }, what)];
  });
}

/** Finds an essay with the tag whose page has this output path; null for the path of anything else. */
function findTagSource(outputPath: string, { editions }: Addressed): string | null {
  const sources = editions.flatMap(({ essays, tagAddresses }) => {
    const isPage = (tag: string) => outputPath === urls.outputPathOf(tagAddresses?.get(tag) ?? '');
    return essays.find(({ tags }) => tags.some(isPage))?.path ?? [];
  });
  return sources[0] ?? null;
}

/** The pages: home, 404, the author's own, and one for each essay that has a slug. */
function listPageOutputs({ all: essays, editions }: Addressed): SiteOutput[] {
  const withSlug = essays.filter(({ slug }) => slug !== '');
  const shipped = editions.flatMap(({ prefix }) => [
    [prefix + HOME_ADDRESS, HOME_TEMPLATE] as const,
    [prefix + NOT_FOUND_ADDRESS, 'templates/NotFoundPage.tsx'] as const,
  ]);
  const wordless = shipped.filter(([address]) => !essays.some(({ page }) => page === address));
  return [
    ...wordless.map(([address, source]) => makeOutput(urls.outputPathOf(address), source)),
    ...withSlug.map((essay) => {
      // A text that isn't published gives way.
      const output = makeOutput(urls.outputPathOf(essay.address), essay.path, !essay.draft);
      return { ...output, place: placeOfAddress(essay) };
    }),
  ];
}

/** The place in an essay that its address comes from; null for the essay as a whole. */
function placeOfAddress({ page, permalinks, statedSlug }: SluggedEssay): Place | null {
  const [own] = page === null ? permalinks : [];
  return own?.place ?? statedSlug?.place ?? null;
}

/** The author's files whose lines are merged with generated ones instead of copied. */
const MERGED: ReadonlySet<string> = new Set([urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT]);

/** The files that are copied: content/public, and the files beside essays that are in use. */
function listCopiedFiles(
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

/** The outputs that are written, and the problems of those that can't be. */
interface SettledOutputs {
  readonly standing: ReadonlySet<SiteOutput>;
  /** Redirects whose old path has a page that leads to the same target. */
  readonly agreeing: ReadonlySet<SiteOutput>;
  readonly problems: readonly Problem[];
}

/**
 * Decides which outputs are written, and returns a problem for each pair of stated ones that collide. An output that
 * is not stated gives way to one that is.
 */
function settleOutputs(
  outputs: readonly (SiteOutput | Redirect)[],
  { groups }: Pick<Translations, 'groups'>,
): SettledOutputs {
  const claimed = claimPaths(outputs);
  const { standing, problems } = settleNeighbours(claimed.owners);
  const sources = groups.map((group) => group.map(({ path }) => path));
  const groupOf = new Map(sources.flatMap((group) => group.map((path) => [path, group])));
  const shared = [...claimed.rivals].flatMap(([owner, essays]) => {
    // A translation that shares its original's name was never at the original's old path.
    const translations = groupOf.get(owner.use.essay) ?? [];
    return pathShared(owner, essays, new Set(translations));
  });
  return {
    standing,
    agreeing: claimed.agreeing,
    problems: [...claimed.problems, ...problems, ...shared],
  };
}

/** The owner of each path. */
interface ClaimedPaths extends Pick<SettledOutputs, 'agreeing' | 'problems'> {
  /** By path, in lower case and NFC. */
  readonly owners: ReadonlyMap<string, SiteOutput | Redirect>;
  /** By redirect, the files of the essays that a pattern gives the same old path. */
  readonly rivals: ReadonlyMap<Redirect, ReadonlySet<string>>;
}

/**
 * Finds the output that takes each path. Paths that differ only in case collide: many file systems, and some hosts,
 * treat them as one. Equal outputs of one source, and redirects that agree on their target, count once. Of several
 * essays that a pattern gives one old path, the oldest keeps it.
 */
function claimPaths(outputs: readonly (SiteOutput | Redirect)[]): ClaimedPaths {
  const owners = new Map<string, SiteOutput | Redirect>();
  const agreeing = new Set<SiteOutput>();
  const rivals = new Map<Redirect, Set<string>>();
  const problems: Problem[] = [];
  const statedFirst = outputs.toSorted((a, b) => Number(b.isStated) - Number(a.isStated));
  for (const output of statedFirst) {
    const { outputPath, source, isStated } = output;
    const key = foldCase(outputPath);
    const owner = owners.get(key);
    if (owner === undefined) {
      owners.set(key, output);
      continue;
    }
    const areRedirects = 'rule' in owner && 'rule' in output;
    const isEqual = source === owner.source && outputPath === owner.outputPath;
    if (areRedirects && owner.to === output.to) {
      agreeing.add(output);
    } else if (areRedirects && !owner.isStated) {
      rivals.set(owner, (rivals.get(owner) ?? new Set()).add(output.use.essay));
    } else if (isStated && (areRedirects || !isEqual)) {
      problems.push(pathTaken(output, owner));
    }
  }
  return { owners, agreeing, rivals, problems };
}

/** Drops outputs that hosts or file systems can't tell from others, though their paths differ. */
function settleNeighbours(
  owners: ClaimedPaths['owners'],
): Pick<SettledOutputs, 'standing' | 'problems'> {
  const standing = new Set<SiteOutput>(owners.values());
  const problems: Problem[] = [];
  const compete = (output: SiteOutput | Redirect, other: SiteOutput, what: string) => {
    // An old feed may lead to another file, such as /rss.xml to /feed.xml.
    const isLost = other.source === GENERATED && 'to' in output && !owners.has(output.to.slice(1));
    if (!output.isStated) standing.delete(output);
    else if (!other.isStated && !isLost) standing.delete(other);
    else problems.push(outputCollision(output, what));
  };
  for (const [key, output] of owners) {
    const { source } = output;
    // At /x, some hosts serve x.html and some serve x/index.html.
    const twin = owners.get(key.replace(/\/index\.html$/, '.html')) ?? output;
    const areCopies = isPublic(twin.source) && isPublic(source);
    if (twin.source !== source && !areCopies) {
      // If the author's page is at /de and the German home page at /de/, only the author's page can be renamed.
      const isHome = source === HOME_TEMPLATE;
      const [named, other] = isHome ? [twin, output] : [output, twin];
      compete(named, other, `has the address of out/${other.outputPath}, from ${other.source}`);
    }
    const folder = listFoldersAbove(key).find((path) => owners.has(path));
    const file = folder === undefined ? undefined : owners.get(folder);
    if (file) compete(output, file, `needs a folder where ${file.source} puts a file`);
  }
  return { standing, problems };
}

function pathTaken(output: SiteOutput, owner: SiteOutput): Problem {
  const differs = output.outputPath === owner.outputPath ? '' : ' (only case differs)';
  const isTwice = output.source === owner.source;
  const other = isTwice ? 'twice from this file' : `from ${owner.source} as well`;
  return outputCollision(output, `would be written ${other}${differs}`);
}

function outputCollision({ outputPath, source, place }: SiteOutput, what: string): Problem {
  const message = `out/${outputPath} ${what}`;
  const hint = 'Change the slug, the alias or the name of one of the two.';
  return makeProblem('output-collision', place ?? wholeFile(source), message, hint);
}

/** Reports the essay that keeps an old path, and up to three others that share it, apart from its translations. */
function pathShared(
  { from, rule, use }: Redirect,
  essays: ReadonlySet<string>,
  translations: ReadonlySet<string>,
): Problem[] {
  const others = [...essays].filter(
    (each) => each !== '' && each !== use.essay && !translations.has(each),
  );
  if (others.length === 0) return [];
  const message = `\`${from}\` leads to ${use.essay}, but is also the old path of ${joinSome(others)}`;
  const hint = 'Add it to the `aliases` of the essay that it belongs to.';
  const subject = subjectOf(from);
  return [makeProblem('redirect-ambiguous', rule.place, message, hint, { subject })];
}
