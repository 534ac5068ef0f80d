/**
 * Markdown writer: cleaned HTML → Markdown. Pure.
 *
 * The elements that Markdown has words for become those, all others stay HTML in it. The result is only used
 * where the engine makes the same tree of it (`same-tree.ts`).
 */
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, type Handle, type State, toMdast } from 'hast-util-to-mdast';
import type { Html, Nodes as MdastNodes } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { slugify } from '../site/slugs.ts';

/** The elements that Markdown has words for, each with the attributes that it has words for. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br em i strong b del s strike ul li blockquote hr thead tbody tr h1 h2 h3 h4 h5 h6'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ...{
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    code: ['className'],
    pre: [],
    ol: ['start'],
  },
  ...{ table: [], th: ['align'], td: ['align'], input: ['type', 'checked', 'disabled'] },
};
const INLINE =
  /^(?:a|abbr|cite|code|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|b|del|strike|sub|sup|time|u|var)$/;

/** Writes Markdown, and tells which share of the text stands in blocks of HTML. */
export function writeMarkdown(html: string): { markdown: string; rawShare: number } {
  const tree = fromHtml(html, { fragment: true });
  let rawLength = 0;
  const slice = ({ position }: Element, source = html) =>
    source.slice(position?.start.offset, position?.end.offset);
  const writeRaw = (state: State, node: Element): MdastNodes[] => {
    const raw = (value: string): Html => ({ type: 'html', value });
    const written = slice(node);
    const hasBlocks = /<(?:p|div|ul|ol|pre|table|figure|blockquote|h[1-6])\b/i.test(written);
    if (INLINE.test(node.tagName) && node.tagName !== 'code' && !hasBlocks) {
      const [start = ''] = /^<[^>]*>/.exec(written) ?? [];
      return [raw(start), ...state.all(node), raw(`</${node.tagName}>`)] as MdastNodes[];
    }
    rawLength += textOf(node).length;
    // A blank line would end the HTML.
    return [raw(written.replace(/\n(?=[ \t]*\n)/g, '&#10;'))];
  };
  const handle: Handle = (state, node, parent) => {
    const { tagName, properties, children } = node;
    const [link] = children;
    const note =
      tagName === 'sup' &&
      link?.type === 'element' &&
      /^#fn-(\d+)$/.exec(String(link.properties.href))?.[1];
    if (note) return { type: 'footnoteReference', identifier: note };
    if (tagName === 'section' && 'dataFootnotes' in properties) return writeNotes(state, node);
    const isHeading = /^h[1-6]$/.test(tagName);
    const ids = isHeading && 'id' in properties ? String(properties.id) : '';
    const others = Object.keys(properties).filter((key) => key !== 'id' || !isHeading);
    const isPlain = others.every((key) => WORDS[tagName]?.includes(key));
    const isSaid =
      WORDS[tagName] !== undefined &&
      isPlain &&
      isSimple(node, parent?.type === 'element' ? parent : null);
    if (!isSaid) return writeRaw(state, node) as never;
    const result = defaultHandlers[tagName as 'p'](state, node as never) as MdastNodes;
    if (
      ids !== '' &&
      ids !== slugify(textOf(node)) &&
      result.type === 'heading' &&
      /^[\w.:-]+$/.test(ids)
    ) {
      result.children.push({ type: 'html', value: ` {#${ids}}` } as never);
    }
    return result as never;
  };
  alignCells(tree);
  const handlers = Object.fromEntries(listNames(tree).map((name) => [name, handle]));
  const mdast = toMdast(tree, { handlers, document: true });
  const options = { bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one' } as const;
  const written = toMarkdown(mdast as never, {
    ...options,
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  });
  // An option of a command is not a dash, and the engine makes links of URLs whatever is escaped in them.
  const markdown = written
    .replace(/\{(?=[{%])/g, '&#123;')
    .replace(/(^|[\s("'])--(?=[a-z])/gim, '$1\\--')
    .replace(/\\(:(?=\/\/)|@(?=\w)|(?<=www\\)\.)/g, '$1');
  return { markdown, rawShare: rawLength / Math.max(1, textOf(tree).length) };
}

/** True for an element that Markdown can say as it is here. */
function isSimple(node: Element, parent: Element | null): boolean {
  const { tagName, children } = node;
  const has = (form: RegExp) =>
    listNames({ type: 'root', children }).some((name) => form.test(name));
  if (tagName === 'pre') {
    const inner = children.filter((each) => each.type !== 'text' || each.value.trim() !== '');
    const [code] = inner;
    const isCode = inner.length === 1 && code?.type === 'element' && code.tagName === 'code';
    const content = isCode ? code.children : inner;
    const classes = isCode ? [code.properties.className ?? []].flat() : [];
    const isNamed = classes.every((each) => /^lang(?:uage)?-[\w+#.-]+$/.test(String(each)));
    return isNamed && content.every((each) => each.type === 'text') && !/\{[{%]/.test(textOf(node));
  }
  if (tagName === 'code')
    return (
      parent?.tagName === 'pre' ||
      (!has(/./) && !/\{[{%]/.test(textOf(node)) && !node.properties.className)
    );
  if (tagName === 'table')
    return (
      !has(/^(?:caption|colgroup|tfoot|table|p|ul|ol|pre|br|div|blockquote|figure)$/) && has(/^th$/)
    );
  if (tagName === 'input') return parent?.tagName === 'li' || parent?.tagName === 'p';
  if (tagName === 'ul' || tagName === 'ol')
    return children.every(
      (each) =>
        each.type === 'text' ||
        (each.type === 'element' &&
          each.tagName === 'li' &&
          Object.keys(each.properties).length === 0),
    );
  return true;
}

/** Names alignments as the converter reads them. */
function alignCells(node: Nodes): void {
  if (!('children' in node)) return;
  const { style, ...others } = node.type === 'element' ? node.properties : {};
  const align = /^text-align: (\w+)$/.exec(String(style))?.[1];
  if (node.type === 'element' && /^t[dh]$/.test(node.tagName) && align) {
    node.properties = { ...others, align };
  }
  node.children.forEach(alignCells);
}

function writeNotes(state: State, section: Element): never {
  const list = section.children.find((each) => each.type === 'element' && each.tagName === 'ol');
  const items =
    list?.type === 'element' ? list.children.filter((each) => each.type === 'element') : [];
  return items.map((item) => {
    const drop = (node: Element): Element => ({
      ...node,
      children: node.children
        .filter((each) => each.type !== 'element' || !('dataFootnoteBackref' in each.properties))
        .map((each) => (each.type === 'element' ? drop(each) : each)),
    });
    const children = state.toFlow(state.all(drop(item)));
    return {
      type: 'footnoteDefinition',
      identifier: String(item.properties.id).slice(3),
      children,
    };
  }) as never;
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function listNames(node: Nodes): string[] {
  if (!('children' in node)) return [];
  return [...(node.type === 'element' ? [node.tagName] : []), ...node.children.flatMap(listNames)];
}
