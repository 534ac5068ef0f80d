/**
 * The builder process of `blog dev`: whatever a template does to it, the next build works; whenever it ends,
 * it leaves nothing behind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Builder, type BuilderResult } from '../../../src/dev/builder.ts';
import { formatProblem, makePaint } from '../../../src/problems/report.ts';
import { expectCleanTree, listTree, untilQuiet } from '../../support/clean-build.ts';
import { type DevSite, startDevIn } from '../../support/dev.ts';
import { photo } from '../../support/pictures.ts';
import {
  buildIn,
  essay,
  type Files,
  makeRequest,
  makeSite,
  packageRoot,
  writeFiles,
} from '../../support/site.ts';
import { ALPHA, FILES, titled } from './steps.ts';

const CARD = 'templates/EssayCard.tsx';
const card = (code: string) =>
  `export function EssayCard({ card }) {\n  ${code}\n  return <li>{card.title}</li>;\n}\n`;

/** A builder over a site of the given files, closed when the test is done. */
function makeBuilder(files: Files = {}) {
  const site = openBuilder(makeSite({ ...FILES, ...files }));
  onTestFinished(() => site.builder.close());
  return site;
}

/** A builder over the site at `root`, with the stages and pages that it reports. */
function openBuilder(root: string) {
  const stages: string[] = [];
  const pages: [path: string, html: string][] = [];
  let hear = () => {};
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const builder = new Builder(join(packageRoot, 'bin/blog.js'), {
    onProgress(stage, done, total) {
      stages.push(`${stage} ${done} of ${total}`);
      hear();
    },
    onPage: (path, html) => void pages.push([path, html]),
  });
  const request = makeRequest(root);
  return {
    builder,
    stages,
    pages,
    request,
    heard,
    build: (awaited: readonly string[] = []) =>
      builder.build(request, { changed: null, awaited, isHurried: false }),
    write: (changes: Files) => writeFiles(root, changes),
    /** Builds as `blog build` does it, in a process of its own. */
    runProgram() {
      const args = [join(packageRoot, 'bin/blog.js'), 'build', '--json', '--root', root];
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const { problems }: BuilderResult = JSON.parse(stdout);
      return { commit: status === 1 ? null : status, problems };
    },
  };
}

type Site = ReturnType<typeof openBuilder>;

async function expectGoodBuild({ build, request }: Site): Promise<void> {
  const result = await build();
  expect(result.problems).toEqual([]);
  expect(result.commit).not.toBeNull();
  const warm = listTree(request.outDir);
  const [outDir, cacheDir] = [`${request.outDir}-clean`, `${request.cacheDir}-clean`];
  await buildIn(request.root, { outDir, cacheDir });
  expect(warm).toEqual(listTree(outDir));
}

