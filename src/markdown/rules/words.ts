/**
 * The words of a body, and its excerpt: the first text, up to the heading, code, table, figure or notes after it, or to the
 * author's `<!-- more -->`.
 */
import { cutExcerpt, detach, dropControls, foldSpace } from '../../text/text.ts';
import { closeUp, countWords } from '../../text/unspaced.ts';
import type { Rule } from '../rule.ts';
import { BLOCKS, type Element, HEADINGS, isNoteLink, TEXTLESS } from '../tree.ts';

/** The number of characters an excerpt is cut from. */
const EXCERPT_SOURCE = 1000;
const UNQUOTED = new Set([...HEADINGS.split(' '), 'pre', 'table', 'figure']);
/** The comment that ends the excerpt in Jekyll, Hugo, Hexo, Zola, WordPress and Docusaurus. */
const MORE = /^\s*(?:more|truncate)\b/i;

const isTextless = (node: Element) =>
  TEXTLESS.has(node.tagName) ||
  (node.tagName === 'a' && isNoteLink(node)) ||
  node.properties.id === 'footnote-label' ||
  'dataEmbed' in node.properties;
const isUnquoted = ({ tagName, properties }: Element) =>
  UNQUOTED.has(tagName) || 'dataFootnotes' in properties;

export const words: Rule = ({ found }) => {
  let whole = '';
  let opening = '';
  /** The beginning of all text that isn't code. */
  let uncoded = '';
  let excerptEnd: number | null = null;
  /** The outermost of the open elements whose text is left out. */
  let textless: Element | null = null;
  let unquoted: Element | null = null;
  let pre: Element | null = null;
  const add = (text: string) => {
    whole += text;
    if (opening.length < EXCERPT_SOURCE) opening += unquoted === null ? text : ' ';
    if (uncoded.length < EXCERPT_SOURCE && pre === null) uncoded += text;
  };
  return {
    elements: {
      '*'(node) {
        if (BLOCKS.has(node.tagName)) add(' ');
        if (textless === null && isTextless(node)) textless = node;
        if (unquoted === null && isUnquoted(node)) {
          unquoted = node;
          if (opening.trim() !== '') excerptEnd ??= opening.length;
        }
        if (pre === null && node.tagName === 'pre') pre = node;
      },
    },
    ends: {
      '*'(node) {
        if (node === textless) textless = null;
        if (node === unquoted) unquoted = null;
        if (node === pre) pre = null;
        if (BLOCKS.has(node.tagName)) add(' ');
      },
    },
    text({ value }) {
      if (textless !== null) return;
      found.length += (pre === null ? value : foldSpace(value)).length;
      add(value);
    },
    comment(value) {
      if (MORE.test(value)) excerptEnd ??= opening.length;
    },
    end() {
      found.wordCount = countWords(whole);
      found.excerpt =
        makeExcerpt(opening.slice(0, excerptEnd ?? undefined)) ||
        makeExcerpt(opening) ||
        makeExcerpt(uncoded);
    },
  };
};

function makeExcerpt(text: string): string {
  return detach(cutExcerpt(foldSpace(closeUp(dropControls(text.slice(0, EXCERPT_SOURCE))))));
}
