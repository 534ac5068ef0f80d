/**
 * Bodies: what is known about a body once it has been read. Pure.
 */
import type { BodyLink } from './body-link.ts';
import type { Part } from './parts.ts';
import { type Fault, type Found, type Heading, PAGE_STYLES, type PageStyle } from './rule.ts';

/** A body that has been read. */
export interface Body {
  /** HTML with slots, for pages and feeds. */
  readonly parts: readonly Part[];
  readonly links: readonly BodyLink[];
  /** The absolute URLs that links of the body lead to on other sites. */
  readonly outerUrls: readonly string[];
  /** The ids and anchor names that a fragment can refer to. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The headings of levels 2 and 3, in order, except those without text or an id. */
  readonly headings: readonly Heading[];
  /**
   * The headings for a table of contents outside the body; none if there should be no such list, and null if the author
   * doesn't say.
   */
  readonly contents: readonly Heading[] | null;
  /** The beginning of the text; headings, code, tables and notes are skipped if there is any other text. */
  readonly excerpt: string;
  readonly wordCount: number;
  /** True for a body without words or media. */
  readonly isEmpty: boolean;
  /** True if a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  /** True if it calls components, so that its HTML depends on the templates. */
  readonly hasComponents: boolean;
  readonly styles: readonly PageStyle[];
  /**
   * Content-Security-Policy directives with one source each, for scripts and objects in the body. Digests of
   * speculation rules have the directive `speculation-rules`; the site's own files are left out.
   */
  readonly embedded: readonly string[];
  /** Problems, with offsets in the body as the author wrote it. */
  readonly faults: readonly Fault[];
}

/** The parts of a body that only its own page and the feeds need. */
export type PageBody = Pick<Body, 'parts' | 'headings' | 'contents' | 'wordCount'>;

/** Nothing is found yet. */
export function startFound(): Found {
  return {
    placeholders: [],
    links: [],
    outerUrls: [],
    slots: 0,
    ids: [],
    headings: [],
    heading: null,
    contents: null,
    wordCount: 0,
    excerpt: '',
    length: 0,
    holders: new Map(),
    notes: 0,
    wide: [],
    hasMedia: false,
    hasOutboundLinks: false,
    hasComponents: false,
    styles: new Set(),
    embedded: new Set(),
    faults: [],
    sourceEdits: [],
  };
}

/** Makes a body from its parts and from what rules found; the offsets are in the edited source. */
export function makeBody(
  found: Found,
  parts: readonly Part[],
  offsetInWritten: (at: number) => number,
): Body {
  const { links, outerUrls, ids, heading, contents, excerpt, wordCount } = found;
  const { hasMedia, hasOutboundLinks, hasComponents } = found;
  const headings = found.headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(({ id, text, level }) => ({ id, text, level }));
  const faults = found.faults.map((fault): Fault => {
    const { at, edits = [] } = fault;
    if (at === undefined) return fault;
    const moved = edits.map((edit) => ({ ...edit, at: offsetInWritten(edit.at) }));
    return { ...fault, at: offsetInWritten(at), edits: moved };
  });
  return {
    parts,
    links,
    outerUrls,
    ids,
    heading,
    headings,
    contents,
    excerpt,
    wordCount,
    isEmpty: wordCount === 0 && !hasMedia,
    hasOutboundLinks,
    hasComponents,
    styles: PAGE_STYLES.filter((name) => found.styles.has(name)),
    embedded: [...found.embedded],
    faults,
  };
}
