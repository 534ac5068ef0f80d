import { expect, test } from 'vitest';
import { parseConfig, type SiteConfig } from '../../src/content/config.ts';
import { formatProblem, makePaint } from '../../src/report.ts';

const REQUIRED = 'name: Ann\nurl: https://ann.example\n';

const DEFAULTS: SiteConfig = {
  name: 'Ann',
  email: null,
  url: 'https://ann.example',
  title: 'Essays',
  intro: '',
  description: '',
  language: 'en',
  timezone: 'UTC',
  slugs: 'title',
  substack: null,
  x: null,
  redirects: [],
  outboundEndpoint: null,
  wordsPerMinute: 200,
  readTagQuery: false,
  publishFuture: true,
  feedItems: 20,
  socialImages: true,
};

function read(yaml: string | Uint8Array) {
  const { value, problems } = parseConfig({
    path: 'content/site.yaml',
    bytes: typeof yaml === 'string' ? Buffer.from(yaml) : yaml,
  });
  return {
    value,
    report: problems.map((problem) => formatProblem(problem, makePaint(false))).join('\n'),
  };
}

/** What stands in site.yaml beside name and url, and what it makes of the defaults. */
function check(yaml: string, expected: Partial<SiteConfig>): void {
  expect(read(REQUIRED + yaml)).toEqual({ value: { ...DEFAULTS, ...expected }, report: '' });
}

test('only name and url are required', () => check('', {}));

test.each([
  ['email: ann@ann.example', { email: 'ann@ann.example' }],
  ['title: Notes &amp; more', { title: 'Notes & more' }],
  ['intro: It&#8217;s me', { intro: 'It’s me' }],
  ['description: Words', { description: 'Words' }],
  ['language: pt-br', { language: 'pt-BR' }],
  ['timezone: America/New_York', { timezone: 'America/New_York' }],
  ['slugs: file', { slugs: 'file' }],
  ['slugs: title', {}],
  ['substack: https://ann.substack.com', { substack: 'https://ann.substack.com' }],
  ['x: https://x.com/ann', { x: 'https://x.com/ann' }],
  ['analytics:\n  outbound: https://a.example/b?c', { outboundEndpoint: 'https://a.example/b?c' }],
  ['wordsPerMinute: 250', { wordsPerMinute: 250 }],
  ['readTagQuery: true', { readTagQuery: true }],
  ['publishFuture: false', { publishFuture: false }],
  ['feedItems: 5', { feedItems: 5 }],
  ['socialImages: false', { socialImages: false }],
  ['title:\nemail: ~\ntimezone: ""', {}],
] as [string, Partial<SiteConfig>][])('reads `%s`', check);

test('reads redirects, each with its place', () =>
  check('redirects:\n  /old/:slug: /blog/:slug\n  /shop: https://shop.example\n', {
    redirects: [
      {
        from: '/old/:slug',
        to: '/blog/:slug',
        place: {
          file: 'content/site.yaml',
          line: 4,
          column: 3,
          excerpt: '  /old/:slug: /blog/:slug',
        },
      },
      {
        from: '/shop',
        to: 'https://shop.example',
        place: {
          file: 'content/site.yaml',
          line: 5,
          column: 3,
          excerpt: '  /shop: https://shop.example',
        },
      },
    ],
  }));

