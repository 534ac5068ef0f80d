/**
 * Resolves links: an index of everything that a link can lead to (pages and files by their site paths,
 * essays and the files beside them by their sources, redirects by their old paths), and the final URLs
 * of a body's links. Pure.
 *
 * The whole site is indexed before the first link is resolved. Only the links of a body are needed, not
 * its HTML, so an incremental build can tell whether a page changes without reading the body.
 */
import { posix } from 'node:path';
import { escape as escapeHtml } from 'he';
import type { SiteConfig } from '../essays/config.ts';
import type { LinkedFile, PictureSize, PictureUse, Variant } from '../essays/images.ts';
import { isPublic, listBeside, splitFileName } from '../essays/paths.ts';
import { matchParts, splitPath, trimPath } from '../hosts/host-rules.ts';
import { type BodyLink, type Fill, takesVariants } from '../markdown/body.ts';
import { isExternalUrl } from '../markdown/html.ts';
import { groupBy, makeProblem, type Place, type Problem } from '../problems/problems.ts';
import { askMeant, decodePercent, suggestWord } from '../text/text.ts';
import { fillPlaceholders, findPattern, isReadable, toRegExp } from './placeholders.ts';
import type { RedirectRule, SiteOutput } from './redirects.ts';
import type { SluggedEssay } from './slugs.ts';
import { makeSuggester } from './suggestions.ts';
import * as urls from './urls.ts';

/** The parts of a site's input that links can lead to, besides essays and redirects. */
export interface LinkInput {
  readonly config: SiteConfig;
  /** Paths under content/public. */
  readonly publicFiles: readonly string[];
  /** The files that bodies and thumbnails refer to, by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
  /** Paths of the files beside essays, to be suggested. */
  readonly neighbours: readonly string[];
  /** The output paths of feeds and other generated files for machines. */
  readonly services: readonly string[];
}

/** The index, and what resolving its links has found so far. */
export type LinkIndex = ReturnType<typeof indexLinks>;

/** A page or a file that a link can lead to. */
interface Target {
  /** A site path, percent-encoded; behind a redirect, any URL. */
  readonly address: string;
  readonly isPage: boolean;
  /** The anchors of a page; null for a file, and where only the rendered page can tell. */
  readonly ids: ReadonlySet<string> | null;
  /** The source of a file, or null. */
  readonly file: string | null;
}

/** Null for no target; `loop` for a redirect that leads back to itself. */
type FoundTarget = Target | 'loop' | null;

/** The result of following a link. */
interface LinkReading {
  /** `open`: the page is found, but only its rendered HTML can tell whether it has the anchor. */
  readonly kind: 'found' | 'open' | 'missing-target' | 'missing-anchor' | 'loop';
  /** The current address, as a site path or an external URL; as written where nothing is found. */
  readonly address: string;
  /** The target's site path; empty for a missing target. */
  readonly path: string;
  readonly anchor: string;
  /** The source of the file that the link leads to, or null. */
  readonly file: string | null;
  /** For what is missing: the path or the anchor that was probably meant, encoded. */
  readonly suggestion?: string | null;
  /** For a missing target, the essay whose slug the link ends in. */
  readonly meant?: ReturnType<typeof findMeantEssay>;
}

/** The body or the front matter that a link stands in. */
export interface LinkOrigin {
  /** The page's site path. */
  readonly sitePath: string;
  /** The file that the link is written in, relative to the site's root. */
  readonly source: string;
}

/** A link, the file it stands in, and where it leads. */
export interface PlacedLink {
  readonly link: BodyLink;
  readonly source: string;
  readonly reading: LinkReading;
}

const MAX_REDIRECTS = 10;

/** A former form of essay addresses, which old essays use to link to each other. */
const OLD_SHAPE = { from: '/blog/post/:slug', to: urls.essayPath(':slug') };

/**
 * Indexes a site with these essays and pages, the pages at other addresses, and redirects. `renamed` has the present
 * paths of renamed essays, by their old ones.
 */
