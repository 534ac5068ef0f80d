import type { Row } from '../../support/written.ts';

export const rows: readonly Row[] = [
  {
    written: '`~~old~~`',
    body: 'The ~~old~~ new.',
    shown: ['The <del>old</del> new.'],
  },
  {
    written: '`- [x] done`',
    body: '- [x] done',
    shown: ['<input type="checkbox" checked'],
  },
  {
    written: '`*[HTML]: Hyper Text Markup Language`',
    body: 'Plain HTML.\n\n*[HTML]: Hyper Text Markup Language',
    shown: ['Plain <abbr title="Hyper Text Markup Language">HTML</abbr>.'],
  },
  {
    written: '`#. item`; Pandoc',
    body: '#. one\n#. two',
    shown: ['<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  },
  {
    written: '`Term`, and `: meaning` on the next line',
    body: 'Term\n: meaning',
    shown: ['<dt>Term</dt>', '<dd>meaning</dd>'],
  },
  {
    written: '`## Heading {#id}`',
    body: '## Heading {#my-id}\n\nText.',
    shown: ['<h2 id="my-id"'],
  },
  {
    written: '`## Heading {.lead}`',
    body: '## Heading {.lead}\n\nText.',
    shown: ['<h2 class="lead" id="heading">Heading</h2>'],
  },
  {
    written: '`{: .lead}`, `{.lead}` or `{ .lead }` on the line below a paragraph or a table',
    body: 'One.\n{: .lead}\n\nTwo.\n{.lead}\n\n| a |\n|---|\n| b |\n{ .lead }',
    shown: ['<p class="lead">One.</p>', '<p class="lead">Two.</p>', '<table class="lead">'],
    hidden: ['lead}', '{ .lead'],
  },
  {
    written: '`"quoted" -- and more...`',
    body: '"quoted" -- and more...',
    shown: ['“quoted” – and more…'],
  },
];
