/**
 * Markdown → HTML, and the way back from a piece of that HTML to its place in the Markdown.
 *
 * The engine is satteri (Rust), loaded on first use. It makes no heading ids: the body pass does, for
 * Markdown and HTML essays alike.
 */
import type { Features, MdastNode } from 'satteri';

const FEATURES: Features = {
  gfm: { footnotes: { clobberPrefix: '' } },
  frontmatter: false,
  smartPunctuation: true,
};

/** A heading with an id of the author's: `## Title {#custom}`. */
const HEADING_ATTRIBUTES = /^ {0,3}#{1,6}[ \t].*\{[^}\n]*#[\w-][^}\n]*\}[ \t]*#*[ \t]*$/m;

export interface MarkdownEngine {
  /** CommonMark with tables, strikethrough, task lists, footnotes and smart punctuation. */
  toHtml(source: string): string;
  /**
   * Where the nth link, image or raw tag stands in the Markdown that reads like one of the needles
   * (the same URL or tag in different spellings): an offset, or null where none does.
   */
  locate(source: string, needles: readonly string[], occurrence: number): number | null;
}

export async function loadMarkdownEngine(): Promise<MarkdownEngine> {
  const { markdownToHtml, markdownToMdast } = await import('satteri');
  const featuresFor = (source: string): Features =>
    source.includes('{') && HEADING_ATTRIBUTES.test(source)
      ? { ...FEATURES, headingAttributes: true }
      : FEATURES;
  // Several places are looked for in one source after the other, so its tree is kept.
  let parsed: { source: string; tree: MdastNode } | null = null;
  return {
    toHtml: (source) => markdownToHtml(source, { features: featuresFor(source) }).html,
    locate(source, needles, occurrence) {
      if (parsed?.source !== source) {
        parsed = { source, tree: markdownToMdast(source, { features: featuresFor(source) }) };
      }
      const places: number[] = [];
      collectPlaces(parsed.tree, source, needles, places);
      return places[Math.min(occurrence, places.length - 1)] ?? null;
    },
  };
}

/** Collects, in order, where links, images, definitions and raw HTML hold a needle; code does not count. */
function collectPlaces(
  node: MdastNode,
  source: string,
  needles: readonly string[],
  places: number[],
): void {
  const start = node.position?.start.offset ?? 0;
  const slice = source.slice(start, node.position?.end.offset ?? start);
  if (node.type === 'html') {
    const found = needles.find((needle) => slice.includes(needle));
    let at = found === undefined ? -1 : slice.indexOf(found);
    for (; at !== -1; at = slice.indexOf(found as string, at + 1)) places.push(start + at);
  } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
    if (needles.includes(node.url) || needles.includes(encodeURI(node.url))) {
      // The URL is what follows the text: `[text](url)`, `[name]: url`; a bare URL is its own text.
      const found = needles.find((needle) => slice.includes(needle));
      places.push(start + (found === undefined ? 0 : slice.lastIndexOf(found)));
    }
  }
  if ('children' in node) {
    for (const child of node.children) {
      collectPlaces(child as MdastNode, source, needles, places);
    }
  }
}
