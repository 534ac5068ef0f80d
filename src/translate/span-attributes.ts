/**
 * Attribute lists after pictures, links, emphasis and code, as in kramdown and Pandoc. Pictures keep their lists in our
 * form; the other lists mean nothing here and are removed. Spans in brackets, `[x]{.smallcaps}`, become elements. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList, writeTag } from './attribute-list.ts';
import { listNodes, type ParsedNode } from './code-spans.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';
import { escapeLabel, writeAttributes } from './writing.ts';

export const spanAttributes: Dialect = {
  name: 'attributes of spans',
  formats: MARKDOWN,
  sign: /[)\]*_`>~]\{/,
  translate: (body) => {
    const done = new Set<number>();
    const edits = listNodes(body.text, TYPES, body.context.math).flatMap((each) => {
      if (done.has(each.end)) return [];
      done.add(each.end);
      return editList(each, body.text);
    });
    return { edits: [...edits, ...listSpans(body, done)], left: [] };
  },
};

const TYPES: ReadonlySet<string> = new Set(
  'link linkReference image imageReference emphasis strong delete inlineCode'.split(' '),
);
const AFTER = new RegExp(LISTS, 'y');

/** Edits the list after a node. */
function editList({ node, start, end }: ParsedNode, text: string): TextEdit[] {
  AFTER.lastIndex = end;
  const [list = ''] = AFTER.exec(text) ?? [];
  const attributes = readList(list);
  if (attributes === null) return [];
  if (node.type !== 'image' && node.type !== 'imageReference') {
    return isOfHeading(text, end, list) ? [] : [{ at: end, was: list, is: '' }];
  }
  const source = text.slice(start, end);
  const is = writeAttributes(listOfPicture(attributes));
  const alt = attributes.get('fig-alt');
  if (alt === undefined || node.type !== 'image') return [{ at: end, was: list, is }];
  // In Quarto, the words in brackets are the caption if there is another description.
  const bracket = source.lastIndexOf('](');
  const title = node.title || !node.alt ? '' : ` "${node.alt.replaceAll('"', '\\"')}"`;
  const picture = `![${escapeLabel(alt)}${source.slice(bracket, -1)}${title})${is}`;
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
