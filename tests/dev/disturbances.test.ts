/**
 * What programs do to a site while a session runs over it, hundreds of files at a time or behind its
 * back; and what it sees where the system tells nothing.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DevSite, shareSession, startDevIn } from '../support/dev.ts';
import { makeSite } from '../support/site.ts';
import { untilClean, untilQuiet } from './clean-build.ts';
import { ALPHA, card, check, FILES, type Places, put, type Step, titled, WALK } from './steps.ts';

describe('the next look mends', () => {
  const dev = '.blog/dev';
  const acts: Record<string, (places: Places) => void> = {
    'a served page that was overwritten': put({ [`${dev}/about.html`]: 'Nothing.' }),
    'a served page that was deleted': put({ [`${dev}/about.html`]: null }),
    'a served page that no build has written': put({ [`${dev}/blog/stray.html`]: 'Mine.' }),
    'a served tree whose record is lost'({ root }) {
      put({ 'content/essays/walk/beta.md': null, [`${dev}/x/y.txt`]: 'Mine.' })({ root });
      for (const name of readdirSync(join(root, '.blog'))) {
        if (name.startsWith('build-')) rmSync(join(root, '.blog', name));
      }
    },
    'a served folder that was deleted': put({ [`${dev}/assets`]: null }),
    'a served tree that was deleted': put({ [dev]: null }),
    'all of .blog that was deleted': put({ '.blog': null }),
  };
  test.each(Object.entries(acts))('%s', (_, damage) => {
    const edit = put({ [ALPHA]: titled('Alpha', 'New.\n') });
    const act = (places: Places) => {
      damage(places);
      edit(places);
    };
    return check({}, [[act, { 'blog/alpha.html': 'New.' }]]);
  });
});

test('a tree that is there from before, and of which nothing is known, is made anew', async () => {
  const root = makeSite({ ...FILES, '.blog/dev/old.txt': 'Old.', '.blog/dev/blog': 'In the way.' });
  const site = await startDevIn(root);
  expect(await untilClean(site)).toBe(true);
});

/** The builds that a change has caused, and that had something to do. */
const countCaused = ({ builds }: DevSite) =>
  builds.filter(({ changed, result: { commit } }) => {
    return changed.length > 0 && commit !== null && commit.written + commit.removed > 0;
  }).length;

describe('a checkout of 400 files', () => {
  const essays = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [
      `content/essays/${index % 10}/${index}.md`,
      titled(`Essay ${index}`),
    ]),
  );
  const acts: Record<string, (places: Places) => void> = {
    'at once': put(essays),
    'by another program'({ root, outside }) {
      spawn('cp', ['-r', join(outside, 'content'), root]);
    },
    'by version control'({ root, outside }) {
      // Nothing of the user's own settings, nor of a hook that runs the tests.
      const env = { PATH: process.env.PATH, HOME: outside, GIT_CONFIG_NOSYSTEM: '1' };
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@ann.example', ...args], {
          cwd: outside,
          env,
        });
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'All');
      spawn('git', ['--git-dir', join(outside, '.git'), '--work-tree', root, 'checkout', '.'], {
        env,
      });
    },
  };
  test.each(Object.entries(acts))('%s takes a few builds', async (_, act) => {
    const [root, outside] = [makeSite(FILES), makeSite(essays)];
    const site = await startDevIn(root);
    await untilQuiet(site);
    act({ root, outside, site });
    await site.until((last) => last?.report?.essays === 402);
    expect(await untilClean(site)).toBe(true);
    // Two, where nothing keeps the writer waiting for longer than a burst's own pauses (schedule.test.ts).
    expect(countCaused(site)).toBeLessThanOrEqual(5);
  });
});

test('a file that is gone before it can be read does no harm', async () => {
  const site = await startDevIn(makeSite(FILES));
  await untilQuiet(site);
  const file = join(site.root, 'content/essays/short.md');
  const before = site.builds.length;
  for (let times = 0; times < 50; times++) {
    writeFileSync(file, titled('Short'));
    rmSync(file);
    await new Promise(setImmediate);
  }
  await site.until(() => site.builds.length > before);
  site.write({ [ALPHA]: titled('Alpha', 'New.\n') });
  await site.until(() => site.read('blog/alpha.html')?.includes('New.') ?? false);
  expect(await untilClean(site)).toBe(true);
  expect(site.read('blog/short.html')).toBeNull();
});

test('what is no part of the site is not looked at', async () => {
  const foreign = ['out/x.html', 'node_modules/x/x.js', '.git/HEAD', 'content/essays/.git/HEAD'];
  const before = Object.fromEntries(foreign.map((path) => [path, 'Old.']));
  const site = await startDevIn(makeSite({ ...FILES, ...before }));
  await untilQuiet(site);
  const count = site.builds.length;
  for (const path of [...foreign, 'notes.txt', 'new/content/a.md']) site.write({ [path]: 'New.' });
  // The system tells of changes in their order.
  site.write({ [ALPHA]: titled('Alpha', 'New.\n') });
  const listChanged = () => site.builds.slice(count).flatMap((build) => build.changed);
  await site.until(() => listChanged().includes(ALPHA));
  const changed = listChanged();
  // What the session has written itself may be told late, and be built before.
  expect(changed.filter((path) => path !== 'content/addresses.txt')).toEqual([ALPHA]);
});

describe('where the system tells nothing, files are polled, and', () => {
  const cases: Record<string, Step> = {
    'an edit is seen': [put({ [ALPHA]: titled('Alpha', 'New.\n') }), { 'blog/alpha.html': 'New.' }],
    'a new folder is seen': [
      put({ 'content/essays/new/deep/c.md': titled('Gamma') }),
      { 'blog/gamma.html': 'Gamma' },
    ],
    'a first template is seen': [
      put({ 'templates/EssayCard.tsx': card('one') }),
      { 'index.html': 'one' },
    ],
    'a deleted folder is seen': [put({ [WALK]: null }), { 'blog/beta.html': null }],
  };
  const session = shareSession({ isPolling: true });
  test.each(Object.entries(cases))('%s', (_, step) => check({ session }, [step]));
});
