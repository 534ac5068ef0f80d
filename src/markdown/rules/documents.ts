/**
 * Whole HTML documents, such as pages of another site: the head is left out. Its title is the essay's if there is no other.
 */
import type { Rule } from '../rule.ts';

const HEAD = /^(?:\s|<!--[\s\S]*?-->|<!doctype[^>]*>|<html\b[^>]*>)*(?=<head[\s>])/i;
const END = /<\/head\s*>|(?=<body\b)/i;

export const documents: Rule = ({ found, options: { format, title }, source }) => {
  const at = format === 'html' ? HEAD.exec(source)?.[0].length : undefined;
  if (at === undefined) return null;
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
