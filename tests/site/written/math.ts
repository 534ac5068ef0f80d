import type { Row } from '../../support/written.ts';

const SENTENCE = ['so <math', '</math> holds'];

export const rows: readonly Row[] = [
  {
    written: '`$$E = mc^2$$` on lines of its own',
    body: 'Text.\n\n$$E = mc^2$$\n\nText.',
    shown: ['<p>Text.</p>', 'display="block"'],
    hidden: ['$$'],
  },
  {
    written: '`so $$E = mc^2$$ holds`',
    body: 'And so $$E = mc^2$$ holds.',
    shown: SENTENCE,
    hidden: ['$$', 'display="block"'],
  },
  {
    written: '`\\(E = mc^2\\)`',
    body: 'And so \\(E = mc^2\\) holds.',
    shown: SENTENCE,
  },
  {
    written: '`\\[E = mc^2\\]`',
    body: '\\[E = mc^2\\]',
    shown: ['display="block"'],
  },
  {
    written: '```` ```math ````',
    body: '```math\nE = mc^2\n```',
    shown: ['display="block"'],
    hidden: ['<pre>'],
  },
  {
    written: '`` $`E = mc^2`$ ``',
    body: 'And so $`E = mc^2`$ holds.',
    shown: SENTENCE,
  },
  {
    written: '`\\\\(E = mc^2\\\\)`',
    body: 'And so \\\\(E = mc^2\\\\) holds.\n\n\\\\[a\\_1 \\\\\\\\ b\\\\]',
    shown: [SENTENCE[0] as string, 'alttext="a_1 \\\\ b" display="block"'],
  },
  {
    written: '`\\\\{x_1, y\\\\}` in a formula',
    body: 'And so $$\\\\{x_1, y\\\\}$$ holds.\n\n$$\na \\\\\\\\ b\n$$',
    shown: ['alttext="\\{x_1, y\\}"', 'alttext="a \\\\ b"'],
  },
  {
    written: '`\\begin{align}` … `\\end{align}`',
    body: '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
    shown: ['display="block"'],
  },
  {
    written: '`$E = mc^2$`, with `math: true`',
    front: 'math: true',
    body: 'And so $E = mc^2$ holds.',
    shown: SENTENCE,
  },
  {
    written: '`$5 and then $7`, with `math: true`',
    settings: 'math: true',
    body: 'It costs $5 and then $7.',
    shown: ['It costs $5 and then $7.'],
  },
  {
    written: '`\\label{eq:a}` in a formula, `\\eqref{eq:a}` in the text',
    body: '\\begin{equation}\nx = y \\label{eq:a}\n\\end{equation}\n\nSee \\eqref{eq:a}.',
    shown: ['See <a href="#', '>(1)</a>.'],
  },
  {
    written: '`$$x = y$$ {#eq:a}`, and `@eq:a` in the text',
    body: '$$x = y$$ {#eq:a}\n\nSee @eq:a.',
    shown: ['See <a href="#', '>(1)</a>.'],
    hidden: ['{#'],
  },
  {
    written: '`so $u$ is`, beside other formulas, without `math: true`',
    body: 'And so $u$ is.\n\n$$u = x$$',
    shown: ['so $u$ is'],
    codes: ['math-dollars'],
  },
  {
    written: '`{{< katex >}}E = mc^2{{< /katex >}}`',
    body: 'And so {{< katex >}}E = mc^2{{< /katex >}} holds.',
    shown: SENTENCE,
    hidden: ['katex'],
  },
  {
    written: '`# The $$x^2$$ law`',
    body: 'Text.\n\n## The $$x^2$$ law\n\nText.',
    shown: ['<h2 id="the-x²-law">The <math'],
  },
  {
    written: '`P(A\\|B)` in a formula in a table',
    front: 'math: true',
    body: '| a | b |\n| --- | --- |\n| $P(A|B)$ | *c* |',
    shown: ['<td><math', '<td><em>c</em></td>'],
  },
];
