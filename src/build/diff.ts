/**
 * Compares the site in an output folder with a planned one, as readers see them: pages by their titles, dates
 * and texts, feeds by the ids of their items. Pure. HTML is the input here, whatever program wrote it, so it is read by
 * patterns.
 *
 * Changes of markup, of assets and of files for machines are counted, not listed.
 */
import { diffArrays } from 'diff';
import { escape as escapeXml } from 'he';
import { BLOCKS, MEDIA } from '../markdown/tree.ts';
import { stripSiteUrl } from '../markdown/url-syntax.ts';
import { ATOM_OUTPUT, RSS_OUTPUT, trimPath } from '../site/urls.ts';
import { decodeEntities, decodePercent, foldSpace } from '../text/text.ts';
import type { OutputChanges } from './write.ts';

/** A text before and after; empty where there is none. */
export type Change = Readonly<Record<'was' | 'is', string>>;

/** In the order of the report. */
export const DIFFERENCE_KINDS = ['gone', 'moved', 'new', 'feed', 'changed'] as const;

/** One page, file or item of a feed that differs. */
export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  /** The percent-decoded site path, the old one for a page that has moved; the id of a feed's item. */
  readonly address: string;
  /** Where the address leads: that of a page that has moved, and of a redirect. */
  readonly to: string | null;
  /** False for a page that has moved without a redirect. */
  readonly redirects: boolean;
  /** Empty for anything but a page. */
  readonly title: string;
  readonly retitled: Change | null;
  /** The dates of publication, in ISO 8601. */
  readonly redated: Change | null;
  /** The paragraphs, list items and the like that have changed. */
  readonly passages: readonly Change[];
}

/** The differences between two sites. */
export interface SiteDiff {
  /** In the order of their kinds; of the pages that have changed, those with a new title or date first. */
  readonly differences: readonly Difference[];
  /** The number of pages that look the same to readers. */
  readonly markupOnly: number;
  /** The number of assets and of files for machines. */
  readonly otherFiles: number;
}

/** A page as readers see it. */
interface ParsedPage {
  readonly title: string;
  /** The date of publication, in ISO 8601. */
  readonly published: string | null;
  /** The address that the page redirects to. */
  readonly to: string | null;
  /** The text of the main part without its title and address, one line for each block. */
  readonly lines: readonly string[];
  /** The part of it that is the essay, without the links around it. */
  readonly essay: string;
}

/** A page before and after; null on the side where it doesn't exist. */
interface PagePair {
  readonly address: string;
  readonly was: ParsedPage | null;
  readonly is: ParsedPage | null;
}

/** Files with a fingerprint in their names, this program's or the compiler's. */
const ASSET = /^assets\/[^/]*\.([0-9a-f]{10}|[0-9A-Z]{8})\.\w+$/;
const FOR_MACHINES =
  /^([._].*|(?:[\w-]+\/)?(?:feed\.\w+|rss\.xml|tags\/[^/]+\.xml)|robots\.txt|sitemap[\w-]*\.xml|(?:favicon|apple-touch-icon)\.\w+)$/;

/** Compares the files of an output folder with the planned ones; `siteUrl` is that of the planned site. */
export function compareSites(changes: OutputChanges, siteUrl: string): SiteDiff {
  const { present, staged, removed } = changes;
  const pairs = pairPages(changes, siteUrl);
  const { moves, arrivals } = findMoves(pairs);
  // The new page of a move is reported with the old one.
  const heirs = new Set([...moves.values()].filter((to) => arrivals.has(to)));
  const pages = pairs.flatMap(({ address, was, is }): Difference[] => {
    const { title = '', to = null } = is ?? was ?? {};
    const goal = moves.get(address);
    if (was !== null && goal !== undefined) {
      const heir = arrivals.get(goal);
      const seen = heir === undefined ? {} : comparePages(was, heir);
      const facts = { title: (heir ?? was).title, to: goal, redirects: is !== null, ...seen };
      return [makeDifference('moved', address, facts)];
    }
    const facts = { title: to === null ? title : '', to };
    if (is === null) return [makeDifference('gone', address, facts)];
    if (was === null) return heirs.has(address) ? [] : [makeDifference('new', address, facts)];
    const seen = comparePages(was, is);
    const isSeen = seen.retitled || seen.redated || seen.passages.length > 0;
    return isSeen ? [makeDifference('changed', address, { ...facts, ...seen })] : [];
  });

  const isOther = (path: string) => !isPage(path) && !ASSET.test(path);
  const files = [
    ...removed.filter(isOther).map((path) => makeDifference('gone', `/${path}`)),
    ...[...staged]
      .filter((path) => isOther(path) && !FOR_MACHINES.test(path))
      .map((path) => makeDifference(present.has(path) ? 'changed' : 'new', `/${path}`)),
  ];
  const items = listNewItems(changes).map(([id, title]) => makeDifference('feed', id, { title }));
  const rank = ({ kind, retitled, redated }: Difference) =>
    DIFFERENCE_KINDS.indexOf(kind) - (retitled || redated ? 0.5 : 0);
  return {
    differences: [...pages, ...files, ...items].sort((a, b) => rank(a) - rank(b)),
    markupOnly: pairs.length - heirs.size - pages.length,
    otherFiles: [...removed, ...staged].filter((path) => !isPage(path)).length - files.length,
  };
}

