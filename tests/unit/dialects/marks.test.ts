import { describe, expect, test } from 'vitest';
import { translateDialects } from '../../../src/dialects/translate.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import { fillBody } from '../../../src/markdown/body.ts';
import { unmarkCode } from '../../../src/markdown/code.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';
import { withPlaces } from '../../support/problems.ts';
import { buildSite, essay } from '../../support/site.ts';

const parser = await makeParser({ url: 'https://ann.example/base', components: ['Card'] });

const HEAD = '---\ntitle: A <title>\nsubject: sub\ndate: 2020-01-01\ntags: [a]\n---\n';

function parse(body: string, extension = 'md') {
  const file = { path: `content/essays/a.${extension}`, bytes: Buffer.from(HEAD + body) };
  return parseEssay(file, parser);
}

/** The HTML of a body on its page, without line ends; `foreign` names what is not understood. */
function translate(body: string, extension = 'md') {
  const { body: read, parts } = parse(body, extension);
  const html = unmarkCode(fillBody(read.html, [])).replace(/ tabindex="0"|\n/g, '');
  return {
    html,
    foreign: parts
      .filter(({ code }) => code === 'markup-foreign')
      .map(({ message }) => /`(.*?)`/.exec(message)?.[1]),
  };
}

const code = (text: string, name: string) =>
  `<pre><code class="language-${name}">${text}</code></pre>`;
const link = (url: string) => `<p><a href="${url}">x</a></p>`;
const film = (kind: string, host: string, path: string) =>
  `<figure data-embed="${kind}"><iframe src="https://${host}${path}" width="560" height="315" loading="lazy" allowfullscreen title="Embedded content from ${host}"></iframe></figure>`;
const tube = film('youtube', 'www.youtube-nocookie.com', '/embed/dQw4w9WgXcQ');
const vimeo = film('vimeo', 'player.vimeo.com', '/video/146022717');
const poster = (name: string, url: string) =>
  `<figure data-embed="${name.toLowerCase()}"><a href="${url}" style="display:grid;place-content:center;aspect-ratio:16/9;background:var(--rule);color:var(--ink)" rel="noopener">▶\ufe0e ${name}</a></figure>`;
const embed = (kind: string, address: string) =>
  `<figure data-embed="${kind}"><a href="https://${address}" rel="noopener">${address}</a></figure>`;
const gist = embed('gist', 'gist.github.com/ann/7896402');
const figure = (image: string, caption = '', traits = '') =>
  `<figure data-embed="figure"${traits}>${image}${caption && `<figcaption><p>${caption}</p></figcaption>`}</figure>`;
const wideFigure = figure(
  '<a href="/e"><img src="b c.jpg" alt="&quot;d&quot;"></a>',
  '<strong>T</strong> A <em>b</em>',
  ' class="wide"',
);

