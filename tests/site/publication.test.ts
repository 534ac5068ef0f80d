import { describe, expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import {
  buildSite,
  buildSound,
  essay,
  type Files,
  NOW,
  type Options,
  SITE_YAML,
  statesOf,
} from '../support/site.ts';
import { expectFacts } from '../support/texts.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

const withDraft: Files = {
  'content/essays/done.md': essay('title: Same\npublished: 2020-01-01\ntags: [seen]'),
  'content/essays/draft/index.md': essay(
    'title: Same\npublished: 2019-01-01\ntags: [seen, unseen]\naliases: /old-draft\ndraft: true\nimage: pic.svg',
    'Text [nowhere](/nowhere) ![p](pic.svg)\n',
  ),
  'content/essays/draft/pic.svg': picture,
};

describe('a draft', () => {
  test('is left out of pages, list, tags, counts, aliases, slugs, assets and link checks', async () => {
    const site = await buildSound(withDraft);
    expect(statesOf(site.site)).toEqual(['draft']);
    expect(site.site?.essays.map(({ slug }) => slug)).toEqual(['same']);
    expect(site.site?.editions[0]?.tags).toMatchObject([{ name: 'seen', count: 1 }]);
    const out = site.paths.join('\n');
    expect(out).not.toMatch(/old-draft|same-2|pic\./);
    for (const path of site.paths) expect(site.text(path)).not.toMatch(/old-draft|unseen|pic\./);
  });

  test('is shown in all of them with --drafts, and marked', async () => {
    const site = await buildSite(withDraft, { showDrafts: true });
    expect(site.problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'link-broken notice',
    ]);
    expect(statesOf(site.site)).toEqual(['draft+']);
    const slugs = site.site?.essays.map(({ slug, draft }) => `${slug} ${draft}`);
    const tags = site.site?.editions[0]?.tags.map(({ name, count }) => `${name} ${count}`);
    expect([slugs, tags]).toEqual([
      ['same false', 'same-2 true'],
      ['seen 2', 'unseen 1'],
    ]);
    expect(site.paths).toEqual(expect.arrayContaining(['blog/same-2.html', 'old-draft.html']));
    expect(site.paths.join(' ').match(/\bassets\/pic\.[0-9a-f]{10}\.svg\b/g)).toHaveLength(1);
    expectFacts(site.page('blog/same.html'), { '.draft': [] });
    expectFacts(site.page('blog/same-2.html'), { '.draft': ['Draft'] });
    expectFacts(site.page('index.html'), { '.essays .draft': ['Draft'] });
  });

  test('that others link to is a broken link', async () => {
    const site = await buildSite({
      'content/essays/a.md': essay(
        'title: A\ndate: 2020-01-01',
        '[b](/blog/b) [b](b.md#c) [b](b.pdf)\n',
      ),
      'content/essays/b.md': essay('title: B\ndate: 2020-01-01\npublished: false'),
    });
    expect(statesOf(site.site)).toEqual(['private']);
    const told = 'leads to content/essays/b.md, which is not published';
    expect(withPlaces(site.problems)).toEqual([
      `link-broken content/essays/a.md:5:5 The link \`/blog/b\` ${told}`,
      `link-broken content/essays/a.md:5:18 The link \`b.md#c\` ${told}`,
      'link-broken content/essays/a.md:5:30 The link `b.pdf` leads to nothing in the site',
    ]);
  });

  const odd = 'slug: a b\nimage: none.png\naliases: [/x y, a//b]\nupdated: soon\ntags: { a: 1 }';
  test.each([
    ['a draft without a date or a title', '', 'just a thought\n'],
    ['a private text', `private: true\npublished: 2020-02-30\n${odd}`, '::unknown{a}\n'],
    ['a draft with `draft: maybe`', 'draft: maybe', 'Words.\n'],
    ['a text before its time', `title: A\ndate: 2020-01-01\nembargo: 2030-01-01\n${odd}`, ''],
    ['an expired one', `title: A\ndate: 2020-01-01\nexpires: 2021-01-01\n${odd}`, ''],
    ['an empty draft', '', ''],
    ['a page', `draft: true\n${odd}`, '', 'content/pages/idea.md'],
  ])('%s stops nothing', async (_, front, body, path = 'content/essays/idea.md') => {
    const text = front === '' ? body : essay(front, body);
    const files = { 'content/essays/a.md': essay('title: A\ndate: 2020-01-01'), [path]: text };
    for (const showDrafts of [false, true]) {
      const site = await buildSite(files, { showDrafts, showPrivate: true });
      expect(site.commit, site.report).not.toBeNull();
      expect(new Set(site.problems.map(({ severity }) => severity))).toEqual(new Set(['notice']));
    }
  });

  test.each([
    ['---\ntitle: A: B\ndraft: true\n---\n', 'yaml-invalid'],
    ['---\ntitle: A\nstatus: draft\n\nBody', 'front-matter-unclosed'],
    ['+++\ntitle = A\ndraft = true\n+++\n', 'front-matter-invalid'],
    ['{\n"title": @A,\n"private": true\n}\n', 'front-matter-invalid'],
  ])('that nobody can read stops nothing if a line of it hides it: %j', async (text, code) => {
    const site = await buildSite({ 'content/essays/a.md': text });
    expect(site.problems.map((each) => `${each.code} ${each.severity}`)).toContain(
      `${code} notice`,
    );
    expect(site.commit).not.toBeNull();
    const published = await site.rebuild({
      'content/essays/a.md': text.replace(/draft: true|status: draft|draft = true|"private"/, 'x'),
    });
    expect(published.commit).toBeNull();
  });
});

