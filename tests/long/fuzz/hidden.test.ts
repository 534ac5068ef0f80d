/**
 * Random sites whose authors hide texts in random ways, while others link to them, embed and translate them: nothing of
 * a hidden text is in the output, and a warm build equals a clean one. `BLOG_HIDDEN=500` tries more sites.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ADDRESSES_PATH } from '../../../src/essays/paths.ts';
import { listTree } from '../../support/clean-build.ts';
import { type BuiltSite, buildIn, type Files, SITE_YAML, writeFiles } from '../../support/site.ts';

const { BLOG_HIDDEN = '20', BLOG_SEED: SEED, BLOG_PATH: PATH } = process.env;
const MS_PER_SITE = 15_000;

/** Keys of front matter that hide a text. */
const HIDING = [
  'draft: true',
  'published: false',
  'private: true',
  'publish: false',
  'public: false',
  'status: pending',
  'visibility: private',
  'password: secret',
  'hidePost: true',
  'isDraft: true',
  'dg-publish: false',
  'expires: 2021-01-01',
  'publishDate: 2100-01-01',
];
const SHOWING = ['', 'unlisted: true', 'hideMeta: true', 'draft: false', 'expires: 2100-01-01'];

/** The words that name each text: its file, title, slug, alias, tag, picture and words. */
const WORDS = ['quokkaz', 'wombatz', 'dingoz', 'emuz', 'koalaz'] as const;

/** How a text leads to another one, by its word. */
const WAYS: readonly ((word: string, folder: string) => string)[] = [
  (word, folder) => `[label](${folder}${word}.md)`,
  (word) => `[label](/blog/${word}-slug#part)`,
  (word) => `[label](/blog/${word})`,
  (word) => `[label](https://ann.example/blog/${word}-slug)`,
  (word) => `[label](/${word}-alias)`,
  (word) => `[label][ref-x]\n\n[ref-x]: ${word}.md "title"`,
  (word) => `[[${word}]]`,
  (word) => `[[${word}|label]]`,
  (word) => `[[${word}#Part]]`,
  (word) => `![[${word}]]`,
  (word) => `<https://ann.example/blog/${word}-slug>`,
  (word) => `https://ann.example/blog/${word}-slug`,
  (word) => `## Heading [[${word}]] end`,
  (word, folder) => `<a href="${folder}${word}.md"><b>label</b></a>`,
  (word, folder) => `<iframe src="${folder}${word}.md"></iframe>`,
  (word, folder) => `![label](${folder}${word}.md)`,
  (word) => `%% ${word} %% <!-- ${word} --> {# ${word} #} {/* ${word} */}`,
  (word) => `\n\n::: {.content-hidden}\n${word}\n:::\n`,
  (word, folder) => `> [!NOTE] [label](${folder}${word}.md)\n> [[${word}]]`,
  (word, folder) => `| a |\n| - |\n| [label](${folder}${word}.md) |`,
  (word, folder) => `Note[^1]\n\n[^1]: [label](${folder}${word}.md) [[${word}]]`,
];

/** A text, except for what hides it. */
interface Text {
  readonly kind: 'essay' | 'deep' | 'html' | 'page';
  /** The positions of other texts, and the ways by which it leads to them. */
  readonly links: readonly (readonly [target: number, way: number])[];
  /** The position of the text that it translates into German, or null. */
  readonly translates: number | null;
}

/** Whether each text is hidden, by the position of a key in `HIDING` or `SHOWING`. */
type State = readonly (readonly [isHidden: boolean, key: number])[];

interface RandomSite {
  readonly texts: readonly Text[];
  readonly states: readonly State[];
  /** The positions of the texts that the settings link to. */
  readonly named: readonly number[];
}

const position = fc.nat(WORDS.length - 1);

const randomSite: fc.Arbitrary<RandomSite> = fc.record({
  texts: fc.array(
    fc.record({
      kind: fc.constantFrom('essay' as const, 'deep' as const, 'html' as const, 'page' as const),
      links: fc.array(fc.tuple(position, fc.nat(WAYS.length - 1)), { maxLength: 5 }),
      translates: fc.option(position, { freq: 3 }),
    }),
    { minLength: WORDS.length, maxLength: WORDS.length },
  ),
  states: fc.array(
    fc.array(fc.tuple(fc.boolean(), fc.nat(99)), {
      minLength: WORDS.length,
      maxLength: WORDS.length,
    }),
    { minLength: 2, maxLength: 3 },
  ),
  named: fc.array(position, { minLength: 3, maxLength: 3 }),
});

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

