/**
 * Emphasis beside full-width punctuation, and the offsets of what is read after an edit.
 */
import { describe, expect, test } from 'vitest';
import { applyEdits, findEarlier, orderEdits } from '../../../src/markdown/source-edits.ts';
import { checkBodies } from '../../support/bodies.ts';

describe('emphasis', () => {
  checkBodies({
    'that ends with a full stop': [
      '这是**我想做的事。**所以',
      '<p>这是<strong>我想做的事。</strong>所以</p>',
    ],
    'between quotation marks': ['他说**“你好”**然后', '<p>他说<strong>“你好”</strong>然后</p>'],
    'with one star': ['这是*我。*所以', '<p>这是<em>我。</em>所以</p>'],
    'that is struck out': ['这~~是。~~所以', '<p>这<del>是。</del>所以</p>'],
    'around code': ['这是**`a`。**所以', '<p>这是<strong><code>a</code>。</strong>所以</p>'],
    'twice in a paragraph': [
      '这是**重点。**后面还有**另一个重点**。',
      '<p>这是<strong>重点。</strong>后面还有<strong>另一个重点</strong>。</p>',
    ],
    'twice between quotation marks': [
      '他**“甲”**和**“乙”**说',
      '<p>他<strong>“甲”</strong>和<strong>“乙”</strong>说</p>',
    ],
    'where two meet in a sentence': [
      'これは**重要。**です。**次も。**終わり',
      '<p>これは<strong>重要。</strong>です。<strong>次も。</strong>終わり</p>',
    ],
    'in Korean, before a particle': [
      '**스크립트(script)**를',
      '<p><strong>스크립트(script)</strong>를</p>',
    ],
    'in Thai, between quotation marks': ['ไทย**“คำ”**ไทย', '<p>ไทย<strong>“คำ”</strong>ไทย</p>'],
    'beside rare characters': ['𠮷**“𠮷”**𠮷', '<p>𠮷<strong>“𠮷”</strong>𠮷</p>'],
    'that begins with a link': [
      'テスト**[リンク](/a)**です',
      '<p>テスト<strong><a href="/a">リンク</a></strong>です</p>',
    ],
    'with a percent sign': ['これは**100%**です', '<p>これは<strong>100%</strong>です</p>'],
    'over a line break': [
      'これは**「題」\nの話。**です',
      '<p>これは<strong>「題」の話。</strong>です</p>',
    ],
    'in a link, a heading and a cell': [
      '[**「題」**の話](/x)\n\n## **「題」**の\n\n- **「題」**の',
      '<p><a href="/x"><strong>「題」</strong>の話</a></p><h2 id="題の"><strong>「題」</strong>の</h2><ul><li><strong>「題」</strong>の</li></ul>',
    ],
    'beside an emoji in English, which stays': ['a😀**b.**c', '<p>a😀**b.**c</p>'],
    'in code, which stays': [
      '`这是**我。**所以` **甲。**乙',
      '<p><code>这是**我。**所以</code> <strong>甲。</strong>乙</p>',
    ],
    'after a backslash, which stays': ['这是\\*\\*我。\\*\\*所以', '<p>这是**我。**所以</p>'],
    'beside punctuation of English, which stays': ['a**b.**c', '<p>a**b.**c</p>'],
  });
});

test('an offset is found again before edits', () => {
  const source = 'abcdef';
  const edits = orderEdits([
    { at: 4, was: 'e', is: '' },
    { at: 1, was: '', is: '\\' },
    { at: 4, was: 'ef', is: 'x' },
  ]);
  const edited = applyEdits(source, edits);
  expect(edited).toBe('a\\bcdf');
  expect([...'abcdf'].map((letter) => source[findEarlier(edited.indexOf(letter), edits)])).toEqual([
    ...'abcdf',
  ]);
});
