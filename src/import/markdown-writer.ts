/**
 * Markdown writer: cleaned HTML → Markdown. Pure.
 *
 * Elements that Markdown can express become Markdown; all other elements stay HTML. The result is only used if the
 * engine turns it into the same tree (`same-tree.ts`).
 */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import type { Root, RootContent } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { parse } from 'parse5';
import { slugify } from '../site/slugs.ts';
import { htmlOf, loadBody } from './clean.ts';
import { writeEmbedDirective } from './embeds.ts';
import { removeNodes } from './tree.ts';

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
export function writeMarkdown(html: string): { markdown: string; rawShare: number } {
  const $ = loadBody(html);
  const length = $('body').text().length;
  for (const each of $(
    'sup:has(> a[href^="#fn-"]:first-child), [data-footnotes] > ol > li',
  ).get()) {
    const id = each.name === 'li' ? $(each).attr('id') : $(each).children('a').attr('href');
    $(each).attr('data-note', id?.replace(/^#?fn-/, ''));
  }
  removeNodes($('[data-footnote-backref]'));
  $('[data-footnotes]').replaceWith($('[data-footnotes] > ol > li'));
  const inexpressible = new Set<Element>($<Element, string>(INEXPRESSIBLE).get());
  const rawLength = markRaw($, $('body').children().get(), inexpressible);
  const marked = $('[data-raw], [data-note]').get();
  const handlers = Object.fromEntries(marked.map(({ name }) => [name, writeElement]));
  const hast = readTree(htmlOf($));
  const mdast = toMdast(hast, { handlers, document: true });
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

/** Parses a body as that of a page: parse5 moves each outermost element of a fragment to the front, in quadratic time. */
function readTree(html: string): Root {
  const document = parse(`<!DOCTYPE html><body>${html}`, { scriptingEnabled: false });
  const page = fromParse5(document) as Root;
  const elements = page.children.flatMap((each) => ('children' in each ? each.children : []));
  const body = elements.find((each) => each.type === 'element' && each.tagName === 'body');
  const children = body !== undefined && 'children' in body ? body.children : [];
  // What follows would remove the space between blocks as well, but one text at a time, in quadratic time.
  const isBetween = (at: number) =>
    isOuterBlock(children[at - 1]) && isOuterBlock(children[at + 1]);
  return {
    type: 'root',
    children: children.filter((each, at) => !(isSpace(each) && isBetween(at))),
  };
}

const isSpace = (node: RootContent) => node.type === 'text' && /^[ \t\n\f\r]+$/.test(node.value);

const isOuterBlock = (node: RootContent | undefined) =>
  node?.type === 'element' &&
  /^(?:p|figure|blockquote|pre|table|hr|[ou]l|h[1-6])$/.test(node.tagName);

/** Escapes text that would be read as a shortcode, a comment or a wikilink. */
export const escapeShortcodes = (html: string) =>
  html
    .replace(/\{(?=[{%<:#]|\/\*)/g, '&#123;')
    .replace(/%(?=%)/g, '&#37;')
    .replace(/\[(?=\[)/g, '&#91;');

/** Keeps the HTML of elements that stay HTML, or their tags, in attributes; returns the length of text in blocks. */
function markRaw(
  $: CheerioAPI,
  elements: readonly Element[],
  inexpressible: ReadonlySet<Element>,
): number {
  let length = 0;
  for (const each of elements) {
    const element = $(each);
    const id = element.attr('id') ?? '';
    const isNote = 'data-note' in each.attribs;
    if (isNote && each.name === 'sup') continue;
    const directive = isAlone(each) ? writeEmbedDirective($, each) : null;
    if (directive !== null) element.attr('data-raw', directive);
    else if (isNote || (canExpress(element) && !inexpressible.has(each))) {
      for (const cell of each.name === 'table' ? element.find('th, td').get() : []) {
        const align = /^text-align: (\w+)$/.exec($(cell).attr('style') ?? '')?.[1];
        if (align) $(cell).attr('align', align).removeAttr('style');
      }
      length += markRaw($, element.children().get(), inexpressible);
      const isOwn = /^h[1-6]$/.test(each.name) && id !== slugify(element.text());
      if (isOwn && /^[\w.:-]+$/.test(id)) element.append($('<b>').attr('data-raw', ` {#${id}}`));
    } else if (INLINE.test(each.name) && element.find(BLOCK).length === 0) {
      const end = `</${each.name}>`;
      const start = escapeShortcodes($.html(element.clone().empty())).slice(0, -end.length);
      element.attr({ 'data-raw': start, 'data-end': end });
      length += markRaw($, element.children().get(), inexpressible);
    } else {
      length += element.text().trim().length;
      // A blank line would end the HTML block.
      const written = escapeShortcodes($.html(element)).replace(/\n(?=[ \t]*\n)/g, '&#10;');
      element.attr('data-raw', written);
    }
  }
  return length;
}

/** True for an element on lines of its own, as a directive needs. */
function isAlone({ parent, prev, next }: Element): boolean {
  const isInParagraph = parent !== null && 'name' in parent && parent.name === 'p';
  return !isInParagraph || (prev === null && next === null);
}

/** True if Markdown can express an element's name, attributes and text. */
function canExpress(element: Cheerio<Element>): boolean {
  const { name, attribs } = element[0] as Element;
  const isPlain = Object.keys(attribs).every((key) => ATTRIBUTES.test(`${name} ${key}`));
  if (!WORDS.test(name) || !isPlain) return false;
  const children = element.children();
  if (/^[ou]l$/.test(name))
    return children.get().every((each) => Object.keys(each.attribs).length === 0);
  if (!/^(?:pre|code)$/.test(name)) return true;
  const text = element.text();
  const words = children.attr('class')?.split(/\s+/) ?? [];
  const isNamed = words.every((word) => /^(?:lang(?:uage)?-[\w+#.-]+)?$/.test(word));
  const isWhole = children.length === 0 || children.text().trim() === text.trim();
  return isNamed && isWhole && !/\{[{%]/.test(text);
}

/** Writes an element that stays HTML, a footnote reference or a footnote. */
const writeElement: Handle = (state, node) => {
  const { tagName, properties } = node;
  const raw = (value: unknown) => ({ type: 'html', value: String(value) });
  const { dataRaw, dataEnd, dataNote } = properties;
  if (dataEnd !== undefined) return [raw(dataRaw), ...state.all(node), raw(dataEnd)] as never;
  if (dataRaw !== undefined) return raw(dataRaw) as never;
  if (dataNote === undefined) return defaultHandlers[tagName as 'p'](state, node as never);
  const identifier = String(dataNote);
  if (tagName === 'sup') return { type: 'footnoteReference', identifier };
  const children = state.toFlow(state.all(node));
  return { type: 'footnoteDefinition', identifier, children } as never;
};
