/**
 * Wikilinks: links to other files by name, and pictures. What only looks like one stays as it is.
 */
import { checkBodies } from '../../../support/bodies.ts';

checkBodies({
  'a name': ['[[other]]', '<p><a href="other.md">other</a></p>'],
  'a name with a space': ['[[my page]]', '<p><a href="my%20page.md">my page</a></p>'],
  'a file with its extension': ['[[other.md]]', '<p><a href="other.md">other.md</a></p>'],
  'a text, which may have Markdown': [
    '[[other|the *other*]]',
    '<p><a href="other.md">the <em>other</em></a></p>',
  ],
  'a heading of another page': [
    '[[other#Some heading]]',
    '<p><a href="other.md#some-heading">other</a></p>',
  ],
  'a heading of this page': [
    '[[#Some heading]]',
    '<p><a href="#some-heading">Some heading</a></p>',
  ],
  'a block, which has no id here': ['[[other#^a1b2]]', '<p><a href="other.md">other</a></p>'],
  'a name with an apostrophe': [
    "[[Ann's page]]",
    '<p><a href="Ann%27s%20page.md">Ann’s page</a></p>',
  ],
  'in a table, where the bar has a backslash': [
    '| a |\n|---|\n| [[x\\|y]] ![[p.png\\|300]] |',
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td><a href="x.md">y</a> <img src="p.png" alt="" width="300"></td></tr></tbody></table></div>',
  ],
  'a picture': ['a ![[hill.jpg]]', '<p>a <img src="hill.jpg" alt=""></p>'],
  'a picture with a description': [
    'a ![[hill.jpg|A hill]]',
    '<p>a <img src="hill.jpg" alt="A hill"></p>',
  ],
  'a picture with its size': [
    'a ![[hill.jpg|300x200]]',
    '<p>a <img src="hill.jpg" alt="" width="300" height="200"></p>',
  ],
  'a film': [
    'a ![[film.mp4]]',
    '<p>a <video src="film.mp4" controls preload="metadata"></video></p>',
  ],
  'a file that a reader can open': ['![[talk.pdf]]', '<p><a href="talk.pdf">talk.pdf</a></p>'],
  'the text of another page, which is linked to': [
    '![[other]] [[b]]',
    '<p><a href="other.md">other</a> <a href="b.md">b</a></p>',
  ],
  'a test of a shell': ['[[ -f a ]] and [[b]]', '<p>[[ -f a ]] and <a href="b.md">b</a></p>'],
  'a number that is a link': [
    '[[1]](https://a.example) [[b]]',
    '<p><a href="https://a.example" rel="noopener">[1]</a> <a href="b.md">b</a></p>',
  ],
  'before a colon': ['[[a|b]]: it is', '<p><a href="a.md">b</a>: it is</p>'],
  'before a parenthesis': [
    '[[a]](b c) [[a|b]](c)',
    '<p><a href="a.md">a</a>(b c) <a href="a.md">b</a>(c)</p>',
  ],
  'before another one, and before a note': [
    '[[a]][[b]][^1]\n\n[^2]: c',
    '<p><a href="a.md">a</a><a href="b.md">b</a>[^1]</p>',
  ],
  'text in brackets that is a link': [
    '[[PDF]](a.pdf "A title") [[PDF]][a] [[b]]\n\n[a]: a.pdf',
    '<p><a href="a.pdf" title="A title">[PDF]</a> <a href="a.pdf">[PDF]</a> <a href="b.md">b</a></p>',
  ],
  'a number alone': ['[[1]] [[b]]', '<p>[[1]] <a href="b.md">b</a></p>'],
  'a comparison': ['[[ "$A" == b ]] [[b]]', '<p>[[ “$A” == b ]] <a href="b.md">b</a></p>'],
  'in code': ['`[[other]]` [[b]]', '<p><code>[[other]]</code> <a href="b.md">b</a></p>'],
});
