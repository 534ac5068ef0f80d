/**
 * The script that `blog dev` adds to the site's pages, and the page of problems. The overlay is tested in a
 * browser (dev-problems.test.ts).
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { addClient, renderProblemPage } from '../../../src/dev/pages.ts';
import { makeProblem, type ProblemCode, wholeFile } from '../../../src/problems/problems.ts';

const STATE = { version: '200-x', style: '/assets/style.1.css', showsProblems: false };

test.each([
  ['is after its end', '<!doctype html><html><body><p>x</p></body></html>'],
  ['is not in a comment', '<!doctype html><body><p>x</p><!-- </body> --></body>'],
  ['is not in a script', '<!doctype html><body><script>"</body>"</script></body>'],
  ['is in a page without a body', '<p>x'],
  ['is in an empty page', ''],
])('the script of a page %s', (_, html) => {
  const text = addClient(html, STATE);
  expect(text.startsWith(html)).toBe(true);
  expect(load(text)('script[src]').attr()).toEqual({
    src: '/.blog/live.js',
    'data-version': '200-x',
    'data-style': '/assets/style.1.css',
  });
});

const EVIL = '<img src=x onerror=alert(1)>';

describe('the page of problems', () => {
  test('escapes their texts, with code between backticks, and marks their place', () => {
    const place = { file: `templates/${EVIL}.tsx`, line: 2, column: 3, excerpt: `\t ${EVIL}` };
    const problem = makeProblem(
      'template-threw',
      place,
      `What is \`x\`? ${EVIL}`,
      `Do not write \`${EVIL}\`.`,
      { cause: EVIL },
    );
    const page = load(renderProblemPage([problem]));
    expect(page('img').length).toBe(0);
    expect(page('h1').text()).toBe('Unexpected Application Error!');
    expect(page('h2').text()).toBe(`What is x? ${EVIL}`);
    expect(page('h2 code').text()).toBe('x');
    expect(page('.place code').text()).toBe(`templates/${EVIL}.tsx:2:3`);
    expect(page('pre').first().text()).toBe(`2\t ${EVIL}\n\t ^`);
    expect(page('pre.cause').text()).toBe(EVIL);
    expect(page('.hint').text()).toBe(`Do not write \`${EVIL}\`.`.replaceAll('`', ''));
    expect(page('.hint code').text()).toBe(EVIL);
  });

  const make = (code: ProblemCode, file: string) => makeProblem(code, wholeFile(file), 'x');
  const [notice, warning, error] = [
    make('date-future', 'a.md'),
    make('key-unknown', 'b.md'),
    make('title-missing', 'c.md'),
  ];
  test.each([
    [
      [notice, warning, error],
      'One error keeps the site from being built',
      'c.md title-missing, b.md key-unknown, a.md date-future',
    ],
    [[notice, warning], '1 warning, 1 notice', 'b.md key-unknown, a.md date-future'],
  ])('puts errors first, then warnings, then notices', (problems, title, places) => {
    const page = load(renderProblemPage(problems));
    const shown = page('.place').toArray();
    expect(page('h1').text()).toBe(title);
    expect(shown.map((each) => page(each).text()).join(', ')).toBe(places);
  });
});
