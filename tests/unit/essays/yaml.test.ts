import { expect, test } from 'vitest';
import { parseYaml, type YamlFault, type YamlNode } from '../../../src/essays/yaml.ts';

const parse = (text: string) => parseYaml(text).root;

type Plain = string | Plain[] | { [key: string]: Plain };

function strip(node: YamlNode): Plain {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map(strip);
  return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, strip(value)]));
}

function check(text: string, expected: Plain | null): void {
  const node = parse(text);
  if (node?.kind === 'fault') throw new Error(node.message);
  expect(node === null ? null : strip(node)).toEqual(expected);
}

test.each([
  ['a URL', 'a: https://x.example:80/y#z', 'https://x.example:80/y#z'],
  ['a value with a tag that would run code', 'a: !!js/function "x"', 'x'],
  ['a value with the tag of a type', 'a: !!str 2020', '2020'],
  ['words with commas', 'a: b, c', 'b, c'],
  ['a quoted null', 'a: "null"', 'null'],
  ['double quotes with an escape', 'a: "\\u0041\\tb"', 'A\tb'],
  ['single quotes with an apostrophe', "a: 'it''s'", "it's"],
  ['a literal block', 'a: |\n  b\n  c\n', 'b\nc\n'],
  ['text before a comment', 'a: b # c', 'b'],
])('%s stays the text that the author wrote', (_name, text, value) => check(text, { a: value }));

test.each([
  ['a null as an empty text', 'a: ~', { a: '' }],
  ['a file of comments as nothing', '# only a comment\n', null],
  ['a list in brackets', 'a: [b, c d]', { a: ['b', 'c d'] }],
  ['a value by its anchor', 'a: &x [1]\nb: *x', { a: ['1'], b: ['1'] }],
  ['plain text by its anchor', 'a: &x b\nc: *x', { a: 'b', c: 'b' }],
  ['a list with an anchor', 'a: &x [b]', { a: ['b'] }],
  ['keys that differ in case', 'a: 1\nA: 2', { a: '1', A: '2' }],
  ['a marked document', '---\na: b\n', { a: 'b' }],
] as [string, string, Plain | null][])('reads %s', (_name, text, expected) =>
  check(text, expected),
);

test('every key and value has its offset', () => {
  const text = 'title: A\n__proto__:\n  - b\n  - "c"\nempty:\n';
  const node = parse(text);
  if (node?.kind !== 'map') throw new Error('not a map');
  const places = [...node.entries].map(([key, entry]) => {
    const values = entry.value.kind === 'list' ? entry.value.items : [entry.value];
    const starts = values.map(({ offset }) => text[offset]);
    expect(text.slice(entry.keyOffset).split(':')[0]).toBe(key);
    return [key, ...starts].join(' ');
  });
  expect(places).toEqual(['title A', '__proto__ b c', 'empty e']);
});

test.each([
  ['a: [\n\tb,\n\tc\n]', { a: ['b', 'c'] }],
  ['a: [b,\tc]\nd: e', { a: ['b', 'c'], d: 'e' }],
  ['a: {\n\tb: c\n}', { a: { b: 'c' } }],
  ['a: "b\nc"\nd: e', { a: 'b c', d: 'e' }],
  ['a: "b \\"\n\nc"', { a: 'b " c' }],
] as [string, Plain][])('what other parsers of YAML accept is no fault: %j', check);

test('a repeated key keeps its first value, and is noted', () => {
  const { root: node, repeats } = parseYaml('a: 1\nx:\n  b: [c]\n  b: [c]\na: 2');
  expect(node && node.kind !== 'fault' && strip(node)).toEqual({ a: '1', x: { b: ['c'] } });
  expect(repeats).toEqual([
    { name: 'b', top: 'x', offset: 19 },
    { name: 'a', top: 'a', offset: 26 },
  ]);
});

const TAB = 'This line is indented with a tab, which YAML does not allow';
const SIGN = 'YAML reads part of this value as its own syntax';
const QUOTE = 'A quotation mark is opened here and never closed';
const BRACKET = 'A bracket is opened here and never closed';
const ASTERISK = 'If the value just begins with an asterisk, put it in quotes.';
const DOCUMENTS = 'Keep one, and remove the `---` line between them.';
const INVALID = 'Check the indentation, the colon after each key, and quotation marks.';
const COMMA = 'A comma is missing before this, or the text before it is not in quotes';
const CLOSE_QUOTE = 'Close it. Inside single quotes, write an apostrophe twice.';