describe('a draft without a date', () => {
  const HOUR = 3_600_000;
  const zone = (name: string) => ({ 'content/site.yaml': `${SITE_YAML}timezone: ${name}\n` });
  const undated: Files = {
    'content/essays/today.md': essay('title: Today\npublished: 2026-11-21 11:00'),
    'content/essays/b.md': essay('title: B\ndraft: true'),
    'content/essays/a.md': essay('title: A\ndraft: true'),
  };

  test.each([
    ['UTC', '2026-11-21T00:00:00.000Z'],
    ['America/New_York', '2026-11-21T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ])('bears the first moment of the build’s day in %s', async (name, moment) => {
    const files = { ...zone(name), 'content/essays/a.md': essay('title: A\ndraft: true') };
    const site = await buildSite(files, { showDrafts: true });
    const [only] = site.site?.essays ?? [];
    expect(new Date(only?.publishedTimestamp ?? 0).toISOString()).toBe(moment);
    expect(only?.formattedDate).toBe(name === 'Pacific/Kiritimati' ? 'Nov 22' : 'Nov 21');
  });

  test.each([
    ['first, before what was published later on that day', NOW, ['a', 'b', 'today'], []],
    ['behind what is dated after the build', NOW - 2 * HOUR, ['today', 'a', 'b'], ['date-future']],
  ])('stands %s', async (_, now, order, codes) => {
    const site = await buildSite(undated, { showDrafts: true, now });
    expect([site.site?.essays.map(({ slug }) => slug), site.codes]).toEqual([order, codes]);
  });
});

describe('the same files make the same site', () => {
  const dated = (moment: string, more = '') => essay(`title: A\npublished: '${moment}'\n${more}`);
  const midnight = '2026-11-22T00:00:00.000Z';
  const three = '2026-11-21T15:00:00.000Z';
  const instant = '2026-11-21T12:00:00.001Z';
  const shown = { showDrafts: true };
  const config = (line: string) => ({ 'content/site.yaml': SITE_YAML + line });
  const draft = dated('2026-11-21T15:00Z', 'draft: true');
  const undated = essay('title: A\ndraft: true');
  const sooner = { a: dated('2026-11-21T15:00Z'), b: dated('2026-11-21T18:00Z') };
  const cases: readonly [name: string, until: string, files: Files, options?: Options][] = [
    ['until midnight', midnight, {}],
    ['in the site’s zone', '2026-11-22T05:00:00.000Z', config('timezone: America/New_York\n')],
    ['until an essay’s moment comes, if that is sooner', three, sooner],
    ['until one appears', instant, { ...config('publishFuture: false\n'), a: dated(instant) }],
    ['whatever is said of a draft that is left out', midnight, { a: draft }],
    ['until the moment of a draft that is shown', three, { a: draft }, shown],
    ['until midnight, with a draft that has no date', midnight, { a: undated }, shown],
  ];
  test.each(cases)('%s', async (_, until, files, options) => {
    const toPath = (name: string) => (name.length === 1 ? `content/essays/${name}.md` : name);
    const named = Object.entries(files).map(([name, text]) => [toPath(name), text]);
    const site = await buildSite(Object.fromEntries(named), options);
    expect(new Date(site.site?.validUntil ?? 0).toISOString()).toBe(until);
  });
});

describe('an essay dated after the build', () => {
  const files = (config = ''): Files => ({
    'content/site.yaml': SITE_YAML + config,
    'content/essays/soon.md': essay(
      `title: Soon\npublished: ${new Date(NOW + 1).toISOString()}\ntags: soon\naliases: /early`,
    ),
    'content/essays/just.md': essay(`title: Just\npublished: ${new Date(NOW).toISOString()}`),
  });

  test('is published, with a notice', async () => {
    const site = await buildSite(files());
    const hint =
      'It is published anyway; `publishFuture: false` in content/site.yaml holds it back.';
    expect(site.problems).toMatchObject([{ code: 'date-future', severity: 'notice', hint }]);
    expect(site.site?.essays.map(({ slug }) => slug)).toEqual(['soon', 'just']);
  });

  test.each([
    ['UTC', '2026-11-21 23:00', '2026-11-21T23:00:00+00:00'],
    ['Asia/Tokyo', '2026-11-21 23:00 UTC', '2026-11-22T08:00:00+09:00'],
    ['America/New_York', '2027-03-15', '2027-03-15T00:00:00-04:00'],
  ])('says when, by the clock of %s: %s', async (zone, date, when) => {
    const site = await buildSite({
      'content/site.yaml': `${SITE_YAML}timezone: ${zone}\n`,
      'content/essays/soon.md': essay(`title: Soon\npublished: ${date}`),
    });
    expect(site.problems[0]?.message).toBe(
      `The date \`${date}\` is in the future: ${when} (${zone})`,
    );
  });

  test('is left out with `publishFuture: false`, with its tags and aliases', async () => {
    const site = await buildSite(files('publishFuture: false\n'));
    expect(site.codes).toEqual(['date-future']);
    expect(site.report).toContain('It is left out until then');
    expect(site.site?.essays.map(({ slug }) => slug)).toEqual(['just']);
    expect(statesOf(site.site)).toEqual(['not yet']);
    expect(site.site).toMatchObject({ editions: [{ tags: [] }] });
    expect(site.paths).not.toContain('early.html');
    // It appears once its date has passed.
    const later = await site.rebuild({}, { now: NOW + 1 });
    expect(later.report).toBe('');
    expect(later.site?.essays.map(({ slug }) => slug)).toEqual(['soon', 'just']);
  });

  test('that is a draft is counted as a draft alone, and needs no notice', async () => {
    const a = essay('title: A\npublished: 2030-01-01\ndraft: true');
    const site = await buildSite({ 'content/essays/a.md': a });
    expect(statesOf(site.site)).toEqual(['draft']);
    expect(site.codes).toEqual([]);
  });
});

describe('the shown date is the year, and month and day in the build’s own year', () => {
  const newYear = Date.UTC(2026, 0, 1);
  const hour = 3_600_000;
  const zones = { ny: 'America/New_York', ki: 'Pacific/Kiritimati', utc: 'UTC' };
  const cases: readonly [keyof typeof zones, now: number, published: string, string, number][] = [
    ['utc', NOW, '2026-12-03', 'Dec 3', 2026],
    ['utc', NOW, '2025-12-31T23:59:59Z', '2025', 2025],
    ['utc', NOW, '2027-01-01', '2027', 2027],
    // West of UTC the old year lasts longer, until midnight there, and essays are dated there too.
    ['ny', newYear, '2025-12-03', 'Dec 3', 2025],
    ['ny', newYear + 5 * hour, '2025-12-03', '2025', 2025],
    ['ny', NOW, '2026-01-01T04:59:59Z', '2025', 2025],
    // East of it the new one begins earlier.
    ['ki', newYear - 14 * hour, '2026-01-01', 'Jan 1', 2026],
    ['ki', newYear - 14 * hour - 1, '2025-12-31', 'Dec 31', 2025],
  ];
  test.each(cases)('%s, at %d: %s → %s', async (zone, now, published, shown, year) => {
    const files = {
      'content/site.yaml': `${SITE_YAML}timezone: ${zones[zone]}\n`,
      'content/essays/a.md': essay(`title: A\npublished: '${published}'`),
    };
    const site = await buildSite(files, { now });
    const [only] = site.site?.essays ?? [];
    expect([only?.formattedDate, only?.year]).toEqual([shown, year]);
    expectFacts(site.page('index.html'), { '.essays time': [shown] });
    expectFacts(site.page('blog/a.html'), { '.essay time': [String(year)] });
  });

  test('a date stated for display is shown as it is', async () => {
    const site = await buildSite({
      'content/essays/a.md': essay('title: A\npublished: 2026-12-03\nformattedDate: Advent'),
    });
    expectFacts(site.page('index.html'), { '.essays time': ['Advent'] });
  });
});
