/**
 * Tables: each outermost one scrolls in a box, from which the style sheet keeps focus if the table fits. Markdown's
 * alignment becomes a class, and an empty header cell a data cell, because it is a header for nothing.
 */
import { foldSpace } from '../../text/text.ts';
import { fillText } from '../../text/texts.ts';
import type { Rule } from '../rule.ts';
import {
  addClasses,
  type Element,
  element,
  elementsOf,
  readText,
  textOf,
  UNDIVIDED,
  wrap,
} from '../tree.ts';
import { markBeside, setBeside } from './notes.ts';

const childrenOf = (node: Element, ...names: string[]) =>
  elementsOf(node).filter(({ tagName }) => names.includes(tagName));
const isEmpty = (node: Element) => textOf(node).trim() === '' && elementsOf(node).length === 0;

export const tables: Rule = ({ found, options: { texts } }) => {
  /** The table heads with an empty header cell, such as the corner of a table. */
  const gappy = new Set<Element | undefined>();
  return {
    elements: {
      // Its role is group rather than region: a page with ten tables must not have ten landmarks.
      table(node, { parents }) {
        found.styles.add('tables');
        const isInner = ({ tagName }: Element) => tagName === 'table' || UNDIVIDED.has(tagName);
        if (parents.some(isInner)) return;
        const [caption] = childrenOf(node, 'caption');
        const label = caption === undefined ? '' : foldSpace(textOf(caption));
        const ariaLabel = label || fillText(texts.table);
        const box = element('div', {
          className: ['scroll'],
          role: 'group',
          ariaLabel,
          tabIndex: 0,
        });
        wrap(node, box);
        markBeside(found, () => setBeside(box));
      },
      thead(node) {
        const cells = childrenOf(node, 'tr').flatMap((row) => childrenOf(row, 'th'));
        if (cells.some(isEmpty)) gappy.add(node);
      },
      'td th'(node, { parents }) {
        const { style, ...others } = node.properties;
        const [, side] = /^text-align: (left|center|right)$/.exec(readText(style) ?? '') ?? [];
        if (side !== undefined && Object.keys(others).every((name) => name === 'scope')) {
          delete node.properties.style;
          addClasses(node, `align-${side}`);
        }
        if (node.tagName === 'td' || !gappy.has(parents.at(-2))) return;
        if (isEmpty(node)) node.tagName = 'td';
        else node.properties.scope ??= 'col';
      },
    },
  };
};