/** `at` is how the text at the place begins. */
test.each([
  ['a:\n\tb: c', TAB, 'Indent with spaces.', '\tb: c'],
  ['a: 1\n\tb: c', TAB, 'Indent with spaces.', '\tb: c'],
  ['title: Foo: bar', SIGN, "Put the value in quotes: title: 'Foo: bar'", ': bar'],
  ["title: It's: a", SIGN, 'Put the value in quotes: title: "It\'s: a"', ': a'],
  ['title: Say "a": it\'s', SIGN, 'Put the value in quotes: title: "Say \\"a\\": it\'s"', ': it'],
  ['a: @b', SIGN, "Put the value in quotes: a: '@b'", '@b'],
  ['a: !!Con 2016', SIGN, "Put the value in quotes: a: '!!Con 2016'", '!!'],
  ['a: !b c', SIGN, "Put the value in quotes: a: '!b c'", '!b'],
  ['x:\n  - &b c', SIGN, "Put the value in quotes: - '&b c'", '&b'],
  ['a: &b', SIGN, "Put the value in quotes: a: '&b'", '&b'],
  ['a: &x b\nc: &y d\ne: *x', SIGN, "Put the value in quotes: c: '&y d'", '&y'],
  ['a: *b', '`*b` refers to an anchor that does not exist', ASTERISK, '*b'],
  ['a: "b" c', SIGN, 'Put the value in quotes: a: \'"b" c\'', 'c'],
  ["a: 'b's c'", SIGN, 'Put the value in quotes: a: "b\'s c"', "s c'"],
  ["a: 'b' 'c'", SIGN, `Put the value in quotes: a: "'b' 'c'"`, "'c'"],
  ['a: "b\nc: d\n', QUOTE, CLOSE_QUOTE, '"b'],
  ['a: {b: c\n', BRACKET, 'Close it with }.', '{b'],
  ["a: ['b' 'c']", COMMA, 'Add a comma, or put the text in quotes.', "'c'"],
  ['a: "b\nc: "d"', QUOTE, CLOSE_QUOTE, '"b'],
  ['a: [b, c\nd: e\n', BRACKET, 'Close it with ].', '[b'],
  ['a: [b,\n  c]\nd: e: f', SIGN, "Put the value in quotes: d: 'e: f'", ': f'],
  ['a: |\n  "b\n  c"\nd: e: f', SIGN, "Put the value in quotes: d: 'e: f'", ': f'],
  ['a: 1\n---\nb: 2', 'There is more than one YAML document here', DOCUMENTS, '---\nb'],
  ['? [a]\n: b', 'A key must be a word', 'Put it in quotes.', '[a]'],
  ['a: 1\n b: 2', 'This is not valid YAML: bad indentation of a mapping entry', INVALID, ': 2'],
])('a fault in %j is placed at the mistake', (text, message, hint, at) => {
  const node = parse(text) as YamlFault;
  expect(node).toMatchObject({ kind: 'fault', message, hint });
  expect(text.slice(node.offset, node.offset + at.length)).toBe(at);
});

/** Aliases of aliases, each of two; the last stands for more than 2 ** levels characters. */
const aliasesOf = (levels: number) =>
  Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n');
test.each([
  ['aliases of aliases', `a0: &a0 [x]\n${aliasesOf(40)}`, 'fault'],
  ['a few levels of them', `a0: &a0 [x]\n${aliasesOf(10)}`, 'map'],
  ['many aliases of a list', `a: &a [x, y]\nb: [${'*a, '.repeat(3000)}]`, 'map'],
  ['a long list without aliases', `a: &a [${'x, '.repeat(20_000)}]`, 'map'],
  ['aliases of a long text', `a: &a ${'x'.repeat(20_000)}\nb: [${'*a, '.repeat(100)}]`, 'fault'],
  ['brackets without end', `a: ${'['.repeat(100_000)}`, 'fault'],
])('does not grow without bounds: %s', (_name, text, kind) => {
  expect(parse(text)?.kind).toBe(kind);
});

test('the fault is placed at the alias that exceeds the limit', () => {
  const text = `a: &a ${'x'.repeat(998)}\nb: [${'*a, '.repeat(1000)}*a]`;
  expect(parse(text)).toMatchObject({
    message: 'Aliases up to `*a` repeat more than a million characters',
    hint: 'Write the values, or fewer aliases of aliases.',
    offset: text.lastIndexOf('*a'),
  });
});