export function indexLinks(
  { config, publicFiles, files, neighbours, services }: LinkInput,
  essays: readonly SluggedEssay[],
  addresses: readonly string[],
  rules: readonly RedirectRule[],
  renamed: ReadonlyMap<string, string> = new Map(),
) {
  const targets = new Map<string, Target>();
  const sources = new Map<string, Target>();
  const add = (address: string, facts: Partial<Target>, source = facts.file ?? null) => {
    const target = { address, isPage: false, ids: null, file: null, ...facts };
    const isNamed = target.file === null || isPublic(target.file);
    if (isNamed) targets.set(decodePercent(address).normalize(), target);
    if (source !== null) sources.set(source.normalize(), target);
  };
  const exactFirst = rules.toSorted((a, b) => Number(a.isPattern) - Number(b.isPattern));
  const redirects = new Map<string, string>();
  for (const { from, to } of exactFirst.flatMap(({ uses }) => uses)) {
    const path = decodePercent(trimPath(from)).normalize();
    if (!redirects.has(path)) redirects.set(path, to);
  }
  const isClear = ({ isPattern, from, to }: RedirectRule) => isPattern && isReadable(from, to);
  const patterns = [...rules.filter(isClear), OLD_SHAPE];
  const tags = addresses.filter((each) => each.startsWith(`${urls.TAGS_PATH}/`));
  const served = services.filter(urls.isServed).map((path) => `/${path}`);
  for (const address of [...served, ...tags.map(urls.tagFeedPath)]) {
    if (!redirects.has(address)) add(address, {});
  }
  for (const address of [urls.HOME_PATH, ...addresses]) add(address, { isPage: true });
  for (const { path, address, page, ids } of essays) {
    add(address, { isPage: true, ids: page === null ? new Set(ids) : null }, path);
  }
  for (const file of publicFiles) add(urls.encodePath(`/${urls.publicName(file)}`), { file });
  for (const [path, file] of files) {
    if (!isPublic(path)) add(urls.encodePath(`/${urls.assetOutput(file)}`), { file: path });
  }
  const listPaths = () => {
    const own = [...sources.keys(), ...neighbours].filter((path) => !isPublic(path));
    return [...targets.keys(), ...own.map((path) => path.normalize())];
  };
  return {
    urls: urls.makeSiteUrls(config.url),
    /** The files that bodies and thumbnails refer to, by path. */
    files,
    /** By site path, in NFC: some file systems return names in another Unicode form than authors type. */
    targets,
    /** By source path, in NFC: that of a page, or of a published file. */
    sources,
    findNamesake: makeNamesakeFinder(sources),
    suggest: makeSuggester(listPaths),
    renamed,
    /** New paths by old ones, in NFC. */
    redirects,
    /** For old links whose date differs slightly from the essay's. */
    patterns: patterns.map(({ from, to }) => ({ from: toRegExp(from), to })),
    /** Paths that another server on the host answers, without a trailing slash. */
    elsewhere: config.elsewhere.map((path) => decodePercent(path).replace(/\/+$/, '').normalize()),
    timeZone: config.timezone,
    essays,
    brokenLinks: [] as PlacedLink[],
    /** Links whose anchors are looked up in the rendered pages. */
    openLinks: [] as PlacedLink[],
    problems: [] as Problem[],
    /** The site's own files that something published shows or links to. */
    usedFiles: new Set<string>(),
    /** The copies of pictures that something published shows or links to, by output path. */
    variants: new Map<string, SiteOutput & { readonly variant: Variant }>(),
  };
}

/** True if a redirect's pattern, as hosts read it, also matches a page or a file of the site. */
export function matchesTarget(pattern: string, { targets }: LinkIndex): boolean {
  const parts = splitPath(trimPath(pattern));
  return [...targets.keys()].some((path) => matchParts(parts, trimPath(path)) !== null);
}

