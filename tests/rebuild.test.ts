/**
 * A result stands until something changes that went into it; then the next is that of a build from
 * nothing, whatever it takes from the last.
 */
import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writePending } from '../src/output/record.ts';
import { passTick } from './support/damages.ts';
import {
  buildFresh,
  buildSettled,
  type Change,
  describeResult,
  FILES,
  isStanding,
  picture,
  settle,
  write,
} from './support/rebuild.ts';
import {
  buildIn,
  buildSite,
  essay,
  NOW,
  type Options,
  SITE_YAML,
  writeFiles,
} from './support/site.ts';

const HOUR = 3_600_000;

describe('while nothing changes', () => {
  test('the result stands, with its problems and its counts', async () => {
    const first = await buildSite({
      ...FILES,
      'content/essays/c.md': essay('title: C', '[x](/gone)'),
    });
    expect(first.codes).toEqual(['link-broken', 'date-missing']);
    const site = await first.rebuild({
      'content/essays/c.md': essay('title: C\npublished: 2016-01-01', '[x](/gone)'),
    });
    const standing = await settle(site);
    expect(describeResult(standing)).toEqual(describeResult(site));
    expect(standing.codes).toEqual(['link-broken']);
    expect(standing.commit).toEqual({ written: 0, unchanged: site.paths.length, removed: 0 });
  });

  test('it stands at every later moment of the day', async () => {
    const site = await buildSettled();
    for (const now of [NOW, NOW + 1, NOW + 12 * HOUR - 1]) {
      expect(isStanding(await site.rebuild({}, { now }))).toBe(true);
    }
  });

  test('it stands for each output folder', async () => {
    const site = await buildSettled();
    const options = { outDir: join(site.root, 'other') };
    const other = await settle(await buildIn(site.root, options));
    expect(isStanding(other)).toBe(true);
    expect(isStanding(await site.rebuild())).toBe(true);
  });

  test('what lies beside the content does not matter', async () => {
    const site = await buildSettled();
    passTick(site.root);
    const changes = { 'README.md': 'x', 'content/notes.md': null, 'content/other/x.md': 'x' };
    writeFiles(site.root, { 'content/notes.md': 'x', 'content/essays/.obsidian/x.md': 'x' });
    const again = await site.rebuild(changes);
    expect(again.commit).toMatchObject({ written: 0, removed: 0 });
    expect(isStanding(await settle(again))).toBe(true);
  });
});

const rename =
  (from: string, to: string): Change =>
  (root) =>
    renameSync(join(root, from), join(root, to));

/** Rewrites a file with a text of its length, and gives it back its times. */
const rewriteUnseen =
  (path: string, find: string, replaced: string): Change =>
  (root) => {
    const file = join(root, path);
    const { atime, mtime } = statSync(file);
    const before = String(FILES[path]);
    expect(replaced.length).toBe(find.length);
    writeFileSync(file, before.replace(find, replaced));
    utimesSync(file, atime, mtime);
  };

const B = 'content/essays/b.md';

