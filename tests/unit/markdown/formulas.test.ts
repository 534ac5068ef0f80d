/** Which parts of a body are formulas, what the engine gets of them, and what is left to Markdown. */
import { describe, expect, it } from 'vitest';
import { fillBody, fillFeedBody } from '../../../src/markdown/body.ts';
import { fillFormulas } from '../../../src/markdown/formula-mask.ts';
import { findFormulas } from '../../../src/markdown/formulas.ts';
import { expectCheap } from '../../support/cost.ts';
import { DISPLAY, findSpoilt, INLINE, readEssay } from '../../support/formulas.ts';
import { makeParser } from '../../support/parser.ts';

const parser = await makeParser();
const { listParts } = parser.markdown;

/** Formulas with Markdown's, HTML's and the dialects' own signs. */
const FORMULAS = [
  's_{t-1}',
  'f^{*}(x_0)',
  'a*b_1*c_2',
  '0 \\le i < N',
  'x<y>z',
  'P(A|B)',
  'D_{KL}(p \\| q)',
  'W_0 = a \\\\ W_1 = b',
  '\\begin{aligned}a &= b \\\\ &= \\frac{c}{d}\\end{aligned}',
  '\\begin{cases}x & \\text{if } x \\ge 0\\\\-x & \\text{otherwise}\\end{cases}',
  '\\begin{bmatrix}a&b\\\\c&d\\end{bmatrix}^\\top',
  '\\mathcal{L}\\,\\mathbf{x}\\,\\mathbb{E}\\,\\boldsymbol{\\theta}',
  "s \\xrightarrow[]{a \\sim \\pi_\\theta} s'",
  '\\sum_{\\substack{i=1\\\\ \\tilde{w}_i \\sim Q}}^N x_i',
  '\\hat{\\mathbf{x}}\\ \\vec{v}\\ \\overrightarrow{h}',
  '\\color{red}{x} + y',
  't_\\max',
  '\\text{style_fwd}',
  'a\\big(x)',
  '\\begin{align}a&=b\\label{eq:x}\\\\c&=d\\tag{7}\\end{align}',
  '\\text{price \\$5, 50\\%, 日本, W’}',
  '\\ce{2H2 + O2 -> 2H2O}',
  '\\href{javascript:alert(1)}{x}\\class{a}{x}\\text{<script>}',
  '\\def\\a{\\a\\a}\\a',
  '\\frac{1}{',
  'a_1*b_2*c_3_',
  '**x**',
  '__x__',
  '~~x~~',
  '[a](b)',
  '[a][b]',
  '![a](b.png)',
  'a`b',
  '``x',
  '# x',
  '- x',
  '1. x',
  '> x',
  '{{ x }}',
  '{% if x %}y{% endif %}',
  '{{< figure src="a" >}}',
  '[[x]]',
  '==x==',
  'x^[2]',
  ':::x',
  '{#id .class}',
  '<b>x</b>',
  '<!-- x -->',
  'a && b',
  'x...y--z',
  '"x"',
  "f''(x)",
  'http://a.example/_x_',
  'a@b.example',
  ':smile:',
  '[^1]',
  '\\*x\\*',
  '\\_\\#\\&\\%',
  '\\text{if $y$ holds}',
  'x\\,',
  '😀 + é',
];

describe('formulas reach the engine character for character', () => {
  const forms = Object.entries(INLINE).filter(([name]) => name !== 'brackets');
  it.each(FORMULAS)('%s', (tex) => {
    const inText = forms.flatMap(([, write]) => findSpoilt(tex, write, parser) ?? []);
    const inBlocks = Object.values(DISPLAY).flatMap(
      (write) => findSpoilt(tex, write, parser) ?? [],
    );
    expect([...inText, ...inBlocks]).toEqual([]);
  });
});

/** Lists the formulas of a body: in dollars if they are inline, in brackets if they are displayed. */
function list(body: string, isOn = false, format: 'markdown' | 'html' = 'markdown'): string[] {
  const { formulas } = findFormulas(body, { format, isOn, components: [], listParts });
  return formulas.map(({ tex, isDisplay }) => (isDisplay ? `[${tex}]` : `$${tex}$`));
}

