/**
 * Settle, the fifth step: lists everything that the site may publish, and decides which outputs stand where several
 * take one path. Pure.
 */
import type { LinkedFile } from '../essays/images.ts';
import { isPublic } from '../essays/paths.ts';
import { NOT_FOUND_OUTPUT } from '../hosts/host-rules.ts';
import type { Problem } from '../problems/problems.ts';
import type { Addressed } from './addressed.ts';
import { findIcons, type IconName } from './icons.ts';
import type { Indexed } from './indexed.ts';
import { type LinkableFiles, matchesTarget } from './link-index.ts';
import type { PictureOutput } from './links.ts';
import {
  GENERATED,
  listRedirectLines,
  type Redirect,
  type RedirectLine,
  type SiteOutput,
  settleOutputs,
} from './redirects.ts';
import { findReservedNames } from './reserved-names.ts';
import type { Resolved } from './resolved.ts';
import type { SluggedEssay } from './slugs.ts';
import * as urls from './urls.ts';

/** What a site publishes besides its essays and pages. */
export interface SiteOutputs {
  /** The addresses of the pages of tags and of the archive, except where something else is published. */
  readonly listings: ReadonlySet<string>;
  /** The output paths of feeds and other generated files that nothing of the author's replaces. */
  readonly services: ReadonlySet<string>;
  readonly redirects: readonly Redirect[];
  /** For hosts that read `_redirects`. */
  readonly redirectLines: readonly RedirectLine[];
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
  { links, redirects }: Pick<Resolved, 'links' | 'redirects'>,
  linkable: LinkableFiles,
): Settled {
  const { all, listings, tagAddresses } = addressed;
  const copies = listCopies(linkable.publicFiles, linkable.files, links.usedFiles);
  const variants = links.copies;
  const icons = findIcons(linkable.publicFiles);
  const made = listings.map((address) => {
    return { address, output: makeOutput(urls.outputPathOf(address), 'templates', false) };
  });
  const tagFeeds = Array.from(tagAddresses?.values() ?? [], urls.tagFeedOutput);
  const generated = [...linkable.services, ...icons.map(({ path }) => path), ...tagFeeds];
  const services = generated.map((path) => makeOutput(path, GENERATED, false));
  const settled = settleOutputs([
    ...listPages(all),
    ...copies,
    ...variants,
    ...redirects,
    ...made.map(({ output }) => output),
    ...services,
  ]);
  const stands = (output: SiteOutput) => settled.standing.has(output);
  const answered = redirects.filter((each) => stands(each) || settled.agreeing.has(each));
  const reserved = findReservedNames(settled.standing, (path) => findTagSource(path, addressed));
  const outputs: SiteOutputs = {
    listings: new Set(made.filter(({ output }) => stands(output)).map(({ address }) => address)),
    services: new Set(services.filter(stands).map(({ outputPath }) => outputPath)),
    redirects: redirects.filter(stands),
    redirectLines: listRedirectLines(answered, (from) => matchesTarget(from, index)),
    icons,
    copies: copies.filter(stands),
    variants: variants.filter(stands),
  };
  return {
    outputs,
    paths: new Set(Array.from(settled.standing, ({ outputPath }) => outputPath)),
    problems: [...settled.problems, ...reserved],
  };
}

/** Finds an essay with the tag whose page has this output path; null for the path of anything else. */
function findTagSource(outputPath: string, { essays, tagAddresses }: Addressed): string | null {
  const isPage = (tag: string) => outputPath === urls.outputPathOf(tagAddresses?.get(tag) ?? '');
  return essays.find(({ tags }) => tags.some(isPage))?.path ?? null;
}

/** The pages: home, 404, the author's own, and one for each essay that has a slug. */
function listPages(essays: readonly SluggedEssay[]): SiteOutput[] {
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
