/**
 * Line breaks within paragraphs of Chinese, Japanese, Thai and other scripts without spaces: a browser would show each as
 * a space, so they are removed.
 */
import { joinLines, mayBeUnspaced } from '../../text/unspaced.ts';
import type { Rule } from '../rule.ts';
import { BLOCKS, type Element, type Node, RAW, type Text } from '../tree.ts';

/** The number of characters beside a text that decide about a line break at its end. */
const REACH = 3;
/** Elements that keep their lines; and `sup`, because a note's number is not part of the sentence. */
const LEFT_OUT = new Set(['pre', 'textarea', 'sup', ...RAW]);

const JOINED = [...BLOCKS].filter((name) => !LEFT_OUT.has(name)).join(' ');

export const lineBreaks: Rule = ({ source }) => {
  if (!mayBeUnspaced(source)) return null;
  return { elements: { [JOINED]: joinIn } };
};

/** Joins the lines of a block, except in blocks within it. */
function joinIn(block: Element): void {
  let run: Text[] = [];
  const add = (node: Node) => {
    if (node.type === 'text') run.push(node);
    if (node.type !== 'element' || LEFT_OUT.has(node.tagName)) return;
    if (!BLOCKS.has(node.tagName)) return node.children.forEach(add);
    joinRun(run);
    run = [];
  };
  block.children.forEach(add);
  joinRun(run);
}

/** Joins the lines of texts that follow each other. */
function joinRun(run: readonly Text[]): void {
  const whole = run.map(({ value }) => value).join('');
  let at = 0;
  for (const text of run) {
    const { value } = text;
    const end = at + value.length;
    if (value.includes('\n')) {
      text.value = joinLines(
        value,
        whole.slice(Math.max(0, at - REACH), at),
        whole.slice(end, end + REACH),
      );
    }
    at = end;
  }
}
