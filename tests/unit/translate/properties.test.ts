/**
 * Whatever syntax of other programs stands beside whatever other: a translation keeps code, addresses and words, and
 * there is nothing to translate afterwards.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TranslationContext } from '../../../src/translate/dialect.ts';
import { translateFile } from '../../../src/translate/translate.ts';

const CONTEXT: TranslationContext = {
  components: ['chart'],
  math: false,
  siteUrl: 'https://ann.example',
};

/** Pieces with a word `W`, an address `/A.html` or code `` `C {{< x >}}` ``, each with a number of its own. */
const WHOLE = [
  'Text with W.',
  '[W](/A.html)',
  '![W](/A.html "W"){.wide}',
  '> A quotation of W.',
  '- An item with W',
  '## W',
  '`C {{< youtube dQw4w9WgXcQ >}}`',
  '```md\nC {% include a %}\n\n<Aside>{{ page.title }}[gallery ids="1"]\n```',
  '- In an item:\n\n  ~~~\n  C {{% note %}}\n  ~~~',
  '<pre>C {% raw %}{{ x }}{% endraw %}</pre>',
  '{{< youtube dQw4w9WgXcQ >}}',
  '{{< figure src="/A.html" alt="W" caption="W" >}}',
  '{{< notice tip "W" >}}\nText of W.\n{{< /notice >}}',
  '{{% details "W" %}}\n\n- W\n\n{{% /details %}}',
  '- In an item:\n\n  {{< tip >}}\n  W\n  {{< /tip >}}',
  '> {{< tip >}}\n> W\n> {{< /tip >}}',
  '{% highlight js %}\nlet W;\n{% endhighlight %}',
  '{% raw %}W {{ W }} and {% W %}{% endraw %}',
  '{% include figure.html src="/A.html" caption="W" %}',
  '{% blockquote W, W /A.html %}\nW\n\nW\n{% endblockquote %}',
  '[W]({{ site.baseurl }}/A.html)',
  '[W]({{ "/A.html" | relative_url }})',
  '{% quote(author="W") %}\nW\n{% end %}',
  '[caption width="300"]<img src="/A.html" alt="W"> W[/caption]',
  '[code]W[/code]',
  'https://youtu.be/dQw4w9WgXcQ',
  '<Aside type="tip" title="W">\n  W\n</Aside>',
  '<Figure src="/A.html" caption="W" />',
  '<div>\nW\n</div>',
  '{{< chart kind="W" >}}',
  '{{< unknown a="W" >}}\nW\n{{< /unknown >}}',
  '[W](/A.html){: target="_blank"} and *W*{: .red}',
  'Small [W *W*]{.smallcaps} and `W`{: .filepath}',
  '![W](/A.html){: .wide lqip="x"} and ![W](/A.html)',
  'W\n{: .lead}',
  '> W\n{: .prompt-tip }',
  '{: .note }\nW\nW',
  '```\nC {: .x}\n```\n{: file="W" }',
  '::: tip W\nW\n:::',
  '::: {.a}\n::: {.b title="W"}\nW\n:::\n:::',
  '```js{1} :W\nC [x]{.y} ^[z]\n```',
  '```{python}\n#| label: x\nC :smile: \\(x\\)\n```',
  '<div markdown="1">\nW\n</div>',
  'W ^abc123',
  '![[W]] and [[W#^abc123]]',
  'W \\(x^2 W\\)',
  '\\[\nW = \\alpha\n\\]',
  '\\begin{align}\nW &= x\n\\end{align}',
  'W ^[W *W*]',
  'W :smile: (c) 2026',
  '* TOC\n{:toc}',
  '{/* W */}',
];
const BROKEN = [
  '{{< notice >}}',
  '{{< /notice >}}',
  '{% endhighlight %}',
  '{% highlight js %}',
  '{% raw %}',
  '{% endraw %}',
  '{% end %}',
  '{% quote() %}',
  '<Aside>',
  '</Aside>',
  '{{ x',
  '%}',
  '[caption]',
  '[/code]',
  '```',
  '`',
  ':::note',
  ':::',
  '<div>',
  '\\{{< tip >}}',
  '    {{< tip >}}',
  '{: .x',
  '{: .x}',
  '::: tip W',
  '::: {.x}',
  '^[W',
  '\\(W',
  'W\\]',
  '[W]{.x',
  '$$',
  '```{r}',
  '*[W]: W',
  '> {: .x}',
  '- {: .x} W',
  '[TOC]',
  'In a line {{< tip >}} of W {{< /tip >}}.',
];

/** Joins pieces, and numbers their words. MDX has no template engine. */
const sequence = (pieces: readonly string[], extension: string, gaps = ['\n\n']) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...pieces.filter((each) => extension === 'md' || !/\{[{%]/.test(each))),
        fc.constantFrom(...gaps),
      ),
      { maxLength: 8 },
    )
    .map((list) => {
      let n = 0;
      const body = list.map(([piece, gap]) => piece + gap).join('');
      return body.replace(/\b[WAC]\b/g, (letter) => {
        n += 1;
        return `${letter}${n}x`;
      });
    });

const ALL = [...WHOLE, ...BROKEN];
const GAPS = ['\n', '\n\n'];

const translate = (text: string, extension: string) =>
  translateFile(
    { path: `content/essays/a.${extension}`, text, entries: new Map(), bodyOffset: 0 },
    CONTEXT,
  );

/** Lists what must not be lost. */
const listMarked = (text: string) => (text.match(/\b[WAC]\d+x\b/g) ?? []).sort();
/** Lists the lines of code. */
const listCode = (text: string) => (text.match(/C\d+x .*/g) ?? []).sort();

test.each(['md', 'mdx'])('words, addresses and code stay in .%s', (extension) => {
  fc.assert(
    fc.property(sequence(WHOLE, extension), (text) => {
      const { text: written } = translate(text, extension);
      expect(new Set(listMarked(written))).toEqual(new Set(listMarked(text)));
      expect(listCode(written)).toEqual(listCode(text));
    }),
    { numRuns: 300 },
  );
});

test.each(['md', 'mdx'])('a second translation of .%s changes nothing', (extension) => {
  fc.assert(
    fc.property(sequence(ALL, extension, GAPS), (text) => {
      const { text: written } = translate(text, extension);
      expect(translate(written, 'md').text).toBe(written);
    }),
    { numRuns: 300 },
  );
});
