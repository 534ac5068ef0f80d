/**
 * Cleaning: removes from a post's HTML what other systems leave in it, by tables of rules. Pure.
 *
 * Everything a reader sees stays: text, pictures, frames, captions.
 */
import { addCount, type Counts } from './counts.ts';
import { makeEmbed } from './embeds.ts';
import { numberNotes } from './footnotes.ts';
import type { Source } from './sources/source.ts';
import type { Element, Node, Parent, Root } from './tree.ts';
import * as dom from './tree.ts';

const REMOVED =
  'style, link, meta, base, noscript:has(img), template, title, input[type=hidden], .wp-block-file__button, a:empty:not([id], [name])';
/** Boxes around pictures and embeds. */
const WRAPPERS =
  '.wp-block-embed__wrapper, .kg-gallery-container, .kg-gallery-row, .kg-gallery-image, figure .image2-inset';
/** Elements that are left out if there is nothing in them. */
const EMPTY =
  /^(?:p|div|section|blockquote|figure|center|b|i|em|strong|u|small|big|code|del|h[1-6]|ul|ol)$/;
const DROPPED_ATTRIBUTE =
  /^(?:data-(?!footnote|outbound).*|aria-.*|role|target|rel|itemprop|itemscope|itemtype|contenteditable|spellcheck|tabindex|border|cellpadding|cellspacing|valign|bgcolor|referrerpolicy|fetchpriority|crossorigin|xmlns.*)$/;
const DROPPED_OF_PICTURES =
  /^(?:srcset|sizes|loading|decoding|width|height|hspace|vspace|align|usemap)$/;
/** Classes that only have a meaning in the style sheets of other systems. */
const DROPPED_CLASS =
  /^(?:wp-|size-|attachment-|align|graf|kg-|is-|has-|post-|section|markup--|imgCaption|tr_bq|image|captioned|footnote|pencraft|lazy|MsoNormal|Apple-|entry|code-block|highlight|hljs|h-entry|sr-only|data-footnote|contains-task-list|task-list-item|anchor|header-anchor|prettyprint|postList|pre--content)/;
const GIST = /^(?:https?:)?(\/\/gist\.github\.com\/[^?]+)\.js/;
/** Tracking pixels. */
const PIXEL =
  /feeds\.feedburner\.com\/~|(?:pixel|stats)\.wp\.com|stats\.wordpress\.com|medium\.com\/_\/stat|feeds\.wordpress\.com|doubleclick\.net|google-analytics\.com/;
/** Attributes that hold the addresses of lazily loaded pictures. */
const LATE = ['dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigFile'];
const BLOCK =
  /^(?:address|article|aside|blockquote|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|ol|p|pre|script|section|table|ul)$/;

/** True for a comment, and for an element that can't be part of a paragraph. */
export const isBlockNode = (node: Node) => node.type === 'comment' || dom.isElement(node, BLOCK);

/** Cleans a body, and counts what it removes by name. It only keeps the ids of headings, and ids that links lead to. */
export function cleanBody(
  html: string,
  source: Source,
  counts: Counts,
  linkedIds: ReadonlySet<string>,
  parse: dom.Parse,
): Root {
  const tree = dom.parsePost(html, parse);
  source.tidy?.(tree, parse);
  dom.unwrapAll(tree, WRAPPERS);
  numberNotes(tree);
  foldSpaces(tree);
  dom.removeAll(tree, REMOVED);
  dom.rewrite(tree, (node) => dropHidden(node, counts, parse));
  dom.rewrite(tree, (node) => {
    if (node.type === 'element') cleanElement(node, linkedIds, counts);
    return null;
  });
  dom.rewrite(tree, unwrapBare);
  dom.rewrite(tree, dropEmpty);
  dom.rewrite(tree, (node) => (isBare(node, /^div$/) ? wrapRuns(node.children) : null));
  tree.children = wrapRuns(tree.children);
  for (const each of [tree, ...dom.listElements(tree, /./)]) mergeTwins(each);
  for (const each of dom.listElements(tree, /^(?:p|li|blockquote|h[1-3]|td)$/))
    while (dom.isElement(each.children.at(-1), /^br$/)) each.children.pop();
  return tree;
}

