/**
 * Pelican: `{filename}`, `{static}` and `{attach}` before the path of a linked file; and the language of indented code in
 * its first line, `:::python` or `#!python`, as Python-Markdown reads it. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { isIndentedCode, listNodes } from './code-spans.ts';
import { ALL_FORMATS, type Dialect, editMatches, type ForeignBody } from './dialect.ts';
import { chooseFence } from './writing.ts';

const SIGN = /(?<=\]\(<?|\]: <?|=["']?)\{(?:filename|static|attach)\}/g;
const LANGUAGE = /^(?<gap> *)(?:::+|#!)(?<language>[\w+#-]+)[ \t]*\n/;

export const pelican: Dialect = {
  formats: ALL_FORMATS,
  sign: new RegExp(String.raw`${SIGN.source}|^(?=[ >]*(?: {4}|\t))[ \t>]*(?:::+|#!)\w`, 'm'),
  translate: (body) => ({
    edits: [...editMatches(body, SIGN, () => ''), ...fenceCode(body)],
  }),
};

/** Puts fences around indented code that names its language. */
function fenceCode({ text, format, context }: ForeignBody): TextEdit[] {
  if (format === 'html') return [];
  const code = listNodes(text, 'code', context.math).filter((span) => isIndentedCode(span, text));
  return code.flatMap(({ node, start, end }) => {
    const value = 'value' in node ? String(node.value) : '';
    const match = LANGUAGE.exec(value);
    if (match === null) return [];
    const { gap = '', language = '' } = match.groups ?? {};
    const fence = chooseFence(value);
    const inner = value.slice(match[0].length).replace(new RegExp(`^ {0,${gap.length}}`, 'gm'), '');
    const lines = [fence + language, ...inner.split('\n'), fence];
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const indent = text.slice(lineStart, start).replace(/[^>\s]/g, ' ');
    const was = text.slice(start, end);
    return [{ at: start, was, is: lines.join(`\n${indent}`) + (was.endsWith('\n') ? '\n' : '') }];
  });
}
