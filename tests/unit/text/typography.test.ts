/**
 * Typographic quotes, dashes and ellipses: the same rules for front matter, plain text and Markdown.
 */
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTextToHtml } from '../../../src/markdown/plain-text.ts';
import { findDirection, foldSpace, straighten, typeset } from '../../../src/text/text.ts';
import { pageOf, readSource } from '../../support/bodies.ts';

/** The text that a page of Markdown shows. */
function setByEngine(source: string, language: string): string {
  const { body } = load(pageOf(readSource(source, { language }))).extract({ body: 'body' });
  return foldSpace(body ?? '');
}

/** Expects the same result for a title and for Markdown. */
function check(source: string, expected: string, language = 'en'): void {
  expect([typeset(source, language), setByEngine(source, language)]).toEqual([expected, expected]);
}

describe('in English', () => {
  test.each([
    ['"It\'s" -- a --- b...', '“It’s” – a — b…'],
    ['"\'Nested\'"', '“‘Nested’”'],
    ['"He said \'hi\' to me"', '“He said ‘hi’ to me”'],
    ['("One"), "two";"three"', '(“One”), “two”;“three”'],
    ['"Why?"--"Because"', '“Why?”–“Because”'],
    ["The dogs' 'bone'", 'The dogs’ ‘bone’'],
    ['(x)\'s, l\'"homme"', '(x)’s, l’“homme”'],
    ['foo"bar"baz', 'foo“bar”baz'],
  ])('%s is typeset as by the engine: %s', (source, expected) => check(source, expected));

  test.each([
    ["Summer of '98: the '80s, y'all's", 'Summer of ’98: the ’80s, y’all’s'],
    ["Rock 'n' roll, 'rock 'n' roll'", 'Rock ’n’ roll, ‘rock ’n’ roll’'],
    ['6\'2" tall, 5\' 6" too', '6′2″ tall, 5′ 6″ too'],
    ['A 2.5" disk, "born in 1990"', 'A 2.5″ disk, “born in 1990”'],
    ["I am 5'6 and it's 1'000", 'I am 5′6 and it’s 1’000'],
  ])('%s has apostrophes and primes: %s', (source, expected) => check(source, expected));

  test.each([
    'Use `"x" -- y` in it’s place',
    'The <input type="text"> tag',
    "See https://a.example/it's--x",
    'A line ---- or ----- more',
  ])('%s stays as it is in a title', (title) => expect(typeset(title, 'en')).toBe(title));

  test.each([
    ['\\"x\\" \'90s "y"', '"x" ’90s “y”'],
    ["<b title='\"'>'90s</b>", '’90s'],
    ["[it's '90s][]\n\n[it's '90s]: /x", 'it’s ’90s'],
  ])('Markdown keeps code, escapes, tags and names: %s', (source, expected) =>
    expect(setByEngine(source, 'en').replace(/^\[|\]\[\]$/g, '')).toBe(expected),
  );
});

