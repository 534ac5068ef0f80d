/**
 * The tree of a body's HTML as the engine's parser gives it, and what is known about elements. Rules change nodes in
 * place while the walk is at them; nothing is ever moved to another parent.
 */
import type { ComponentCall, Part, Slot } from './parts.ts';

/** The value of an attribute; one with slots is a list of pieces. */
export type Value = string | number | boolean | readonly (string | number)[] | Pieces;

/** A value that pages and feeds complete: text, with slots for what isn't known yet. */
export interface Pieces {
  readonly pieces: readonly (string | Slot)[];
}

/** Attributes by the names of the HTML parser: `className`, `tabIndex`, `dataNote`, `srcSet`. */
export type Properties = Record<string, Value>;

export interface Element {
  readonly type: 'element';
  /** Empty to leave out the tags. */
  tagName: string;
  readonly properties: Properties;
  children: Node[];
  /** Attributes that only pages have, or only feeds: they take the place of those in `properties`. */
  page?: Properties;
  feed?: Properties;
  /** Set by `remove`. */
  isRemoved?: true;
  /** Set for an element that only pages have. */
  isPageOnly?: true;
  /** The component that renders this element; its content is what the children become. */
  component?: ComponentCall;
  /** Parts to write at the end of the start tag. */
  inTag?: Part[];
  before?: Node[];
  after?: Node[];
  /** What is written around this element, innermost first. */
  wrappers?: Wrapper[];
}

/** An element around another one. */
export interface Wrapper {
  /** Its children come after the other one. */
  readonly element: Element;
  /** The nodes before the other one. */
  readonly first: readonly Node[];
}

export interface Text {
  readonly type: 'text';
  value: string;
}

export interface Comment {
  readonly type: 'comment';
  readonly value: string;
}

/** A node that is written as a part. */
export interface PartNode {
  readonly type: 'part';
  readonly part: Part;
}

export type Node = Element | Text | Comment | PartNode;

export interface Root {
  readonly type: 'root';
  children: Node[];
}

export function element(
  tagName: string,
  properties: Properties = {},
  children: Node[] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): Text {
  return { type: 'text', value };
}

/** Leaves out an element and everything in it. */
export function remove(node: Element): void {
  node.isRemoved = true;
}

/** Writes an element around another one; `first` are nodes before that, and its children come after. */
export function wrap(node: Element, wrapper: Element, first: readonly Node[] = []): void {
  node.wrappers = [...(node.wrappers ?? []), { element: wrapper, first }];
}

/** The text of an attribute, as its author wrote it; undefined for none. */
export function readText(value: Value | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value !== 'object') return value === true ? '' : String(value);
  if (!('pieces' in value)) return value.join(' ');
  return value.pieces
    .map((piece) => (typeof piece === 'string' ? piece : (piece.written ?? '')))
    .join('');
}

/** The classes of an element. */
export function classesOf({ properties: { className } }: Element): readonly string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

export function addClasses(node: Element, ...names: string[]): void {
  node.properties.className = [...new Set([...classesOf(node), ...names])];
}

/** The elements among the children of a node. */
export function elementsOf({ children }: Element | Root): Element[] {
  return children.filter((child) => child.type === 'element');
}

/** True for white space between elements. */
export function isSpace(node: Node): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const HEADINGS = 'h1 h2 h3 h4 h5 h6';
export const BLOCKS = names(
  'address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt ' +
    `fieldset figcaption figure footer form ${HEADINGS} header hgroup hr html li main menu nav ` +
    'ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul',
);
export const VOIDS = names('area base br col embed hr img input link meta param source track wbr');
/** Visible without text. */
export const MEDIA = names('img iframe video audio svg object embed canvas');
/** Elements whose content is not HTML. */
export const RAW = names('script style iframe xmp noembed noframes plaintext');
/** In these, no element's content is raw. */
export const DRAWINGS = names('svg math');
/** Elements whose text is not part of the essay. */
export const TEXTLESS = names(
  'script style template noscript iframe svg math title noembed noframes',
);
/** In these, no element may be focusable. */
export const UNDIVIDED = names('a button hgroup label legend summary');

/** True for the number of a footnote, or the arrow back from one. */
export function isNoteLink({ properties }: Element): boolean {
  return 'dataFootnoteRef' in properties || 'dataFootnoteBackref' in properties;
}

const textOfPart = (part: Part) =>
  typeof part === 'object' && part.kind === 'code' ? part.text : '';

/** The text of nodes as a reader sees it: without footnote numbers, and with a space at the edges of blocks. */
export function textOf(node: Node | Root): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'part') return textOfPart(node.part);
  if (node.type === 'comment') return '';
  if (node.type === 'root') return node.children.map(textOf).join('');
  if (TEXTLESS.has(node.tagName) || isNoteLink(node)) return '';
  const words = node.children.map(textOf).join('');
  return BLOCKS.has(node.tagName) ? ` ${words} ` : words;
}