describe('a builder', () => {
  test('builds repeatedly, and reports progress and the pages that were asked for first', async () => {
    const site = makeBuilder({ [CARD]: card('') });
    const { templateFiles } = await site.build();
    expect(templateFiles).toContain(join(site.request.root, CARD));
    expect(site.stages).toContain('reading 4 of 4');
    expect(site.stages.at(-1)).toMatch(/^rendering (\d+) of \1$/);
    site.write({ [ALPHA]: titled('Alpha', 'New.') });
    await site.build(['blog/alpha.html']);
    expect(site.pages).toEqual([['blog/alpha.html', expect.stringContaining('New.')]]);
    site.write({ 'content/essays/gamma.md': titled('Gamma') });
    await expectGoodBuild(site);
  });

  test('defers pictures to the next build when told to hurry, and completes them then', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`);
    const photos = names.map(async (name, index) => [
      `content/essays/${name}`,
      await photo(1500, 100 + index),
    ]);
    const body = names.map((name) => `![A](${name})\n`).join('\n');
    const site = makeBuilder({
      ...Object.fromEntries(await Promise.all(photos)),
      'content/essays/album.md': essay('title: Album\npublished: 2020-01-01', body),
    });
    const result = site.build();
    await site.heard;
    site.builder.hurry();
    const { waiting, commit } = await result;
    expect(waiting).toEqual({ pictures: expect.any(Number), sizes: expect.any(Number) });
    expect(commit).not.toBeNull();
    expect(await site.build()).toMatchObject({ problems: [], waiting: null });
  });
});

const RENDERING = 'Error while rendering /';
const LOADING = 'Error while loading the templates';
const LATER = 'Error while running what a template has left for later';

describe('no build writes anything, and the next one works, after a template', () => {
  const HOME = 'templates/HomePage.tsx';
  const TOP = `${CARD}:1`;
  /** Placeholder for the line of the failing code. */
  const AT = 'at its line';
  const END = 'A template cannot end the process';
  type Faults = Record<string, [code: string, place: string, problem: string]>;
  const faults: Faults = {
    'ends the process': ['process.exit(3);', AT, `${RENDERING}: ${END}`],
    'aborts it': ['process.abort();', AT, `${RENDERING}: ${END}`],
    'throws in the next tick': ["process.nextTick(() => { throw new Error('X'); });", AT, LATER],
    'throws in a slow timer': ["setTimeout(() => { throw new Error('X'); }, 50);", AT, LATER],
    'throws a string later': ["setImmediate(() => { throw 'X'; });", 'templates', `${LATER}: X`],
    'leaves a promise rejected': ["Promise.reject(new Error('X'));", AT, `${LATER}: X`],
    'rejects a promise with null': ['Promise.reject(null);', 'templates', `${LATER}: null`],
    'throws null': ['throw null;', HOME, `${RENDERING}: null`],
  };
  const atItsTop: Faults = {
    'ends the process when it is loaded': ['process.exit();', TOP, `${LOADING}: ${END}`],
    'rejects a promise when it is loaded': ["Promise.reject(new Error('X'));", TOP, `${LATER}: X`],
  };
  /** One of each kind, also run by `blog build` in its own process. */
  const ALSO_BY_PROGRAM = [
    'ends the process',
    'throws in a slow timer',
    'rejects a promise with null',
    'throws null',
    'ends the process when it is loaded',
  ];
  const SIGNALS = ['SIGABRT', 'SIGKILL'];
  /** A card that runs the fault that its essay's title names, each on its own line: one compilation serves all. */
  const lines = [
    ...Object.entries(faults).map(([name, [code]]) => [name, code]),
    ...SIGNALS.map((signal) => [signal, `process.kill(process.pid, '${signal}');`]),
  ].map(([name, code]) => `if (card.title === '${name}') { ${code} }`);
  const FAULTY_CARD = card(lines.join('\n'));
  const files = [
    ...Object.entries(faults).map(([name, [_, place, problem]], index) => {
      const changes = { [ALPHA]: titled(name) };
      return [name, changes, place === AT ? `${CARD}:${index + 2}` : place, problem] as const;
    }),
    ...Object.entries(atItsTop).map(([name, [code, ...told]]) => {
      return [name, { [CARD]: code + FAULTY_CARD }, ...told] as const;
    }),
  ];
  const GOOD = { [ALPHA]: titled('Alpha'), [CARD]: FAULTY_CARD };
  // All faults share one builder.
  const root = mkdtempSync(join(tmpdir(), 'blog-test-'));
  const site = openBuilder(root);
  beforeAll(() => {
    writeFiles(root, { ...FILES, ...GOOD });
    return async () => {
      await site.builder.close();
      rmSync(root, { recursive: true });
    };
  });

  test.each(files)('%s', async (name, changes, place, problem) => {
    rmSync(site.request.outDir, { recursive: true, force: true });
    site.write(changes);
    const more = ALSO_BY_PROGRAM.includes(name) ? [site.build, site.runProgram] : [];
    for (const build of [site.build, ...more]) {
      const result = await build();
      const { commit, problems } = result;
      const told = problems.map(({ code, file, line, message }) => {
        return `${code} ${line === null ? file : `${file}:${line}`} ${message}`;
      });
      expect([commit, told]).toEqual([
        null,
        [expect.stringContaining(`template-threw ${place} ${problem}`)],
      ]);
    }
    expect(listTree(site.request.outDir)).toEqual([]);
    site.write(GOOD);
    expect((await site.build()).commit).not.toBeNull();
  });

  test.each(SIGNALS)('ends its process by %s, which is reported', async (signal) => {
    site.write({ [ALPHA]: titled(signal) });
    const { commit, problems } = await site.build();
    expect([commit, problems.map(({ code, message }) => `${code}: ${message}`)]).toEqual([
      null,
      [`builder-ended: The build did not finish: its process ended with ${signal}`],
    ]);
    site.write(GOOD);
    await expectGoodBuild(site);
  });
});

test('timers that never end do not keep a build from ending', () => {
  const site = makeBuilder({ [CARD]: card('setInterval(() => {}, 10);') });
  expect(site.runProgram().commit).not.toBeNull();
});

describe('a build that hangs', () => {
  const fakeTimers = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('is ended after 30 seconds without progress, and the next one works', async () => {
    fakeTimers();
    const site = makeBuilder({ [CARD]: card('while (true);') });
    const result = site.build();
    await site.heard;
    vi.advanceTimersByTime(30_000);
    const { problems } = await result;
    expect(problems.map((each) => formatProblem(each, makePaint(false)))).toEqual([
      expect.stringContaining('the build process has not responded for 30 seconds'),
    ]);
    site.write({ [CARD]: card('') });
    await expectGoodBuild(site);
  });

  test('is never assumed while the builder is idle', async () => {
    fakeTimers();
    const site = makeBuilder();
    await site.build();
    vi.advanceTimersByTime(60_000);
    await expectGoodBuild(site);
  });
});

test('two sessions and a build share one site at the same time', async () => {
  const draft = essay('title: Draft\npublished: 2020-01-01\ndraft: true');
  const root = makeSite({ ...FILES, 'content/essays/draft.md': draft });
  const [all, published] = [
    await startDevIn(root, { showDrafts: true }),
    await startDevIn(root, { showDrafts: false }),
  ];
  const folders = [all, published].map(({ session }) => session.view.folder);
  expect(folders).toEqual([join(root, '.blog/dev'), join(root, '.blog/dev-2')]);
  await Promise.all([all, published].map(untilQuiet));
  for (const title of ['Gamma', 'Delta', 'Epsilon']) {
    writeFiles(root, { [ALPHA]: essay(`title: ${title}\nslug: alpha\npublished: 2020-01-01`) });
    const isSeen = (site: DevSite) => site.read('blog/alpha.html')?.includes(title) === true;
    const seen = [all, published].map((site) => site.until(() => isSeen(site)));
    const [built] = await Promise.all([buildIn(root), ...seen]);
    expect(built.problems).toEqual([]);
    await expectCleanTree(all, true);
    await expectCleanTree(published, false);
    expect(listTree(join(root, 'out'))).toEqual(listTree(join(root, '.blog/dev-2')));
  }
  expect(all.read('blog/draft.html')).not.toBeNull();
  expect(published.read('blog/draft.html')).toBeNull();
});
