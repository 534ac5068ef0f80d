/**
 * The author's comments, as other programs write them. They are removed from the source, since they may contain
 * anything. The engine reads HTML comments, and the writer leaves them out.
 */
import { findComments, mayHaveComments } from '../comments.ts';
import { type PlacedNode, placeOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

export const comments: Rule = ({ found, options, source }) => {
  if (options.format === 'text' || !mayHaveComments(source)) return null;
  const places: { readonly start: number; readonly end: number }[] = [];
  const add = (node: PlacedNode) => void places.push(placeOf(node));
  const isInCode = (at: number) => places.some(({ start, end }) => start <= at && at < end);
  return {
    needsPlaces: true,
    markdown: { code: add, inlineCode: add, math: add, inlineMath: add },
    afterMarkdown() {
      const { comments: all, unclosed } = findComments(source, isInCode);
      for (const { start, end, text } of all) {
        // Docusaurus ends its excerpts with `{/* truncate */}`.
        const is = text.trim() === 'truncate' ? '<!--more-->' : '';
        found.sourceEdits.push({ at: start, was: source.slice(start, end), is });
      }
      for (const { at, message, hint } of unclosed) {
        found.faults.push({ code: 'comment-unclosed', message, hint, at, written: '' });
      }
    },
  };
};
