/**
 * Quarto, R Markdown and Pandoc: code that these programs run, ```` ```{r} ````, becomes code that is shown, without its
 * options such as `#| echo: false`; code with `include: false` and blocks of raw text, ```` ```{=latex} ````, are left
 * out. Described at quarto.org/docs/computations/execution-options. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { listNodes, type Span } from './code-spans.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';

export const quarto: Dialect = {
  name: 'Quarto',
  formats: MARKDOWN,
  sign: /[`~]{3}[ \t]*\{[=\w]/,
  translate: ({ text, context }) => ({
    edits: listNodes(text, CODE, context.math).flatMap((span) => editChunk(text, span)),
    left: [],
  }),
};

const CODE: ReadonlySet<string> = new Set(['code']);
const RUN = /^(?:r|rcpp|python|julia|ojs|stan|sql|bash|sh|mermaid|dot)$/i;
const START =
  /^(?<fence>`{3,}|~{3,})[ \t]*\{(?<sign>=?)(?<language>\w+)(?<words>[^{}\n]*)\}[ \t]*\n/;
const OPTIONS = /^(?:[ \t>]*(?:#|\/\/|--|%%)\|[^\n]*\n)+/;
/** Code that only prepares what follows. */
const LEFT_OUT = /[ ,]include[ \t]*=[ \t]*F(?:ALSE)?\b|\|[ \t]*include:[ \t]*false\b/;

function editChunk(text: string, { start, end }: Span): TextEdit[] {
  const code = text.slice(start, end);
  const { 0: opening, groups = {} } = START.exec(code) ?? {};
  if (opening === undefined) return [];
  const { fence = '', sign, language = '', words = '' } = groups;
  const [options = ''] = OPTIONS.exec(code.slice(opening.length)) ?? [];
  const was = opening + options;
  if (sign === '=' ? language !== 'html' : LEFT_OUT.test(was)) {
    const [line = ''] = /^[ \t]*\n(?:[ \t>]*\n)?/.exec(text.slice(end)) ?? [];
    return [{ at: start, was: code + line, is: '' }];
  }
  if (sign === '=') {
    const content = code.slice(opening.length).replace(/\n?[ \t>]*[`~]{3,}[ \t]*$/, '');
    return [{ at: start, was: code, is: content }];
  }
  const isRun = RUN.test(language) && /^(?:$|[ ,])/.test(words);
  if (!isRun && options === '') return [];
  const [, title] = /\|[ \t]*filename:[ \t]*["']?([^"'\n]+)/.exec(options) ?? [];
  const info = title === undefined ? '' : ` title="${title.trim()}"`;
  return [{ at: start, was, is: `${fence}${language.toLowerCase()}${info}\n` }];
}
