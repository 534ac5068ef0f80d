/** Which parts of a body are formulas, what the engine gets of them, and what becomes of them on the page. */
import { describe, expect, it } from 'vitest';
import { loadMarkdownEngine } from '../../../src/markdown/engine.ts';
import { DISPLAY, findSpoilt, INLINE, readMath, showTex } from '../../support/formulas.ts';

const engine = await loadMarkdownEngine();

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

describe('formulas reach the engine as they are written', () => {
  it.each(FORMULAS)('%s', (tex) => {
    const fits = (name: string) => name !== 'table' || !/(?<!\\)\|/.test(tex);
    const inText = Object.entries(INLINE).filter(([name]) => fits(name) && !/\$/.test(tex));
    const spoilt = [...inText, ...Object.entries(DISPLAY)].flatMap(([, write]) => {
      return findSpoilt(tex, write, engine) ?? [];
    });
    expect(spoilt).toEqual([]);
  });
});

/** Shows a page with its formulas as TeX. */
function show(body: string, isOn = false, format: 'markdown' | 'html' = 'markdown'): string {
  const { html } = readMath(engine, body, { math: { isOn, macros: {} }, format });
  return showTex(html).trim();
}

it('a paragraph of more prices than rounds has no formula', () => {
  const body = 'It costs $5 or $ 10 and '.repeat(120).trim();
  expect(show(body, true)).toBe(`<p>${body}</p>`);
});

describe('a formula', () => {
  it.each([
    ['$$x_1$$', '<span class="formula" tabindex="0">$$x_1$$</span>'],
    ['$$\nx_1\n$$', '<div class="formula" tabindex="0">$$x_1$$</div>'],
    ['```math\nx_1\n```', '<div class="formula" tabindex="0">$$x_1$$</div>'],
    ['1. $$x_1$$', '<ol>\n<li><span class="formula" tabindex="0">$$x_1$$</span></li>\n</ol>'],
    ['a\n$$x_1$$\nb', '<p>a\n<span class="formula" tabindex="0">$$x_1$$</span>\nb</p>'],
    ['a\n$$\nx_1\n$$\nb', '<p>a</p>\n<div class="formula" tabindex="0">$$x_1$$</div>\n<p>b</p>'],
    ['so $$x_1$$ is', '<p>so $x_1$ is</p>'],
    ['$$x_1$$ is', '<p>$x_1$ is</p>'],
    ['a $$x_1\n= y$$ b', '<p>a $x_1 = y$ b</p>'],
    ['| $$x_1$$ |\n|-|', /<th>\$x_1\$<\/th>/],
    [
      '- a\n  $$\n  x\n  $$',
      '<ul>\n<li>a\n<div class="formula" tabindex="0">$$x$$</div>\n</li>\n</ul>',
    ],
    [
      '$$\n\\newcommand{\\R}{x}\n$$\n\n$$\\R$$',
      '<span class="formula" tabindex="0">$$\\R$$</span>',
    ],
    ["**Note:**$$x$$'s", '<p><strong>Note:</strong>$x$’s</p>'],
    ['| a |\n|-|\n| $$\\|x\\|$$ |', /<td>\$\\\|x\\\|\$<\/td>/],
  ])('%j', (body, html) => {
    if (typeof html === 'string') expect(show(body)).toBe(html);
    else expect(show(body)).toMatch(html);
  });
});

describe('text', () => {
  it.each([
    ['`$$x$$`'],
    ['    $$x$$'],
    ['<div title="$$x$$">\n$$y$$\n</div>'],
    ['[a](/$$x$$)'],
    ['kill $$ and $HOME/$USER'],
    ['$x$ and $y_1$'],
    ['\\(x_1\\)'],
  ])('%j has no formula', (body) => expect(show(body)).not.toContain('<math'));

  it('in HTML has no formula', () => {
    const { html } = readMath(engine, '<p>$$\\frac{1}{2}$$</p>', { format: 'html' });
    expect(html).toBe('<p>$$\\frac{1}{2}$$</p>');
  });
});

