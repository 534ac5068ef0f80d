/**
 * Resolution: finds where a path that an author wrote leads, by the link index. Pure, and without side effects: what
 * links are broken, and what they make the site publish, is gathered from the results (`link-resolution.ts`).
 */
import { posix } from 'node:path';
import { listBeside, splitFileName } from '../essays/paths.ts';
import { isExternalUrl } from '../markdown/url-syntax.ts';
import { decodePercent, suggestWord } from '../text/text.ts';
import { isElsewhere, type LinkIndex, type PathPattern, type Target } from './link-index.ts';
import { fillPlaceholders } from './placeholders.ts';
import { findUnpublished } from './unpublished-names.ts';
import * as urls from './urls.ts';
import { trimPath } from './urls.ts';

/** Null for no target; `loop` for a redirect that leads back to itself. */
type FoundTarget = Target | 'loop' | null;

/** Where a path leads. */
export interface Resolution {
  /** `open`: the page is found, but only its rendered HTML can tell whether it has the anchor. */
  readonly kind: 'found' | 'open' | 'missing-target' | 'missing-anchor' | 'loop';
  /** The current address, as a site path or an external URL; as written where nothing is found. */
  readonly address: string;
  /** The target's site path; empty for a missing target. */
  readonly path: string;
  readonly anchor: string;
  /** The source of the file that the path leads to, or null. */
  readonly file: string | null;
  /** For what is missing: the path or the anchor that was probably meant, encoded. */
  readonly suggestion?: string | null;
  /** For a missing target, the file of the text that is meant but isn't published. */
  readonly unpublished?: string | null;
}

/** The body or the front matter that a link is written in. */
export interface LinkOrigin {
  /** The page's site path. */
  readonly sitePath: string;
  /** The file that the link is written in, relative to the site's root. */
  readonly source: string;
  /** The `ParsedEssay.stem` that the file shares with its translations; undefined for other files. */
  readonly stem?: string;
  /** The site's language that the file belongs to; undefined for a file of the whole site. */
  readonly language?: string;
}

/** The origin of paths that no file of the author's states, such as those of templates. */
export const HOME_ORIGIN: LinkOrigin = { sitePath: urls.HOME_PATH, source: '' };

const MAX_REDIRECTS = 10;

/** Finds where a URL leads; it is not external. */
export function resolvePath(url: string, origin: LinkOrigin, index: LinkIndex): Resolution {
  // The fast path: most links are the exact address of a page.
  const exact = index.targets.get(url);
  if (exact?.isPage) {
    return { kind: 'found', address: exact.address, path: exact.address, anchor: '', file: null };
  }
  const { path, query, anchor } = splitUrl(url);
  if (path === '') {
    // The template may give the page more ids than the body has.
    const ids = index.targets.get(origin.sitePath)?.ids ?? null;
    const kind = hasAnchor(ids, anchor) ? 'found' : 'open';
    return { kind, address: url, path: origin.sitePath, anchor, file: null };
  }
  const target = findTarget(decodePercent(path), origin, index);
  if (target === null || target === 'loop') return describeMissing(url, target, origin, index);
  const found = splitUrl(target.address);
  const wanted = found.anchor || anchor;
  const isFound = !target.isPage || hasAnchor(target.ids, wanted);
  const isMissing = !isFound && target.ids !== null;
  return {
    kind: isFound ? 'found' : isMissing ? 'missing-anchor' : 'open',
    suggestion: isMissing ? suggestWord(readAnchor(wanted) ?? '', [...(target.ids ?? [])]) : null,
    address: found.path + (found.query || query) + (wanted === '' ? '' : `#${wanted}`),
    path: found.path,
    anchor: wanted,
    file: target.file,
  };
}

/** Describes a URL without a target: it may be another server's, an unpublished text's, or misspelt. */
function describeMissing(
  url: string,
  target: 'loop' | null,
  origin: LinkOrigin,
  index: LinkIndex,
): Resolution {
  const { path, anchor } = splitUrl(url);
  const absolute = toSitePath(decodePercent(path), origin);
  if (target === null && isElsewhere(absolute, index)) {
    const rest = url.slice(path.length);
    const address = path.startsWith('/') ? url : urls.encodePath(absolute) + rest;
    return { kind: 'found', address, path: absolute, anchor, file: null };
  }
  const kind = target ?? 'missing-target';
  const unpublished =
    target === null
      ? findUnpublished(decodePercent(path), absolute, origin, index.unpublished)
      : null;
  if (unpublished !== null)
    return { kind, address: url, path: '', anchor, file: null, unpublished };
  const suggestion = suggestPath(decodePercent(path), origin, index);
  const encoded = suggestion && urls.encodePath(suggestion);
  return { kind, address: url, path: '', anchor, file: null, suggestion: encoded };
}

