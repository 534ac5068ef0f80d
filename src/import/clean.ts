/**
 * Cleaning: removes from a post's HTML what other systems leave in it, by tables of rules. Pure.
 *
 * Everything a reader sees stays: text, pictures, frames, captions. Footnotes get the form that the Markdown engine
 * gives them, so that they can become `[^1]`.
 */
import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import type { AnyNode, ChildNode, Element } from 'domhandler';
import { findUnreadable } from '../markdown/limits.ts';
import { addCount, type Counts } from './counts.ts';
import { makeEmbed } from './embeds.ts';
import { TOO_DEEP } from './input.ts';
import type { Source } from './sources/source.ts';
import { makeParagraph, removeNodes, replaceNodes, setChildren, unwrapNodes } from './tree.ts';

const REMOVED =
  'style, link, meta, base, noscript:contains("<img"), template, title, input[type=hidden], .wp-block-file__button, a:empty:not([id], [name])';
/** Boxes around pictures and embeds. */
const WRAPPERS =
  '.wp-block-embed__wrapper, .kg-gallery-container, .kg-gallery-row, .kg-gallery-image, figure .image2-inset';
const EMPTY =
  'p, div, section, blockquote, figure, center, b, i, em, strong, u, small, big, code, del, h1, h2, h3, h4, h5, h6, ul, ol';
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
const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file'];
const BLOCK =
  /^(?:address|article|aside|blockquote|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|ol|p|pre|script|section|table|ul)$/;

/** True for a comment, and for an element that can't be part of a paragraph. */
export const isBlockNode = (node: AnyNode) =>
  node.type === 'comment' || ('name' in node && BLOCK.test(node.name));

/** The greatest nesting depth. Real posts have a few dozen levels; deeper levels cost more and more time. */
const MAX_DEPTH = 200;
/** All tags but those of paragraphs, breaks and pictures; and elements whose content isn't text. */
const NO_PARAGRAPH =
  /<(script|style|template)\b[\s\S]*?(?:<\/\1[^>]*>?|$)|<(?!\/?(?:br|img|p)\b)\/?[a-z][^<>]*>/gi;

/** Reduces a body that is nested too deeply to paragraphs and pictures; null for any other body. */
export function flattenBody(html: string): string | null {
  if (html.split('<').length <= MAX_DEPTH) return null;
  if (findUnreadable(html, 'html') === null) {
    let level: Cheerio<AnyNode> = loadBody(html)('body');
    for (let depth = 0; depth <= MAX_DEPTH; depth++) level = level.children();
    if (level.length === 0) return null;
  }
  return html.replace(NO_PARAGRAPH, ' ');
}

/** Tags that have no meaning within a body. */
const PAGE_TAG = /<\/?(?:html|head|body|frameset)\b[^<>]*>/gi;

/**
 * Parses a body as the body of a page. For a fragment, Cheerio takes quadratic time: it moves each outermost element to
 * the front, and compares them with each other at every search.
 */
export const loadBody = (html: string): CheerioAPI =>
  load(`<!DOCTYPE html><body>${html.replace(PAGE_TAG, '')}`);

/** The HTML of a body. */
export const htmlOf = ($: CheerioAPI): string => $('body').html() ?? '';

/** Parses a post's page; throws for one that would take too long. */
export function loadPage(html: string): CheerioAPI {
  if (findUnreadable(html, 'html') !== null) throw TOO_DEEP;
  return load(html);
}

/** Cleans a body, and counts what it removes by name. It only keeps the ids of headings, and ids that links lead to. */
export function cleanBody(
  html: string,
  source: Source,
  counts: Counts,
  linkedIds: ReadonlySet<string>,
): CheerioAPI {
  const $ = loadBody(html);
  source.tidy?.($);
  unwrapNodes($(WRAPPERS));
  canonizeNotes($);
  const nodes = listAllNodes($.root().get());
  removeNodes(nodes.filter((each) => each.type === 'comment' && !/^\s*more\b/.test(each.data)));
  for (const each of nodes) {
    const isSpaced = each.type === 'text' && each.data.includes('\u00a0');
    if (isSpaced && $(each).closest('pre, code').length === 0)
      each.data = each.data.replace(SPACES, ' ');
  }
  replaceNodes($('script'), (each) => {
    const [, gist] = GIST.exec($(each).attr('src') ?? '') ?? [];
    if (gist !== undefined) return $($.parseHTML(makeEmbed(`https:${gist}`))).get() as ChildNode[];
    addCount(counts, 'script');
    return [];
  });
  removeNodes($(REMOVED));
  removeNodes($<Element, 'img'>('img').filter((_, each) => !findPicture($(each))));
  for (const each of $<Element, '*'>('*').get()) cleanElement($(each), linkedIds, counts);
  const isBare = (_: number, each: AnyNode) =>
    'attribs' in each && Object.keys(each.attribs).length === 0;
  // Word's smart tags have a colon in their names.
  unwrapNodes($('*').filter((_, each) => 'name' in each && /^font$|:/.test(each.name)));
  unwrapNodes($('span, section, article, main').not('[data-footnotes]').filter(isBare));
  unwrapNodes($('a:not([href], [id], [name])'));
  unwrapNodes($('b > strong, strong > b, i > em, em > i').filter(isBare));
  removeNodes(listEmpty($(EMPTY).filter(isBare).get()));
  const boxes = $<Element, 'div'>('div').filter(isBare);
  for (const each of [...boxes.get(), ...$('body').get()]) wrapRuns(each);
  unwrapNodes(boxes);
  mergeTwins($<Element, string>('em + em, strong + strong, b + b, i + i').filter(isBare).get());
  for (const each of $('p, li, blockquote, h1, h2, h3, td').get()) {
    for (let last = $(each).contents().last(); last.is('br'); last = $(each).contents().last())
      last.remove();
  }
  return $;
}

