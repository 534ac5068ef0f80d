/**
 * The script that `blog dev` adds to the site's pages, and the page of problems. The overlay is tested in a
 * browser (dev-problems.test.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  addClient,
  frameProblem,
  renderExplanation,
  renderList,
  renderProblemPage,
} from '../../../src/dev/pages.ts';
import {
  makeProblem,
  type ProblemCode,
  placeAt,
  severityOfCode,
  wholeFile,
} from '../../../src/problems/problems.ts';
import { makeSite, packageRoot } from '../../support/site.ts';

const STATE = { version: '200-x', style: '/assets/style.1.css', showsProblems: false };
const ORIGIN = 'http://localhost:4321';

test.each([
  ['is after its end', '<!doctype html><html><body><p>x</p></body></html>'],
  ['is not in a comment', '<!doctype html><body><p>x</p><!-- </body> --></body>'],
  ['is not in a script', '<!doctype html><body><script>"</body>"</script></body>'],
  ['is in a page without a body', '<p>x'],
  ['is in an empty page', ''],
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
  const problem = makeProblem(code, place, message, `Do not write \`${EVIL}\`.`, {
    cause: EVIL,
  });
  return { problem, frame: [1, 2, 3].map((number) => ({ number, text: `${number} ${EVIL}` })) };
}

describe('problems', () => {
  const page = load(renderProblemPage([shown('template-threw', `What is \`x\`? ${EVIL}`)]));

  test('are escaped, with code between backticks', () => {
    expect(page('img').length).toBe(0);
    expect(page('h2').text()).toBe(`What is x? ${EVIL}`);
    expect(page('h2 code').text()).toBe('x');
    expect(page('.place code').text()).toBe(`templates/${EVIL}.tsx:2:3`);
    expect(page('pre.cause').text()).toBe(EVIL);
    expect(page('.hint').text()).toBe(`Do not write ${EVIL}.`);
    expect(page('.hint code').text()).toBe(EVIL);
  });

  test.each([
    ['in the middle', 5, [2, 3, 4, 5, 6, 7, 8]],
    ['on the first line', 1, [1, 2, 3, 4]],
    ['on the last line', 9, [6, 7, 8, 9]],
  ])('have three lines before and after theirs, numbered: %s', (_, line, numbers) => {
    const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `line ${number}`);
    const text = lines.join('\n');
    const root = makeSite({ 'content/a.md': `${text}\n` });
    const place = placeAt('content/a.md', text, text.indexOf(`line ${line}`));
    const { frame } = frameProblem(makeProblem('title-missing', place, 'x'), root);
    expect(frame).toEqual(numbers.map((number) => ({ number, text: `line ${number}` })));
  });
});

describe('the list', () => {
  const make = (code: ProblemCode, file: string, message = 'x', subject = '') =>
    makeProblem(code, wholeFile(file), message, null, { subject });

  test('puts blocking problems first, then warnings, then notices', () => {
    const [notice, other] = [make('date-future', 'a.md'), make('key-unknown', 'b.md')];
    const [clue, error] = [make('key-unknown', 'c.md'), make('title-missing', 'c.md')];
    const blocking = [error, clue].map((problem) => ({ problem, frame: [] }));
    const show = (...[all, first]: [Parameters<typeof renderList>[0], typeof blocking]) => {
      const page = load(renderList(all, first, packageRoot));
      return [page('h1').text(), page('.place').text()];
    };
    expect(show([notice, other, clue, error], blocking)).toEqual([
      'One error keeps the site from being built',
      'c.md title-missingc.md key-unknownb.md key-unknowna.md date-future',
    ]);
    expect(show([notice, other], [])).toEqual([
      '1 warning, 1 notice',
      'b.md key-unknowna.md date-future',
    ]);
  });

  test('escapes its text, and groups more than 25 similar problems with all their places', () => {
    const many = Array.from({ length: 26 }, (_, index) =>
      make('link-broken', `${index}.md`, `The link \`/${EVIL}/${index}\``, `/${EVIL}/…`),
    );
    const page = load(renderList(many, [], packageRoot));
    expect(page('img').length).toBe(0);
    expect(page('h2').text()).toBe(`warning 26 times in 26 files: /${EVIL}/…`);
    expect(page('li .open').length).toBe(26);
    expect(load(renderList(many.slice(1), [], packageRoot))('h2').length).toBe(25);
  });

  test('has no button for a folder', () => {
    const page = load(renderList([make('essays-none', 'content/essays')], [], packageRoot));
    expect([page('.place code').text(), page('.open').length]).toEqual(['content/essays', 0]);
  });
});

test('every code is explained, without Markdown syntax', () => {
  const manual = readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8');
  for (const code of Object.keys(severityOfCode)) {
    const page = load(renderExplanation(code, manual) ?? '');
    expect(page('h1').text()).toBe(code);
    expect(page('p').text()).toMatch(/^(Error|Warning|Notice)\. /);
    expect(page('p').text()).not.toContain('`');
  }
  expect(renderExplanation('link', manual)).toBe(null);
});
