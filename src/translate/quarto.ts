/**
 * Quarto, R Markdown and Pandoc: code that these programs run, ```` ```{r} ````, becomes code that is shown, without its
 * options such as `#| label: x`; code that they don't show, as with `echo: false`, and blocks of raw text,
 * ```` ```{=latex} ````, are left out. Described at quarto.org/docs/computations/execution-options. Pure.
 */
import type { YamlEntries } from '../essays/yaml.ts';
import type { TextEdit } from '../problems/problems.ts';
import { listNodes, type Span } from './code-spans.ts';
import { type Dialect, MARKDOWN } from './dialect.ts';
import { chooseFence } from './writing.ts';

export const quarto: Dialect = {
  formats: MARKDOWN,
  sign: /[`~]{3}[ \t]*\{[=\w]/,
  translate: ({ text, context, entries }) => {
    const stated = ECHO.map((path) => findText(entries, path.split('.')));
    const echo = stated.find((value) => value !== undefined);
    const isShown = echo === undefined ? context.hidesCode !== true : echo !== 'false';
    const code = listNodes(text, 'code', context.math);
    return { edits: code.flatMap((span) => editChunk(text, span, isShown)) };
  },
};

/** Where settings and front matter say whether the page shows code, by keys joined with dots. */
export const ECHO = [
  'format.html.execute.echo',
  'format.html.echo',
  'execute.echo',
  'knitr.opts_chunk.echo',
];

function findText(
  entries: YamlEntries,
  [key = '', ...rest]: readonly string[],
): string | undefined {
  const value = entries.get(key)?.value;
  if (value?.kind === 'map') return findText(value.entries, rest);
  return value?.kind === 'text' && rest.length === 0 ? value.value : undefined;
}

const RUN = /^(?:r|rcpp|python|julia|ojs|stan|sql|bash|sh|mermaid|dot)$/i;
const START =
  /^(?<fence>`{3,}|~{3,})[ \t]*\{(?<sign>=?)(?<language>\w+)(?<words>[^{}\n]*)\}[ \t]*\n/;
const OPTIONS = /^(?:[ \t>]*(?:#|\/\/|--|%%)\|[^\n]*\n)+/;
/** Hidden code: readers saw only its output, or it just prepared later chunks. */
const HIDDEN =
  /[ ,](?:include|echo)[ \t]*=[ \t]*F(?:ALSE)?\b|\|[ \t]*(?:include|echo):[ \t]*false\b/;
const SHOWN = /[ ,]echo[ \t]*=[ \t]*T(?:RUE)?\b|\|[ \t]*echo:[ \t]*(?:true|fenced)\b/;
const FENCED = /^[ \t>]*(?:#|\/\/|--|%%)\|[ \t]*echo:[ \t]*fenced[ \t]*\n/m;

function editChunk(text: string, { start, end }: Span, isShown: boolean): TextEdit[] {
  const code = text.slice(start, end);
  const { 0: opening, groups = {} } = START.exec(code) ?? {};
  if (opening === undefined) return [];
  const { fence = '', sign, language = '', words = '' } = groups;
  const [options = ''] = OPTIONS.exec(code.slice(opening.length)) ?? [];
  const was = opening + options;
  const isRun = RUN.test(language) && /^(?:$|[ ,])/.test(words);
  const isHidden = HIDDEN.test(was) || (!isShown && isRun && !SHOWN.test(was));
  if (sign === '=' ? language !== 'html' : isHidden) {
    const [line = ''] = /^[ \t]*\n(?:[ \t>]*\n)?/.exec(text.slice(end)) ?? [];
    return [{ at: start, was: code + line, is: '' }];
  }
  if (sign === '=') {
    const content = code.slice(opening.length).replace(/\n?[ \t>]*[`~]{3,}[ \t]*$/, '');
    return [{ at: start, was: code, is: content }];
  }
  if (!isRun && options === '') return [];
  // The fence and the options are shown as well.
  if (FENCED.test(options)) {
    const outer = chooseFence(code);
    return [{ at: start, was: code, is: `${outer}\n${code.replace(FENCED, '')}\n${outer}` }];
  }
  const [, title] = /\|[ \t]*filename:[ \t]*["']?([^"'\n]+)/.exec(options) ?? [];
  const info = title === undefined ? '' : ` title="${title.trim()}"`;
  return [{ at: start, was, is: `${fence}${language.toLowerCase()}${info}\n` }];
}
