/**
 * The engine makes a link of an address inside a link in raw HTML, which would split the outer link. Such an address
 * becomes text again.
 */
import { makeText, placeOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

export const nestedLinks: Rule = ({ source }) => {
  if (!/<a\s[^<>]*>[^<]*(?:https?:\/\/|www\.|@)/i.test(source)) return null;
  let isInLink = false;
  return {
    needsPlaces: true,
    markdown: {
      html({ value }) {
        const tag = value.match(/<\/?a\b/gi)?.at(-1);
        if (tag !== undefined) isInLink = !tag.startsWith('</');
      },
      link(node, context) {
        const isBare = source[placeOf(node).start] !== '[';
        if (isInLink && isBare) context.replaceNode(node, makeText(context.textContent(node)));
      },
    },
  };
};