/** Finds where a link leads. `url` is not external. */
export function readLink(url: string, origin: LinkOrigin, index: LinkIndex): LinkReading {
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
  if (target === null || target === 'loop') {
    const absolute = toSitePath(decodePercent(path), origin);
    if (target === null && isElsewhere(absolute, index)) {
      const rest = url.slice(path.length);
      const address = path.startsWith('/') ? url : urls.encodePath(absolute) + rest;
      return { kind: 'found', address, path: absolute, anchor, file: null };
    }
    const kind = target ?? 'missing-target';
    // A path with the base path is not an old one: every link gets the base path.
    const isOld = /^\.{0,2}\//.test(path) && !path.startsWith(`${index.urls.base || '/'}/`);
    const meant = isOld ? findMeantEssay(absolute, index) : null;
    const suggestion = meant ? null : suggestPath(decodePercent(path), origin, index);
    const encoded = suggestion && urls.encodePath(suggestion);
    return { kind, address: url, path: '', anchor, file: null, meant, suggestion: encoded };
  }
  const goal = splitUrl(target.address);
  const wanted = goal.anchor || anchor;
  const isFound = !target.isPage || hasAnchor(target.ids, wanted);
  const isMissing = !isFound && target.ids !== null;
  return {
    kind: isFound ? 'found' : isMissing ? 'missing-anchor' : 'open',
    suggestion: isMissing ? suggestWord(readAnchor(wanted) ?? '', [...(target.ids ?? [])]) : null,
    address: goal.path + (goal.query || query) + (wanted === '' ? '' : `#${wanted}`),
    path: goal.path,
    anchor: wanted,
    file: target.file,
  };
}

/** Suggests another path for one that leads nowhere; null for none. */
function suggestPath(path: string, origin: LinkOrigin, index: LinkIndex): string | null {
  const slashed = path.includes('\\') ? replaceBackslashes(path) : path;
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
  const found = findPath(urls.essayPath(splitFileName(path).name), 0, index);
  const address = found === null || found === 'loop' ? null : splitUrl(found.address).path;
  const essay = index.essays.find((each) => each.address === address && each.path !== source);
  return essay === undefined ? null : posix.relative(folder, essay.path);
}

/** Writes a path of Windows with slashes. In Markdown `..\..\a.md` loses a backslash, which escapes the dot. */
function replaceBackslashes(path: string): string {
  const parents = path.replace(/^(?:\.\.){2,}(?=\\)/, (dots) => dots.replace(/\.\.(?!$)/g, '../'));
  return parents.replaceAll('\\', '/');
}

/** A link as its author wrote it, as far as that can be told: the engine encodes backslashes. */
export function showWritten(written: string): string {
  return written.replaceAll('%5C', '\\');
}

function findTarget(path: string, origin: LinkOrigin, index: LinkIndex): FoundTarget {
  if (!path.startsWith('/')) {
    for (const each of listBeside(path, origin.source)) {
      const beside = index.sources.get(each.normalize());
      if (beside !== undefined) return beside;
    }
  }
  const found = findPath(toSitePath(path, origin), 0, index) ?? index.findNamesake(path);
  if (found !== null || path.startsWith('/')) return found;
  // Where the addresses of pages end in a slash, as in most other generators, `../` is the folder of the essays.
  return findPath(toSitePath(path, { ...origin, sitePath: `${origin.sitePath}/` }), 0, index);
}

/** Resolves a path against the page's site path; keeps a trailing slash. */
function toSitePath(path: string, { sitePath }: LinkOrigin): string {
  const absolute = posix.resolve(sitePath.replace(/[^/]*$/, ''), path);
  return path.endsWith('/') && absolute !== '/' ? `${absolute}/` : absolute;
}

/** True for a decoded site path that another server answers, as `elsewhere` in site.yaml says. */
export function isElsewhere(path: string, { elsewhere }: LinkIndex): boolean {
  return elsewhere.some((each) => `${path.normalize()}/`.startsWith(`${each}/`));
}

/** Finds the essay whose slug is the last part of a site path that no redirect covers. */
function findMeantEssay(path: string, { targets, essays, timeZone }: LinkIndex) {
  const slug = trimPath(path).split('/').at(-1) ?? '';
  const to = urls.essayPath(slug);
  const essay = targets.has(to) && essays.find(({ address }) => address === to);
  if (!essay) return null;
  // The path with placeholders, for `redirects`; null where only an alias can help.
  const pattern = findPattern(path, essay, timeZone);
  return { from: path, to, source: essay.path, pattern };
}

const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i;

/**
 * Returns a function that finds the page of a Markdown file by the end of its path, or by its name alone if no other
 * file has it, because other generators refer to posts like that (`marks.ts`).
 */
