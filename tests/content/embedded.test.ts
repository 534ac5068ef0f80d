import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listEmbedded } from '../../src/content/embedded.ts';

const hash = (script: string) =>
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test.each<[name: string, html: string, sources: string[]]>([
  ['text alone', '<p>A script</p>', []],
  [
    'a script of another host',
    '<script async src="https://W.example:8080/a.js?b#c"></script>',
    ['script-src https://w.example:8080'],
  ],
  [
    'one by the page’s own scheme',
    '<script src=//w.example/a.js></script>',
    ['script-src w.example'],
  ],
  ['one of the site’s own', '<script src="/a.js"></script><script src="b.js"></script>', []],
  ['an inline script', '<p>x</p><script>let a = 1 < 2;\n</script>', [hash('let a = 1 < 2;\n')]],
  ['one with the line ends of Windows', '<script>a\r\nb\rc</script>', [hash('a\nb\nc')]],
  ['a module', '<script type="module">a</script>', [hash('a')]],
  ['JavaScript by an old name', '<script type="text/x-javascript">a</script>', [hash('a')]],
  [
    'data in scripts',
    '<script type="application/ld+json">{}</script><script type="template"><b></script>',
    [],
  ],
  [
    'rules for what to fetch before it is asked for',
    '<script type="speculationrules">{}</script>',
    [hash('{}').replace('script-src', 'speculation-rules')],
  ],
  ['an empty script', '<script></script>', []],
  ['the same twice', '<script>a</script><script>a</script>', [hash('a')]],
  ['code that shows a script', '<pre>&lt;script&gt;a&lt;/script&gt;</pre>', []],
  ['a script in a comment', '<!-- <script>a</script> -->', []],
  [
    'a film of old',
    '<object data="http://f.example/a.swf"></object>',
    ['object-src http://f.example'],
  ],
  ['another', '<embed src="/a.swf"><object><param></object>', ["object-src 'self'"]],
  [
    'an address with what would end a directive',
    '<script src="https://w.example;x/a.js"></script>',
    ['script-src https://w.example'],
  ],
])('%s', (_name, html, sources) => {
  expect(listEmbedded(html)).toEqual(sources);
});
