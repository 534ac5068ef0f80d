/**
 * Whole HTML documents, such as pages of another site: the head is left out. Its title is the essay's if there is no other.
 */
import type { Rule } from '../rule.ts';

/** What may stand before the head. */
const BEFORE = /\s+|<!--[\s\S]*?-->|<!doctype[^>]*>|<html\b[^>]*>/iy;
const HEAD = /<head[\s>]/iy;
const END = /<\/head\s*>|(?=<body\b)/i;

export const documents: Rule = ({ found, options: { format, title }, source }) => {
  const at = format === 'html' ? findHead(source) : null;
  if (at === null) return null;
  return {
    afterMarkdown() {
      const [head = '', end] = source.slice(at).split(END, 2);
      if (end === undefined) return;
      const [, stated = ''] = /<title\b[^>]*>([^<]+)/i.exec(head) ?? [];
      const isNeeded = title === null && stated.trim() !== '' && !/<h[1-6]\b/i.test(source);
      found.sourceEdits.push({ at, was: head, is: isNeeded ? `<h1>${stated}</h1>` : '' });
    },
  };
};

/** The offset of the head that a document begins with; null if there is none. */
function findHead(source: string): number | null {
  let at = 0;
  do {
    BEFORE.lastIndex = at;
    at += BEFORE.exec(source)?.[0].length ?? 0;
  } while (BEFORE.lastIndex > 0);
  HEAD.lastIndex = at;
  return HEAD.test(source) ? at : null;
}
