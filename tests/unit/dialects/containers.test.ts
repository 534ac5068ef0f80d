/** Whatever containers an author opens and closes, the HTML is balanced, and reading it takes linear time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEssay } from '../../../src/essays/essay.ts';
import { fillBody } from '../../../src/markdown/body.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';
import { withPlaces } from '../../support/problems.ts';
import { buildSite, essay } from '../../support/site.ts';

const parser = await makeParser({ url: 'https://ann.example' });
const HEAD = '---\ntitle: A\npublished: 2020-01-01\n---\n';

function read(body: string): string {
  const file = { path: 'content/essays/a.md', bytes: Buffer.from(HEAD + body) };
  return fillBody(parseEssay(file, parser).body.html, []);
}

/** Lists the tags that don't match, in order. */
function findUnbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, slash, name = ''] of html
    .replace(/<!--.*?-->/gs, '')
    .matchAll(
      /<(\/?)(blockquote|details|summary|div|p|strong|ul|ol|li|pre|callout-title)\b[^<>]*>/g,
    )) {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(tag);
  }
  return [...wrong, ...open];
}

const PIECES = [
  ...[
    ':::',
    '::::',
    ':::note',
    '::::tip A *title*',
    '::: {.a #b}',
    ':::warning[a](b)',
    '::: details',
  ],
  ...['> [!NOTE]', '> [!tip]- a', '> > [!bug]+ <b>a', '- > [!note]', '> [!a]', '[!note]', '> text'],
  ...['!!! note "a"', '??? tip', '???+ a "', '    text', '        text', '    !!! b', '\t??? c'],
  ...[
    '{{< callout >}}',
    '{{< /callout >}}',
    '{% note %}',
    '{% endnote %}',
    '{% end %}',
    '{{% tip %}}',
  ],
  ...['::youtube{#a}', ':a[b]', '{: .note }', '> ::: tip', '> :::', '- :::note', '  :::', '1. a'],
  ...[
    '```',
    '~~~js',
    '<div>',
    '</blockquote>',
    '<details>',
    '</summary>',
    '<!--',
    '-->',
    '<callout-title>',
  ],
  ...[
    '</callout-title>',
    '<callout-title data-kind="note" data-fold="open">',
    '<p>',
    '',
    '',
    'text',
    '| a |',
  ],
];

test('a thousand hostile bodies have balanced HTML', { timeout: 120_000 }, () => {
  const body = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(body, (lines) => {
      const html = read(lines.join('\n')).replace(/<!--.*?-->/gs, '');
      expect(findUnbalanced(html)).toEqual([]);
      expect(html).not.toMatch(/<\/?callout-title/);
    }),
    { numRuns: 1000, seed: 36 },
  );
});

const LINES = 5000;
const count = (write: (n: number) => string) => Array.from({ length: LINES }, (_, n) => write(n));
test.each([
  ['containers inside each other', [...count(() => ':::note'), ...count(() => ':::')]],
  ['containers without an end', count(() => ':::note')],
  ['ends without a container', count(() => ':::')],
  ['containers of ever more colons', [...count((n) => `${':'.repeat((n % 60) + 3)}tip`), ':::']],
  ['admonitions inside each other', count((n) => `${' '.repeat(4 * (n % 500))}!!! note`)],
  ['admonitions', count(() => '!!! note\n    text')],
  [
    'shortcodes inside each other',
    [...count(() => '{{< note >}}'), ...count(() => '{{< /note >}}')],
  ],
  ['callouts in one quotation', count(() => '> [!note]- a')],
  ['quotations inside each other', count((n) => `${'> '.repeat(n % 90)}[!note]`)],
  ['titles in one line', [`> ${'[!note] '.repeat(LINES)}`]],
  ['braces in one line', [`::: ${'{.a '.repeat(LINES)}`]],
  ['colons in one line', [':::a '.repeat(LINES)]],
])('%s take linear time', (_, lines) =>
  expectCheap(() => {
    expect(findUnbalanced(read(lines.join('\n')))).toEqual([]);
  }),
);

test('a container with a name of its own is reported once for all essays, others at their place', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay(
      'title: A\ndate: 2020-01-01',
      '::: aside\na\n:::\n\n::: aside\nb\n:::',
    ),
    'content/essays/b.md': essay(
      'title: B\ndate: 2020-01-02',
      '::: aside\na\n:::\n\n:::\n\n> :::note',
    ),
  });
  expect(withPlaces(site.problems)).toEqual([
    'container-unstyled content/essays/a.md:5:1 `::: aside` becomes `<div class="aside">`, which no theme styles (3 times in 2 files)',
    'markup-foreign content/essays/b.md:9:1 `:::` ends here, but no container is open',
    'markup-foreign content/essays/b.md:11:3 `:::note` is never closed',
  ]);
});