function writeSettings(named: readonly number[]): string {
  const [intro, footer, menu] = named.map((at) => pick(WORDS, at));
  return `${SITE_YAML}languages: { de: {} }
intro: 'See [label](/blog/${intro}-slug) and [label](essays/${intro}.md).'
footer:
  text: '[label](/blog/${footer}-slug)'
  links: ['Label: /blog/${menu}-slug', '${menu} title']
redirects: { /before: /blog/${menu}-slug }
`;
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

/** The files of one of the site's texts. */
function writeText({ kind, links, translates }: Text, at: number, state: State): Files {
  const word = pick(WORDS, at);
  const [isHidden, key] = state[at] ?? [false, 0];
  const folder = { essay: 'essays/', deep: `essays/${word}/`, html: 'essays/', page: 'pages/' }[
    kind
  ];
  const up = { essay: '', deep: '../', html: '', page: '../essays/' }[kind];
  const isHtml = kind === 'html';
  const leads = links
    .filter(([target]) => target !== at)
    .map(([target, way]) => pick(WAYS, way)(pick(WORDS, target), up));
  // Texts with the same words would be taken for one that has moved.
  const words = Array.from({ length: 30 }, (_, n) => `${word}${n}`).join(' ');
  const own = [`## ${word} heading`, `Words of ${word} ${words}.`, `![label](${word}-picture.svg)`];
  const body = isHtml
    ? `<p>Words of ${word} ${words} ${leads.filter((each) => /^<(?:a|iframe) /.test(each)).join(' ')}</p>`
    : [...leads, ...own].join('\n\n');
  const front = [
    `title: ${word} title`,
    'date: 2020-01-01',
    kind === 'page' ? '' : `slug: ${word}-slug`,
    `aliases: [/${word}-alias${kind === 'page' ? `, /blog/${word}-slug` : ''}]`,
    `tags: [${word}-tag, shared]`,
    `series: ${isHidden ? `${word} series` : 'Series'}`,
    translates === null || translates === at
      ? `translationKey: ${word}`
      : `lang: de\ntranslationKey: ${pick(WORDS, translates)}`,
    isHidden ? pick(HIDING, key) : pick(SHOWING, key),
  ];
  return {
    [`content/${folder}${word}.${isHtml ? 'html' : 'md'}`]: `---\n${front.filter(Boolean).join('\n')}\n---\n${body}\n`,
    [`content/${folder}${word}-picture.svg`]: PICTURE,
  };
}

function writeSite({ texts, named }: RandomSite, state: State): Files {
  const files = texts.map((text, at) => writeText(text, at, state));
  const reference = '---\ntitle: Reference\ndate: 2019-01-01\n---\nWords.\n';
  return Object.assign(
    { 'content/site.yaml': writeSettings(named), 'content/essays/reference.md': reference },
    ...files,
  );
}

/** The files of the output in whose name or contents a word occurs. */
const listWith = (word: string, { paths, text }: BuiltSite) =>
  paths.filter((path) => (path + text(path)).toLowerCase().includes(word));

async function prove(site: RandomSite): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'blog-hidden-'));
  const published = new Set<string>();
  try {
    for (const state of site.states) {
      writeFiles(root, writeSite(site, state));
      const built = await buildIn(root, { remembers: 'all' });
      expect(built.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const lines = readFileSync(join(root, ADDRESSES_PATH), 'utf8');
      for (const [at, [isHidden, key]] of state.entries()) {
        const word = pick(WORDS, at);
        if (!isHidden) published.add(word);
        // Only the address is left of an essay that was published and has expired: it is gone.
        const hasAddress = published.has(word) && pick(HIDING, key).startsWith('expires');
        const signs = hasAddress ? [`${word} title`, `${word}7`] : [word];
        const own = isHidden ? signs.flatMap((sign) => listWith(sign, built)) : [];
        expect([word, own]).toEqual([word, []]);
        if (!published.has(word)) expect(lines).not.toContain(word);
      }
      await expectCleanOutput(root);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Expects the output to equal that of a build from nothing. */
async function expectCleanOutput(root: string): Promise<void> {
  const [outDir, cacheDir] = [join(root, 'clean'), join(root, '.clean')];
  const { problems } = await buildIn(root, { outDir, cacheDir });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(listTree(join(root, 'out'))).toEqual(listTree(outDir));
  rmSync(outDir, { recursive: true });
  rmSync(cacheDir, { recursive: true });
}

const SITES = Number(BLOG_HIDDEN);

test('nothing of a hidden text is in the output', { timeout: SITES * MS_PER_SITE + 60_000 }, () =>
  fc.assert(fc.asyncProperty(randomSite, prove), {
    numRuns: SITES,
    endOnFailure: SEED !== undefined,
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    ...(PATH === undefined ? {} : { path: PATH }),
  }),
);
