/**
 * Ids that a fragment can refer to: those of raw HTML, attribute lists, footnotes and components.
 */

import type { Rule } from '../rule.ts';
import { readText } from '../tree.ts';

export const ids: Rule = ({ found }) => ({
  elements: {
    '*'({ tagName, properties, component }) {
      const stated = component === undefined ? properties.id : component.props.id;
      const id = typeof stated === 'string' ? stated : '';
      if (id !== '') found.ids.push(id);
      if (tagName !== 'a' || properties.name === undefined) return;
      const name = readText(properties.name) ?? '';
      if (name !== '') found.ids.push(name);
    },
  },
});
