import type { Row } from '../../support/written.ts';

/** A block of five lines, `a` to `e`, in plain text unless the info string names a language. */
const block = (info: string, code = 'a\nb\nc\nd\ne') => `\`\`\`${info}\n${code}\n\`\`\``;

const NUMBERED = '<pre tabindex="0" class="lines numbered">';

export const rows: readonly Row[] = [
  {
    written: '```` ```js title="app.js" ````',
    body: block('text title="app.js"'),
    shown: ['<figure class="code"><figcaption>app.js</figcaption><pre tabindex="0">'],
  },
  {
    written: '```` ```js {2,4-5} ````',
    body: block('text {2,4-5}'),
    shown: [
      '<code class="language-text"><span class="line">a</span>\n<mark class="line">b</mark>\n' +
        '<span class="line">c</span>\n<mark class="line">d</mark>\n<mark class="line">e</mark>\n</code>',
    ],
    hidden: ['{2'],
  },
  {
    written: '```` ```js linenos ````, or `linenos=101`',
    body: `${block('text linenos')}\n\n${block('text linenos=101')}`,
    shown: [
      `${NUMBERED}<code class="language-text">`,
      `${NUMBERED}<code class="language-text" style="counter-reset:line 100">`,
    ],
  },
  {
    written: '```` ```js ins={3} del={4} ````',
    body: block('text ins={3} del={4}'),
    shown: ['<ins class="line">c</ins>\n<del class="line">d</del>\n'],
  },
  {
    written: '```` ```diff ````',
    body: block('diff', '-a\n+b'),
    shown: ['<span class="hljs-deletion">-a</span>', '<span class="hljs-addition">+b</span>'],
  },
];
