/**
 * The state of the scan that reads a body: what it has written and found so far, and the element it has reached.
 */
import type { Problem } from '../problems/problems.ts';
import type { Texts } from '../text/texts.ts';
import type { BodyLink } from './body.ts';
import type { CodeBlock } from './body-code.ts';
import type { OpenHolder } from './body-pictures.ts';
import type { Shortcode } from './components.ts';
import { PAGE_ONLY } from './delimiters.ts';
import type { BodyFormat } from './edits.ts';
import {
  type Attributes,
  enterElement,
  RAW,
  readAttributes,
  readContent,
  type Surroundings,
  type Tag,
} from './html.ts';
import type { Unlinks } from './unlink.ts';

/** A problem in a body. Its place is found by searching the file for `written`. */
export interface Fault extends Pick<Problem, 'code' | 'message' | 'hint'> {
  readonly written: string;
  /** The fix: the first `was` in the line, at or after `written`, becomes `is`. */
  readonly replacement?: { readonly was: string; readonly is: string };
  readonly subject?: string;
  /** True if it is reported once for all files together. */
  readonly isShared?: true;
}

/** An element whose end tag has not been read. */
export interface OpenElement {
  readonly name: string;
  readonly inside: Surroundings;
  /** The HTML to write after the end tag; null if the tags are omitted. */
  readonly after: string | null;
  /** True if `after` has an end tag of its own, which replaces the author's. */
  readonly isClosed: boolean;
}

/** A heading whose id may still be a number. */
export interface ScannedHeading {
  id: string;
  readonly text: string;
  readonly level: number;
  /** False for a heading that its class keeps out of tables of contents. */
  readonly isListed: boolean;
}

export interface BodyScan {
  /** The HTML that is read. */
  readonly source: string;
  /** The essay's title; null if the first heading is the title. */
  readonly title: string | null;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly labels: Texts;
  readonly format: BodyFormat;
  /** The shortcodes that placeholders stand for, by number. */
  readonly shortcodes: readonly Shortcode[];
  /** The names of the components for shortcodes. */
  readonly components: readonly string[];
  /** The links to become their labels. */
  readonly unlinks: Unlinks;
  /** The HTML written so far, of the source up to `done`. */
  readonly pieces: string[];
  done: number;
  /** The open elements, outermost first. */
  readonly open: OpenElement[];
  /** The number of slots so far. */
  slots: number;
  readonly links: BodyLink[];
  /** Entities are not decoded. */
  readonly texts: string[];
  /** The beginning of the text that may be quoted in the excerpt. */
  opening: string;
  /** The length of the opening at the comment that ends the excerpt. */
  excerptEnd: number | null;
  /** The ids that the author wrote. */
  readonly ids: string[];
  /** Generated ids, one for each heading without an id of its own. */
  readonly headingIds: string[];
  readonly headings: ScannedHeading[];
  /** The text of the first heading, even if the heading is dropped. */
  heading: string | null;
  /** The offset at which the content of the last `<pre>` starts. */
  preStart: number;
  /** What is said about the code of the last `<pre>`, or null. */
  block: CodeBlock | null;
  /** The unknown languages already reported. */
  readonly unknownLanguages: Set<string>;
  /** The number of frames by generated name. */
  readonly frames: Map<string, number>;
  readonly embedded: Set<string>;
  /** The length of the text before the first reference to each footnote, by the reference's target, in order. */
  readonly notes: Map<string, number>;
  /** The text measured so far: the offset of its end in the source, and its length. */
  readonly measured: { end: number; length: number };
  /** The lengths of the notes' texts, in their order; null until they are needed. */
  noteLengths: readonly number[] | null;
  /** The last paragraph or figure of pictures. */
  holder: OpenHolder | null;
  hasMedia: boolean;
  hasOutboundLinks: boolean;
  readonly faults: Fault[];
}

/** What a scan is begun with. */
type ScanInput = Pick<
  BodyScan,
  'source' | 'title' | 'siteUrl' | 'labels' | 'format' | 'shortcodes' | 'components' | 'unlinks'
>;

export function startScan(input: ScanInput): BodyScan {
  return {
    ...input,
    pieces: [],
    done: 0,
    open: [],
    slots: 0,
    links: [],
    texts: [],
    opening: '',
    excerptEnd: null,
    ids: [],
    headingIds: [],
    headings: [],
    heading: null,
    preStart: -1,
    block: null,
    unknownLanguages: new Set(),
    frames: new Map(),
    embedded: new Set(),
    notes: new Map(),
    measured: { end: 0, length: 0 },
    noteLengths: null,
    holder: null,
    hasMedia: false,
    hasOutboundLinks: false,
    faults: [],
  };
}

/** An element whose tag has been read. Its rule may change it before it is written. */
export interface Element {
  readonly tag: Tag;
  readonly around: Surroundings;
  /** The surroundings of its content. */
  inside: Surroundings;
  /** As the author wrote them. */
  readonly attributes: Attributes;
  /** The index of its link, for a picture of this site. */
  picture: number | null;
  /** Empty to remove the element. */
  name: string;
  /** HTML before the opening tag, at the end of that tag, and after the end tag. */
  before: string;
  inTag: string;
  after: string;
  /** HTML before the end tag of an element whose content is read. */
  beforeEnd: string;
  /** Content to write as it is, or null to read it as HTML. */
  content: string | null;
  /** The offset to continue from: after the opening tag, or after an element whose content is set. */
  end: number;
}

export function startElement(
  tag: Tag,
  around: Surroundings,
  source: string,
  attributes: Attributes = readAttributes(tag),
): Element {
  const edge = tag.name === 'script' || tag.name === 'style' ? PAGE_ONLY : '';
  const raw = RAW.has(tag.name) ? readContent(tag, source) : null;
  return {
    tag,
    around,
    inside: enterElement(tag.name, around),
    attributes,
    picture: null,
    name: tag.name,
    before: edge,
    inTag: '',
    after: edge,
    beforeEnd: '',
    content: raw?.content ?? null,
    end: raw?.end ?? tag.end,
  };
}
