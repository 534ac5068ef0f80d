/**
 * Ids that a fragment can refer to: those of raw HTML, attribute lists, footnotes and components. An id that is there
 * twice is reported, because links lead to the first one.
 */

import type { Fault, Rule } from '../rule.ts';
import { readText } from '../tree.ts';

/** An id in an attribute list or a tag. */
const STATED = /\{[^{}\n]*?#([^\s{}]+)|\bid\s*=\s*["']?([^\s"'<>{}]+)/gi;

export const ids: Rule = ({ found, source }) => {
  /** How often each id occurs. */
  const counts = new Map<string, number>();
  return {
    elements: {
      '*'({ tagName, properties, component }) {
        const stated = component === undefined ? properties.id : component.props.id;
        const id = typeof stated === 'string' ? stated : '';
        if (id !== '') {
          const count = counts.get(id) ?? 0;
          if (count > 0) found.faults.push(idRepeated(id, count, source));
          counts.set(id, count + 1);
          found.ids.push(id);
        }
        if (tagName !== 'a' || properties.name === undefined) return;
        const name = readText(properties.name) ?? '';
        if (name !== '') found.ids.push(name);
      },
    },
  };
};

function idRepeated(id: string, count: number, source: string): Fault {
  const same = [...source.matchAll(STATED)].filter(([, a, b]) => (a ?? b) === id);
  const fault = {
    code: 'name-repeated',
    message: `The id \`${id}\` is used twice, so links to it lead to the first element`,
    hint: 'Choose another id here.',
    written: id,
  } as const;
  const { index: at } = same[count] ?? {};
  return at === undefined ? fault : { ...fault, at };
}
