/**
 * Bodies of essays: from the author's source to the HTML of a page or feed.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/markdown/body.ts';
import type { Fill } from '../../../src/markdown/fill-parts.ts';
import { listEmbedded } from '../../../src/render/html-tags.ts';
import { pageOf, readSource } from '../../support/bodies.ts';

const SITE = 'https://me.example/site';

function read(source: string, title: string | null = 'Title'): Body {
  return readSource(source, { format: 'html', title, siteUrl: SITE });
}

/** The HTML of pages by source; null if the two are the same. */
type Cases = Readonly<Record<string, string | null>>;

function checkAll(name: string, cases: Cases): void {
  test.each(Object.entries(cases))(`${name}: %s`, (source, html) => {
    expect(pageOf(read(source))).toBe(html ?? source);
  });
}

/** The self-link of a heading. */
const anchor = (id: string, text: string) =>
  `<a class="anchor" href="#${id}" aria-label="Link to “${text}”"></a>`;

/** A heading with its self-link. */
const linked = (id: string, html: string, text = html, element = 'h2') =>
  `<${element} id="${id}">${html}</${element}>${anchor(id, text)}`;

/** The box around a table. */
const box = (table: string, label = 'Table') =>
  `<div class="scroll" role="group" aria-label="${label}" tabindex="0">${table}</div>`;

