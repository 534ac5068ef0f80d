/**
 * The words after a fence.
 */
import { describe, expect, test } from 'vitest';
import { markLines, readFenceInfo } from '../../../src/markdown/fence-info.ts';
import { checkFaults } from '../../support/bodies.ts';

describe('what they say', () => {
  const plain = {
    name: 'js',
    language: 'javascript',
    title: '',
    firstNumber: null,
    ranges: [],
    unknown: [],
  };
  test.each([
    ['', '', { ...plain, name: '', language: null }],
    ['js', '', plain],
    ['js', 'title="a b.js"', { ...plain, title: 'a b.js' }],
    ['js', 'title=a.js', { ...plain, title: 'a.js' }],
    ['js', 'linenos', { ...plain, firstNumber: 1 }],
    ['js', 'linenos=101', { ...plain, firstNumber: 101 }],
    ['js', '{2}', { ...plain, ranges: [{ from: 2, to: 2, mark: 'm' }] }],
    [
      'js',
      '{2,4-5} ins={6} del={8 - 7}',
      {
        ...plain,
        ranges: [
          { from: 2, to: 2, mark: 'm' },
          { from: 4, to: 5, mark: 'm' },
          { from: 6, to: 6, mark: 'i' },
          { from: 7, to: 8, mark: 'd' },
        ],
      },
    ],
    ['js', 'wrap {a} title', { ...plain, unknown: ['wrap', '{a}', 'title'] }],
    ['js{2}', '', { ...plain, unknown: ['js{2}'] }],
    ['diff', '', { ...plain, name: 'diff', language: 'diff' }],
    ['no-such', '', { ...plain, name: 'no-such', language: null }],
    ['text', '', { ...plain, name: '', language: null }],
  ])('%j %j', (lang, meta, info) => expect(readFenceInfo(lang, meta)).toEqual(info));
});

test.each([
  ['', null],
  ['linenos', '....'],
  ['{2}', '.m..'],
  ['ins={1} del={3-9}', 'i.dd'],
])('%j marks the lines %j', (meta, marks) => {
  expect(markLines(readFenceInfo('js', meta), 4)).toBe(marks);
});

const USUAL =
  'A block can have a title, line numbers and marked lines: `js title="app.js" linenos {2,4-5}`.';

describe('problems', () => {
  checkFaults({
    'a mistyped word': ['```js ‸lineno=1\na\n```', 'code-word-unknown: Did you mean `linenos`?'],
    'a name of another program': ['```js ‸filename="a.js"\na\n```', `markup-foreign: ${USUAL}`],
    'lines glued to the language': ['```‸js{1}\na\n```', `markup-foreign: ${USUAL}`],
    'braces around the language': ['```‸{.js}\na\n```', `markup-foreign: ${USUAL}`],
    'an unknown word': ['```js ‸wrap\na\n```', `markup-foreign: ${USUAL}`],
    'nearly a known word': ['```js ‸tilte="a"\na\n```', 'code-word-unknown: Did you mean `title`?'],
    'a line that is not there': [
      '```js ‸{3}\na\nb\n```',
      'code-word-unknown: Count from the first line of the block, which is 1 whatever number it shows.',
    ],
    'an unknown language': [
      '```‸javascrpt\na\n```',
      'code-language-unknown → ```javascript\na\n```',
    ],
  });
});
