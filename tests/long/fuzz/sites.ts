/**
 * Random hostile sites: odd texts in every field, front matter with slips, CommonMark's examples, hostile HTML and
 * odd file names.
 */
import { tests as EXAMPLES } from 'commonmark-spec';
import fc from 'fast-check';
import { CONFIG_KEYS } from '../../../src/essays/config.ts';
import { FRONT_MATTER_KEYS } from '../../../src/essays/front-matter.ts';
import type { Files } from '../../support/site.ts';

/** An element that is on a page only by a fault: odd texts contain it, but no body does. */
export const EVIL = 'fm-evil';

const TEXTS = [
  ...['a', 'Word', 'two words', '1', 'true', 'null', '~', '- ', '? ', ': ', ' #', '{', '[a', '*x'],
  ...['&x', '!x'],
  ...[`<${EVIL}>`, `"><${EVIL}>`, `'><${EVIL} `, `</title></script><${EVIL}>`, `]]><${EVIL}/>`],
  ...['<!--', '-->'],
  ...['&lt;', '&amp;lt;', `&lt;${EVIL}&gt;`, '&#27;', '&#x9b;', '&#0;', '&#xd800;', '&', '"', "'"],
  ...['`', '\\', '%', '$&'],
  ...['\0', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u009b', '\t', '\n', '\r', '\f', '\u00a0'],
  ...['\u2028', '\ufeff'],
  ...['\ud800', '\udc00', '\ud83d', '\u{1f600}', '\u{1f468}\u200d\u{1f469}', 'u\u0308', '\u00fc'],
  ...['\u202eabc', '\ufffe', '\uffff'],
  ...['العربية', '日本語', 'ﬁ', 'İ', 'ß', '\u0300\u0300', 'x'.repeat(300), '\u{1f600}'.repeat(100)],
  ...['https://a.example/', 'javascript:x()', 'http://a:b', '//x', '/a b', '../..', 'a.png'],
  ...['2020-01-01', '9999-12-31'],
];
const piece = fc.constantFrom(...TEXTS);
export const oddText = fc
  .oneof(
    piece,
    fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.string(),
  )
  // Nothing that ends front matter: the rest would be a body, where HTML is allowed.
  .filter((text) => !/^(---|\.\.\.)\s*$/m.test(text));

/** A YAML value: quoted with escapes, a list, a map, or unquoted. */
const oddValue = fc.oneof(
  { weight: 6, arbitrary: oddText.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.array(oddText, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
  oddText.map((text) => JSON.stringify({ [text]: text })),
  oddText,
);

/** Lines of YAML: the `fixed` ones, which odd ones with the same key replace. */
function oddLines(keys: readonly string[], fixed: Readonly<Record<string, string>>) {
  const line = fc.tuple(fc.constantFrom(...keys), oddValue);
  return fc.array(line, { maxLength: 4 }).map((lines) =>
    Object.entries({ ...fixed, ...Object.fromEntries(lines) })
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  );
}

/** A text with a few slips: pieces inserted, or characters removed. */
function withSlips(texts: fc.Arbitrary<string>, pieces = piece): fc.Arbitrary<string> {
  const slip = fc.tuple(fc.nat(), fc.nat(3), pieces);
  return fc.tuple(texts, fc.array(slip, { maxLength: 3 })).map(([text, slips]) =>
    slips.reduce((now, [place, length, more]) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + (length === 0 ? more : '') + now.slice(at + length);
    }, text),
  );
}

const NAMES =
  'a b i p div span main footer article li ul dl dt dd table thead tr td th caption h1 h2 blockquote pre code ' +
  'form label button textarea script style title svg math select option template noscript iframe plaintext ' +
  'xmp body html base frameset object noembed noframes listing image foreignObject mglyph annotation-xml nav details ' +
  'summary x-y';
const tags = NAMES.split(' ').flatMap((name) => [
  `<${name}>`,
  `</${name}>`,
  `<${name} onclick="x()">`,
]);
const HTML = [
  ...['<a onclick="x()"href="/about">', "<a title='a'onclick=x() href=/x>"],
  ...['<img src=x onerror=x()>', '<p ONLOAD="x()"/>'],
  ...['<a href="javascript:x()">', '<a href=" java\nscript&colon;x()">'],
  ...['<svg><a xlink:href="javascript:x()">', '<a href="/x'],
  ...['<!--', '-->', '--!>', '<!-->', '<![CDATA[', ']]>', '<?x', '<!DOCTYPE html>', '</', '<', '>'],
  ...['<3', '&', '&lt;b>', '&#27;', '<svg><p>', '</br>', '<div class="a', '<path/>'],
  ...[
    '<![',
    '<!x',
    '<b title="</h1>">',
    '<b title="<script>">',
    '<i title="</noscript>">',
    '# <style>\n',
  ],
  ...['# A ', '<h1>A', '<form>', '</form>', '<noscript a"b>', '<mtext>', '<mglyph>', '<desc>'],
  ...['<noscript class="a" onclick="x()"><p>', '<select><option><textarea>'],
  '<img srcset="a b, c 2x" src=a.png>',
  ...['"', "'", '=', ' ', '\n', '\n\n', 'word', '\0', '\u0001', '\u0002', '\u0003', '\u0004'],
  ...['\u001b[31m', '\u009b', '\ufffe'],
  ...['[x](/gone)', '![x](a.png)', '`', '```\n', '```js\n', '> ', '- ', '# A\n', '[^1]'],
  ...['[^1]: x\n', '| a |\n|---|\n', '<h2>A</h2>'],
];
const MARKS = [
  ...['\n::figure[*a*]{src="javascript:x()" alt="<p>"}\n', '\n::youtube{id="a&quot;b"}\n', '::x'],
  ...['\n::figure{src="a.png" link="javascript:x()" class="\'><p>"}\n', '\n::gist{id="<b>"}\n'],
  ...['\n:::note[A *b*]{fold="-"}\n', '\n:::a{.b #c style="x" onclick="x()"}\n', '\n:::\n', ':::'],
  ...['\n{.a #b onclick="x()"}\n', '{.c}', '{cite="https://b.example"}', '[[a|b]]', '![[a.png]]'],
  ...['[[', ']]', '> [!NOTE] A\n', '> [!TIP]-\n', '%%', '\n%%\n', '==', '==a==', '~2~', '^2^'],
  ...['$$', '\n$$\n', '$$a<b$$', '```math\na\n', '```js title="<p>" {1} ins={9}\n', '(@/a.md)'],
  ...['{% raw %}', '{{ page.title }}', '{{< a >}}', '\nimport a from "b"\n', '<X />', '{%', '%}'],
  ...['\n\n[TOC]\n\n', '<nav data-contents title="<b>"></nav>', '<!-- more -->', '\n: '],
  ...['<!--{><p>}-->', '<!--', '-->', '<p>\n<pre>\n\n', '<textarea>', '<callout-title>'],
];
const token = fc.constantFrom(...tags, ...HTML, ...MARKS);
const soup = fc.array(token, { minLength: 1, maxLength: 25 }).map((all) => all.join(''));
const example = fc.constantFrom(...EXAMPLES.map(({ markdown }) => markdown.replaceAll('→', '\t')));

/** A body for any format. */
export const hostileBody = fc
  .array(fc.oneof(example, withSlips(example, token), soup), { minLength: 1, maxLength: 3 })
  .map((pieces) => `${pieces.join('\n\n')}\n`);

const extension = fc.constantFrom('md', 'md', 'html', 'txt');
/** Part of a file name that file systems accept. */
const oddName = oddText.map((text) =>
  Buffer.from(text.replace(/[/\0]/g, '_').toWellFormed())
    .subarray(0, 150)
    .toString()
    .replaceAll('\ufffd', '_'),
);

const essayText = fc
  .tuple(
    withSlips(
      oddLines(Object.keys(FRONT_MATTER_KEYS), { title: '"A title"', published: '2020-01-01' }),
    ),
    hostileBody,
  )
  .map(([lines, body]) => `---\n${lines}---\n${body}`);

const essays = fc.array(fc.tuple(oddName, extension, essayText), { minLength: 4, maxLength: 12 });
const settings = withSlips(
  oddLines(
    Object.keys(CONFIG_KEYS).filter((key) => key !== 'socialImages'),
    { name: '"Ann"', url: 'https://ann.example', socialImages: 'false' },
  ),
);

/** The files of a site. */
export const hostileSite: fc.Arbitrary<Files> = fc
  .tuple(settings, essays, fc.array(oddName, { maxLength: 3 }), hostileBody)
  .map(([yaml, all, names, about]) => ({
    'content/site.yaml': yaml,
    'content/about.md': about,
    ...Object.fromEntries(names.map((name, i) => [`content/public/${i}${name}`, 'x'])),
    ...Object.fromEntries(
      all.map(([name, ending, text], i) => [`content/essays/${i}${name}.${ending}`, text]),
    ),
  }));
