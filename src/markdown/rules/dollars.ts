/**
 * Dollars that stay text although they enclose TeX: single dollars if the author hasn't turned formulas on, and any
 * dollars in HTML, which has no formulas.
 */
import type { Rule } from '../rule.ts';

/** TeX between dollars, with a command in it. */
const FORMULA = /\$[^\s$](?:[^$\n]*[^\s$\\])?\$(?!\d)/g;
const COMMAND = /\\[a-zA-Z]{2,}/;
const LITERAL = new Set([
  'code',
  'pre',
  'kbd',
  'samp',
  'script',
  'style',
  'textarea',
  'math',
  'svg',
]);

export const dollars: Rule = ({ found, options: { format, math }, source }) => {
  const find = (words: string) => words.match(FORMULA)?.find((each) => COMMAND.test(each));
  if (!source.includes('$') || !COMMAND.test(source) || find(source) === undefined) return null;
  let isFirst = true;
  return {
    text({ value }, { parents }) {
      const written = isFirst && value.includes('$') ? find(value) : undefined;
      if (written === undefined || parents.some(({ tagName }) => LITERAL.has(tagName))) return;
      isFirst = false;
      found.faults.push({
        code: 'math-dollars',
        message: 'Text between dollar signs looks like a formula, but stays text',
        hint:
          format === 'html' || math.isOn
            ? "Formulas aren't read in HTML: write the paragraph in Markdown."
            : 'If it is a formula, add `math: true` to site.yaml or to the front matter.',
        written,
        isShared: true,
      });
    },
  };
};
