/**
 * Front matter: its formats, what is read of its keys, what stays in the body, and where each fault is.
 */
import { describe, expect, test } from 'vitest';
import {
  FRONT_MATTER_KEYS,
  type FrontMatter,
  readFrontMatter,
} from '../../../src/essays/front-matter.ts';
import { readTable } from '../../../src/essays/key-table.ts';
import { splitFileName } from '../../../src/essays/paths.ts';
import { expectCheap } from '../../support/cost.ts';
import { inShort } from '../../support/problems.ts';
import { buildSite } from '../../support/site.ts';

const PATH = 'content/essays/a.md';

/** The file's parts, and its problems in short form. */
function read(text: string) {
  const source = readFrontMatter({ path: PATH, bytes: Buffer.from(text) });
  const front = readTable(FRONT_MATTER_KEYS, source);
  return { source, sound: source.isSound, front, reports: inShort(source.problems) };
}

test.each([
  ['front matter and a body', '---\ntitle: A\n---\nBody\n', 'Body\n'],
  ['front matter alone, without a last line end', '---\ntitle: A\n---', ''],
  ['empty front matter', '---\n---\nBody', 'Body'],
  ['spaces behind the hyphens', '--- \ntitle: A\n---\t \nBody', 'Body'],
  ['front matter closed with dots, as Jekyll reads it', '---\ntitle: A\n...\nBody', 'Body'],
  ['hyphens inside an indented value', '---\nexcerpt: |\n  a\n  ---\n---\nBody', 'Body'],
  ['a rule in the body', '---\ntitle: A\n---\nOne\n\n---\n\nTwo', 'One\n\n---\n\nTwo'],
  ['a rule as the first line, without a line end', '---', '---'],
  ['hyphens that are not the first line', 'A\n---\ntitle: A\n---\n', 'A\n---\ntitle: A\n---\n'],
  ['plus signs without an end', '+++\ntext', '+++\ntext'],
])('splits a file: %s', (_name, text, body) => {
  const { source, sound, reports } = read(text);
  expect({ body: source.body, sound, reports }).toEqual({ body, sound: true, reports: [] });
  expect(text.slice(source.bodyOffset)).toBe(body);
});

test('malformed front matter is not read', () => {
  const { source, sound, front } = read('---\n- a\n- b\n---\nBody');
  expect([source.body, sound, front.title]).toEqual(['Body', false, null]);
});

