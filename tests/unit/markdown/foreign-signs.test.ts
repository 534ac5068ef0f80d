/** The signs of other programs' syntax: what each finds, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { FOREIGN_SIGNS, hasForeignSign } from '../../../src/markdown/foreign-signs.ts';

/** Text with a sign, as the rule looks at it, by how a problem shows the sign. */
const FOUND: readonly (readonly [shown: string, text: string])[] = [
  ['{{< $1 >}}', '{{< figure src="a.jpg" >}}'],
  ['{{< $1 >}}', '{{% /notice %}}'],
  ['{% $1 %}', '{% include a.html %}'],
  ['{{ $1 }}', '{{ site.url }}'],
  [']({{ … }})', '{{ site.url }}/a'],
  ['{.…}', '{.wide}'],
  ['{: … }', '{: .lead }'],
  ['{: … }', '{:toc}'],
  ['<… markdown="1">', '<div class="a" markdown="1">'],
  ['*[HTML]: …', '*[HTML]: Hyper Text'],
  ['[…](a b.md)', '[a](my file.md) '],
  ['![…](a.png =300x200)', '![a](a.png =300x200)'],
  ['](tab:…)', 'tab:https://example.com'],
  ['<$1>', '<Tabs>'],
  ['![[ … ]]', '![[note]]'],
  ['^…', 'The end. ^abc123'],
  ['[[…#^…]]', 'note#^abc123'],
  ['![…|300]', 'A hill|300'],
  ['[[toc]]', '[[_TOC_]]'],
  [':::', '::: tip Title'],
  [':::', ':::note Title'],
  ['[…]{.…}', '[x]{.smallcaps}'],
  ['[…](…){$1=…}', '{target="_blank"}'],
  ['{=html}', '{=html}'],
  ['#.', '#. item'],
  ['@eq:…', 'see @eq:a.'],
  ['{filename}', '{filename}/a.md'],
  ['[$1]', '[caption id="a"]'],
  [':$1:', 'Hi :smile: there'],
  ['^[…]', 'x^[a note]'],
  ['[^A note …]', 'x[^A note of words]'],
  ['$1', '(c) 2026'],
  ['\\( … \\)', '\\(x^2\\)'],
  ['\\begin{$1}', '\\begin{align*}'],
  ['$`…`$', 'so $`'],
  ['[!code …]', 'a // [!code ++]'],
  ['highlight-$1', '// highlight-next-line'],
  ['<$1 …=/…>', '<a href=/x>'],
  ['!!! $1', '!!! note'],
  ['=== "…"', '=== "Tab"'],
  ['--8<--', '--8<-- "a.md"'],
  ['/// $1', '/// note'],
  ['++…++', '++ctrl+c++'],
  ['^^…^^', '^^new^^'],
  [':$1-…:', ':material-home:'],
  ['{++ … ++}', '{++new++}'],
  ['<<<', '<<< ./a.js'],
  ['<script setup>', '<script lang="ts" setup>'],
  ['{::$1}', '{::options toc_levels="1" /}'],
  ['|===|', '|====|'],
  ['[@…]', '[see @knuth1984, p. 3]'],
  ['@$1:…', 'see @fig-hill.'],
  ['{-}', 'Preface {-}'],
  ['(@)', '(@good) An example'],
  ['+---+', '+---+---+'],
  ['| …', '| a verse\n| of two lines'],
  ['Table: …', 'Table: Birds'],
  [':$1[…]', 'a :term[word] b'],
  ['::$1', '::name[x] and more'],
  ['==…==', 'a ==b== c'],
  ['^…^', 'x^2^ + y'],
];

/** Text that looks like a sign, or belongs to our language. */
const LEFT: readonly string[] = [
  'at 10:30:15, or std::vector:x:',
  'C++ and C++, i++',
  '[^1] and [1]',
  '> [!NOTE] Title',
  '[[other#Heading|text]] and [TOC]',
  '{.lead #id width=50%}',
  '$$x^2$$ costs $5',
  'a === b, a == b',
  'an item (c) of three',
  'me@example.com, [@ann](https://example.com)',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '\\[sic\\] and \\(c\\)',
  '%% a comment %%',
  '#hashtag and # heading',
];

describe('a sign', () => {
  test.each(FOUND)('%s is found in %s', (shown, text) => {
    const found = FOREIGN_SIGNS.filter((sign) => sign.shown === shown);
    expect(found).toHaveLength(1);
    expect(found[0]?.pattern.test(text)).toBe(true);
  });

  test.each(FOREIGN_SIGNS.map(({ shown }) => shown))('%s has an example', (shown) => {
    expect(FOUND.map(([each]) => each)).toContain(shown);
  });

  test.each(LEFT)('is not found in %s', (text) => {
    const found = FOREIGN_SIGNS.filter(({ where, pattern }) => !where && pattern.test(text));
    expect(found.map(({ shown }) => shown)).toEqual([]);
  });
});

describe('a body', () => {
  test.each([
    'A paragraph.\n\n{{< figure src="a.jpg" >}}',
    '!!! note\n    x',
    'a\n\n*[HTML]: x',
    'Hi :smile:',
    '[a](b c.md)',
    '![a](b.png =300x200)',
    'see [@knuth1984].',
    '`x`{=html}',
    '<div markdown>',
  ])('has a sign: %s', (body) => expect(hasForeignSign(body)).toBe(true));

  test.each(['', 'A paragraph, at 10:30:15.', '# Title\n\n- [a](b.md)\n\n```js\ni++;\n```\n'])(
    'has none: %s',
    (body) => expect(hasForeignSign(body)).toBe(false),
  );
});
