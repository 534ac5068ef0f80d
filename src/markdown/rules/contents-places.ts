/**
 * The place of a table of contents: `[TOC]` in a paragraph of its own.
 */
import { makeElement } from '../markdown-nodes.ts';
import { placeholder, type Rule } from '../rule.ts';

export const contentsPlaces: Rule = ({ found, source }) => {
  if (!/\[TOC\]/i.test(source)) return null;
  return {
    markdown: {
      paragraph(node, context) {
        const [only, other] = node.children;
        if (other !== undefined || only?.type !== 'text' || !/^\[TOC\]$/i.test(only.value)) return;
        const { hName, hProperties } = placeholder(found, 'nav', 'contents', null);
        context.replaceNode(node, makeElement(hName, hProperties));
      },
    },
  };
};