describe('after a change, the result is that of a build from nothing', () => {
  const cases: readonly [name: string, change: Change, options?: Options][] = [
    ['of an essay’s words', write({ [B]: essay('title: B\npublished: 2019-01-01', 'y\n') })],
    ['of an essay’s title', write({ [B]: essay('title: New\npublished: 2019-01-01') })],
    ['of an essay’s date', write({ [B]: essay('title: B\npublished: 2021-01-01') })],
    ['of an essay’s tags', write({ [B]: essay('title: B\npublished: 2019-01-01\ntags: x') })],
    ['of an essay’s slug', write({ [B]: essay('title: B\npublished: 2019-01-01\nslug: x') })],
    [
      'of an essay’s aliases',
      write({ [B]: essay('title: B\npublished: 2019-01-01\naliases: /x') }),
    ],
    [
      'of an essay into a draft',
      write({ [B]: essay('title: B\npublished: 2019-01-01\ndraft: true') }),
    ],
    ['of an essay that keeps its size and its time', rewriteUnseen(B, 'x\n', 'y\n')],
    ['of an essay into one with an error', write({ [B]: essay('title: B') })],
    ['of a draft', write({ 'content/essays/d.md': essay('title: D\npublished: 2018-01-01') })],
    [
      'of a heading that another essay links to',
      write({ [B]: essay('title: B\npublished: 2019-01-01', '## Other\n') }),
    ],
    [
      'that adds an essay',
      write({ 'content/essays/e.md': essay('title: E\npublished: 2022-01-01') }),
    ],
    [
      'that adds an essay in a new folder',
      write({ 'content/essays/x/y/e.md': essay('title: E\npublished: 2022-01-01') }),
    ],
    [
      'that adds an essay whose slug was another’s',
      write({ 'content/essays/e.md': essay('title: A\npublished: 2010-01-01') }),
    ],
    ['that removes an essay', write({ 'content/essays/walk/index.md': null })],
    ['that removes an essay that another links to', write({ [B]: null })],
    ['that removes all essays', write({ 'content/essays': null })],
    ['of an essay’s name', rename(B, 'content/essays/z.md')],
    ['of a folder’s name', rename('content/essays/walk', 'content/essays/ride')],
    ['of site.yaml', write({ 'content/site.yaml': `${SITE_YAML}title: Other\n` })],
    ['of the time zone', write({ 'content/site.yaml': `${SITE_YAML}timezone: Asia/Tokyo\n` })],
    [
      'of the site’s URL',
      write({ 'content/site.yaml': 'name: Ann\nurl: https://ann.example/blog\n' }),
    ],
    ['of about.md', write({ 'content/about.md': 'I am Ben.\n' })],
    ['that removes about.md', write({ 'content/about.md': null })],
    ['of a public file', write({ 'content/public/robots.txt': 'User-agent: x\n' })],
    [
      'of a public file that keeps its size and its time',
      rewriteUnseen('content/public/robots.txt', '*', 'x'),
    ],
    ['that adds a public file', write({ 'content/public/deep/x.txt': 'x' })],
    ['that removes a public file', write({ 'content/public/robots.txt': null })],
    ['that removes all public files', write({ 'content/public': null })],
    ['of the author’s own redirects', write({ 'content/public/_redirects': '/y /blog/b 301\n' })],
    ['of a picture', write({ 'content/essays/walk/pic.svg': picture(7) })],
    ['that removes a picture', write({ 'content/essays/walk/pic.svg': null })],
    [
      'that adds a template',
      write({ 'templates/EssayCard.tsx': 'export const EssayCard = () => <li />;\n' }),
    ],
    [
      'that adds a template with an error',
      write({ 'templates/EssayCard.tsx': 'export const EssayCard = ;\n' }),
    ],
    ['that adds a style sheet', write({ 'templates/style.css': 'p { color: red }\n' })],
    ['of the drafts that are wanted', write({}), { showDrafts: true }],
    ['of the day', write({}), { now: NOW + 12 * HOUR }],
    ['of the year', write({}), { now: Date.UTC(2027, 5, 1) }],
    ['of the clock, back', write({}), { now: Date.UTC(2020, 5, 1) }],
    ['of the program', write({}), { program: 'another program' }],
  ];
  test.each(cases)('%s', async (_, change, options = {}) => {
    const site = await buildSettled();
    passTick(site.root);
    change(site.root);
    const again = await site.rebuild({}, options);
    const fresh = await buildFresh(site.root, options);
    // With an error nothing is written, so that only the report is new.
    const isBad = again.commit === null;
    expect(describeResult(again)).toEqual(
      isBad ? { ...describeResult(site), report: fresh.report } : fresh,
    );
    if (!isBad) expect(describeResult(await settle(again))).toEqual(fresh);
  });

  test('of warnings into errors', async () => {
    const site = await buildSettled({
      'content/essays/e.md': essay('title: E\npublished: 2019-01-01', '[x](/gone)'),
    });
    expect(site.codes).toEqual(['link-broken']);
    const strict = await site.rebuild({}, { isStrict: true });
    expect([strict.codes, strict.commit]).toEqual([['link-broken'], null]);
    expect(isStanding(await site.rebuild())).toBe(true);
  });

  test('that is taken back', async () => {
    const site = await buildSettled();
    passTick(site.root);
    const broken = await site.rebuild({ [B]: essay('title: B') });
    expect(broken.commit).toBeNull();
    const again = await broken.rebuild({ [B]: FILES[B] as string });
    expect(describeResult(again)).toEqual(describeResult(site));
    expect(isStanding(await settle(again))).toBe(true);
  });

  const NEWS = essay('title: News\npublished: 2022-01-01');
  const links: readonly [
    name: string,
    target: string,
    path: string,
    make: Change,
    change: Change,
  ][] = [
    [
      'of what an essay that is a link leads to',
      '../../elsewhere/e.md',
      'content/essays/e.md',
      write({ 'elsewhere/e.md': essay('title: Old\npublished: 2022-01-01') }),
      write({ 'elsewhere/e.md': NEWS }),
    ],
    [
      'in a folder that is reached through a link',
      '../../elsewhere',
      'content/essays/linked',
      write({ 'elsewhere/e.md': essay('title: Old\npublished: 2022-01-01') }),
      write({ 'elsewhere/f.md': NEWS }),
    ],
    [
      'that gives a link something to lead to',
      '../../elsewhere/e.md',
      'content/essays/e.md',
      (root) => mkdirSync(join(root, 'elsewhere')),
      write({ 'elsewhere/e.md': NEWS }),
    ],
    [
      'that gives a public link something to lead to',
      '../../elsewhere/x.txt',
      'content/public/x.txt',
      (root) => mkdirSync(join(root, 'elsewhere')),
      write({ 'elsewhere/x.txt': 'x' }),
    ],
  ];
  test.each(links)('%s', async (_, target, path, make, change) => {
    const first = await buildSite(FILES);
    make(first.root);
    symlinkSync(target, join(first.root, path));
    const site = await settle(await first.rebuild());
    passTick(site.root);
    change(site.root);
    const again = await site.rebuild();
    expect(describeResult(again)).toEqual(await buildFresh(site.root));
    expect(describeResult(again)).not.toEqual(describeResult(first));
  });
});

