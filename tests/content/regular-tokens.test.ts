import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../../src/content/front-matter.ts';
import { readAnyTokens, readTokens, type TokenHandlers } from '../../src/content/html-tokens.ts';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { plainTextToHtml } from '../../src/content/plain-text.ts';
import { readRegularTokens } from '../../src/content/regular-tokens.ts';
import { decodeSource } from '../../src/content/text.ts';
import { packageRoot } from '../support/site.ts';

/** All that a reader tells of a source, one line for each token. */
function listTokens(read: (handlers: TokenHandlers) => void): string[] {
  const told: string[] = [];
  const tell = (...token: unknown[]) => void told.push(JSON.stringify(token));
  let foreignDepth = 0;
  read({
    text: (start, end) => tell('text', start, end),
    open(tag, end, isSelfClosing) {
      tell('open', tag, end, isSelfClosing);
      if (foreignDepth > 0 || tag.name === 'svg' || tag.name === 'math') foreignDepth++;
      if (isSelfClosing && foreignDepth > 0) foreignDepth--;
    },
    close(start, nameEnd) {
      tell('close', start, nameEnd);
      if (foreignDepth > 0) foreignDepth--;
    },
    comment: (end, mayStay) => tell('comment', end, mayStay),
    end: () => tell('end'),
    isForeign: () => foreignDepth > 0,
  });
  return told;
}

/** The source is told exactly as the general tokenizer tells it. */
function check(source: string): void {
  const told = listTokens((handlers) => readTokens(source, handlers));
  const expected = listTokens((handlers) => readAnyTokens(source, 0, handlers));
  // One text is compared sooner than thousands of items.
  expect(told.join('\n')).toBe(expected.join('\n'));
}

/** How much of the source the reader of regular HTML tells of. */
function measureRegular(source: string): number {
  const ignore = () => {};
  return readRegularTokens(source, { text: ignore, open: ignore, close: ignore });
}

const REGULAR = [
  '<p>a</p>',
  '<p>a</p>\n<p>b</p>',
  '<h1 id="a">b</h1>',
  '<a href="/x">y</a>',
  '<a href="/x?a=1&amp;b" title="It’s &quot;x&quot;">y</a>',
  '<a href="/x" data-outbound-2="y" x1="z">y</a>',
  '<p class="">a</p>',
  '<p class="a\nb  c">d</p>',
  '<p class="<b> > &lt; \'">d</p>',
  '<br>',
  '<br />',
  '<img src="a.png" alt="b" />',
  '<p />',
  '<hr><hr /><hr>',
  '<p></p>',
  '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</div>',
  '<strong><em>a</em></strong>',
  '<pre><code class="language-js">a &lt; b\n\n</code></pre>',
  '<p title="😀 日本">詩 é</p>',
  'a > b <p>c</p>',
  'a &amp; b <b>c</b>',
];

describe('regular HTML is told as the tokenizer tells it, and without the tokenizer', () => {
  test.each(REGULAR)('%j', (source) => {
    check(source);
    expect(measureRegular(source)).toBe(source.lastIndexOf('>') + 1);
  });

  test.each(['', 'a', 'a\n\nb > c'])('so is text alone: %j', (source) => {
    check(source);
    expect(measureRegular(source)).toBe(0);
  });
});

