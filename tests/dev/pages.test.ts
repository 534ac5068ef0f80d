/**
 * What is added to the site's pages, and the pages that only the development server shows.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  addClient,
  renderLoadingPage,
  renderOverlay,
  renderProblemPage,
} from '../../src/dev/pages.ts';
import { makeProblem, type ProblemCode } from '../../src/problems.ts';

const STATE = { version: '200-x', style: '/assets/style.1.css', showsProblems: false };
const ORIGIN = 'http://localhost:4321';

describe('the script of a page', () => {
  const cases: readonly [fact: string, html: string][] = [
    ['stands behind its end', '<!doctype html><html><body><p>x</p></body></html>'],
    ['stands in no comment', '<!doctype html><body><p>x</p><!-- </body> --></body>'],
    ['stands in no script', '<!doctype html><body><script>"</body>"</script></body>'],
    ['stands in a page without a body', '<p>x'],
    ['stands in an empty page', ''],
  ];
  test.each(cases)('%s', (_, html) => {
    const text = addClient(html, STATE, ORIGIN);
    expect(text.startsWith(html)).toBe(true);
    const script = load(text)('script[src]');
    expect(script.attr()).toEqual({
      src: '/.blog/live.js',
      'data-version': '200-x',
      'data-style': '/assets/style.1.css',
    });
  });

  test('comes from the server, whatever a <base> says', () => {
    const text = addClient('<base href="https://example.org/"><p>x', STATE, ORIGIN);
    expect(load(text)('script').attr('src')).toBe('http://localhost:4321/.blog/live.js');
  });

  test('knows a page of the server’s own', () => {
    const text = addClient(renderLoadingPage(), { ...STATE, showsProblems: true }, ORIGIN);
    expect(load(text)('script').attr('data-problems')).toBe('');
    expect(load(text)('main').text()).toBe('Loading...');
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

  test('are text, whatever they hold', () => {
    expect(page('img').length).toBe(0);
    expect(page('h2').text()).toBe(`What is x? ${EVIL}`);
    expect(page('.place code').text()).toBe(`templates/${EVIL}.tsx:2:3`);
    expect(page('pre.cause').text()).toBe(EVIL);
    expect(page('.hint').text()).toBe(`Do not write ${EVIL}.`);
  });

  test('show what stands between backticks as code', () => {
    expect(page('h2 code').text()).toBe('x');
    expect(page('.hint code').text()).toBe(EVIL);
  });

  test('mark the line and the column', () => {
    const rows = page('.row').map((_, row) => page(row).text());
    expect(rows.get()).toEqual([`11 ${EVIL}`, `22 ${EVIL}`, '  ^', `33 ${EVIL}`]);
    expect(page('.here').text()).toBe(`22 ${EVIL}`);
  });

  const titles: readonly [fact: string, codes: ProblemCode[], title: string][] = [
    ['a template that throws', ['template-threw'], 'Unexpected Application Error!'],
    ['one beside others', ['date-missing', 'template-threw'], 'Unexpected Application Error!'],
    ['anything else', ['date-missing'], 'The site cannot be built'],
    ['a template that does not compile', ['template-invalid'], 'The site cannot be built'],
  ];
  test.each(titles)('are titled for %s', (_, codes, title) => {
    const html = renderProblemPage(codes.map((code) => shown(code, 'x')));
    expect(load(html)('title').text()).toBe(title);
    expect(load(html)('h1').text()).toBe(title);
  });

  test('over a page are counted', () => {
    const one = shown('date-missing', 'x');
    const heading = (html: string) => load(html)('h1').text();
    expect(heading(renderOverlay([one]))).toBe('One error keeps the site from being built');
    expect(heading(renderOverlay([one, one]))).toBe('2 errors keep the site from being built');
    const clue = shown('key-unknown', 'A clue');
    expect(heading(renderOverlay([one, clue]))).toBe('One error keeps the site from being built');
    expect(
      load(renderOverlay([one, clue]))('h2')
        .last()
        .text(),
    ).toBe('warning A clue');
  });
});
