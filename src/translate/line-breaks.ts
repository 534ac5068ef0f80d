/**
 * Line ends within paragraphs, which some programs show (`breaks: true`): they get backslashes. Pure.
 */
import { listNodes } from './code-spans.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';

/** Not above the attributes of a block, nor above a definition. */
const LINE_END = /\n(?![ \t>]*(?:\{|:[ \t]))/g;
/** A bare address, which a backslash would belong to. */
const ADDRESS = /(?:\/\/|www\.)\S*$/;

export const lineBreaks: Dialect = {
  formats: MARKDOWN,
  sign: /\S[ \t]*\n[ \t>]*\S/,
  translate: ({ text, context }) => ({
    edits: listNodes(text, 'text', context.math, true).flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(LINE_END)].map(({ index }) => {
        const at = start + index;
        const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
        return { at, was: '', is: ADDRESS.test(line) ? '  ' : '\\' };
      }),
    ),
  }),
};
