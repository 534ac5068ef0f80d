/**
 * Breaks lines at spaces, where a terminal would break them within a word. Pure.
 */

/** A sequence that styles text and takes no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const STYLE = /\u001b\[[\d;]*m/g;
/** A line of an author's file, or the marker below one. */
const SOURCE = /^\s*(?:\d+ )?\s*\| /;

/** Breaks the lines that are wider than a terminal. What comes after a break is indented like its line. */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const plain = line.replace(STYLE, '');
  if (plain.length <= columns || SOURCE.test(plain) || line.includes('\r')) return line;
  const [indent = ''] = /^\s*(?:→ )?/.exec(plain) ?? [];
  const margin = ' '.repeat(indent.length);
  let width = 0;
  let wrapped = '';
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const { length } = word.replace(STYLE, '');
    const isNew = wrapped !== '' && width + 1 + length > columns;
    wrapped += wrapped === '' ? word : isNew ? `\n${margin}${word}` : ` ${word}`;
    width = isNew ? margin.length + length : width + length + (width === 0 ? 0 : 1);
  }
  return wrapped;
}
