import { pngHeader as png } from '../../support/pictures.ts';
import type { Row } from '../../support/written.ts';

const FOLDER = {
  'content/essays/hills/2.png': png(800, 600),
  'content/essays/hills/10.png': png(800, 600),
  'content/essays/hills/captions.yaml': '2.png: The second hill\n10.png: The tenth hill\n',
};

export const rows: readonly Row[] = [
  {
    written: '`![A hill](hill.jpg "The hill at noon")`, alone in its paragraph',
    body: 'Text.\n\n![A hill](hills/2.png "The hill at noon")',
    files: FOLDER,
    shown: ['<figcaption>The hill at noon</figcaption></figure>'],
    hidden: ['title="The hill'],
  },
  {
    written:
      '`![A hill](hill.jpg)`, and `*The hill at noon*` or `_The hill at noon_` on the line below',
    body: [
      '![A hill](hills/2.png){: width="80" }\n_The **hill** at noon_',
      '![A hill](hills/10.png)\n*The hill* at *night*',
    ].join('\n\n'),
    files: FOLDER,
    shown: [
      '<figcaption>The <strong>hill</strong> at noon</figcaption></figure>',
      '<em>The hill</em> at <em>night</em></p>',
    ],
  },
  {
    written:
      '`![A hill](hill.jpg){width=50%}`, `![A hill\\|300](hill.jpg)` or `![A hill](hill.jpg =300x200)`',
    body: [
      '![A hill](hills/2.png){width=50%}',
      '![A hill|300](hills/2.png)',
      '![A hill](hills/2.png =300x200)',
    ].join('\n\n'),
    files: FOLDER,
    shown: ['width="50%"', 'width="300" src', 'width="300" height="200"'],
    hidden: ['|300', '=300x'],
  },
  {
    written:
      '`![A hill](hill.jpg){#fig:hill}`, alone in its paragraph, and `@fig:hill` in the text; `{#fig-hill}` and `@fig-hill` as in Quarto',
    body: [
      'As @fig:hill and @fig-second show:',
      '![A hill](hills/2.png){#fig:hill}',
      '![The second](hills/10.png "At noon"){#fig-second}',
    ].join('\n\n'),
    files: FOLDER,
    shown: [
      'As <a href="#fig:hill">Figure\u00a01</a> and <a href="#fig-second">Figure\u00a02</a> show',
      '<figcaption><b>Figure\u00a01</b> A hill</figcaption>',
      '<figcaption><b>Figure\u00a02</b> At noon</figcaption>',
      'id="fig:hill"',
      'id="fig-second"',
    ],
    hidden: ['data-label', '{#fig'],
  },
  {
    written: '`![](hill.jpg){fig-alt="A hill"}`; Quarto',
    body: '![](hills/2.png){fig-alt="A hill"}',
    files: FOLDER,
    shown: ['alt="A hill"'],
    hidden: ['fig-alt'],
  },
  {
    written: '`[-@fig:hill]`, `[Plate @fig:hill]` or `[@fig:hill; @fig:lake]`',
    body: [
      'In figure [-@fig:hill], [Plate @fig:hill] and [@fig:hill; @fig:lake].',
      '![A hill](hills/2.png){#fig:hill}',
      '![A lake](hills/10.png){#fig:lake}',
    ].join('\n\n'),
    files: FOLDER,
    shown: [
      'In figure <a href="#fig:hill">1</a>, <a href="#fig:hill">Plate\u00a01</a> and ' +
        '<a href="#fig:hill">Figure\u00a01</a>, <a href="#fig:lake">Figure\u00a02</a>.',
    ],
  },
  {
    written: '`{{< gallery hills >}}`, on a line of its own',
    body: 'Text.\n\n{{< gallery hills >}}',
    files: FOLDER,
    shown: [
      '<div class="folder-gallery"><figure class="tile" style="--ratio:1.333"><img',
      'The second hill</p>',
      'alt="The tenth hill"',
    ],
  },
];
