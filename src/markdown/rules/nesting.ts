/**
 * Elements that would change the page around the body, or that browsers read differently from the parser. Each is left
 * out, or written so that all browsers read it alike.
 */
import type { Place, Rule } from '../rule.ts';
import { DRAWINGS, type Element, type Node, RAW, remove } from '../tree.ts';

/** The only tags that all browsers keep inside a `<select>`; any other tag ends it in some browsers. */
const IN_SELECT = /^(?:option|optgroup|hr)$/;

const isInside = ({ parents }: Place, names: string) =>
  parents.some(({ tagName }) => names.split(' ').includes(tagName));

export const nesting: Rule = () => ({
  elements: {
    // Some parsers let any frameset replace the page, and a `<base>` would change every relative URL of it.
    'base frameset': leaveTags,
    // The parser leaves these in an SVG's HTML, where browsers would split links and ignore forms.
    'a form noscript'(node, place) {
      if (isInside(place, node.tagName)) node.tagName = '';
    },
    noscript({ children }) {
      escapeEnds(children);
    },
    plaintext(node, place) {
      // It would swallow the rest of the page. In SVG or MathML, a `<pre>` would end the drawing.
      node.tagName = isInside(place, [...DRAWINGS].join(' ')) ? 'samp' : 'pre';
    },
    select({ children }) {
      keepOptions(children);
    },
  },
});

/** Browsers with scripting end a `<noscript>` at the first text that looks like its end tag, even in a style sheet. */
function escapeEnds(nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const [first] = node.children;
    if (RAW.has(node.tagName) && first?.type === 'text') {
      first.value = first.value.replace(/<(?=\/noscript)/gi, '&lt;');
    }
    escapeEnds(node.children);
  }
}

/** Leaves out the tags of everything else in a `<select>`, and what isn't text in it. */
function keepOptions(nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    if (RAW.has(node.tagName)) remove(node);
    else if (!IN_SELECT.test(node.tagName)) leaveTags(node);
    keepOptions(node.children);
  }
}

function leaveTags(node: Element): void {
  node.tagName = '';
}
