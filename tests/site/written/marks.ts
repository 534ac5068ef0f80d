import type { Row } from '../../support/written.ts';

/** What may look like marks; it stays as it is. */
const CODE = '`==a== :tada: x^2^`';

export const rows: readonly Row[] = [
  {
    written: '`==mark==`, with `mark: true`',
    body: `A ==marked *word*== if a == b, \\==kept== ${CODE} [==a==](https://b.example/==c==)`,
    settings: 'markdown: { mark: true }',
    shown: [
      'A <mark>marked <em>word</em></mark> if a == b, ==kept==',
      '<code>==a== :tada: x^2^</code>',
      'href="https://b.example/==c=="',
      '><mark>a</mark></a>',
    ],
  },
  {
    written: '`H~2~O`, with `subscript: true`',
    body: 'H~2~O, v~at\\ rest~, ~one~, ~two words~, ~~old~~',
    settings: 'markdown: { sub: true }',
    shown: [
      'H<sub>2</sub>O, v<sub>at\u00a0rest</sub>, <sub>one</sub>, <del>two words</del>, <del>old</del>',
    ],
  },
  {
    written: '`x^2^`, with `superscript: true`',
    body: 'x^2^ and 1^*st*^, a^b c^d.',
    settings: 'markdown: { superscript: true }',
    shown: ['x<sup>2</sup> and 1<sup><em>st</em></sup>, a^b c^d.'],
  },
  {
    written: '`++new++`, with `insert: true`',
    body: 'The ++new++ text in C++, not C++.',
    settings: 'markdown: { insert: true }',
    shown: ['The <ins>new</ins> text in C++, not C++.'],
  },
  {
    written: '`++ctrl+alt+del++`, without a setting; MkDocs',
    body: 'Press ++ctrl+alt+del++ or ++shift+page-up++.',
    shown: [
      '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd> or <kbd>Shift</kbd>+<kbd>Page Up</kbd>.',
    ],
  },
  {
    written: '`:smile:`, with `emoji: true`',
    body: 'Well :smile: at 10:30:15, :tada::rocket:, but no :such-name: or :constructor:.',
    front: 'subtitle: "So :tada: it is"',
    settings: 'markdown: { emoji: true }',
    shown: ['Well 😄 at 10:30:15, 🎉🚀, but no :such-name: or :constructor:.', 'So 🎉 it is'],
  },
  {
    written: '`^[a note]`, with `inlineNotes: true`',
    body: 'One^[The *first* note, [linked](https://b.example).] and two.[^The second note]',
    settings: 'markdown: { inlineNotes: true }',
    shown: ['<p>The <em>first</em> note, <a', '<p>The second note '],
  },
  {
    written: '`(c) 2026`, `(tm)` and `Acme(R)`, with `symbols: true`',
    body: '(c) 2026 Acme(R), Foo(tm): (a), (b) or (c), and word(r).',
    settings: 'markdown: { symbols: true }',
    shown: ['© 2026 Acme®, Foo™: (a), (b) or (c), and word(r).'],
  },
];