/** Reads the pages that are new, or gone, or have other bytes, each by its address. */
function pairPages(changes: OutputChanges, siteUrl: string): PagePair[] {
  const { present, planned, staged, removed, readOld, readNew } = changes;
  const byAddress = (paths: Iterable<string>) =>
    new Map([...paths].filter(isPage).map((path) => [addressOfFile(path), path]));
  const [before, after] = [byAddress(present), byAddress(planned)];
  const lost = removed.filter((path) => isPage(path) && !after.has(addressOfFile(path)));
  const addresses = [...[...staged].filter(isPage), ...lost].map(addressOfFile);
  const read = (path: string | undefined, readText: OutputChanges['readOld']) => {
    const html = path === undefined ? null : readText(path);
    return html === null ? null : parsePage(html, siteUrl);
  };
  return addresses.map((address) => {
    const [was, is] = [read(before.get(address), readOld), read(after.get(address), readNew)];
    return { address, was, is };
  });
}

/**
 * Finds the pages at addresses that had none, and where pages have moved to: where the old address redirects
 * to or, without a redirect, where a page with the same text has arrived.
 */
function findMoves(pairs: readonly PagePair[]) {
  const arrivals = new Map<string, ParsedPage>();
  const byText = new Map<string, string>();
  for (const { address, was, is } of pairs) {
    if (was !== null || is?.to !== null) continue;
    arrivals.set(address, is);
    byText.set(is.essay, address);
  }
  const moves = new Map<string, string>();
  for (const { address, was, is } of pairs) {
    if (was?.to !== null) continue;
    const to = is === null ? byText.get(was.essay) : is.to;
    if (to) moves.set(address, to);
    // Of pages with the same text, only one has moved there.
    if (is === null) byText.delete(was.essay);
  }
  return { arrivals, moves };
}

function makeDifference(
  kind: Difference['kind'],
  address: string,
  facts: Partial<Difference> = {},
): Difference {
  const nothing = { title: '', to: null, retitled: null, redated: null, passages: [] };
  return { kind, address, ...nothing, redirects: true, ...facts };
}

function comparePages(
  was: ParsedPage,
  is: ParsedPage,
): Pick<Difference, 'retitled' | 'redated' | 'passages'> {
  const change = (was: string | null, is: string | null) =>
    was === null || is === null || was === is ? null : { was, is };
  return {
    retitled: change(was.title, is.title),
    redated: change(was.published, is.published),
    passages: listPassages(was.lines, is.lines),
  };
}

