/**
 * Callouts: notes, tips and warnings that stand apart from the text, as a quotation that begins with `[!NOTE] Title`, or
 * `[!NOTE]-` and `[!NOTE]+` for one that folds. A callout stays a quotation with a bold title, so that it can be read
 * without CSS, as in feeds.
 */
import type { MdastNode, MdastVisitorContext } from 'satteri';
import { fillText, type Texts } from '../../text/texts.ts';
import { CALLOUTS } from '../callouts.ts';
import { addData, makeParagraph, makeText } from '../markdown-nodes.ts';
import type { Found, Rule } from '../rule.ts';

/** Obsidian allows metadata after a bar. */
const START = /^\[!([a-z][\w-]*)(?:\|[^\]\n]*)?\]([-+]?)[ \t]*/i;

export const callouts: Rule = ({ found, options: { texts }, source }) => {
  if (!source.includes('[!')) return null;
  return {
    needsPlaces: true,
    markdown: {
      blockquote(node, context) {
        const [first, ...others] = node.children;
        const [opening, ...following] = first?.type === 'paragraph' ? first.children : [];
        const [start, word = '', fold = ''] =
          (opening?.type === 'text' && START.exec(opening.value)) || [];
        if (opening?.type !== 'text' || start === undefined) return;
        const rest = makeText(opening.value.slice(start.length));
        const [title, body] = splitLine([rest, ...following]);
        const paragraph =
          body.length > 0 ? [{ type: 'paragraph', children: body } as MdastNode] : [];
        const callout = { word, fold, title };
        setCallout(node, context, callout, [...paragraph, ...others], { found, texts });
      },
    },
  };
};

/** Splits the content of a paragraph at the end of its first line. */
function splitLine(nodes: readonly MdastNode[]): [title: MdastNode[], body: MdastNode[]] {
  const isEnd = (node: MdastNode) =>
    node.type === 'break' || (node.type === 'text' && node.value.includes('\n'));
  const end = nodes.findIndex(isEnd);
  const last = nodes[end];
  if (last === undefined) return [nodes.filter(hasContent), []];
  const value = last.type === 'text' ? last.value : '\n';
  const at = value.indexOf('\n');
  return [
    [...nodes.slice(0, end), makeText(value.slice(0, at))].filter(hasContent),
    [makeText(value.slice(at + 1)), ...nodes.slice(end + 1)].filter(hasContent),
  ];
}

const hasContent = (node: MdastNode): boolean => node.type !== 'text' || node.value !== '';

export interface Callout {
  /** The author's word for its kind. */
  readonly word: string;
  /** `+` for one that folds, `-` for one that is folded at first; empty for neither. */
  readonly fold: string;
  /** Empty for the title of its kind. */
  readonly title: readonly MdastNode[];
}

/** Makes a quotation or directive a callout. It stays the same node, so that what is in it can be changed too. */
export function setCallout(
  node: MdastNode,
  context: MdastVisitorContext,
  { word, fold, title }: Callout,
  children: readonly MdastNode[],
  { found, texts }: { readonly found: Found; readonly texts: Texts },
): void {
  found.styles.add('callouts');
  const kind = CALLOUTS.get(word.toLowerCase());
  const own = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  const shown =
    title.length > 0 ? title : [makeText(kind === undefined ? own : fillText(texts[kind]))];
  const isFoldable = fold !== '' || kind === 'details';
  const heading = isFoldable
    ? makeParagraph('summary', {}, shown)
    : makeParagraph('p', { className: ['callout-title'] }, [
        { type: 'strong', children: shown } as MdastNode,
      ]);
  addData(context, node, {
    hName: isFoldable ? 'details' : 'blockquote',
    hProperties: {
      className: ['callout', `callout-${kind ?? 'note'}`],
      ...(isFoldable ? fold === '+' && { open: true } : { role: 'note' }),
    },
  });
  context.setProperty(node as never, 'children', [heading, ...children] as never);
}