describe('between single dollars', () => {
  it.each([
    ['so $x_1$ is', '<p>so $x_1$ is</p>'],
    ['$word$ $$other$$', '<p>$word$ $other$</p>'],
    ['It costs $5 and then $7. $x$ is $y$.', '<p>It costs $5 and then $7. $x$ is $y$.</p>'],
    ['$5 and $10 *it* and $20', '<p>$5 and $10 <em>it</em> and $20</p>'],
    ['$x$5', '<p>$x$5</p>'],
    ['$ x$ and $y $', '<p>$ x$ and $y $</p>'],
    ['$x\n\ny$', '<p>$x</p>\n<p>y$</p>'],
    ['\\$x$ y', '<p>$x$ y</p>'],
    ['`$x$`', '<p><code>$x$</code></p>'],
    ['a <code>$x$</code> $y$', '<p>a <code>$x$</code> $y$</p>'],
    ["a <script>$('b'); $</script>", /<script>\$\('b'\); \$<\/script>/],
    ['![a $x^2$ b](a.png)', /alt="a x² b"/],
    ['## Of $x^2$', /id="of-x²">Of \$x\^2\$/],
  ])('%j', (body, html) => {
    if (typeof html === 'string') expect(show(body, true)).toBe(html);
    else expect(show(body, true)).toMatch(html);
  });

  it('is money in a table of many prices', () => {
    const rows = Array.from({ length: 80 }, (_, i) => `| $${i} to $${i + 1} | $x$ |`);
    const html = show(`| a | b |\n|-|-|\n${rows.join('\n')}`, true);
    expect(html.match(/<td>\$\d+ to \$\d+<\/td>/g)).toHaveLength(80);
  });

  it.each([
    ['The angle $\\alpha$ is', '$\\alpha$'],
    ['$x$ is', undefined],
    ['`$\\alpha$` is', undefined],
  ])('where formulas are off, %j is text, and %s is reported', (body, written) => {
    const { faults } = readMath(engine, body, { math: { isOn: false, macros: {} } });
    expect(faults.find(({ subject }) => subject === '$…$')?.written).toBe(written);
  });
});

it('keeps a formula in a line together with the signs beside it', () => {
  const show = (body: string) => {
    const { html } = readMath(engine, body);
    return html.replace(/<math .*?<\/math>/g, 'F');
  };
  expect(show('a ($x$), b')).toBe('<p>a <span class="joined">(F),</span> b</p>\n');
  expect(show('the $n$-th one')).toBe('<p>the <span class="joined">F-th</span> one</p>\n');
  expect(show('a $x$ b')).toBe('<p>a F b</p>\n');
});

const LONG = Array.from({ length: 12 }, (_, i) => `a_${i}`).join('+');

it.each([
  ['a block', `$$${LONG}$$`, '<span class="formula" tabindex="0"><math'],
  ['a sentence', `So $${LONG}$, then`, '<p>So <span class="wide-formula" tabindex="0"><math'],
  ['a heading', '## So $a+b+c+d+e+f+g$', '<span class="wide-formula" tabindex="0"><math'],
  ['an item', `- So $${LONG}$`, '<li>So <span class="wide-formula" tabindex="0"><math'],
  ['a quotation', `> So $${LONG}$`, '<p>So <span class="wide-formula" tabindex="0"><math'],
  ['a link', `[$${LONG}$](/x)`, '<a href="/x"><span class="wide-formula"><math'],
  ['a sentence, but short', 'So $a+b+c+d+e+f+g$', '<p>So <math'],
])('a formula in %s has a box that scrolls if it may be wider', (_, body, html) => {
  expect(readMath(engine, body).html).toContain(html);
});

