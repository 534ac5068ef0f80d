/**
 * The pages of tags: an author is told once, by `tag-page-lost`, when one has gone or belongs to another tag.
 */
import { expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import { buildSettled, essay, SITE_YAML } from '../support/site.ts';

const tagged = (tags: string, year = 2020) =>
  essay(`title: ${year}\npublished: ${year}-01-01\ntags: [${tags}]`);
const A = 'content/essays/a.md';
const B = 'content/essays/b.md';
const YAML = 'content/site.yaml';
const SETTINGS = `${SITE_YAML}tagPages: true\n`;
const ALL = { remembers: 'all' } as const;

const start = (more = '') =>
  buildSettled({ [YAML]: SETTINGS + more, [A]: tagged('C++, old') }, ALL);
const lost = (each: { readonly problems: Parameters<typeof withPlaces>[0] }) =>
  withPlaces(each.problems.filter(({ code }) => code === 'tag-page-lost'));

test('a page that has gone, with the line that redirects it', async () => {
  const site = await start();
  const renamed = await site.rebuild({ [A]: tagged('C++, new') }, ALL);
  expect(lost(renamed)).toEqual([
    `tag-page-lost ${YAML} /tags/old, the page of the tag \`old\`, is gone`,
  ]);
  const [{ hint } = {}] = renamed.problems.filter(({ code }) => code === 'tag-page-lost');
  expect(hint).toContain('`/tags/old: /tags/new`');
  expect(lost(await renamed.rebuild({}, ALL))).toEqual([]);
  expect(lost(await renamed.rebuild({ [B]: tagged('new', 2019) }, ALL))).toEqual([]);
});

test('a page that an older essay’s tag has taken', async () => {
  const taken = await (await start()).rebuild({ [B]: tagged('C', 2019) }, ALL);
  expect(lost(taken)).toEqual([
    `tag-page-lost ${YAML} /tags/c, the page of the tag \`C++\`, now belongs to \`C\``,
  ]);
});

test.each([
  ['a redirect leads on', 'redirects:\n  /tags/old: /tags/new\n', ALL],
  ['addresses aren’t recorded', '', { remembers: 'none' } as const],
])('nothing is told if %s', async (_, settings, options) => {
  const site = await start();
  const changes = { [A]: tagged('C++, new'), [YAML]: SETTINGS + settings };
  expect(lost(await site.rebuild(changes, options))).toEqual([]);
});

test('a build with an error doesn’t forget the pages', async () => {
  const failed = await (await start()).rebuild({ [A]: essay('title: A\npublished: soon') }, ALL);
  expect(failed.commit).toBeNull();
  expect(lost(await failed.rebuild({ [A]: tagged('C++') }, ALL))).toHaveLength(1);
});
