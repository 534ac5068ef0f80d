/**
 * The parts of a body on its page, in a feed, and on a page with other essays.
 */
import { describe, expect, test } from 'vitest';
import { fillHeadings } from '../../../src/markdown/fill-parts.ts';
import { pageOf, readSource } from '../../support/bodies.ts';

const SOURCE = `## One {#one}

See [it](#one), [there](/x) and a note.[^1]

<label for="a">b</label> <i aria-describedby="one a" id="a">c</i> <a name="e">f</a>

<svg><g clip-path="url(#one)"/><use xlink:href="#one"/></svg>

###### Six

[^1]: Text.
`;

describe('on a page with other essays', () => {
  const html = pageOf(readSource(SOURCE), [], 'embedded');

  test.each([
    '<h3 id="a.one">One</h3><a class="anchor" href="#a.one"',
    '<a href="#a.one">it</a>, <a href="/x">there</a>',
    '<label for="a.a">b</label> <i aria-describedby="a.one a.a" id="a.a">c</i> <a name="a.e">f</a>',
    '<g clip-path="url(#a.one)"></g><use xlink:href="#a.one"></use>',
    '<a href="#a.fn-1" id="a.fnref-1"',
    '<li id="a.fn-1">',
    // There is nothing lower.
    '<h6 id="a.six">Six</h6>',
  ])('ids have a prefix, and headings are one level lower: %s', (part) => {
    expect(html).toContain(part);
  });

  test('so have the headings that the page lists', () => {
    const { headings } = readSource(SOURCE);
    const use = { prefix: 'a.' };
    expect(fillHeadings(headings, { ...use, form: 'embedded' })).toEqual([
      { id: 'a.one', text: 'One', level: 3 },
    ]);
    expect(fillHeadings(headings, { ...use, form: 'page' })).toEqual(headings);
  });
});

describe('in a feed', () => {
  test.each([
    [
      '[a](b) [c](#d)',
      '<a href="https://ann.example/blog/b">a</a> <a href="https://ann.example/blog/a#d">c</a>',
    ],
    ['[a]()', '<a href="https://ann.example/blog/a">a</a>'],
    ['[a](mailto:b@c.example)', '<a href="mailto:b@c.example">a</a>'],
    ['a <script>b</script><style>c</style> d', 'a  d'],
    ['<b onclick="x()" title="<">a</b>', '<b title="&lt;">a</b>'],
    ['```js\nlet a;\n```', '<pre tabindex="0"><code class="language-js">let a;\n</code></pre>'],
  ])('addresses are whole, and nothing runs: %s', (source, html) => {
    expect(pageOf(readSource(source), [], 'feed')).toContain(html);
  });

  test('pictures fit the window, and keep the style of their author', () => {
    const feed = pageOf(
      readSource('<img src="https://a.example/b.png" alt="" style="float:left">'),
      [],
      'feed',
    );
    expect(feed).toContain('style="max-width: 100%; height: auto; float:left"');
    expect(pageOf(readSource('<img src="b.png" alt="" style="float:left">'))).toContain(
      'style="float:left"',
    );
  });
});

test.each([
  'a <script> b\n\n```math\nx\n```\n',
  'a <textarea> b\n\n[TOC]\n\n```js {1}\na\n```\n',
  '<div title="\n\n[TOC]\n',
  "<div title='\n\n```math\nx\n```\n",
])('no placeholder is left where an open tag swallows what follows: %j', (source) => {
  expect(JSON.stringify(readSource(source).parts)).not.toContain('\\u0001');
});
