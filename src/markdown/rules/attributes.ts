/**
 * Attribute lists: `![a hill](hill.jpg){.wide #hill width=50%}`, and `{.lead}` alone on the line below a block. The
 * engine reads those of headings, `## Heading {#id}`.
 */
import type { MdastNode, MdastVisitorContext } from 'satteri';
import { addData, type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';
import type { Properties } from '../tree.ts';

const LIST = /^\{([^{}\n]+)\}/;
const ITEM =
  /\s*(?:([.#])([\p{L}\p{N}_:-]+)|([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))(?=\s|[.#]|$)/uy;
const LINE = /\n[ \t>]*\{[ \t]*(?:[.#][\w-]|[\w-]+=)[^{}\n]*\}[ \t]*(?:\n|$)/;

/** Reads what is between the braces; null for anything but attributes. */
function readAttributes(list: string): Properties | null {
  const properties: Properties = {};
  const className: string[] = [];
  const words = list.trim();
  let done = 0;
  ITEM.lastIndex = 0;
  for (let item = ITEM.exec(words); item !== null; item = ITEM.exec(words)) {
    const [, sign, name = '', key = '', ...values] = item;
    const value = values.find((each) => each !== undefined) ?? '';
    if (sign === '.') className.push(name);
    else if (sign === '#') properties.id = name;
    else if (key === 'class') className.push(...value.split(/\s+/));
    else properties[key] = value;
    done = ITEM.lastIndex;
  }
  if (done < words.length) return null;
  return className.length > 0 ? { ...properties, className } : properties;
}

interface List {
  readonly length: number;
  readonly properties: Properties;
}

/** Reads the list that begins a text; null for none. */
function readList(written: string): List | null {
  const [list, inner = ''] = LIST.exec(written) ?? [];
  const properties = readAttributes(inner);
  return list === undefined || properties === null ? null : { length: list.length, properties };
}

/** Reads a list that fills a line. */
function readLine(line: string): Properties | null {
  const list = readList(line.trim());
  return list !== null && list.length === line.trim().length ? list.properties : null;
}

export const attributes: Rule = ({ source }) => {
  const hasPictures = source.includes('){') || source.includes(']{');
  const hasLines = source.includes('{') && LINE.test(source);
  if (!hasPictures && !hasLines) return null;
  const picture = (node: NodeOf<'image' | 'imageReference'>, context: MdastVisitorContext) => {
    const list = readList(source.slice(placeOf(node).end));
    if (list === null) return;
    const next = context.parent(node)?.children[(context.indexOf(node) ?? 0) + 1];
    if (next?.type !== 'text') return;
    addData(context, node, { hProperties: list.properties });
    context.setProperty(next, 'value', next.value.slice(list.length));
  };
  const block = (node: MdastNode, context: MdastVisitorContext) => readBelow(node, source, context);
  return {
    needsPlaces: true,
    markdown: {
      ...(hasPictures && { image: picture, imageReference: picture }),
      ...(hasLines && {
        paragraph(node, context) {
          if (!readAlone(node, source, context)) block(node, context);
        },
        blockquote: block,
        list: block,
        tableRow(node, context) {
          const properties = readLine(sourceOf(node, source));
          if (properties === null) return;
          addData(context, context.parent(node) as MdastNode, { hProperties: properties });
          context.removeNode(node);
        },
      }),
    },
  };
};

/** Reads a list in a paragraph of its own, right below a code block or a heading. */
function readAlone(
  node: NodeOf<'paragraph'>,
  source: string,
  context: MdastVisitorContext,
): boolean {
  const properties = readLine(sourceOf(node, source));
  const above = properties && context.parent(node).children[(context.indexOf(node) ?? 0) - 1];
  if (!above || above.position?.end.line !== (node.position?.start.line ?? 0) - 1) return false;
  addData(context, above, { hProperties: properties });
  context.removeNode(node);
  return true;
}

/**
 * Reads a list in the last line of a block, which the engine takes for more of its text. The list is that of the block
 * that begins in the same column: a quotation or its paragraph.
 */
function readBelow(node: MdastNode, source: string, context: MdastVisitorContext): void {
  const written = sourceOf(node, source).trimEnd();
  const lineStart = written.lastIndexOf('\n') + 1;
  const line = written.slice(lineStart);
  const column = line.indexOf('{') + 1;
  if (lineStart === 0 || column !== node.position?.start.column) return;
  const properties = readLine(line.slice(column - 1));
  if (properties === null) return;
  const isPicture = node.type === 'paragraph' && node.children.length === 2;
  const first = isPicture ? node.children[0] : undefined;
  addData(context, first?.type === 'image' ? first : node, { hProperties: properties });
  removeEnd(findLastParagraph(node), placeOf(node).start + lineStart - 1, context);
}

function findLastParagraph(node: MdastNode): MdastNode {
  const last = 'children' in node && node.type !== 'paragraph' ? node.children.at(-1) : undefined;
  return last === undefined ? node : findLastParagraph(last);
}

/** Removes the last line of a paragraph. It is several nodes if the engine has made a link of an address in it. */
function removeEnd(paragraph: MdastNode, lineEnd: number, context: MdastVisitorContext): void {
  if (!('children' in paragraph)) return;
  for (const child of paragraph.children) {
    const { start, end } = placeOf(child);
    if (end <= lineEnd) continue;
    if (child.type === 'text' && start < lineEnd) {
      context.setProperty(child, 'value', child.value.slice(0, child.value.lastIndexOf('\n')));
    } else context.removeNode(child);
  }
}
