/**
 * Changes by other programs during a session: damage to its output folder, and hundreds of files at once. Also
 * polling, where the system sends no notifications.
 */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { untilClean, untilQuiet } from '../../support/clean-build.ts';
import { type DevSite, shareSession, startDevIn } from '../../support/dev.ts';
import { type Files, makeSite } from '../../support/site.ts';
import { ALPHA, check, FILES, type Places, put, type Step, titled, WALK } from './steps.ts';

describe('the next check repairs', () => {
  const dev = '.blog/dev';
  const acts: Record<string, (places: Places) => void> = {
    'a served page that was overwritten': put({ [`${dev}/about.html`]: 'Nothing.' }),
    'a served page that no build has written': put({ [`${dev}/blog/stray.html`]: 'Mine.' }),
    'a served tree whose record is lost'({ root }) {
      put({ 'content/essays/walk/beta.md': null, [`${dev}/x/y.txt`]: 'Mine.' })({ root });
      for (const name of readdirSync(join(root, '.blog'))) {
        if (name.startsWith('build-')) rmSync(join(root, '.blog', name));
      }
    },
    'a served tree that was deleted': put({ [dev]: null }),
    'all of .blog that was deleted': put({ '.blog': null }),
  };
  const session = shareSession();
  test.each(Object.entries(acts))('%s', (_, damage) => {
    const edit = put({ [ALPHA]: titled('Alpha', 'New.\n') });
    const act = (places: Places) => {
      damage(places);
      edit(places);
    };
    return check({ session, mayBeMissed: true }, [[act, { 'blog/alpha.html': 'New.' }]]);
  });
});

test('an output folder from before without a record is rebuilt', async () => {
  const root = makeSite({ ...FILES, '.blog/dev/old.txt': 'Old.', '.blog/dev/blog': 'In the way.' });
  const site = await startDevIn(root);
  expect(await untilClean(site)).toBe(true);
});

/** The number of builds that a change caused and that wrote or removed files. */
const countCaused = ({ builds }: DevSite) =>
  builds.filter(({ changed, result: { commit } }) => {
    return changed.length > 0 && commit !== null && commit.written + commit.removed > 0;
  }).length;

test('a checkout of 200 files by another program takes a few builds', async () => {
  const essays = Array.from({ length: 200 }, (_, index) => [
    `content/essays/${index % 10}/${index}.md`,
    titled(`Essay ${index}`),
  ]);
  const [root, outside] = [makeSite(FILES), makeSite(Object.fromEntries(essays))];
  const site = await startDevIn(root);
  await untilQuiet(site);
  spawn('cp', ['-r', join(outside, 'content'), root]);
  await site.until((last) => last?.report?.essays === 202);
  expect(await untilClean(site)).toBe(true);
  // Two, unless the writer pauses for longer than a burst does (watch-moments.test.ts).
  expect(countCaused(site)).toBeLessThanOrEqual(5);
});

test('a file that disappears before it can be read does no harm', async () => {
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

test('changes to files outside the site’s content are ignored', async () => {
  const foreign = ['out/x.html', 'node_modules/x/x.js', '.git/HEAD', 'content/essays/.git/HEAD'];
  const before = Object.fromEntries(foreign.map((path) => [path, 'Old.']));
  const site = await startDevIn(makeSite({ ...FILES, ...before }));
  await untilQuiet(site);
  const count = site.builds.length;
  for (const path of [...foreign, 'notes.txt', 'new/content/a.md']) site.write({ [path]: 'New.' });
  // The system reports changes in order.
  site.write({ [ALPHA]: titled('Alpha', 'New.\n') });
  const listChanged = () => site.builds.slice(count).flatMap((build) => build.changed);
  await site.until(() => listChanged().includes(ALPHA));
  const changed = listChanged();
  // Files that the session itself writes may be reported late, after they were built.
  expect(changed.filter((path) => path !== 'content/addresses.txt')).toEqual([ALPHA]);
});

describe('without notifications from the system, files are polled, and', () => {
  const cases: Record<string, Step> = {
    'an edit is seen': [put({ [ALPHA]: titled('Alpha', 'New.\n') }), { 'blog/alpha.html': 'New.' }],
    'a new folder is seen': [
      put({ 'content/essays/new/deep/c.md': titled('Gamma') }),
      { 'blog/gamma.html': 'Gamma' },
    ],
    'a deleted folder is seen': [put({ [WALK]: null }), { 'blog/beta.html': null }],
  };
  // Each has its own: soon after a change, a check of all files could find the next one first.
  const session = (files: Files) => {
    vi.stubEnv('CHOKIDAR_USEPOLLING', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    return startDevIn(makeSite(files));
  };
  test.each(Object.entries(cases))('%s', (_, step) => check({ session }, [step]));
});