test.each([
  ['https://ann.example/', 'https://ann.example'],
  ['https://me.github.io/blog', 'https://me.github.io/blog'],
  ['https://me.github.io/blog/', 'https://me.github.io/blog'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['HTTPS://Ann.Example', 'https://ann.example'],
])('the url %s is %s, without a slash at its end', (url, expected) => {
  expect(read(`name: Ann\nurl: ${url}\n`)).toMatchObject({ value: { url: expected }, report: '' });
});

test('a missing file gives stand-ins, and leaves the problem to the reader of files', () => {
  expect(parseConfig(null)).toEqual({
    value: { ...DEFAULTS, name: 'Your Name', url: 'https://example.com' },
    problems: [],
  });
});

/** The report on a site.yaml of one fault, with its place. */
function checkProblem(yaml: string, report: string): void {
  expect(read(yaml).report).toBe(report);
}

test.each([
  [
    'no name',
    'url: https://ann.example\n',
    `error [key-missing] \`name\` is missing
  content/site.yaml
  → Add a line \`name: Your Name\`.`,
  ],
  [
    'no url',
    'name: Ann\n',
    `error [key-missing] \`url\` is missing
  content/site.yaml
  → Add a line \`url: https://example.com\`.`,
  ],
  [
    'an empty name',
    'url: https://ann.example\nname:\n',
    `error [key-missing] \`name\` is missing
  content/site.yaml:2:1
  2 | name:
    | ^
  → Add a line \`name: Your Name\`.`,
  ],
  [
    'an empty file',
    '',
    `error [key-missing] \`name\` is missing
  content/site.yaml
  → Add a line \`name: Your Name\`.
error [key-missing] \`url\` is missing
  content/site.yaml
  → Add a line \`url: https://example.com\`.`,
  ],
  [
    'a list',
    '- name\n',
    `error [value-invalid] This file is a list, not keys with values
  content/site.yaml:1:1
  1 | - name
    | ^
  → Write one \`key: value\` to a line, first \`name: Your Name\`.`,
  ],
  [
    'malformed YAML',
    'name: Ann: B\n',
    `error [yaml-invalid] The value holds a colon followed by a space, so YAML takes it for another key
  content/site.yaml:1:10
  1 | name: Ann: B
    |          ^
  → Put the value in quotes: name: 'Ann: B'`,
  ],
])('%s is an error', (_name, yaml, report) => checkProblem(yaml, report));

test.each([
  [
    'a mistyped key',
    'timezon: UTC',
    `warning [key-unknown] The key \`timezon\` is not known, so its value is not used
  content/site.yaml:3:1
  3 | timezon: UTC
    | ^
  → Did you mean \`timezone\`?`,
  ],
  [
    'an unknown key',
    'theme: dark',
    `warning [key-unknown] The key \`theme\` is not known, so its value is not used
  content/site.yaml:3:1
  3 | theme: dark
    | ^
  → The keys are name, email, url, title, intro, description, language, timezone, slugs, substack, x, redirects, analytics, wordsPerMinute, readTagQuery, publishFuture, feedItems, socialImages.`,
  ],
  [
    'a mistyped key of analytics',
    'analytics:\n  outbond: https://a.example',
    `warning [key-unknown] The key \`outbond\` is not known, so its value is not used
  content/site.yaml:4:3
  4 |   outbond: https://a.example
    |   ^
  → Did you mean \`outbound\`?`,
  ],
  [
    'a mail address without @',
    'email: ann',
    `error [value-invalid] \`email\` must be a mail address, and is \`ann\`
  content/site.yaml:3:8
  3 | email: ann
    |        ^
  → Write it as name@example.com.`,
  ],
  [
    'a language that is none',
    'language: english language',
    `error [value-invalid] \`language\` must be a language tag, and is \`english language\`
  content/site.yaml:3:11
  3 | language: english language
    |           ^
  → Write it as en, en-GB or pt-BR.`,
  ],
  [
    'a time zone that is none',
    'timezone: Mars/Olympus',
    `error [value-invalid] \`timezone\` must be a time zone of the IANA list, and is \`Mars/Olympus\`
  content/site.yaml:3:11
  3 | timezone: Mars/Olympus
    |           ^
  → Write it as America/New_York, Europe/Berlin or UTC.`,
  ],
  [
    'a word for slugs that is none',
    'slugs: titel',
    `error [value-invalid] \`slugs\` must be title or file, and is \`titel\`
  content/site.yaml:3:8
  3 | slugs: titel
    |        ^
  → Did you mean \`title\`?`,
  ],
  [
    'a profile without a host',
    'x: "@ann"',
    `error [value-invalid] \`x\` must be an absolute URL, and is \`@ann\`
  content/site.yaml:3:5
  3 | x: "@ann"
    |     ^
  → Begin it with https:// (or http://) and the host name.`,
  ],
  [
    'analytics that are not a map',
    'analytics: https://a.example',
    `error [value-invalid] \`analytics\` must be a map, and is \`https://a.example\`
  content/site.yaml:3:12
  3 | analytics: https://a.example
    |            ^
  → Write \`outbound: URL\` indented below it.`,
  ],
  [
    'redirects that are not a map',
    'redirects: [/a, /b]',
    `error [value-invalid] \`redirects\` must be a map, and is a list
  content/site.yaml:3:12
  3 | redirects: [/a, /b]
    |            ^
  → Write one \`/old/path: /new/path\` to a line below it.`,
  ],
  [
    'a redirect to a list',
    'redirects:\n  /a: [/b]',
    `error [value-invalid] \`/a\` must be a text, and is a list
  content/site.yaml:4:7
  4 |   /a: [/b]
    |       ^
  → Write it as \`/a: some words\`.`,
  ],
  [
    'words per minute of none',
    'wordsPerMinute: 0',
    `error [value-invalid] \`wordsPerMinute\` must be a whole number of 1 or more, and is \`0\`
  content/site.yaml:3:17
  3 | wordsPerMinute: 0
    |                 ^
  → Write it in digits.`,
  ],
  [
    'a flag that is none',
    'publishFuture: later',
    `error [value-invalid] \`publishFuture\` must be true or false, and is \`later\`
  content/site.yaml:3:16
  3 | publishFuture: later
    |                ^
  → Write true or false.`,
  ],
])('%s is reported with its line', (_name, yaml, report) => {
  expect(read(REQUIRED + yaml)).toEqual({ value: DEFAULTS, report });
});

test.each([
  ['example.com', 'an absolute URL', 'Begin it with https:// (or http://) and the host name.'],
  [
    'ftp://ann.example',
    'an absolute URL',
    'Begin it with https:// (or http://) and the host name.',
  ],
  ['https://ann.example/?a', 'a URL without user, query or fragment', 'Cut it there.'],
  ['https://ann.example/#a', 'a URL without user, query or fragment', 'Cut it there.'],
  ['https://ann:b@ann.example', 'a URL without user, query or fragment', 'Cut it there.'],
])('the url %s is refused', (url, wanted, hint) =>
  checkProblem(
    `name: Ann\nurl: ${url}\n`,
    `error [value-invalid] \`url\` must be ${wanted}, and is \`${url}\`
  content/site.yaml:2:6
  2 | url: ${url}
    |      ^
  → ${hint}`,
  ),
);

test('every fault of a file is reported at once', () => {
  const { report } = read('nam: Ann\nurl: x\ntimezone: y\nwordsPerMinute: z\n');
  expect(report.match(/\[[a-z-]+\]/g)).toEqual([
    '[key-unknown]',
    '[key-missing]',
    '[value-invalid]',
    '[value-invalid]',
    '[value-invalid]',
  ]);
});

test('a file that is not UTF-8 is reported, and read no further', () => {
  const { report, value } = read(Buffer.from('name: Zo\u00eb\nurl: x\n', 'latin1'));
  expect(
    report,
  ).toBe(`error [encoding-invalid] This file is not UTF-8: the byte 0xEB cannot stand here
  content/site.yaml:1:9
  1 | name: Zo\uFFFD
    |         ^
  → Save the file as UTF-8 (it may be Latin-1 or Windows-1252).`);
  expect(value.name).toBe('Your Name');
});

test.each([
  ['a byte-order mark', `\uFEFF${REQUIRED}`],
  ['CRLF', REQUIRED.replace(/\n/g, '\r\n')],
])('reads a file with %s', (_name, yaml) => {
  expect(read(yaml)).toEqual({ value: DEFAULTS, report: '' });
});
