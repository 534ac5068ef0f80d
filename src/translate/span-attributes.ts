/**
 * Attribute lists after links, pictures, emphasis and code, and spans in brackets, `[x]{.smallcaps}`, as in kramdown and
 * Pandoc: pictures keep a list in our form, and the others become elements. Pure.
 */
import type { Nodes } from 'mdast';
import type { TextEdit } from '../problems/problems.ts';
import { LISTS, listOfPicture, readList, writeTag } from './attribute-list.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';
import { listParsed, type ParsedNode } from './parsed-nodes.ts';
import { escapeLabel, writeAttributes } from './writing.ts';

export const spanAttributes: Dialect = {
  name: 'attributes of spans',
  formats: MARKDOWN,
  sign: /[)\]*_`>~]\{/,
  translate: (body) => {
    const nodes = listParsed(body, TYPES);
    const definitions = new Map(
      nodes.flatMap(({ node }) => (node.type === 'definition' ? [[node.identifier, node]] : [])),
    );
    const done = new Set<number>();
    const edits = nodes.flatMap((each) => {
      const list = findList(each, body.text);
      if (list === null || done.has(each.end)) return [];
      done.add(each.end);
      return writeNode(each, list, body.text, definitions);
    });
    return { edits: [...edits, ...listSpans(body, done)], left: [] };
  },
};

const TYPES: ReadonlySet<string> = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'definition',
]);

type Definition = Extract<Nodes, { type: 'definition' }>;

/** The attribute list after a node. */
interface FoundList {
  readonly written: string;
  /** Null for `{=html}`. */
  readonly attributes: ReadonlyMap<string, string>;
}

const AFTER = new RegExp(LISTS, 'y');

function findList({ node, end }: ParsedNode, text: string): FoundList | null {
  AFTER.lastIndex = end;
  const [written] = AFTER.exec(text) ?? [];
  if (written === undefined) return null;
  if (node.type === 'inlineCode' && /^\{=\w+\}$/.test(written)) {
    return { written, attributes: new Map() };
  }
  const attributes = readList(written);
  const isPicture = node.type === 'image' || node.type === 'imageReference';
  if (attributes === null || (!isPicture && isOfHeading(text, end, written))) return null;
  return { written, attributes };
}

/** True for a list at the end of a heading, which the engine reads. */
function isOfHeading(text: string, at: number, list: string): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const rest = text.slice(at + list.length).split('\n', 1)[0] ?? '';
  return list.includes('#') && /^ {0,3}#{1,6}[ \t]/.test(line) && /^[ \t]*#*[ \t]*$/.test(rest);
}

function writeNode(
  { node, start, end }: ParsedNode,
  { written, attributes }: FoundList,
  text: string,
  definitions: ReadonlyMap<string, Definition>,
): TextEdit[] {
  const was = text.slice(start, end) + written;
  const replaceSigns = (name: string, list: ReadonlyMap<string, string>): TextEdit[] => {
    const [first, last] = 'children' in node ? [node.children[0], node.children.at(-1)] : [];
    const from = first?.position?.start.offset ?? start;
    const to = last?.position?.end.offset ?? from;
    return [
      { at: start, was: text.slice(start, from), is: writeTag(name, list) },
      { at: to, was: text.slice(to, end) + written, is: `</${name}>` },
    ];
  };
  const replace = (is: string): TextEdit[] => (is === was ? [] : [{ at: start, was, is }]);
  switch (node.type) {
    case 'inlineCode':
      if (written.startsWith('{=')) return replace(written === '{=html}' ? node.value : '');
      // Nothing here styles code by its class.
      return [{ at: end, was: written, is: '' }];
    case 'image':
    case 'imageReference':
      return replace(writePicture(node, text.slice(start, end), attributes));
    case 'link':
    case 'linkReference': {
      const target = node.type === 'link' ? node : definitions.get(node.identifier);
      if (target === undefined) return [];
      const { url, title } = target;
      const list = new Map([
        ['href', url],
        ...(title ? [['title', title] as const] : []),
        ...attributes,
      ]);
      return replaceSigns('a', list);
    }
    default:
      return replaceSigns(ELEMENTS[node.type] ?? 'span', attributes);
  }
}

const ELEMENTS: Readonly<Record<string, string>> = {
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
};

/** Writes a picture with the attributes that it has on a page. */
function writePicture(
  node: Extract<Nodes, { type: 'image' | 'imageReference' }>,
  source: string,
  attributes: ReadonlyMap<string, string>,
): string {
  const list = writeAttributes(listOfPicture(attributes));
  const alt = attributes.get('fig-alt') ?? attributes.get('alt');
  if (alt === undefined || node.type === 'imageReference') return source + list;
  // In Quarto, the words in brackets are the caption if there is another description.
  const bracket = source.indexOf(']', source.startsWith('![') ? 2 + (node.alt ?? '').length : 2);
  const title = node.title || !node.alt ? '' : ` "${node.alt.replaceAll('"', '\\"')}"`;
  return `![${escapeLabel(alt)}${source.slice(bracket, -1)}${title})${list}`;
}

/** Lists the edits of spans in brackets. */
function listSpans({ text, literals }: ForeignBody, done: ReadonlySet<number>): TextEdit[] {
  const edits: TextEdit[] = [];
  const pattern = new RegExp(String.raw`(?<!\\)\](?<list>${LISTS})`, 'g');
  for (const { index, groups = {} } of text.matchAll(pattern)) {
    const { list = '' } = groups;
    const attributes = readList(list);
    const start = findOpening(text, index);
    const isElsewhere = done.has(index + 1) || findLiteral(literals, index) !== undefined;
    if (attributes === null || start === -1 || isElsewhere) continue;
    // Not a picture, a footnote or the label of a directive.
    const isOther = /(?:[!^\]]|::[\w-]+)$/.test(text.slice(Math.max(0, start - 60), start));
    if (isOther || text.charAt(start + 1) === '^' || isOfHeading(text, index + 1, list)) continue;
    const [name, others] = chooseElement(attributes);
    edits.push({ at: start, was: '[', is: writeTag(name, others) });
    edits.push({ at: index, was: `]${list}`, is: `</${name}>` });
  }
  return edits;
}

/** Finds the bracket that the one at an offset closes, in the same paragraph; -1 if there is none. */
function findOpening(text: string, closing: number): number {
  const paragraph = Math.max(0, text.lastIndexOf('\n\n', closing));
  let depth = 0;
  for (let at = closing; at >= paragraph; at -= 1) {
    const isBracket = /[[\]]/.test(text.charAt(at)) && text.charAt(at - 1) !== '\\';
    if (!isBracket) continue;
    depth += text.charAt(at) === ']' ? 1 : -1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The elements that Pandoc writes for these classes. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['underline', 'u'],
  ['ul', 'u'],
  ['mark', 'mark'],
  ['kbd', 'kbd'],
]);

function chooseElement(
  attributes: ReadonlyMap<string, string>,
): readonly [string, Map<string, string>] {
  const names = attributes.get('class')?.split(' ') ?? [];
  const known = names.find((each) => CLASSES.has(each));
  if (known === undefined) return ['span', new Map(attributes)];
  const rest = names.filter((each) => each !== known).join(' ');
  const others = [...attributes].map(
    ([key, value]) => [key, key === 'class' ? rest : value] as const,
  );
  return [CLASSES.get(known) ?? 'span', new Map(others.filter(([, value]) => value !== ''))];
}