/** Lists the changes between two texts; lines are paired where as many were added as removed. */
function listPassages(was: readonly string[], is: readonly string[]): Change[] {
  const passages: Change[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const end = { removed: false, added: false, value: [] };
  for (const { removed, added, value } of [...compareLists(was, is), end]) {
    if (removed) gone = value;
    else if (added) come = value;
    else {
      const isEven = gone.length === come.length;
      if (isEven) passages.push(...gone.map((line, at) => ({ was: line, is: come[at] ?? '' })));
      else passages.push({ was: gone.join(' '), is: come.join(' ') });
      [gone, come] = [[], []];
    }
  }
  return passages;
}

/** A word, with the space that follows it; scripts without spaces are divided into their characters. */
const WORD =
  /(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}_’']+|.)\s*/gsu;

/** Compares two texts word by word. */
export function compareWords({ was, is }: Change) {
  return compareLists(was.match(WORD) ?? [], is.match(WORD) ?? []);
}

/** Beyond this number of edits, two texts have too little in common to be compared. */
const MAX_EDITS = 1000;

/** Divides two lists into runs: what both have, what only the old one has, what only the new one has. */
export function compareLists(was: readonly string[], is: readonly string[]) {
  const comparator = (a: string, b: string) => a.trimEnd() === b.trimEnd();
  const options = { comparator, maxEditLength: MAX_EDITS };
  const whole = [
    { removed: true, added: false, value: [...was] },
    { removed: false, added: true, value: [...is] },
  ];
  return diffArrays([...was], [...is], options) ?? whole;
}

function isPage(path: string): boolean {
  return /\.html?$/i.test(path);
}

function addressOfFile(path: string): string {
  return trimPath(`/${path}`);
}

/** Matches comments, elements without text, and tags. */
const MARKUP =
  /<!--[\s\S]*?-->|<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>|<\/?([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Reads a page as any generator may have written it. */
function parsePage(html: string, siteUrl: string): ParsedPage {
  const start = html.search(/<main\b/i);
  const end = html.lastIndexOf('</main>');
  const main = start === -1 ? html.replace(/^[\s\S]*?<\/head>/i, '') : html.slice(start, end);
  const [heading, inHeading] = /<h1\b[^>]*>([\s\S]*?)<\/h1>/i.exec(main) ?? [];
  const [, inTitle] = /<title>([^<]*)/i.exec(html) ?? [];
  const [, published = ''] = /"article:published_time" content="([^"]*)"/.exec(html) ?? [];
  const [, target] = /<meta\s+http-equiv="?refresh\b[^>]*url=['"]?([^"'>]+)/i.exec(html) ?? [];
  const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? [];
  const time = Date.parse(published);
  const body = heading === undefined ? main : main.replace(heading, () => '');
  const read = (part: string) => readLines(part).filter((line) => line !== canonical);
  return {
    title: readLines(inHeading ?? inTitle ?? '').join(' '),
    published: Number.isNaN(time) ? null : new Date(time).toISOString(),
    to: target === undefined ? null : readTarget(decodeEntities(target), siteUrl),
    lines: read(body),
    essay: read(/<article\b[\s\S]*<\/article>/i.exec(body)?.[0] ?? body).join('\n'),
  };
}

/** The text of HTML, one line for each block; pictures and the like are named. */
function readLines(html: string): string[] {
  const text = foldSpace(html).replace(MARKUP, (tag, _, name = '') => {
    const element = name.toLowerCase();
    if (BLOCKS.has(element)) return '\n';
    if (!MEDIA.has(element) || tag.startsWith('</')) return '';
    const [, alt = ''] = /\salt="([^"]*)"/i.exec(tag) ?? [];
    return ` [${[name, alt].filter(Boolean).join(' ')}] `;
  });
  return text.split('\n').flatMap((line) => foldSpace(decodeEntities(line)) || []);
}

/** The address that a redirect leads to; the URL itself if it is elsewhere. */
function readTarget(url: string, siteUrl: string): string {
  const href = URL.canParse(url, siteUrl) ? new URL(url, siteUrl).href : url;
  const path = stripSiteUrl(href, siteUrl);
  return path === null ? url : trimPath(decodePercent(path.replace(/[?#].*/s, '')));
}

const FEEDS = [ATOM_OUTPUT, RSS_OUTPUT];

/** Lists the ids and titles of feed items that are new to subscribers. */
function listNewItems({ present, staged, readOld, readNew }: OutputChanges): [string, string][] {
  const items = FEEDS.filter((path) => present.has(path) && staged.has(path)).flatMap((path) => {
    const known = readFeedItems(readOld(path) ?? '');
    return [...readFeedItems(readNew(path) ?? '')].filter(([id]) => !known.has(id));
  });
  return [...new Map(items)];
}

/** The items of an Atom or RSS feed: their titles by their ids. */
function readFeedItems(feed: string): Map<string, string> {
  const plain = feed.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text) => escapeXml(text));
  const [, ...items] = plain.split(/<(?:entry|item)\b/);
  const read = (item: string, element: RegExp) => decodeEntities(element.exec(item)?.[1] ?? '');
  return new Map(
    items.map((item) => {
      const id = read(item, /<(?:id|guid)\b[^>]*>([^<]*)/) || read(item, /<link>([^<]*)/);
      return [id, read(item, /<title\b[^>]*>([^<]*)/)];
    }),
  );
}
