/**
 * Shortcodes for components: how they are found, and what is left alone.
 */
import { describe, expect, test } from 'vitest';
import { readBody } from '../../../src/markdown/body.ts';
import { renderShortcodes } from '../../../src/markdown/component-html.ts';
import { readShortcodes } from '../../../src/markdown/components.ts';
import { loadMarkdownEngine } from '../../../src/markdown/markdown.ts';
import { dropControls } from '../../../src/text/text.ts';
import { expectCheap } from '../../support/cost.ts';

const engine = await loadMarkdownEngine();

const COMPONENTS = ['Figure', 'Note', 'end-card'];

const FORMATS = { md: 'markdown', mdx: 'markdown', html: 'html', txt: 'text' } as const;
type Kind = keyof typeof FORMATS;

function read(body: string, kind: Kind = 'md') {
  const [format, { listParts }] = [FORMATS[kind], engine];
  const names = { isMdx: kind === 'mdx', components: COMPONENTS };
  const context = { ...names, text: body, listParts, format };
  const { source, ...rest } = readShortcodes({ body, offsetInText: (offset) => offset }, context);
  return { ...rest, body: source.body, format };
}

/** The HTML of a body. Each component shows its name, its props and its content in brackets. */
function show(body: string, kind?: Kind): string {
  const { body: translated, shortcodes, format } = read(body, kind);
  const { html } = readBody(engine.toHtml(translated, format), {
    title: '',
    siteUrl: '',
    shortcodes,
  });
  const shown = renderShortcodes(html, ({ name, props, args, hasContent }, content) => {
    const values = [...Object.entries(props).map((pair) => pair.join('=')), ...args].join(' ');
    return `[${[name, values].join(' ').trim()}${hasContent ? `: ${content}` : ''}]`;
  });
  const folded = dropControls(shown.replace(/\s+/g, ' '));
  return folded.replace(/ (?=\])|(?<=>) (?=<)/g, '').trim();
}

/** The reports of a body, each with its offset. */
function tell(body: string, kind?: Kind): string {
  const reports = read(body, kind).foreign.map(({ message, at }) => `${at} ${message}`);
  return reports.join(' | ');
}

describe('a shortcode', () => {
  test.each([
    ['{{< figure alt="x" >}}', '[Figure alt=x]'],
    ['{{<figure x/>}}', '[Figure x]'],
    ['{% figure x "y z" k=1 %}', '[Figure k=1 x y z]'],
    ['{%- figure x -%}', '[Figure x]'],
    ['<Figure\n  alt="a > b"\n  wide\n/>', '[Figure alt=a > b wide=true]'],
    ['{{< fig-ure >}} {{< FIGURE >}} <EndCard />', '[Figure] [Figure] [end-card]'],
    ['a\n{{< figure >}}\nb', '<p>a</p> [Figure] <p>b</p>'],
    ['> a\n> {% figure %}\n> b', '<blockquote><p>a</p> [Figure] <p>b</p></blockquote>'],
    ['- {% figure %}\n- b', '<ul><li>[Figure]</li><li>b</li></ul>'],
    ['A {{< figure >}}\n===', expect.stringContaining('<h1 id="a">A [Figure]</h1>')],
    ['| a |\n|-|\n| {{< figure a="x|y" >}} |', expect.stringContaining('<td>[Figure a=x|y]</td>')],
    ['<div>\n{{< figure >}}\n</div>', '<div> [Figure] </div>'],
    ['a\n    <Figure />\nb', '<p>a [Figure] b</p>'],
    [
      '<div>\n    {{< figure >}}\n    a\n</div>\n\n- a\n    {% figure %}',
      '<div> [Figure] a </div><ul><li><p>a</p> [Figure] </li></ul>',
    ],
    [
      '<ul>\n{% for p in posts %}\n    <li><Figure /></li>\n{% endfor %}\n</ul>',
      '<ul> {% for p in posts %} <li>[Figure]</li> {% endfor %} </ul>',
    ],
    [
      '    a\n{{< figure >}}\n\n    b',
      '<pre tabindex="0"><code>a </code></pre> [Figure] <pre tabindex="0"><code>b </code></pre>',
    ],
    ['a\n{% include note.html %}\n    <Figure /> b', '<p>a {% include note.html %} [Figure] b</p>'],
  ])('%j', (body, html) => expect(show(body)).toEqual(html));

  test('in HTML is a shortcode or tag, because element names there have no case', () => {
    const html = '[Figure x]<figure>y</figure>';
    expect(show('<p>{{< figure x >}}</p><Figure>y</Figure>', 'html')).toBe(html);
  });
});