/** Removes comments, scripts, and pictures that show nothing; a script of a gist becomes a link. */
function dropHidden(node: Node, counts: Counts, parse: dom.Parse): readonly Node[] | null {
  if (node.type === 'comment') return /^\s*more\b/.test(node.value) ? null : [];
  if (dom.isElement(node, /^img$/)) return findPicture(node) ? null : [];
  if (!dom.isElement(node, /^script$/)) return null;
  const [, gist] = GIST.exec(dom.attributeOf(node, 'src')) ?? [];
  if (gist !== undefined) return dom.parseBody(makeEmbed(`https:${gist}`), parse).children;
  addCount(counts, 'script');
  return [];
}

/** True for an element of such a name without attributes. */
const isBare = (node: Node | Parent | undefined, names: RegExp): node is Element =>
  dom.isElement(node, names) && Object.keys(node.properties).length === 0;

/** Unwraps elements that mean nothing without their attributes, and Word's smart tags, which have a colon. */
function unwrapBare(node: Node): readonly Node[] | null {
  if (node.type !== 'element') return null;
  const { properties, children } = node;
  const isLink = ['href', 'id', 'name'].some((key) => key in properties);
  const isNothing =
    dom.isElement(node, /^font$|:/) ||
    isBare(node, /^(?:span|section|article|main)$/) ||
    (dom.isElement(node, /^a$/) && !isLink);
  return isNothing ? children : null;
}

/** Leaves out empty elements, and elements that mean the same as the one around them. */
function dropEmpty(node: Node, parent: Parent): readonly Node[] | null {
  if (!isBare(node, EMPTY)) return null;
  const isEmpty = node.children.every(
    (child) => child.type === 'comment' || (child.type === 'text' && child.value.trim() === ''),
  );
  if (isEmpty) return [];
  const isDouble =
    (isBare(node, /^(?:b|strong)$/) && dom.isElement(parent, /^(?:b|strong)$/)) ||
    (isBare(node, /^(?:i|em)$/) && dom.isElement(parent, /^(?:i|em)$/));
  return isDouble ? node.children : null;
}

/** Merges emphasis with the equal element right before it. */
function mergeTwins(parent: Parent): void {
  const merged: Node[] = [];
  for (const node of parent.children) {
    const last = merged.at(-1);
    const isTwin =
      isBare(node, /^(?:em|strong|b|i)$/) && isBare(last, /./) && last.tagName === node.tagName;
    if (!isTwin) merged.push(node);
    else for (const child of node.children) (last as Element).children.push(child);
  }
  parent.children = merged;
}

/** Runs of spaces that include a no-break space. */
const SPACES = /(?<=^|[^ \u00a0])(?:\u00a0[ \u00a0]+| [ \u00a0]*\u00a0[ \u00a0]*)/g;

/** Makes one space of runs of spaces, except in code. */
function foldSpaces(parent: Parent): void {
  for (const node of parent.children) {
    if (node.type === 'text') node.value = node.value.replace(SPACES, ' ');
    else if (node.type === 'element' && !dom.isElement(node, /^(?:pre|code)$/)) foldSpaces(node);
  }
}

const ALIGNED = /text-align\s*:\s*(center|right|left)/;