describe('is translated', () => {
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'escaped template syntax': {
      '{% raw %}{{ x }}{% endraw %}': '<p>{{ x }}</p>',
      '`{%- raw -%}{{ x }}{%- endraw -%}`': '<p><code>{{ x }}</code></p>',
      '~~~\n{% raw %}\n{{ x }}\n{% endraw %}\n~~~': '<pre><code>{{ x }}</code></pre>',
      '{{</* x */>}} `{{</* x */>}}`': '<p>{{&lt; x &gt;}} <code>{{&lt; x &gt;}}</code></p>',
      '{{/* x() */}}': '<p>{{ x() }}</p>',
      '{{ "{{ x }}" }}': '<p>{{ x }}</p>',
      'a{% comment %}b{% endcomment %}': '<p>a</p>',
    },
    code: {
      '{% highlight js linenos %}\na\n\n`b`\n{% endhighlight %}\n*c*': `${code('a`b`', 'js')}<p><em>c</em></p>`,
      '{% highlight js %}{% raw %}{{ a }}{% endraw %}{% endhighlight %}': code('{{ a }}', 'js'),
      '{{< highlight go "linenos=table" >}}\na\n{{< / highlight >}}': code('a', 'go'),
      '{% codeblock A title lang:css https://x %}\n```\n{% endcodeblock %}': code('```', 'css'),
      'a\n\n    :::python\n    b\n      c': '<p>a</p><pre><code>b  c</code></pre>',
      '- a\n\n  {% highlight js %}\n  b\n  {% endhighlight %}': `<ul><li><p>a</p>${code('b', 'js')}</li></ul>`,
      '<div>\n{% highlight js %}\na\n{% endhighlight %}\n</div>': `<div>${code('a', 'js')}</div>`,
      '<p>a</p>\n<pre>\nb\n\n    *c*\n</pre>\n*d*': '<p>a</p><pre>b    *c*</pre><p><em>d</em></p>',
    },
    'an element whose content is Markdown': {
      '<div class="a" markdown="1">\n*b*\n</div>': '<div class="a"><p><em>b</em></p></div>',
      '<aside markdown id="a">\n\n- *b*\n</aside>\n\n*c*':
        '<aside id="a"><ul><li><em>b</em></li></ul></aside><p><em>c</em></p>',
    },
    'a link to a post': {
      '[x]({% post_url 2020-01-01-b %})': link('2020-01-01-b.md'),
      '[x]({{ site.baseurl }}{% post_url 2020/2020-01-01-b %}#c)': link('2020/2020-01-01-b.md#c'),
      '[x]({{ site.url }}{{ site.baseurl }}{% link _posts/b c.md %})': link('_posts/b%20c.md'),
      '[x]({% link assets/b.pdf %})': link('/assets/b.pdf'),
      '<a href="{{< ref "b" >}}">x</a>': link('b.md'),
      '[x]({{< relref "/posts/b/index.md#c" >}}) ': link('/posts/b.md#c'),
      'See {{< ref "b" >}}, ({% link b.md %})':
        '<p>See <a href="b.md">b.md</a>, (<a href="b.md">b.md</a>)</p>',
      '{{ site.url }}{% post_url b %}': '<p><a href="b.md">b.md</a></p>',
      '[x]( {% link b.md %} )': link('b.md'),
      '[x][]\n\n[x]:\n  {{< ref "b" >}}': link('b.md'),
      '[a {{< ref "b" >}}](c)': '<p><a href="c">a b.md</a></p>',
      '<a title="see {{< ref "b" >}}" href={{< ref "c" >}}>x</a>':
        '<p><a title="see b.md" href="c.md">x</a></p>',
      '[x](@/posts/b.md#c)': link('/posts/b.md#c'),
      '[x]({filename}/posts/b.md#c)': link('/posts/b.md#c'),
      '<p><a href="{static}/b.pdf">x</a></p>': link('/b.pdf'),
      '[x]\n\n[x]: {attach}b.pdf': link('b.pdf'),
      '[x]\n\n[x]: @/b.md': link('/b.md'),
      '[[b c|x]]': link('b%20c.md'),
      '[x](b c.md)': link('b%20c.md'),
      '[x](/b c.md#d)': link('/b%20c.md#d'),
      "[x](/b 'c d.md')": '<p><a href="/b" title="c d.md">x</a></p>',
      '[[b#A Part|x]]': link('b.md#a-part'),
      '[[b#^c|x]]': link('b.md'),
      '[[x]]': link('x.md'),
      '{% post_link x %}': link('x.md'),
      "{% post_link x 'A <b>' false %}": '<p><a href="x.md">A &lt;b&gt;</a></p>',
      '![[a.png]]': '<p><img src="a.png" alt=""></p>',
      '![[a.png|300]] ![[a.png|A hill]]':
        '<p><img width="300" src="a.png" alt=""> <img src="a.png" alt="A hill"></p>',
      '![[a.png|30x20]]': '<p><img width="30" height="20" src="a.png" alt=""></p>',
    },
    'a value': {
      '{{ page.subject }} {{page.title}} {{ subject }}': '<p>sub A &lt;title&gt; sub</p>',
      '{{< param "subject" >}}': '<p>sub</p>',
      '[x]({{ site.url }}/b)': link('https://ann.example/base/b'),
      '[x]({{ site.baseurl }}/b)': link('/b'),
      '[x]({{ site.baseurl }})': link('/'),
      "[x]({{ '/b' | url }})": link('/b'),
      '[x]({{ "b" | relative_url }})': link('/b'),
      '[x]({{ "/b" | absolute_url }})': link('/b'),
      '[x]({{ "/b" | prepend: site.baseurl | prepend: site.url }})': link('/b'),
    },
    'a figure': {
      '{{< figure src="b c.jpg" alt="\\"d\\"" class="wide" link="/e" title="T" caption="A *b*" >}}\n*f*': `${wideFigure}<p><em>f</em></p>`,
      'a\n{{<figure src="b.jpg">}}': `<p>a</p>${figure('<img src="b.jpg">')}`,
      '{{ figure(src="b.jpg", alt="c") }}': figure('<img src="b.jpg" alt="c">'),
      '{% figure "b.jpg", "c", "d" %}': figure('<img src="b.jpg" alt="c">', 'd'),
      '{% include figure image_path="/b.jpg" caption="c" %}': figure('<img src="/b.jpg">', 'c'),
      '{% include x/figure.html\n  src="{{ site.baseurl }}/b.jpg" %}': figure('<img src="/b.jpg">'),
    },
    'a picture': {
      '{% img left wide /b.png 100 200 "T" "A" %}\n*c*':
        '<p><img src="/b.png" alt="A" title="T" width="100" height="200" class="left wide"></p><p><em>c</em></p>',
      '{% img /b.png \'"T" "A"\' %}': '<p><img src="/b.png" alt="A" title="T"></p>',
      '{% asset_img b.png A long title %}':
        '<p><img src="b.png" alt="A long title" title="A long title"></p>',
      'a {{< Asset-Img src="b.png" alt="A" >}}': '<p>a <img src="b.png" alt="A"></p>',
      '![a](b c (1).jpg "T")': '<p><img src="b%20c%20%281%29.jpg" alt="a" title="T"></p>',
    },
    'a video': {
      '{% youtube dQw4w9WgXcQ %}\n*a*': `${tube}<p><em>a</em></p>`,
      '<div>\n    {% youtube dQw4w9WgXcQ %}\n    *a*\n</div>': `<div>    ${tube}    *a*</div>`,
      '<div>\n    {% youtube dQw4w9WgXcQ %}\n</div>\n\n- a\n    {% vimeo 146022717 %}\n    *b*': `<div>    ${tube}</div><ul><li><p>a</p>  ${vimeo}<p><em>b</em></p></li></ul>`,
      '    a\n\n{% comment %}x{% endcomment %}\n\n    b\n\n<div>\n    {% youtube dQw4w9WgXcQ %}\n</div>': `<pre><code>ab</code></pre><div>    ${tube}</div>`,
      '> a\n>     {% img b.png x %}':
        '<blockquote><p>a<img src="b.png" alt="x" title="x"></p></blockquote>',
      '- a\n\n    {% youtube dQw4w9WgXcQ %}': `<ul><li><p>a</p>  ${tube}</li></ul>`,
      '{% youtube "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1" %}': tube,
      '{{< youtube id="dQw4w9WgXcQ" autoplay="true" />}}': tube,
      '{% include youtube.html id="dQw4w9WgXcQ" %}': tube,
      '{% include video id="dQw4w9WgXcQ" provider="youtube" %}': tube,
      '{% vimeo 146022717 %}': vimeo,
    },
    'the address of a video in a paragraph of its own': {
      '\nhttps://youtu.be/b': poster('YouTube', 'https://youtu.be/b'),
      'https://youtu.be/dQw4w9WgXcQ': poster('YouTube', 'https://youtu.be/dQw4w9WgXcQ'),
      'https://vimeo.com/146022717\n\n': poster('Vimeo', 'https://vimeo.com/146022717'),
      'a\nhttps://youtu.be/b':
        '<p>a<a href="https://youtu.be/b" rel="noopener">https://youtu.be/b</a></p>',
      'https://youtu.be/b\na':
        '<p><a href="https://youtu.be/b" rel="noopener">https://youtu.be/b</a>a</p>',
      '```text\n\nhttps://youtu.be/b\n\n```': code('https://youtu.be/b', 'text'),
      'https://vimeo.com/ann':
        '<p><a href="https://vimeo.com/ann" rel="noopener">https://vimeo.com/ann</a></p>',
    },
    'a gist': {
      '{% gist ann/7896402 a.rb %}': gist,
      '{% gist 7896402 %}': embed('gist', 'gist.github.com/7896402'),
      '{{< gist ann 7896402 "a.html" >}}': gist,
      '{{ gist(url="https://gist.github.com/ann/7896402") }}': gist,
    },
    'a tweet': {
      '{{< tweet user="ann" id="754" >}}': embed('tweet', 'x.com/ann/status/754'),
      '{{< x user="ann" id="754" >}}': embed('tweet', 'x.com/ann/status/754'),
      '{% tweet https://twitter.com/ann/status/754?s=2 %}': embed('tweet', 'x.com/ann/status/754'),
      '{% twitter 754 %}': embed('tweet', 'x.com/i/status/754'),
    },
    'an attribute list': {
      'a\n{: .b .c #d}': '<p class="b c" id="d">a</p>',
      "a\n{: .b file='c.d'}": '<p class="b">a</p>',
      'a\n{:.b}\n\nc': '<p class="b">a</p><p>c</p>',
      'a\n{: .b}\nc': '<p class="b">a</p><p>c</p>',
      '<!--\n{: .b}\n\nc': '<!----><p>c</p>',
      '<plaintext onclick="x()">c\n{: .b}\n': '<p class="b"></p><pre>c&lt;/p&gt;</pre>',
      'a\n\n<!--{: onclick="x()"}-->\n': '<p>a</p><!--{: onclick="x()"}-->',
      '[<abbr>a</abbr>](b)\n{: .c}': '<p class="c"><a href="b"><abbr>a</abbr></a></p>',
      '- a\n{: .b}': '<ul><li>a</li></ul>',
      'a\n\n{: .b}\nc': '<p>a</p><p>c</p>',
      '- {: .b} a': '<ul><li>a</li></ul>',
      '| a |\n|---|\n{: .b}':
        '<div class="scroll" role="group" aria-label="Table"><table class="b"><thead><tr><th>a</th></tr></thead></table></div>',
      '```\na\n```\n{: .language-js}': code('a', 'js'),
      '![a](b.png){: .c width="9px"} x': '<p><img class="c" width="9" src="b.png" alt="a"> x</p>',
      '![a](b.png){:height=8 width="50%"}':
        '<p><img width="50%" height="8" src="b.png" alt="a"></p>',
      '[x](b){:target="_blank" width="9"}': link('b'),
      '> a\n{: .b}': '<blockquote class="b"><p>a</p></blockquote>',
      '```\na\n```\n{: file="b.js" .c}': '<pre class="c"><code>a</code></pre>',
      '- x\n{:toc}\n\na': '<p>a</p>',
      '[TOC]\n\na': '<p>a</p>',
      '[[toc]]\na': '<p>a</p>',
    },
    'an abbreviation': {
      'HTML, (HTML) XHTML HTML5 [HTML](b) `HTML`\n\n*[HTML]: Hyper "Text" \\_':
        '<p><abbr title="Hyper &quot;Text&quot; _">HTML</abbr>, (<abbr title="Hyper &quot;Text&quot; _">HTML</abbr>) XHTML HTML5 <a href="b">HTML</a> <code>HTML</code></p>',
      'C++ and C\n*[C]: see\n*[C++]: [see](b)\nend':
        '<p><abbr title="[see](b)">C++</abbr> and <abbr title="see">C</abbr>end</p>',
      '`*[x]: y` x\n\n    *[x]: y': '<p><code>*[x]: y</code> x</p><pre><code>*[x]: y</code></pre>',
      '*[x]:\n': '<p>*[x]:</p>',
    },
    'a definition list': { 'a\n: b': '<dl><dt>a</dt><dd>b</dd></dl>' },
    'an alert': {
      '> [!NOTE]\n> *a*': '<blockquote><p><strong>Note</strong></p><p><em>a</em></p></blockquote>',
      '> [!tip]- Mine\n> a': '<blockquote><p><strong>Mine</strong></p><p>a</p></blockquote>',
    },
  };
  describe.each(Object.entries(groups))('%s:', (_, cases) => {
    test.each(Object.entries(cases))('%s', (body, html) =>
      expect(translate(body)).toEqual({ html, foreign: [] }),
    );
  });

  const inHtml: Readonly<Record<string, string>> = {
    '{% highlight js %}\na < b\n{% endhighlight %}': code('a &lt; b', 'js'),
    '<a href="{% post_url b %}">x</a>': '<a href="b.md">x</a>',
    '<p>{% post_url b %}</p>': '<p><a href="b.md">b.md</a></p>',
    '{{< figure src="b.jpg" caption="<b>c</b>" >}}':
      '<figure data-embed="figure"><img src="b.jpg"><figcaption><b>c</b></figcaption></figure>',
    '{% img b.png %}': '<p><img src="b.png"></p>',
    '<pre>{{ x }}</pre>': '<pre>{{ x }}</pre>',
    '[[x]] {: .a} :::b': '[[x]] {: .a} :::b',
  };
  test.each(Object.entries(inHtml))('in HTML: %s', (body, html) =>
    expect(translate(body, 'html')).toEqual({ html, foreign: [] }),
  );
});