describe('the content of a shortcode is Markdown', () => {
  test.each([
    ['{{< note >}}\na *b*\n\n- c\n{{< /note >}}', '[Note: <p>a <em>b</em></p><ul><li>c</li></ul>]'],
    ['{% note %}\na\n{% endnote %}', '[Note: <p>a</p>]'],
    ['<Note>a *b*</Note>', '[Note: a <em>b</em>]'],
    ['<Note>\n<Note>\na\n</Note>\n</Note>', '[Note: [Note: <p>a</p>]]'],
    ['{% end-card %}', '[end-card]'],
    // An end tag closes the nearest open shortcode.
    ['{% note 1 %}\n\n{% note 2 %}\na\n{% endnote %}', '[Note 1] [Note 2: <p>a</p>]'],
    // Shortcodes that overlap elements end where HTML ends them.
    ['- <Note>a\n\nb</Note>', '<ul><li>[Note: a]</li></ul><p>b</p>'],
  ])('%j', (body, html) => expect(show(body)).toEqual(html));
});

describe('leaves alone', () => {
  test.each([
    '`{{< figure >}}` and `<Figure />`',
    '```\n{{< figure >}}\n```',
    '    - {% figure %}\n    > <Figure />',
    '![a {{< figure >}}](b.png)',
    "![a <Figure />][b]\n\n[b]: c.png '{{< figure >}}'",
    '[a](b "{{< figure >}}")',
    '<pre>{% figure %}</pre>',
    '<code>{{< figure >}}</code>',
    '<!-- {{< figure >}} -->',
    '<a title="{{< figure >}}">x</a>',
    '{% raw %}{{< figure >}}{% endraw %}',
    '{{< highlight js >}}\n<Figure />\n{{< /highlight >}}',
    '{{</* figure */>}}',
    '[a](<Figure drawing.md>) ![b]( <Figure 1.png>)\n\n[a]: <Figure drawing.md>',
    '\\<Figure />',
    '<FIGURE>x</FIGURE> <figure>y</figure> <figures>',
    '{{ figure }} {figure} {% %} {{< >}} <Figure {{< figure',
  ])('%j', (body) => {
    expect(read(body)).toMatchObject({ body, shortcodes: [] });
  });

  test('everything in plain text', () => {
    const body = '{{< figure >}} <Figure />';
    expect(read(body, 'txt')).toMatchObject({ body, shortcodes: [], foreign: [] });
  });
});

describe('code below a tag on its own line is code', () => {
  const squeeze = (text: string) => text.replace(/ (?=[<[\]])|(?<=>) /g, '');
  const CODE = '<pre tabindex="0"><code>&lt;Figure /&gt;</code></pre>';
  test.each<[body: string, html: string, mdxHtml?: string]>([
    ['<Note>\n```\n<Figure />\n```\n</Note>', `[Note: ${CODE}]`],
    ['<Note a="b > c">\n```\n<Figure />\n```\n</Note>', `[Note a=b > c: ${CODE}]`],
    ['<div>\n{{< figure >}}\n```\n<Figure />\n```\n</div>', `<div>[Figure]${CODE}</div>`],
    ['<div>\n  {% figure %}\n```\n<Figure />\n```\n</div>', `<div>[Figure]${CODE}</div>`],
    ['> <Note>\n> ```\n> <Figure />\n> ```\n> </Note>', `<blockquote>[Note: ${CODE}]</blockquote>`],
    [
      '- - a\n\n    <Note>\n    ```\n    <Figure />\n    ```\n    </Note>',
      `<ul><li><ul><li><p>a</p> [Note: ${CODE}]</li></ul></li></ul>`,
    ],
    ['<Note>\n    <Figure />\n</Note>', `[Note: ${CODE}]`, '[Note: [Figure]]'],
    ['a\n\n    <Figure />\n', `<p>a</p>${CODE}`, '<p>a</p> [Figure]'],
  ])('%j', (body, html, mdxHtml = html) => {
    expect(squeeze(show(body))).toBe(squeeze(html));
    expect(squeeze(show(body, 'mdx'))).toBe(squeeze(mdxHtml));
  });
});

test.each([
  ['{{< note a="b \\"c\\"" d=`e "f"` g=h >}}', { a: 'b "c"', d: 'e "f"', g: 'h' }],
  ["{% note a='b' c=true d=false e=12 f=-1.5 %}", { a: 'b', c: true, d: false, e: 12, f: -1.5 }],
  // Numbers that would lose digits stay text.
  ['{{< note a=007 b=877500564405444608 c="1" >}}', { a: '007', b: '877500564405444608', c: '1' }],
  [
    '<Note a="b &amp; c" d={4} e={true} f={"g"} h={`i`} j />',
    { a: 'b & c', d: 4, e: true, f: 'g', h: 'i', j: true },
  ],
  ['<Note a="1" a="2" __proto__="x" />', JSON.parse('{ "a": "2", "__proto__": "x" }')],
  ['{{< note a="\u0001\u0005<b>" >}}', { a: '<b>' }],
])('the props of %j', (body, props) => expect(read(body).shortcodes[0]?.props).toEqual(props));

