import { expect, test } from 'vitest';
import { parseConfig, type SiteConfig } from '../../../src/essays/config.ts';
import { ENGLISH_TEXTS, findTexts } from '../../../src/text/texts.ts';
import { inShort } from '../../support/problems.ts';

const REQUIRED = 'name: Ann\nurl: https://ann.example\n';

/** The defaults, which tests/site/manual.test.ts compares with the manual. */
const STAND_INS = parseConfig(null).value;
const DEFAULTS = { ...STAND_INS, name: 'Ann', url: 'https://ann.example' };

/** Expects the values of a site.yaml, and its problems in short form. */
function check(yaml: string, value: object, ...reports: string[]): void {
  const config = parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(yaml) });
  expect(config.value).toEqual(value);
  expect(inShort(config.problems)).toEqual(reports);
}

const PORTUGUESE = findTexts('pt') ?? ENGLISH_TEXTS;
const settings: Readonly<Record<string, Partial<SiteConfig>>> = {
  '': {},
  'email: ann@ann.example': { email: 'ann@ann.example' },
  'language: pt-br\ntitle: A': { language: 'pt-BR', title: 'A', texts: PORTUGUESE },
  'language: de\ntitle: \'"A"\'\nintro: "B -- C"\ndescription: It\'s...': {
    ...{ language: 'de', title: '„A“', intro: 'B – C', description: 'It’s…' },
    texts: findTexts('de') ?? ENGLISH_TEXTS,
  },
  'timezone: America/New_York': { timezone: 'America/New_York' },
  'slugs: file': { slugs: 'file' },
  'dates: month': { dates: 'month' },
  'substack: https://ann.substack.com': { substack: 'https://ann.substack.com' },
  'x: https://x.com/ann': { x: 'https://x.com/ann' },
  'analytics:\n  outbound: https://a.example/b': { analytics: { outbound: 'https://a.example/b' } },
  'wordsPerMinute: 250': { wordsPerMinute: 250 },
  'elsewhere: [/dist/, /x]': { elsewhere: ['/dist/', '/x'] },
  'ignoreLinks: /attic/*': { ignoreLinks: ['/attic/*'] },
  'readTagQuery: true': { readTagQuery: true },
  'publishFuture: false': { publishFuture: false },
  'feedItems: 5': { feedItems: 5 },
  'socialImages: false': { socialImages: false },
  'originals: true': { originals: true },
};
test.each(Object.entries(settings))('besides name and url, reads %j', (yaml, expected) =>
  check(REQUIRED + yaml, { ...DEFAULTS, ...expected }),
);

test.each([
  ['https://ann.example//blog/', 'https://ann.example/blog'],
  ['http://Ann.example:80', 'http://ann.example'],
])('the url %s is read as %s', (written, url) =>
  check(`name: Ann\nurl: ${written}\n`, { ...DEFAULTS, url }),
);

test('reads redirects, each with its place', () => {
  const lines = ['  /old/:slug: /blog/:slug', '  /shop: https://shop.example'];
  const yaml = `${REQUIRED}redirects:\n${lines.join('\n')}`;
  const places = lines.map((excerpt, index) => {
    const offset = yaml.indexOf(excerpt) + 2;
    return { file: 'content/site.yaml', line: 4 + index, column: 3, excerpt, offset };
  });
  check(yaml, {
    ...DEFAULTS,
    redirects: [
      { from: '/old/:slug', to: '/blog/:slug', place: places[0] },
      { from: '/shop', to: 'https://shop.example', place: places[1] },
    ],
  });
});

test('a missing file gives stand-ins without reporting a problem', () => {
  const stated = { name: 'Your Name', url: 'https://example.com', texts: ENGLISH_TEXTS, nav: null };
  expect(parseConfig(null)).toMatchObject({ value: stated, problems: [] });
});

test('an empty file lacks two keys, and a list is an error', () => {
  const missing = (key: string, value: string) =>
    `key-missing null:null \`${key}\` is missing → Add a line \`${key}: ${value}\`.`;
  check('', STAND_INS, missing('name', 'Your Name'), missing('url', 'https://example.com'));
  const how = 'Write one `key: value` per line, such as `title: Words`.';
  check('- a\n', STAND_INS, `value-invalid 1:1 This file is a list, not keys with values → ${how}`);
});

test.each([
  ['name: Zo\u00eb\nurl: x\n', 'encoding-invalid'],
  ['name: Ann\nurl: https:ann.example\n', 'value-invalid'],
  ['name: Ann\nurl: https:http://a:b//ann.example\n', 'value-invalid'],
  ['name: Ann\nurl: https://:x@ann.example\n', 'value-invalid'],
])('a file in Latin-1, or with a wrong url, is reported as that alone: %j', (text, code) => {
  const bytes = Buffer.from(text, 'latin1');
  const { value, problems } = parseConfig({ path: 'content/site.yaml', bytes });
  expect([value.url, problems.map((each) => each.code)]).toEqual([STAND_INS.url, [code]]);
});

test.each([
  ...[
    ['css', 'templates/site.css'],
    ['dark', 'colorScheme'],
    ['search', 'recipes.md#search'],
  ],
  ...[
    ['comments', 'recipes.md#comments'],
    ['Author', '`name`'],
    ['git-hub', '`profiles`'],
  ],
  ...[
    ['github', '`profiles`'],
    ['social_links', '`profiles`'],
    ['baseURL', '`url`'],
  ],
  ...[
    ['posts-per-page', '`homeEssays`'],
    ['plugins', 'shortcodes'],
    ['zzz', 'settings.md lists all'],
  ],
])('the unknown key %s says where that is set', (key, where) => {
  const bytes = Buffer.from(`${REQUIRED}${key}: x\n`);
  const [problem] = parseConfig({ path: 'content/site.yaml', bytes }).problems;
  expect([problem?.code, problem?.line]).toEqual(['key-unknown', 3]);
  expect(problem?.hint).toContain(where);
  expect(problem?.hint?.length).toBeLessThan(160);
});

const faults: Readonly<Record<string, string>> = {
  'analytics:\n  outbond: https://a.example':
    'key-unknown 4:3 The key `outbond` is unknown, so it is ignored → Did you mean `outbound`?',
  'analytics: https://a.example':
    'value-invalid 3:12 `analytics` must be a map, but is `https://a.example` → Write `outbound: URL` indented below it.',
  'elsewhere: [/a, dist]':
    'value-invalid 3:12 `elsewhere` must be a list of paths, but has `dist` → Begin each with "/".',
  'elsewhere: https://x.example/a':
    'value-invalid 3:12 `elsewhere` must be a list of paths, but has `https://x.example/a` → Begin each with "/".',
  'redirects:\n  /a: [/b]':
    'value-invalid 4:7 `/a` must be text, but is a list → Write it as `/a: /b`.',
};
test.each(Object.entries(faults))(
  '%j is reported with its line, and the default applies',
  (yaml, report) => check(REQUIRED + yaml, DEFAULTS, report),
);
