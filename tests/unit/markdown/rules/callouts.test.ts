/**
 * Callouts: quotations that begin with their kind.
 */
import { checkBodies } from '../../../support/bodies.ts';

const note = (title: string, content: string) =>
  `<blockquote class="callout callout-note" role="note"><p class="callout-title"><strong>${title}</strong></p>${content}</blockquote>`;

checkBodies({
  'a kind alone': ['> [!NOTE]\n> Text.', note('Note', '<p>Text.</p>')],
  'a title': ['> [!NOTE] Mind\n> Text.', note('Mind', '<p>Text.</p>')],
  'a title with emphasis and a link': [
    '> [!note] Mind *the* [gap](/gap)\n> Text.',
    note('Mind <em>the</em> <a href="/gap">gap</a>', '<p>Text.</p>'),
  ],
  'a title, and text that begins with emphasis': [
    '> [!NOTE] Mind\n> *the* gap.',
    note('Mind', '<p><em>the</em> gap.</p>'),
  ],
  'no text': ['> [!NOTE]', note('Note', '')],
  'blocks below the title': [
    '> [!NOTE]\n>\n> Text.\n>\n> - Item',
    note('Note', '<p>Text.</p><ul><li>Item</li></ul>'),
  ],
  'a name of another program for a kind': [
    '> [!ATTENTION]\n> Text.',
    '<blockquote class="callout callout-warning" role="note"><p class="callout-title"><strong>Warning</strong></p><p>Text.</p></blockquote>',
  ],
  'an unknown kind, which titles a note': ['> [!RECIPE]\n> Text.', note('Recipe', '<p>Text.</p>')],
  'metadata of Obsidian, which is left out': [
    '> [!note|wide]\n> Text.',
    note('Note', '<p>Text.</p>'),
  ],
  'one that is folded at first': [
    '> [!TIP]- Hidden\n> Text.',
    '<details class="callout callout-tip"><summary>Hidden</summary><p>Text.</p></details>',
  ],
  'one that folds': [
    '> [!TIP]+\n> Text.',
    '<details class="callout callout-tip" open><summary>Tip</summary><p>Text.</p></details>',
  ],
  'details, which always fold': [
    '> [!DETAILS] More\n> Text.',
    '<details class="callout callout-details"><summary>More</summary><p>Text.</p></details>',
  ],
  'a callout in a callout': [
    '> [!NOTE]\n> Text.\n>\n> > [!NOTE] Inner\n> > More.',
    note('Note', `<p>Text.</p>${note('Inner', '<p>More.</p>')}`),
  ],
  'a callout in a list': [
    '- > [!NOTE]\n  > Text.',
    `<ul><li>${note('Note', '<p>Text.</p>')}</li></ul>`,
  ],
  'a link with that text': [
    '> [!NOTE](/a)',
    '<blockquote><p><a href="/a">!NOTE</a></p></blockquote>',
  ],
  'the sign further down': ['> Text. [!NOTE]', '<blockquote><p>Text. [!NOTE]</p></blockquote>'],
  'the sign outside a quotation': ['[!NOTE] Text.', '<p>[!NOTE] Text.</p>'],
});
