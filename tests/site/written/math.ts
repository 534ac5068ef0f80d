import type { Row } from '../../support/written.ts';

const SENTENCE = ['so <math', '</math> holds'];

export const rows: readonly Row[] = [
  {
    written: '`$$`, the formula and `$$`, each on a line of its own',
    body: 'Text.\n\n$$\nE = mc^2\n$$\n\nText.',
    shown: ['<p>Text.</p>', 'display="block"'],
    hidden: ['$$'],
  },
  {
    written: '`so $$E = mc^2$$ holds`',
    body: 'And so $$E = mc^2$$ holds.\n\n## The $$x^2$$ law\n\nText.',
    shown: [...SENTENCE, '<h2 id="the-x²-law">The <math'],
    hidden: ['$$', 'display="block"'],
  },
  {
    written: '```` ```math ````',
    body: '```math\nE = mc^2\n```',
    shown: ['display="block"'],
    hidden: ['<pre>'],
  },
  {
    written: '`$E = mc^2$`, with `math: true` in the front matter or in site.yaml',
    front: 'math: true',
    body: 'And so $E = mc^2$ holds.',
    shown: SENTENCE,
  },
  {
    written: '`$5 and then $7`, with `math: true`',
    settings: 'math: true',
    body: 'It costs $5 and *then* $7.',
    shown: ['It costs $5 and <em>then</em> $7.'],
  },
  {
    written: '`\\label{eq:a}` in a formula, `\\eqref{eq:a}` in the text',
    body: '$$\n\\begin{equation}\nx = y \\label{eq:a}\n\\end{equation}\n$$\n\nSee \\eqref{eq:a}.',
    shown: ['See <a href="#', '>(1)</a>.'],
  },
];
