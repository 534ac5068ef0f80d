/**
 * The cost of a run of one sign grows with its length, not with its square, in whatever syntax it is.
 */
import { describe, test } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { parseEssay } from '../../../src/essays/essay.ts';
import { listEmbedded } from '../../../src/render/embedded-sources.ts';
import { readHostHeaders, readHostRedirects } from '../../../src/render/host-rules.ts';
import { completeRootPaths } from '../../../src/render/root-links.ts';
import { slugFromTitle } from '../../../src/site/slugs.ts';
import { cutExcerpt, foldSpace, straighten, typeset } from '../../../src/text/text.ts';
import { closeUp, countWords } from '../../../src/text/unspaced.ts';
import { translateFile } from '../../../src/translate/translate.ts';
import { readSource } from '../../support/bodies.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';

const LENGTH = 30_000;
const SIGNS = [' ', '\t', '[', '(', '{', '<', '"', '`', '|', '~', '水'];

/** What a run may be in; `…` stands for it. */
const LINES = ['…', 'a…b', '水…水'];
const BLOCKS = [
  '# …a',
  '## a {#…}',
  '> …a',
  '- …a',
  '| a |\n|---|\n| … |',
  '| a | b |\n|---|…\n| c |',
  ':::note[…]\na\n:::',
  '> [!NOTE] …\n> a',
  '```js …\na\n```',
  '```\n…\n```',
  '$$\n…\n$$',
  'a\n: …',
  'a[^1]\n\n[^1]:…',
  '[a]: /b "…"\n\n[a]',
];
const SPANS = [
  '[a](…)',
  '[…](b)',
  '![a](b "…")',
  '![a](b){…}',
  '[[a|…]]',
  '::x{a="…"}',
  '`…`',
  'a `…',
  '$…$',
  '==…==',
  'H~…~',
  '**…*',
  '<!--…',
  '%%…',
  'https://a.example/…',
];
const TAGS = [
  '<p title="…">a</p>',
  '<p …>a</p>',
  '<a href="…">a</a>',
  '<img alt="" src="…" srcset="…" style="…">',
  '<script>…</script>',
  '<textarea>…</textarea>',
  '<a…',
];
const FOREIGN = [
  '{{< a="…" >}}',
  '{% … %}',
  '{{ … }}',
  '{: … }',
  '!!! note …',
  '*[a]: …',
  '\\(…\\)',
];
const KEYS = [
  'title: …',
  'title: "…"',
  "title: '…'",
  'title: a…b',
  'tags: […]',
  'tags:\n  - …',
  'description: |\n  …',
  'date: …',
  'a…: b',
  '# …',
  'title: a #…',
];
const SETTINGS = [
  'name: …',
  'head: "<meta …>"',
  'redirects:\n  /a…: /b',
  'nav: [a: …]',
  'footer: …',
];

const parser = await makeParser();
const math = { isOn: true, macros: {} };
const foreign = {
  components: [],
  math: true,
  siteUrl: 'https://a.example',
};
const essay = (text: string) =>
  parseEssay({ path: 'content/essays/a.md', bytes: Buffer.from(text) }, parser);

/** Reads a text in every way that it may come into the program. */
const READERS: Readonly<
  Record<string, readonly [contexts: string[], read: (text: string) => unknown]>
> = {
  'of Markdown': [
    [...LINES, ...BLOCKS, ...SPANS, ...TAGS, ...FOREIGN],
    (text) => readSource(text, { math }),
  ],
  'of HTML': [TAGS, (text) => readSource(text, { format: 'html' })],
  'of plain text': [LINES, (text) => readSource(text, { format: 'text' })],
  'of front matter': [KEYS, (text) => essay(`---\n${text}\n---\na\n`)],
  'of settings': [
    SETTINGS,
    (text) => parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(`${text}\n`) }),
  ],
  'of other programs': [
    [...LINES, ...BLOCKS, ...SPANS, ...FOREIGN],
    (text) => translateFile({ path: 'content/essays/a.md', text, bodyOffset: 0 }, foreign),
  ],
  'of templates': [
    TAGS,
    (html) => [
      completeRootPaths(html, [], { origin: '', base: '/b' }, () => {}),
      listEmbedded(html),
    ],
  ],
  'of hosts': [
    ['/a… /b', '/a /b…', '…/a /b 301', '/a\n  X: …', '/:a…/b /c'],
    (text) => [readHostRedirects(text)('/a/b'), readHostHeaders(text)('/a/b')],
  ],
  'of titles': [
    LINES,
    (text) => [
      typeset(text, 'fr'),
      straighten(text),
      cutExcerpt(foldSpace(closeUp(text))),
      countWords(text),
      slugFromTitle(text, { slugs: 'title', language: 'de' }),
      slugFromTitle(text, { slugs: 'ascii', language: 'ja' }),
    ],
  ],
};

describe.each(Object.entries(READERS))('a run of signs in the text %s', (_, [contexts, read]) => {
  test.each(contexts)('costs no more than its length: %j', async (context) => {
    for (const sign of SIGNS) {
      const text = context.replaceAll('…', () => sign.repeat(LENGTH / sign.length));
      await expectCheap(() => read(text));
    }
  });
});
