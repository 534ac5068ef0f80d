import { describe, expect, test } from 'vitest';
import { countTags } from '../../src/site/site.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

test('essays stand newest first, and those of the same moment in the order of their paths', async () => {
  const site = await buildSite({
    'content/essays/z.md': essay('title: Z\npublished: 2021-05-05 10:00'),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
    'content/essays/a/late.md': essay('title: Late\npublished: 2020-01-01'),
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01T00:00:00Z'),
    'content/essays/noon.md': essay('title: Noon\npublished: 2020-01-01 12:00'),
    'content/essays/zone.md': essay('title: Zone\npublished: January 1, 2020 at 8:00 AM EST'),
    'content/essays/stamp.md': essay('title: Stamp\npublishedTimestamp: 946684800000'),
    'content/essays/early.md': essay('title: Early\npublished: 1969-12-31'),
  });
  expect(site.report).toBe('');
  const order = ['Z', 'Zone', 'Noon', 'A', 'Late', 'B', 'Stamp', 'Early'];
  expect(site.site?.essays.map(({ title }) => title)).toEqual(order);
  const $ = site.page('index.html');
  expect(
    $('.essays h3')
      .toArray()
      .map((each) => $(each).text()),
  ).toEqual(order);
});

test('an essay keeps its date as written, and its year is that of the site’s zone', async () => {
  const site = await buildSite({
    'content/site.yaml': `${SITE_YAML}timezone: America/New_York\n`,
    'content/essays/a.md': essay('title: A\npublished: "2020-01-01T02:00:00Z"'),
  });
  const [only] = site.site?.essays ?? [];
  expect(only).toMatchObject({
    published: '2020-01-01T02:00:00Z',
    publishedTimestamp: Date.UTC(2020, 0, 1, 2),
    year: 2019,
  });
});

describe('tags are counted', () => {
  const cases: readonly [name: string, essays: string[], counts: string][] = [
    ['there are none without essays', [], ''],
    ['essays without tags count for nothing', ['', ''], ''],
    ['the highest count is first', ['a b', 'b', 'c b a'], 'b 3, a 2, c 1'],
    ['ties keep the order of first appearance', ['z m', 'a m z'], 'z 2, m 2, a 1'],
    ['case counts', ['AI', 'ai Ai'], 'AI 1, ai 1, Ai 1'],
    ['a tag may be called like a property of every object', ['constructor'], 'constructor 1'],
  ];
  test.each(cases)('%s', (_, essays, counts) => {
    const found = countTags(essays.map((tags) => ({ tags: tags.split(' ').filter(Boolean) })));
    expect(found.map(({ name, count }) => `${name} ${count}`).join(', ')).toBe(counts);
  });
});

test('a built site counts each tag once an essay, and ties follow the list of essays', async () => {
  const site = await buildSite({
    'content/essays/old.md': essay('title: Old\npublished: 2019-01-01\ntags: [b, a, c]'),
    'content/essays/new.md': essay('title: New\npublished: 2020-01-01\ntags: c, a, a'),
    'content/essays/own.md': essay('title: Own\npublished: 2018-01-01\ntags: two words'),
  });
  expect(site.site?.tags).toEqual([
    { name: 'c', count: 2 },
    { name: 'a', count: 2 },
    { name: 'b', count: 1 },
    { name: 'two words', count: 1 },
  ]);
});
