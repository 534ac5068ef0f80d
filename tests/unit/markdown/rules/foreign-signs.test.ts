/**
 * Signs of other programs' syntax, where readers would see them.
 */
import { describe, expect, test } from 'vitest';
import { FOREIGN_SIGNS } from '../../../../src/markdown/rules/foreign-signs.ts';
import { readSource } from '../../../support/bodies.ts';

const OFF = { mark: false, subscript: false, superscript: false };

/** The signs that are reported, as `text at the place: how it is shown`. */
function listSigns(source: string, options: Parameters<typeof readSource>[1] = {}): string[] {
  const { faults } = readSource(source, { marks: OFF, ...options });
  return faults
    .filter(({ code }) => code === 'markup-foreign')
    .map(({ at = 0, subject }) => `${source.slice(at, at + 6)}: ${subject}`);
}

/** Bodies with signs, and what is reported. */
const REPORTED: readonly (readonly [source: string, ...signs: string[]])[] = [
  ['a {{< figure src="b" >}} c', '{{< fi: {{< figure >}}'],
  ['a {{% notice %}} b {{% /notice %}}', '{{% no: {{< notice >}}'],
  ['a {% youtube b %} {% gist c %}', '{% you: {% youtube %}', '{% gis: {% gist %}'],
  ['a {{ page.title }}', '{{ pag: {{ page.title }}'],
  ['[a]({{site.url}}/b)', '{{site: ]({{ … }})'],
  ['Text\n{: .lead }', '{: .le: {: … }'],
  ['a <div markdown="1">b</div>', '<div m: <… markdown="1">'],
  ['HTML\n\n*[HTML]: A language', '*[HTML: *[HTML]: …'],
  ['<Gallery a="b" />', '<Galle: <Gallery>'],
  ['a ![[other]]', '![[oth: ![[ … ]]'],
  ['a ^a1b2', ' ^a1b2: ^…'],
  ['![a|300](b.jpg)', '|300](: ![…|300]'],
  ['[[toc]]', '[[toc]: [[toc]]'],
  ['::: warning\na\n:::', '::: wa: :::'],
  ['[a](b){.wide}', '{.wide: {.…}'],
  ['`a`{.js}', '{.js}: {.…}'],
  ['[a]{.wide}', ']{.wid: […]{.…}'],
  ['see @fig:hill', '@fig:h: @fig:…'],
  ['[a]({filename}/b.md)', '{filen: {filename}'],
  ['[caption id="a"]b[/caption]', '[capti: [caption]'],
  ['a :smile: b', ':smile: :smile:'],
  ['a ^[a note]', '^[a no: ^[…]'],
  ['a \\(x^2\\) b', '\\(x^2\\: \\( … \\)'],
  ['a $`x`$ b', '$`x`$ : $`…`$'],
  ['```js\na // [!code ++]\n```', '[!code: [!code …]'],
  ['!!! note\n    a', '!!! no: !!!'],
  ['--8<-- "a.md"', '--8<--: --8<--'],
  ['a {++ b ++}', '{++ b : {++ … ++}'],
  ['a [see @knuth, 3]', '[see @: [@…]'],
  ['+---+---+\n| a | b |', '+---+-: +===+'],
  ['press :kbd[Ctrl]', ':kbd[C: :kbd'],
  ['::box[a] b', '::box[: ::box'],
  ['a ==b==', '==b==: ==…=='],
  ['x^2^', '^2^: ^…^'],
  ['an angle $\\alpha$ b', '$\\alph: $…$'],
  ['[a](b "c"){target="_blank"}', '{targe: […](…){target=…}'],
  ['[[note#^abc123]]', '#^abc1: [[…#^…]]'],
  ['x[^A note of words]', '[^A no: [^A note …]'],
  ['(c) 2026 A', '(c) 20: (c)'],
  ['\\begin{align*}\nx', '\\begin: \\begin{align*}'],
  ['[a](my file.md) b', '](my f: […](a b.md)'],
  ['![a](a.png =300x200)', '](a.pn: ![…](a.png =300x200)'],
  ['```js\n// highlight-next-line\na\n```', 'highli: highlight-next-line'],
  ['<a href=/x>b</a>', '<a hre: <a …=/…>'],
  ['=== "Tab"\n    a', '=== "T: ==='],
  ['> /// note\n> a', '/// no: ///'],
  ['press ++ctrl+c++', '++ctrl: ++…++'],
  ['a ^^new^^', '^^new^: ^^…^^'],
  [':material-home: a', ':mater: :material-…:'],
  ['<<< ./a.js', '<<< ./: <<<'],
  ['<script lang="ts" setup>\n</script>', '<scrip: <script setup>'],
  ['{::options toc_levels="1" /}', '{::opt: {::options'],
  ['## Preface {-}\n\nb', '{-}\n\nb: {-}'],
  ['a\n\n|===|===|', '|===|=: |===|'],
  ['(@good) An example', '(@good: (@'],
  ['#. item', '#. ite: #.'],
  ['| a verse\n| of two lines', '| a ve: | …'],
  ['Table: Birds', 'Table:: Table: …'],
  ['`<b>`{=html}', '{=html: {=html}'],
  ['[a](tab:https://b.example)', 'tab:ht: ](tab:…)'],
  ['<p>{{< a >}}</p>', '{{< a : {{< a >}}'],
];

describe('is reported', () => {
  test.each(REPORTED)('%j', (source, ...signs) => expect(listSigns(source)).toEqual(signs));

  const faults = REPORTED.flatMap(([source]) => readSource(source, { marks: OFF }).faults);
  test.each(FOREIGN_SIGNS)('$shown has an example', ({ shown, hint }) => {
    const [before = ''] = shown.split('$1');
    const isOfSign = (fault: (typeof faults)[number]) =>
      fault.hint?.endsWith(hint) && fault.subject?.startsWith(before);
    expect(faults.some(isOfSign)).toBe(true);
  });

  test('in a body in HTML', () => {
    expect(listSigns('<p>{{< a >}}</p>', { format: 'html' })).toEqual(['{{< a : {{< a >}}']);
  });
  test('once, however often it is there', () => {
    expect(listSigns('{% a %} {% a %}\n\n{% a %}')).toHaveLength(1);
  });
});

describe('is not reported', () => {
  test.each([
    '`{{< figure >}}` and `:smile:`',
    '```\n{% youtube %}\n```',
    '    {% youtube %}',
    '<pre>{{< figure >}}</pre>',
    '<!-- {{< figure >}} -->',
    'a \\{{< b >}} and \\{% c %}',
    '## Heading {#id .wide}',
    'a ![b](c.jpg){.wide}',
    'Text\n{.wide}',
    'at 10:30:15, a:b:c, std::vector',
    'a \\(aside\\), \\[sic\\]',
    '[[1]](https://a.example) [[b]]',
    'ann@example.com wrote to @bob',
    'It costs 5 + 3 = 8, and 2^10 more',
    'a == b, a === b',
    'C++ and C++, i++',
    '[[other#Heading|text]] and [TOC]',
    'an item (c) of three',
    '#hashtag',
    '<Center>a</Center> <IMG src="a.jpg" alt="">',
    '> [!NOTE] a',
    '| a | b |\n|---|---|\n| c | d |',
  ])('%j', (source) => expect(listSigns(source)).toEqual([]));
  test('a mark that is on', () => {
    const marks = { mark: true, subscript: true, superscript: true };
    expect(listSigns('a ==b== x^2^', { marks })).toEqual([]);
  });
});
