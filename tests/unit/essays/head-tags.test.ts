/** Tags for the head of every page: what is accepted, how it is written, and what is said of other text. */
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { inFull } from '../../support/problems.ts';

const REQUIRED = 'name: Ann\nurl: https://ann.example\n';

/** The tags of a site.yaml, and its problems. `file` is the text of the file that it names. */
function read(yaml: string, file: string | null = null) {
  const source = { path: 'content/site.yaml', bytes: Buffer.from(REQUIRED + yaml) };
  const { value, problems } = parseConfig(source, (path) => {
    return file === null ? null : { path, bytes: Buffer.from(file) };
  });
  return [value.head, ...inFull(problems)];
}

const SCRIPT = '<script defer src="https://a.example/b.js"></script>';
test.each([
  ['head:', ''],
  [`head: ${SCRIPT}`, SCRIPT],
  [
    `head:\n  - ${SCRIPT}\n  - <meta name="a" content="b:c">\n`,
    `${SCRIPT}<meta name="a" content="b:c">`,
  ],
  // As it is written, without comments.
  [`head: |\n  <LINK rel = me href='/a"b' />\n  <!-- <p> -->\n`, `<LINK rel = me href='/a"b' />`],
  [
    'head: |\n  <script>\n    // a comment\n    if (1 < 2) f("<p>");\n  </SCRIPT>\n',
    '<script>\n  // a comment\n  if (1 < 2) f("<p>");\n</SCRIPT>',
  ],
  [
    'head: |\n  <style>a::after { content: "<b>" }</style>',
    '<style>a::after { content: "<b>" }</style>',
  ],
  ['head: <noscript><link rel=x href=/y></noscript>', '<noscript><link rel=x href=/y></noscript>'],
])('%j gives %j', (yaml, html) => expect(read(yaml)).toEqual([html]));

const REFUSED =
  '`head` can contain only whole tags, and only <meta>, <link>, <script>, <style> and <noscript> → ' +
  'Close this tag and its quotes, or remove it. What readers see belongs in a template.';
const AT = 'value-invalid content/site.yaml:';
test.each([
  ['head: <base href="/">', `${AT}3:7 ${REFUSED}`],
  ['head: |\n  <meta name=a>\n  <p>Words</p>\n', `${AT}5:3 ${REFUSED}`],
  ['head: |\n  <script>\n  a();\n', `${AT}4:3 ${REFUSED}`],
  ['head: <script src="a.js" />', `${AT}3:7 ${REFUSED}`],
  ['head: |\n  <meta content="a>\n  <script></script>\n', `${AT}4:3 ${REFUSED}`],
  ['head: [google-verification]', `${AT}3:8 ${REFUSED}`],
  [
    'head: [<meta content="a: b">]',
    `${AT}3:7 \`head\` must be HTML tags or the name of a file, but is a list → Write \`head: |\`, and the tags indented below it.`,
  ],
  [
    'head: { a: b }',
    `${AT}3:7 \`head\` must be HTML tags or the name of a file, but is a map → Write \`head: |\`, and the tags indented below it.`,
  ],
  [
    'head: my.html',
    `${AT}3:7 \`head\` names the file templates/my.html, which doesn't exist → Put it into templates, or write the tags here.`,
  ],
  ['head: ../my.html', expect.stringContaining('which doesn')],
])('%j is refused', (yaml, report) => expect(read(yaml)).toEqual(['', report]));

test('a file has the same form, and its problems are at their lines', () => {
  const yaml = 'head: [my.html, <meta name=a>]';
  expect(read(yaml, `\n${SCRIPT}\n`)).toEqual([`${SCRIPT}<meta name=a>`]);
  const report = `value-invalid templates/my.html:3:1 ${REFUSED}`;
  expect(read(yaml, `\n${SCRIPT}\n<title>A</title>\n`)).toEqual(['<meta name=a>', report]);
});

test('root paths are found only in tags, each with its position', () => {
  const tags =
    '<!-- /app --><script src="/app-old.js"></script>\n<script src="/app">"href=/no"</script>\n' +
    '<meta content="a src=/fake"><noscript><img src=/pix.gif></noscript>\n';
  const source = { path: 'content/site.yaml', bytes: Buffer.from(`${REQUIRED}head: my.html\n`) };
  const file = (path: string) => ({ path, bytes: Buffer.from(tags) });
  const found = parseConfig(source, file).value.headPaths.map(({ value, place }) => {
    return `${place.line}:${place.column} ${value}`;
  });
  expect(found).toEqual(['1:27 /app-old.js', '2:14 /app', '3:48 /pix.gif']);
});
