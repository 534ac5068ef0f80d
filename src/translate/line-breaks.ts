/**
 * Some programs show line ends within paragraphs (`breaks: true`). Each becomes a hard break: a backslash, or two spaces
 * after a bare URL, which would swallow a backslash. Pure.
 */
import { listNodes } from './code-spans.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';

/** A line end, unless a block's attributes or a definition follow. */
const LINE_END = /\n(?![ \t>]*(?:\{|:[ \t]))/g;
const ADDRESS = /\/\/|www\./;

export const lineBreaks: Dialect = {
  formats: MARKDOWN,
  sign: /\S[ \t]*\n[ \t>]*\S/,
  translate: ({ text, context }) => ({
    edits: listNodes(text, 'text', context.math, true).flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(LINE_END)].map(({ index }) => {
        const at = start + index;
        const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
        return { at, was: '', is: ADDRESS.test(line.split(/\s/).at(-1) ?? '') ? '  ' : '\\' };
      }),
    ),
  }),
};
