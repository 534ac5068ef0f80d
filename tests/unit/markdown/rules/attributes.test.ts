/**
 * Attribute lists right after a picture, and on the line below a block.
 */
import { checkBodies } from '../../../support/bodies.ts';

checkBodies({
  'after a picture': [
    'a ![b](c.jpg){.wide #x}',
    '<p>a <img src="c.jpg" alt="b" id="x" class="wide"></p>',
  ],
  'a width after a picture': [
    'a ![b](c.jpg "d"){width=50} e',
    '<p>a <img src="c.jpg" alt="b" title="d" width="50"> e</p>',
  ],
  'a value in quotes': [
    'a ![b](c.jpg){data-x="y z"}',
    '<p>a <img src="c.jpg" alt="b" data-x="y z"></p>',
  ],
  'after a picture by reference': [
    'a ![b][c]{.wide}\n\n[c]: d.jpg',
    '<p>a <img src="d.jpg" alt="b" class="wide"></p>',
  ],
  'after a space, where it is text': [
    'a ![b](c.jpg) {.wide}',
    '<p>a <img src="c.jpg" alt="b"> {.wide}</p>',
  ],
  'braces with other text': ['a ![b](c.jpg){x y}', '<p>a <img src="c.jpg" alt="b">{x y}</p>'],
  'after a link, where it is text': ['[a](b){.wide}', '<p><a href="b">a</a>{.wide}</p>'],
  'below a paragraph': ['Text *a*\n{.lead #x}', '<p id="x" class="lead">Text <em>a</em></p>'],
  'below a paragraph with a handler': ['Text\n{onclick=x}', '<p>Text</p>'],
  'below a picture': ['![b](c.jpg)\n{.wide}', '<p><img src="c.jpg" alt="b" class="wide"></p>'],
  'below a heading': ['## Text\n{.lead}', '<h2 class="lead" id="text">Text</h2>'],
  'below code': [
    '```js\na\n```\n{.lead}',
    '<pre class="lead" tabindex="0"><code class="language-js">a</code></pre>',
  ],
  'below a list': [
    '- a\n- b\n{.lead}\n\nText',
    '<ul class="lead"><li>a</li><li>b</li></ul><p>Text</p>',
  ],
  'below a quotation': ['> a\n{.lead}', '<blockquote class="lead"><p>a</p></blockquote>'],
  'with an address below a quotation': [
    '> a\n{cite="https://b.example"}',
    '<blockquote cite="https://b.example"><p>a</p></blockquote>',
  ],
  'below a paragraph in a quotation': [
    '> a\n> {.lead}',
    '<blockquote><p class="lead">a</p></blockquote>',
  ],
  'below a table': [
    '| a |\n|---|\n| b |\n{.lead}',
    '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table class="lead"><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>',
  ],
  'after a blank line, where it is text': ['Text\n\n{.lead}', '<p>Text</p><p>{.lead}</p>'],
  'at the end of a line, where it is text': ['Text {.lead}', '<p>Text {.lead}</p>'],
  'code in braces below a paragraph': ['Text\n{ a: 1 }', '<p>Text\n{ a: 1 }</p>'],
  'in code': ['```\nText\n{.lead}\n```', '<pre tabindex="0"><code>Text\n{.lead}</code></pre>'],
});
