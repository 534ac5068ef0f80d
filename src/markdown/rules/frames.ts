/**
 * Frames without a name get one for screen readers, after their host, with a number if there are several.
 */
import { fillText } from '../../text/texts.ts';
import type { Rule } from '../rule.ts';
import { readText } from '../tree.ts';

export const frames: Rule = ({ options: { texts } }) => {
  const counts = new Map<string, number>();
  return {
    elements: {
      iframe({ properties }) {
        if ('title' in properties || 'ariaLabel' in properties) return;
        const url = readText(properties.src) ?? '';
        const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(url)?.[1]?.toLowerCase();
        const name =
          host === undefined ? fillText(texts.embedded) : fillText(texts.embeddedFrom, { host });
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        properties.title = count === 1 ? name : `${name} (${count})`;
      },
    },
  };
};
