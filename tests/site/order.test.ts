import { describe, expect, test } from 'vitest';
import { countTags } from '../../src/site/tags.ts';
import { buildSound, essay } from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

test('essays are sorted newest first, and those of the same moment by path', async () => {
  const site = await buildSound({
    'content/essays/z.md': essay('title: Z\npublished: 2021-05-05 10:00'),
    'content/essays/b.md': essay('title: B\npublished: 2020-01-01'),
    'content/essays/a/late.md': essay('title: Late\npublished: 2020-01-01'),
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01T00:00:00Z'),
    'content/essays/noon.md': essay('title: Noon\npublished: 2020-01-01 12:00'),
    'content/essays/zone.md': essay('title: Zone\npublished: January 1, 2020 at 8:00 AM EST'),
    'content/essays/stamp.md': essay('title: Stamp\npublishedTimestamp: 946684800000'),
    'content/essays/early.md': essay('title: Early\npublished: 1969-12-31'),
  });
  const order = ['Z', 'Zone', 'Noon', 'A', 'Late', 'B', 'Stamp', 'Early'];
  expect(site.site?.essays.map(({ title }) => title)).toEqual(order);
  expectFacts(site.page('index.html'), { '.essays h3': order });
});

describe('tags are counted', () => {
  const cases: readonly [name: string, essays: string[], counts: string][] = [
    ['there are none without essays', [], ''],
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
