/**
 * What is added to the site's pages, and the page of problems. How problems lie over a page is seen in a
 * browser (dev-problems.test.ts).
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { addClient, renderProblemPage } from '../../src/dev/pages.ts';
import { makeProblem, type ProblemCode } from '../../src/problems.ts';

const STATE = { version: '200-x', style: '/assets/style.1.css', showsProblems: false };
const ORIGIN = 'http://localhost:4321';

test.each([
  ['stands behind its end', '<!doctype html><html><body><p>x</p></body></html>'],
  ['stands in no comment', '<!doctype html><body><p>x</p><!-- </body> --></body>'],
  ['stands in no script', '<!doctype html><body><script>"</body>"</script></body>'],
  ['stands in a page without a body', '<p>x'],
  ['stands in an empty page', ''],
  ['comes from the server, whatever a <base> says', '<base href="https://example.org/">', ORIGIN],
])('the script of a page %s', (_, html, origin = '') => {
  const text = addClient(html, STATE, ORIGIN);
  expect(text.startsWith(html)).toBe(true);
  expect(load(text)('script[src]').attr()).toEqual({
    src: `${origin}/.blog/live.js`,
    'data-version': '200-x',
    'data-style': '/assets/style.1.css',
  });
});

const EVIL = '<img src=x onerror=alert(1)>';

function shown(code: ProblemCode, message: string) {
  const place = { file: `templates/${EVIL}.tsx`, line: 2, column: 3, excerpt: EVIL };
  const problem = makeProblem(code, place, message, `Do not write \`${EVIL}\`.`, EVIL);
  return { problem, frame: [1, 2, 3].map((number) => ({ number, text: `${number} ${EVIL}` })) };
}

describe('problems', () => {
  const page = load(renderProblemPage([shown('template-threw', `What is \`x\`? ${EVIL}`)]));

  test('are text, whatever they hold, and code between backticks', () => {
    expect(page('img').length).toBe(0);
    expect(page('h2').text()).toBe(`What is x? ${EVIL}`);
    expect(page('h2 code').text()).toBe('x');
    expect(page('.place code').text()).toBe(`templates/${EVIL}.tsx:2:3`);
    expect(page('pre.cause').text()).toBe(EVIL);
    expect(page('.hint').text()).toBe(`Do not write ${EVIL}.`);
    expect(page('.hint code').text()).toBe(EVIL);
  });

  test('mark the line and the column', () => {
    const rows = page('.row').map((_, row) => page(row).text());
    expect(rows.get()).toEqual([`11 ${EVIL}`, `22 ${EVIL}`, '  ^', `33 ${EVIL}`]);
    expect(page('.here').text()).toBe(`22 ${EVIL}`);
  });

  test.each<[title: string, ...codes: ProblemCode[]]>([
    ['Unexpected Application Error!', 'title-missing', 'template-threw'],
    ['The site cannot be built', 'title-missing', 'template-invalid'],
  ])('are titled "%s" for %s and %s', (title, ...codes) => {
    const page = load(renderProblemPage(codes.map((code) => shown(code, 'x'))));
    expect([page('title').text(), page('h1').text()]).toEqual([title, title]);
  });
});
