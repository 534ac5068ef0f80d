/**
 * Marked and numbered lines of code. Pure.
 */

const ELEMENTS: Readonly<Record<string, string>> = { m: 'mark', i: 'ins', d: 'del' };

/**
 * Puts an element around each line of highlighted code; `marks` has a letter for each. In feeds, which have no style sheet,
 * only marked lines get one.
 */
export function writeLines(html: string, marks: string, inFeeds: boolean): string {
  const lines = splitLines(html).map((line, index) => {
    const name = ELEMENTS[marks[index] ?? '.'] ?? 'span';
    if (!inFeeds) return `<${name} class="line">${line}</${name}>`;
    return name === 'span' ? line : `<${name}>${line}</${name}>`;
  });
  return `${lines.join('\n')}\n`;
}

/** Splits highlighted code at its line ends; an element that crosses one is closed and opened again. */
function splitLines(html: string): string[] {
  const open: string[] = [];
  const pieces = html.replace(/\n$/, '').split(/(<[^>]*>|\n)/);
  const written = pieces.map((piece) => {
    if (piece === '\n') return `${'</span>'.repeat(open.length)}\n${open.join('')}`;
    if (piece === '</span>') open.pop();
    else if (piece.startsWith('<')) open.push(piece);
    return piece;
  });
  return written.join('').split('\n');
}
