/**
 * Markdown writer: cleaned HTML → Markdown. Pure.
 *
 * Elements that Markdown can express become Markdown; all other elements stay HTML. The result is only used if the
 * engine turns it into the same tree (`same-tree.ts`).
 */
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { slugify } from '../site/slugs.ts';
import { writeEmbedDirective } from './embeds.ts';
import type { Element, Node, Parent, Root } from './tree.ts';
import * as dom from './tree.ts';

/** The elements that Markdown can express. */
const WORDS =
  /^(?:a|b|blockquote|br|code|del|em|h[1-6]|hr|i|img|input|li|ol|p|pre|s|strike|strong|table|tbody|td|th|thead|tr|ul)$/;
/** The attributes of these elements that Markdown can express, or that don't matter. */
const ATTRIBUTES =
  /^(?:a (?:href|title)|img (?:src|alt|title)|code class|ol start|t[dh] align|input (?:type|checked|disabled)|h[1-6] id)$/;
/** Selectors for uses of these elements that Markdown can't express. */
const INEXPRESSIBLE = [
  'pre:has(:not(code)), pre:has(code ~ code), code:has(*), :not(pre) > code[class]',
  'table:has(caption, colgroup, tfoot, table, p, ul, ol, pre, br, div, blockquote, figure)',
  'table:not(:has(th)), input:not(li > input, p > input), :is(ul, ol):has(> :not(li))',
].join();
const INLINE =
  /^(?:a|abbr|cite|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|b|del|strike|sub|sup|time|u|var)$/;
const BLOCK = 'p, div, ul, ol, pre, table, figure, blockquote, h1, h2, h3, h4, h5, h6';

/** Characters that could begin a comment (`markdown/comments.ts`). */
const COMMENT_SIGNS = [
  { character: '%', after: '%', inConstruct: 'phrasing' as const },
  { character: '{', after: '[#/]', inConstruct: 'phrasing' as const },
];

