/**
 * Likely mistakes in bodies and front matter: each is reported with its code and place, and nothing that only looks like
 * a mistake is reported.
 */
import { describe, expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();

/** The problems of a file: `code line:column`, and the message with its hint. */
function tell(text: string, extension = 'md') {
  const file = { path: `content/essays/a.${extension}`, bytes: Buffer.from(text) };
  const { problems, parts } = parseEssay(file, parser);
  const reports = [...problems, ...parts.map(({ place, ...part }) => ({ ...part, ...place }))];
  return reports.map(({ code, line, column, message, hint }) => ({
    shown: `${code} ${line}:${column}`,
    words: `${message} → ${hint}`,
  }));
}

const FRONT = '---\ntitle: A\ndate: 2020-01-01\n---\n';
const tellBody = (body: string, extension?: string) => tell(FRONT + body, extension);

const HIDES = 'is never closed, so nothing that follows it is shown → Write ';

describe('in a body,', () => {
  test.each<[written: string, shown: string, words: string]>([
    // The body begins on line 5.
    ['a[^1] b', 'footnote-undefined 5:2', '[^1]: …'],
    ['`x`[^1]', 'footnote-undefined 5:4', '[^1]: …'],
    ['a[^1] b[^n]\n\n[^1]: c', 'footnote-undefined 5:8', '[^n]: …'],
    ['a[^1]\n\n[^1]: see [^2]', 'footnote-undefined 7:11', '[^2]: …'],
    ['[a b][c]', 'reference-undefined 5:1', '`[c]: https://…`'],
    ['see *x* [a][]!', 'reference-undefined 5:9', '`[a]: https://…`'],
    ['![a][b]', 'reference-undefined 5:1', '`[b]: https://…`'],
    ['[a] (https://x.example/y)', 'link-space 5:1', '`[a](https://x.example/y)`'],
    ['"See [a] (b.md)"', 'link-space 5:6', '`[a](b.md)`'],
    ['#Two words\n', 'heading-space 5:1', '`# Two words`'],
    ['a\n##two\nb', 'heading-space 6:1', '`## two`'],
    ['a\n\n```js\nb\n', 'fence-unclosed 7:1', '```'],
    ['```\na\n```js', 'fence-unclosed 5:1', '```'],
    ['- a\n  ```\n  b\n```\n\n##c', 'fence-unclosed 6:3', 'indented'],
    ['```js\na\n\nb\n\n```js\nc\n```', 'fence-unclosed 5:1', '```'],
    ['a\n\n<iframe src="/#" />\n\nb', 'element-unclosed 7:1', `\`<iframe>\` ${HIDES}\`</iframe>\``],
    ['a <noscript>\n\nb', 'element-unclosed 5:3', '`</noscript>`'],
    ['<video></video>\n\n<video src="/#">\n\nb', 'element-unclosed 7:1', '`</video>`'],
    ['a\n\n<!-- b\n\nc', 'comment-unclosed 7:1', '`-->`'],
    ['a\n\n<p title="b>c</p>\n\nd', 'element-unclosed 7:1', '`"`'],
    ['| a | b |\n|---|---|\n| 1 | 2 | c |', 'table-cells 7:1', 'column'],
    ['| a | b |\n| c | d |', 'table-delimiter 5:1', '`|---|---|`'],
    ['| a |\n| b |', 'table-delimiter 5:1', '`|---|`'],
    ['x\n\n> | a | b |\n> |---|\n> | c | d |', 'table-delimiter 7:3', '`|---|---|`'],
    ['a | b\n-|-\n1 | `2|c`', 'table-cells 7:1', '`\\|`'],
    ['a | b\n---|---|---\n1 | 2', 'table-delimiter 5:1', '`|---|---|`'],
    ['Words:\na | b | c\n:--|--:', 'table-delimiter 6:1', '`|:--|--:|---|`'],
    ['- x\n\n  | a |\n  |---|---|', 'table-delimiter 7:3', '`|---|`'],
    ['<div>\n  <p>a</p>\n\n    <p>b</p>\n</div>', 'html-indented 8:1', 'Remove the indentation'],
    ['<section>\n\na\n\n\t</section>', 'html-indented 9:1', 'Remove the indentation'],
    ['> <div>\n>\n>     <br>', 'html-indented 7:3', 'Remove the indentation'],
    ['a[^1]\n\n[^1]: b\n\n[^1]: c', 'name-repeated 9:1', '`[^1]` is defined twice'],
    ['[a]\n\n[a]: /#\n[a]: /#b', 'name-repeated 8:1', '`[a]` is defined twice'],
    ['## b {#c}\n\n## d {#c}', 'name-repeated 7:6', 'The id `c`'],
    ['## d {#c}\n\n<b id="c">x</b>', 'name-repeated 7:4', 'The id `c`'],
    ['![a](/a.png){.wide #c}\n\n## b {#c}', 'name-repeated 7:6', 'The id `c`'],
    ['[a]()', 'link-empty 5:1', 'Write it'],
    ['b <a href="">a</a>', 'link-empty 5:13', 'Write it'],
    ['a [](https://x.example)', 'link-empty 5:6', 'Write it'],
    ['a.png\n\n<img src="/a.png">', 'alt-missing 7:11', ''],
    ['[b](https://x.example) [](https://x.example)', 'link-empty 5:27', 'Write it'],
  ])('%j is reported', (body, shown, words) => {
    expect(tellBody(`${body}\n`)).toEqual([{ shown, words: expect.stringContaining(words) }]);
  });

  test.each([
    ...['`[^1]` a', '    [^1]', '```\n[^1]\n```', '\\[^1]', 'a [^a-z]+ b', 'a <!-- [^1] -->'],
    '[^x]',
    ...[
      '`| a |`\n`| b |`',
      '    | a |\n    | b |',
      '| a |',
      '|a| = |b|\n|c| = d',
      'a\n\n| b | c |\n| - | - |',
    ],
    ...['a | b\nc | d', 'a | b\n\n---|---|---', 'a\n\n    <p>b</p>', '<br>\n\n    <p>b</p>'],
    ...['# a <center>\n\n    <p>b</p>', 'a <div>\n\n    <p>b</p>'],
    ...['<p>a\n\n    <p>b', '<div>a</div>\n\n    <p>b</p>', '<div>\n\n    a < b\n\n</div>'],
    ...['[a]\n\n[a]: /#\n[a]: /#', '<a id="b" name="b"></a>c', 'a[^ö]\n\n[^ö]: b'],
    ...['a[^1]\n\n[^1]: b', 'a[^Ab]\n\n[^aB]: c', '<pre>\n##a [^1] [a][b]\n</pre>'],
    ...['a[i][j] b', '`x`[i][j]', '[1][2]', '[a][b]\n\n[b]: /#', '[a]\n\n[a]: /#', '\\[a][b]'],
    ...['[a] (see below)', '[a] (b)', '- [ ] (c)', '[a] (/#)\n\n[a]: /#', '`[a] (b.md)`'],
    'a [] (b.md)',
    ...['#javascript', '#css #html', '#MeToo', '#1 in the list', '#We won!', '\\##a', '`x`\n`##a`'],
    '# a b\n\nc',
    ...['a\n#Heading\nb', '```sh\n#a\n##b\n```', '#\n\na', '####### seven'],
    ...['```\na\n```', '````md\n```js\n````', '> ```\n> a\n> ```', '1. a\n\n   ```\n   b\n   ```'],
    '```a```',
    ...['    ```\n    a', '~~~\n```\n~~~', '```\n<<<<<<< a\n=======\n>>>>>>> b\n```'],
    'a\n=======\nb',
    ...['<http://localhost:3000/>', 'See http://localhost:3000/', '[a](/#)', 'a <a id="b"></a>'],
    ...['a <a href="/#" title="b"></a>', '[![a](https://x.example/y.png)](/#)'],
    '[a](mailto:b@x.example)',
    ...['<iframe src="/#"></iframe>', 'a <!-- b -->', '`<iframe>`\n\n<iframe></iframe>', 'a <b>b'],
    ...['a <b c="d', '`<p a="`'],
    ...['| a | b |\n|-|-|\n| 1 | 2 |', '|a|\n|-|\n|b \\| c|\n\nb | c | d', '|a|\n|-|\n|b| |'],
    '|a|\n|-|\n|b|\n\n```\n|a|\n|-|\n|b|c|\n```',
    ...['<img src="https://x.example/y" alt="">', '![a](https://ann.example/b.tiff)'],
  ])('%j is not reported', (body) => expect(tellBody(`${body}\n`)).toEqual([]));

  test('only mistakes in the body’s own format are reported', () => {
    const text = '##a [^1] [b][c] [d] (e.md)\n```\n';
    expect([...tellBody(text, 'txt'), ...tellBody(text, 'html')]).toEqual([]);
    const conflict = '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n';
    for (const each of ['txt', 'html']) {
      expect(tellBody(conflict, each).map(({ shown }) => shown)).toEqual(['conflict-marker 5:1']);
    }
  });
});

describe('the day in the name of a file', () => {
  const shownOf = (date: string) => {
    const file = {
      path: 'content/essays/2024-05-07-a.md',
      bytes: Buffer.from(`---\ntitle: A\ndate: ${date}\n---\nB`),
    };
    return parseEssay(file, parser).problems.map(({ code, message }) => `${code} ${message}`);
  };
  const told = (day: string) => [
    `date-in-name The file name says 2024-05-07, but the essay's date, which counts, is on ${day} (UTC)`,
  ];
  test.each([
    ['2024-06-06', told('2024-06-06')],
    ['2024-05-07T22:00:00-05:00', told('2024-05-08')],
    ['2024-05-07 01:00 +0900', told('2024-05-06')],
    ['2024-05-07', []],
    ['2024-05-08T05:00:00+09:00', []],
  ])('and the date %s', (date, problems) => {
    expect(shownOf(date)).toEqual(problems);
  });
});

describe('front matter', () => {
  const keys = 'title: A\ndate: 2020-01-01';
  test.each<[text: string, shown: string]>([
    [`-----\n${keys}\n---\nB`, 'front-matter-fence 1:1'],
    [`\n\n---\n${keys}\n---\nB`, 'front-matter-fence 1:1'],
    [`---\n${keys}\n—-\nB`, 'front-matter-fence 4:1'],
    [`---\n${keys}\n--\nB`, 'front-matter-fence 4:1'],
    [`---\n<<<<<<< a\n${keys}\n=======\n>>>>>>> b\n---\nB`, 'conflict-marker 2:1'],
  ])('%j is read as intended, and reported', (text, shown) => {
    expect(tell(text).map((each) => each.shown)).toEqual([shown]);
  });

  test.each([
    ['---\ntitle: “A”\ndate: 2020-01-01\n---\nB'],
    ['---\ntitle: A “b” c\ndate: 2020-01-01\nexcerpt: Say “b”\n---\nB'],
    [`---\n${keys}\n---\n\n---\ntitle: B\n---\nC`],
  ])('%j is correct', (text) => expect(tell(text)).toEqual([]));

  test('a rule above a paragraph is not front matter', () => {
    const bytes = Buffer.from('--\ntitle: a\nB\n\n---\nC');
    const { essay } = parseEssay({ path: 'content/essays/2020-01-01-a.md', bytes }, parser);
    expect(essay.title).toBe('a');
  });
});
