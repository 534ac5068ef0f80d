/**
 * The stack of open elements: which of them a tag closes. Follows the HTML standard's tree
 * construction (section 13.2.6) as far as balance asks for it.
 */
import * as html from './html-elements.ts';

/** As deep as browsers nest, and as far as a tag is looked for. */
const MAX_DEPTH = 512;

/** The end tag of any heading closes whichever is open. */
const HEADING = /^h[1-6]$/;

const PARAGRAPH = new Set(['p']);

/** An element of a body that is open. */
export interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** True for an element whose text is not the essay's. */
  readonly isTextless: boolean;
  readonly isForeign: boolean;
  /** The heading that the element is, or null. */
  readonly heading: OpenHeading | null;
  /** The heading that it is or stands in, or null. */
  readonly within: OpenHeading | null;
  /** HTML that stands behind its end tag. */
  readonly after: string;
  /** For a script: its text opens a comment that it does not close. */
  opensComment: boolean;
}

/** A heading that is open. */
export interface OpenHeading {
  /** Where its id goes, or null when the author gave one. */
  readonly idSegment: number | null;
  /** The author's id, or null. */
  readonly statedId: string | null;
  /** True for one that gets a link to itself. */
  readonly takesAnchor: boolean;
  /** What it takes to drop it; null for one that stays. */
  readonly before: BeforeHeading | null;
  text: string;
}

/** What had been found when a heading began. */
export interface BeforeHeading {
  readonly segment: number;
  readonly links: number;
  readonly ids: number;
  readonly faults: number;
  readonly textMark: { kept: string; words: number };
}

type Named = Pick<OpenElement, 'name'>;

/**
 * How many elements stay open before an opening tag comes: it ends an open paragraph, the list item
 * before it, the cell before it.
 */
export function depthBeforeOpening(stack: readonly Named[], name: string): number {
  let depth = stack.length;
  if (depth === 0) return 0;
  if (html.kindOf(name).endsParagraph) {
    depth = depthWithout(stack, depth, PARAGRAPH, html.SCOPE_BOUNDARIES);
  }
  const rule = html.CLOSED_BY_OPENING.get(name);
  return rule === undefined ? depth : depthWithout(stack, depth, rule.closes, rule.within);
}

/** True when one of the named elements is open. */
export function isInside(stack: readonly Named[], names: ReadonlySet<string>): boolean {
  for (let i = stack.length - 1; i >= Math.max(0, stack.length - MAX_DEPTH); i--) {
    if (names.has(stack[i]?.name ?? '')) return true;
  }
  return false;
}

/** The index of the open element that an end tag closes, or -1 when it closes none. */
export function findClosed(stack: readonly Named[], name: string): number {
  const isHeading = HEADING.test(name);
  for (let i = stack.length - 1; i >= Math.max(0, stack.length - MAX_DEPTH); i--) {
    const open = stack[i]?.name ?? '';
    if (open === name || (isHeading && HEADING.test(open))) return i;
    if (stopsEndTag(open, name)) return -1;
  }
  return -1;
}

function stopsEndTag(open: string, name: string): boolean {
  if (html.TABLE_PARTS.has(name)) return open === 'table';
  if (html.BLOCK_ELEMENTS.has(name) || html.SCOPE_BOUNDARIES.has(name)) {
    return html.SCOPE_BOUNDARIES.has(open);
  }
  return html.BLOCK_ELEMENTS.has(open);
}

/** The depth without the outermost of the named elements that stands inside the nearest boundary. */
function depthWithout(
  stack: readonly Named[],
  depth: number,
  closes: ReadonlySet<string>,
  boundaries: ReadonlySet<string>,
): number {
  let outermost = depth;
  for (let i = depth - 1; i >= Math.max(0, depth - MAX_DEPTH); i--) {
    const name = stack[i]?.name ?? '';
    if (boundaries.has(name)) break;
    if (closes.has(name)) outermost = i;
  }
  return outermost;
}