const MARKS = '{{ x }} {% y %} {{< z >}} [[b]] {: .c} [!NOTE] <Z/> {% post_url b %}';
const shown = MARKS.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
test.each<[body: string, html: string]>([
  [`\`${MARKS}\``, `<p><code>${shown}</code></p>`],
  [`a \`\`\n${MARKS} \` \`\``, `<p>a <code>${shown} \`</code></p>`],
  [
    `\`\`\`\n${MARKS}\nimport a from "b"\n:::c\n> [!TIP]\n\`\`\``,
    `<pre><code>${shown}import a from "b":::c&gt; [!TIP]</code></pre>`,
  ],
  [`a\n\n    ${MARKS}`, `<p>a</p><pre><code>${shown}</code></pre>`],
  [`<!-- ${MARKS} -->`, `<!-- ${MARKS} -->`],
  ['`{% raw %}`', '<p><code>{% raw %}</code></p>'],
  ['\\[[b]] \\{{ x }}', '<p>[[b]] {{ x }}</p>'],
  ['[[1]] [[ -f a ]] [[b]](c)', '<p>[[1]] [[ -f a ]] <a href="c">[b]</a></p>'],
  ['[[b]]\n\n[b]: /c', '<p>[<a href="/c">b</a>]</p>'],
  ['{:ok, x} {a: b} { % c % } 50%', '<p>{:ok, x} {a: b} { % c % } 50%</p>'],
  ['![a](b c) [a](b c)', '<p>![a](b c) [a](b c)</p>'],
  ['The import of a "b"; @/c.md; a : b', '<p>The import of a “b”; @/c.md; a : b</p>'],
  ['> [!a](b)', '<blockquote><p><a href="b">!a</a></p></blockquote>'],
  ['# b {: #c}', '<h1 id="c">b</h1>'],
  ['# [b](c){#d}', '<h1 id="d"><a href="c">b</a></h1>'],
  ['f(a){b} c[1]{d} {.e}', '<p>f(a){b} c[1]{d} {.e}</p>'],
  ['<my-el>a</my-el> <BR/>', '<p><my-el>a</my-el> <br></p>'],
  ['a <b or c> d', '<p>a <b or="" c=""> d</b></p>'],
  ['<img src="b.png" alt="c markdown">', '<img src="b.png" alt="c markdown">'],
  ['<div markdown="0">\n*a*\n</div>', '<div markdown="0">*a*</div>'],
  ['a "{filename}" ({static})', '<p>a “{filename}” ({static})</p>'],
  ["[x](/b 'c.js?')", '<p><a href="/b" title="c.js?">x</a></p>'],
  ['[x](in v1.2)', '<p>[x](in v1.2)</p>'],
  ['a\n\n    b\n    :::c\n    d', '<p>a</p><pre><code>b:::cd</code></pre>'],
  ['a\n\n    [x](b c.md)', '<p>a</p><pre><code>[x](b c.md)</code></pre>'],
  ['[x][1]\n\n[1]: <b c.md>', link('b%20c.md')],
  [
    'a == b == c `==d==` \\==e== 2^[n] \\^[fg]',
    '<p>a == b == c <code>==d==</code> ==e== 2^[n] ^[fg]</p>',
  ],
  ['a\n\n    ==b==\n    ^[cd]', '<p>a</p><pre><code>==b==^[cd]</code></pre>'],
  ['/?b==c==', '<p>/?b==c==</p>'],
  ['!!! no\nway ??? no', '<p>!!! noway ??? no</p>'],
])('is left alone: %s', (body, html) => expect(translate(body)).toEqual({ html, foreign: [] }));

