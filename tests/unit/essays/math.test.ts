/** Formulas of essays: settings, titles and excerpts, and the places of problems. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();

function parse(body: string, front = '') {
  const text = `---\npublished: 2020-01-01\n${front}\n---\n${body}`;
  const parsed = parseEssay({ path: 'content/essays/a.md', bytes: Buffer.from(text) }, parser);
  return { ...parsed, html: parsed.body.parts.filter((part) => typeof part === 'string').join('') };
}

it.each([
  ['math: true', true],
  ['mathjax: true', true],
  ['katex: true', true],
  ['use_math: yes', true],
  ['math: mathjax', true],
  ['params: { math: true }', true],
  ["math: { macros: { R: '\\mathbf{R}' } }", true],
  ['math: { enable: false }', false],
  ['math: false', false],
  ['', false],
])('front matter with `%s`', (front, isOn) => {
  expect(parse('So $x$ is.', `title: T\n${front}`).html.includes('<math')).toBe(isOn);
});

it('reads the commands of site.yaml', () => {
  const yaml =
    "name: A\nurl: https://a.example\nmath:\n  macros:\n    R: '\\mathbf{R}'\n    '\\N': N\n";
  const { value, problems } = parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(yaml) });
  expect(problems).toEqual([]);
  expect(value.math).toEqual({ isOn: true, macros: { '\\R': '\\mathbf{R}', '\\N': 'N' } });
});

it('writes formulas in titles, excerpts and headings as text', () => {
  const { essay, body } = parse('See $x^2$.\n\n## Of $$x^2$$', 'title: The $x^2$ law\nmath: true');
  expect(essay).toMatchObject({ title: 'The x² law', excerpt: 'See x².' });
  expect(body.headings).toEqual([{ id: 'of-x²', text: 'Of x²', level: 2 }]);
});

it('takes a title from a heading with a formula', () => {
  expect(parse('# The $$x^2$$ law\n\nText.').essay.title).toBe('The x² law');
});

it('reports a refused formula in its file, and shows it as code', () => {
  const { problems, html } = parse('Text.\n\nSo $$\\frac{1}{$$ is.', 'title: T');
  expect(problems).toMatchObject([{ code: 'math-invalid', line: 7 }]);
  expect(html).toContain('So <code>\\frac{1}{</code> is.');
});

it('loads the style sheet of formulas only where there are any', () => {
  expect(parse('So $$x_1$$.', 'title: T').body.styles).toEqual(['math']);
  expect(parse('So x.', 'title: T').body.styles).toEqual([]);
});
