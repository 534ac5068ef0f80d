/**
 * Markdown → HTML, and the way back from a piece of that HTML to its place in the Markdown.
 *
 * The engine is satteri (Rust), loaded on first use. It makes no heading ids: the body pass does, for
 * Markdown and HTML essays alike.
 */
import type { Features, MdastNode } from 'satteri';
import { quoteBareValues } from './markdown-repair.ts';
import { walkTree } from './markdown-tree.ts';

/** The arrow back from a footnote, as text: phones would show a picture of it. */
const BACK_ARROW = '\u21a9\ufe0e';

const FEATURES: Features = {
  gfm: { footnotes: { clobberPrefix: '', backContent: BACK_ARROW } },
  frontmatter: false,
  smartPunctuation: true,
};

/** A heading with an id of the author's: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t][^{}\n]*\{[^{}\n]*#[^{}\n]*\}[ \t]*#*[ \t]*$/m;

/** Above this many characters a source's tree takes more memory than a place is worth. */
const LARGE_SOURCE = 1_000_000;

export interface MarkdownEngine {
  /** CommonMark with tables, strikethrough, task lists, footnotes and smart punctuation. */
  toHtml(source: string): string;
  /**
   * Where the nth link, image or raw tag stands in the Markdown that reads like one of the needles
   * (the same URL or tag in different spellings): an offset, or null where none does. A fence's word is
   * found by the class that it gives, `language-…`.
   */
  locate(source: string, needles: readonly string[], occurrence: number): number | null;
}

let loading: Promise<MarkdownEngine> | null = null;

/** The engine; the same one for all who ask. */
export function loadMarkdownEngine(): Promise<MarkdownEngine> {
  loading ??= makeEngine();
  return loading;
}

async function makeEngine(): Promise<MarkdownEngine> {
  const { markdownToHtml, markdownToMdast } = await import('satteri');
  const featuresFor = (source: string): Features =>
    source.includes('{') && HEADING_ATTRIBUTES.test(source)
      ? { ...FEATURES, headingAttributes: true }
      : FEATURES;
  // Several places are looked for in one source after the other, so its index is kept.
  let indexed: { source: string; index: PlaceIndex } | null = null;
  return {
    toHtml(source) {
      const quoted = quoteBareValues(source, (text) => markdownToMdast(text));
      return unhead(markdownToHtml(quoted, { features: featuresFor(quoted) }).html);
    },
    locate(source, needles, occurrence) {
      const whole = [{ start: 0, text: source }];
      const pick = (places: readonly number[]) => places[Math.min(occurrence, places.length - 1)];
      if (source.length > LARGE_SOURCE) return pick(findText(whole, needles)) ?? null;
      if (indexed?.source !== source) {
        const tree = markdownToMdast(source, { features: featuresFor(source) });
        indexed = { source, index: indexPlaces(tree, source) };
      }
      const { named, html } = indexed.index;
      const places = needles.flatMap((needle) => named.get(needle) ?? []);
      const all = [...new Set([...places, ...findText(html, needles)])].sort((a, b) => a - b);
      return pick(all) ?? pick(findText(whole, needles)) ?? null;
    },
  };
}

/**
 * Makes plain cells of headings without a word, as in a table's corner: they are heads of nothing. In a
 * row that is no longer of headings alone, the others say what they are heads of.
 */
function unhead(html: string): string {
  if (!html.includes('></th>')) return html;
  return html.replace(/<thead>\n<tr>[\s\S]*?<\/thead>/g, (head) =>
    head.includes('></th>')
      ? head
          .replace(/<th([^<>]*)><\/th>/g, '<td$1></td>')
          .replace(/<th( style="[^"]*")?>/g, '<th scope="col"$1>')
      : head,
  );
}

interface PlaceIndex {
  /** Where each URL of a link, an image or a definition stands, and each fence's word by its class. */
  readonly named: Map<string, number[]>;
  /** The pieces of raw HTML; code is not among them. */
  readonly html: { start: number; text: string }[];
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
    if (node.type === 'html') index.html.push({ start, text: source.slice(start, end) });
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

/** The places of the first of the needles that a piece holds, for each piece of the source. */
function findText(
  pieces: readonly { start: number; text: string }[],
  needles: readonly string[],
): number[] {
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

/** True for a URL that is not a part of a longer one; a tag always stands alone. */
function standsAlone(text: string, at: number, needle: string): boolean {
  if (needle.startsWith('<')) return true;
  const isEdge = (char: string | undefined) => char === undefined || /[\s"'=,<>()[\]]/.test(char);
  return isEdge(text[at - 1]) && isEdge(text[at + needle.length]);
}
