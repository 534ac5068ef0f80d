import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { type Body, readBody } from '../../src/content/body.ts';
import { costOf } from '../support/cost.ts';

const SITE = 'https://me.example/site';

function read(source: string, title: string | null = 'Title'): Body {
  return readBody(source, title, SITE);
}

/** The HTML that is made of a body. */
function check(source: string, html: string, title: string | null = 'Title'): void {
  expect(read(source, title).segments.join('')).toBe(html);
}

/** The link of a heading to itself. */
function anchor(id: string, text: string): string {
  return `<a class="anchor" href="#${id}" aria-label="Link to “${text}”"></a>`;
}

/** The box around a table. */
function scrolling(table: string, label = 'Table'): string {
  return `<div class="scroll" role="group" aria-label="${label}" tabindex="0">${table}</div>`;
}

describe('links', () => {
  function checkLinks(source: string, links: [element: string, url: string, written: string][]) {
    const body = read(source);
    expect(body.links.map(({ element, url, written }) => [element, url, written])).toEqual(links);
    for (const { segment, offset, written } of body.links) {
      const raw = body.segments[segment] ?? '';
      expect(raw.replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()).toBe(written);
      expect(source.slice(offset).replaceAll('&amp;', '&').trimStart().startsWith(written)).toBe(
        true,
      );
    }
  }

  test.each([
    ['in double quotes', '<a href="/x">y</a>', '<a href="/x">y</a>', '/x'],
    ['in single quotes', "<a href='/x'>y</a>", '<a href="/x">y</a>', '/x'],
    [
      'in single quotes, with a double one',
      "<a href='/x\"'>y</a>",
      '<a href="/x&quot;">y</a>',
      '/x"',
    ],
    ['without quotes', '<a href=/x>y</a>', '<a href="/x">y</a>', '/x'],
    ['without quotes, with a slash at its end', '<a href=/x/>y</a>', '<a href="/x/">y</a>', '/x/'],
    ['with spaces around the sign', '<a href = "/x" >y</a>', '<a href = "/x" >y</a>', '/x'],
    ['in capitals', '<A HREF="/X">y</A>', '<A HREF="/X">y</a>', '/X'],
    ['over several lines', '<a\n  href="/x"\n>y</a>', '<a\n  href="/x"\n>y</a>', '/x'],
    ['with an entity', '<a href="/x?a&amp;b">y</a>', '<a href="/x?a&amp;b">y</a>', '/x?a&b'],
    [
      'with other attributes',
      '<a class="b" href=\'/x\' title=c>y</a>',
      '<a class="b" href="/x" title=c>y</a>',
      '/x',
    ],
    ['without a value', '<a href>y</a>', '<a href="">y</a>', ''],
  ])('a link %s is a segment of its own, between double quotes', (_name, source, html, url) => {
    check(source, html);
    checkLinks(source, [['a', url, url]]);
  });

  test.each([
    ['<a href="/x">y</a>', 'a', '/x'],
    ['<a href="x.html">y</a>', 'a', 'x.html'],
    ['<a href="../x">y</a>', 'a', '../x'],
    ['<a href="#x">y</a>', 'a', '#x'],
    ['<a href="?x">y</a>', 'a', '?x'],
    ['<map><area href="/x"></map>', 'area', '/x'],
    ['<img src="a.png">', 'img', 'a.png'],
    ['<audio src="a.mp3"></audio>', 'audio', 'a.mp3'],
    ['<video src="a.mp4"></video>', 'video', 'a.mp4'],
    ['<video poster="a.png"></video>', 'video', 'a.png'],
    ['<video><source src="a.mp4"></video>', 'source', 'a.mp4'],
    ['<track src="a.vtt">', 'track', 'a.vtt'],
    ['<iframe src="/x" title="y"></iframe>', 'iframe', '/x'],
    ['<embed src="/x">', 'embed', '/x'],
    ['<object data="/x"></object>', 'object', '/x'],
    ['<script src="/x.js"></script>', 'script', '/x.js'],
    ['<link rel="stylesheet" href="/x.css">', 'link', '/x.css'],
  ])('%s may lead into the site', (source, element, url) => {
    check(source, source);
    checkLinks(source, [[element, url, url]]);
  });

  test.each([
    [`${SITE}/blog/a`, '/blog/a'],
    ['http://me.example/site/blog/a', '/blog/a'],
    [SITE, '/'],
    [`${SITE}/#x`, '/#x'],
  ])('the absolute URL %s of this site is seen from its home: %s', (written, url) =>
    checkLinks(`<a href="${written}">y</a>`, [['a', url, written]]),
  );

  test.each([
    [
      '<img srcset="a.png 1x, b.png 2x">',
      [
        ['img', 'a.png', 'a.png'],
        ['img', 'b.png', 'b.png'],
      ],
    ],
    [
      '<img src="a.png" srcset="a.png 1x,/b.png 2x">',
      [
        ['img', 'a.png', 'a.png'],
        ['img', 'a.png', 'a.png'],
        ['img', '/b.png', '/b.png'],
      ],
    ],
    ['<source srcset="a.png 100w, https://o.example/b.png 200w">', [['source', 'a.png', 'a.png']]],
  ] as [string, [string, string, string][]][])(
    'each URL of a srcset is a link: %s',
    (source, links) => {
      check(source, source);
      checkLinks(source, links);
    },
  );

  test.each([
    'https://o.example/',
    '//o.example/x',
    'https://me.example/other',
    'mailto:a@b.example',
  ])('%s leads out of the site, and is no segment', (url) =>
    checkLinks(`<a href="${url}">y</a>`, []),
  );

  test('a picture has an empty segment, where attributes can be added, and what it states', () => {
    const { segments, links } = read('<img src="a.png" width="3" alt="b"><img src=c.png />');
    const filled = [...segments];
    for (const { attributesSegment } of links) filled[attributesSegment as number] = ' NEW';
    expect(filled.join('')).toBe('<img src="a.png" width="3" alt="b" NEW><img src="c.png" NEW>');
    expect(links.map(({ stated }) => stated)).toEqual([{ width: '3' }, {}]);
  });

  test('only the src of a picture takes attributes', () => {
    const { links } = read('<img src="a.png" srcset="b.png 2x"><a href="/x">y</a>');
    expect(links.map(({ attributesSegment }) => attributesSegment !== null)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('external links', () => {
  test.each([
    ['<a href="https://o.example">y</a>', '<a href="https://o.example" rel="noopener">y</a>'],
    ['<a href="//o.example">y</a>', '<a href="//o.example" rel="noopener">y</a>'],
    ['<a href=https://o.example>y</a>', '<a href=https://o.example rel="noopener">y</a>'],
    [
      "<a href='https&#58;//o.example'>y</a>",
      '<a href=\'https&#58;//o.example\' rel="noopener">y</a>',
    ],
    [
      '<a href="https://o.example" target="_blank">y</a>',
      '<a href="https://o.example" target="_blank" rel="noopener">y</a>',
    ],
    [
      '<a href="https://o.example" rel="nofollow me">y</a>',
      '<a href="https://o.example" rel="nofollow me noopener">y</a>',
    ],
    [
      '<a rel="noopener" href="https://o.example">y</a>',
      '<a href="https://o.example" rel="noopener">y</a>',
    ],
    [
      '<a rel=\'nofollow\' href="https://o.example">y</a>',
      '<a href="https://o.example" rel="nofollow noopener">y</a>',
    ],
  ])('%s gets rel="noopener"', check);

  test.each([
    '<a href="/x">y</a>',
    '<a href="#x">y</a>',
    `<a href="${SITE}/x">y</a>`,
    '<a href="/x" rel="next">y</a>',
    '<a name="x">y</a>',
  ])('%s stays without', (source) => check(source, source));
});

describe('inline event handlers', () => {
  test.each([
    ['<p onclick="x()">y</p>', '<p>y</p>'],
    ['<p class=a OnMouseOver=\'x("1 > 0")\' id=b>y</p>', '<p class=a id=b>y</p>'],
    ['<img src="a.png" onerror=x()>', '<img src="a.png">'],
    ['<svg onload="x()"><path d=""/></svg>', '<svg><path d=""/></svg>'],
    ['<h2 onclick="x()" id="a">y</h2>', `<h2 id="a">y</h2>${anchor('a', 'y')}`],
  ])('are removed: %s', (source, html) => {
    check(source, html);
    expect(read(source).hasOutboundLinks).toBe(false);
  });

  test.each([
    [
      '<a href="https://o.example" onclick="track(\'a>b\')">y</a>',
      '<a href="https://o.example" rel="noopener" data-outbound>y</a>',
    ],
    [
      '<a onclick="x()" href=\'https://o.example\' rel="me">y</a>',
      '<a href=\'https://o.example\' rel="me noopener" data-outbound>y</a>',
    ],
    ['<a href="/x"onmousedown=\'x()\'>y</a>', '<a href="/x" data-outbound>y</a>'],
  ])('mark a link as outbound: %s', (source, html) => {
    check(source, html);
    expect(read(source).hasOutboundLinks).toBe(true);
  });

  test.each([
    '<p data-on="x" title="onclick=">on click</p>',
    '<a href="/x" data-onclick="y">z</a>',
  ])('are not what only looks like them: %s', (source) => {
    check(source, source);
    expect(read(source).hasOutboundLinks).toBe(false);
  });
});

describe('addresses that run script', () => {
  test.each([
    ['<a href="javascript:x()">y</a>', '<a>y</a>', 'javascript:x()'],
    ["<a class=b href='javascript:x()'>y</a>", '<a class=b>y</a>', 'javascript:x()'],
    ['<a href=javascript:x()>y</a>', '<a>y</a>', 'javascript:x()'],
    ['<a href=" JaVaScRiPt:x()">y</a>', '<a>y</a>', ' JaVaScRiPt:x()'],
    ['<a href="java\tscr\nipt:x()">y</a>', '<a>y</a>', 'java\tscr\nipt:x()'],
    ['<a href="\u0001javascript:x()">y</a>', '<a>y</a>', '\u0001javascript:x()'],
    ['<a href="java&#10;script:x()">y</a>', '<a>y</a>', 'java&#10;script:x()'],
    [
      '<a href="&#106;&#x61;vascript&colon;x()">y</a>',
      '<a>y</a>',
      '&#106;&#x61;vascript&colon;x()',
    ],
    ['<a href="&#106avascript:x()">y</a>', '<a>y</a>', '&#106avascript:x()'],
    ['<a href="vbscript:x">y</a>', '<a>y</a>', 'vbscript:x'],
    [
      '<iframe title="y" src="javascript:x()"></iframe>',
      '<iframe title="y"></iframe>',
      'javascript:x()',
    ],
    ['<object data="javascript:x()"></object>', '<object></object>', 'javascript:x()'],
    ['<form action="javascript:x()">y</form>', '<form>y</form>', 'javascript:x()'],
    ['<button formaction="javascript:x()">y</button>', '<button>y</button>', 'javascript:x()'],
    ['<svg><a xlink:href="javascript:x()">y</a></svg>', '<svg><a>y</a></svg>', 'javascript:x()'],
  ])('are removed, however they are written: %j', (source, html, needle) => {
    check(source, html);
    expect(read(source).faults).toMatchObject([
      { code: 'script-url', needle, occurrence: 0, offset: source.indexOf(needle) },
    ]);
  });

  test('the same address a second time is told apart', () => {
    const { faults } = read('<a href="javascript:x">y</a><a href="javascript:x">z</a>');
    expect(faults.map(({ occurrence, offset }) => [occurrence, offset])).toEqual([
      [0, 9],
      [1, 37],
    ]);
  });

  test.each([
    '<a href="/javascript:x">y</a>',
    '<p title="javascript:x">y</p>',
    '<p>javascript:x</p>',
  ])('are not what only names the language: %s', (source) => {
    check(source, source);
    expect(read(source).faults).toEqual([]);
  });
});

describe('headings', () => {
  test.each([
    ['<h2>A b</h2>', `<h2 id="a-b">A b</h2>${anchor('a-b', 'A b')}`, ['a-b']],
    ['<h1>A</h1><h6>B</h6>', `<h1 id="a">A</h1><h6 id="b">B</h6>${anchor('b', 'B')}`, ['a', 'b']],
    ['<h2 class="c">A</h2>', `<h2 class="c" id="a">A</h2>${anchor('a', 'A')}`, ['a']],
    [
      '<h2>A <em>b</em> &amp; c</h2>',
      `<h2 id="a-b--c">A <em>b</em> &amp; c</h2>${anchor('a-b--c', 'A b &amp; c')}`,
      ['a-b--c'],
    ],
    [
      '<h2>Über\n Größe</h2>',
      `<h2 id="über-größe">Über\n Größe</h2>${anchor('über-größe', 'Über Größe')}`,
      ['über-größe'],
    ],
    ['<h2>日本語</h2>', `<h2 id="日本語">日本語</h2>${anchor('日本語', '日本語')}`, ['日本語']],
    [
      '<h2>A</h2><h3>A</h3><h2>a</h2>',
      `<h2 id="a">A</h2>${anchor('a', 'A')}<h3 id="a-1">A</h3>${anchor('a-1', 'A')}<h2 id="a-2">a</h2>${anchor('a-2', 'a')}`,
      ['a', 'a-1', 'a-2'],
    ],
    ['<h2>!!!</h2>', '<h2>!!!</h2>', []],
    ['<h2 id="mine">A</h2>', `<h2 id="mine">A</h2>${anchor('mine', 'A')}`, ['mine']],
    [
      '<h2 id="b">A</h2><h2>B</h2>',
      `<h2 id="b">A</h2>${anchor('b', 'A')}<h2 id="b-1">B</h2>${anchor('b-1', 'B')}`,
      ['b', 'b-1'],
    ],
  ])('have ids: %s', (source, html, ids) => {
    check(source, html);
    expect(read(source).ids).toEqual(ids);
  });

  test('an id that the author gives later in the body is not taken before', () => {
    const { segments, ids } = read('<h2>Mine</h2><p id="mine">x</p>');
    expect(segments.join('')).toBe(
      `<h2 id="mine-1">Mine</h2>${anchor('mine-1', 'Mine')}<p id="mine">x</p>`,
    );
    expect([...ids].sort()).toEqual(['mine', 'mine-1']);
  });

  test('every id of the body, and every name of an anchor, can be pointed at', () => {
    const { ids } = read(
      '<p id="a">x</p><a name="b">y</a><a id=c name=\'d\'></a><p name="e" id="&amp;">z</p>',
    );
    expect(ids).toEqual(['a', 'b', 'c', 'd', '&']);
  });

  test.each([
    ['the same words', '<h1>Why I Write</h1>', 'Why I Write'],
    ['another case', '<h1>WHY i WRITE</h1>', 'Why I Write'],
    ['a lower level', '<h2>Why I Write</h2>', 'Why I Write'],
    ['smart quotes', '<h1>It’s “here” – now…</h1>', 'It\'s "here" - now...'],
    ['straight quotes', '<h1>It\'s "here"</h1>', 'It’s “here”'],
    ['entities', '<h1>Q&amp;A: it&#8217;s</h1>', 'Q&A: it’s'],
    [
      'markup inside',
      '<h1 class="t">Why <a href="/x" id="y">I <em>Write</em></a></h1>',
      'Why I Write',
    ],
  ])('a first heading that repeats the title is dropped: %s', (_name, heading, title) => {
    const body = read(`${heading}<p>x</p>`, title);
    expect(body.segments.join('')).toBe('<p>x</p>');
    expect([body.text, body.wordCount, body.ids, body.links]).toEqual(['x', 1, [], []]);
  });

  test.each([
    ['other words', '<h1>Why I Wrote</h1>', '<h1 id="why-i-wrote">Why I Wrote</h1>'],
    ['a second heading', '<h1>A</h1><h1>Title</h1>', '<h1 id="a">A</h1><h1 id="title">Title</h1>'],
    ['text that is no heading', '<p>Title</p>', '<p>Title</p>'],
  ])('stays: %s', (_name, source, html) => check(source, html));

  test('only the first of two headings that repeat the title is dropped', () =>
    check('<h1>Title</h1><h1>Title</h1>', '<h1 id="title">Title</h1>'));

  test('an essay without a title of its own takes the first heading, which leaves the body', () => {
    const body = read('<p>x</p><h2>A <em>b</em> &amp; c</h2><h2>D</h2>', null);
    expect(body.heading).toBe('A b & c');
    expect(body.segments.join('')).toBe(`<p>x</p><h2 id="d">D</h2>${anchor('d', 'D')}`);
  });

  test('a line break in a heading parts its words', () => {
    expect(read('<h1>One<br>two</h1>', null).heading).toBe('One two');
  });

  test('a body without a heading has none', () => {
    expect(read('<p>x</p>', null).heading).toBeNull();
  });
});

describe('links of headings to themselves', () => {
  test.each([
    [
      'a link in it',
      '<h2><a href="/x">A</a></h2>',
      `<h2 id="a"><a href="/x">A</a></h2>${anchor('a', 'A')}`,
    ],
    [
      'quotes and angles',
      '<h2 id="a">"A" &amp; &lt;b></h2>',
      `<h2 id="a">"A" &amp; &lt;b></h2>${anchor('a', '&quot;A&quot; &amp; &lt;b>')}`,
    ],
    ['no end', '<h2>A', `<h2 id="a">A</h2>${anchor('a', 'A')}`],
    ['another end', '<h2>A</h3>', `<h2 id="a">A</h2>${anchor('a', 'A')}`],
    ['an id in single quotes', "<h2 id='a'>A</h2>", `<h2 id='a'>A</h2>${anchor('a', 'A')}`],
    ['an entity in its id', '<h2 id="a&#98;">A</h2>', `<h2 id="a&#98;">A</h2>${anchor('ab', 'A')}`],
    [
      'a quotation around it',
      '<blockquote><h2>A</h2></blockquote>',
      `<blockquote><h2 id="a">A</h2>${anchor('a', 'A')}</blockquote>`,
    ],
  ])('stand behind one with %s', (_name, source, html) => check(source, html));

  test.each([
    ['a first level', '<h1 id="a">A</h1>'],
    ['no text', '<h2 id="a"><img alt="A" src="https://o.example/a.png"></h2>'],
    ['an id of several words', '<h2 id="a b">A</h2>'],
    ['an id that an address would change', '<h2 id="a%20b">A</h2>'],
    ['an id without a value', '<h2 id>A</h2>'],
    ['the name of the footnotes', '<h2 class="sr-only" id="footnote-label">Footnotes</h2>'],
    ['a link around it', '<a href="/x"><h2 id="a">A</h2></a>'],
    ['a button around it', '<button><h2 id="a">A</h2></button>'],
    ['a summary around it', '<details><summary><h2 id="a">A</h2></summary></details>'],
    ['a group of headings around it', '<hgroup><h2 id="a">A</h2><p>b</p></hgroup>'],
    ['a legend around it', '<fieldset><legend><h2 id="a">A</h2></legend></fieldset>'],
  ])('are not there for one with %s', (_name, source) => check(source, source));

  test('are no text', () => {
    const { text, wordCount, links, ids } = read('<h2>One two</h2><p>three</p>');
    expect([text, wordCount, links, ids]).toEqual(['One two three', 3, [], ['one-two']]);
  });

  test('go with a heading that is dropped, and with no other', () => {
    check('<h2>Title</h2><h2>A</h2>', `<h2 id="a">A</h2>${anchor('a', 'A')}`);
    check('<h2 id="x">Title</h2><p>y</p>', '<p>y</p>');
    check(
      '<h2>A</h2><h2>Title</h2>',
      `<h2 id="a">A</h2>${anchor('a', 'A')}<h2 id="title">Title</h2>${anchor('title', 'Title')}`,
    );
  });
});

describe('boxes to scroll in', () => {
  test.each([
    ['a table', '<table><tr><td>a</td></tr></table>'],
    ['a table without an end', '<table><tr><td>a', '<table><tr><td>a</td></tr></table>'],
    ['a table with attributes', '<table class="a" width=9><tr><td>a</td></tr></table>'],
    ['a table in capitals', '<TABLE></TABLE>', '<TABLE></table>'],
    [
      'one table of several in each other',
      '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>',
    ],
  ])('stand around %s', (_name, source, table = source) => check(source, scrolling(table)));

  test.each([
    [
      'its caption',
      '<table><caption>Days <b>of</b>\n rain</caption><tr><td>a</td></tr></table>',
      'Days of rain',
    ],
    [
      'its caption, with quotes',
      '<table>\n<caption class="c">A "b" &amp; c</caption></table>',
      'A &quot;b&quot; &amp; c',
    ],
    ['no empty caption', '<table><caption> </caption></table>', 'Table'],
    [
      'no caption of a table in it',
      '<table><tr><td><table><caption>a</caption></table></td></tr></table>',
      'Table',
    ],
  ])('are named by %s', (_name, source, label) => check(source, scrolling(source, label)));

  test('end the paragraph before the table, as the table does', () =>
    check('<p>a<table></table>b', `<p>a</p>${scrolling('<table></table>')}b`));

  test.each(['<a href="/x"><table></table></a>', '<button><table></table></button>'])(
    'are not there for %s',
    (source) => expect(read(source).segments.join('')).not.toContain('<div'),
  );

  test.each([
    ['<pre>a</pre>', '<pre tabindex="0">a</pre>'],
    ['<pre class="b"><code>a</code></pre>', '<pre class="b" tabindex="0"><code>a</code></pre>'],
    ['<PRE CLASS=b>a</PRE>', '<PRE CLASS=b tabindex="0">a</pre>'],
    ['<pre tabindex="-1">a</pre>', '<pre tabindex="-1">a</pre>'],
    ['<a href="/x"><pre>a</pre></a>', '<a href="/x"><pre>a</pre></a>'],
  ])('of preformatted text are reached by keys: %s', check);
});

describe('names for what has none', () => {
  const box = (name: string, rest = '') =>
    `<input type="checkbox" disabled${rest} aria-label="${name}">`;

  test.each([
    ['<li><input type="checkbox" disabled> Write</li>', `<li>${box('Write')} Write</li>`],
    [
      '<li><input type="checkbox" checked disabled> Read <b>"it"</b> &amp; weep\n<ul><li>a</li></ul></li>',
      `<li><input type="checkbox" checked disabled aria-label="Read &quot;it&quot; &amp; weep"> Read <b>"it"</b> &amp; weep\n<ul><li>a</li></ul></li>`,
    ],
    [
      '<li><p><input type="checkbox" disabled> a</p><p>b</p></li>',
      `<li><p>${box('a')} a</p><p>b</p></li>`,
    ],
  ])('a checkbox is named by the text that follows it: %s', check);

  test.each([
    '<input type="checkbox" disabled>',
    '<input type="checkbox"> a',
    '<input disabled> a',
    '<input type="checkbox" disabled aria-label="b"> a',
    '<input type="checkbox" disabled id="b"><label for="b">a</label>',
    '<label><input type="checkbox" disabled> a</label>',
  ])('no other field is: %s', (source) => check(source, source));

  const frame = (src: string, title: string) =>
    `<iframe src="${src}" title="Embedded content${title}"></iframe>`;

  test.each([
    ['https://www.youtube.com/embed/x', ' from www.youtube.com'],
    ['//Player.Vimeo.com:443/video/1', ' from player.vimeo.com'],
    ['https&#58;//o.example/', ' from o.example'],
    ['/demo', ''],
    ['data:text/html,a', ''],
  ])('a frame is named by its host: %s', (src, title) =>
    check(`<iframe src="${src}"></iframe>`, frame(src, title)),
  );

  test('two frames of one host are told apart', () => {
    const [src, other] = ['https://o.example/x', 'https://p.example/x'];
    check(
      `<iframe src="${src}"></iframe><iframe src="${other}"></iframe><iframe src="${src}"></iframe>`,
      frame(src, ' from o.example') +
        frame(other, ' from p.example') +
        frame(src, ' from o.example (2)'),
    );
  });

  test.each([
    '<iframe src="https://o.example/" title="A film"></iframe>',
    '<iframe src="https://o.example/" aria-label="A film"></iframe>',
    '<img src="https://o.example/a.png">',
    '<a name="x"></a>',
  ])('what has a name, or none that could be known, stays as it is: %s', (source) =>
    check(source, source),
  );
});

describe('aligned cells', () => {
  test.each(['left', 'center', 'right'])('have a class and no style: %s', (side) => {
    const row = (attribute: string) =>
      `<table><tr><th ${attribute}>a</th><td ${attribute}>b</td></tr></table>`;
    check(row(`style="text-align: ${side}"`), scrolling(row(`class="align-${side}"`)));
  });

  test.each([
    '<td style="text-align:right">a</td>',
    '<td style="text-align: right; color: red">a</td>',
    '<td class="b" style="text-align: right">a</td>',
  ])('keep any other style of the author: %s', (cell) => {
    const table = `<table><tr>${cell}</tr></table>`;
    check(table, scrolling(table));
  });

  test('a paragraph keeps its alignment', () => {
    const source = '<p style="text-align: right">a</p>';
    check(source, source);
  });
});

describe('text', () => {
  test.each([
    ['markup goes', '<p>One <em>two</em> <a href="/x">three</a></p>', 'One two three', 3],
    [
      'blocks part words',
      '<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>',
      'one two three four',
      4,
    ],
    ['a line break parts words', 'one<br>two<br/>three', 'one two three', 3],
    ['cells part words', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b', 2],
    ['inline markup does not', 'b<b>ol</b>d', 'bold', 1],
    ['entities are decoded', '&lt;b&gt; &amp;amp; it&#8217;s', '<b> &amp; it’s', 3],
    ['code counts', '<pre><code>let a</code></pre>', 'let a', 2],
    ['scripts do not', 'a <script>var b = "<p>c";</script> d', 'a d', 2],
    ['styles do not', 'a <style>p { color: red }</style> d', 'a d', 2],
    ['templates and noscript do not', '<template>a</template><noscript>b</noscript>c', 'c', 1],
    ['frames and drawings do not', '<iframe src="/v">a</iframe><svg><text>b</text></svg>c', 'c', 1],
    ['comments do not', 'a <!-- b --> c', 'a c', 2],
    [
      'footnote marks do not',
      '<p>a<sup><a href="#fn-1" data-footnote-ref>1</a></sup> b</p><h2 id="footnote-label">Footnotes</h2><p>c <a href="#fnref-1" data-footnote-backref="">↩</a></p>',
      'a b c',
      3,
    ],
    [
      'the title of a whole document does not',
      '<html><head><title>T</title></head><body><p>a</p></body></html>',
      'a',
      1,
    ],
    ['nothing is nothing', '', '', 0],
  ])('%s', (_name, source, text, words) => {
    const body = read(source);
    expect([body.text, body.wordCount]).toEqual([text, words]);
  });
});

describe('what is left open is closed', () => {
  const unclosed = (element: string, offset: number) => ({
    code: 'element-unclosed',
    element,
    offset,
  });
  const stray = (element: string, offset: number) => ({ code: 'end-tag-stray', element, offset });

  test.each([
    ['a paragraph', '<p>a<p>b', '<p>a</p><p>b</p>'],
    ['a paragraph before a block', '<p>a<div>b</div>', '<p>a</p><div>b</div>'],
    ['list items', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    [
      'items of nested lists',
      '<ul><li>a<ul><li>b</ul><li>c</ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['terms', '<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    [
      'cells and rows',
      '<table><tr><td>a<td>b<tr><td>c</table>',
      scrolling('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'),
    ],
    [
      'options',
      '<select><option>a<option>b</select>',
      '<select><option>a</option><option>b</option></select>',
    ],
    ['a paragraph in a block', '<div><p>a</div>', '<div><p>a</p></div>'],
    ['a paragraph in a template', '<template><p>a</template>', '<template><p>a</p></template>'],
    ['a paragraph in a button', '<button><p>a</button>', '<button><p>a</p></button>'],
  ])('silently, where HTML lets the end tag out: %s', (_name, source, html) => {
    check(source, html);
    expect(read(source).faults).toEqual([]);
  });

  test.each([
    ['<div>a', '<div>a</div>', [unclosed('div', 0)]],
    ['<DIV>a', '<DIV>a</div>', [unclosed('div', 0)]],
    ['<p>a <b>b</p><p>c</p>', '<p>a <b>b</b></p><p>c</p>', [unclosed('b', 5)]],
    ['<div><span>a</div>', '<div><span>a</span></div>', [unclosed('span', 5)]],
    ['<b><i>a</b>', '<b><i>a</i></b>', [unclosed('i', 3)]],
    [
      '<a href="/x">a<a href="/y">b</a>',
      '<a href="/x">a</a><a href="/y">b</a>',
      [unclosed('a', 0)],
    ],
    ['a</div>b', 'ab', [stray('div', 1)]],
    ['<b>a</b></b>', '<b>a</b>', [stray('b', 8)]],
    ['<b><i>a</b></i>', '<b><i>a</i></b>', [unclosed('i', 3), stray('i', 11)]],
    [
      '<p>x</p></article></main></body></html>',
      '<p>x</p>',
      [stray('article', 8), stray('main', 18)],
    ],
    ['<!-- a', '', [unclosed('!--', 0)]],
    ['a <!-- b --> c <!-- d\n<p>e</p>', 'a <!-- b --> c ', [unclosed('!--', 15)]],
    ['<script>a', '<script>a</script>', [unclosed('script', 0)]],
    [
      '<div><table><tr><td>a',
      `<div>${scrolling('<table><tr><td>a</td></tr></table>')}</div>`,
      [unclosed('table', 5), unclosed('div', 0)],
    ],
  ])('and told: %s', (source, html, faults) => {
    check(source, html);
    expect(read(source).faults).toMatchObject(faults);
  });

  test.each([
    ['void elements', '<br><hr><img alt=""><input>', '<br><hr><img alt=""><input>'],
    [
      'void elements with a slash, which says nothing',
      'a<br/>b<hr /><img src=https://o.example/a/><img\nalt="" id=b\n/>',
      'a<br>b<hr><img src=https://o.example/a/><img\nalt="" id=b>',
    ],
    ['an element that closes itself', '<a name="x"/>b<div/>c', '<a name="x"></a>b<div></div>c'],
    [
      'self-closing in a drawing',
      '<svg><g><path d=""/></g></svg>',
      '<svg><g><path d=""/></g></svg>',
    ],
    ['a line break written as an end tag', 'one</br>two', 'one<br>two'],
    ['end tags that have no opening and no meaning', 'a</p></li></img>', 'a'],
    [
      'the elements that make a page',
      '<!DOCTYPE html><html><body class="a"><p>b</p></body></html>',
      '<p>b</p>',
    ],
    ['characters that begin no tag', 'a < b <3', 'a < b <3'],
    [
      'tags in raw text',
      '<script>"<p>"</script><style>/*<b>*/</style><textarea><i></textarea>',
      '<script>"<p>"</script><style>/*<b>*/</style><textarea><i></textarea>',
    ],
  ])('copes with %s', (_name, source, html) => {
    expect(read(source).segments.join('').replaceAll('&lt;', '<')).toBe(html);
    expect(read(source).faults).toEqual([]);
  });

  test.each([
    ['a <b', 'a &lt;b'],
    ['a <a href="/x', 'a &lt;a href="/x'],
    ["<p>a <img alt='x> y</p>", "<p>a &lt;img alt='x> y&lt;/p></p>"],
    ['a </', 'a &lt;/'],
    ['<p>a</p><br /', '<p>a</p>&lt;br /'],
    ['<p>a</p>\n<img src="b.png" onerror="c" /', '<p>a</p>\n&lt;img src="b.png" onerror="c" /'],
  ])('half a tag at the end is text: %s', check);
});

/** True when a body of this HTML leaves the page around it as it is, in a browser's reading. */
function isBalanced(html: string): boolean {
  const $ = load(
    `<!DOCTYPE html><body><main><div id="body">${html}</div><nav></nav></main><footer>end</footer></body>`,
  );
  const footer = $('footer').last();
  const nav = $('nav').last();
  return (
    footer.text() === 'end' &&
    footer.parent().is('body') &&
    footer.prev().is('main') &&
    nav.parent().is(footer.prev()) &&
    nav.prev().is('#body')
  );
}

describe('no body breaks the page around it', () => {
  /** Mulberry32: the same numbers on every run. */
  function makeRandom(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  const ELEMENTS =
    'a b i p div span em section article main footer nav ul ol li dl dt dd table tbody tr td th caption ' +
    'h1 h2 h3 blockquote pre code center font form label details summary figure textarea script style title';
  const TOKENS = [
    ...ELEMENTS.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]),
    ...[
      '<a href="/x">',
      "<a href='/x",
      '<a href=',
      '<div class="a',
      '<p/>',
      '<br>',
      '</br>',
      '<hr>',
      '<img src=a.png>',
    ],
    ...['<!--', '-->', '<!-- a -->', '<!DOCTYPE html>', '<body>', '</body>', '<html>', '</html>'],
    ...['<svg><path d=""/></svg>', '<iframe src="/v"></iframe>', '<input>'],
    ...['<', '>', '</', '"', "'", '=', '&', '&lt;', ' ', '\n', 'word', 'some words ', '<3'],
  ];

  test('the check itself tells a body that does', () => {
    expect(isBalanced('<p>a</p>')).toBe(true);
    expect(
      ['</div></main>', '<!-- a', '<script>', '<table><td>', '</', '<a href="'].map(isBalanced),
    ).toEqual(Array(6).fill(false));
  });

  test('200 soups of random tokens', () => {
    const random = makeRandom(20201203);
    const broken: string[] = [];
    for (let n = 0; n < 200; n++) {
      const length = 1 + Math.floor(random() * 30);
      const tokens = Array.from({ length }, () => TOKENS[Math.floor(random() * TOKENS.length)]);
      const soup = tokens.join('');
      if (!isBalanced(read(soup).segments.join(''))) broken.push(soup);
    }
    expect(broken).toEqual([]);
  });

  test.each([
    '</',
    '<!',
    '<?',
    '</ x',
    '<!x',
    '<?php x',
    '<!--',
    '<!---',
    '<!----',
    '<!-- a --',
    '<!-- a --!',
    '<!--<!--',
    '<![CDATA[a',
    '<svg><![CDATA[a',
    '<</b>word',
    '<plaintext>a',
    '<script><!--<script>',
    '<style>a</style',
    '<textarea>a',
    '<xmp>a',
    '<template><div>',
    '<svg><path',
    '<svg><p>a',
    '<svg><main><b>a',
    '<math><main><p>a',
    '<button><main><button>a',
    '<select><main><input>',
  ])('%s', (source) => {
    expect(read(source).segments.join('')).toSatisfy(isBalanced);
  });
});

describe('cost', () => {
  test.each([
    ['elements in elements', '<div>'],
    ['inline elements in each other', '<b>a'],
    ['stray end tags', '</b>a '],
    ['lists in lists', '<ul><li>'],
    ['comments', '<!-- a -->'],
    ['half comments', '<!--'],
    ['angle brackets', '<'],
  ])('grows with the length of the body, whatever it holds: %s', async (_name, piece) => {
    const cost = (count: number) => costOf(() => read(piece.repeat(count)), 3);
    expect(await cost(8000)).toBeLessThan(40 * (await cost(1000)));
  });
});
