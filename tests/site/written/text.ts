import type { Row } from '../../support/written.ts';

/** What may look like marks; it stays as it is. */
const CODE = '`==a== x^2^`';
const OTHER = {
  'content/essays/walking.md': '---\ntitle: Walking\npublished: 2020-01-01\n---\nWords.\n',
};
const WALKING = '<a href="/blog/walking">';

export const rows: readonly Row[] = [
  { written: '`~~old~~`', body: 'The ~~old~~ new.', shown: ['The <del>old</del> new.'] },
  { written: '`- [x] done`', body: '- [x] done', shown: ['<input type="checkbox" checked'] },
  {
    written: '`A claim.[^1]`, and `[^1]: The note.` anywhere below',
    body: 'A claim.[^1]\n\n[^1]: The note.',
    shown: ['data-footnote-ref', 'The note.'],
    hidden: ['[^1]'],
  },
  {
    written: '`Term`, and `: meaning` on the next line',
    body: 'Term\n: meaning',
    shown: ['<dt>Term</dt>', '<dd>meaning</dd>'],
  },
  {
    written: '`## Heading {#id .lead}`',
    body: '## Heading {#my-id .lead}\n\nText.',
    shown: ['<h2 id="my-id" class="lead"'],
  },
  {
    written: '`{.lead}` on the line below a paragraph, a list, a quotation or a table',
    body: 'Two.\n{.lead}\n\n| a |\n|---|\n| b |\n{.lead}\n\n- c\n{.lead}\n\n> d\n{.lead}',
    shown: ['<p class="lead">Two.</p>', '<table class="lead">', '<ul class="lead">'],
    hidden: ['lead}'],
  },
  {
    written: '`"quoted" -- and more...`',
    body: '"quoted" -- and more...',
    shown: ['“quoted” – and more…'],
  },
  {
    written: '`[another essay](walking.md)`, `[[walking]]` or `[[walking\\|my walk]]`',
    body: 'See [it](walking.md), [[walking]] and [[walking|my walk]].',
    files: OTHER,
    shown: [`${WALKING}it</a>, ${WALKING}walking</a> and ${WALKING}my walk</a>`],
  },
  {
    written: '`==mark==`, with `markdown: { mark: true }` in site.yaml',
    body: `A ==marked *word*== if a == b, \\==kept== ${CODE} [==a==](https://b.example/==c==)`,
    settings: 'markdown: { mark: true }',
    shown: [
      'A <mark>marked <em>word</em></mark> if a == b, ==kept==',
      '<code>==a== x^2^</code>',
      'href="https://b.example/==c=="',
      '><mark>a</mark></a>',
    ],
  },
  {
    written: '`H~2~O`, with `markdown: { subscript: true }`',
    body: 'H~2~O, ~one~, ~~old~~',
    settings: 'markdown: { subscript: true }',
    shown: ['H<sub>2</sub>O, <sub>one</sub>, <del>old</del>'],
  },
  {
    written: '`x^2^`, with `markdown: { superscript: true }`',
    body: 'x^2^ and 1^st^, a^b c^d.',
    settings: 'markdown: { superscript: true }',
    shown: ['x<sup>2</sup> and 1<sup>st</sup>, a^b c^d.'],
  },
  {
    written: '`<kbd>Ctrl</kbd>`',
    body: 'Press <kbd onclick="a()">Ctrl</kbd>.',
    shown: ['<kbd>Ctrl</kbd>'],
  },
  {
    written: '`%% not yet %%` or `<!-- not yet -->`',
    body: 'One %% not yet %% two <!-- not yet --> three.',
    shown: ['One'],
    hidden: ['not yet'],
  },
  {
    written: '`<!--more-->`',
    body: 'First words.\n\n<!--more-->\n\nMore words.',
    shown: ['content="First words."', 'More words.'],
    hidden: ['<!--more'],
  },
];
