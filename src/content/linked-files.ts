/**
 * Parsed content → which of the site's own files it shows or links to, and where pictures are shown.
 */
import { posix } from 'node:path';
import type { ParsedAbout } from './about.ts';
import { type BodyLink, takesVariants } from './body.ts';
import type { ParsedEssay } from './essay.ts';
import { stripSiteUrl } from './link-urls.ts';
import { ABOUT_PATH, PUBLIC_FOLDER } from './paths.ts';
import type { PictureUse } from './picture-variants.ts';
import type { ContentFiles } from './read.ts';

/** By its path, what a file is shown as that can be shown smaller; nothing for one linked to. */
export type LinkedFiles = ReadonlyMap<string, ReadonlySet<PictureUse>>;

/** Those of the site's own files that bodies and thumbnails may show, in the order of their paths. */
export function findLinkedFiles(
  essays: readonly ParsedEssay[],
  about: ParsedAbout | null,
  files: Pick<ContentFiles, 'neighbours' | 'publicFiles'>,
  siteUrl: string,
): LinkedFiles {
  const known = new Set([...files.neighbours, ...files.publicFiles]);
  if (known.size === 0) return new Map();
  const linked = new Map<string, Set<PictureUse>>();
  const add = (url: string, source: string, use: PictureUse | null) => {
    for (const path of findOwnFiles(url, source)) {
      if (!known.has(path)) continue;
      const uses = linked.get(path) ?? new Set();
      linked.set(path, use === null ? uses : uses.add(use));
    }
  };
  const findUse = (link: BodyLink) => (takesVariants(link) ? 'body' : null);
  for (const { path, links, image } of essays) {
    for (const link of links) {
      if (link.element === 'img' || !link.url.startsWith('/')) add(link.url, path, findUse(link));
    }
    if (image !== null) add(stripSiteUrl(image.value, siteUrl) ?? image.value, path, 'thumbnail');
  }
  for (const link of about?.body.links ?? []) add(link.url, about?.path ?? '', findUse(link));
  return new Map([...linked].sort(([a], [b]) => (a < b ? -1 : 1)));
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