test('plain text has no marks', () =>
  expect(translate(MARKS, 'txt')).toEqual({ html: `<p>${shown}</p>`, foreign: [] }));

const unknown: Readonly<Record<string, string>> = {
  '{% include toc.html a="b" %}': '{% include toc %}',
  '{% for a in b %}c{% endfor %}': '{% for %}',
  '{% quote(a="b") %}c{% end %}': '{% quote %}',
  '{% foo': '{% foo',
  '{% highlight js %} a': '{% highlight %}',
  '{% raw %} a': '{% raw %}',
  '{{ site.title }} {{ page.gone }} {{ page.tags }}':
    '{{ site.title }} | {{ page.gone }} | {{ page.tags }}',
  '{{ page.date | date: "%Y" }} {{ "a" | upcase }}': '{{ page.date }} | {{ a }}',
  '{{< gallery a="b" >}}{{< /gallery >}} {{% tip %}}a{{% /tip %}}': '{{< gallery >}} | {{% tip %}}',
  '{{< figure >}} {{< youtube >}} {{< gist "<b>" >}} {{< tweet a >}}':
    '{{< figure >}} | {{< youtube >}} | {{< gist >}} | {{< tweet >}}',
  '{{ chart(a=1) }}': '{{ chart() }}',
  'a {: .b}': '{: … }',
  '## a {: .b}': '{: … }',
  '![a](b.png){.wide width=50%} ![a](b.png){width=50%}': '{ … }',
  '[x]{.smallcaps}': '{ … }',
  '{{< box }}a': '{{< box }}',
  '{::nomarkdown}\na\n{:/}': '{::nomarkdown /}',
  ':::note\na\n:::\n\n::: {.b}\n:::': ':::',
  'a [!NOTE]': '[!NOTE]',
  '!!! note "Title"\n    a\n\n???+ tip\n    b': '!!! | ???+',
  '![[b]]': '![[ … ]]',
  'a %%b\n*c*%%\n\n100%% [code](a="b") `[code a="b"]`': '%%',
  '\\[caption id="a"]b\\[/caption] [gallery ids="1"] [gallery] [video](b)': '[caption | [gallery',
  'a^[b *cd*] ==e f== (==g==)': '^[ | ==',
  'import A from "./a.astro";\nimport { b,\n c } from \'d\'': 'import … from',
  '<Foo a="b"> <Figure src="a"/> Vec<String>': '<Foo> | <Figure> | <String>',
};
test.each(Object.entries(unknown))('is not understood: %s', (body, foreign) =>
  expect(translate(body).foreign.join(' | ')).toBe(foreign),
);

