/**
 * Front matter formats other than YAML between lines of hyphens: what is read, what stays in the body, and where
 * each fault is.
 */
import { describe, expect, test } from 'vitest';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../../src/content/front-matter.ts';
import { readTable } from '../../src/content/values.ts';
import { inShort } from '../support/problems.ts';

function read(text: string) {
  const source = readFrontMatter({ path: 'content/essays/a.md', bytes: Buffer.from(text) });
  const { title, published, tags, slug, draft } = readTable(FRONT_MATTER_KEYS, source);
  return {
    values: [title, published?.value, tags.join()],
    body: source.body,
    slug: slug && `${slug.value} ${slug.place.line}:${slug.place.column}`,
    draft,
    reports: inShort(source.problems),
  };
}

const READ = { values: ['A', '2020-12-03', 'x,y'], body: 'Body\n', reports: [] };

const forms: Readonly<Record<string, string>> = {
  'TOML of Zola':
    '+++\nTitle = "A"\ndate = 2020-12-03 # day\n[taxonomies]\ntags = ["x",\n "y"]\n[extra]\nd = 1\n+++\nBody\n',
  'TOML with spaces behind':
    '+++ \n\n# c\ntitle="A"\ndate="2020-12-03"\ntags="x, y"\n+++\t\nBody\n',
  'marked TOML': '---toml\ntitle = "A"\ndate = 2020-12-03\ntags = ["x", "y"]\n---\nBody\n',
  'marked YAML': '--- yaml\ntitle: A\ndate: 2020-12-03\ntags: x, y\n---\nBody\n',
  JSON: '{\n\t"title": "A",\n\t"date": "2020-12-03",\n\t"tags": ["x", "y"]\n}\nBody\n',
  'JSON in a line': '{"title":"A","date":"2020-12-03","a":{"b":"}"},"tags":"x, y"}\nBody\n',
  'marked JSON': '---json\n{"title": "A", "date": "2020-12-03", "tags": ["x", "y"]}\n---\nBody\n',
  'lines, as of Pelican': 'Title: A\nDate: 2020-12-03\nTags: x, y\nStatus: published\n\nBody\n',
  'lines with foreign keys': 'Title: A\nDate: 2020-12-03\nMy Key: "\nTags: x,\n  y\n\nBody\n',
  'lines over hyphens, as of Hexo': 'title: "A"\ndate: 2020-12-03\ntags:\n- x\n- y\n---\nBody\n',
};
test.each(Object.entries(forms))('%s is read', (_, text) => expect(read(text)).toMatchObject(READ));

test('lines are read literally, and may be the whole file', () => {
  const { values, body, reports } = read('Title: A: "b" [c\ndate: 2020-12-03');
  expect([values, body, reports]).toEqual([['A: "b" [c', '2020-12-03', ''], '', []]);
});

test.each([
  ...['Dear: you\nTitle: A\nDate: 2020\n\n', 'Note: this is prose.\n\nMore'],
  ...['Summary: it is short.\n\nMore', 'Title: A\nas I said.\n\nMore'],
  ...['Title: A\nSome Key: b\n\nMore', 'Tags: a\n\nMore', '\nTitle: A\nDate: 2020-12-03\n\nMore'],
  ...['{% include "x": 1 %}\n', '{ "a" is a word }\n', '{}\n', '+++\ntext'],
  ...['+++ x\na = 1\n+++\n', '---x\na: 1\n---\n', '----\na: 1\n----\n'],
])('%j is body', (text) => expect(read(text)).toMatchObject({ body: text, reports: [] }));

test.each(['+++\ndraft = true\n+++\n', '{"draft": true}\n', 'Title: A\nStatus: draft\n\n'])(
  'a draft is one in every format: %j',
  (text) => expect(read(text)).toMatchObject({ draft: true, reports: [] }),
);

test.each([
  ['TOML', '+++\na = 1\nslug = "s"\n+++\n', '3:9'],
  ['a table of TOML', '+++\na = 1\n[extra]\n  "slug" = \'s\'\n+++\n', '4:13'],
  ['several lines of TOML', '+++\nslug = """\ns"""\n+++\n', '3:1'],
  ['JSON', '{\n  "slug": "s"\n}', '2:12'],
  ['marked JSON', '---json\n{"slug": "s"}\n---\n', '2:11'],
  ['lines', 'Title: A\nSlug: s\n\n', '2:7'],
])('a value in %s has its place', (_, text, place) => expect(read(text).slug).toBe(`s ${place}`));

describe('faults', () => {
  const QUOTES = 'Check the quotation marks and brackets: in TOML, every text is in quotes.';
  const faults: Readonly<Record<string, string>> = {
    '+++\na = 1\nb = c\n+++\nx': `front-matter-invalid 3:5 This is not valid TOML: invalid value → ${QUOTES}`,
    '+++\na = "b\n+++\nx': `front-matter-invalid 2:7 This is not valid TOML: control characters are not allowed in strings → ${QUOTES}`,
    '+++\na = 1\n':
      'front-matter-unclosed 1:1 The front matter that begins here is never closed → Put a line of three plus signs (+++) after its last key.',
    '+++\ntitle = ["a", {}]\n+++\n':
      'value-invalid 2:9 `title` must be text, but is a list → Write it as `title: some words`.',
    '{\n"a": "1"\n"b": 2}\nx':
      'front-matter-invalid 3:1 A comma is missing before this, or the text before it is not in quotes → Add a comma, or put the text in quotes.',
    '{"a": 1,\n"b": "2}\nx':
      'front-matter-unclosed 1:1 The front matter that begins here is never closed → Put a closing brace (}) after its last key.',
    '{"title": "a", "title": "b"}\nx':
      'yaml-invalid 1:17 The key `title` appears here a second time → Remove one of the two.',
    'Title: A\nDate: 2020\nTitle: B\n\nx':
      'yaml-invalid 3:1 The key `Title` appears here a second time → Remove one of the two.',
  };
  test.each(Object.entries(faults))('%j', (text, report) => {
    const { reports, values } = read(text);
    if (/value-invalid/.test(report)) expect(values[0]).toBeNull();
    expect(reports).toEqual([report]);
  });

  test.each([
    ['+++\n', 'a = [', 50_000, '\n+++\n'],
    ['+++\n', '[a\n', 50_000, '+++\n'],
    ['{"a": ', '"\\"', 50_000, ''],
    ['{"a": ', '{"b":', 50_000, ''],
    ['---', ' ', 100_000, 'x\n'],
    ['Title: a\n', 'Date: a\n', 50_000, 'x'],
    ['---\n', 'a: [', 20_000, '\n---\n'],
    ['---\n', "a: '\n", 20_001, '---\n'],
  ])('are found in linear time: %j %j', (start, part, times, end) => {
    const begun = performance.now();
    read(`${start}${part.repeat(times)}${end}`);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
