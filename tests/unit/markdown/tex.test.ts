/**
 * Formulas: the MathML of TeX, numbers and references, macros, errors and their places, safety, and formulas as text.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  readFormula,
  resolveReferences,
  startTexPage,
  type TexResult,
  writeFormulasAsText,
  writeTexAsText,
} from '../../../src/markdown/tex/temml.ts';
import type { Formula } from '../../../src/markdown/tex/tex-edits.ts';

const inline = (tex: string): Formula => ({ tex, isDisplay: false });
const display = (tex: string): Formula => ({ tex, isDisplay: true });

/** Renders the formulas of one essay. */
function renderAll(formulas: readonly Formula[], macros: Readonly<Record<string, string>> = {}) {
  const page = startTexPage(macros);
  const results = formulas.map((formula) => readFormula(formula, page));
  return { results: results.map((each) => resolveReferences(each, page)), labels: page.labels };
}

function render(formula: Formula, macros: Readonly<Record<string, string>> = {}): TexResult {
  const [result] = renderAll([formula], macros).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

function htmlOf(result: TexResult | undefined): string {
  if (result === undefined || !('html' in result)) throw new Error(JSON.stringify(result));
  return result.html;
}

/** The number of each row that has one, and after them the ids that references lead to. */
function numbersOf(...formulas: Formula[]): string[] {
  const { results, labels } = renderAll(formulas);
  const $ = load(results.map(htmlOf).join(''));
  const numbers = $('.tml-tag').toArray();
  return [...numbers.map((each) => $(each).text()), ...[...labels.values()].map(({ id }) => id)];
}

describe('the MathML', () => {
  test.each<[tex: string, expected: string | RegExp]>([
    ['s_{t-1}', '<msub><mi>s</mi><mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow></msub>'],
    ['f^{*}(x_0)', '<msup><mi>f</mi><mo'],
    ['a*b_1*c_2', '<msub><mi>b</mi><mn>1</mn></msub>'],
    [String.raw`0 \le i < N`, '<mo>&lt;</mo>'],
    ['x<y>z', '<mo>&gt;</mo>'],
    ['P(A|B)', '|'],
    [String.raw`D_{KL}(p \| q)`, '‖'],
    [String.raw`\begin{cases}x & \text{if } x \ge 0\\-x & \text{otherwise}\end{cases}`, '<mtable'],
    [String.raw`\begin{bmatrix}a&b\\c&d\end{bmatrix}^\top`, '⊤'],
    [String.raw`\mathcal{L}\,\mathbf{x}\,\mathbb{E}\,\boldsymbol{\theta}`, /ℒ.*𝐱.*𝔼.*𝜽/],
    [String.raw`s \xrightarrow[]{a \sim \pi_\theta} s'`, /stretchy="true".*→.*′/],
    [String.raw`\sum_{\substack{i=1\\ \tilde{w}_i \sim Q}}^N x_i`, '<msubsup>'],
    [String.raw`\hat{\mathbf{x}}\ \vec{v}\ \overrightarrow{h}`, /<mover>.*<mover>.*<mover>/],
    [String.raw`\color{red}{x} + y`, 'style="color:#ff0000;">x<'],
    [String.raw`\text{price \$5, 50\%, 日本, W’}`, '<mtext>price $5, 50%, 日本, W’</mtext>'],
    [String.raw`\ce{2H2 + O2 -> 2H2O}`, /H<.*→.*O</],
    [String.raw`a\big(x)`, /\(.*\)/],
    [String.raw`\mbox{a b}`, '<mtext>a b</mtext>'],
    [String.raw`\color{green}{x} + y`, /style="color:#008000;">x<.*<mo>\+</],
    [String.raw`a \\\color{red}x y`, /style="color:#ff0000;">x<.*style="color:#ff0000;">y</],
    [String.raw`\overline{a\cancel{b}}`, /notation="top".*notation="updiagonalstrike"/],
    [String.raw`\cancelto{0}{x}^2`, /<msup>.*<mn>0<\/mn><\/msup>.*<mn>2<\/mn><\/msup>/],
    [String.raw`\underset{x}{\operatorname{f}} y`, /<munder><mrow>.*<\/mrow><mi>x<\/mi><\/munder>/],
    [String.raw`\hat{\operatorname{f}}`, /<mover><mrow>.*<\/mrow><mo [^>]*>ˆ<\/mo><\/mover>/],
  ])('of %s', (tex, expected) => {
    const html = htmlOf(render(inline(tex))).replaceAll('\u00a0', ' ');
    expect(html).toMatch(/^<math alttext="[^"]*">.*<\/math>$/s);
    expect(html).not.toContain('mathvariant="bold');
    if (typeof expected === 'string') expect(html).toContain(expected);
    else expect(html).toMatch(expected);
  });

  test('keeps the TeX', () => {
    const tex = String.raw`a < "b" & c \\ $& \text{</math>}`;
    const html = htmlOf(render(display(`\\begin{matrix}${tex.replace('$&', '')}\\end{matrix}`)));
    expect(load(html)('math').attr('alttext')).toBe(
      `\\begin{matrix}${tex.replace('$&', '')}\\end{matrix}`.replace(/\s+/g, ' '),
    );
    expect(load(htmlOf(render(inline('\\$\\& x'))))('math').attr('alttext')).toBe('\\$\\& x');
  });

  test.each([
    ['W_0 = a \\\\ W_1 = b', 2],
    ['a &= b \\\\ c &= d', 2],
    [String.raw`\begin{aligned}a &= b \\ &= \frac{c}{d}\end{aligned}`, 2],
  ])('of %s has its lines', (tex, count) => {
    const $ = load(htmlOf(render(display(tex))));
    expect($('mtr').length).toBe(count);
    expect($('.tml-tag').length).toBe(0);
  });
});

describe('numbers', () => {
  test.each<[name: string, formulas: Formula[], numbers: string[]]>([
    ['of equations', [display(String.raw`\begin{equation}x\end{equation}`), display('y')], ['(1)']],
    ['not of equation*', [display(String.raw`\begin{equation*}x\end{equation*}`)], []],
    [
      'of each row',
      [
        display(
          String.raw`\begin{align}a&=b\label{eq:x}\\c&=d\tag{7}\\e&=f\notag\\g&=h\end{align}`,
        ),
      ],
      ['(1)', '(7)', '(2)', 'eq-x'],
    ],
    [
      'of rows with braces',
      [display(String.raw`\begin{gather}{a\\b}\\c\end{gather}`)],
      ['(1)', '(2)'],
    ],
    [
      'of rows with environments',
      [display(String.raw`\begin{gather}\begin{matrix}a\\b\end{matrix}\\c\end{gather}`)],
      ['(1)', '(2)'],
    ],
    [
      'of a label',
      [display(String.raw`x\label{a b}`), display(String.raw`y\label{式}`)],
      ['(1)', '(2)', 'eq-a-b', 'eq-式'],
    ],
    [
      'of a label in lines without an environment',
      [display(String.raw`x \\ y \label{a}`)],
      ['(1)', 'eq-a'],
    ],
    [
      'of multline, which has one if it has a label',
      [display(String.raw`\begin{multline}x \label{a}\\ y\end{multline}`)],
      ['(1)', 'eq-a'],
    ],
    [
      'as the author wrote them',
      [display(String.raw`x\tag{$\star$}`), display(String.raw`y\tag*{A.1}`)],
      ['(⋆)', 'A.1'],
    ],
  ])('%s', (_, formulas, numbers) => {
    expect(numbersOf(...formulas)).toEqual(numbers);
  });

  test('are what references show and lead to, before and after', () => {
    const refs = inline(String.raw`\eqref{eq:x} \ref{b}`);
    const formulas = [
      refs,
      display(String.raw`x\label{eq:x}`),
      display(String.raw`y\tag{B}\label{b}`),
    ];
    const { results, labels } = renderAll(formulas);
    expect([...labels]).toEqual([
      ['eq:x', { number: '1', id: 'eq-x' }],
      ['b', { number: 'B', id: 'eq-b' }],
    ]);
    expect(htmlOf(results[0])).toContain('<mtext>(1)</mtext>');
    expect(htmlOf(results[0])).toContain('<mtext>B</mtext>');
  });
});

describe('macros', () => {
  test.each<[name: string, formulas: Formula[], macros: Record<string, string>, shown: string]>([
    ['of the author', [inline(String.raw`\R`)], { '\\R': String.raw`\mathbf{R}` }, '𝐑'],
    [
      'with a backslash and an argument',
      [inline(String.raw`\sq{x}`)],
      { '\\sq': '#1^2' },
      '<msup>',
    ],
    ['that replace a command', [inline(String.raw`\newcommand{\R}{x}\R`)], {}, '<mi>x</mi>'],
    [
      'of a formula before',
      [display(String.raw`\newcommand{\foo}[1]{#1^2}`), inline(String.raw`\foo{x}`)],
      {},
      '<msup>',
    ],
    [
      'by \\def',
      [display(String.raw`\def\foo#1{#1^2}`), inline(String.raw`\foo{x}`)],
      {},
      '<msup>',
    ],
    [
      'of operators',
      [
        display(String.raw`\DeclareMathOperator*{\argmax}{arg\,max}`),
        display(String.raw`\argmax_x f`),
      ],
      {},
      '<munder>',
    ],
  ])('%s', (_, formulas, macros, shown) => {
    expect(htmlOf(renderAll(formulas, macros).results.at(-1))).toContain(shown);
  });

  test('that a formula only defines leave nothing', () => {
    expect(htmlOf(render(display(String.raw`\newcommand{\foo}{x}`)))).toBe('');
  });

  test('of one formula don’t change those before it', () => {
    const formulas = [
      inline(String.raw`\foo`),
      display(String.raw`\gdef\foo{x}`),
      inline(String.raw`\foo`),
    ];
    const { results } = renderAll(formulas);
    expect(results.map((result) => 'html' in result)).toEqual([false, true, true]);
  });
});

describe('the error', () => {
  test.each<[tex: string, at: string, message: string, hint: string]>([
    [String.raw`x + t_\max`, String.raw`\max`, 'no arguments as subscript', 'braces'],
    [String.raw`Q^\vec{\mu}`, String.raw`\vec`, 'no arguments as superscript', 'braces'],
    [String.raw`\text{style_fwd}`, '_fwd', "Unexpected '_'", String.raw`\\_`],
    [String.raw`\text{a & b}`, '& b', "Unexpected '&'", String.raw`\\&`],
    ['x_1_2', '_2', 'Double subscript', 'braces'],
    [String.raw`x + \alhpa`, String.raw`\alhpa`, 'Unknown command', String.raw`mean .\\alpha`],
    [String.raw`\foo`, String.raw`\foo`, 'Unknown command', 'define it'],
    [String.raw`\begin{algned}x\end{algned}`, '{algned}', 'No such environment', 'Check'],
    [String.raw`\begin{eqnarray}a\end{eqnarray}`, '{eqnarray}', 'No such environment', 'Check'],
    [String.raw`\frac{1}{`, '', 'expected .}. at the end of the formula|end of input', 'missing'],
    [String.raw`\left( x`, '', 'the end of the formula', 'missing'],
    ['a } b', '} b', "Unexpected '}'", 'Check'],
    ['x\\', '\\', 'Unexpected character', 'Check'],
    [String.raw`\def\a{\a\a}\a`, String.raw`\def`, 'Too many expansions', 'Check'],
    [String.raw`\ref{x}`, String.raw`\ref{x}`, 'No formula has the label', 'label{x}'],
    [String.raw`x \tag{1}`, '', 'display', 'lines of their own'],
    [String.raw`\class{a}{x}`, String.raw`\class`, 'not trusted', 'Check'],
    ['and see [it](http://a.b/#c), # which', 'and', "isn't TeX", String.raw`\\\$`],
    ['x\n\n## Heading_1_2', 'x', "isn't TeX", String.raw`\\\$`],
  ])('in %s', (tex, at, message, hint) => {
    const result = render(inline(tex));
    if ('html' in result) throw new Error(result.html);
    expect(result.message).toMatch(new RegExp(message));
    expect(result.hint).toMatch(new RegExp(hint));
    expect(tex.slice(result.at, result.at + at.length)).toBe(at);
    expect(result.message).not.toMatch(/position \d|EOF|\u0332|\n/);
  });

  test('of lines that are wrapped, or numbered, is at its place', () => {
    for (const tex of [
      'a \\\\ b \\foo',
      String.raw`\begin{align}a&=b\label{x}\\ c &= \foo\end{align}`,
    ]) {
      expect(render(display(tex))).toMatchObject({ at: tex.indexOf('\\foo') });
    }
  });

  test('of a label that two formulas have', () => {
    const [label, other] = ['a b', 'a-b'].map((each) => `\\label{${each}}`);
    const { results } = renderAll(
      [`x${label}`, `y${other}`, `yy${label}`].map((tex) => display(tex)),
    );
    expect(results[2]).toMatchObject({ at: 2, message: 'Two formulas have the label `a b`' });
    // Labels whose ids would be equal are two labels.
    expect(results[1]).toMatchObject({ ids: ['eq-a-b-2'] });
  });
});

describe('nothing gets through:', () => {
  test.each([
    String.raw`\text{<script>alert(1)</script>}`,
    String.raw`\text{</math><img src=x onerror=alert(1)>}`,
    String.raw`\color{red;background:url(x)}{x}`,
    String.raw`\style{color:red}{x}`,
    String.raw`\data{a=b}{x}`,
    String.raw`\htmlClass{a}{x}`,
    String.raw`\tag{<b>}x`,
    String.raw`x\label{"><script>}`,
    String.raw`x\label{a}\ref{a}\eqref{a}`,
    String.raw`\rule{999999em}{999999em}`,
  ])('%s', (tex) => {
    const result = render(display(tex));
    const html = 'html' in result ? result.html : '';
    const $ = load(html, {}, false);
    const names = new Set(
      $('*')
        .toArray()
        .map((each) => $(each).prop('tagName')?.toLowerCase() ?? ''),
    );
    expect([...names].filter((name) => !/^(?:m[a-z]+|span|a)$/.test(name))).toEqual([]);
    expect(html).not.toMatch(/javascript:|url\(|99999(?!9*em\})/);
  });
});

test('a formula is the same, whatever was rendered before it', () => {
  const formulas = ['\\gdef\\foo{x}\\foo', 'x', '\\foo', '\\R', 'a\\big(x)'].map(inline);
  const once = formulas.map((formula) => render(formula));
  const back = formulas.toReversed().map((formula) => render(formula));
  expect(back.toReversed()).toEqual(once);
});

describe('as text', () => {
  test.each([
    ['E=mc^2', 'E = mc²'],
    [String.raw`a \le b`, 'a ≤ b'],
    ['s_{t-1}', 'sₜ₋₁'],
    [String.raw`\frac{a+b}{2}`, '(a + b)/2'],
    [String.raw`\sqrt{x^2+y^2}`, '√(x² + y²)'],
    [String.raw`\mathbf{x} \in \mathbb{R}^n`, 'x ∈ ℝⁿ'],
    [String.raw`\mathcal{O}(n \log n)`, 'O(n log n)'],
    ['-1 < x', '−1 < x'],
    ["f'(x)", 'f′(x)'],
    [String.raw`\hat{x}`, 'x̂'],
    [String.raw`A \xrightarrow{f} B`, 'A →ᶠ B'],
    [String.raw`e^{i\pi}+1=0`, 'e^(iπ) + 1 = 0'],
    [String.raw`90^\circ`, '90°'],
    [String.raw`10\%`, '10%'],
    [String.raw`\text{price \$5}`, 'price $5'],
    [String.raw`\ce{2H2 + O2 -> 2H2O}`, '2 H₂ + O₂ → 2 H₂O'],
    [String.raw`x \label{a}`, 'x (1)'],
    [String.raw`\begin{aligned}a&=b\\c&=d\end{aligned}`, 'a = b; c = d'],
    [String.raw`\foo{x}`, 'foo x'],
    [String.raw`\frac{1}{`, 'frac 1'],
    ['', ''],
  ])('%s is %s', (tex, text) => {
    expect(writeTexAsText(tex, {})).toBe(text);
  });

  // If each one was written twice, forty would take longer than any build.
  test('is made in time for indices of indices', () => {
    expect(writeTexAsText(`${'a_{'.repeat(40)}b${'}'.repeat(40)}`, {})).toContain('b');
  });
});

describe('a line of text', () => {
  test.each([
    ['The $x^2$ law', true, 'The x² law'],
    ['The $x^2$ law', false, 'The $x^2$ law'],
    ['The $$x^2$$ law', false, 'The x² law'],
    ['From $5 to $10', true, 'From $5 to $10'],
    ['$5 or $x_1$', true, '$5 or x₁'],
    ['\\$x$ y', true, '\\$x$ y'],
  ])('%s, with math %s, is %s', (line, isOn, shown) => {
    expect(writeFormulasAsText(line, { isOn, macros: {} })).toBe(shown);
  });
});