test.each([
  ['{{< youtube badid >}}', 'In `{{< youtube >}}`, `badid` isn’t the id of a video on YouTube'],
  ['{% youtube %}', 'Nothing here understands `{% youtube %}`'],
  ['{{ vimeo(id="abc") }}', 'In `{{ vimeo() }}`, `abc` isn’t the id of a video on Vimeo'],
  ['{% gist ann %}', 'In `{% gist %}`, `ann` isn’t the id of a gist'],
  ['{{< x user="a" id="b" >}}', 'In `{{< x >}}`, `b` isn’t the id of a post on X'],
])('a mark without a valid id is reported with what it has: %s', (body, message) => {
  expect(parse(body).parts.map((part) => part.message)).toEqual([message]);
});

test.each(['{{< card }}a', '{% card a="b %}', '<Card a="b>'])(
  'the hint for an incomplete mark of a component that exists, %s, says so',
  (body) =>
    expect(parse(body).parts.map(({ hint }) => hint)).toContainEqual(
      'Its component exists, but this mark is incomplete: check its quotes and its end.',
    ),
);

describe('of a whole HTML document, the head is left out', () => {
  const head =
    '<!DOCTYPE html>\n<HTML>\n<HEAD><TITLE>Old &amp; odd</TITLE><META name=robots content=noindex>';
  const read = (front: string, html: string) => {
    const file = { path: 'content/essays/2001-08-14-a.html', bytes: Buffer.from(front + html) };
    const { essay, body, problems, parts } = parseEssay(file, parser);
    return [
      essay.title,
      fillBody(body.html, []).trim(),
      ...[...problems, ...parts].map(({ message }) => message),
    ];
  };
  const lost = 'The head of an HTML page is left out, and its styles and scripts with it';
  test.each<[name: string, front: string, html: string, found: readonly string[]]>([
    [
      'gives the title',
      '',
      `${head}</HEAD><BODY bgcolor=red><p>b</p></BODY></HTML>`,
      ['Old & odd', '<p>b</p>'],
    ],
    ['gives way to a heading', '', `${head}<body><h2>C</h2><p>b</p>`, ['C', '<p>b</p>']],
    [
      'gives way to a stated title',
      '---\ntitle: D\n---\n',
      `${head}</head><p>b</p>`,
      ['D', '<p>b</p>'],
    ],
    [
      'is reported if it has styles',
      '',
      `${head}<style>a{}</style></head><p>b</p>`,
      ['Old & odd', '<p>b</p>', lost],
    ],
  ])('%s', (_, front, html, found) => expect(read(front, html)).toEqual(found));
});

