/**
 * Quarto and R Markdown: code that these programs run, ```` ```{r} ````. The code is shown without its options, such as
 * `#| echo: false`, unless it has `include: false`. Its output isn't shown, which is reported. Described at
 * quarto.org/docs/computations/execution-options. Pure.
 */
import { skipFenced } from './code.ts';
import type { Dialect, DialectScan, Match, Step } from './dialect.ts';

/** Languages whose names in these programs aren't the usual ones. */
const LANGUAGES: Readonly<Record<string, string>> = { rcpp: 'cpp', ojs: 'js' };
const NAME = '(?:[rR]|[rR]cpp|python|julia|ojs|stan|sql|bash|sh)(?=[ \\t,}])';
/** Any language, if a line of options follows. */
const ANY = '\\w+(?=[^\\n{}]*\\}[ \\t]*\\n[ \\t>]*(?:#|//|--|%%)\\|)';
/** Code that only prepares what follows, and isn't shown. */
const LEFT_OUT = /[ ,]include[ \t]*=[ \t]*F(?:ALSE)?\b|\|[ \t]*include:[ \t]*false\b/;
const OPTIONS = /^(?:[ \t>]*(?:#|\/\/|--|%%)\|[^\n]*\n)+/;

export const quarto: Dialect = {
  name: 'Quarto',
  signs: ['[`~]{3}[ \\t]*\\{\\w'],
  syntaxes: [
    {
      starts: '`~',
      isAtLineStart: true,
      pattern: new RegExp(
        `(?<before>[ \\t>]*(?<fence>\`{3,}|~{3,})[ \\t]*\\{)(?<language>${NAME}|${ANY})[^\\n{}]*\\}[ \\t]*\\n`,
        'y',
      ),
      translate: showCode,
    },
  ],
};

/** Writes code that would be run as code that is shown. */
function showCode(match: Match, scan: DialectScan): Step {
  const { text: start, groups } = match;
  const { before = '', language = '' } = groups;
  const { end, text = '' } = skipFenced(match, scan);
  const below = text.slice(start.length);
  const [options = ''] = OPTIONS.exec(below) ?? [];
  if (LEFT_OUT.test(start + options)) return { end, text: '' };
  const message = "Code isn't run here: readers see the code, but not what it prints";
  const hint = 'Publish what `quarto render a.qmd --to gfm` writes: it contains the results.';
  const at = match.start + before.search(/[`~]/);
  scan.foreign.push({ code: 'markup-foreign', message, hint, at, subject: 'chunk' });
  const [, title = ''] = /\|[ \t]*filename:[ \t]*["']?([^"'\n]+)/.exec(options) ?? [];
  const name = LANGUAGES[language.toLowerCase()] ?? language.toLowerCase();
  const info = title === '' ? name : `${name} title="${title.trim()}"`;
  return { end, text: `${before.slice(0, -1)}${info}\n${below.slice(options.length)}` };
}
