/**
 * Links of bodies and thumbnails → their final addresses, by an index of all that a link can lead to:
 * pages and files by their site paths, essays and the files beside them by those of their sources,
 * redirects by their old paths. Pure.
 *
 * The index holds the whole site before the first link is looked up. A body's HTML is not looked at:
 * whether its page is to be made again can be told without it.
 */
import { posix } from 'node:path';
import { escape as escapeHtml } from 'he';
import type { BodyLink, Fill } from '../content/body.ts';
import type { SiteConfig } from '../content/config.ts';
import type { ParsedAbout, ParsedEssay } from '../content/essay.ts';
import { isExternalUrl, stripSiteUrl } from '../content/html.ts';
import type { LinkedFile, PictureUse } from '../content/images.ts';
import { makeProblem, type Place, type Problem } from '../problems.ts';
import { makeImageAttributes } from './image-attributes.ts';
import { fillPlaceholders, type RedirectRule, toRegExp } from './redirects.ts';
import * as urls from './urls.ts';

/** Everything in the site that a link can lead to, and what comes up while links are resolved. */
export interface LinkIndex {
  readonly urls: urls.SiteUrls;
  /** The files that essays refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  /** By site path. */
  readonly targets: ReadonlyMap<string, Target>;
  /** By the path of the file that a page is made of, or that is published. */
  readonly sources: ReadonlyMap<string, Target>;
  /** New paths by old ones. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly patterns: readonly { readonly from: RegExp; readonly to: string }[];
  readonly brokenLinks: PlacedLink[];
  /** Links whose anchors can be looked for only in the rendered pages. */
  readonly openLinks: PlacedLink[];
  readonly problems: Problem[];
  /** The site's own files that something published shows or links to. */
  readonly usedFiles: Set<string>;
  /** Those whose variants it shows as well. */
  readonly scaledFiles: Readonly<Record<PictureUse, Set<string>>>;
}

/** A page or a file, as a link's target. */
interface Target {
  /** A site path, percent-encoded; or, behind a redirect, any address that a link can have. */
  readonly address: string;
  readonly isPage: boolean;
  /** The anchors of a page; null where only the rendered page, or the file, can tell. */
  readonly ids: ReadonlySet<string> | null;
  /** The source of a file that a link shows, for its size, or null. */
  readonly file: string | null;
}

/** A target, or null for none; `loop` is for a redirect that leads back to itself. */
type FoundTarget = Target | 'loop' | null;

/** Where a link leads. */
export interface LinkReading {
  /** `open` is found, but for an anchor that can be looked for only in the rendered page. */
  readonly kind: 'found' | 'open' | 'missing-target' | 'missing-anchor' | 'loop';
  /** The current address, as a site path or an external URL; as written where nothing is found. */
  readonly address: string;
  /** The page, as a site path; for a missing target, an essay that was perhaps meant, or empty. */
  readonly path: string;
  readonly anchor: string;
  /** The source of a file that the link shows, or null. */
  readonly file: string | null;
}

/** The body or the front matter that a link stands in. */
export interface LinkOrigin {
  /** The page's site path. */
  readonly sitePath: string;
  /** The file that the link is written in, relative to the site's root. */
  readonly source: string;
  /** The ids of the page's own body. */
  readonly ids: ReadonlySet<string>;
}

/** A link in the file where it stands. */
export interface PlacedLink {
  readonly link: BodyLink;
  readonly source: string;
  readonly reading: LinkReading;
}

/** A thumbnail: where it is published, and its size where the file is the site's own. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** A smaller copy for lists; null where there is none. */
  readonly thumbnail: {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  } | null;
}

/** What a site has besides essays and redirects. */
interface Linkable {
  readonly config: SiteConfig;
  readonly about: ParsedAbout | null;
  /** Paths under content/public. */
  readonly publicFiles: readonly string[];
  readonly files: ReadonlyMap<string, LinkedFile>;
}

const MAX_REDIRECTS = 10;

/** The addresses that the specification's essays use among themselves. */
const OLD_SHAPE = { from: '/blog/post/:slug', to: urls.essayPath(':slug'), isPattern: true };