describe('between an unknown mark and its end mark', () => {
  const plain = (text: string) => `<pre><code>${text}</code></pre>`;
  const bodies: Readonly<Record<string, readonly [foreign: string, html: string]>> = {
    '{{< high >}}\nenum R<T, Error> {\n  Ok(T),\n\n  *Err(Error)*\n}\n{{< /high >}}\n\nb': [
      '{{< high >}}',
      `${plain('enum R&lt;T, Error&gt; {  Ok(T),  *Err(Error)*}')}<p>b</p>`,
    ],
    '{% prism html %}<b class="a">*x*</b>{% endprism %}': [
      '{% prism %}',
      code('&lt;b class="a"&gt;*x*&lt;/b&gt;', 'html'),
    ],
    '- a\n\n  {{< high >}}\n  List<T> x;\n  y = 2;\n  {{< /high >}}': [
      '{{< high >}}',
      `<ul><li><p>a</p>${plain('List&lt;T&gt; x;y = 2;')}</li></ul>`,
    ],
    '{{% note %}}\nA **b** with `V<U>` and <T>x</T>.\n\n- c\n  - d\n\n{{% /note %}}': [
      '{{% note %}}',
      '<p>{{% note %}}A <strong>b</strong> with <code>V&lt;U&gt;</code> and &lt;T&gt;x&lt;/T&gt;.</p><ul><li>c<ul><li>d</li></ul></li></ul><p>{{% /note %}}</p>',
    ],
    '{{< note >}}\n<i>a</i> *b*\n{{< /note >}}': [
      '{{< note >}}',
      '<p>{{&lt; note &gt;}}<i>a</i> <em>b</em>{{&lt; /note &gt;}}</p>',
    ],
    '{{< tab js >}}\n```js\na<T>();\n```\n{{< /tab >}}': [
      '{{< tab >}}',
      `<p>{{&lt; tab js &gt;}}</p>${code('a&lt;T&gt;();', 'js')}<p>{{&lt; /tab &gt;}}</p>`,
    ],
  };
  test.each(Object.entries(bodies))('code and text are kept: %j', (body, [mark, html]) =>
    expect(translate(body)).toEqual({ html, foreign: [mark] }),
  );

  test('other marks are read by themselves', () =>
    expect(
      translate('{{< tabs >}}\n{{< tab js >}}\na<T>();\n{{< /tab >}}\n{{< /tabs >}}').html,
    ).toBe(`<p>{{&lt; tabs &gt;}}</p>${code('a&lt;T&gt;();', 'js')}<p>{{&lt; /tabs &gt;}}</p>`));

  test('code is kept in HTML as well', () =>
    expect(translate('<p>a</p>\n{{< high >}}\nList<T> x;\ny();\n{{< /high >}}', 'html').html).toBe(
      `<p>a</p>${plain('List&lt;T&gt; x;y();')}`,
    ));
});

