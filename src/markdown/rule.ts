/**
 * Rules for reading a body: each rule is one idea in its own file in `rules/`, and `read-body.ts` lists them. A rule
 * says which nodes of the Markdown tree and which elements of the HTML tree it visits, and writes what it finds into
 * `Found`.
 */
import type { Features, MdastPluginInstance } from 'satteri';
import type { Problem, TextEdit } from '../problems/problems.ts';
import type { Texts } from '../text/texts.ts';
import type { BodyLink, PictureHolder, Unlinks } from './body-link.ts';
import type { BodyFormat } from './body-source.ts';
import type { Inline } from './inlines.ts';
import type { Part, Slot } from './parts.ts';
import type { Element, Node, Properties, Text } from './tree.ts';

/** What `toc` says: false for no list, true for one of the usual depth, or the level of the lowest headings in it. */
export type Toc = boolean | number;

export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: number;
}

/** A heading whose id is not final before the walk's end; tables of contents may leave it out. */
export interface FoundHeading extends Heading {
  id: string;
  readonly isListed: boolean;
}

/** The small marks that are turned on, by the names of their settings. */
export interface MarkSettings {
  readonly mark: boolean;
  readonly subscript: boolean;
  readonly superscript: boolean;
}

/** What the reading of a body depends on. */
export interface Options {
  /** A first heading that repeats it is dropped. If it is null, the first heading is the title, and dropped too. */
  readonly title: string | null;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** A BCP 47 tag. */
  readonly language: string;
  /** The labels of parts of the page. */
  readonly texts: Texts;
  readonly format: BodyFormat;
  /** The line of the file at which the body begins, counted from 1. */
  readonly firstLine: number;
  /** The names of the components in `templates/shortcodes/`. */
  readonly components: readonly string[];
  /** What the author says about a table of contents; null if the author says nothing. */
  readonly toc: Toc | null;
  /** True for the id of one of the page's own elements, which no heading gets. */
  readonly isReservedId: (id: string) => boolean;
  /** Formulas between single dollars, and macros of TeX. */
  readonly math: { readonly isOn: boolean; readonly macros: Readonly<Record<string, string>> };
  /** The small marks of the language, each by a setting. */
  readonly marks: MarkSettings;
  /** Lists the pictures of a folder; null for one that can't be shown. */
  readonly listGallery: (folder: string) => readonly GalleryPicture[] | null;
  /** The links that become their labels. */
  readonly unlinks: Unlinks;
  /** The address of a recording or a film with a player above the body; absent for none. */
  readonly recording?: string | undefined;
}

/** A picture of a folder, for a gallery. */
export interface GalleryPicture {
  /** Its address as in a body, percent-encoded. */
  readonly address: string;
  /** Markdown; empty if there is none. */
  readonly caption: string;
}

/** A problem in a body. */
export interface Fault extends Pick<Problem, 'code' | 'message' | 'hint'> {
  /** Its offset in the source that the rule was given; without one, its place is found by searching for `written`. */
  readonly at?: number;
  readonly written: string;
  /** The fix, with offsets in that source. */
  readonly edits?: readonly TextEdit[];
  /** The fix of a fault without an offset: the first `was` in the line, at or after `written`, becomes `is`. */
  readonly replacement?: { readonly was: string; readonly is: string };
  readonly subject?: string;
  /** True if it is reported once for all files together. */
  readonly isShared?: true;
}

/** The style sheets that only some pages need. */
export const PAGE_STYLES = [
  'media',
  'notes',
  'code',
  'lines',
  'tables',
  'contents',
  'callouts',
  'gallery',
  'math',
  'languages',
  'scripts',
] as const;

export type PageStyle = (typeof PAGE_STYLES)[number];

/** What rules find. The rule named beside a field fills it. */
export interface Found {
  /** What the Markdown tree leaves for the HTML tree: see `placeholder`. */
  readonly placeholders: Placeholder[];
  readonly links: BodyLink[]; // links
  readonly outerUrls: string[]; // links
  /** The number of slots so far: see `newSlot`. */
  slots: number;
  readonly ids: string[]; // ids, headings
  readonly headings: FoundHeading[]; // headings
  heading: string | null; // headings
  contents: readonly Heading[] | null; // contents
  wordCount: number; // words
  excerpt: string; // words
  /** The number of characters of text that the walk has passed. */
  length: number; // words
  /** The paragraph or figure of pictures that an image is in. */
  readonly holders: Map<Element, PictureHolder | null>; // pictures
  /** The number of footnotes referred to so far. */
  notes: number; // notes
  /** The elements that can be wider than the text: see `markBeside`. */
  readonly wide: WideElement[];
  hasMedia: boolean; // links, components
  hasOutboundLinks: boolean; // handlers
  hasComponents: boolean; // components
  readonly styles: Set<PageStyle>;
  readonly embedded: Set<string>; // scripts
  readonly faults: Fault[];
  /** Changes of the source. After them, the body is read once more: see `source-edits.ts`. */
  readonly sourceEdits: TextEdit[];
}

