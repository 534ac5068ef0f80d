import { pngHeader as png } from '../../support/pictures.ts';
import type { Row } from '../../support/written.ts';

const FOLDER = {
  'content/essays/hills/2.png': png(800, 600),
  'content/essays/hills/10.png': png(800, 600),
  'content/essays/hills/captions.yaml': '2.png: The second hill\n10.png: The tenth hill\n',
  'content/essays/wave.mp4': 'film',
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
    written: '`![A hill](hill.jpg)`, and `*The hill at noon*` on the line below',
    body: [
      '![A hill](hills/2.png){width="80"}\n*The **hill** at noon*',
      '![A hill](hills/10.png)\n*The hill* at *night*',
    ].join('\n\n'),
    files: FOLDER,
    shown: [
      'The <strong>hill</strong> at noon</figcaption></figure>',
      '<em>The hill</em> at <em>night</em></p>',
    ],
  },
  {
    written: '`![A hill](hill.jpg){.wide}`, `{.full}`, `{.left}` or `{.right}`',
    body: 'Text.\n\n![A hill](hills/2.png){.wide}',
    files: FOLDER,
    shown: ['class="wide"'],
    hidden: ['{.'],
  },
  {
    written: '`![A hill](hill.jpg){width=50%}` or `![[hill.jpg\\|300]]`',
    body: '![A hill](hills/2.png){width=50%}\n\n![[hills/10.png|300]]',
    files: FOLDER,
    shown: ['50%', 'width="300"'],
    hidden: ['|300', '{width'],
    codes: ['alt-missing'],
  },
  {
    written: '`![A wave](wave.mp4 "At sea")`',
    body: 'Text.\n\n![A wave](wave.mp4 "At sea")',
    files: FOLDER,
    shown: ['<video', '<figcaption>At sea</figcaption>'],
  },
  {
    written: '`::gallery{folder="hills"}`',
    body: 'Text.\n\n::gallery{folder="hills"}',
    files: FOLDER,
    shown: [
      '<div class="folder-gallery">\n<figure class="tile" style="--ratio:1.333"><img',
      'The second hill</p>',
      'alt="The tenth hill"',
    ],
  },
];
