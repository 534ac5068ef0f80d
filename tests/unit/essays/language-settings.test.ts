/**
 * `languages` in site.yaml: the complete settings in each language, and what is reported.
 */
import { describe, expect, test } from 'vitest';
import { parseConfig, type SiteConfig } from '../../../src/essays/config.ts';
import { findTexts } from '../../../src/text/texts.ts';
import { inShort } from '../../support/problems.ts';

const MAIN = `name: Ann
url: https://ann.example
title: My "essays"
intro: Words
description: More words
nav: [Books]
footer: Below
callToAction: { title: Write, text: To me }
texts: { about: Me }
permalink: /:slug/
dates: full
colorScheme: dark
`;

function read(yaml: string): { value: SiteConfig; reports: string[] } {
  const { value, problems } = parseConfig({
    path: 'content/site.yaml',
    bytes: Buffer.from(yaml),
  });
  return { value, reports: inShort(problems) };
}

/** The German settings of an English site that states every key. */
function readGerman(lines: string): SiteConfig | undefined {
  const { value, reports } = read(`${MAIN}languages:\n  de:\n${lines}`);
  expect(reports).toEqual([]);
  return value.languages[0];
}

const NO_WORDS = { title: null, text: null };
const GERMAN = findTexts('de');

describe('a language', () => {
  test('without settings has its own texts, and no words of the main language', () => {
    const { languages: _, ...main } = read(MAIN).value;
    expect(readGerman('')).toEqual({
      ...main,
      language: 'de',
      prefix: '/de',
      languages: [],
      texts: GERMAN,
      title: 'Essays',
      intro: '',
      description: '',
      nav: null,
      footer: { text: null, links: null },
      callToAction: NO_WORDS,
    });
  });

  test.each<[line: string, expected: Partial<SiteConfig>]>([
    ['name: Anna', { name: 'Anna' }],
    [`title: '"Aufsätze"'`, { title: '„Aufsätze“' }],
    [`intro: '"A" -- B'`, { intro: '„A“ – B' }],
    [`description: '"A"'`, { description: '„A“' }],
    ['texts: { about: Ich }', { texts: { ...GERMAN, about: 'Ich' } as SiteConfig['texts'] }],
    [`footer: '"A"'`, { footer: { text: '„A“', links: null } }],
    ['callToAction: false', { callToAction: false }],
    [`callToAction: { title: '"A"' }`, { callToAction: { title: '„A“', text: null } }],
    ['dates: month', { dates: 'month' }],
  ])('has settings of its own: %s', (line, expected) => {
    expect(readGerman(`    ${line}\n`)).toEqual({ ...readGerman(''), ...expected });
  });

  test('has its own form of addresses, with the place where it is set, or else the main form', () => {
    expect(readGerman('    permalink: /de/aufsaetze/:slug\n')?.permalink).toMatchObject({
      value: '/de/aufsaetze/:slug',
      place: { line: 15, column: 16 },
    });
    const { value } = read(`${MAIN}languages: { de: {} }`);
    expect(value.languages[0]?.permalink).toBe(value.permalink);
  });

  test('shows no invitation if the site shows none', () => {
    const { value } = read(
      `${MAIN.replace(/callToAction.*/, 'callToAction: false')}languages: { de: }`,
    );
    expect(value.languages[0]?.callToAction).toBe(false);
  });

  test('has a title in that language unless it has one of its own', () => {
    const { value } = read(`${MAIN}languages: { fi: {} }`);
    expect(value.languages[0]?.title).toBe(findTexts('fi')?.essays);
  });
});

test('languages keep their order, and have prefixes in lower case', () => {
  const { value, reports } = read(`${MAIN}languages: { pt_br: {}, de: {}, zh-Hant: { title: A } }`);
  expect(reports).toEqual([]);
  const found = value.languages.map(({ language, prefix }) => [language, prefix]);
  expect(found).toEqual([
    ['pt-BR', '/pt-br'],
    ['de', '/de'],
    ['zh-Hant', '/zh-hant'],
  ]);
  expect(value).toMatchObject({ language: 'en', prefix: '', title: 'My “essays”' });
});

test.each<[yaml: string, reports: string[], kept: string[]]>([
  [
    'languages: de',
    [
      'value-invalid 13:12 `languages` must be a map, but is `de` → Write languages such as `de: { title: Aufsätze }` indented below it.',
    ],
    [],
  ],
  [
    'languages: { de: Aufsätze, fr: {} }',
    [
      'value-invalid 13:18 `de` must be a map, but is `Aufsätze` → Write keys such as `title` indented below it.',
    ],
    ['fr'],
  ],
  [
    'languages: { german: {}, fr: {} }',
    ["value-invalid 13:14 `german` isn't a language tag → Write it as en, en-GB or pt-BR."],
    ['fr'],
  ],
  [
    'languages: { xx-yy-zz: {} }',
    ["value-invalid 13:14 `xx-yy-zz` isn't a language tag → Write it as en, en-GB or pt-BR."],
    [],
  ],
  [
    'languages: { en: {}, de: {} }',
    [
      'value-invalid 13:14 `en` is a language of the site already → Remove it here. The keys of the main language are at the top level of this file.',
    ],
    ['de'],
  ],
  [
    'languages: { pt-BR: {}, pt_br: {} }',
    [
      'value-invalid 13:25 `pt-BR` is a language of the site already → Remove it here. The keys of the main language are at the top level of this file.',
    ],
    ['pt-BR'],
  ],
  [
    'languages: { de: { titel: A } }',
    ['key-unknown 13:20 The key `titel` is unknown, so it is ignored → Did you mean `title`?'],
    ['de'],
  ],
  [
    'languages: { de: { nav: [{ A: "https://" }] } }',
    [
      'value-invalid 13:32 `A` must be a path or a URL, but is `https://` → Correct the URL, or write the path of a file.',
    ],
    ['de'],
  ],
])('%s is reported', (yaml, reports, kept) => {
  const { value, reports: found } = read(MAIN + yaml);
  expect(found).toEqual(reports);
  expect(value.languages.map(({ language }) => language)).toEqual(kept);
});

test('texts that a language lacks are reported at its tag', () => {
  const { reports } = read(`${MAIN}languages: { de: {}, ca: { texts: { about: Jo } } }`);
  expect(reports).toEqual([
    expect.stringMatching(/^texts-missing 13:22 Page texts .* `ca`.*: \d+ → Add them/),
  ]);
  expect(reports.join()).not.toContain('about,');
});
