/**
 * Attribute lists after pictures, links, emphasis and code, as in kramdown and Pandoc. Pictures keep their lists in our
 * form, and links that are buttons their classes; the other lists mean nothing here and are removed. Spans in brackets,
 * `[x]{.smallcaps}`, become elements, and pictures with captions in Markdown the component `figure`. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList, writeTag } from './attribute-list.ts';
import { listNodes, type ParsedNode } from './code-spans.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';
import { replaceBlock } from './places.ts';
import { escapeLabel, writeAttributes, writeFigure } from './writing.ts';

export const spanAttributes: Dialect = {
  formats: MARKDOWN,
  sign: /[)\]*_`>~]\{|\]\([^\s"'()\]]+ +(?:"(?:\\.|[^"\\\n])*[*_`<[]|'(?:\\.|[^'\\\n])*[*_`<[])/,
  translate: (body) => {
    const done = new Set<number>();
    const edits = listNodes(body.text, TYPES, body.context.math).flatMap((each) => {
      if (done.has(each.end)) return [];
      done.add(each.end);
      return editList(each, body.text);
    });
    return { edits: [...edits, ...listSpans(body, done)] };
  },
};

const TYPES = 'link linkReference image imageReference emphasis strong delete inlineCode';
const AFTER = new RegExp(LISTS, 'y');
/** Classes of links that are buttons. */
const BUTTON = /\b(?:btn|button)\b/;

/** Edits the list after a node. */
function editList(span: ParsedNode, text: string): TextEdit[] {
  const { node, start, end } = span;
  AFTER.lastIndex = end;
  const [list = ''] = AFTER.exec(text) ?? [];
  const attributes = readList(list);
  if (node.type === 'image') return editPicture(span, attributes ?? new Map(), text, list);
  if (attributes === null) return [];
  if (node.type === 'imageReference')
    return [{ at: end, was: list, is: writeAttributes(listOfPicture(attributes)) }];
  if (isOfHeading(text, end, list)) return [];
  const classes = attributes.get('class') ?? '';
  const bracket = text.slice(start, end).lastIndexOf('](');
  if (node.type !== 'link' || !BUTTON.test(classes) || bracket === -1)
    return [{ at: end, was: list, is: '' }];
  return [
    { at: start, was: '[', is: writeTag('a', Object.entries({ href: node.url, class: classes })) },
    { at: start + bracket, was: text.slice(start + bracket, end) + list, is: '</a>' },
  ];
}

/** Marks of Markdown, and tags, which a title would show as they are. */
const MARKED = /\]\(|([*`])\S.*\1|<[a-z/]|(?<!\w)_\S[^_]*_(?!\w)/i;

/** Edits a picture that has a list, a caption in Markdown or, as in Quarto, another description than its caption. */
function editPicture(
  { node, parent, start, end }: ParsedNode,
  attributes: ReadonlyMap<string, string>,
  text: string,
  list: string,
): TextEdit[] {
  if (node.type !== 'image') return [];
  const source = text.slice(start, end);
  const bracket = source.lastIndexOf('](');
  const description = attributes.get('fig-alt');
  const label = description === undefined ? '' : source.slice('!['.length, bracket);
  const caption = node.title || label;
  const kept = listOfPicture(attributes);
  if (MARKED.test(caption) && parent?.type !== 'link') {
    const alt = description ?? node.alt ?? '';
    const figure = writeFigure({ src: node.url, alt, caption, attributes: kept });
    const block = replaceBlock(text, { start, end: end + list.length }, figure);
    if (block !== null) return block;
  }
  const is = writeAttributes(kept);
  if (attributes.size === 0) return [];
  if (description === undefined) return [{ at: end, was: list, is }];
  const title = node.title || !node.alt ? '' : ` "${node.alt.replaceAll('"', '\\"')}"`;
  const picture = `![${escapeLabel(description)}${source.slice(bracket, -1)}${title})${is}`;
  return [{ at: start, was: source + list, is: picture }];
}

/** True for a list at the end of a heading, which the engine reads. */
function isOfHeading(text: string, at: number, list: string): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const rest = text.slice(at + list.length).split('\n', 1)[0] ?? '';
  return list.includes('#') && /^ {0,3}#{1,6}[ \t]/.test(line) && /^[ \t]*#*[ \t]*$/.test(rest);
}

const SPAN = new RegExp(
  String.raw`(?<![!\\\]:]|:[\w-]+)\[(?<words>(?!\^)(?:[^[\]\n\\]|\\.|\[[^[\]\n]*\])+)\](?<list>${LISTS})`,
  'g',
);

/** Lists the edits of spans in brackets; not of pictures, footnotes or labels of directives. */
function listSpans({ text, literals }: ForeignBody, done: ReadonlySet<number>): TextEdit[] {
  return [...text.matchAll(SPAN)].flatMap(({ index, groups: { words = '', list = '' } = {} }) => {
    const end = index + words.length + 2;
    const attributes = readList(list);
    const isElsewhere = done.has(end) || findLiteral(literals, index) || findLiteral(literals, end);
    if (attributes === null || isElsewhere || isOfHeading(text, end, list)) return [];
    return [
      { at: index, was: '[', is: writeTag('span', attributes) },
      { at: end - 1, was: `]${list}`, is: '</span>' },
    ];
  });
}
