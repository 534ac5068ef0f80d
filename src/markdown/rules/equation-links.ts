/**
 * References to formulas: an `\eqref{eq:a}` in the text becomes a link to the formula that has this label.
 */
import type { MdastNode } from 'satteri';
import type { Inline } from '../inlines.ts';
import { makeText } from '../markdown-nodes.ts';
import type { Fault, Found } from '../rule.ts';
import type { Label } from '../tex/equation-numbers.ts';

const REFERENCE = /\\(eq)?ref\{([^{}\n]+)\}/g;

/** Replaces references in texts by links. `labels` is complete when the returned function is called. */
export function linkEquations(labels: ReadonlyMap<string, Label>, { faults }: Found) {
  const split = (value: string): MdastNode[] => {
    const nodes: MdastNode[] = [];
    let done = 0;
    for (const { 0: written, 1: bracketed, 2: name = '', index } of value.matchAll(REFERENCE)) {
      const label = labels.get(name.trim());
      if (label === undefined) {
        faults.push(describeUnknown(name, written, [...labels.keys()]));
        continue;
      }
      const shown = bracketed === undefined ? label.number : `(${label.number})`;
      nodes.push(makeText(value.slice(done, index)), makeLink(`#${label.id}`, shown));
      done = index + written.length;
    }
    return [...nodes, makeText(value.slice(done))];
  };
  return (inlines: readonly Inline[]): void => {
    if (labels.size === 0) return;
    for (const inline of inlines) {
      if (inline.type !== 'text' || inline.isLiteral || !inline.value.includes('ref{')) continue;
      const nodes = inline.parts ?? [makeText(inline.value)];
      inline.parts = nodes.flatMap((node) => (node.type === 'text' ? split(node.value) : [node]));
    }
  };
}

function makeLink(url: string, shown: string): MdastNode {
  return { type: 'link', url, title: null, children: [makeText(shown)] } as MdastNode;
}

function describeUnknown(name: string, written: string, labels: readonly string[]): Fault {
  const message = `No formula in this essay has the label \`${name}\`, so the reference isn't a link`;
  const hint = `The labels are ${labels.map((label) => `\`${label}\``).join(', ')}.`;
  return { code: 'math-invalid', message, hint, written };
}
