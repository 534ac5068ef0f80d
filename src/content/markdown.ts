/**
 * The bodies of essays → regular HTML (see `regular-html.ts`), and the way back to a place in the source.
 *
 * The engine is satteri (Rust), loaded on first use. It reads raw HTML as a browser does and writes the
 * tree that it finds, so whatever the author left open is closed. Heading ids are left to the body pass.
 */
import type { Features, MdastNode, MdastVisitorContext } from 'satteri';
import type { BodyFormat } from './front-matter.ts';
import { plainTextToHtml } from './plain-text.ts';
import { decodeEntities } from './text.ts';

export interface MarkdownEngine {
  /** Markdown is CommonMark with tables, strikethrough, task lists, footnotes and smart punctuation. */
  toHtml(source: string, format: BodyFormat): string;
  /**
   * Where the nth link, image or raw tag stands in the source that reads like one of the needles (the
   * same URL in different spellings): an offset, or null where none does. A fence's word is found by the
   * class that it gives, `language-…`.
   */
  locate(
    source: string,
    format: BodyFormat,
    needles: readonly string[],
    occurrence: number,
  ): number | null;
}

const FEATURES: Features = {
  // The arrow back from a footnote is text: phones would show a picture of it.
  gfm: { footnotes: { clobberPrefix: '', backContent: '\u21a9\ufe0e' } },
  frontmatter: false,
  smartPunctuation: true,
};

/** A heading with an id of the author's: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t][^{}\n]*\{[^{}\n]*#[^{}\n]*\}[ \t]*#*[ \t]*$/m;

/** Reading raw HTML takes as long again as the Markdown, so only what may hold some is read for it. */
const RAW_HTML = /<[a-z!/?]/i;

/** Above this many characters a source's tree takes more memory than a place is worth. */
const LARGE_SOURCE = 1_000_000;

let loading: Promise<MarkdownEngine> | null = null;

/** The engine; the same one for all who ask. */
export function loadMarkdownEngine(): Promise<MarkdownEngine> {
  loading ??= makeEngine();
  return loading;
}

async function makeEngine(): Promise<MarkdownEngine> {
  const { markdownToHtml, markdownToMdast } = await import('satteri');
  const featuresFor = (source: string): Features => ({
    ...FEATURES,
    headingAttributes: source.includes('{') && HEADING_ATTRIBUTES.test(source),
    rawHtml: RAW_HTML.test(source),
  });
  // Several places are looked for in one source after the other, so its index is kept.
  let indexed: { source: string; index: PlaceIndex } | null = null;
  return {
    toHtml(source, format) {
      if (format === 'text') return plainTextToHtml(source);
      if (format === 'html') {
        // A paragraph that is nothing but raw HTML: the way to hand the engine HTML and get it back.
        const insert = (node: MdastNode, context: MdastVisitorContext) =>
          context.replaceNode(node, { type: 'html', value: hideNoscript(source) });
        const mdastPlugins = [{ name: 'html', paragraph: insert }];
        return markdownToHtml('x', { features: { rawHtml: true }, mdastPlugins }).html;
      }
      const repaired = repairTags(source, markdownToMdast);
      const mdastPlugins = URL_IN_LINK.test(repaired)
        ? [{ name: 'links', link: unlinkNested }]
        : [];
      return markdownToHtml(repaired, { features: featuresFor(repaired), mdastPlugins }).html;
    },
    locate(source, format, needles, occurrence) {
      const whole = [{ start: 0, text: source }];
      if (source.length > LARGE_SOURCE) return pick(findText(whole, needles), occurrence);
      if (format === 'html') return locateInTags(findTags(source, 0), [], needles, occurrence);
      if (indexed?.source !== source) {
        const tree = markdownToMdast(source, { features: featuresFor(source) });
        indexed = { source, index: indexPlaces(tree, source) };
      }
      const { named, html } = indexed.index;
      const places = needles.flatMap((needle) => named.get(needle) ?? []);
      const found = locateInTags(html, places, needles, occurrence);
      return found ?? pick(findText(whole, needles), occurrence);
    },
  };
}

/** Visits every node, in the order of the source, without recursion: 20,000 ">" are a tree as deep. */
function walkTree(root: MdastNode, visit: (node: MdastNode) => void): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node);
    if (!('children' in node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i] as MdastNode);
  }
}

// Repairs

/** CommonMark (section 6.6) allows `<a href=/blog/x>`; satteri 0.10 shows such a tag as text. */
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?`;
const TAG = new RegExp(String.raw`<\/?[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\s*\/?>`, 'g');
const VALUES = /"[^"]*"|'[^']*'|(=\s*)([^\s"'=<>`]*\/[^\s"'=<>`]*)(?=[\s>])/g;
const MAY_NEED_REPAIR = /<[A-Za-z][^<>]*=[^\s"'=<>`/]*\/[^<>]*>|<noscript\b/i;

/** The Markdown with its raw tags repaired, outside of code; most sources come back as they are. */
function repairTags(source: string, parse: (source: string) => MdastNode): string {
  if (!MAY_NEED_REPAIR.test(source)) return source;
  const code: [number, number][] = [];
  walkTree(parse(source), (node) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return;
    code.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]);
  });
  return source.replace(TAG, (tag, at: number) => {
    if (code.some(([start, end]) => at >= start && at < end)) return tag;
    return hideNoscript(tag).replace(VALUES, (part, equals, value) =>
      equals === undefined ? part : `${equals}"${value}"`,
    );
  });
}