describe('MDX', () => {
  test.each([
    ["import Figure from '../Figure.astro'\n\n<Figure />", '[Figure]'],
    ["import { A as Note,\n  Figure } from 'x';\nimport * as Note from 'y'\n\na", '<p>a</p>'],
    ['## A {#b}', expect.stringContaining('id="b"')],
    ['<Note>\n  <Note>\n    a\n\n    b\n  </Note>\n</Note>', '[Note: [Note: <p>a</p><p>b</p>]]'],
    // Self-closing elements, which HTML would leave open.
    [
      '<video\n  src="/#" />\n\na <br/> <b/> c\n\n<svg><path/></svg>',
      '<p><video src="/#"></video></p><p>a <br><b></b> c</p><p><svg><path></path></svg></p>',
    ],
    // Imported pictures.
    [
      "import hill from './a.png'\n\n<img src={hill.src} alt=''><Gone a={ hill } />",
      expect.stringMatching(/<img src="\.\/a\.png" alt=""><gone a="\.\/a\.png"/),
    ],
    ['- a\n    - b', '<ul><li>a <ul><li>b</li></ul></li></ul>'],
    ['`{a}`\n\n```\n    {b}\n```', expect.stringContaining('<code>    {b}'.replace(/ +/, ' '))],
  ])('%j', (body, html) => {
    expect(show(body, 'mdx')).toEqual(html);
    expect(tell(body, 'mdx')).toBe('');
  });
});

describe('reports', () => {
  const NOT_BEGUN = "ends here, but doesn't begin anywhere";
  test.each([
    ['a\n\n<Note>', '3 `<Note>` is never closed'],
    ['{{< /note >}} </Note>', `0 \`{{< note >}}\` ${NOT_BEGUN} | 14 \`<Note>\` ${NOT_BEGUN}`],
    ['<Note a={b} />', '0 `a={b}` is an expression, which is not run'],
  ])('%j', (body, report) => {
    expect([tell(body), tell(body, 'mdx')]).toEqual([report, report]);
  });

  test.each([
    ["import Gone from 'x'", '0 No component is called `Gone`'],
    ["import door from './door.ts'", '0 `door` is a value, which is not imported'],
    ['a {b.c}', '2 `{b.c}` is an expression, which is not run'],
    ['<div style={{ a: "b" }}>', '11 `{{ a: "b" }}` is an expression, which is not run'],
    ['export const a = { b: 1 }', '0 `export const a` is code, which is not run'],
  ])('%j, but only in MDX', (body, report) => {
    expect([tell(body), tell(body, 'mdx')]).toEqual(['', report]);
  });
});

test.each([
  [
    '<blog-shortcode data-n="0">a</blog-shortcode> <blog-shortcode>b</blog-shortcode> <Note />',
    'a b [Note]',
  ],
  ['<Blog-Shortcode data-n=0>a</Blog-Shortcode> <Note />', 'a [Note]'],
  ['<pre><blog-shortcode data-n="0">a</pre>\n\n<Note />', '<pre tabindex="0">a</pre> [Note]'],
  [
    '`<blog-shortcode data-n="0">` <Note />',
    '<p><code>&lt;blog-shortcode data-n="0"&gt;</code> [Note]</p>',
  ],
])('a placeholder in the author’s text is removed, except in code: %j', (body, html) =>
  expect(show(body)).toBe(html),
);

describe('the cost grows only with the length', () => {
  test.each<[name: string, count: number, piece: (i: number) => string]>([
    ['shortcodes without an end', 40_000, () => '<Note>\n'],
    ['shortcodes within shortcodes', 40_000, () => '{{< note >}}'],
    ['ends alone', 80_000, () => '</Note> '],
    ['open tags', 200_000, () => '<Note a="'],
    ['open braces', 200_000, () => '<Note a={ '],
    ['open shortcodes', 200_000, () => '{{< note a="b" \'c '],
    ['open tags of Liquid', 200_000, () => '{% note "a" '],
    ['open comments', 200_000, () => '<!-- {/* '],
    ['imports', 200_000, () => 'import a, { b\n'],
    ['one line', 40_000, (i) => `<Note a="${i}" /> `],
  ])('of %s', async (_, count, piece) => {
    const body = Array.from({ length: count }, (_, i) => piece(i)).join('');
    await expectCheap(() => read(body, 'mdx'));
  });
});