/** Drops the attributes that have no meaning here. */
function cleanElement(node: Element, linkedIds: ReadonlySet<string>, counts: Counts): void {
  const { tagName: name } = node;
  const entries = Object.entries(node.properties);
  const attributes = dom.attributesOf(node);
  const values = new Map(attributes);
  const kept: dom.Properties = {};
  for (const [at, [attribute, value]] of attributes.entries()) {
    const isHandler = /^on[a-z]+$/.test(attribute);
    if (isHandler) addCount(counts, 'event handler');
    if (isHandler && name === 'a') kept.dataOutbound = '';
    const isDropped =
      isHandler ||
      /^(?:style|align|class)$/.test(attribute) ||
      isOwnId(node, attribute, value, linkedIds) ||
      (name === 'img' && DROPPED_OF_PICTURES.test(attribute)) ||
      DROPPED_ATTRIBUTE.test(attribute);
    const [key = '', own] = entries[at] ?? [];
    if (!isDropped) kept[key] = own;
  }
  const alignment = findAlignment(name, values);
  if (alignment !== '') kept.style = `text-align: ${alignment}`;
  const words = dom.classesOf(node).filter((word) => !DROPPED_CLASS.test(word));
  if (values.has('data-footnotes')) words.push('footnotes');
  if (values.get('id') === 'footnote-label') words.push('sr-only');
  if (words.length > 0) kept.className = words;
  node.properties = kept;
}

/** True for an id or name that no link leads to. */
function isOwnId(
  { tagName, properties }: Element,
  attribute: string,
  value: string,
  linkedIds: ReadonlySet<string>,
): boolean {
  const isName = attribute === 'name' && !/^(?:iframe|object|param|map|input)$/.test(tagName);
  if (attribute !== 'id' && !isName) return false;
  if (isName && value === properties.id) return true;
  const isNote = /^(?:fn(?:ref)?-\d|footnote-label)/.test(value);
  return !isNote && !linkedIds.has(value) && !/^h[1-6]$/.test(tagName);
}

/** The alignment of a text as a style states it; empty for the usual one. */
function findAlignment(name: string, values: ReadonlyMap<string, string>): string {
  const isCentred = /has-text-align-center/.test(values.get('class') ?? '');
  const css = (values.get('style') ?? '') + (isCentred ? ';text-align: center' : '');
  const align = values.get('align') ?? '';
  const [, aligned = ''] = ALIGNED.exec(align === '' ? css : `text-align: ${align}`) ?? [];
  return aligned !== 'left' || /^t[dh]$/.test(name) ? aligned : '';
}

/** Gives a picture the address that it is loaded from; false if it shows nothing to a reader. */
function findPicture(picture: Element): boolean {
  const src = dom.attributeOf(picture, 'src');
  const isStandIn = src === '' || /^data:image\/(?:gif|svg)/.test(src);
  const late = LATE.map((key) => dom.attributeOf(picture, key)).find((each) => each !== '');
  const own = isStandIn ? (late ?? src) : src;
  const isDot = ['width', 'height'].every((key) => /^[01]$/.test(dom.attributeOf(picture, key)));
  if (own === '' || PIXEL.test(own) || isDot) return false;
  picture.properties.src = own;
  return true;
}

/** Wraps runs of inline content in paragraphs; two line breaks in a row end a paragraph. */
export function wrapRuns(nodes: readonly Node[]): Node[] {
  const children: Node[] = [];
  let run: Node[] | null = null;
  /** Where the run has a line break that only spaces follow; -1 for nowhere. */
  let breakAt = -1;
  for (const node of nodes) {
    const isSpace = node.type === 'text' && node.value.trim() === '';
    const isBreak = dom.isElement(node, /^br$/);
    const isEnd = isBreak && (run === null || breakAt !== -1);
    if (isEnd) {
      if (breakAt !== -1) run?.splice(breakAt, 1);
      run = null;
    } else if (isBlockNode(node) || (isSpace && run === null)) {
      children.push(node);
      run = null;
    } else if (run === null) {
      run = [node];
      children.push(dom.element('p', {}, run));
    } else run.push(node);
    if (!isSpace) breakAt = isBreak && run !== null ? run.length - 1 : -1;
  }
  return children;
}