describe('keys', () => {
  const noKeys = read('').front;

  /** Expects these differences from empty front matter; dates are given as text. */
  function check(lines: string, expected: object): void {
    const { front, reports } = read(`---\n${lines}\n---\n`);
    const changed = Object.entries(front).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(noKeys[key as keyof FrontMatter]),
    );
    expect(reports).toEqual([]);
    expect(Object.fromEntries(changed)).toMatchObject(expected);
    expect(changed.map(([key]) => key).sort()).toEqual(Object.keys(expected).sort());
  }

  const published = { value: '2020-12-03' };
  const stated = { value: 'a' };

  test.each<[lines: string, expected: object]>([
    ['tags: a, b c ,,d,', { tags: ['a', 'b c', 'd'] }],
    ['tags: ["a, b", " c ", c]', { tags: ['a, b', 'c'] }],
    ['tags: [AI, ai, 2020, true]', { tags: ['AI', 'ai', '2020', 'true'] }],
    ['cover:\n  image: a\n  alt: b\n  relative: true', { cover: { path: stated, alt: 'b' } }],
    ['image: {src: a, caption: b}', { image: { path: stated, alt: 'b' } }],
    ['images: [a, c]', { image: { path: stated } }],
    ['images: [{src: a, alt: b}]', { image: { path: stated, alt: 'b' } }],
    ['format: aside', {}],
  ])('`%s` is read', check);

  test.each<[names: string, value: string, expected: object]>([
    ['featuredImage coverImage', 'a', { image: { path: stated } }],
    ['title Title TITLE', 'A', { title: 'A' }],
    ['pubdate PubDate Date', '2020-12-03', { published }],
    ['lang language', 'pt-BR', { lang: 'pt-BR' }],
  ])('%s are names of one key', (names, value, expected) => {
    for (const name of names.split(' ')) check(`${name}: ${value}`, expected);
  });

  test.each<[lines: string, expected: object]>([
    ['date: 2019-01-01\npublished: 2020-12-03', { published }],
    ['categories: b\ntags: []', { tags: ['b'] }],
    ['date: 2020-12-03\npublished:', { published }],
    ['Title: B\ntitle: A', { title: 'A' }],
    ['Title: A\ntitle: ""', { title: 'A' }],
  ])('of two names of one key, ours wins if it has a value: %j', check);

  test.each(['title: "  "', 'tags: []', 'image: {}'])('`%s` counts as absent', (lines) =>
    check(lines, {}),
  );

  test.each<[lines: string, expected: object]>([
    ['published: false', {}],
    ['published: On', {}],
    ['published: false\ndate: 2020-12-03', { published }],
    ['permalink: false', {}],
    ['status: published', {}],
  ])('`%s` is a flag, not a date', check);

  test.each<[lines: string, expected: object]>([
    ['taxonomies:\n  tags: [a]\n  categories: [b]', { tags: ['a'] }],
    ['tags: c\ntaxonomies:\n  tags: [a]', { tags: ['c'] }],
    ['extra:\n  Author: A\n  weight: 1', { author: ['A'] }],
    ['thumbnail: a\nparams:\n  image: b', { image: { path: stated } }],
    ['extra: words', {}],
    ['other:\n  title: A', {}],
  ])('keys in the maps of Zola and Hugo count if ours are absent: %j', check);

  test.each<[lines: string, own: string[], old: string[]]>([
    ['permalink: /a/:title/\nold_url: /b', ['/a/:title/'], ['/b']],
    ['path: /a\nold_url: /b', [], ['/a', '/b']],
    ['permalink: false\nurl: https://else.example/x', ['https://else.example/x'], []],
    ['permalink: {build: never}\npath: ""', [], []],
  ])('own and old addresses are told apart: %j', (lines, own, old) => {
    const { front, reports } = read(`---\n${lines}\n---\n`);
    const valuesOf = (stated: typeof front.path) => stated.map(({ value }) => value);
    expect([valuesOf(front.permalink), valuesOf(front.path), reports]).toEqual([own, old, []]);
  });

  test.each<[lines: string, reports: string[]]>([
    ['title: A #b\ntags:\n  - a #b', ['value-cut 2:10', 'value-cut 4:7']],
    ['excerpt: |\n  - a #b\nimage: "a\n  - b #c"', []],
  ])(
    'words that YAML cuts off are reported, unless quoted or in a block: %j',
    (lines, expected) => {
      const { reports } = read(`---\n${lines}\n---\n`);
      expect(reports.map((report) => report.split(' ', 2).join(' '))).toEqual(expected);
    },
  );

  const TWICE = 'The key `x` appears here a second time → Remove one of the two.';
  test.each<[lines: string, report: string]>([
    ['Date: 2020\nDate: 2021', 'yaml-invalid 3:1'],
    ['weight: 1\nweight: 2', 'key-repeated 3:1'],
    ['cover:\n  alt: a\n  alt: b', 'yaml-invalid 4:3'],
  ])('a repeated key is an error only if the key has a meaning: %j', (lines, report) => {
    const { reports } = read(`---\n${lines}\n---\n`);
    const name = /(\w+):.*$/.exec(lines)?.[1] ?? '';
    expect(reports).toEqual([`${report} ${TWICE.replace('x', name)}`]);
  });

  test('a value has its place in the file', () => {
    const { front } = read('---\nslug: a\nlastmod: 2020-12-03\n---\n');
    expect(front.slug?.place).toEqual({
      file: PATH,
      line: 2,
      column: 7,
      excerpt: 'slug: a',
      offset: 10,
    });
    expect(front.updated?.place).toMatchObject({ line: 3, column: 10 });
  });

  test.each(['http://a:b:c', 'https://two words.example/a.png', 'javascript:x()'])(
    'an image cannot be the URL `%s`',
    (url) => {
      const [report] = read(`---\nimage: '${url}'\n---\n`).reports;
      expect(report).toContain(`2:9 \`image\` must be a path or a URL, but is \`${url}\` →`);
    },
  );

  test.each([
    ...['layout: wide', 'canonical: /a', 'weight: 3', 'eleventyNavigation: {key: a}'],
    ...['translator: Ben', 'translated: true'],
  ])('a key of another program is ignored: %j', (lines) => check(lines, {}));
});