test('unknown marks are reported once per name, at the first', async () => {
  const site = await buildSite({
    'content/essays/a.md': essay('title: A\ndate: 2020-01-01', 'a {% b %}\n\n{% b %} {% c %}\n'),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-02', '{% b %}\n'),
    'content/about.md': '{% c %}\n\n:::note\na\n:::\n',
  });
  const A = 'content/essays/a.md';
  expect(withPlaces(site.problems)).toEqual([
    'markup-foreign content/about.md:3:1 Nothing here understands `:::`',
    `markup-foreign ${A}:5:3 Nothing here understands \`{% b %}\` (3 times in 2 files)`,
    `markup-foreign ${A}:7:9 Nothing here understands \`{% c %}\` (2 times in 2 files)`,
  ]);
  const again = await site.rebuild({ 'content/essays/b.md': null });
  expect(again.problems[1]?.message).toContain('(2 times)');
});

test.each([
  ['{{< gallery >}}\n\n{% include toc.html %} Text.', 'Text.'],
  ['{{< figure src="a.png" caption="b" >}}\n\nText.', 'Text.'],
  ['One `{{ a }}`.\n\n<!--more-->\n\nTwo.', 'One {{ a }}.'],
  ['One <!-- More --> two.', 'One'],
  ['One\n\n<!-- truncate -->\n\ntwo.', 'One'],
  ['<!--more-->\n\nTwo.', 'Two.'],
  ["import x from './x.js'\nimport 'y.css';\n\nText.", 'Text.'],
  ['import duties from “China” rose.\n\nText.', 'import duties from “China” rose. Text.'],
  ['[!bang] is {{ x }}', '[!bang] is {{ x }}', 'txt'],
  ['{{ x }} and {% y %}', '{{ x }} and {% y %}', 'txt'],
  ['{% x %}{{ y }} [!bang]', '[!bang]', 'html'],
  ['<p>import duties rose</p><p>Next</p>', 'import duties rose Next', 'html'],
])('the excerpt of %j is %j', (body, excerpt, extension = 'md') =>
  expect(parse(body, extension).essay.excerpt).toBe(excerpt),
);

