/**
 * Runs `blog explain`: prints the section of docs/problems.md about a problem code.
 *
 * A new code needs a section there, and no change here.
 */

import { refuse, type Terminal } from '../problems/report.ts';
import { suggestWord } from '../text/text.ts';

/**
 * Prints the section of a code in `manual`, the text of docs/problems.md; without a code, a line for each code.
 * Returns the exit code: 2 for an unknown code.
 */
export function runExplain(code: string | undefined, manual: string, terminal: Terminal): 0 | 2 {
  const { paint } = terminal;
  const [, ...sections] = manual.split(/^## /m);
  const texts = new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.trimEnd().split('\n');
      return [name, lines.join('\n').trim()];
    }),
  );
  if (code === undefined) {
    const width = Math.max(...Array.from(texts.keys(), ({ length }) => length));
    const lines = Array.from(texts, ([name, text]) => {
      const [sentence = ''] = text.split('\n\n');
      return `${paint('bold', name.padEnd(width))}  ${sentence.replaceAll('\n', ' ')}\n`;
    });
    terminal.write(lines.join(''));
    return 0;
  }
  const text = texts.get(code);
  if (text === undefined) {
    const meant = suggestWord(code, [...texts.keys()]);
    const hint = meant ? `Did you mean ${meant}?` : 'Run `blog explain` to see all codes.';
    refuse(`\`${code}\` isn't a problem code`, hint, terminal);
    return 2;
  }
  terminal.write(`${paint('bold', code)}\n\n${text}\n`);
  return 0;
}
