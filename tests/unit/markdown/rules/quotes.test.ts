/**
 * Quotation marks of languages, and text in HTML that stays as it is.
 */
import { describe } from 'vitest';
import { checkBodies } from '../../../support/bodies.ts';

describe('English', () => {
  checkBodies({
    'quotation marks, a dash and an ellipsis': ['"a" it\'s -- b...', '<p>“a” it’s – b…</p>'],
    'code in HTML': ['<code>"a"</code> "b"', '<p><code>"a"</code> “b”</p>'],
    'a text field': ['a <textarea>"b"</textarea> "c"', '<p>a <textarea>"b"</textarea> “c”</p>'],
  });
});

describe('German', () => {
  checkBodies(
    {
      'outer and inner': ['"a \'b\' c"', '<p>„a ‚b‘ c“</p>'],
      'over emphasis': ['"a *b* c"', '<p>„a <em>b</em> c“</p>'],
      'beside code': ['"`a`" `"b"`', '<p>„<code>a</code>“ <code>"b"</code></p>'],
      'in a heading and in a table': [
        '## "a"\n\n| "b" |\n|---|',
        '<h2 id="a">„a“</h2><div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th>„b“</th></tr></thead></table></div>',
      ],
      'in the text of a link, but not in its address': [
        '["a"](/b?"c")',
        '<p><a href="/b?%22c%22">„a“</a></p>',
      ],
      'in the description of a picture': ['a ![b "c"](d)', '<p>a <img src="d" alt="b „c“"></p>'],
      'in a highlight': ['=="a" b==', '<p><mark>„a“ b</mark></p>'],
      'a dash and an ellipsis': ['a -- b...', '<p>a – b…</p>'],
      'marks that are typographic already': ['“a”', '<p>“a”</p>'],
      'a title of a callout': [
        '> [!NOTE] "a"',
        '<blockquote class="callout callout-note" role="note"><p class="callout-title"><strong>„a“</strong></p></blockquote>',
      ],
    },
    { language: 'de' },
  );
});

describe('French', () => {
  checkBodies({ 'narrow spaces': ['"a"', '<p>«\u202fa\u202f»</p>'] }, { language: 'fr' });
});
