/**
 * Quarto, R Markdown and Pandoc: code that these programs run, ```` ```{r} ````, becomes code that is shown, without its
 * options such as `#| echo: false`; code with `include: false` and blocks of raw text, ```` ```{=latex} ````, are left
 * out. Lists after `#.` get numbers. Described at quarto.org/docs/computations/execution-options. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { listNodes } from './code-spans.ts';
import { type Dialect, editMatches, type ForeignBody, MARKDOWN } from './dialect.ts';

export const quarto: Dialect = {
  name: 'Quarto',
  formats: MARKDOWN,
  sign: /[`~]{3}[ \t]*\{[=\w]|^[ \t>]*#\.[ \t]/m,
  translate: (body) => {
    const edits = editMatches(body, /(?<=^[ \t>]*)#\.(?=[ \t]+\S)/gm, () => '1.');
    for (const { start, end } of listNodes(body.text, CODE, body.context.math)) {
      const chunk = readChunk(body.text.slice(start, end));
      if (chunk === null) continue;
      edits.push(chunk.isLeftOut ? dropBlock(body, start, end) : { at: start, ...chunk.edit });
    }
    return { edits, left: [] };
  },
};

const CODE: ReadonlySet<string> = new Set(['code']);

/** Languages whose names in these programs aren't the usual ones. */
const LANGUAGES: Readonly<Record<string, string>> = { rcpp: 'cpp', ojs: 'js' };
const RUN = /^(?:r|rcpp|python|julia|ojs|stan|sql|bash|sh|mermaid|dot)$/;
const START =
  /^(?<fence>`{3,}|~{3,})[ \t]*\{(?<sign>=?)(?<language>\w+)(?<words>[^{}\n]*)\}[ \t]*\n/;
const OPTIONS = /^(?:[ \t>]*(?:#|\/\/|--|%%)\|[^\n]*\n)+/;
/** Code that only prepares what follows. */
const LEFT_OUT = /[ ,]include[ \t]*=[ \t]*F(?:ALSE)?\b|\|[ \t]*include:[ \t]*false\b/;

interface Chunk {
  readonly isLeftOut: boolean;
  readonly edit: { readonly was: string; readonly is: string };
}

/** Reads a block of code; null for one that is only shown. */
function readChunk(code: string): Chunk | null {
  const { 0: start = '', groups = {} } = START.exec(code) ?? {};
  const { fence = '', sign, language = '', words = '' } = groups;
  if (start === '') return null;
  const [options = ''] = OPTIONS.exec(code.slice(start.length)) ?? [];
  const was = start + options;
  if (sign === '=') {
    const content = code.slice(start.length).replace(/\n?[ \t>]*[`~]{3,}[ \t]*$/, '');
    // A blank line would end the HTML (CommonMark, section 4.6).
    const isOpaque = /<(?:pre|script|style|textarea)\b/i.test(content);
    const html = isOpaque ? content : content.replace(/^[ \t>]*\n/gm, '');
    return {
      isLeftOut: !/^html[45]?$/i.test(language),
      edit: { was: code, is: html },
    };
  }
  const isKnown = RUN.test(language.toLowerCase()) && /^(?:$|[ ,])/.test(words);
  if (!isKnown && options === '') return null;
  const [, title = ''] = /\|[ \t]*filename:[ \t]*["']?([^"'\n]+)/.exec(options) ?? [];
  const name = LANGUAGES[language.toLowerCase()] ?? language.toLowerCase();
  const info = title === '' ? name : `${name} title="${title.trim()}"`;
  return { isLeftOut: LEFT_OUT.test(was), edit: { was, is: `${fence}${info}\n` } };
}

/** Leaves out a block with the blank line below it. */
function dropBlock({ text }: ForeignBody, start: number, end: number): TextEdit {
  const [line = ''] = /^[ \t]*\n(?:[ \t>]*\n)?/.exec(text.slice(end)) ?? [];
  return { at: start, was: text.slice(start, end + line.length), is: '' };
}
