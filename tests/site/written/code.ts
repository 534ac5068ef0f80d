import type { Row } from '../../support/written.ts';

/** A block of five lines, `a` to `e`, in plain text unless the info string names a language. */
const block = (info: string, code = 'a\nb\nc\nd\ne') => `\`\`\`${info}\n${code}\n\`\`\``;

const NUMBERED = '<pre tabindex="0" class="lines numbered">';

export const rows: readonly Row[] = [
  {
    written: '```` ```js= ```` or `js=5`',
    body: `${block('text=')}\n\n${block('text=5')}`,
    shown: [
      `${NUMBERED}<code class="language-text">`,
      `${NUMBERED}<code class="language-text" style="counter-reset:line 4">`,
    ],
  },
  {
    written: '`{: file="app.js" .linenos }` below a block',
    body: `${block('text')}\n{: file="app.js" .linenos }`,
    shown: [
      '<figure class="code"><figcaption>app.js</figcaption><pre class="linenos lines numbered" tabindex="0">',
    ],
    hidden: ['{:'],
  },
  {
    written: '`{% codeblock(name="app.js") %}` around a fence',
    body: `{% codeblock(name="app.js") %}\n${block('text', 'a')}\n{% end %}`,
    shown: [
      '<figure class="code"><figcaption>app.js</figcaption><pre tabindex="0"><code class="language-text">a\n</code>',
    ],
    hidden: ['{%', '```'],
  },
  {
    written: '`{{< highlight js "hl_inline=true" >}}` in a sentence',
    body: 'Call {{< highlight js "hl_inline=true" >}}a < b{{< /highlight >}} now.',
    shown: ['<p>Call <code>a &lt; b</code> now.</p>'],
  },
  {
    written:
      '```` ```{r} ````, `{python}` and the like, with options such as `#\\| echo: false`; Quarto',
    body: block('{python}', '#| echo: false\nx = 1'),
    shown: ['<code class="language-python">x = '],
    hidden: ['echo', '{python'],
    codes: ['markup-foreign'],
  },
  {
    written: '```` ```{=html} ````',
    body: block('{=html}', '<div class="raw">\n\n<b>*b*</b>\n</div>'),
    shown: ['<div class="raw">\n<b>*b*</b>\n</div>'],
    hidden: ['```', '{='],
  },
  {
    written: '```` ```js {2,4-5} ````, `js{2}` or `hl_lines="2 4-5"`',
    body: `${block('text {2,4-5}')}\n\n${block('text{2}')}\n\n${block('text hl_lines="2 4-5"')}`,
    shown: [
      '<code class="language-text"><span class="line">a</span>\n<mark class="line">b</mark>\n' +
        '<span class="line">c</span>\n<mark class="line">d</mark>\n<mark class="line">e</mark>\n</code>',
    ],
    hidden: ['{2', 'hl_lines'],
  },
  {
    written:
      '```` ```js title="app.js" ````, `file=`, `filename=`, `name=`, `js:app.js` or `[app.js]`',
    body: [
      'text title="1.js"',
      'text file=2.js',
      'text filename="3.js"',
      'text,name=4.js',
      'text:5.js',
      'text [6.js]',
    ]
      .map((info) => block(info))
      .join('\n\n'),
    shown: [1, 2, 3, 4, 5, 6].map(
      (number) => `<figure class="code"><figcaption>${number}.js</figcaption><pre tabindex="0">`,
    ),
  },
  {
    written:
      '```` ```js showLineNumbers ````, `linenos`, `lineNumbers`, `linenums="1"` or `.numberLines`',
    body: [
      'text showLineNumbers',
      '~~~ text linenos',
      'text lineNumbers',
      'text linenums="1"',
      '{.text .numberLines}',
    ]
      .map((info, index) => block(info.replace('~~~ ', ''), `code ${index}`))
      .join('\n\n'),
    shown: [0, 1, 2, 3, 4].map((index) => `<span class="line">code ${index}</span>`),
    hidden: ['style="counter-reset'],
  },
  {
    written: '```` ```js linenos linenostart=5 ````, `showLineNumbers=5` or `startFrom="5"`',
    body: [
      'text linenos linenostart=5',
      'text showLineNumbers=5',
      '{.text .numberLines startFrom="5"}',
    ]
      .map((info, index) => block(info, `code ${index}`))
      .join('\n\n'),
    shown: [0, 1, 2].map(
      (index) => ` style="counter-reset:line 4"><span class="line">code ${index}</span>`,
    ),
  },
  {
    written: '```` ```go {hl_lines=[2,"4-5"] linenos=table linenostart=5} ````',
    body: block('text {hl_lines=[2,"4-5"] linenos=table linenostart=5}'),
    shown: [NUMBERED, 'line 4">', '<mark class="line">b</mark>', '<mark class="line">e</mark>'],
  },
  {
    written: '`{{< highlight js "linenos=table,hl_lines=2" >}}`',
    body: '{{< highlight text "linenos=table,hl_lines=2" >}}\na\nb\n{{< /highlight >}}',
    shown: [NUMBERED, '<span class="line">a</span>\n<mark class="line">b</mark>\n'],
  },
  {
    written: '`{% highlight js linenos mark_lines="1 2" %}`',
    body: '{% highlight text linenos mark_lines="1 2" %}\na\nb\nc\n{% endhighlight %}',
    shown: [NUMBERED, '<mark class="line">b</mark>\n<span class="line">c</span>\n'],
  },
  {
    written: '```` ```js,linenos,hl_lines=3-4,hide_lines=2 ````',
    body: block('text,linenos,hl_lines=3-4,hide_lines=2'),
    shown: [NUMBERED, '<span class="line">a</span>\n<mark class="line">c</mark>\n'],
  },
  {
    written: '```` ```js ins={3} del={4} ````',
    body: block('text ins={3} del={4}'),
    shown: ['<ins class="line">c</ins>\n<del class="line">d</del>\n'],
  },
  {
    written: '```` ```js "word" ```` or `/word/`',
    body: `${block('text "b"')}\n\n${block('text /d/')}`,
    shown: ['<span class="line"><mark>b</mark></span>', '<span class="line"><mark>d</mark></span>'],
  },
  {
    written: '```` ```diff-js ```` or `diff lang=js`',
    body: `${block('diff-js', '-let a;\n+let b;')}\n\n${block('diff lang=js', '-let c;\n+let d;')}`,
    shown: [
      '<del class="line"><span class="hljs-keyword">let</span> a;</del>',
      '<ins class="line"><span class="hljs-keyword">let</span> d;</ins>',
    ],
  },
  {
    written: '`// [!code highlight]`, `[!code focus]` or `[!code warning]` after a line',
    body: block('text', 'a // [!code highlight]\nb // [!code focus]\nc // [!code warning:2]\nd\ne'),
    shown: [
      '<mark class="line">a</mark>\n<mark class="line">b</mark>\n<mark class="line">c</mark>\n' +
        '<mark class="line">d</mark>\n<span class="line">e</span>\n',
    ],
  },
  {
    written: '`# [!code ++]` or `# [!code --]` after a line',
    body: block('text', 'a # [!code ++]\nb # [!code --]'),
    shown: ['<ins class="line">a</ins>\n<del class="line">b</del>\n'],
  },
  {
    written: '`<!-- [!code error] -->` after a line',
    body: block('text', 'a <!-- [!code error] -->'),
    shown: ['<mark class="line error">a</mark>\n'],
  },
  {
    written: '`// [!code word:name]`',
    body: block('text', '// [!code word:name]\nmy name'),
    shown: ['><span class="line">my <mark>name</mark></span>\n</code>'],
  },
  {
    written: '`// highlight-next-line`',
    body: block('text', '// highlight-next-line\na\nb'),
    shown: ['><mark class="line">a</mark>\n<span class="line">b</span>\n'],
  },
  {
    written: '`# highlight-start` and `# highlight-end` on lines of their own',
    body: block('text', '# highlight-start\na\nb\n# highlight-end\nc'),
    shown: [
      '><mark class="line">a</mark>\n<mark class="line">b</mark>\n<span class="line">c</span>\n',
    ],
  },
];
