import type { Row } from '../../support/written.ts';

export const rows: readonly Row[] = [
  {
    written: '`> [!NOTE]`, with the text in the lines below, each after `>`',
    body: '> [!NOTE]\n> Some *words*.',
    shown: [
      '<blockquote class="callout callout-note" role="note">',
      '<p class="callout-title"><strong>Note</strong></p>',
      '<p>Some <em>words</em>.</p>',
      'callouts.',
    ],
    hidden: ['[!NOTE]'],
  },
  {
    written: '`> [!tip] My title`',
    body: '> [!tip] My title\n> Words.',
    shown: ['class="callout callout-tip"', '<strong>My title</strong>'],
  },
  {
    written: '`> [!question]- Why?`; with `+` it is open at first',
    body: '> [!question]- Why?\n> Because.\n\n> [!question]+ And?\n> So.',
    shown: [
      '<details class="callout callout-question">\n<summary>Why?</summary>',
      '<details class="callout callout-question" open>\n<summary>And?</summary>',
    ],
  },
  {
    written: '`:::note[My title]`, and `:::` below the text',
    body: ':::note[My title]\nSome *words*.\n:::\n\n- ::::tip\n  :::info\n  Inner\n  :::\n  ::::',
    shown: [
      'class="callout callout-note"',
      '<strong>My title</strong>',
      '<p>Some <em>words</em>.</p>',
      'class="callout callout-tip"',
      'class="callout callout-info"',
    ],
    hidden: [':::'],
  },
  {
    written: '`:::aside`, or any other name',
    body: ':::aside\nWords.\n:::',
    shown: ['<div class="aside"><p>Words.</p></div>'],
  },
];