/** Suggests another path for one that leads nowhere; null for none. */
function suggestPath(path: string, origin: LinkOrigin, index: LinkIndex): string | null {
  const slashed = path.replaceAll('\\', '/');
  if (slashed !== path && findTarget(slashed, origin, index) !== null) return slashed;
  const suggestion =
    findRenamed(slashed, origin, index) ??
    index.suggest(slashed, toSitePath(slashed, origin), origin.source);
  return suggestion ?? (slashed === path ? null : slashed);
}

const ESSAY_FILE = /\.(?:mdx?|markdown|html?|txt)$/i;

/** Finds the essay whose file had this path or whose address ends, or ended, in the name of the file. */
function findRenamed(path: string, { source }: LinkOrigin, index: LinkIndex): string | null {
  if (!ESSAY_FILE.test(path) || path.startsWith('/')) return null;
  const folder = posix.dirname(source);
  const known = index.renamed.get(posix.join(folder, path));
  if (known !== undefined) return posix.relative(folder, known);
  const found = followPath(decodePercent(urls.essayPath(splitFileName(path).name)), 0, index);
  const address = found === null || found === 'loop' ? null : splitUrl(found.address).path;
  const essay = index.essays.find((each) => each.address === address && each.path !== source);
  return essay === undefined ? null : posix.relative(folder, essay.path);
}

function findTarget(path: string, origin: LinkOrigin, index: LinkIndex): FoundTarget {
  if (!path.startsWith('/')) {
    for (const each of listBeside(path, origin.source, origin.stem)) {
      const beside = findSource(each.normalize(), origin, index);
      if (beside !== undefined) return beside;
    }
  }
  const found = followPath(toSitePath(path, origin), 0, index) ?? index.findNamesake(path);
  if (found !== null || path.startsWith('/')) return found;
  // Where the addresses of pages end in a slash, as in most other generators, `../` is the folder of the essays.
  const slashed = { ...origin, sitePath: `${origin.sitePath}/` };
  return (
    followPath(toSitePath(path, slashed), 0, index) ??
    followPath(toSitePath(path, { ...origin, sitePath: `${urls.ESSAYS_PATH}/` }), 0, index)
  );
}

/** Finds the page of a file, or of its translation into the language of the link. */
function findSource(
  path: string,
  { language = '' }: LinkOrigin,
  { sources, translations }: LinkIndex,
): Target | undefined {
  return sources.get(translations.get(path)?.get(language) ?? path);
}

/** Resolves a path against the page's site path; keeps a trailing slash. */
function toSitePath(path: string, { sitePath }: LinkOrigin): string {
  const absolute = posix.resolve(sitePath.replace(/[^/]*$/, ''), path);
  return path.endsWith('/') && absolute !== '/' ? `${absolute}/` : absolute;
}

function followPath(written: string, redirectCount: number, index: LinkIndex): FoundTarget {
  const { targets, redirects, patterns } = index;
  const path = written.normalize();
  const trimmed = trimPath(path);
  const target =
    targets.get(path) ??
    targets.get(`${path.replace(/\/$/, '')}/index.html`) ??
    targets.get(trimmed) ??
    targets.get(`${trimmed}.html`) ??
    targets.get(`${trimmed}/`);
  if (target !== undefined) return target;
  const to =
    redirects.get(trimmed) ?? findBySlug(trimmed, index) ?? matchPattern(trimmed, patterns);
  if (to === null) return null;
  if (redirectCount === MAX_REDIRECTS) return 'loop';
  const { path: next, query, anchor } = splitUrl(to);
  if (isExternalUrl(to) || isElsewhere(decodePercent(next), index)) {
    return { address: to, isPage: false, ids: null, file: null };
  }
  const found = followPath(decodePercent(next), redirectCount + 1, index);
  if (found === null || found === 'loop') return found;
  return { ...found, address: found.address + query + (anchor === '' ? '' : `#${anchor}`) };
}

/** The address of the essay with the slug in a path of the usual form; null for none. */
function findBySlug(path: string, { bySlug }: LinkIndex): string | null {
  const address = bySlug.get(urls.slugOfAddress(path) ?? '')?.address;
  return address === undefined || trimPath(decodePercent(address)) === path ? null : address;
}

function matchPattern(path: string, patterns: readonly PathPattern[]): string | null {
  for (const { from, to } of patterns) {
    const groups = from.exec(path)?.groups;
    if (groups !== undefined) return fillPlaceholders(to, groups);
  }
  return null;
}

/**
 * The id that an anchor names. Null for anchors that work on every page: "" and "top" (HTML standard,
 * section 7.4.6.4), and text fragments.
 */
export function readAnchor(anchor: string): string | null {
  if (anchor === '') return null;
  const id = decodePercent(anchor.split(':~:')[0] ?? '');
  return id === '' || id.toLowerCase() === 'top' ? null : id;
}

function hasAnchor(ids: Target['ids'], anchor: string): boolean {
  const id = readAnchor(anchor);
  return id === null || ids?.has(id) === true;
}

function splitUrl(url: string): { path: string; query: string; anchor: string } {
  const match = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url);
  return { path: match?.[1] ?? '', query: match?.[2] ?? '', anchor: match?.[3] ?? '' };
}
