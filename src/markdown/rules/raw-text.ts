/**
 * Scripts, style sheets and text fields within a paragraph, whose content the engine reads as Markdown. Its signs become
 * entities in the source (`source-edits.ts`); then it is a single text, which is written as it is.
 */
import type { MdastNode, MdastVisitorContext } from 'satteri';
import { makeHtml, placeOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

const SIGN = /<(?:script|style|textarea)\b(?<!^[ \t>]*<\w+)/im;
/** Matches a start tag within a paragraph; a block is a node with its content. */
const TAG = /^<(script|style|textarea)\b[^>]*>$/i;
const ENCODED = /^(?:[\p{L}\p{N} ]|&#\d+;)*$/u;

const encode = (text: string) =>
  text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);

export const rawText: Rule = ({ found, options, source }) => {
  if (options.format !== 'markdown' || !SIGN.test(source)) return null;
  /** The end of the content of the last element, and whether its signs are entities. */
  let contentEnd = 0;
  let isEncoded = false;
  /** The end of the last node that was replaced. */
  let done = 0;
  const writeRaw = (node: MdastNode, context: MdastVisitorContext) => {
    const { start, end } = placeOf(node);
    if (!isEncoded || start >= contentEnd || start < done) return;
    done = end;
    context.replaceNode(node, makeHtml(context.textContent(node)));
  };
  return {
    needsPlaces: true,
    markdown: {
      html(node) {
        const [, name] = TAG.exec(node.value) ?? [];
        const { end: at } = placeOf(node);
        if (name === undefined || at < contentEnd) return;
        const length = source.slice(at).search(new RegExp(`</${name}\\b`, 'i'));
        contentEnd = length === -1 ? source.length : at + length;
        const was = source.slice(at, contentEnd);
        isEncoded = ENCODED.test(was);
        if (length !== -1 && !isEncoded) found.sourceEdits.push({ at, was, is: encode(was) });
      },
      text: writeRaw,
      // The engine makes a link of an address in text.
      link: writeRaw,
    },
  };
};