/** Indexes a site with these essays and redirects. */
export function indexLinks(
  { config, about, publicFiles, files }: Linkable,
  essays: readonly ParsedEssay[],
  slugs: ReadonlyMap<string, string>,
  rules: readonly RedirectRule[],
): LinkIndex {
  const targets = new Map<string, Target>();
  const sources = new Map<string, Target>();
  const addPage = (address: string, source: string | null, ids: Target['ids']) => {
    const target = { address, isPage: true, ids, file: null };
    targets.set(address, target);
    if (source !== null) sources.set(source, target);
  };
  const addFile = (sitePath: string, source: string) => {
    const target = { address: urls.encodePath(sitePath), isPage: false, ids: null, file: source };
    if (urls.isPublic(source)) targets.set(sitePath, target);
    sources.set(source, target);
  };
  const exact = rules.filter(({ isPattern }) => !isPattern);
  const redirects = new Map(exact.map(({ from, to }) => [urls.trimPath(from), to]));
  const patterns = [...rules.filter(({ isPattern }) => isPattern), OLD_SHAPE];
  for (const address of urls.SERVICE_OUTPUTS.map((path) => `/${path}`)) {
    const target = { address, isPage: false, ids: null, file: null };
    if (!redirects.has(address)) targets.set(address, target);
  }
  addPage(urls.HOME_PATH, null, null);
  addPage(urls.ABOUT_PATH, about?.path ?? null, null);
  for (const { path, ids } of essays) {
    addPage(urls.essayPath(slugs.get(path) ?? ''), path, new Set(ids));
  }
  for (const path of publicFiles) addFile(`/${urls.publicName(path)}`, path);
  for (const [path, file] of files) {
    if (!urls.isPublic(path)) addFile(`/${urls.assetOutput(file)}`, path);
  }
  return {
    urls: urls.makeSiteUrls(config.url),
    files,
    targets,
    sources,
    redirects,
    patterns: patterns.map(({ from, to }) => ({ from: toRegExp(from), to })),
    brokenLinks: [],
    openLinks: [],
    problems: [],
    usedFiles: new Set(),
    scaledFiles: { body: new Set(), thumbnail: new Set() },
  };
}

/** True when a redirect's pattern also matches a page or a file that the site has. */
export function matchesTarget(pattern: string, { targets }: LinkIndex): boolean {
  const form = toRegExp(pattern);
  return [...targets.keys()].some((path) => form.test(urls.trimPath(path)));
}

/** Says where a link of the site leads. `url` is not external. */
export function readLink(url: string, origin: LinkOrigin, index: LinkIndex): LinkReading {
  // Most links are the very address of a page.
  if (index.targets.get(url)?.isPage) {
    return { kind: 'found', address: url, path: url, anchor: '', file: null };
  }
  const { path, query, anchor } = splitUrl(url);
  if (path === '') {
    const kind = hasAnchor(origin.ids, anchor) ? 'found' : 'open';
    return { kind, address: url, path: origin.sitePath, anchor, file: null };
  }
  const target = findTarget(decodePath(path), origin, index);
  if (target === null || target === 'loop') {
    const kind = target ?? 'missing-target';
    const namesake = urls.essayPath(urls.trimPath(path).split('/').at(-1) ?? '');
    const meant = index.targets.get(namesake)?.isPage ? namesake : '';
    return { kind, address: url, path: meant, anchor, file: null };
  }
  const goal = splitUrl(target.address);
  const wanted = goal.anchor || anchor;
  const isOpen = target.isPage && target.ids === null && readAnchor(wanted) !== null;
  const isMissing = target.ids !== null && !hasAnchor(target.ids, wanted);
  return {
    kind: isMissing ? 'missing-anchor' : isOpen ? 'open' : 'found',
    address: goal.path + (goal.query || query) + (wanted === '' ? '' : `#${wanted}`),
    path: goal.path,
    anchor: wanted,
    file: target.file,
  };
}

function findTarget(path: string, origin: LinkOrigin, index: LinkIndex): FoundTarget {
  if (!path.startsWith('/')) {
    const beside = index.sources.get(posix.join(posix.dirname(origin.source), path));
    if (beside !== undefined) return beside;
  }
  const absolute = posix.resolve(posix.dirname(origin.sitePath), path);
  return findPath(path.endsWith('/') && absolute !== '/' ? `${absolute}/` : absolute, 0, index);
}

