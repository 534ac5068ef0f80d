/**
 * Formulas: the MathML of TeX, numbers and references, macros, errors and their places, safety, and formulas as text.
 */
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  type Formula,
  readableTex,
  renderFormulas,
  type TexResult,
} from '../../../src/markdown/tex.ts';

const inline = (tex: string): Formula => ({ tex, isDisplay: false });
const display = (tex: string): Formula => ({ tex, isDisplay: true });

function render(formula: Formula, macros: Readonly<Record<string, string>> = {}): TexResult {
  const [result] = renderFormulas([formula], macros).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

function htmlOf(result: TexResult | undefined): string {
  if (result === undefined || !('html' in result)) throw new Error(JSON.stringify(result));
  return result.html;
}

/** The text of each number, by the id that a reference leads to. */
function numbersOf(...formulas: Formula[]): string[] {
  const $ = load(renderFormulas(formulas, {}).results.map(htmlOf).join(''));
  return $('.number')
    .toArray()
    .map((each) => [$(each).text(), $(each).attr('id')].filter(Boolean).join(' '));
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
    [
      String.raw`\overline{a\cancel{b}}`,
      /<mrow style="[^"]*border-top:.*<mrow style="background:[^"]*top left/,
    ],
    [String.raw`\bcancel{a}`, /<mrow style="background:[^"]*top right[^"]*"><mi>a<\/mi><\/mrow>/],
    [
      String.raw`\underline{\xcancel{a}\sout{b}}`,
      /border-bottom:.*top left.*,linear.*<mrow style="background:lin/,
    ],
    [String.raw`\fbox{a}`, /<mrow style="padding:3pt;border:1px solid">/],
    [
      String.raw`\cancelto{0}{x}^2`,
      /<msup>.*background:.*<mn>0<\/mn><\/msup>.*<mn>2<\/mn><\/msup>/,
    ],
    [
      String.raw`\overline{\phase{a}}`,
      /border-top:.*<menclose notation="phasorangle".*<\/menclose><\/mrow>/,
    ],
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
    expect($('.number').length).toBe(0);
  });

  test('of eqnarray has the sign in the cell of what follows it', () => {
    const tex = String.raw`\begin{eqnarray*}a&=&b\\&\le&{c}\end{eqnarray*}`;
    const $ = load(htmlOf(render(display(tex))));
    const cells = $('mtd')
      .toArray()
      .map((each) => $(each).text());
    expect(cells).toEqual(['a', '=b', '', '≤c']);
    expect($('math').attr('alttext')).toBe(tex);
  });

  test('of a display formula is in a box, which takes focus if it may be wide', () => {
    expect(htmlOf(render(display('x')))).toMatch(
      /^<span class="formula"><math [^>]*display="block"/,
    );
    const wide = Array.from({ length: 20 }, (_, i) => `a_{${i}}`).join('+');
    expect(htmlOf(render(display(wide)))).toMatch(/^<span class="formula" tabindex="0">/);
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
      ['(1) eq-x', '(7)', '(2)'],
    ],
    [
      'of rows of old environments',
      [
        display(
          String.raw`\begin{eqnarray}a&=&b\nonumber\\&&+\begin{matrix}c&d&e\end{matrix}\\e&=&f\label{eq:x}\end{eqnarray}`,
        ),
        display(String.raw`\begin{flalign}a&=b&\\c&=d&\end{flalign}`),
        display(String.raw`\begin{displaymath}x\end{displaymath}`),
      ],
      ['(1)', '(2) eq-x', '(3)', '(4)'],
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
      [display(String.raw`x\label{a b}`), display(String.raw`y\label{a-b}`)],
      ['(1) eq-a-b', '(2) eq-a-b-2'],
    ],
    [
      'as the author wrote them',
      [display(String.raw`x\tag{$\star$}`), display(String.raw`y\tag*{A.1}`)],
      ['(*)', 'A.1'],
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
    const { results, labels } = renderFormulas(formulas, {});
    expect([...labels]).toEqual([
      ['eq:x', { number: '1', id: 'eq-x' }],
      ['b', { number: 'B', id: 'eq-b' }],
    ]);
    expect(htmlOf(results[0])).toContain('<mtext><a href="#eq-x">(1)</a></mtext>');
    expect(htmlOf(results[0])).toContain('<mtext><a href="#eq-b">B</a></mtext>');
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
    expect(htmlOf(renderFormulas(formulas, macros).results.at(-1))).toContain(shown);
  });

  test('that a formula only defines leave nothing', () => {
    expect(render(display(String.raw`\newcommand{\foo}{x}`))).toEqual({ html: '' });
  });

  test('of one formula don’t change those before it', () => {
    const formulas = [
      inline(String.raw`\foo`),
      display(String.raw`\gdef\foo{x}`),
      inline(String.raw`\foo`),
    ];
    const { results } = renderFormulas(formulas, {});
    expect(results.map((result) => 'html' in result)).toEqual([false, true, true]);
  });
});