/** An element that can be wider than the text, where a note in the margin may be beside it. */
interface WideElement {
  /** The number of characters of text before it, and of footnotes referred to there. */
  readonly at: number;
  readonly notes: number;
  /** Called if a note is beside it. */
  mark(): void;
}

/** A value that a rule's visitor on the Markdown tree leaves for its visitor on the HTML tree. */
export interface Placeholder {
  /** The rule's name for it. */
  readonly kind: string;
  readonly value: unknown;
}

/** The attribute that holds a placeholder's number. No author can write it: control characters are dropped. */
export const PLACEHOLDER = '\u0001';

/** The kind of placeholder on a link for which the author wrote no label, `[[name]]`. */
export const BARE = 'bare';

/**
 * Makes the `data` of a Markdown node that becomes an element with a placeholder: the walk finds that element, removes the
 * attribute, and calls the visitor of this kind with the value.
 */
export function placeholder(
  found: Found,
  hName: string,
  kind: string,
  value: unknown,
  hProperties: Properties = {},
): { readonly hName: string; readonly hProperties: Properties } {
  const number = found.placeholders.push({ kind, value }) - 1;
  return { hName, hProperties: { ...hProperties, [PLACEHOLDER]: String(number) } };
}

/** Takes the number of a new slot. */
export function newSlot(found: Found, written: string | null = null): Slot {
  return { kind: 'slot', slot: found.slots++, written };
}

/** Where the walk is. */
export interface Place {
  /** The elements around the current one, outermost first. */
  readonly parents: readonly Element[];
  /** The current element's parent's children, that element included. */
  readonly siblings: readonly Node[];
}

/** Visits an element. After `remove`, nothing else visits it or what is in it. */
export type OnElement = (node: Element, place: Place) => void;
type OnPlaceholder = (node: Element, value: never, place: Place) => void;

/** The visitors of Markdown nodes, by type. */
export type MarkdownVisitors = Omit<MdastPluginInstance, 'options' | 'before' | 'after'>;

/** What a rule does in one body. */
export interface Visitors {
  /** The engine's features that it needs, or must be without. */
  readonly features?: Features;
  /** True to get the positions of Markdown nodes, which costs a sixth of the engine's time. */
  readonly needsPlaces?: boolean;
  /** Changes the structure of the Markdown tree. */
  readonly markdown?: MarkdownVisitors;
  /** Splits texts of a paragraph, heading or cell, after all changes of structure. */
  readonly inlines?: (inlines: readonly Inline[]) => void;
  /** Changes the values of texts, after that. */
  readonly texts?: MarkdownVisitors;
  /** Runs after all passes over the Markdown tree; for a body in HTML, before the walk. */
  readonly afterMarkdown?: () => void;
  /** Visits the elements of placeholders, by kind, before any visitor of elements does. */
  readonly placeholders?: Readonly<Record<string, OnPlaceholder>>;
  /** Visits elements at their start, by tag names separated by spaces; `*` for every element, after the named ones. */
  readonly elements?: Readonly<Record<string, OnElement>>;
  /** Like `elements`, but after all children have been visited. Nodes added then aren't visited. */
  readonly ends?: Readonly<Record<string, OnElement>>;
  readonly text?: (node: Text, place: Place) => void;
  readonly comment?: (value: string) => void;
  /** Runs after the walk; nodes can still be changed. */
  readonly end?: () => void;
}

/** What a rule gets to read a body. */
export interface Given {
  readonly found: Found;
  readonly options: Options;
  /** The body as the engine reads it. */
  readonly source: string;
}

/** A rule: what it does in this body; null if the source has no sign that it is needed. */
export type Rule = (given: Given) => Visitors | null;

/** A part that replaces an element with all that is in it. */
export function replaceByPart(node: Element, part: Part): void {
  node.tagName = '';
  node.children = [{ type: 'part', part }];
}