test('a body with only an embed is not empty', () =>
  expect(parse('{% gist 7896402 %}').problems).toEqual([]));

test('a link of another generator leads to the essay that it names, or is reported', async () => {
  const at = (name: string) => ({
    [`content/essays/${name}`]: essay(`title: ${name.replace(/\W/g, ' ')}\npublished: 2020-01-01`),
  });
  const leads: Readonly<Record<string, string | null>> = {
    '{% post_url 2019-05-06-To %}': '/blog/2019-2019-05-06-to-md',
    '{{< ref "posts/to.md#top" >}}': '/blog/2019-2019-05-06-to-md#top',
    '{{< ref "to" >}}': '/blog/2019-2019-05-06-to-md',
    '@/note/index.md': '/blog/note-index-md',
    '/posts/NOTE.md': '/blog/note-index-md',
    '{% link about.md %}': '/about',
    '{{< relref "b/same" >}}': '/blog/b-same-md',
    '../note.html': null,
    '{{< relref "same" >}}': null,
    '{% post_url 2019-05-06-gone %}': null,
  };
  const from = Object.keys(leads).map((mark, i) => {
    const body = `Words\n\n{% youtube dQw4w9WgXcQ %}\nSee [x](${mark}).\n`;
    return [`content/essays/deep/${i}.md`, essay(`title: From ${i}\npublished: 2020-01-01`, body)];
  });
  const site = await buildSite({
    ...{ 'content/about.md': 'Me.', ...at('2019/2019-05-06-To.md'), ...at('note/index.md') },
    ...{ ...at('a/same.md'), ...at('b/same.md'), ...Object.fromEntries(from) },
  });
  const found = from.map(([path], i) => {
    const problem = site.problems.find(({ file }) => file === path);
    if (problem) return `${problem.line}:${problem.column} ${problem.excerpt}`;
    return site.page(`blog/from-${i}.html`)('.prose p a').attr('href');
  });
  const expected = Object.entries(leads).map(([mark, url]) => url ?? `8:9 See [x](${mark}).`);
  expect(found).toEqual(expected);
});

test.each([
  ...['{', '{{', '{%', '{{<', '[[a', '![a](b ', '![', '`a``', '{:', '{% a', '{{</*', '> ', '"\\'],
  ...['%%a', '<a markdown ', '[code a', '\nhttps:', '\t'],
  ...['<pre>', '<a ', '{% raw %}', '@/', '    ', '(@/a', '{% highlight a %}', '{{ a "', '- x\n'],
  ...[']{.a}', ']{a=b ', '{% link b %}', '{{ a }}{% link b %}'],
  '==a ^[b ',
])('the cost of 300,000 characters of %j is bounded', async (piece) => {
  const body = `x {% y${/\s/.test(piece) ? '\n' : ' '}${piece.repeat(3e5 / piece.length)}`;
  const source = readFrontMatter({ path: 'a.md', bytes: Buffer.from(body) });
  const { config, markdown } = parser;
  const context = { ...config, format: 'markdown' as const, siteUrl: '', ...markdown };
  await expectCheap(() => translateDialects(source, context));
});