it.each([
  ['$$x$$ on lines of its own', 'a\n\n$$x_1$$\n\nb', ['[x_1]']],
  ['with a full stop after it', '$$x_1$$.', ['[x_1]']],
  ['in a sentence, as kramdown has it', 'a $$x_1$$ b \\(y_1\\)', ['$x_1$', '$y_1$']],
  ['a letter in brackets', 'so \\(x\\) is', ['$x$']],
  ['several lines in a sentence', 'a $$x_1\n+y$$ b', ['[x_1\n+y]']],
  ['brackets', 'a \\(x_1\\) b\n\n\\[y^2\\]', ['$x_1$', '[y^2]']],
  ['doubled backslashes', 'a \\\\(x\\_1 \\\\\\\\ y\\\\) b', ['$x_1 \\\\ y$']],
  [
    'backslashes as Hugo needs them for Markdown',
    '$$\\\\{x\\_1,\\ldots\\\\}$$\n\n$$\na \\\\\\\\\\max b\\\\\\\\\\\\{c\\\\}\n$$',
    ['[\\{x\\_1,\\ldots\\}]', '[a \\\\\\max b\\\\\\{c\\}]'],
  ],
  [
    'breaks of lines before and after braces',
    '$$\n{a\\\\}\\\\{b}\\\\ c\n$$',
    ['[{a\\\\}\\\\{b}\\\\ c]'],
  ],
  ['an environment', '\\begin{align*}\na\n\\end{align*}', ['[\\begin{align*}\na\n\\end{align*}]']],
  ['a block of code called math', '```math\na\n```', ['[a]']],
  ["GitHub's dollars with backticks", 'a $`x_1`$ b', ['$x_1$']],
  ['with a name', '$$x$$ {#eq:a}', ['[x\\label{eq:a}]']],
  ["with Quarto's name below", '$$\nx\n$$ {#eq-a}', ['[x\\label{eq-a}]']],
  ["with Quarto's name on the next line", '> $$\n> x\n> $$\n> {#eq-a}', ['[x\\label{eq-a}]']],
  ['with a name right after it', '$$x$${#eq-a}', ['[x\\label{eq-a}]']],
  ["a shortcode of Hugo's themes", 'a {{< katex >}}x_1{{< /katex >}} b', ['$x_1$']],
  ['a shortcode on lines of its own', '{{% math %}}\n$$\nx_1\n$$\n{{% /math %}}', ['[x_1]']],
  ['a tag of Jekyll', '{% katex display %}\nx_1\n{% endkatex %}', ['[x_1]']],
  ['entities', '\\(a &lt; b\\)', ['$a < b$']],
])('is a formula: %s', (_, body, formulas) => expect(list(body)).toEqual(formulas));

it.each([
  ['code', '`$$x$$` and `\\(x_1\\)`'],
  ['a block of code', '```\n$$x$$\n```\n\n    $$y$$'],
  ['an element of code', '<code>$$x$$</code> <kbd>\\(x_1\\)</kbd>'],
  ['raw HTML', '<div data-x="$$x$$">\n$$y$$\n</div>'],
  ['an address', '[a](/$$x$$) https://a.example/$$x$$'],
  ['escaped brackets', '\\[sic\\] \\[1\\] \\[x\\] \\[ \\] \\(see below\\) \\(c\\) 2020 \\(1\\)'],
  ['escaped shortcodes', '\\[caption id="a_1" width="30"\\] \\[gallery\\]'],
  ['prices', 'from $$ to $$$, $5 and then $7'],
  ['shells', 'kill $$ and $HOME/$USER, $(y_1) $_ $1'],
  ['single dollars', '$x$ and $y_1$'],
  ['one delimiter', '\\(a and $$ b'],
])('is text: %s', (_, body) => expect(list(body)).toEqual([]));

it.each([
  ['', 'so $x_1$ is', ['$x_1$']],
  [' with a dollar', '$\\text{\\$5}$', ['$\\text{\\$5}$']],
  [' beside two dollars', '$word$ $$other$$', ['$word$', '$other$']],
  [' beside prices', 'It costs $5 and then $7. $x$ is $y$.', ['$x$', '$y$']],
  [' before a digit', '$x$5', []],
  [' with a space inside', '$ x$ and $y $', []],
  [' across a blank line', '$x\n\ny$', []],
  [' after a backslash', '\\$x$ y', []],
  [' in an address', 'https://a.example/?a=$x&b=$', []],
])('where formulas are on, between single dollars%s', (_, body, formulas) => {
  expect(list(body, true)).toEqual(formulas);
});

it.each([
  ['a letter', 'The space $u$ of $$u_t = \\Delta u$$', '$u$'],
  ['a power before it', 'so $x^2$ or \\(x_1\\)', '$x^2$'],
  ['a product that begins with a number', 'so $2x_1$ or $$y_1$$', '$2x_1$'],
])('between single dollars beside other formulas, %s is left unread', (_, body, written) => {
  const context = { format: 'markdown' as const, isOn: false, components: [], listParts };
  expect(findFormulas(body, context).unread).toBe(body.indexOf(written));
  expect(findFormulas(body, { ...context, isOn: true }).unread).toBe(null);
});

it.each([
  ['a letter without other formulas', 'The space $u$ is $x^2$.'],
  ['prices', '$$x_1$$ costs $5 and then $7, or 3$ (in A$), $5 (A$) or $5-$10.'],
  ['variables of a shell', '$$x_1$$ in $HOME/$USER, $a/$b, $1$2 or $PATH:$PWD.'],
  ['code', '$$x_1$$ `$u$` and $y'],
])('between single dollars, %s is text without a report', (_, body) => {
  const context = { format: 'markdown' as const, isOn: false, components: [], listParts };
  expect(findFormulas(body, context).unread).toBe(null);
});

