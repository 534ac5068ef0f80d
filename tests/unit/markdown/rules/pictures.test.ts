/**
 * Pictures alone in a paragraph or figure, their captions, and the notes in the margin beside them.
 */
import { describe, expect, test } from 'vitest';
import { pageOf, readSource } from '../../../support/bodies.ts';

const far = `${'Word '.repeat(200)}\n\n`;
const show = (source: string, format: 'markdown' | 'html' = 'markdown') =>
  pageOf(readSource(source, { format })).replace(/\n/g, '');
const img = '<img src="a.jpg" alt="b">';

test.each([
  ['![b](a.jpg){width=50%}', '<img src="a.jpg" alt="b" style="width:50%"'],
  ['<img src="a.jpg" alt="" width="50%" style="margin:0">', 'style="margin:0;width:50%"'],
  ['<video src="a.mp4" width="100%" height="300"></video>', 'height="300" style="width:100%"'],
  ['<iframe src="https://x.example/" width=" 80% "></iframe>', 'style="width:80%"'],
])('a width in percent is a style: %s', (source, html) => {
  expect(pageOf(readSource(source))).toContain(html);
});

test('in a feed, a picture with such a width fits as well', () => {
  const feed = pageOf(readSource('![b](a.jpg){width=50%}'), [], 'feed');
  expect(feed).toContain('style="max-width: 100%; height: auto;width:50%"');
});

describe('a picture alone in a paragraph', () => {
  test.each([
    ['![b](a.jpg)', `<p class="picture opening">${img}</p>`],
    ['[![b](a.jpg)](/c)', `<p class="picture opening"><a href="/c">${img}</a></p>`],
    [
      '![b](a.jpg){.wide}',
      '<p class="picture wide opening"><img src="a.jpg" alt="b" class="wide"></p>',
    ],
    [
      '![b](a.jpg "C <d>")',
      `<figure class="picture opening">${img}<figcaption>C &lt;d&gt;</figcaption></figure>`,
    ],
    [
      '![b](a.jpg)\n*c **d***',
      `<figure class="picture opening">${img}<figcaption>c <strong>d</strong></figcaption></figure>`,
    ],
    ['![b](a.jpg)\nc', `<p>${img}c</p>`],
    ['![b](a.jpg) ![b](a.jpg)', `<p class="picture opening">${img} ${img}</p>`],
    ['> ![b](a.jpg)', `<blockquote><p>${img}</p></blockquote>`],
    [
      '![b](a.mp4)',
      '<p class="picture opening"><video src="a.mp4" aria-label="b" controls preload="metadata"></video></p>',
    ],
  ])('%j', (source, html) => expect(show(source)).toBe(html));

  test.each([
    [`<p>${img}</p>`, `<p class="picture opening">${img}</p>`],
    [
      `<figure>${img}<figcaption>c</figcaption></figure>`,
      `<figure class="picture opening">${img}<figcaption>c</figcaption></figure>`,
    ],
    [
      '<p><img src="a.jpg" alt="b" title="c"></p>',
      '<p class="picture opening"><img src="a.jpg" alt="b" title="c"></p>',
    ],
    [
      '<p align="right"><img src="a.jpg" alt="b"></p>',
      '<p align="right"><img src="a.jpg" alt="b"></p>',
    ],
    [
      '<figure class="tile"><img src="a.jpg" alt="b"></figure>',
      '<figure class="tile"><img src="a.jpg" alt="b"></figure>',
    ],
  ])('in HTML: %s', (source, html) => expect(show(source, 'html')).toBe(html));

  test('isn’t beside the title after some text', () => {
    expect(show(`${far}![b](a.jpg)`)).toContain(`<p class="picture">${img}</p>`);
  });

  test('tells the site its place, and how many there are', () => {
    const { links } = readSource('![b](a.jpg){.left} ![c](d.jpg)\n\n- ![e](f.jpg){.wide}');
    expect(links.map(({ placement, holder }) => [placement, holder?.count ?? null])).toEqual([
      ['left', 2],
      ['left', 2],
      ['wide', null],
    ]);
  });
});

describe('notes', () => {
  const noted = (text: string, note: string) => show(`Word[^1].\n\n${text}\n\n[^1]: ${note}`);

  test('are in the margin if it has room for them', () => {
    expect(noted('', 'Short.')).toContain('class="footnotes" data-margin');
    expect(noted('', 'Word '.repeat(600))).not.toContain('data-margin');
  });

  test('are numbered once, and named for screen readers', () => {
    const html = show('a[^x] b[^y] c[^x]\n\n[^x]: X.\n\n[^y]: Y.');
    expect(html.match(/data-note="\d+"/g)).toEqual(['data-note="1"', 'data-note="2"']);
    expect(html.match(/aria-label="Note \d+"/g)).toEqual([
      'aria-label="Note 1"',
      'aria-label="Note 2"',
      'aria-label="Note 1"',
    ]);
  });

  test.each([
    ['a picture', '![b](a.jpg)', '<p class="picture opening" data-beside>'],
    ['a table', '| a |\n|--|', 'aria-label="Table" tabindex="0" data-beside>'],
    ['code', '```\na\n```', '<pre tabindex="0" data-beside>'],
  ])('say which of the wide elements they are beside: %s', (_, source, html) => {
    expect(noted(source, 'A note of some words.')).toContain(html);
    expect(noted(far + source, 'A note.')).not.toContain('data-beside');
  });
});