test.each([
  ['2020-12-03-title.md', '2020-12-03', 'title', 'md'],
  ['2020-12-03_title.md', '2020-12-03', 'title', 'md'],
  ['2020-1-2-title.txt', '2020-1-2', 'title', 'txt'],
  ['2020-12-03.md', null, '2020-12-03', 'md'],
  ['2020-12-03-.md', null, '2020-12-03-', 'md'],
  ['title-2020-12-03.md', null, 'title-2020-12-03', 'md'],
  ['12020-12-03-title.md', null, '12020-12-03-title', 'md'],
  ['walk/index.md', null, 'walk', 'md'],
  ['2020-12-03-walk/index.html', '2020-12-03', 'walk', 'html'],
])('splits a file name into date, name and extension: %s', (path, date, name, extension) => {
  expect(splitFileName(`content/essays/${path}`)).toEqual({ date, name, extension });
});

/** What is read of a file in any format. */
function readAny(text: string) {
  const { source, front, reports } = read(text);
  const { title, published, tags, slug } = front;
  const stated = slug && `${slug.value} ${slug.place.line}:${slug.place.column}`;
  const values = [title, published?.value, tags.join()];
  return { values, body: source.body, slug: stated, reports };
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
test.each(Object.entries(forms))('%s is read', (_, text) =>
  expect(readAny(text)).toMatchObject(READ),
);

test('lines are read literally, and may be the whole file', () => {
  const { values, body, reports } = readAny('Title: A: "b" [c\ndate: 2020-12-03');
  expect([values, body, reports]).toEqual([['A: "b" [c', '2020-12-03', ''], '', []]);
});

test.each([
  ...['Dear: you\nTitle: A\nDate: 2020\n\n', 'Note: this is prose.\n\nMore'],
  ...['Summary: it is short.\n\nMore', 'Title: A\nas I said.\n\nMore'],
  ...['Title: A\nSome Key: b\n\nMore', 'Tags: a\n\nMore', '\nTitle: A\nDate: 2020-12-03\n\nMore'],
  ...['{% include "x": 1 %}\n', '{ "a" is a word }\n', '{}\n', '+++\ntext'],
  ...['+++ x\na = 1\n+++\n', '---x\na: 1\n---\n', '----\na: 1\n----\n'],
])('%j is body', (text) => expect(readAny(text)).toMatchObject({ body: text, reports: [] }));

test.each([
  ['TOML', '+++\na = 1\nslug = "s"\n+++\n', '3:9'],
  ['a table of TOML', '+++\na = 1\n[extra]\n  "slug" = \'s\'\n+++\n', '4:13'],
  ['several lines of TOML', '+++\nslug = """\ns"""\n+++\n', '3:1'],
  ['JSON', '{\n  "slug": "s"\n}', '2:12'],
  ['marked JSON', '---json\n{"slug": "s"}\n---\n', '2:11'],
  ['lines', 'Title: A\nSlug: s\n\n', '2:7'],
])('a value in %s has its place', (_, text, place) =>
  expect(readAny(text).slug).toBe(`s ${place}`),
);

describe('data of the author’s own under a key', () => {
  const others: Readonly<Record<string, string>> = {
    tags: '{ main: a }',
    categories: '[{ name: a }]',
    excerpt: '{ part: 1 }',
    image: '[[a]]',
    imageAlt: '[a]',
    author: '{ github: ann }',
    updated: '{ by: Ann }',
    guid: '{ id: 1 }',
    readTime: '{ minutes: 5 }',
    formattedDate: '[a]',
    format: '{ a: b }',
    lang: '[en, de]',
    dir: '{ a: b }',
    series: '{ part: 1 }',
    nav: '{ order: 1 }',
    template: '[a]',
  };
  test.each(Object.entries(others))('is ignored, with a warning: `%s: %s`', (key, value) => {
    const { front, reports } = read(`---\n${key}: ${value}\n---\n`);
    const kind = value.startsWith('[') ? 'list' : 'map';
    const told = `value-ignored 2:${key.length + 3} \`${key}\` can't be a ${kind} like this, so it is ignored → `;
    expect(reports).toEqual([expect.stringContaining(told)]);
    expect(front).toEqual(read('').front);
  });

  test.each(['title', 'date', 'publishedTimestamp', 'slug', 'draft', 'aliases'])(
    'is an error where publishing would go wrong: `%s`',
    (key) => {
      const { reports } = read(`---\n${key}: { a: b }\n---\n`);
      expect(reports).toEqual([expect.stringMatching(/^value-invalid/)]);
    },
  );

  test('is reported together for a whole site, which is built', async () => {
    const names = Array.from({ length: 33 }, (_, part) => [`${part}`, part] as const);
    const essays = names.map(([name, part]) => [
      `content/essays/${name}.md`,
      `---\ntitle: T${name}\ndate: 2020-01-01\nseries: { part: ${part} }\n---\nWords.\n`,
    ]);
    const site = await buildSite(Object.fromEntries(essays));
    expect([new Set(site.codes), site.site?.essays.length]).toEqual([
      new Set(['value-ignored']),
      33,
    ]);
  });

  test('may still be read: an author with a name, a date or none', () => {
    const front = (lines: string) => {
      const { front, reports } = read(`---\n${lines}\n---\n`);
      expect(reports).toEqual([]);
      return [front.author, front.readTime, front.updated];
    };
    const author = '[{ name: Ann, url: /ann }, Ben]';
    expect(front(`author: ${author}\nreadTime: 5`)).toEqual([['Ann', 'Ben'], 5, null]);
    expect(front('author: { name: Ann }\nlastUpdated: false')).toEqual([['Ann'], null, null]);
    const mails = '["ann@a.example (Ann Bo)", "Ben <ben@a.example>"]';
    expect(front(`author: ${mails}`)).toEqual([['Ann Bo', 'Ben'], null, null]);
  });
});

describe('faults', () => {
  const QUOTES = 'Check the quotation marks and brackets: in TOML, every text is in quotes.';
  const faults: Readonly<Record<string, string>> = {
    '+++\na = 1\nb = c\n+++\nx': `front-matter-invalid 3:5 This is not valid TOML: invalid value → ${QUOTES}`,
    '+++\na = "b\n+++\nx': `front-matter-invalid 2:7 This is not valid TOML: control characters are not allowed in strings → ${QUOTES}`,
    '+++\na = 1\n':
      'front-matter-unclosed 1:1 The front matter that begins here is never closed → Put a line of three plus signs (+++) after its last key.',
    '+++\ntitle = ["a", {}]\n+++\n':
      'value-invalid 2:9 `title` must be text, but is a list → Write it as `title: a`.',
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
    const { reports, values } = readAny(text);
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
    ['---\n', 'a: 1\n', 50_000, '---\n'],
    [`---\na: [${'a, '.repeat(40_000)}]\n`, 'a: []\n', 20_000, '---\n'],
    ['---\n', 'tags: a\ntags: b\n', 20_000, '---\n'],
    ['---\ntags: [', '"\\ud800", ', 20_000, ']\n---\n'],
    ['title: a\ndate: 2020-01-01\n', 'slug: 1\n', 30_000, '\n'],
  ])('are found in linear time: %j %j', (start, part, times, end) =>
    expectCheap(() => read(`${start}${part.repeat(times)}${end}`)),
  );
});