it.each([
  ['text', '<p>a \\(x_1\\) b</p><p>$$y$$</p>', ['$x_1$', '[y]']],
  ['entities', '<p>\\(a &lt; b &amp; c_1\\)</p>', ['$a < b & c_1$']],
  ['code', '<pre>$$x$$</pre><code>\\(x_1\\)</code><!-- $$x$$ --><a title="$$x$$">a</a>', []],
  ['tags inside', '<p>\\(a <em>b_1</em>\\)</p>', []],
])('in HTML: %s', (_, body, formulas) => expect(list(body, false, 'html')).toEqual(formulas));

it('shows what is written where a formula would be code or an attribute', () => {
  expect(readEssay('![a $x^2$ b](a.png) `$y$`', parser).html).toContain('alt="a x² b"');
});

it('keeps a formula in a line together with the signs beside it', () => {
  const { found } = readEssay('$x$', parser);
  const math = '<math alttext="x"><mi>x</mi></math>';
  const fill = (html: string) =>
    fillFormulas(html.replace('F', '<blog-formula data-n="0">x</blog-formula>'), {
      found,
      page: { results: [{ html: math }], labels: new Map() },
    });
  expect(fill('a (F), b')).toBe(`a <span class="joined">(${math}),</span> b`);
  expect(fill('the F-th one')).toBe(`the <span class="joined">${math}-th</span> one`);
  expect(fill('a F b')).toBe(`a ${math} b`);
});

it('splits a paragraph around a display formula', () => {
  const { html } = readEssay('a\n$$\nx\n$$\nb', parser);
  expect(html).toBe('<p>a\n</p>\n<math>0</math>\n<p>\nb</p>\n');
});

it.each([
  'Text $$\\frac{1}\n+ y$$ more',
  '> - Text\n>   $$\n>   \\frac{1}\n>   + y\n>   $$',
  '1. a\n\n   ```math\n   1\n   + y\n   ```',
  'a \\\\(x\\_1 \\\\ + y\\\\)',
  '\\(a &lt; b + y\\)',
])('an offset in a formula is one in %j', (body) => {
  const [formula] = findFormulas(body, {
    format: 'markdown',
    isOn: false,
    components: [],
    listParts,
  }).formulas;
  expect(formula?.offsetInBody(formula.tex.indexOf('y'))).toBe(body.indexOf('y'));
});

it('gives feeds references without links', () => {
  const { found } = readEssay('$$x$$ {#eq:a}\n\nBy \\eqref{eq:a} and @eq:a.', parser);
  const labels = new Map([['eq:a', { number: '1', id: 'eq-1' }]]);
  const html =
    '<blog-formula data-n="0">x</blog-formula> <blog-formula data-n="1">(1)</blog-formula> <blog-formula data-n="2">(1)</blog-formula>';
  const filled = fillFormulas(html, { found, page: { results: [{ html: '<math>' }], labels } });
  expect(fillBody(filled, [])).toBe('<math> <a href="#eq-1">(1)</a> <a href="#eq-1">(1)</a>');
  expect(fillFeedBody(filled, [], 'https://a.example/')).toBe('<math> (1) (1)');
});

it('ends emphasis before a formula, and has an apostrophe after it', () => {
  const { html } = readEssay('**Note:**$x_1$\'s "$y_1$"', parser);
  expect(html).toBe('<p><strong>Note:</strong><math>0</math>’s “<math>1</math>”</p>\n');
});

it.each([
  ['$$\na\n\n\\alpha\n$$\n\nEnd.', 'blank line'],
  ['$$\n\\alpha\n\nEnd.', 'never closed'],
  ['\\[\n\\alpha\n\nEnd \\[sic\\].', 'never closed'],
  ['\\begin{align}\n\\alpha\n\nEnd.', 'never closed'],
])('%j is reported, and swallows nothing', (body, message) => {
  const { found, html } = readEssay(body, parser, false);
  expect(found.torn).toMatchObject([{ at: 0, message: expect.stringContaining(message) }]);
  expect(html).toMatch(/<p>End/);
});

it.each([
  ['', 'a', ''],
  ['', '$', ''],
  ['', '$$ ', ''],
  ['', '\\(', ''],
  ['', '\\(word ', '\\)'],
  ['', '\\\\[', ''],
  ['', '${$ ', ''],
  ['', '${ ', 'a$'],
  ['', '\\begin{align}\n', ''],
  ['', '$`', ''],
  ['$`a ', '`', 'b'],
  ['$`a ', '```b ', ''],
  ['$$\na', ' ', 'x\n$$'],
  ['```math\na', ' ', 'x\n```'],
  ['', '{{< katex >}} ', ''],
  ['', '{% math %}', ''],
  ['{% math %}$', ' ', 'x{% endmath %}'],
  ['', '@eq:a ', ''],
  ['', '\\eqref{a} ', ''],
])('reads %j, many times %j and %j in time', async (head, piece, tail) => {
  const body = head + piece.repeat(100_000 / piece.length) + tail;
  await expectCheap(() => list(body, true));
  await expectCheap(() => list(body, false));
});
