/** Lines in a terminal: they break at spaces. */
import { expect, test } from 'vitest';
import { wrapText } from '../../../src/cli/wrap.ts';

const RED = '\u001b[31mred\u001b[39m';

test.each([
  ['short lines stay', 'a b\nc', 'a b\nc'],
  ['a long line breaks at a space', 'Write hello.md now', 'Write\nhello.md\nnow'],
  ['what follows is indented like its line', '  one two three', '  one two\n  three'],
  ['a hint is indented after its arrow', '  → one two three', '  → one\n    two\n    three'],
  ['a long word stays whole', 'see content/essays/hello.md', 'see\ncontent/essays/hello.md'],
  ['styles take no room', `${RED} ${RED} ${RED} x`, `${RED} ${RED}\n${RED} x`],
  ['a line of a file and its marker stay', '  12 | one two three\n     |         ^', null],
  ['a line that is drawn again stays', '\rReading █████ 1 of 2', null],
  ['spaces between columns stay', 'a   b c d e f', 'a   b c d\ne f'],
])('%s', (_, text, wrapped) => {
  expect(wrapText(text, 10)).toBe(wrapped ?? text);
});
