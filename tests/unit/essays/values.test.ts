import { expect, test } from 'vitest';
import {
  type KeyTable,
  listKeyNames,
  readTable,
  reportUnknownKeys,
} from '../../../src/essays/key-table.ts';
import * as values from '../../../src/essays/values.ts';
import { parseYaml } from '../../../src/essays/yaml.ts';
import type { Problem } from '../../../src/problems/problems.ts';
import { inShort } from '../../support/problems.ts';

const ROWS = {
  name: { reader: values.text, isRequired: true, default: 'Ann' },
  text: { reader: values.text },
  prose: { reader: values.prose, default: 'none' },
  flag: { also: ['toggle', 'switch'], reader: values.boolean, default: false },
  count: { reader: values.wholeNumber },
  timestamp: { reader: values.timestamp },
  color: { reader: values.oneOf('crimson', 'blue', 'teal') },
  texts: { reader: values.texts, default: [] },
  url: { reader: values.url },
  siteUrl: { reader: values.siteUrl },
  email: { reader: values.email },
  language: { reader: values.language },
  timeZone: { reader: values.timeZone },
} as const satisfies KeyTable;
const nulls = Object.fromEntries(Object.keys(ROWS).map((key) => [key, null]));
const DEFAULTS = { ...nulls, prose: 'none', flag: false, texts: [] };

/** The values of a YAML text, and its problems in short form. */
function read(yaml: string) {
  const { root } = parseYaml(yaml);
  const entries = root?.kind === 'map' ? root.entries : new Map();
  const problems: Problem[] = [];
  const source = { path: 'a.yaml', text: yaml, entries, problems };
  const read = readTable(ROWS, source);
  reportUnknownKeys(listKeyNames(ROWS), source);
  return { values: read, reports: inShort(problems) };
}

/** Expects these differences from the defaults for a text that follows `name: Ben`. */
function check(yaml: string, expected: object, ...reports: string[]): void {
  const values = { ...DEFAULTS, name: 'Ben', ...expected };
  expect(read(`${yaml}\nname: Ben`)).toEqual({ values, reports });
}

test('the values have the types of their readers and defaults', () => {
  const { values } = read('name: Ben');
  const name: string = values.name;
  const flag: boolean = values.flag;
  const color: 'crimson' | 'blue' | 'teal' | null = values.color;
  // @ts-expect-error: it has no default.
  const count: number = values.count;
  expect([name, flag, color, count]).toEqual(['Ben', false, null, null]);
});

test.each<[yaml: string, expected: object]>([
  ['text: " some \\n\\t  words\\u00a0"', { text: 'some words' }],
  ['prose: a & b, AT&T &rsquo;', { prose: 'a & b, AT&T ’' }],
  ['flag: on', { flag: true }],
  ['toggle: true', { flag: true }],
  ['switch: true\ntoggle: false', {}],
  ['switch: true\ntoggle: false\nflag: yes', { flag: true }],
  ['switch: true\nflag:', { flag: true }],
  ['count: 250', { count: 250 }],
  ['timestamp: -1000', { timestamp: -1000 }],
  ['color: Blue', { color: 'blue' }],
  ['texts: a, b', { texts: ['a, b'] }],
  ['texts: [a, "", b]', { texts: ['a', 'b'] }],
  ['url: https://x.example/a?b', { url: 'https://x.example/a?b' }],
  ['siteUrl: HTTPS://X.Example', { siteUrl: 'https://x.example' }],
  ['language: en-UK', { language: 'en-GB' }],
  ['language: gsw', { language: 'gsw' }],
  ['timeZone: America/New_York', { timeZone: 'America/New_York' }],
  ['text:\nprose: ~\nflag: "  "\ntexts: []\nurl: {}', {}],
])('reads %j', (yaml, expected) => check(yaml, expected));

const ZONES = 'Write it as America/New_York, Europe/Berlin or UTC.';
const DIGITS = 'a whole number of 1 or more';
const MOMENT = 'Write a whole number, or use `published`.';
const HOST = 'Start it with https:// (or http://) and a host name.';
const PLAIN_URL = 'a URL without user, query or fragment';

test.each<[yaml: string, wanted: string, is: string, hint: string]>([
  ['text: [a]', 'text', 'a list', 'Write it as `text: a`.'],
  ['flag: maybe', 'true or false', '`maybe`', 'Write true or false.'],
  ['toggle: 1', 'true or false', '`1`', 'Write true or false.'],
  ['count: 0', DIGITS, '`0`', 'Use digits.'],
  ['count: 2.5', DIGITS, '`2.5`', 'Use digits.'],
  ['timestamp: 8640000000000001', 'milliseconds since 1970', '`8640000000000001`', MOMENT],
  ['color: crimsn', 'crimson, blue or teal', '`crimsn`', 'Did you mean `crimson`?'],
  ['color: yellow', 'crimson, blue or teal', '`yellow`', 'Write one of these words.'],
  ['url: ftp://x.example', 'an absolute URL', '`ftp://x.example`', HOST],
  ['siteUrl: https://x.example/?a', PLAIN_URL, '`https://x.example/?a`', 'Remove that part.'],
  ['siteUrl: https://a:b@x.example', PLAIN_URL, '`https://a:*@x.example`', 'Remove that part.'],
  ['email: ann', 'an email address', '`ann`', 'Write it as name@example.com.'],
  ['language: xx', 'a language tag', '`xx`', 'Write it as en, en-GB or pt-BR.'],
  ['language: german', 'a language tag', '`german`', 'Write it as en, en-GB or pt-BR.'],
  ['language: en-XX', 'a language tag', '`en-XX`', 'Write it as en, en-GB or pt-BR.'],
  ['timeZone: Mars', 'an IANA time zone', '`Mars`', ZONES],
  ['texts: {a: b}', 'a list of words', 'a map', 'Write one per line.'],
])('rejects %j', (yaml, wanted, is, hint) => {
  const name = yaml.split(':')[0] ?? '';
  const place = `1:${name.length + 3}`;
  check(yaml, {}, `value-invalid ${place} \`${name}\` must be ${wanted}, but is ${is} → ${hint}`);
});

test('a list with anything but texts is rejected as a whole', () => {
  const { values, reports } = read('texts: [a, [b]]\nname: Ben');
  expect([values.texts, reports]).toEqual([[], [expect.stringContaining('but holds a list')]]);
});

test.each([
  ['', 'null:null'],
  ['text: a\nname:', '2:1'],
])('a required key is missing in %j, and has its default as a stand-in', (yaml, place) => {
  expect(read(yaml)).toMatchObject({
    values: { name: 'Ann' },
    reports: [`key-missing ${place} \`name\` is missing → Add a line \`name: Ann\`.`],
  });
});

test.each([
  ['colour', 'Did you mean `color`?'],
  ['togle', 'Did you mean `toggle`?'],
  [
    'other',
    `The keys are ${Object.keys(ROWS).join(', ').replace('flag', 'flag, toggle, switch')}.`,
  ],
])('the unknown key `%s` is reported, with a hint', (key, hint) => {
  const told = `key-unknown 1:1 The key \`${key}\` is unknown, so it is ignored → ${hint}`;
  check(`${key}: blue`, {}, told);
});
