/**
 * The essays that an essay's page links to: its neighbours in the list, and those related by their tags.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SiteConfig } from '../../../src/essays/config.ts';
import type { ParsedEssay } from '../../../src/essays/essay.ts';
import {
  connectEssays,
  type Essay,
  findRelated,
  type RelatedEssays,
} from '../../../src/site/resolved-essay.ts';
import { selectTexts } from '../../../src/site/text-selection.ts';
import { makeParsed } from '../../support/parsed.ts';

const DAY_MS = 86_400_000;

const has = ({ tags }: { readonly tags: readonly string[] }, tag: string) => tags.includes(tag);

/** An essay as "40 a b S": the day it was published, its tags, and its series in upper case. */
function read(line: string) {
  const [day, ...words] = line.split(' ');
  const tags = words.filter((word) => word === word.toLowerCase());
  const series = words.find((word) => !tags.includes(word)) ?? null;
  return { publishedTimestamp: Number(day) * DAY_MS, tags, series };
}

test('related essays follow tags, dates and series from build to build', () => {
  let last: RelatedEssays | null = null;
  const relate = (...lines: string[]) => {
    const essays = lines.map((line) => ({ ...read(line), address: line }) as unknown as Essay);
    const { essays: connected, related } = connectEssays(essays, last);
    expect(connectEssays(essays, related).related).toBe(related);
    last = related;
    return connected[0]?.related.map(({ address }) => address);
  };
  expect(relate('50 a', '49', '48 a', '47 b', '46')).toEqual(['48 a']);
  expect(relate('50 b', '49', '48 a', '47 b', '46')).toEqual(['47 b']);
  expect(relate('50 b', '49', '48 b', '47 b', '46')).toEqual(['48 b', '47 b']);
  expect(relate('46 b', '49', '40 b', '47 b', '46')).toEqual(['47 b', '40 b']);
  expect(relate('46 b S', '49', '40 b', '47 b S', '46')).toEqual(['40 b']);
});

test.each<[fact: string, list: string, of: string, related: string]>([
  ['three at most', '50a 49 48a 47a 46a 45a', '50a', '48a 47a 46a'],
  ['not by a tag that all have', '50a 49a 48a 47a', '50a', ''],
  ['the nearest in time first', '60a 51a 44a 40a 39a 33a 30a 20a 0', '40a', '33a 30a 51a'],
  ['not the parts of its series', '50aS 49 48aS 47a 46aS 45a 44aT', '50aS', '47a 45a 44aT'],
  ['of the same distance the newer first', '49a 45a 41a 40a 39a 35a 31a 0', '40a', '45a 35a 49a'],
])('essays are related: %s', (_, essays, of, related) => {
  const list = essays.split(' ');
  const found = findRelated(list.map((each) => read(each.replace(/[a-z]/gi, ' $&'))))[
    list.indexOf(of)
  ];
  expect(found?.map((position) => list[position]).join(' ')).toBe(related);
});

test('related essays match the definition, whatever the order of files and tags', () => {
  const essay = fc.record({
    day: fc.integer({ min: 0, max: 20 }),
    tags: fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 4 }),
    series: fc.constantFrom(null, null, 'S'),
  });
  const config = { publishFuture: true, timezone: 'UTC' } as SiteConfig;
  const relate = (essays: readonly object[]) => {
    const sorted = selectTexts(essays as ParsedEssay[], config, {
      showDrafts: false,
      showPrivate: false,
      now: 0,
    }).essays;
    const names = findRelated(sorted).map((all) => all.map((position) => sorted[position]?.path));
    return { sorted, related: Object.fromEntries(sorted.map(({ path }, at) => [path, names[at]])) };
  };
  fc.assert(
    fc.property(
      fc.array(essay, { maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      (given, numbers) => {
        const essays = given.map(({ day, tags, series }, index) => {
          return makeParsed(`${index}`, day * DAY_MS, { tags, series });
        });
        const { sorted, related } = relate(essays);
        const shuffled = essays
          .map((each) => ({ ...each, tags: each.tags.toReversed(), at: numbers.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at);
        expect(relate(shuffled).related).toEqual(related);
        for (const [at, { path, tags, series, publishedTimestamp }] of sorted.entries()) {
          const weigh = (tag: string) => {
            const count = sorted.filter((each) => has(each, tag)).length;
            return Math.round(1000 * Math.log2(sorted.length / count));
          };
          const candidates = sorted.map((other, position) => ({
            path: other.path,
            isLinked: Math.abs(position - at) <= 1 || (series && other.series === series),
            sum: tags.reduce((sum, tag) => sum + (has(other, tag) ? weigh(tag) : 0), 0),
            distance: Math.abs(other.publishedTimestamp - publishedTimestamp),
          }));
          const best = candidates
            .filter(({ isLinked, sum }) => !isLinked && sum > 0)
            .sort((a, b) => b.sum - a.sum || a.distance - b.distance);
          expect(related[path]).toEqual(best.slice(0, 3).map((each) => each.path));
        }
      },
    ),
  );
});