describe('what becomes of the output is seen', () => {
  const cases: readonly [name: string, change: Change, written: number][] = [
    ['a page that was removed', write({ 'out/blog/a.html': null }), 1],
    ['a folder that was removed', write({ 'out/blog': null }), 3],
    ['all of it', write({ out: null }), -1],
    ['a page that was changed', write({ 'out/blog/a.html': 'x' }), 1],
    [
      'a page that was changed, with its size and its time kept',
      (root) => {
        const file = join(root, 'out/robots.txt');
        const { atime, mtime } = statSync(file);
        writeFileSync(file, 'User-agent: x\n');
        utimesSync(file, atime, mtime);
      },
      1,
    ],
    [
      'a page whose place an empty folder took',
      (root) => {
        rmSync(join(root, 'out/about.html'));
        mkdirSync(join(root, 'out/about.html'));
      },
      1,
    ],
  ];
  test.each(cases)('%s is made whole', async (_, change, written) => {
    const site = await buildSettled();
    const before = describeResult(site);
    passTick(site.root);
    change(site.root);
    const again = await site.rebuild();
    expect(describeResult(again)).toEqual(before);
    expect(again.commit?.written).toBe(written === -1 ? site.paths.length : written);
    expect(describeResult(await settle(again))).toEqual(before);
  });

  test.each(['out/hand.html', 'out/blog/hand.html'])(
    'a page that no build wrote: %s',
    async (path) => {
      const site = await buildSettled();
      passTick(site.root);
      const again = await site.rebuild({ [path]: 'mine' });
      expect(again.codes).toEqual(['out-unknown-files']);
      // It is named each time, as long as it is there.
      passTick(site.root);
      expect((await again.rebuild()).codes).toEqual(['out-unknown-files']);
      passTick(site.root);
      expect((await again.rebuild({ [path]: null })).codes).toEqual([]);
    },
  );

  test('what a build that was killed may have left', async () => {
    const site = await buildSettled();
    writePending(join(site.root, '.blog'), join(site.root, 'out'), ['blog/late.html']);
    const again = await site.rebuild({ 'out/blog/late.html': 'half' });
    expect(again.report).toBe('');
    expect(again.paths).not.toContain('blog/late.html');
  });

  test('a page that was changed while it was built', async () => {
    const site = await buildSite(FILES);
    rmSync(join(site.root, '.blog'), { recursive: true });
    const before = describeResult(site);
    const page = join(site.root, 'out/blog/a.html');
    const again = await site.rebuild({}, { onPage: () => writeFileSync(page, 'by hand') });
    expect(again.commit).not.toBeNull();
    passTick(site.root);
    expect(describeResult(await site.rebuild())).toEqual(before);
  });
});