function makeNamesakeFinder(sources: ReadonlyMap<string, Target>) {
  const listPages = () => {
    const pages = Array.from(sources, ([path, target]) => ({ path, target, stem: stemOf(path) }));
    return groupBy(pages, ({ path, target, stem }) => {
      const names = [posix.basename(stem), splitFileName(path).name.toLowerCase()];
      return target.isPage ? [...new Set(names)] : [];
    });
  };
  let pages: ReturnType<typeof listPages> | null = null;
  return (path: string): Target | null => {
    if (!MARKDOWN_FILE.test(path)) return null;
    pages ??= listPages();
    const end = stemOf(path.normalize().replace(/^(?:\.{0,2}\/)+/, ''));
    const named = pages.get(posix.basename(end)) ?? [];
    const exact = named.filter(({ stem }) => stem.endsWith(end));
    const [only, ...others] = exact.length > 0 ? exact : named;
    return others.length === 0 ? (only?.target ?? null) : null;
  };
}

/** `2020/Name.md`, `2020/name/index.md` → `/2020/name` */
function stemOf(path: string): string {
  return `/${path.toLowerCase().replace(/(?:\/index)?\.[^./]*$/, '')}`;
}

function findPath(written: string, redirectCount: number, index: LinkIndex): FoundTarget {
  const { targets, redirects, patterns } = index;
  const path = written.normalize();
  const trimmed = trimPath(path);
  const target =
    targets.get(path) ??
    targets.get(`${path.replace(/\/$/, '')}/index.html`) ??
    targets.get(trimmed) ??
    targets.get(`${trimmed}.html`);
  if (target !== undefined) return target;
  const to = redirects.get(trimmed) ?? matchPattern(trimmed, patterns);
  if (to === null) return null;
  if (redirectCount === MAX_REDIRECTS) return 'loop';
  const { path: next, query, anchor } = splitUrl(to);
  if (isExternalUrl(to) || isElsewhere(decodePercent(next), index)) {
    return { address: to, isPage: false, ids: null, file: null };
  }
  const found = findPath(decodePercent(next), redirectCount + 1, index);
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
export function resolveLinks(links: readonly BodyLink[], origin: LinkOrigin, index: LinkIndex) {
  const { source } = origin;
  const fills: Fill[] = [];
  for (const link of links) {
    const reading = readLink(link.url, origin, index);
    const { kind, address, file } = reading;
    if (kind === 'open') index.openLinks.push({ link, source, reading });
    else if (kind !== 'found') index.brokenLinks.push({ link, source, reading });
    if (file !== null) {
      fills.push(...fillFileLink(link, reading, file, index));
      continue;
    }
    const isSitePath = address.startsWith('/');
    fills.push([link.hole, escapeHtml(isSitePath ? urls.toUrl(index.urls, address) : address)]);
  }
  return fills;
}

/** The greatest width of prose, in pixels: `--measure` of templates/styles/base.css. */
const COLUMN = 620;
/** The margins beside the column in a narrow window, in pixels: twice `--gutter`. */
const GUTTERS = 40;

/**
 * Fills in the address of one of the site's files and, for a picture in a body, its size, its smaller
 * copies, and lazy loading. Feeds get the widest of these copies instead of the picture itself.
 */
function fillFileLink(
  link: BodyLink,
  { address, path }: LinkReading,
  file: string,
  index: LinkIndex,
): Fill[] {
  const isShown = link.attributesHole !== null;
  const picture = publishPicture(file, isShown ? 'page' : 'link', path, index);
  const toUrl = (sitePath: string) => escapeHtml(urls.toUrl(index.urls, sitePath));
  const url = toUrl(picture.address + address.slice(path.length));
  if (link.attributesHole === null) return [[link.hole, url]];
  const { column } = fitSize(link.stated, picture.size);
  const hasVariants = column > 0 && takesVariants(link);
  const variants = hasVariants ? publishVariants(file, 'body', index) : [];
  const isOffered = hasVariants && index.files.get(file)?.variants.body?.wantsOriginal === true;
  const sources = variants.map((each) => `${toUrl(each.address)} ${each.variant.width}w`);
  // The query of an author's URL may hold characters that end a URL in a `srcset`.
  const own = `${url.replace(/[\s,]/g, encodeURIComponent)} ${picture.size?.width}w`;
  const srcset = [...sources, ...(isOffered ? [own] : [])].join(', ');
  const widest = isOffered ? undefined : variants.at(-1);
  const inFeeds = widest?.variant ?? picture.size;
  return [
    [link.hole, url, widest ? toUrl(widest.address) : url],
    [
      link.attributesHole,
      writeImageAttributes(link, picture.size, srcset),
      writeImageAttributes(link, inFeeds, srcset),
    ],
  ];
}

/**
 * The attributes to add to a local picture of this size in a body. Attributes that the author stated are
 * left alone.
 */
function writeImageAttributes({ stated }: BodyLink, size: PictureSize | null, srcset: string) {
  const { width, height, column } = fitSize(stated, size);
  const widest = Math.min(column, COLUMN);
  const sizes = `(min-width: ${widest + GUTTERS}px) ${widest}px, calc(100vw - ${GUTTERS}px)`;
  const attributes = [
    ['width', width || ''],
    ['height', height || ''],
    ['srcset', srcset],
    ['sizes', srcset === '' ? '' : sizes],
    ['loading', 'lazy'],
    ['decoding', 'async'],
  ] as const;
  return attributes
    .filter(([name, value]) => value !== '' && stated[name] === undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/**
 * The size at which a picture is shown, in pixels: its own, or scaled to the width or height that the
 * author stated. `column` is its width where the window has room. Zero stands for an unknown number.
 */
function fitSize(stated: BodyLink['stated'], size: PictureSize | null) {
  if (size === null) return { width: 0, height: 0, column: 0 };
  const [statedWidth, statedHeight] = [readPixels(stated.width), readPixels(stated.height)];
  if (stated.width === undefined) {
    const scaled = Math.round((statedHeight * size.width) / size.height);
    const width = stated.height === undefined ? size.width : scaled;
    return { width, height: size.height, column: width };
  }
  const height = Math.round((statedWidth * size.height) / size.width);
  const widest = stated.width.trim().endsWith('%') ? COLUMN : 0;
  return { width: statedWidth, height, column: statedWidth || widest };
}

/** A stated width or height in pixels; 0 for any other unit. */
function readPixels(text = ''): number {
  return /^\s*\d+\s*(px)?\s*$/.test(text) ? Number.parseInt(text, 10) : 0;
}

/**
 * Marks as published what a page shows or links to for a file: a copy, or else the file itself, at `sitePath`.
 * Returns the site path and, for a picture, the size.
 */
export function publishPicture(
  path: string,
  use: 'page' | 'link',
  sitePath: string,
  index: LinkIndex,
): { readonly address: string; readonly size: PictureSize | null } {
  const [copy] = use === 'page' ? publishVariants(path, 'page', index) : [];
  if (copy !== undefined) return { address: copy.address, size: copy.variant };
  // Links to a file of public/ lead to its own address.
  const isCopied = use === 'page' || !isPublic(path);
  const [bare] = isCopied ? publishVariants(path, 'link', index) : [];
  if (bare === undefined) index.usedFiles.add(path);
  return { address: bare?.address ?? sitePath, size: index.files.get(path)?.size ?? null };
}

/** Marks the copies of a picture for one use as published, and returns them. */
export function publishVariants(path: string, use: PictureUse, index: LinkIndex) {
  const { variants = [] } = index.files.get(path)?.variants[use] ?? {};
  return variants.map((variant) => {
    const outputPath = urls.variantOutput(path, variant);
    const output = { outputPath, source: path, place: null, isStated: false, variant };
    index.variants.set(outputPath, output);
    return { variant, address: urls.encodePath(`/${outputPath}`) };
  });
}

/** The problem of a missing picture, in a body or as a thumbnail. */
export function imageMissing(written: string, place: Place, { suggestion }: LinkReading): Problem {
  const message = `The image \`${showWritten(written)}\` is not in the site`;
  const hint = 'Put it beside the essay, or into content/public and write its path from there.';
  return makeProblem('image-missing', place, message, askMeant(suggestion) ?? hint);
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
