/**
 * The files that the site wants to write, but for its redirects: pages, and copies of the author's.
 */
import { posix } from 'node:path';
import type { ParsedEssay } from '../content/essay.ts';
import type { LinkedFile, PictureUse, Variant } from '../content/images.ts';
import { PUBLIC_FOLDER } from '../content/paths.ts';
import type { Claim } from './collisions.ts';
import * as urls from './urls.ts';

/** The pages: home, about, 404, and one for each essay that has a slug. */
export function claimPages(
  essays: readonly ParsedEssay[],
  slugs: ReadonlyMap<string, string>,
): Claim[] {
  const templated = [
    { outputPath: urls.outputPathOf(urls.HOME_PATH), source: 'templates/HomePage.tsx' },
    { outputPath: urls.outputPathOf(urls.ABOUT_PATH), source: 'templates/AboutPage.tsx' },
    { outputPath: urls.NOT_FOUND_OUTPUT, source: 'templates/NotFoundPage.tsx' },
  ].map((claim) => ({ ...claim, place: null, isStated: true }));
  const claims: Claim[] = essays.flatMap(({ path, statedSlug }) => {
    const slug = slugs.get(path);
    if (slug === undefined) return [];
    const outputPath = urls.outputPathOf(urls.essayPath(slug));
    return [{ outputPath, source: path, place: statedSlug?.place ?? null, isStated: true }];
  });
  return [...templated, ...claims];
}

/** Files of the author's that ours are added to. */
const MERGED: ReadonlySet<string> = new Set([urls.REDIRECTS_OUTPUT, urls.HEADERS_OUTPUT]);

/** What is published byte for byte: content/public, and the files beside essays that are in use. */
export function listCopies(
  publicFiles: readonly string[],
  files: ReadonlyMap<string, LinkedFile>,
  usedFiles: ReadonlySet<string>,
): Claim[] {
  const copies: Claim[] = publicFiles
    .filter((path) => !MERGED.has(publicName(path)))
    .map((path) => ({ outputPath: publicName(path), source: path, place: null, isStated: true }));
  for (const [path, file] of files) {
    if (isPublic(path) || !usedFiles.has(path)) continue;
    copies.push({ outputPath: assetOutput(file), source: path, place: null, isStated: false });
  }
  return copies;
}

/** A variant of a picture that is to be published. */
export interface VariantClaim extends Claim {
  readonly variant: Variant;
}

/** The variants, for one use, of the files at `paths`. */
export function listVariants(
  paths: Iterable<string>,
  files: ReadonlyMap<string, LinkedFile>,
  use: PictureUse,
): VariantClaim[] {
  return [...paths].flatMap((source) => {
    const { variants = [] } = files.get(source)?.variants[use] ?? {};
    return variants.map((variant) => {
      const outputPath = variantOutput(source, variant);
      return { outputPath, source, place: null, isStated: false, variant };
    });
  });
}

/** True for a path under content/public. */
export function isPublic(path: string): boolean {
  return path.startsWith(`${PUBLIC_FOLDER}/`);
}

/** The name under which a file of content/public is published. */
export function publicName(path: string): string {
  return path.slice(PUBLIC_FOLDER.length + 1);
}

/** What a file beside an essay is published as: `assets/cat.0123456789.jpg`. */
export function assetOutput(file: LinkedFile): string {
  const extension = posix.extname(file.path).toLowerCase();
  return urls.assetPath(assetName(file.path), file.hash, extension).slice(1);
}

/** What a variant of a picture is published as: `assets/cat-480.0123456789.webp`. */
export function variantOutput(path: string, { width, hash }: Variant): string {
  return urls.assetPath(`${assetName(path)}-${width}`, hash, '.webp').slice(1);
}

function assetName(path: string): string {
  return posix.basename(path, posix.extname(path)).toLowerCase().slice(0, 60);
}
