/**
 * Suggestions for unknown names: one rule for links, anchors, pictures, redirects, tags, zones and keys.
 */
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/essays/config.ts';
import { findSimilarTags } from '../../src/site/tags.ts';
import { buildSite, essay, SITE_YAML } from '../support/site.ts';

const around = {
  'content/about.md': 'I write.\n',
  'content/public/images/Red Door.png': 'x',
  'content/public/cv.pdf': 'x',
  'content/essays/2019/firebug.md': essay(
    'title: Firebug 1.0 beta\ndate: 2019-01-01',
    '## The end of it\n',
  ),
  'content/essays/2020/hills.jpg': 'x',
  'content/essays/2020/trip/index.md': essay('title: A long trip\ndate: 2020-02-01'),
};

test('a broken link gets a suggestion if it is similar to something', async () => {
  /** The suggestion; null where nothing is similar. */
  const links: Readonly<Record<string, string | null>> = Object.fromEntries([
    ['/blog/a-logn-trip', '/blog/a-long-trip'],
    ['/2006/firebug-10-beta/', '/blog/firebug-1-0-beta'],
    ['../2019/firebag.md', '../2019/firebug.md'],
    ['blog/a-long-trip', '/blog/a-long-trip'],
    ['/abuot', '/about'],
    ['/files/cv.pdf', '/cv.pdf'],
    ['hils.jpg', 'hills.jpg'],
    ['images/hills.jpg', 'hills.jpg'],
    ['/images/red-door.png', '/images/Red%20Door.png'],
    ['/blog/a-long-trip#the-end', null],
    ['/blog/firebug-1-0-beta#The_End_Of_It', '#the-end-of-it'],
    ['/about#contat', '#contact'],
    ['/blog/firebug-2-0-beta', null],
    ['/nothing/like/it', null],
    ['http//x.example/y', 'http://x.example/y'],
    ['www.x.example', 'https://www.x.example'],
    ['github.com/x', 'https://github.com/x'],
    ['ann@x.example', 'mailto:ann@x.example'],
  ]);
  const written = Object.keys(links);
  const body = [...written, '/firebug.md'].map((link) => `[x](${link})\n`).join('');
  const { problems } = await buildSite({
    ...around,
    'content/site.yaml': `${SITE_YAML}email: ann@ann.example\n`,
    'content/essays/2020/a.md': essay('title: A\ndate: 2020-01-01', body),
  });
  const asked = problems.map(({ line, hint }) => {
    const [, meant = null] = /^Did you mean `(.*?)`\?/.exec(hint ?? '') ?? [];
    return [written[(line ?? 0) - 5], meant];
  });
  expect(Object.fromEntries(asked)).toEqual(links);
  expect(asked).toHaveLength(written.length);
});

test('the suggestion for a path with backslashes has slashes', async () => {
  const links: Readonly<Record<string, string>> = {
    '[x](..\\2019\\firebug.md)': '../2019/firebug.md',
    '![x](.\\hills.jpg)': 'hills.jpg',
    '![x](pictures\\hills.jpg)': 'hills.jpg',
    '![x](no\\such\\thing.jpg)': 'no/such/thing.jpg',
    '<img src="..\\2020\\hills.jpg" alt="x">': '../2020/hills.jpg',
  };
  const { problems } = await buildSite({
    ...around,
    'content/essays/2020/a.md': essay(
      'title: A\ndate: 2020-01-01\nimage: .\\hills.jpg',
      Object.keys(links).join('\n\n'),
    ),
  });
  const found = problems.map(({ message, hint }) => [message, hint]);
  expect(found[0]).toEqual([
    'The image `.\\hills.jpg` is not in the site',
    'Did you mean `hills.jpg`?',
  ]);
  expect(found.slice(1).map(([, hint]) => hint)).toEqual(
    Object.values(links).map((meant) => `Did you mean \`${meant}\`?`),
  );
});

test('the suggestion for the old name of a renamed file is the new one', async () => {
  const link = essay('title: A\ndate: 2020-01-01', '[x](2019/old-walk.md)\n');
  const walk = essay('title: Old walk\ndate: 2019-01-01', 'One two three four five.\n');
  const other = essay('title: Snow\ndate: 2019-02-01', 'Six seven eight nine ten.\n');
  const site = await buildSite(
    {
      'content/essays/a.md': link,
      'content/essays/b.md': essay('title: B\ndate: 2020-01-01', '[x](2019/winter.md)\n'),
      'content/essays/2019/old-walk.md': walk,
      'content/essays/2019/winter.md': other,
    },
    { remembers: 'all' },
  );
  expect(site.report).toBe('');
  const moved = await site.rebuild({
    'content/essays/2019/old-walk.md': null,
    'content/essays/2019/winter.md': null,
    'content/essays/2021/hike.md': walk,
    'content/essays/2021/white.md': other,
  });
  const hints = (each: typeof site) => each.problems.map(({ file, hint }) => `${file} ${hint}`);
  expect(hints(moved)).toEqual([
    'content/essays/a.md Did you mean `2021/hike.md`?',
    'content/essays/b.md Did you mean `2021/white.md`?',
  ]);
  // By then the record has the new name, so only the address still has the old one.
  const again = await moved.rebuild();
  expect(hints(again)[0]).toBe('content/essays/a.md Did you mean `2021/hike.md`?');
});

test.each([
  ['Europe/Belrin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['Somewhere', null],
])('the zone %j', (zone, meant) => {
  const bytes = Buffer.from(`${SITE_YAML}timezone: ${zone}\n`);
  const [problem] = parseConfig({ path: 'content/site.yaml', bytes }).problems;
  if (meant === null) expect(problem?.hint).toMatch(/^Write it as/);
  else expect(problem?.hint).toBe(`Did you mean \`${meant}\`?`);
});

test.each<[tags: string, similar: string]>([
  ['Travel travel travel', 'Travel=travel'],
  ['last-fm last-fm lastfm', 'lastfm=last-fm'],
  ['technology technology technology technolgy', ''],
])('of the tags %s', (tags, similar) => {
  const names = tags.split(' ');
  const counts = [...new Set(names)].map((name) => {
    return { name, count: names.filter((each) => each === name).length };
  });
  const sorted = counts.sort((a, b) => b.count - a.count);
  const essays = names.map((name) => ({ tags: [name], source: `${name}.md` }));
  const found = findSimilarTags(sorted, essays).map(({ tag, meant }) => `${tag}=${meant}`);
  expect(found.join(' ')).toBe(similar);
});