/**
 * Gives `<noscript>` the name of an element whose content is not read, as browsers do not read it where
 * scripts run. The body pass gives it its own name again.
 */
function hideNoscript(html: string): string {
  return html.replace(/(<\/?)noscript\b/gi, '$1noembed');
}

const URL_IN_LINK = /<a\s[^<>]*>[^<]*(?:https?:\/\/|www\.|@)/i;

/** Makes plain text of a URL that GFM takes for a link though it is the text of a raw link already. */
function unlinkNested(node: MdastNode, context: MdastVisitorContext): void {
  if (node.type !== 'link') return;
  const [text] = node.children;
  const parent = context.parent(node);
  if (text?.type !== 'text' || !node.url.endsWith(text.value) || parent === undefined) return;
  const before = parent.children.slice(0, context.indexOf(node));
  const tags = before.filter((each) => each.type === 'html' && /^<\/?a\b/i.test(each.value));
  const last = tags.at(-1);
  if (last?.type === 'html' && !last.value.startsWith('</')) {
    context.replaceNode(node, { type: 'text', value: text.value });
  }
}

// Places

/** A piece of the source in which places are looked for. */
interface Piece {
  readonly start: number;
  readonly text: string;
}

interface PlaceIndex {
  /** Where each URL of a link, an image or a definition stands, and each fence's word by its class. */
  readonly named: Map<string, number[]>;
  /** The tags of raw HTML; code is not among them. */
  readonly html: Piece[];
}

function indexPlaces(root: MdastNode, source: string): PlaceIndex {
  const index: PlaceIndex = { named: new Map(), html: [] };
  const add = (name: string, at: number) => {
    const places = index.named.get(name);
    if (places === undefined) index.named.set(name, [at]);
    else places.push(at);
  };
  walkTree(root, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? start;
    if (node.type === 'html') index.html.push(...findTags(source.slice(start, end), start));
    if (node.type === 'code' && node.lang) {
      // Behind the fence's own characters; a word with an entity in it reads otherwise in the source.
      const at = source.indexOf(node.lang, start);
      add(`language-${node.lang}`, at === -1 || at >= end ? start : at);
    }
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    // The URL is what follows the text: `[text](url)`, `[name]: url`; a bare URL is its own text.
    const at = Math.max(0, source.slice(start, end).lastIndexOf(node.url));
    for (const url of new Set([node.url, encodeURI(node.url)])) add(url, start + at);
  });
  return index;
}

/** The opening tags of HTML as an author writes it; `offset` is that of the HTML. */
function findTags(html: string, offset: number): Piece[] {
  const tags = html.matchAll(/<!--[\s\S]*?(?:-->|$)|<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*/gi);
  return [...tags].flatMap(({ 0: text, index }) =>
    text.startsWith('<!') ? [] : [{ start: offset + index, text }],
  );
}

/** The nth place in tags, beside the `others`; spelled otherwise where there are not as many. */
function locateInTags(
  tags: readonly Piece[],
  others: readonly number[],
  needles: readonly string[],
  occurrence: number,
): number | null {
  const places = [...new Set([...others, ...findText(tags, needles)])].sort((a, b) => a - b);
  if (occurrence < places.length) return places[occurrence] ?? null;
  return findDecoded(tags, needles)[occurrence] ?? pick(places, occurrence);
}

/** The nth place, or the last; null where there is none. */
function pick(places: readonly number[], occurrence: number): number | null {
  return places[Math.min(occurrence, places.length - 1)] ?? null;
}

/** The places of the first of the needles that a piece holds, for each piece of the source. */
function findText(pieces: readonly Piece[], needles: readonly string[]): number[] {
  const places: number[] = [];
  for (const { start, text } of pieces) {
    const needle = needles.find((each) => each !== '' && text.includes(each));
    if (needle === undefined) continue;
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
      if (standsAlone(text, at, needle)) places.push(start + at);
    }
  }
  return places;
}

/** The values in tags that begin with one of the needles, entities and white space aside. */
function findDecoded(tags: readonly Piece[], needles: readonly string[]): number[] {
  const bare = (text: string) => decodeEntities(text).replace(/[\s\p{Cc}]/gu, '');
  const wanted = needles.map(bare).filter((needle) => needle !== '');
  return tags.flatMap(({ start, text }) =>
    [...text.matchAll(/=\s*["']?/g)].flatMap(({ 0: { length }, index }) => {
      const value = bare(text.slice(index + length));
      const isFound = wanted.some((needle) => value.startsWith(needle));
      return isFound ? [start + index + length] : [];
    }),
  );
}

/** True for a URL that is not a part of a longer one. */
function standsAlone(text: string, at: number, needle: string): boolean {
  const isEdge = (char: string | undefined) => char === undefined || /[\s"'=,<>()[\]]/.test(char);
  return isEdge(text[at - 1]) && isEdge(text[at + needle.length]);
}
