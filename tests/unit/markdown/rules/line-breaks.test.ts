/**
 * Line breaks within paragraphs: joined between characters of scripts without spaces, and nowhere else.
 */
import { describe, expect, test } from 'vitest';
import { checkBodies, pageOf, readSource } from '../../../support/bodies.ts';

describe('lines are joined', () => {
  checkBodies(
    {
      'in Chinese': ['今天\n天气', '<p>今天天气</p>'],
      'in Japanese': ['カード\nです', '<p>カードです</p>'],
      'in Thai, also before a vowel sign': ['ภาษา\nไทย\nเดิน', '<p>ภาษาไทยเดิน</p>'],
      'in Lao, Khmer and Burmese': [
        'ລາວ\nລາວ\n\nខ្មែរ\nខ្មែរ\n\nမြန်မာ\nမြန်မာ',
        '<p>ລາວລາວ</p><p>ខ្មែរខ្មែរ</p><p>မြန်မာမြန်မာ</p>',
      ],
      'of rare characters': ['𠮷\n野', '<p>𠮷野</p>'],
      'after full-width punctuation': ['です。\nReact', '<p>です。React</p>'],
      'before a bracket': ['本は\n「題」', '<p>本は「題」</p>'],
      'beside the quotation marks of Chinese': ['他说\n“你好”\n然后', '<p>他说“你好”然后</p>'],
      'where emphasis begins': ['これは\n**強調**です', '<p>これは<strong>強調</strong>です</p>'],
      'where emphasis ends': ['**強調**\nです', '<p><strong>強調</strong>です</p>'],
      'between emphasis and a link': [
        '**強調**\n[例](https://a.example)',
        '<p><strong>強調</strong><a href="https://a.example" rel="noopener">例</a></p>',
      ],
      'within emphasis': ['**強\n調**', '<p><strong>強調</strong></p>'],
      'in a heading, and so in its id': ['東京\nの夏\n===', '<h1 id="東京の夏">東京の夏</h1>'],
      'in lists and quotations': [
        '- 一\n  二\n  - 三\n    四\n\n> 五\n> 六',
        '<ul><li>一二<ul><li>三四</li></ul></li></ul><blockquote><p>五六</p></blockquote>',
      ],
      'in HTML': ['<p>\n  今天\n  天气\n</p>', '<p>  今天天气</p>'],
    },
    { title: 'T' },
  );
});

describe('lines stay', () => {
  checkBodies({
    'in Korean': ['걷는\n것', '<p>걷는\n것</p>'],
    'in English': ['one\ntwo', '<p>one\ntwo</p>'],
    'between Latin and Japanese': ['React\n入門', '<p>React\n入門</p>'],
    'between Japanese and Latin': ['入門\nReact', '<p>入門\nReact</p>'],
    'in Tibetan, which has marks between syllables': ['བོད་\nཡིག', '<p>བོད་\nཡིག</p>'],
    'in preformatted text': ['<pre>今天\n天气</pre>', '<pre tabindex="0">今天\n天气</pre>'],
    'in a text field': ['<textarea>今天\n天气</textarea>', '<textarea>今天\n天气</textarea>'],
    'between paragraphs': ['今天\n\n天气', '<p>今天</p><p>天气</p>'],
  });

  test.each(['```\n今天\n天气\n```', '<script>今天\n天气</script>', '今天<!--\n天气 -->\n好'])(
    '%j',
    (source) => {
      expect(pageOf(readSource(source))).toMatch(/今天\n天气|^<p>今天好<\/p>$/);
    },
  );
});

test('feeds and excerpts have the same lines as pages', () => {
  const body = readSource('これは\n**強調**\nです。\nつぎ');
  expect(pageOf(body, [], 'feed')).toBe('<p>これは<strong>強調</strong>です。つぎ</p>');
  expect(body.excerpt).toBe('これは強調です。つぎ');
  // Paragraphs stay apart.
  expect(readSource('一\n二\n\n三').excerpt).toBe('一二 三');
});
