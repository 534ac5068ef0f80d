import { expect, test } from 'vitest';
import { type NamedValue, ValueReader } from '../../src/content/values.ts';
import { parseYaml, type YamlNode } from '../../src/content/yaml.ts';
import { placeAt } from '../../src/problems.ts';

/** The value of the key `key` in a file of one YAML line. */
function namedValue(yaml: string): NamedValue {
  const file = `key: ${yaml}`;
  const root = parseYaml(file);
  const node = (root?.kind === 'map' && root.entries.get('key')?.value) as YamlNode;
  return { name: 'key', node, place: placeAt('a.yaml', file, node.offset) };
}

/** What a reader makes of a value, and its problems: `code line:column message → hint`. */
function check(
  read: (values: ValueReader, value: NamedValue) => unknown,
  yaml: string,
  expected: unknown,
  ...problems: string[]
): void {
  const values = new ValueReader();
  expect(read(values, namedValue(yaml))).toEqual(expected);
  expect(
    values.problems.map(
      ({ code, line, column, message, hint }) => `${code} ${line}:${column} ${message} → ${hint}`,
    ),
  ).toEqual(problems);
}

const text = (values: ValueReader, value: NamedValue | null) => values.text(value);
const prose = (values: ValueReader, value: NamedValue | null) => values.prose(value);
const boolean = (values: ValueReader, value: NamedValue | null) => values.boolean(value);
const count = (values: ValueReader, value: NamedValue | null) => values.count(value);
const texts = (values: ValueReader, value: NamedValue | null) =>
  values.texts(value).map((item) => item.text);
const color = (values: ValueReader, value: NamedValue | null) =>
  values.oneOf(value, ['crimson', 'blue'] as const);

test.each([
  ['text', text, null],
  ['prose', prose, null],
  ['boolean', boolean, null],
  ['count', count, null],
  ['oneOf', color, null],
  ['texts', texts, []],
] as const)('%s reads an absent value as nothing', (_name, read, expected) => {
  const values = new ValueReader();
  expect(read(values, null)).toEqual(expected);
  expect(values.problems).toEqual([]);
});

test.each([
  ['some words', 'some words'],
  ['"  some \\n  words "', 'some words'],
  ['It&#8217;d', 'It&#8217;d'],
])('text is one line, its entities untouched: %s', (yaml, expected) => check(text, yaml, expected));

test.each([
  ['It&#8217;d be', 'It’d be'],
  ['Q&amp;A', 'Q&A'],
  ['"&amp;#8217;"', '&#8217;'],
  ['a & b', 'a & b'],
  ['"a&nbsp;b"', 'a b'],
])('prose has its entities decoded, once: %s', (yaml, expected) => check(prose, yaml, expected));

test.each([
  ['true', true],
  ['Yes', true],
  ['on', true],
  ['false', false],
  ['NO', false],
  ['off', false],
])('%s is the boolean %s', (yaml, expected) => check(boolean, yaml, expected));

test.each([
  ['1', 1],
  ['250', 250],
])('%s is the count %s', (yaml, expected) => check(count, yaml, expected));

test.each([
  ['crimson', 'crimson'],
  ['Blue', 'blue'],
])('%s is one of the words, case aside', (yaml, expected) => check(color, yaml, expected));

test.each([
  ['[a, b c]', ['a', 'b c']],
  ['a, b', ['a, b']],
  ['[a, "", b]', ['a', 'b']],
  ['[]', []],
])('%s is a list of texts', (yaml, expected) => check(texts, yaml, expected));

test.each([
  [
    text,
    '[a]',
    'value-invalid 1:6 `key` must be a text, and is a list → Write it as `key: some words`.',
  ],
  [
    prose,
    '{a: b}',
    'value-invalid 1:6 `key` must be a text, and is a map → Write it as `key: some words`.',
  ],
  [
    boolean,
    'maybe',
    'value-invalid 1:6 `key` must be true or false, and is `maybe` → Write true or false.',
  ],
  [
    boolean,
    '1',
    'value-invalid 1:6 `key` must be true or false, and is `1` → Write true or false.',
  ],
  [
    count,
    '0',
    'value-invalid 1:6 `key` must be a whole number of 1 or more, and is `0` → Write it in digits.',
  ],
  [
    count,
    '-3',
    'value-invalid 1:6 `key` must be a whole number of 1 or more, and is `-3` → Write it in digits.',
  ],
  [
    count,
    '2.5',
    'value-invalid 1:6 `key` must be a whole number of 1 or more, and is `2.5` → Write it in digits.',
  ],
  [
    count,
    '3 min',
    'value-invalid 1:6 `key` must be a whole number of 1 or more, and is `3 min` → Write it in digits.',
  ],
  [
    count,
    '1e3',
    'value-invalid 1:6 `key` must be a whole number of 1 or more, and is `1e3` → Write it in digits.',
  ],
  [
    color,
    'crimsn',
    'value-invalid 1:6 `key` must be crimson or blue, and is `crimsn` → Did you mean `crimson`?',
  ],
  [
    color,
    'yellow',
    'value-invalid 1:6 `key` must be crimson or blue, and is `yellow` → Write one of these words.',
  ],
] as const)('refuses what is of another kind: %s %s', (read, yaml, problem) =>
  check(read, yaml, null, problem),
);

test('a list that holds anything but texts is refused whole', () =>
  check(
    texts,
    '{a: b}',
    [],
    'value-invalid 1:6 `key` must be a list of words, and is a map → Write one to a line.',
  ));
