/**
 * Whatever a formula contains, it becomes MathML alone, well-formed and of bounded size, or an error with its place.
 *
 * BLOG_FUZZ is the number of sites of the other tests here; 250 times as many formulas are tried. A failure reports its
 * seed and path, for BLOG_SEED and BLOG_PATH.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readFormula,
  resolveReferences,
  startTexPage,
  writeTexAsText,
} from '../../../src/markdown/tex/temml.ts';
import { parseXml } from '../../support/xml.ts';

const { BLOG_FUZZ = '20', BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;
const RUNS = 250 * Number(BLOG_FUZZ);

const FRAGMENTS = [
  ...String.raw`\frac \sqrt \left( \right) \left. \right| \big \Big( \begin{align} \end{align} \begin{cases} \end{cases}`.split(
    ' ',
  ),
  ...String.raw`\begin{equation} \end{equation} \begin{eqnarray} \end{eqnarray} \begin{array}{cc} \end{array} \begin`.split(
    ' ',
  ),
  ...String.raw`\end \text{ \mbox{ \mathbf{ \mathcal \vec \hat \overline \label{ \tag{ \tag*{ \ref{ \eqref{ \notag`.split(
    ' ',
  ),
  ...String.raw`\def\a \gdef\a \newcommand{\a}[1] \renewcommand \let\a\b \a \a{ #1 #2 \edef\b \b \DeclareMathOperator{\c}`.split(
    ' ',
  ),
  ...String.raw`\href{javascript:alert(1)} \class{a} \style{color:red} \data{a=b} \htmlClass{a} \cssId{b} \url{x}`.split(
    ' ',
  ),
  ...String.raw`\includegraphics{javascript:x} \color{red;x:url(y)} \color{#f00} \rule{999999em}{9e9em} \hspace{9e9em}`.split(
    ' ',
  ),
  ...String.raw`\ce{H2O} \ce{ \cancel \substack{ \operatorname* \char"3C \verb|<b>| \unicode{60} \phase \xrightarrow[ \middle`.split(
    ' ',
  ),
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '_',
    '^',
    '&',
    '\\\\',
    '\\',
    '$',
    '#',
    '%',
    '~',
    "'",
    '"',
    '<',
    '>',
    '|',
    '\n',
    '\n\n',
  ],
  ...[
    '<script>',
    '</math>',
    ']]>',
    '<!--',
    '-->',
    '&lt;',
    '&#0;',
    '\u0000',
    '\u0001',
    '\ue000',
    '\ud800',
    '\uffff',
    '𝔸',
    'é',
    '日',
  ],
  ...[
    'x',
    '1',
    '2.5',
    'abc',
    ' ',
    '+',
    '-',
    '=',
    '{'.repeat(300),
    '}'.repeat(300),
    '\\a'.repeat(50),
    '#1'.repeat(20),
  ],
];

const hostileTex = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string()), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));

const MARKUP = /^(?:math|m[a-z]+|none|span|a)$/;
const ATTRIBUTES =
  /^(?:alttext|display|class|style|id|tabindex|href|xmlns|accent|accentunder|align|column\w+|depth|displaystyle|fence|form|frame|height|largeop|linethickness|linebreak|lspace|mathbackground|mathcolor|mathsize|mathvariant|maxsize|minsize|movablelimits|notation|row\w+|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width|framespacing|side|minlabelspacing)$/;

test('hostile formulas', () => {
  const formulas = fc.array(fc.record({ tex: hostileTex, isDisplay: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(formulas, (list) => {
      const page = startTexPage({ '\\R': '\\mathbf{R}', '\\twice': '#1#1' });
      const results = list
        .map((formula) => readFormula(formula, page))
        .map((result) => resolveReferences(result, page));
      expect(results.length).toBe(list.length);
      const total = list.reduce((sum, { tex }) => sum + tex.length, 0);
      for (const [i, result] of results.entries()) {
        const { tex } = list[i] as { tex: string };
        expect(writeTexAsText(tex, {})).not.toMatch(/[\r\n]/);
        if ('message' in result) {
          expect(result.at).toBeGreaterThanOrEqual(0);
          expect(result.at).toBeLessThanOrEqual(tex.length);
          expect(`${result.message}${result.hint}`).not.toMatch(/\u0332|\n|EOF|position \d/);
          continue;
        }
        expect(result.html.length).toBeLessThan(20_000 + 2000 * total);
        checkMarkup(result.html);
      }
      for (const { id } of page.labels.values()) expect(id).toMatch(/^eq-[\p{L}\p{N}_.-]*$/u);
    }),
    {
      numRuns: RUNS / 2.5,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
    },
  );
});

/** Checks that HTML is well-formed and has only elements and attributes of formulas. */
function checkMarkup(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)) {
    expect(name).toMatch(MARKUP);
    for (const [, attribute, value = ''] of attributes.matchAll(/\s([^\s=]+)="([^"]*)"/g)) {
      expect(attribute).toMatch(ATTRIBUTES);
      if (attribute === 'style') expect(value).not.toMatch(/url|expression|position|@|\\/);
      if (attribute === 'href') expect(value).toMatch(/^#eq-/);
    }
  }
  // What XML doesn't allow is removed where feeds are written.
  const allowed = html.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '');
  expect(() => parseXml(`<x>${allowed}</x>`)).not.toThrow();
}

test.each([
  String.raw`\def\a{\a\a}\a`,
  String.raw`\def\a#1{\a{#1#1}}\a{x}`,
  '{'.repeat(9999) + '}'.repeat(9999),
  '\\left('.repeat(2000),
  'x^'.repeat(9000),
  `${'x_{'.repeat(150)}x${'}'.repeat(150)}`,
  '\\frac'.repeat(3000),
  '\\sqrt '.repeat(3000),
  '\\begin{matrix}'.repeat(1000),
  '\\text{'.repeat(2000),
  '\\begin'.repeat(3000),
  '\\label{'.repeat(2500),
  '\\newcommand'.repeat(1500),
  '%'.repeat(20_000),
  '\\\\'.repeat(10_000),
  '&'.repeat(20_000),
  "'".repeat(20_000),
])('the bomb %#', (tex) => {
  const result = readFormula({ tex, isDisplay: true }, startTexPage({}));
  if ('html' in result) expect(result.html.length).toBeLessThan(4_000_000);
  expect(writeTexAsText(tex, {}).length).toBeLessThan(1_000_000);
});