const table = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`;

describe('links', () => {
  /** Elements and their addresses; after `<`, what the author wrote if that differs. */
  const cases: Readonly<Record<string, string>> = {
    "<A HREF='/x?a&amp;b' title=c>y</A>": 'a /x?a&b',
    '<a href=/x/>y</a><a href>z</a>': 'a /x/, a ',
    '<a href="../x"></a><a href="#x"></a><a href="?x"></a>': 'a ../x, a #x, a ?x',
    '<map><area href="/x"></map><link href="x.css">': 'area /x, link x.css',
    '<audio src="a"></audio><embed src="b">': 'audio a, embed b',
    '<video src="a" poster="b"><source src="c"><track src="d"></video>':
      'video a, video b, source c, track d',
    '<iframe src="/x"></iframe><object data="/y"></object><script src="/z"></script>':
      'iframe /x, object /y, script /z',
    '<img src="a.png" srcset="a.png 1x,/b.png 2x">': 'img a.png, img a.png, img /b.png',
    '<img srcset="a.png 1w, https://o.example/b.png 2w, data:c 3w">': 'img a.png',
    [`<a href="${SITE}/blog/a">y</a>`]: `a /blog/a < ${SITE}/blog/a`,
    '<a href="http://me.example/site#x">y</a>': 'a /#x < http://me.example/site#x',
    '<a href="https://o.example/"></a><a href="//o.example"></a><a href="mailto:a@b"></a>': '',
    '<a href="https://me.example/other"></a><form action="/x"></form><q cite="/x"></q>': '',
  };
  test.each(Object.entries(cases))('%s', (source, expected) => {
    const found = read(source).links.map(
      ({ element, url, written }) => `${element} ${url}${written === url ? '' : ` < ${written}`}`,
    );
    expect(found.join(', ')).toBe(expected);
  });

  test('fills replace what the author wrote, and other URLs stay', () => {
    const body = read(
      '<a href="/x">y</a><q cite="/c">z</q><img src=a.png width=3 srcset="b.png 2x">',
    );
    const [link, source, second] = body.links;
    expect(body.links.map(({ stated }) => stated)).toEqual([
      {},
      { width: '3', srcset: 'b.png 2x' },
      {},
    ]);
    expect(second?.attributesSlot).toBeNull();
    const fills: Fill[] = [
      [link?.slot ?? -1, '/b/x?a&b', '/c'],
      [source?.attributesSlot ?? -1, { height: 2, sizes: '"' }],
    ];
    expect(pageOf(body, fills)).toBe(
      '<a href="/b/x?a&amp;b">y</a><q cite="/c">z</q>' +
        '<img src="a.png" width="3" srcset="b.png 2x" height="2" sizes="&quot;">',
    );
    expect(pageOf(body, fills, 'feed')).toBe(
      '<a href="https://ann.example/c">y</a><q cite="https://ann.example/c">z</q>' +
        '<img src="https://ann.example/blog/a.png" width="3" srcset="https://ann.example/blog/b.png 2x"' +
        ' style="max-width: 100%; height: auto;" height="2" sizes="&quot;">',
    );
  });

  checkAll('lead out of the site without telling it', {
    '<a href="https://o.example">y</a>': '<a href="https://o.example" rel="noopener">y</a>',
    '<a href="//o.example">y</a>': '<a href="//o.example" rel="noopener">y</a>',
    '<a href="https://o.example" rel="nofollow me">y</a>':
      '<a href="https://o.example" rel="nofollow me noopener">y</a>',
    '<a href="/x" rel="next">y</a><a name="z">y</a>': null,
    [`<a href="${SITE}/x">y</a>`]: null,
  });
});

describe('scripts in attributes', () => {
  checkAll('event handlers are removed', {
    '<p class=a OnMouseOver=\'x("1 > 0")\' id=b>y</p>': '<p class="a" id="b">y</p>',
    '<svg onload="x()"><path d=""/></svg>': '<svg><path d=""></path></svg>',
    '<p data-on="x" title="onclick=">on click</p>': null,
    '<b onclick>a</b>': '<b>a</b>',
  });

  test('event handlers are removed: a quotation’s sign stands before the value', () => {
    const quoted = '> a <b onclick\n> ="x()">b</b>';
    const html = '<blockquote>\n<p>a <b>b</b></p>\n</blockquote>';
    expect(pageOf(readSource(quoted)).trim()).toBe(html);
  });

  const marked = {
    '<a href="https://o.example" onclick="track()">y</a>':
      '<a href="https://o.example" data-outbound rel="noopener">y</a>',
    '<a href="/x"onmousedown=\'x()\'>y</a>': '<a href="/x" data-outbound>y</a>',
    '<a onclick="x()"href="/x">y</a>': '<a href="/x" data-outbound>y</a>',
    '<a data-outbound href="/x">y</a>': '<a data-outbound href="/x">y</a>',
  };
  test.each(Object.entries(marked))('a handler marks a link as outbound: %s', (source, html) => {
    const body = read(source);
    expect([pageOf(body), body.hasOutboundLinks]).toEqual([html, true]);
  });

  test.each([
    ['<a href="javascript:x()">y</a>', '<a>y</a>'],
    ['<a class=b href=" JaVa\tscr\nipt:x()">y</a>', '<a class="b">y</a>'],
    ['<a href="\u0001javascript:x()">y</a>', '<a>y</a>'],
    ['<a href="&#106;&#x61;va&#10;script&colon;x()">y</a>', '<a>y</a>'],
    ['<a href="vbscript:x">y</a>', '<a>y</a>'],
    ['<object data="javascript:x()"></object>', '<object></object>'],
    ['<form action="javascript:x()">y</form>', '<form>y</form>'],
    ['<button formaction="javascript:x()">y</button>', '<button>y</button>'],
    ['<svg><a xlink:href="javascript:x()">y</a></svg>', '<svg><a>y</a></svg>'],
  ])('script URLs are removed, however they are written: %j', (source, html) => {
    const body = read(source);
    expect([pageOf(body), body.faults.length]).toEqual([html, 1]);
  });

  checkAll('what only looks like one stays', {
    '<a href="/javascript:x">y</a><p title="javascript:x">javascript:x</p>': null,
  });
});

describe('headings', () => {
  checkAll('get ids and self-links', {
    '<h2 class="c">A b</h2>': `<h2 class="c" id="a-b">A b</h2>${anchor('a-b', 'A b')}`,
    '<h1>A</h1><h6>B</h6>': `<h1 id="a">A</h1>${linked('b', 'B', 'B', 'h6')}`,
    '<h2>A <em>b</em> &amp; c</h2>': linked('a-b--c', 'A <em>b</em> &amp; c', 'A b &amp; c'),
    '<h2>Über\n Größe</h2>': linked('über-größe', 'Über\n Größe', 'Über Größe'),
    '<h2>हिन्दी</h2>': linked('हिन्दी', 'हिन्दी'),
    '<h2>A</h2><h3>A</h3><h2>a</h2>':
      linked('a', 'A') + linked('a-1', 'A', 'A', 'h3') + linked('a-2', 'a'),
    '<h2>Mine</h2><p id="mine">x</p>': `${linked('mine-1', 'Mine')}<p id="mine">x</p>`,
    '<h2 id="a&#98;">"A" &lt;b></h2>': linked('ab', '"A" &lt;b&gt;', '&quot;A&quot; &lt;b&gt;'),
    '<h2>!!!</h2><h2 id="">A</h2><h2 id="a b">A</h2>': null,
    '<summary><h2 id="a">A</h2></summary><template><h2 id="b">B</h2></template>': null,
    '<h2 class="sr-only" id="footnote-label">Footnotes</h2>': null,
  });

  test.each([
    ['<h2>WHY i WRITE</h2>', 'Why I Write'],
    ['<h1>It’s “here” – now…</h1>', 'It\'s "here" - now...'],
    ['<h1>Q&amp;A: it&#8217;s</h1>', 'Q&A: it’s'],
    ['<h1 id="y">Why <a href="/x">I <em>Write</em></a></h1>', 'Why I Write'],
    ['<h1>In the middle with </h1>', 'In the middle with <center>'],
    ['<h1>One<br>two</h1>', null],
  ])('the first one is dropped if it repeats the title: %s', (heading, title) => {
    const body = read(`${heading}<p>x</p>`, title);
    expect([pageOf(body), body.excerpt, body.ids, body.links]).toEqual(['<p>x</p>', 'x', [], []]);
    expect(body.heading).not.toBeNull();
  });

  test.each([
    ['<h1>Why <style></h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <script></h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <xmp></h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <iframe></h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <plaintext></h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <!-- </h1>\n<p>a <img src=x onerror=x()>', ''],
    ['<h1>Why <b title="</h1>">a</b></h1><p>b', '<p>b</p>'],
    ['<h1>Why <style></h1></style> not</h1><p>b', '<p>b</p>'],
    ['<h1>Why <!-- </h1> --> not</h1><p>b', '<p>b</p>'],
  ])('the first one ends at its own end tag, not at one in raw text: %j', (source, html) => {
    expect(pageOf(read(source, null))).toBe(html);
  });

  checkAll('others stay', {
    '<h1>Tit</h1><h1>Title</h1>': '<h1 id="tit">Tit</h1><h1 id="title">Title</h1>',
    '<h1>Title</h1><h1>Title</h1>': '<h1 id="title">Title</h1>',
  });

  test.each([
    ['<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4>', ['2 b B', '3 c C']],
    ['<h2>A</h2><h2 id="a">A</h2><h2>A</h2>', ['2 a-1 A', '2 a A', '2 a-2 A']],
    ['<h2>A <em>b</em>\n&amp; &lt;c&gt; <svg><title>d</title></svg></h2>', ['2 a-b--c A b & <c>']],
    ['<h2>A<sup><a href="#n" data-footnote-ref>1</a></sup></h2>', ['2 a A']],
    ['<h2><a href="/x">A</a></h2><a href="/x"><h2>B</h2></a>', ['2 a A', '2 b B']],
    ['<h2>Title</h2><h2><img src="/x.png" alt="y"></h2><h2>…</h2><h2 id="">A</h2>', []],
  ])('those of levels 2 and 3 are listed: %s', (source, expected) => {
    const { headings } = read(source);
    expect(headings.map(({ level, id, text }) => `${level} ${id} ${text}`)).toEqual(expected);
  });

  test('the author’s ids are listed first, then those of headings', () => {
    const { ids } = read('<h2>H</h2><p id="a" name="e">x</p><a id=c name=\'d\'></a><p id="&amp;">');
    expect(ids).toEqual(['a', 'c', 'd', '&', 'h']);
  });
});

describe('additions for keyboards and screen readers', () => {
  const checkbox = (name: string) => `<input type="checkbox" disabled aria-label="${name}">`;
  const frame = (src: string, title: string) =>
    `<iframe src="${src}" title="Embedded content${title}"></iframe>`;

  checkAll('tables stand in boxes', {
    [table('<td>a</td>'.repeat(3))]: box(table('<td>a</td>'.repeat(3))),
    [table(`<td>${table('<td>a</td>')}</td>`)]: box(table(`<td>${table('<td>a</td>')}</td>`)),
    '<table><caption>Days <b>of</b>\n "rain"</caption></table>': box(
      '<table><caption>Days <b>of</b>\n "rain"</caption></table>',
      'Days of &quot;rain&quot;',
    ),
    '<button><table></table></button>': null,
    [table('<th style="text-align: right" scope="col">a</th>')]: box(
      table('<th scope="col" class="align-right">a</th>'),
    ),
    [table('<td class="b" style="text-align: right">a</td>')]: box(
      table('<td class="b" style="text-align: right">a</td>'),
    ),
  });
  checkAll('preformatted text is reached by keys', {
    '<pre>a</pre><pre tabindex="-1">b</pre>': '<pre tabindex="0">a</pre><pre tabindex="-1">b</pre>',
    '<a href="/x"><pre>a</pre></a>': null,
  });
  const item = (box: string) => `<li>${box} <b>"a"</b> &amp; b\n<ul><li>c</li></ul></li>`;
  checkAll('a checkbox is named by the text after it', {
    [item('<input type="checkbox" disabled>')]: item(checkbox('&quot;a&quot; &amp; b')),
    '<input type="checkbox"> a<br><input disabled> a': null,
    '<label><input type="checkbox" disabled> a</label><input type="checkbox" disabled id="b"> c':
      null,
  });
  checkAll('a frame is named by its host', {
    '<iframe src="//Player.Vimeo.com:443/1"></iframe>': frame(
      '//Player.Vimeo.com:443/1',
      ' from player.vimeo.com',
    ),
    '<iframe src="https://o.example/"></iframe><iframe src="https://o.example/"></iframe>':
      frame('https://o.example/', ' from o.example') +
      frame('https://o.example/', ' from o.example (2)'),
    '<iframe src="https://o.example/" aria-label="A film"></iframe>': null,
  });
});

describe('text', () => {
  test.each([
    ['<p>one</p><p>two</p><ul><li>three</li></ul>four<br>five', 'one two three four five', 5],
    [table('<td>a</td><td>b&nbsp;c</td>'), 'a b c', 3],
    ['a <script>var b = "<p>c";</script> <style>p { }</style> <!-- b --> d', 'a d', 2],
    ['<template>a</template><noscript>b</noscript><iframe src="/v">c</iframe>d', 'd', 1],
    ['<svg><title>a</title><text>b</text></svg><math><mi>x</mi></math>c', 'c', 1],
    ['<html><head><title>T</title></head><body><p>a</p></body></html>', 'a', 1],
  ])('%s', (source, text, words) => {
    const body = read(source);
    expect([body.excerpt, body.wordCount]).toEqual([text, words]);
  });

  test.each([
    ['One.\n\n## Two\n\nThree.', 'One.'],
    ['## One\n\nTwo.\n\n- Three.\n\n| Four |\n|--|\n\nFive.', 'Two. Three.'],
    ['![a](b.png "Caption")\n\nOne.\n\n![a](b.png "Other")\n\nTwo.', 'One.'],
    ['```\n+-+\n```\n\nOne.', 'One.'],
    ['```\n+-+\n```', ''],
    ['<svg><text>a</text></svg>\n\n```mermaid\na-->b\n```', ''],
    ['## One\n\n```\n+-+\n```', 'One'],
  ])('the excerpt of %j stops before what is no prose', (source, excerpt) => {
    expect(readSource(source, { title: 'Title' }).excerpt).toBe(excerpt);
  });

  test('all words are counted, and the beginning is the excerpt', () => {
    const body = read('word '.repeat(5000));
    expect(body.wordCount).toBe(5000);
    expect(body.excerpt).toBe(`${'word '.repeat(36).trim()}…`);
  });

  test.each([
    ['<p> </p>', true],
    ['<p><img src="a.png"></p>', false],
    ['x', false],
  ])('a body is empty if there is nothing to read or see: %s', (source, isEmpty) =>
    expect(read(source).isEmpty).toBe(isEmpty),
  );
});

describe('the tree is that of a browser', () => {
  checkAll('every element is closed', {
    'a</br>b</p>c': 'a<br>b<p></p>c',
    '<script>a <!-- b': '<script>a <!-- b\n--></script>',
    '<plaintext onclick="x()">a<b onclick=x()></div>':
      '<pre>a&lt;b onclick=x()&gt;&lt;/div&gt;</pre>',
    '<select><option><textarea onclick="x()"></div>a</textarea></select>':
      '<select><option>&lt;/div&gt;a</option></select>',
    '<select><option>a<div onclick="x()"><b>b</b><style><i></style></div></select>':
      '<select><option>ab</option></select>',
    '<svg><frameset><path/></frameset></svg>': '<svg><path></path></svg>',
    // Nested links, which a browser would split.
    '<svg><foreignObject><a>b<table><a>c':
      '<svg><foreignObject><a>bc<table></table></a></foreignObject></svg>',
    // A nested form, which a browser would ignore.
    '<form><math><mtext></form><form>a': '<form><math><mtext>a</mtext></math></form>',
    '<svg><main><plaintext>a': '<svg><main><samp>a</samp></main></svg>',
    // In a drawing, the content of a style sheet is elements.
    '<svg><style><g onclick="x()"></g></style></svg>': '<svg><style><g></g></style></svg>',
    '<noscript class="a" onclick="x()">b</noscript></div>': '<noscript class="a">b</noscript>',
    'a\u001b\u0007\u007f\u009b&#27;b': 'ab',
    '<constructor>a<toString>b': '<constructor>a<tostring>b</tostring></constructor>',
  });
  test('control characters of entities are in no title, heading and excerpt', () => {
    const { heading, headings, excerpt } = read(
      '<h1>a&#27;</h1><p>b&#27;</p><h2>c&#27;</h2>',
      null,
    );
    const [{ text } = { text: '' }] = headings;
    expect([heading, text, excerpt]).toEqual(['a', 'c', 'b']);
  });
  test.each([
    '<noscript><p title="</noscript><b>">c',
    '<noscript><style></NOSCRIPT><b></style>c',
    '<noscript><!-- </noscript> -->c',
    '<noscript>&lt;/noscript>c',
  ])('nothing inside `<noscript>` looks like its end: %s', (source) => {
    expect(pageOf(read(source)).match(/<\/noscript>/gi)).toHaveLength(1);
  });
  checkAll('what makes a page of a body goes', {
    '<!DOCTYPE html><html><base href="/x"><body class="a"><p>b</p></body></html>': '<p>b</p>',
  });
  checkAll('what scripts replace is read as without scripts', {
    '<noscript><p><a href="/y" onclick="x()">x</a></p></noscript>z':
      '<noscript><p><a href="/y" data-outbound>x</a></p></noscript>z',
    '<noscript><noscript><b onclick=x()></noscript>c': '<noscript><b></b><b>c</b></noscript>',
    '<noscript>a</noscript><plaintext><noscript>b':
      '<noscript>a</noscript><pre>&lt;noscript&gt;b</pre>',
  });
  checkAll('comments are left out', {
    'a<!-- b -->c': 'ac',
    '<!-- <noscript> --><a>b</a><!-- </noscript> -->': '<a>b</a>',
  });
});

describe('attributes keep their names and values', () => {
  checkAll('of elements', {
    '<p class="a b" data-note-x="1" aria-label="c" tabindex="0" hidden>d</p>': null,
    '<p title="&lt;b&gt; &amp; &quot;c&quot;">d</p>': null,
    '<label for="a">b</label><input accept="a,b" value=""><ol start="3" reversed></ol>': null,
    '<a href="/x" ping="a b" download>y</a><area coords="1,2">': null,
  });
  checkAll('of drawings', {
    '<svg viewBox="0 0 1 1" stroke-width="2" xmlns="http://www.w3.org/2000/svg"></svg>': null,
    '<svg><path stroke-linecap="round" stroke-dasharray="1 2" fill-rule="evenodd"></path></svg>':
      null,
    '<svg><use xlink:href="#a"></use><clipPath clipPathUnits="b"></clipPath></svg>': null,
    '<svg><g clip-path="url(#a)" font-family="b" xml:lang="en"></g></svg>': null,
  });
});

describe('sources that a Content-Security-Policy must allow', () => {
  const hash = (script: string) =>
    `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const inline = (script: string) => `script-src ${hash(script)}`;
  const cases: Readonly<Record<string, string>> = {
    '<p>A script</p><pre>&lt;script&gt;a&lt;/script&gt;</pre><!-- <script>a</script> -->': '',
    '<script async src="https://W.example:8080/a.js?b#c"></script>':
      'script-src https://w.example:8080',
    '<script src=//w.example;x/a.js></script><script src="/a.js"></script>': 'script-src w.example',
    '<script>let a = 1 < 2;\n</script><script></script>': inline('let a = 1 < 2;\n'),
    '<script type="module">a</script><script type="text/x-javascript">a</script>': inline('a'),
    '<script>a\r\nb\rc</script>': inline('a\nb\nc'),
    '<script type="application/ld+json">{}</script><script type="template"><b></script>': '',
    '<script type="speculationrules">{}</script>': `speculation-rules ${hash('{}')}`,
    '<object data="http://f.example/a.swf"></object><embed src="/a.swf"><object></object>':
      "object-src http://f.example; object-src 'self'",
  };
  test.each(Object.entries(cases))('%s', (html, sources) => {
    expect(read(html).embedded.join('; ')).toBe(sources);
    const page = `<!doctype html><html>${pageOf(read(html))}</html>`;
    expect(listEmbedded(page).join('; ')).toBe(sources);
  });
});