/** Writes Markdown, and returns the share of the text that is in HTML blocks. */
export function writeMarkdown(
  html: string,
  parse: dom.Parse,
): { markdown: string; rawShare: number } {
  const tree = dom.parseBody(html, parse);
  const length = dom.textOf(tree).length;
  markNotes(tree);
  const inexpressible = new Set(dom.selectAll(INEXPRESSIBLE, tree));
  const rawLength = markRaw(tree, inexpressible);
  const marked = dom
    .listElements(tree, /./)
    .filter(({ properties }) => 'dataRaw' in properties || 'dataNote' in properties);
  const handlers = Object.fromEntries(marked.map(({ tagName }) => [tagName, writeElement]));
  dropSpace(tree);
  const mdast = toMdast(tree, { handlers: { ...HANDLERS, ...handlers }, document: true });
  const options = { bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one' } as const;
  const written = toMarkdown(mdast as never, {
    ...options,
    unsafe: COMMENT_SIGNS,
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  });
  // Keeps `--option` from becoming a dash; unescapes URLs, which the engine links even with escapes.
  const markdown = written
    .replace(/\{(?=[{%])/g, '&#123;')
    .replace(/(^|[\s("'])--(?=[a-z])/gim, '$1\\--')
    .replace(/\\(:(?=\/\/)|@(?=\w)|(?<=www\\)\.)/g, '$1');
  return { markdown, rawShare: rawLength / Math.max(1, length) };
}

/** Marks references to notes, and puts the notes themselves in place of their list. */
function markNotes(tree: Root): void {
  for (const each of dom.selectAll('sup:has(> a[href^="#fn-"]:first-child)', tree))
    each.properties.dataNote = numberOf(dom.attributeOf(dom.elementsIn(each)[0] ?? each, 'href'));
  const items = dom.selectAll('[data-footnotes] > ol > li', tree);
  for (const each of items) each.properties.dataNote = numberOf(dom.attributeOf(each, 'id'));
  dom.removeAll(tree, '[data-footnote-backref]');
  dom.replaceAll(tree, '[data-footnotes]', () => items);
}

const numberOf = (id: string) => id.replace(/^#?fn-/, '');

/** Drops the space between blocks. The conversion would do so as well, but one text at a time, in quadratic time. */
function dropSpace(tree: Root): void {
  const children = tree.children;
  const isBetween = (at: number) =>
    dom.isElement(children[at - 1], OUTER_BLOCK) && dom.isElement(children[at + 1], OUTER_BLOCK);
  tree.children = children.filter((each, at) => !(isSpace(each) && isBetween(at)));
}

const isSpace = (node: Node) => node.type === 'text' && /^[ \t\n\f\r]+$/.test(node.value);
const OUTER_BLOCK = /^(?:p|figure|blockquote|pre|table|hr|[ou]l|h[1-6])$/;

/** Escapes text that would be read as a shortcode, a comment or a wikilink. */
export const escapeShortcodes = (html: string) =>
  html
    .replace(/\{(?=[{%<:#]|\/\*)/g, '&#123;')
    .replace(/%(?=%)/g, '&#37;')
    .replace(/\[(?=\[)/g, '&#91;');

/** Keeps the HTML of elements that stay HTML, or their tags, in attributes; returns the length of text in blocks. */
function markRaw(parent: Parent, inexpressible: ReadonlySet<Element>): number {
  let length = 0;
  for (const each of dom.elementsIn(parent)) {
    const { tagName, properties } = each;
    const isNote = 'dataNote' in properties;
    if (isNote && tagName === 'sup') continue;
    const directive = isAlone(parent) ? writeEmbedDirective(each) : null;
    if (directive !== null) properties.dataRaw = directive;
    else if (isNote || (canExpress(each) && !inexpressible.has(each))) {
      if (tagName === 'table') for (const cell of dom.selectAll('th, td', each)) alignCell(cell);
      length += markRaw(each, inexpressible);
      const id = dom.attributeOf(each, 'id');
      const isOwn = /^h[1-6]$/.test(tagName) && id !== slugify(dom.textOf(each));
      if (isOwn && /^[\w.:-]+$/.test(id))
        each.children.push(dom.element('b', { dataRaw: ` {#${id}}` }));
    } else if (INLINE.test(tagName) && dom.selectAll(BLOCK, each).length === 0) {
      const end = `</${tagName}>`;
      const start = escapeShortcodes(dom.toHtml([{ ...each, children: [] }])).slice(0, -end.length);
      Object.assign(properties, { dataRaw: start, dataEnd: end });
      length += markRaw(each, inexpressible);
    } else {
      length += dom.wordsOf(each).length;
      // A blank line would end the HTML block.
      const written = escapeShortcodes(dom.toHtml([each])).replace(/\n(?=[ \t]*\n)/g, '&#10;');
      properties.dataRaw = written;
    }
  }
  return length;
}

/** Writes the alignment of a table's cell as Markdown has it. */
function alignCell({ properties }: Element): void {
  const [, align] = /^text-align: (\w+)$/.exec(String(properties.style ?? '')) ?? [];
  if (align === undefined) return;
  properties.align = align;
  delete properties.style;
}

/** True if an element in this parent is on lines of its own, as a directive needs. */
function isAlone(parent: Parent): boolean {
  return !dom.isElement(parent, /^p$/) || parent.children.length === 1;
}

/** True if Markdown can express an element's name, attributes and text. */
function canExpress(node: Element): boolean {
  const { tagName } = node;
  const names = dom.attributesOf(node).map(([name]) => name);
  const isPlain = names.every((name) => ATTRIBUTES.test(`${tagName} ${name}`));
  if (!WORDS.test(tagName) || !isPlain) return false;
  const children = dom.elementsIn(node);
  if (/^[ou]l$/.test(tagName))
    return children.every(({ properties }) => Object.keys(properties).length === 0);
  if (!/^(?:pre|code)$/.test(tagName)) return true;
  const text = dom.textOf(node);
  const words = children.flatMap(dom.classesOf);
  const isNamed = words.every((word) => /^lang(?:uage)?-[\w+#.-]+$/.test(word));
  const inner = children.map(dom.textOf).join('');
  const isWhole = children.length === 0 || inner.trim() === text.trim();
  return isNamed && isWhole && !/\{[{%]/.test(text);
}

/** Writes a list item, loose only if it has paragraphs. The default handler also makes an item loose if it has a nested list. */
const writeItem: Handle = (state, node) => {
  const spread = node.children.some((each) => each.type === 'element' && each.tagName === 'p');
  return { ...defaultHandlers.li(state, node), spread };
};

const HANDLERS = { ...defaultHandlers, li: writeItem };

/** Writes an element that stays HTML, a footnote reference or a footnote. */
const writeElement: Handle = (state, node) => {
  const { tagName, properties } = node;
  const raw = (value: unknown) => ({ type: 'html', value: String(value) });
  const { dataRaw, dataEnd, dataNote } = properties;
  if (dataEnd !== undefined) return [raw(dataRaw), ...state.all(node), raw(dataEnd)] as never;
  if (dataRaw !== undefined) return raw(dataRaw) as never;
  if (dataNote === undefined) return HANDLERS[tagName as 'p'](state, node as never);
  const identifier = String(dataNote);
  if (tagName === 'sup') return { type: 'footnoteReference', identifier };
  const children = state.toFlow(state.all(node));
  return { type: 'footnoteDefinition', identifier, children } as never;
};