/** Lists nodes with all nodes in them. Cheerio's `contents` copies its list for each element. */
export function listAllNodes(nodes: readonly AnyNode[]): AnyNode[] {
  const listed = [...nodes];
  for (let at = 0; at < listed.length; at++) {
    const node = listed[at];
    if (node !== undefined && 'children' in node)
      for (const each of node.children) listed.push(each);
  }
  return listed;
}

/** Lists the elements, in document order, that only have space and each other in them. */
function listEmpty(elements: readonly Element[]): Element[] {
  const empty = new Set<AnyNode>();
  // Innermost first: an element that only has empty elements is empty, too.
  for (const each of [...elements].reverse()) {
    const isEmpty = each.children.every((child) =>
      child.type === 'text' ? child.data.trim() === '' : !('name' in child) || empty.has(child),
    );
    if (isEmpty) empty.add(each);
  }
  return elements.filter((each) => empty.has(each));
}

/** Merges elements with the equal element right before them. */
function mergeTwins(elements: readonly Element[]): void {
  /** The elements that are merged, with the first of their run. */
  const firsts = new Map<AnyNode, Element>();
  const contents = new Map<Element, ChildNode[]>();
  for (const each of elements) {
    const last = each.prev;
    if (last?.type !== 'tag' || last.name !== each.name || Object.keys(last.attribs).length > 0)
      continue;
    const first = firsts.get(last) ?? last;
    const merged = contents.get(first) ?? [...first.children];
    for (const child of each.children) merged.push(child);
    contents.set(first, merged);
    firsts.set(each, first);
  }
  for (const [first, children] of contents) setChildren(first, children);
  removeNodes(firsts.keys());
}

/** Runs of spaces that include a no-break space. */
const SPACES = /(?<=^|[^ \u00a0])(?:\u00a0[ \u00a0]+| [ \u00a0]*\u00a0[ \u00a0]*)/g;

const ALIGNED = /text-align\s*:\s*(center|right|left)/;

function cleanElement(
  element: Cheerio<Element>,
  linkedIds: ReadonlySet<string>,
  counts: Counts,
): void {
  const { name, attribs } = element[0] as Element;
  for (const [key, value] of Object.entries(attribs)) {
    const isHandler = /^on[a-z]+$/.test(key);
    if (isHandler) addCount(counts, 'event handler');
    if (isHandler && name === 'a') element.attr('data-outbound', '');
    const isId =
      key === 'id' || (key === 'name' && !/^(?:iframe|object|param|map|input)$/.test(name));
    const isNote = /^(?:fn(?:ref)?-\d|footnote-label)/.test(value);
    const isTwin = key === 'name' && value === attribs.id;
    const isKept = !isTwin && (isNote || linkedIds.has(value) || /^h[1-6]$/.test(name));
    const isPicture = name === 'img' && DROPPED_OF_PICTURES.test(key);
    if (isHandler || (isId && !isKept) || isPicture || DROPPED_ATTRIBUTE.test(key))
      element.removeAttr(key);
  }
  const isCell = /^t[dh]$/.test(name);
  const isCentred = /has-text-align-center/.test(attribs.class ?? '');
  const css = (attribs.style ?? '') + (isCentred ? ';text-align: center' : '');
  const aligned = ALIGNED.exec(attribs.align ? `text-align: ${attribs.align}` : css)?.[1];
  element.removeAttr('style').removeAttr('align');
  if (aligned && (isCell || aligned !== 'left')) element.attr('style', `text-align: ${aligned}`);
  const classes = (attribs.class ?? '').split(/\s+/);
  const words = classes.filter((word) => word !== '' && !DROPPED_CLASS.test(word));
  if (attribs['data-footnotes'] !== undefined) words.push('footnotes');
  if (attribs.id === 'footnote-label') words.push('sr-only');
  if (words.length > 0) element.attr('class', words.join(' '));
  else element.removeAttr('class');
}