describe('the error', () => {
  test.each<[tex: string, at: string, message: string, hint: string]>([
    [String.raw`x + t_\max`, String.raw`\max`, String.raw`\\max.*braces.*_`, String.raw`_{\\max}`],
    [
      String.raw`Q^\vec{\mu}`,
      String.raw`\vec`,
      String.raw`\\vec.*braces`,
      String.raw`\^{\\vec{\\mu}}`,
    ],
    [String.raw`\text{style_fwd}`, '_fwd', "isn't text", String.raw`\\_`],
    [String.raw`\text{a & b}`, '& b', "isn't text", String.raw`\\&`],
    ['x_1_2', '_2', 'second `_`', 'braces'],
    ['a & b', '& b', 'outside an alignment', 'aligned'],
    [
      String.raw`x + \alhpa`,
      String.raw`\alhpa`,
      'Unknown command',
      String.raw`Did you mean .\\alpha`,
    ],
    [String.raw`\begin{algned}x\end{algned}`, '{algned}', 'Unknown environment', 'aligned'],
    [
      String.raw`\begin{tabular}a\end{tabular}`,
      '{tabular}',
      'Unknown environment `tabular`',
      'aligned',
    ],
    [
      String.raw`\begin{eqnarray}a\end{eqnarray}`,
      String.raw`\begin`,
      'lines of its own',
      'lines of their own',
    ],
    [String.raw`\frac{1}{`, '', 'ends before `}`', 'Add `}`'],
    [String.raw`\left( x`, '', String.raw`ends before .\\right`, 'Add'],
    [String.raw`\begin{matrix}a`, '', String.raw`ends before .\\end{matrix}`, 'Add'],
    ['x_', '_', 'Nothing follows `_`', 'braces'],
    ['a } b', '} b', 'has no matching', 'Remove'],
    [String.raw`x \right)`, String.raw`\right)`, 'has no', 'left'],
    ['a#b', '#b', 'special meaning', '#'],
    [String.raw`\def\a{\a\a}\a`, String.raw`\def`, 'expands forever', 'own definition'],
    [String.raw`\ref{x}`, String.raw`\ref{x}`, 'No formula has the label', 'label{x}'],
    [String.raw`x \tag{1}`, String.raw`\tag`, 'lines of its own', 'lines of their own'],
    [String.raw`\href{javascript:alert(1)}{x}`, String.raw`\href`, "isn't allowed", 'links'],
    [String.raw`\class{a}{x}`, String.raw`\class`, "isn't allowed", 'styles'],
    [String.raw`\includegraphics{a}`, String.raw`\include`, "isn't allowed", 'pictures'],
    ['and see [it](http://a.b/#c), # which', 'and', 'wrongly paired', 'dollar'],
    ['x\n\n## Heading_1_2', 'x', 'wrongly paired', 'dollar'],
    ['x'.repeat(20_001), 'x', 'too long', '20000'],
    ['{'.repeat(5000) + '}'.repeat(5000), '{', 'nested too deeply', 'Simplify'],
    [String.raw`\newcommand{\a}{x} + y + \foo`, String.raw`\foo`, 'Unknown command', 'define'],
  ])('in %s', (tex, at, message, hint) => {
    const result = render(inline(tex));
    if ('html' in result) throw new Error(result.html);
    expect(tex.slice(result.at, result.at + at.length)).toBe(at);
    if (at === '') expect(result.at).toBe(tex.length);
    expect(result.message).toMatch(new RegExp(message));
    expect(result.hint).toMatch(new RegExp(hint));
    expect(result.message + result.hint).not.toMatch(/position \d|EOF|\u0332|\n/);
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
    const { results } = renderFormulas(
      [display(String.raw`x\label{a}`), display(String.raw`yy\label{a}`)],
      {},
    );
    expect(results[1]).toMatchObject({ at: 2, message: 'Two formulas have the label `a`' });
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

test('a hundred formulas that would expand for ever take a few seconds in all', () => {
  const bomb = String.raw`\def\a#1{\a{#1#1}}\a{x}`;
  const started = performance.now();
  const { results } = renderFormulas([...Array(100).fill(inline(bomb)), inline('\\R')], {
    '\\R': 'x',
  });
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(results.filter((each) => 'message' in each).length).toBe(100);
  expect(htmlOf(results.at(-1))).toContain('<mi>x</mi>');
}, 60_000);

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
    [String.raw`x \label{a} \tag{1}`, 'x'],
    [String.raw`\begin{eqnarray}a&=&b\end{eqnarray}`, 'a = b'],
    [String.raw`\foo{x}`, 'foo x'],
    [String.raw`\frac{1}{`, 'frac 1'],
    ['', ''],
  ])('%s is %s', (tex, text) => {
    expect(readableTex(tex)).toBe(text);
  });

  // If each one was written twice, forty would take longer than any build.
  test('is made in time for indices of indices', () => {
    expect(readableTex(`${'a_{'.repeat(40)}b${'}'.repeat(40)}`)).toContain('b');
  });
});
