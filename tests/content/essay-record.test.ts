import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyLink } from '../../src/content/body.ts';
import { type EssayParser, type ParsedEssay, parseEssay } from '../../src/content/essay.ts';
import { decodeResult, type EssayResult, encodeResult } from '../../src/content/essay-record.ts';
import { loadMarkdownEngine } from '../../src/content/markdown.ts';
import { type Problem, type ProblemCode, severityOfCode } from '../../src/problems.ts';
import { essay } from '../support/site.ts';

let parser: EssayParser;
beforeAll(async () => {
  const config = { timezone: 'America/New_York', wordsPerMinute: 200, url: 'https://me.example' };
  parser = { config, markdown: await loadMarkdownEngine() };
});

/** A result is one line that the cache can put between tabs, and comes back as it was. */
function check(result: EssayResult): void {
  const record = encodeResult(result);
  expect(record).not.toMatch(/[\t\n\r]/);
  const decoded = decodeResult(record);
  expect(decoded).toEqual(result);
  expect(Object.keys(decoded.essay).sort()).toEqual(Object.keys(result.essay).sort());
}

function parse(file: string | Uint8Array, path: string): EssayResult {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const { essay: parsed, problems } = parseEssay({ path, bytes }, parser);
  return { essay: parsed, problems };
}

const DATED = 'title: A\npublished: 2020-12-03\n';
const ALL_KEYS = `title: One
author: [Ann, Ben]
tags: [life, news]
published: Thursday, December 3, 2020 at 10:15 PM EST
slug: first
excerpt: In short
image: a.png
imageAlt: A hill
readTime: 7
formattedDate: Dec 3
draft: true
updated: 2021-01-01
aliases: [/old, /older]`;

describe('an essay comes back as it was', () => {
  const cases: readonly [name: string, file: string | Uint8Array, path?: string][] = [
    ['with every key', essay(ALL_KEYS)],
    ['with title and date alone', essay(DATED)],
    ['that is a draft without a date', essay('title: A\ndraft: true')],
    ['from before 1970', essay('title: A\npublished: 0050-01-01')],
    ['in HTML', essay(DATED, '<p>One</p>'), 'content/essays/a.html'],
    ['in plain text', essay(DATED, 'One\n\nhttps://o.example'), 'content/essays/a.txt'],
    ['with a link into the site', essay(DATED, '[x](/x) [y](../y.md#z)')],
    ['with a link by the site’s own URL', essay(DATED, '[x](https://me.example/x)')],
    ['with a link whose address holds an entity', essay(DATED, '<a href="/x?a=1&amp;b">x</a>')],
    ['with a link out of the site', essay(DATED, '<a href="https://o.example" onclick="x">o</a>')],
    ['with a picture', essay(DATED, '![a](a.png)')],
    ['with a picture and what it states', essay(DATED, '<img src="a.png" width="3" loading="x">')],
    ['with pictures of several sizes', essay(DATED, '<img srcset="a.png 1x, /b.png 2x">')],
    ['with a film', essay(DATED, '<video src="a.mp4" poster="/b.png"></video>')],
    ['with a link without words', essay(DATED, '<a href="">x</a> <a href>y</a>')],
    ['with headings and other ids', essay(DATED, '## One\n\n## One\n\n<p id="x">y</p>')],
    [
      'in any script',
      essay('title: 詩 😀 é\npublished: 2020-12-03', '日本\u2028 x'),
      'content/詩.md',
    ],
    ['whose file is empty', ''],
    ['whose file is not UTF-8', Buffer.from(essay(DATED, 'caf\u00e9'), 'latin1')],
    ['whose file is UTF-16', Buffer.from(`\uFEFF${essay(DATED)}`, 'utf16le')],
    ['whose front matter is malformed', essay('title: A: B')],
    [
      'with many problems',
      essay('titel: A\npublished: soon', '<div> <a href="javascript:x">b</a>'),
    ],
    ['with a tab in the line of a problem', essay(`${DATED}draft: "a\tb"`, '\t<b>\t')],
  ];
  test.each(cases)('%s', (_, file, path = 'content/essays/a.md') => check(parse(file, path)));
});

test('most links take no more than their hole and their address', () => {
  const result = parse(essay(DATED, '[x](/somewhere)'), 'content/essays/a.md');
  const [link] = result.essay.links as [BodyLink];
  expect(encodeResult(result)).toContain(`[[${link.hole},"/somewhere"]]`);
});

test.each(['', 'no JSON', '[', '["a"', '\u0000'])('what is not JSON is refused: %j', (record) => {
  expect(() => decodeResult(record)).toThrow();
});

/** Any string of UTF-16 units: control characters and halves of pairs are among them. */
const text = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('\t', '\n', '\r', '\u2028', '"', '\\', '\u0000', '\ud83d', '😀', '<'),
  ),
  maxLength: 12,
});
const moment = fc.integer({ min: -8.64e15, max: 8.64e15 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const place = {
  file: text,
  line: orNull(fc.nat()),
  column: orNull(fc.nat()),
  excerpt: orNull(text),
};
const stated = fc.record({ value: text, place: fc.record(place) });

const code = fc.constantFrom(...(Object.keys(severityOfCode) as ProblemCode[]));
const problem: fc.Arbitrary<Problem> = fc
  .record({ ...place, code, message: text, hint: orNull(text), cause: orNull(text) })
  .map((each) => ({ ...each, severity: severityOfCode[each.code] }));

/** A link as the body pass makes them: only pictures state something, or take attributes. */
const link: fc.Arbitrary<BodyLink> = fc
  .record({
    hole: fc.nat(),
    url: text,
    other: orNull(text),
    element: fc.constantFrom('a', 'img', 'source', 'video'),
    attributesHole: orNull(fc.nat()),
    width: orNull(text),
  })
  .map(({ other, width, ...each }) => {
    const isImage = each.element === 'img';
    const attributesHole = isImage ? each.attributesHole : null;
    const written = other ?? each.url;
    return {
      ...each,
      written,
      attributesHole,
      stated: isImage && width !== null ? { width } : {},
    };
  });

const anyEssay: fc.Arbitrary<ParsedEssay> = fc.record({
  path: text,
  digest: text,
  title: text,
  author: orNull(text),
  tags: fc.array(text),
  published: text,
  publishedTimestamp: moment,
  statedSlug: orNull(stated),
  fileName: text,
  excerpt: text,
  image: orNull(stated),
  imageAlt: text,
  readTime: fc.integer({ min: 1, max: 1e9 }),
  statedDate: orNull(text),
  draft: fc.boolean(),
  isUndated: fc.boolean(),
  aliases: fc.array(stated),
  updated: orNull(moment),
  format: fc.constantFrom('markdown', 'html', 'text'),
  links: fc.array(link),
  ids: fc.array(text),
  hasOutboundLinks: fc.boolean(),
  embedded: fc.array(fc.string()),
});

test('any essay comes back as it was, whatever its characters', () => {
  fc.assert(
    fc.property(anyEssay, fc.array(problem, { maxLength: 3 }), (parsed, problems) =>
      check({ essay: parsed, problems }),
    ),
    { numRuns: 300 },
  );
});

test('what the parser makes of any characters comes back as it was', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('md', 'html', 'txt'), (line, body, extension) => {
      const file = essay(`${DATED}excerpt: ${JSON.stringify(line)}`, `${body}[x](${line})`);
      check(parse(file, `content/essays/a.${extension}`));
    }),
  );
});
