/**
 * The cost of a text grows with its length, not with its square: of a run of one sign, in whatever syntax it is, and of many
 * pieces of the same kind.
 */
import { describe, test } from 'vitest';
import { parseConfig } from '../../../src/essays/config.ts';
import { type ParsedEssay, parseEssay } from '../../../src/essays/essay.ts';
import { readHostHeaders, readHostRedirects } from '../../../src/render/host-rules.ts';
import { completeRootPaths } from '../../../src/render/root-links.ts';
import { findRelated } from '../../../src/site/resolved-essay.ts';
import { assignSlugs, DEFAULT_FORM, slugFromTitle } from '../../../src/site/slugs.ts';
import { cutExcerpt, foldSpace, straighten, typeset } from '../../../src/text/text.ts';
import { closeUp, countWords } from '../../../src/text/unspaced.ts';
import { translateFile } from '../../../src/translate/translate.ts';
import { readSource } from '../../support/bodies.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParser } from '../../support/parser.ts';

/** Characters, and how often each is repeated. Runs of white space are longest: they cost least, and regular expressions
 * backtrack most easily in them. */
const SIGNS: Readonly<Record<string, number>> = {
  ' ': 150_000,
  '\t': 150_000,
  ...Object.fromEntries(Array.from('/[({<"`|~水', (sign) => [sign, 30_000])),
};

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
  '{{< … >}}',
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
    (text) =>
      translateFile(
        { path: 'content/essays/a.md', text, entries: new Map(), bodyOffset: 0 },
        foreign,
      ),
  ],
  'of templates': [TAGS, (html) => completeRootPaths(html, [], { origin: '', base: '/b' })],
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
    for (const [sign, count] of Object.entries(SIGNS)) {
      const text = context.replaceAll('…', () => sign.repeat(count));
      await expectCheap(() => read(text));
    }
  });
});

/** Pieces of a body, of which it may have many; `#N` stands for the number of each. */
const PIECES: Readonly<Record<string, number>> = {
  '## H #N\n\n[a](#h-#N)\n\n': 20_000,
  '## H\n\n': 30_000,
  '![a](#N.png)\n': 30_000,
  '<a href="x">https://a.example/#N</a>\n\n': 20_000,
  '<a href=/x>`c`</a>\n': 30_000,
  '<table><thead><tr><th>': 200_000,
  'a[^#N]\n\n[^#N]: b\n\n': 5000,
  '{{ page.title }} is. ': 30_000,
  '!!! note\n': 30_000,
  '[a b @x ': 4000,
  '==a': 30_000,
  '![[': 30_000,
  '{{< a >}}<code>': 3000,
  '{% comment ': 15_000,
  '1. ': 30_000,
  '::x{a="b"}\n\n': 5000,
  '%% a %% `b` ': 30_000,
  '{# <!-- {{/* {% comment %} ::: `a` ': 30_000,
  '\n::: {.content-hidden}\n': 30_000,
};
const HTML_PIECES: Readonly<Record<string, number>> = {
  '<b>a': 400_000,
  '</b>a ': 400_000,
  '<!-- a -->': 400_000,
  '<!--': 1_000_000,
  '<h2>a</h2>': 50_000,
  '<td>': 400_000,
};

describe.each([
  ['Markdown', PIECES, 'markdown'],
  ['HTML', HTML_PIECES, 'html'],
] as const)('many pieces of %s', (_, pieces, format) => {
  test.each(Object.entries(pieces))('cost no more than their number: %j', (piece, count) => {
    const numbers = Array.from({ length: count }, (_, at) => `${at}`);
    const text = numbers.map((number) => piece.replaceAll('#N', number)).join('');
    return expectCheap(() => readSource(text, { format }));
  });
});

test('essays of one title cost no more than their number', () => {
  const stated = { statedSlug: null, permalinks: [] };
  const same = { plainTitle: 'Same', fileName: 'same', ...stated } as unknown as ParsedEssay;
  const essays = Array.from({ length: 100_000 }, (_, at) => ({ ...same, publishedTimestamp: at }));
  const rule = { slugs: 'title', language: 'en' } as const;
  return expectCheap(() => assignSlugs(essays, rule, new Map(), DEFAULT_FORM));
});

test.each([
  ['half of all have the same three tags', (at: number) => (at % 2 ? 'a b c' : `${at % 90}`)],
  ['each tag is on a third of all', (at: number) => `${at % 3} ${(at * 7) % 5} x${at % 4}`],
])('related essays cost no more than the number of essays: %s', (_, tagsOf) => {
  const essays = Array.from({ length: 30_000 }, (_, at) => ({
    publishedTimestamp: -at * 86_400_000,
    tags: tagsOf(at).split(' '),
    series: null,
  }));
  return expectCheap(() => findRelated(essays));
});
