import type { Row } from '../../support/written.ts';

const TEXT = '## One\n\nText.\n\n### Two\n\nText.';
const NAV = '<nav class="toc" aria-label="Contents">';
const IN_TEXT = `${NAV}<ul><li><a href="#one">One</a><ul><li><a href="#two">Two</a></li></ul></li></ul></nav>`;
const FOLD = '<nav aria-label="Contents" class="fold" hidden=""><details><summary';
const MARGIN = '<nav aria-label="Contents" class="contents"><ol><li><a href="#one">One</a>';
const LONG = [1, 2, 3, 4].map((n) => `## Part ${n}\n\n${'word '.repeat(400)}`).join('\n\n');

export const rows: readonly Row[] = [
  {
    written: '`toc: true` in the front matter',
    front: 'toc: true',
    body: TEXT,
    shown: [FOLD, MARGIN, '<li class="below"><a href="#two">Two</a>', '/contents.'],
    hidden: [NAV],
  },
  {
    written: '`toc: 2` in the front matter',
    front: 'toc: 2',
    body: `${TEXT}\n\n## Three\n\nText.`,
    shown: [FOLD, `${MARGIN}</li><li><a href="#three">Three</a></li></ol></nav>`],
    hidden: ['<a href="#two">'],
  },
  {
    written: '`toc: false` in the front matter',
    front: 'toc: false',
    body: LONG,
    shown: ['id="part-1"'],
    hidden: [FOLD, '"contents"', '/contents.'],
  },
  {
    written: '`[TOC]` in a paragraph of its own',
    body: `[TOC]\n\n${TEXT}`,
    shown: [IN_TEXT],
    hidden: [FOLD, MARGIN, '[TOC]'],
  },
  {
    written: '`## Heading {.unlisted}`',
    front: 'toc: true',
    body: `${TEXT}\n\n## Three {.unlisted}`,
    shown: [MARGIN, 'id="three"'],
    hidden: ['<a href="#three">'],
  },
];