describe('references', () => {
  const body = 'By \\eqref{eq:a} and \\ref{b}.\n\n$$x \\label{eq:a}$$\n\n$$y \\tag{B} \\label{b}$$';

  it('are links to formulas, and show their numbers', () => {
    const { html, ids } = readMath(engine, body);
    expect(html).toContain('<p>By <a href="#eq-a">(1)</a> and <a href="#eq-b">B</a>.</p>');
    expect(html).toMatch(/<span id="eq-a" class="formula rows" tabindex="0">/);
    expect(ids).toEqual(['eq-a', 'eq-b']);
  });

  it('find each row of a formula', () => {
    const rows = '$$\n\\begin{align}a \\label{a}\\\\b \\label{b}\\end{align}\n$$';
    const { html, ids } = readMath(engine, rows);
    expect(html).toMatch(
      /^<div id="eq-a" class="formula rows" tabindex="0"><span id="eq-b"><\/span><math/,
    );
    expect([...ids].sort()).toEqual(['eq-a', 'eq-b']);
  });

  it('stay text if no formula has their label', () => {
    const { html, faults } = readMath(engine, `${body}\n\n\\ref{c}`);
    expect(html).toContain('\\ref{c}');
    expect(faults).toMatchObject([{ code: 'math-invalid', written: '\\ref{c}' }]);
  });
});

describe('a formula that can’t be read', () => {
  it.each([
    ['so $$\\frac{1}{$$ is', '<p>so <code>\\frac{1}{</code> is</p>'],
    ['$$\n\\frac{1}{\n$$', '<pre><code>\\frac{1}{</code></pre>'],
  ])('is shown as code: %j', (body, html) => expect(show(body)).toBe(html));

  it.each([
    'Text $$\\frac{1}\n= t_\\max$$ more',
    '> - Text\n>   $$\n>   \\frac{1}\n>   + t_\\max\n>   $$',
    '1. a\n\n   ```math\n   1\n   + t_\\max\n   ```',
    'It is $5 and $6, or $t_\\max$',
  ])('is reported at its place: %j', (body) => {
    const { faults } = readMath(engine, body);
    expect(faults).toMatchObject([{ code: 'math-invalid', at: body.indexOf('\\max') }]);
  });
});

/** Applies the edits of all faults. */
function fix(body: string): string {
  const { faults } = readMath(engine, body);
  const edits = faults.flatMap((fault) => fault.edits ?? []).toSorted((a, b) => b.at - a.at);
  return edits.reduce((text, { at, was, is }) => {
    expect(text.slice(at, at + was.length)).toBe(was);
    return text.slice(0, at) + is + text.slice(at + was.length);
  }, body);
}

describe('a formula without an end is an error with an edit:', () => {
  it.each([
    ['$$a\n+ b$$', '$$\na\n+ b\n$$'],
    ['$$ a\nb\n$$', '$$\na\nb\n$$'],
    ['$$\na\nb $$', '$$\na\nb\n$$'],
    ['$$\na\n$$.', '$$\na\n.\n$$'],
    ['$$\na\n$$ (1)', '$$\na\n$$\n(1)'],
    ['> $$a\n> b$$', '> $$\n> a\n> b\n> $$'],
    ['1. $$a\n   b$$', '1. $$\n   a\n   b\n   $$'],
    ['$$\na\n\nEnd.', '$$\na\n$$\n\nEnd.'],
    ['$$\na\n\nText.\n\n$$\nb\n$$', '$$\na\n$$\n\nText.\n\n$$\nb\n$$'],
    ['$$a\nb$$\n\n```\n$$\n```\n\n$$c\nd$$', '$$\na\nb\n$$\n\n```\n$$\n```\n\n$$\nc\nd\n$$'],
  ])('%j', (body, fixed) => {
    const { faults } = readMath(engine, body);
    expect(faults.map(({ code }) => code)).toContain('math-unclosed');
    expect(fix(body)).toBe(fixed);
    expect(readMath(engine, fixed).faults).toEqual([]);
  });
});

it('is reported where a bar in it ends a cell, and words are lost', () => {
  const { faults } = readMath(engine, '| a |\n|-|\n| $P(A|B)$ |');
  expect(faults).toMatchObject([{ code: 'table-cells', written: 'B)$' }]);
});

it('asks for the style sheet of formulas only where there are any', () => {
  expect(readMath(engine, 'So $x$.').styles).toEqual(['math']);
  expect(readMath(engine, 'So $5.').styles).toEqual([]);
});