describe('quotation marks by language', () => {
  test.each([
    ['de', '„a ‚b‘ c’s“'],
    ['de-CH', '«a ‹b› c’s»'],
    ['pl', '„a «b» c’s”'],
    ['hu', '„a »b« c’s”'],
    ['sv', '”a ’b’ c’s”'],
    ['fi-FI', '”a ’b’ c’s”'],
    ['es', '«a “b” c’s»'],
    ['pt-PT', '«a “b” c’s»'],
    ['ru', '«a „b“ c’s»'],
    ['nb', '«a ‘b’ c’s»'],
    ['ar', '«a ‹b› c’s»'],
    ['fr', '«\u202fa “b” c’s\u202f»'],
    ['uk', '«a „b“ c’s»'],
    ['cs', '„a ‚b‘ c’s“'],
    ['el', '«a “b” c’s»'],
    ['he', '”a ’b’ c’s”'],
    ['zh-TW', '「a 『b』 c’s」'],
    ['zh-Hant', '「a 『b』 c’s」'],
    ['zh-CN', '“a ‘b’ c’s”'],
    ['da', '“a ‘b’ c’s”'],
    ['hi', '“a ‘b’ c’s”'],
    ['id', '“a ‘b’ c’s”'],
    ['ko', '“a ‘b’ c’s”'],
    ['tr', '“a ‘b’ c’s”'],
  ])('%s: %s', (language, expected) => check(`"a 'b' c's"`, expected, language));

  test.each([
    ['zh', '他說"走吧"，我說"好"。', '他說“走吧”，我說“好”。'],
    ['zh-TW', '他說"走吧"，我說"好"。', '他說「走吧」，我說「好」。'],
    ['ko', '그는 "가자"라고 했다.', '그는 “가자”라고 했다.'],
    ['he', 'הוא אמר "בוא" והלך.', 'הוא אמר ”בוא” והלך.'],
    ['ar', 'قال "تعال"، ثم ذهب.', 'قال «تعال»، ثم ذهب.'],
  ])('%s, in its own script: %s → %s', (language, source, expected) =>
    check(source, expected, language),
  );

  test.each([
    ['"*x*" und **"y"**', '„x“ und „y“'],
    ['`"x"`, \\"y\\", "z"', '"x", "y", „z“'],
    ["'rock 'n' roll'", '‚rock ’n’ roll‘'],
    ["- 'x\n- y'", '’x y’'],
    ['"[x "y"](/z)"', '„x „y““'],
    ['["x"][y]\n\n[y]: /y', '„x“'],
    ['"<https://a.example/\'x\'>"', "„https://a.example/'x'“"],
    ['| "a | b" |\n|---|---|\n| "c" | d |', '„a b“ „c“ d'],
  ])('German Markdown of several parts: %j → %s', (source, expected) =>
    expect(setByEngine(source, 'de')).toBe(expected),
  );

  const MARKDOWN =
    `" ' * ** _ [ ](/x) ][r] ] \` - > # 1 a, <b> </b> <i\u00a0title="x"> http://a.b \\" -- ... &quot; ( ) |`
      .split(' ')
      .concat(' ', '\n', '\n\n')
      .map((each) => each.replace('\u00a0', ' '));
  test('does not change the Markdown beside the quotes', () => {
    const read = (source: string, language: string) => {
      const html = pageOf(readSource(`${source}\n\n[r]: /y`, { language, title: '' }));
      return straighten(html).replace(/&quot;|&#x27;|["']|%E2%80%../g, "'");
    };
    const sources = fc.array(fc.constantFrom(...MARKDOWN), { maxLength: 14 });
    const isSame = (pieces: readonly string[]) => {
      const source = pieces.join('');
      // After an open bracket, the engine takes the quote for a part of the address.
      if (/\[[^\]]*http/.test(source)) return;
      expect(read(source, 'de')).toBe(read(source, 'en'));
    };
    fc.assert(fc.property(sources, isSame), { numRuns: 500, seed: 1 });
  });

  test('a quote is not part of the URL before it', () => {
    const body = readSource('"https://a.example" "http://"', { language: 'de' });
    const link = '<a href="https://a.example" rel="noopener">https://a.example</a>';
    expect(pageOf(body)).toBe(`<p>„${link}“ „http://“</p>`);
  });

  test('plain text keeps its URLs, and pairs its quotes by paragraph', () => {
    const url = 'http://a.example/x--y';
    const html = plainTextToHtml(`"Ja,\n  it's so"\n\n"${url}"`, 'de');
    const poem = '<p>„Ja,<br>\n\u00a0\u00a0it’s so“</p>\n';
    expect(html).toBe(`${poem}<p>„<a href="${url}">${url}</a>“</p>\n`);
  });

  test('a heading has the same id in every language', () => {
    const idsIn = (language: string) => readSource("## \"A\" 'b' it's", { language }).ids;
    for (const language of ['en', 'de', 'fr', 'ru']) expect(idsIn(language)).toEqual(['a-b-its']);
  });
});

test.each(['en', 'de', 'de-CH'])('typesetting can be undone: %s', (language) => {
  const text = `"It's 'so'" -- 6'2" --- he...`;
  expect(straighten(typeset(text, language))).toBe(text);
});

test.each([
  [null, 'ar', 'rtl'],
  ['en', 'ar', 'ltr'],
  ['he-IL', 'en', 'rtl'],
  ['ar-Latn', 'en', 'ltr'],
  ['az-Arab-IR', 'en', 'rtl'],
  ['arn', 'en', 'ltr'],
])('a text in %s, on a site in %s, has the direction %s', (stated, site, direction) =>
  expect(findDirection(stated, site)).toBe(direction),
);
