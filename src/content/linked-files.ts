/**
 * Parsed content → which of the site's own files it shows or links to.
 */
import { posix } from 'node:path';
import type { ParsedAbout } from './about.ts';
import type { ParsedEssay } from './essay.ts';
import { stripSiteUrl } from './link-urls.ts';
import { ABOUT_PATH, PUBLIC_FOLDER } from './paths.ts';
import type { ContentFiles } from './read.ts';

/** The paths of those of the site's own files that bodies and thumbnails may show. */
export function findLinkedFiles(
  essays: readonly ParsedEssay[],
  about: ParsedAbout | null,
  files: Pick<ContentFiles, 'neighbours' | 'publicFiles'>,
  siteUrl: string,
): string[] {
  const known = new Set([...files.neighbours, ...files.publicFiles]);
  if (known.size === 0) return [];
  const linked = new Set<string>();
  const add = (url: string, source: string) => {
    for (const path of findOwnFiles(url, source)) if (known.has(path)) linked.add(path);
  };
  for (const { path, links, image } of essays) {
    for (const { url, element } of links) {
      if (element === 'img' || !url.startsWith('/')) add(url, path);
    }
    if (image !== null) add(stripSiteUrl(image.value, siteUrl) ?? image.value, path);
  }
  for (const { url } of about?.body.links ?? []) add(url, about?.path ?? '');
  return [...linked].sort();
}

/**
 * The files that a URL may mean: in public/, or beside the file it is written in, or in public/ as
 * seen from the page, which stands in /blog/.
 */
function findOwnFiles(url: string, source: string): string[] {
  const written = url.replace(/[?#].*$/s, '');
  let path = written;
  try {
    path = decodeURIComponent(written);
  } catch {
    // A malformed escape: the characters mean themselves.
  }
  const page = source === ABOUT_PATH ? '/' : '/blog';
  const fromPage = posix.join(PUBLIC_FOLDER, posix.resolve(page, path));
  return path.startsWith('/') ? [fromPage] : [posix.join(posix.dirname(source), path), fromPage];
}