/** Gives a picture the address that it is loaded from; false if it shows nothing to a reader. */
function findPicture(picture: Cheerio<Element>): boolean {
  const src = picture.attr('src') ?? '';
  const isStandIn = src === '' || /^data:image\/(?:gif|svg)/.test(src);
  const own = isStandIn ? (LATE.map((key) => picture.attr(key)).find(Boolean) ?? src) : src;
  const isDot = [picture.attr('width'), picture.attr('height')].every((size) =>
    /^[01]$/.test(size ?? ''),
  );
  if (own === '' || PIXEL.test(own) || isDot) return false;
  picture.attr('src', own);
  return true;
}

/** Wraps runs of inline content in an element in paragraphs; two line breaks in a row end a paragraph. */
export function wrapRuns(parent: Element): void {
  const children: ChildNode[] = [];
  const runs = new Map<Element, ChildNode[]>();
  let run: ChildNode[] | null = null;
  /** Where the run has a line break that only spaces follow; -1 for nowhere. */
  let breakAt = -1;
  for (const node of parent.children) {
    const isSpace = node.type === 'text' && node.data.trim() === '';
    const isBreak = 'name' in node && node.name === 'br';
    const isEnd = isBreak && (run === null || breakAt !== -1);
    if (isEnd) {
      if (breakAt !== -1) run?.splice(breakAt, 1);
      run = null;
    } else if (isBlockNode(node) || (isSpace && run === null)) {
      children.push(node);
      run = null;
    } else if (run === null) {
      const paragraph = makeParagraph();
      children.push(paragraph);
      run = [node];
      runs.set(paragraph, run);
    } else run.push(node);
    if (!isSpace) breakAt = isBreak && run !== null ? run.length - 1 : -1;
  }
  for (const [paragraph, content] of runs) setChildren(paragraph, content);
  setChildren(parent, children);
}

const MAX_NOTES = 500;

/** Finds notes by the links to them and back, and converts them to the Markdown engine's form. */
function canonizeNotes($: CheerioAPI): void {
  const refs = $('a[href^="#"]').get();
  if (refs.length < 2 || refs.length > MAX_NOTES) return;
  const named = $('[id], a[name]').get();
  const byName = new Map(named.map((each) => [each.attribs.id ?? each.attribs.name, each]));
  const notes = new Map<Element, { number: number; uses: number; backs: Element[] }>();
  for (const ref of refs) {
    const sup = $(ref).closest('sup, span');
    const shown = sup.text().trim() === $(ref).text().trim() ? sup : $(ref);
    const names = [$(ref), sup].flatMap((each) => [each.attr('id'), each.attr('name')]);
    const hrefs = names.flatMap((name) => (name ? [`#${name}`] : []));
    const goal = byName.get(ref.attribs.href?.slice(1));
    if (goal === undefined) continue;
    const block = $(goal).closest('li, div, p, dd, aside');
    const backs = block.find('a').filter((_, each) => hrefs.includes(each.attribs.href ?? ''));
    const others = [...notes.keys()];
    if (backs.length === 0 || block.add(others).find(ref).length > 0) continue;
    const own = block[0] as Element;
    const note = notes.get(own) ?? { number: notes.size + 1, uses: 0, backs: [] };
    notes.set(own, note);
    note.uses++;
    note.backs.push(...backs.get());
    const id = `fnref-${note.number}${note.uses === 1 ? '' : `-${note.uses}`}`;
    shown.replaceWith(
      `<sup><a href="#fn-${note.number}" id="${id}" data-footnote-ref>${note.number}</a></sup>`,
    );
  }
  if (notes.size === 0) return;
  const list = $('<ol>');
  for (const [block, { number, backs }] of notes) {
    const old = $(block).parent().not('body');
    $(backs).remove();
    const item = $(`<li id="fn-${number}">`).append($(block).contents()).appendTo(list);
    for (const each of item.children('div').get()) $(each).replaceWith($(each).contents());
    $(block).remove();
    if (old.text().trim() === '') old.remove();
    const last = item.children('p').last();
    (last.length > 0 ? last : item).append(
      `<a href="#fnref-${number}" data-footnote-backref>↩</a>`,
    );
  }
  // The heading or rule above the notes.
  const heads = $('hr, h1, h2, h3, h4').filter((_, each) =>
    /^(?:(?:foot|end)?notes?:?)?$/i.test($(each).text().trim()),
  );
  const findLast = () => $('body').children().last();
  for (let last = findLast(); last.is(heads); last = findLast()) last.remove();
  const section = $('<section data-footnotes><h2 id="footnote-label">Footnotes</h2></section>');
  $('body').append(section.append(list));
}