function findPath(path: string, redirectCount: number, index: LinkIndex): FoundTarget {
  const { targets, redirects, patterns } = index;
  const trimmed = urls.trimPath(path);
  const target =
    targets.get(path) ??
    targets.get(`${path.replace(/\/$/, '')}/index.html`) ??
    targets.get(trimmed) ??
    targets.get(`${trimmed}.html`);
  if (target !== undefined) return target;
  const to = redirects.get(trimmed) ?? matchPattern(trimmed, patterns);
  if (to === null) return null;
  if (redirectCount === MAX_REDIRECTS) return 'loop';
  if (isExternalUrl(to)) return { address: to, isPage: false, ids: null, file: null };
  const { path: next, query, anchor } = splitUrl(to);
  const found = findPath(decodePath(next), redirectCount + 1, index);
  if (found === null || found === 'loop') return found;
  return { ...found, address: found.address + query + (anchor === '' ? '' : `#${anchor}`) };
}

function matchPattern(path: string, patterns: LinkIndex['patterns']): string | null {
  for (const { from, to } of patterns) {
    const groups = from.exec(path)?.groups;
    if (groups !== undefined) return fillPlaceholders(to, groups);
  }
  return null;
}

/** Resolves a body's links: current URLs with the base path, and the attributes of local pictures. */
export function resolveLinks(
  links: readonly BodyLink[],
  origin: LinkOrigin,
  index: LinkIndex,
): Fill[] {
  const { source } = origin;
  const fills: Fill[] = [];
  for (const link of links) {
    const reading = readLink(link.url, origin, index);
    const { kind, address, file } = reading;
    if (kind === 'open') index.openLinks.push({ link, source, reading });
    else if (kind !== 'found') index.brokenLinks.push({ link, source, reading });
    const isSitePath = address.startsWith('/');
    const url = escapeHtml(isSitePath ? urls.toUrl(index.urls, address) : address);
    fills.push([link.hole, url]);
    if (file === null) continue;
    index.usedFiles.add(file);
    if (link.attributesHole === null) continue;
    const linked = index.files.get(file) ?? null;
    const { html, namesVariants } = makeImageAttributes(link, linked, url, index.urls);
    fills.push([link.attributesHole, html]);
    if (namesVariants) index.scaledFiles.body.add(file);
  }
  return fills;
}

/** An essay's thumbnail; null where it has none, or the file is missing. */
export function resolveImage(
  { image, imageAlt: alt, path: source }: ParsedEssay,
  sitePath: string,
  index: LinkIndex,
): Picture | null {
  if (image === null) return null;
  const { origin, base } = index.urls;
  const path = stripSiteUrl(image.value, origin + base) ?? image.value;
  if (isExternalUrl(path)) return { url: path, alt, width: null, height: null, thumbnail: null };
  const reading = readLink(path, { sitePath, source, ids: new Set() }, index);
  if (reading.file === null) {
    index.problems.push(imageMissing(image.value, image.place));
    return null;
  }
  const { file, address } = reading;
  index.usedFiles.add(file);
  const { size = null, variants } = index.files.get(file) ?? {};
  const [variant] = variants?.thumbnail?.variants ?? [];
  if (variant !== undefined) index.scaledFiles.thumbnail.add(file);
  return {
    url: urls.toUrl(index.urls, address),
    alt,
    width: size?.width ?? null,
    height: size?.height ?? null,
    thumbnail:
      variant === undefined
        ? null
        : {
            url: urls.toUrl(index.urls, urls.encodePath(`/${urls.variantOutput(file, variant)}`)),
            width: variant.width,
            height: variant.height,
          },
  };
}

/** The problem of a picture that is nowhere, of a body or a thumbnail. */
export function imageMissing(written: string, place: Place): Problem {
  const message = `The image \`${written}\` is not in the site`;
  const hint = 'Put it beside the essay, or into content/public and write its path from there.';
  return makeProblem('image-missing', place, message, hint);
}

/**
 * The id that an anchor names, or null for one that every page has: "" and "top" (HTML standard,
 * section 7.4.6.4), and text fragments, which name none.
 */
export function readAnchor(anchor: string): string | null {
  if (anchor === '') return null;
  const id = decodePath(anchor.split(':~:')[0] ?? '');
  return id === '' || id.toLowerCase() === 'top' ? null : id;
}

function hasAnchor(ids: ReadonlySet<string>, anchor: string): boolean {
  const id = readAnchor(anchor);
  return id === null || ids.has(id);
}

function splitUrl(url: string): { path: string; query: string; anchor: string } {
  const match = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url);
  return { path: match?.[1] ?? '', query: match?.[2] ?? '', anchor: match?.[3] ?? '' };
}

/** Percent-decodes; a malformed escape stays as it is. */
function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
