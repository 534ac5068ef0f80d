/**
 * Plain Markdown becomes a tree without HTML in between: it must be the tree of that HTML.
 */
import fc from 'fast-check';
import type { Features } from 'satteri';
import { expect, test } from 'vitest';
import { isPlain, loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import { writeTree } from '../../../src/markdown/write.ts';

const engine = await loadMarkdownEngine();
const FEATURES: Features = { frontmatter: false, smartPunctuation: true, definitionList: true };

function compare(source: string): void {
  const direct = writeTree(engine.plainToTree(source, FEATURES));
  expect(direct).toEqual(writeTree(engine.toTree(engine.toHtml(source, FEATURES, []))));
}

test.each([
  '# A "b"\n\nC *d* **e** ~~f~~ `g < h` [i](j.md "k") ![l](m.png)\n',
  '- [x] a\n- [ ] b\n\n  c\n\n1. d\n2. e\n',
  '| a | b |\n|:--|--:|\n| c | d \\| e |\n',
  '```js\nlet x = 1 < 2 && "y";\n```\n\n    code\n',
  'Term\n: Meaning\n\n> quoted\n\n* * *\n\nhttps://a.example/?b&c a  \nb\\\nc &lt; &copy;\n',
  '',
  'a < b',
])('%j is read as from HTML', (source) => {
  expect(isPlain(source)).toBe(true);
  compare(source);
});

test.each(['a <b>c</b>', 'a\r\nb', 'a[^1]\n\n[^1]: b', '<!-- a -->', '<https://a.example>'])(
  '%j is not plain',
  (source) => expect(isPlain(source)).toBe(false),
);

test('random plain Markdown is read as from HTML', () => {
  const signs = [
    ...'ab \n\n#*_`~[]()!>-+|:"\'\\&.1<=',
    '    ',
    '```',
    '](x)',
    '\n\n',
    'http://a.b/',
  ];
  const source = fc.array(fc.constantFrom(...signs), { maxLength: 40 }).map((all) => all.join(''));
  fc.assert(fc.property(source.filter(isPlain), compare), { numRuns: 1000 });
});