describe('what the engine can’t read within seconds is an error', () => {
  test.each<[piece: string, count: number, format: 'html' | 'markdown', codes: string[]]>([
    ['<div>', 900, 'html', []],
    ['<div>', 1100, 'html', ['body-unreadable']],
    ['<div>', 20_000, 'html', ['body-unreadable']],
    ['<p>', 20_000, 'html', []],
    ['<br>', 20_000, 'html', []],
    ['"a" ', 50_000, 'html', []],
    ['"a" ', 2000, 'markdown', []],
    ['"a" ', 50_000, 'markdown', ['body-unreadable']],
    ['&amp; ', 50_000, 'markdown', ['body-unreadable']],
    ['"a"\n\n', 50_000, 'markdown', []],
    ['> ', 900, 'markdown', []],
    ['> ', 20_000, 'markdown', ['body-unreadable']],
    ['*a ', 100_000, 'markdown', []],
  ])('%s, %i times in %s', (...each) => {
    const [piece, count, format, codes] = each;
    const { faults } = readSource(piece.repeat(count), { format });
    expect(faults.map(({ code }) => code)).toEqual(codes);
  });

  test('a table whose rows lack a million cells', () => {
    const rowsOf = (count: number) =>
      `${'|a'.repeat(count)}|\n${'|-'.repeat(count)}|\n${'|b|\n'.repeat(count)}`;
    expect(readSource(rowsOf(1100)).faults.map(({ code }) => code)).toEqual(['body-unreadable']);
    expect(readSource(rowsOf(300)).faults).toEqual([]);
  });
});