const IRREGULAR: readonly [name: string, source: string][] = [
  ['a name in upper case', '<P>a</P>'],
  ['a name in mixed case', '<bR>'],
  ['an attribute in upper case', '<p CLASS="a">b</p>'],
  ['a value in single quotes', "<p class='a'>b</p>"],
  ['a value without quotes', '<p class=a>b</p>'],
  ['a value without quotes before a slash', '<a href=/x/>b</a>'],
  ['an attribute without a value', '<input checked disabled>'],
  ['an attribute without a value after one with', '<input type="checkbox" checked>'],
  ['an attribute that is only a quote', '<p ">a</p>'],
  ['an attribute with a colon', '<a xlink:href="/x">y</a>'],
  ['an attribute with an underscore', '<a data_x="/x">y</a>'],
  ['an attribute that begins with a digit', '<a 1x="/x">y</a>'],
  ['attributes with nothing between them', '<a href="/x"title="y">z</a>'],
  ['two spaces between attributes', '<a  href="/x"  title="y">z</a>'],
  ['a newline between attributes', '<a href="/x"\ntitle="y">z</a>'],
  ['a tab between attributes', '<a\thref="/x">z</a>'],
  ['a space before the end of a tag', '<p class="a" >b</p>'],
  ['a space in a tag without attributes', '<p >b</p>'],
  ['spaces around an equals sign', '<p class = "a">b</p>'],
  ['an equals sign before a name', '<p ="a">b</p>'],
  ['a value that is cut', '<p class="a'],
  ['a slash without a space', '<br/>'],
  ['a slash right behind a value', '<img src="a"/>'],
  ['two spaces before a slash', '<br  />'],
  ['a space behind a slash', '<br / >'],
  ['a slash among attributes', '<img / src="a">'],
  ['a paragraph that closes itself', '<p/>'],
  ['an end tag with a space', '</p >'],
  ['an end tag with a space before its name', '</ p>'],
  ['an end tag with an attribute', '</p class="a">'],
  ['an end tag with a slash', '</p/>'],
  ['an end tag without a name', '</>'],
  ['an end tag in upper case', '</P>'],
  ['a tag without a name', '<>'],
  ['a less-than sign in text', 'a < b <p>c</p>'],
  ['a less-than sign before a number', 'a <3 <p>c</p>'],
  ['less-than signs in a row', '<<p>>a</p>'],
  ['a less-than sign in a tag', '<p<b>c</p>'],
  ['a less-than sign at the end', 'a <'],
  ['an end tag that is cut', '<p>a</'],
  ['an end tag that is cut in its name', '<p>a</p'],
  ['a tag that is cut in its name', '<p'],
  ['a tag that is cut behind its name', '<p '],
  ['a tag that is cut in an attribute', '<p cla'],
  ['a tag that is cut behind an equals sign', '<p class='],
  ['a tag that is cut behind a value', '<p class="a"'],
  ['a tag that is cut behind a slash', '<br /'],
  ['a comment', '<!-- a <p>b</p> -->'],
  ['a comment that is never closed', '<!-- a <p>b</p>'],
  ['something that browsers take for a comment', '<!doctype html><p>a</p>'],
  ['an instruction', '<?php echo "<p>"; ?>'],
  ['a part that only XML knows', '<![CDATA[ <p>a</p> ]]>'],
  ['a script', '<script>if (a < b) "<p>"</script>'],
  ['a style sheet', '<style>p > b { content: "<p>" }</style>'],
  ['a field for text', '<textarea><p>a</p></textarea>'],
  ['a title', '<title><p>a</p></title>'],
  ['a drawing without attributes', '<svg><title><p>a</p></title><![CDATA[<b>]]></svg>'],
  ['a drawing', '<svg viewBox="0 0 1 1"><title><p>a</p></title><![CDATA[<b>]]></svg>'],
  ['a formula', '<math><mi>x</mi><p>a</p></math>'],
  ['the end of all tags', '<plaintext><p>a</p>'],
  ['a frame', '<iframe><p>a</p></iframe>'],
  ['an old listing', '<xmp><p>a</p></xmp>'],
  ['what stands where scripts do not run', '<noscript><p>a</p></noscript>'],
  ['an element that nobody knows', '<constructor>a</constructor>'],
  ['an element whose name has a hyphen', '<my-p>a</my-p>'],
  ['an element whose name begins as another', '<pp>a</pp>'],
];

describe('irregular HTML is left to the tokenizer from where it begins', () => {
  const BEFORE = '<p class="a">b</p>';

  test.each(IRREGULAR)('%s', (_, source) => {
    check(source);
    check(`${source}<p>a</p>`);
    check(`${BEFORE}\n${source}`);
    check(`${BEFORE}\n${source} c <p>d</p>\n`);
    // What stands behind an irregular tag is the tokenizer's as well.
    const isPlain = source.startsWith('<p>');
    expect(measureRegular(`${BEFORE}\n${source}`)).toBe(BEFORE.length + (isPlain ? 4 : 0));
  });
});

describe('mixtures are told as the tokenizer tells them', () => {
  const piece = fc.oneof(
    fc.constantFrom(...REGULAR),
    fc.constantFrom(...IRREGULAR.map(([, source]) => source)),
    fc.constantFrom('a', ' ', '\n', '&amp;', '>', '"', "'", '='),
  );

  test('of regular and irregular pieces', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => check(pieces.join(''))),
      { numRuns: 2000 },
    );
  });

  test('of regular pieces before one that is cut anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REGULAR), piece, fc.nat(60), (regular, cut, length) =>
        check(regular + cut.slice(0, length)),
      ),
      { numRuns: 1000 },
    );
  });

  test('of the characters that tags are made of', () => {
    const unit = fc.constantFrom(...'<<<>>/="\' \n!-?[]&;', 'p', 'a', 'b', 'r', 'h1', 'P', '2');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (source) => check(source)),
      { numRuns: 5000 },
    );
  });

  test('of any characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (source) => check(`<p>${source}</p>`)));
  });
});

/** The HTML of the body of every essay in a folder, as the body pass reads it. */
async function listBodies(folder: string): Promise<[name: string, html: string][]> {
  const markdown = await loadMarkdownEngine();
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return entries
    .filter((name) => /\.(md|html|txt)$/.test(name))
    .map((name) => {
      const { text } = decodeSource({ path: name, bytes: readFileSync(join(folder, name)) });
      const { body } = readFrontMatter(name, text).source;
      const extension = extname(name);
      if (extension === '.html') return [name, body];
      return [name, extension === '.txt' ? plainTextToHtml(body) : markdown.toHtml(body)];
    });
}

test('the bodies of the sample essays are told as the tokenizer tells them', async () => {
  const bodies = await listBodies(join(packageRoot, 'content/essays'));
  expect(bodies.length).toBeGreaterThan(10);
  for (const [, html] of bodies) check(html);
  const regular = bodies.filter(([, html]) => measureRegular(html) === html.lastIndexOf('>') + 1);
  expect(regular.length).toBeGreaterThan(bodies.length / 2);
});

const POSTS = join(packageRoot, '../shared/corpus/remysharp/posts');
const isAbsent = !existsSync(POSTS);

test.skipIf(isAbsent)(
  `the bodies of the posts of ../shared/corpus are told as the tokenizer tells them${isAbsent ? ' (skipped: they are not there)' : ''}`,
  async () => {
    const bodies = await listBodies(POSTS);
    expect(bodies.length).toBe(697);
    for (const [, html] of bodies) check(html);
  },
);
