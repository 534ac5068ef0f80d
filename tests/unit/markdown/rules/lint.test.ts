/**
 * Likely mistakes, which the engine silently reads as something else.
 */
import { describe } from 'vitest';
import { checkFaults } from '../../../support/bodies.ts';

const ALT =
  'Say what it shows: `![a red door](door.jpg)`, `<img alt="a red door">`; or `alt=""` for decoration.';

describe('links', () => {
  checkFaults({
    'a footnote without a text': [
      'a‸[^1]',
      'footnote-undefined: Write `[^1]: …` on a line of its own.',
    ],
    'a footnote with a mistyped name': [
      'a[^first] b‸[^frist]\n\n[^first]: c',
      'footnote-undefined → a[^first] b[^first]\n\n[^first]: c',
    ],
    'a footnote that nothing refers to': [
      'a\n\n‸[^1]: b',
      'footnote-unused: Write `[^1]` where it belongs, or remove it.',
    ],
    'a regular expression': ['a [^a-z] b'],
    'a footnote in code': ['`[^1]`'],
    'a reference without a target': [
      '‸[a][b]',
      'reference-undefined: Write `[b]: https://…` on a line of its own.',
    ],
    'a reference with a mistyped name': [
      '‸[a][hils]\n\n[hills]: /b',
      'reference-undefined → [a][hills]\n\n[hills]: /b',
    ],
    'numbers of citations': ['a [1][2]'],
    'a space before the address': ['‸[a] (/b)', 'link-space → [a](/b)'],
    'a space before an address that is a link by itself': [
      '‸[a] (https://b.example)',
      'link-space → [a](https://b.example)',
    ],
    'text in brackets and text in parentheses': ['[a] (b c)'],
  });
});

describe('blocks', () => {
  checkFaults({
    'a heading without a space': ['‸#Heading', 'heading-space → # Heading'],
    'a heading of level 2 without a space': ['‸##heading two', 'heading-space → ## heading two'],
    'a hashtag': ['#heading'],
    'a heading in code': ['    #Heading'],
    'rows without a row of hyphens': [
      '‸| a | b |\n| c | d |',
      'table-delimiter → | a | b |\n|---|---|\n| c | d |',
    ],
    'rows in a quotation': ['> ‸| a |\n> | b |', 'table-delimiter → > | a |\n> |---|\n> | b |'],
    'a row of hyphens that is too short': [
      '‸| a | b |\n|---|',
      'table-delimiter → | a | b |\n|---|---|',
    ],
    'a row with a cell too many': [
      '| a |\n|---|\n‸| b | c |',
      "table-cells: Add a column to the head of the table; write `\\|` for a bar that doesn't end a cell, `\\vert` in a formula.",
    ],
    'a stroke in code': ['| a |\n|---|\n| `b \\| c` |'],
    'a picture without a description': ['‸![](a.jpg)', `alt-missing: ${ALT}`],
    'an embedded one without a description': [
      '‸![[a.jpg]] ![[b.jpg|A hill]]',
      `alt-missing: ${ALT}`,
    ],
    'a picture without a description in code': ['`![](a.jpg)`'],
  });
});

describe('what is never closed', () => {
  checkFaults({
    'a block of code': ['a\n\n‸```js\nb', 'fence-unclosed → a\n\n```js\nb\n```\n'],
    'a block of code in a list': [
      '- ‸```js\n  b\n\nc',
      'fence-unclosed: Add a line with ``` after the last line of code, indented as far as the opening fence.',
    ],
    'a block of code in a longer fence': ['````\n```\n````'],
    'an element that hides the rest': [
      'a\n\n‸<iframe src="https://b.example">\n\nc',
      'element-unclosed: Write `</iframe>` where it ends: HTML has no `<iframe />`.',
    ],
    'an element with a slash, which HTML does not have': [
      '‸<iframe src="https://b.example" />\n\nc',
      'element-unclosed → <iframe src="https://b.example"></iframe>\n\nc',
    ],
    'an element in code': ['`<iframe>`'],
    'a tag in a script': ['<script>"<iframe>"</script>'],
    'a value': ['‸<div class="a>\n\nb', 'element-unclosed: Add a closing `"` after the value.'],
    'a conflict of Git': [
      'a\n\n‸<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d',
      'conflict-marker: Keep one of them, and remove the three lines around them.',
    ],
    'a conflict of Git in code': ['```\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n```'],
  });
});
