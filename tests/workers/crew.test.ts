/**
 * The crew's threads run what is compiled in dist/, which all tests begin with.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decodeResult } from '../../src/content/essay-record.ts';
import { digest, fingerprint } from '../../src/content/fingerprint.ts';
import { isSameStamp, stampFile } from '../../src/content/stamps.ts';
import { loadBundle } from '../../src/render/bundle.ts';
import type { EssayProps } from '../../src/render/props.ts';
import { Crew } from '../../src/workers/crew.ts';
import {
  describeThrown,
  type ReadEssay,
  type ReadTask,
  type RenderedEssay,
  type RenderTask,
} from '../../src/workers/essay-worker.ts';
import {
  type BuiltSite,
  buildIn,
  essay,
  type Files,
  listFiles,
  makeSite,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../support/site.ts';

/** Enough that every member of a crew of three gets some. */
const ESSAYS = 170;
const CREWS = [1, 3];

const pathOf = (index: number) => `content/essays/${String(index).padStart(3, '0')}.md`;
const paths = Array.from({ length: ESSAYS }, (_, index) => pathOf(index));

/** Essays of which some have links and faults, and each is older than the one before it. */
const essays: Files = Object.fromEntries(
  paths.map((path, index) => {
    const day = new Date(Date.UTC(2020, 0, ESSAYS - index)).toISOString();
    const body = [`Words of ${index}.`, '[x](/gone)', '<b>open', '詩 😀'].slice(0, 1 + (index % 4));
    return [path, essay(`title: Essay ${index}\npublished: ${day}`, `${body.join('\n\n')}\n`)];
  }),
);

const config = { timezone: 'UTC', wordsPerMinute: 200, url: 'https://ann.example' };

/** A crew for the site at `root`; its threads end with the test. */
function startCrew(root: string): Crew {
  const crew = new Crew({ root, config }, packageRoot);
  onTestFinished(() => crew.close());
  return crew;
}

const read = (
  crew: Crew,
  tasks: readonly ReadTask[],
  threads: number,
  onDone = (_: number) => {},
) => crew.read(tasks, threads, onDone);

const toTask = (path: string): ReadTask => ({ path, knownDigest: null });

/** Without what only the thread that builds the site has at hand. */
const withoutResult = (each: ReadEssay) => ({ ...each, result: null });

describe('essays are read', () => {
  test('by one thread and by three with the same results, in the order of the tasks', async () => {
    const root = makeSite(essays);
    const tasks = [...paths].reverse().map(toTask);
    const [one = [], three = []] = await Promise.all(
      CREWS.map((threads) => read(startCrew(root), tasks, threads)),
    );
    expect(one.map(({ path }) => path)).toEqual([...paths].reverse());
    expect(three.map(withoutResult)).toEqual(one.map(withoutResult));
    // In one thread nothing is sent, so nothing need be decoded; else others have taken part.
    expect(one.filter(({ result }) => result === null)).toEqual([]);
    expect(three.filter(({ result }) => result === null).length).toBeGreaterThan(0);
    for (const { record, result } of one) expect(decodeResult(record ?? '')).toEqual(result);
  });

  const cases = CREWS.flatMap((threads) => [[threads]]);
  test.each(cases)('by %i threads, with the stamps and digests of their files', async (threads) => {
    const root = makeSite(essays);
    const results = await read(startCrew(root), paths.map(toTask), threads);
    for (const { path, stamp, digest: found, problem } of results) {
      expect(isSameStamp(stamp, stampFile(join(root, path)))).toBe(true);
      expect([found, problem]).toEqual([digest(essays[path] ?? ''), null]);
    }
  });

  test.each(cases)('by %i threads, and not parsed where their digest is known', async (threads) => {
    const root = makeSite(essays);
    const tasks = paths.map((path, index) => ({
      path,
      knownDigest: digest(index % 2 === 0 ? (essays[path] ?? '') : 'another text'),
    }));
    const results = await read(startCrew(root), tasks, threads);
    results.forEach(({ digest: found, record }, index) => {
      expect(found).toBe(digest(essays[pathOf(index)] ?? ''));
      expect(record === null).toBe(index % 2 === 0);
    });
  });

  test.each(cases)('by %i threads, and one that cannot be is a problem', async (threads) => {
    const root = makeSite(essays);
    const gone = paths.filter((_, index) => index % 50 === 7);
    for (const path of gone) rmSync(join(root, path));
    const results = await read(startCrew(root), paths.map(toTask), threads);
    const failed = results.filter(({ problem }) => problem !== null);
    expect(failed.map(withoutResult)).toEqual(
      gone.map((path) => ({
        path,
        stamp: null,
        digest: '',
        record: null,
        result: null,
        problem: expect.objectContaining({ code: 'file-unreadable', file: path }),
      })),
    );
  });

  test.each(cases)('by %i threads, which tell how many are done', async (threads) => {
    const counts: number[] = [];
    await read(startCrew(makeSite(essays)), paths.map(toTask), threads, (count) =>
      counts.push(count),
    );
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count)).toBe(ESSAYS);
  });

  test('by nobody where there are none', async () => {
    const crew = new Crew({ root: '/nowhere', config }, '/nowhere');
    expect(await read(crew, [], 3)).toEqual([]);
    await crew.close();
  });

  test('by no thread that cannot be started: that is an error, and no waiting', async () => {
    const crew = new Crew({ root: makeSite(essays), config }, '/nowhere');
    await expect(read(crew, paths.map(toTask), 3)).rejects.toThrow('/nowhere/dist/start-thread.js');
    await crew.close();
  });
});

/** Templates of which only the page of an essay is there, and no React. */
const TEMPLATES = `
exports.createElement = (render, props) => ({ render, props });
exports.renderToStaticMarkup = ({ render, props }) => render(props);
exports.EssayPage = function EssayPage({ essay }) {
  if (essay.title === 'an error') throw new TypeError('no ' + essay.author);
  if (essay.title === 'a text') throw 'words';
  if (essay.title === 'nothing') throw undefined;
  return essay.title + ': ' + essay.content;
};
`;
const compiled = { code: TEMPLATES, digest: digest(TEMPLATES) };

function makeProps(title: string): EssayProps {
  return { essay: { title, author: 'Ann', content: '' } } as unknown as EssayProps;
}

function toRenderTask(path: string, more: Partial<RenderTask> = {}): RenderTask {
  return {
    path,
    digest: digest(essays[path] ?? ''),
    outputPath: path.replace(/^content\/essays\/(.*)\.md$/, 'blog/$1.html'),
    props: makeProps(path),
    fills: [],
    isPresent: false,
    ...more,
  };
}

/** Renders with a crew, which may have read before; results by their paths, and the staged files. */
async function render(crew: Crew, root: string, tasks: readonly RenderTask[], threads: number) {
  const staging = join(root, `staging-${threads}`);
  const outDir = join(root, 'out');
  const press = { compiled, machineCode: null, staging, outDir };
  const counts: number[] = [];
  const bundle = loadBundle(compiled, root, null);
  const results = await crew.render(
    tasks.map((task) => ({ path: task.path, make: () => task })),
    press,
    bundle,
    threads,
    (count) => counts.push(count),
  );
  const byPath = results.sort((a, b) => (a.outputPath < b.outputPath ? -1 : 1));
  const files = listFiles(staging).map((path) => [path, readText(staging, path)]);
  return { results: byPath, files, counts };
}

const readText = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** What became of a page, without what differs from folder to folder. */
function describeRendered(result: RenderedEssay) {
  if (result.kind === 'staged') return { ...result, staged: result.staged.isNew };
  if (result.kind === 'threw') return { ...result, error: { ...result.error, stack: '' } };
  return result;
}

describe('pages are rendered', () => {
  const NEVER_READ: readonly string[] = [];
  const cases: readonly [name: string, before: readonly string[]][] = [
    ['of essays that were read', paths],
    ['of essays that were not read', NEVER_READ],
    ['of essays some of which were read', paths.slice(0, 90)],
  ];
  test.each(cases)('by one thread and by three with the same results: %s', async (_, before) => {
    const root = makeSite(essays);
    const titles = ['an error', 'a text', 'nothing'];
    const tasks = paths.map((path, index) => {
      const title = index % 25 === 3 ? (titles[index % 3] ?? '') : path;
      const digestOfTask = index % 40 === 9 ? { digest: 'another' } : {};
      return toRenderTask(path, { props: makeProps(title), ...digestOfTask });
    });
    const outcomes = await Promise.all(
      CREWS.map(async (threads) => {
        const crew = startCrew(root);
        await read(crew, before.map(toTask), threads);
        return render(crew, root, tasks, threads);
      }),
    );
    const [one, three] = outcomes;
    expect(one?.results).toHaveLength(ESSAYS);
    expect(three?.results.map(describeRendered)).toEqual(one?.results.map(describeRendered));
    expect(three?.files).toEqual(one?.files);
    const kinds = new Set(one?.results.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['staged', 'threw', 'source-changed']));
    for (const { counts } of outcomes) {
      expect(counts.reduce((sum, count) => sum + count)).toBe(ESSAYS);
    }
  });

  const crews = CREWS.map((threads) => [threads]);
  test.each(crews)('by %i threads, each by the one that has read it', async (threads) => {
    const root = makeSite(essays);
    const crew = startCrew(root);
    await read(crew, paths.map(toTask), threads);
    rmSync(join(root, 'content'), { recursive: true });
    const { results, files } = await render(
      crew,
      root,
      paths.map((path) => toRenderTask(path)),
      threads,
    );
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['staged']));
    expect(files).toHaveLength(ESSAYS);
    expect(files[0]).toEqual([
      'blog/000.html',
      `<!doctype html>\n${paths[0]}: <p>Words of 0.</p>\n\n`,
    ]);
  });

  test.each(crews)('by %i threads, with what their links have become', async (threads) => {
    const root = makeSite({ [pathOf(0)]: essay('title: A\npublished: 2020-01-01', '[x](/y)') });
    const crew = startCrew(root);
    const [found] = await read(crew, [toTask(pathOf(0))], threads);
    const [link] = decodeResult(found?.record ?? '').essay.links;
    const task = toRenderTask(pathOf(0), {
      digest: found?.digest ?? '',
      fills: [[link?.hole ?? 0, '/base/z']],
    });
    const { files } = await render(crew, root, [task], threads);
    expect(files).toEqual([['blog/000.html', expect.stringContaining('<a href="/base/z">x</a>')]]);
  });

  test.each(crews)('by %i threads, never from a file that has changed since', async (threads) => {
    const root = makeSite(essays);
    const crew = startCrew(root);
    const results = await read(
      crew,
      paths.map((path) => ({ path, knownDigest: digest(essays[path] ?? '') })),
      threads,
    );
    expect(results.filter(({ record }) => record !== null)).toEqual([]);
    writeFiles(root, { [pathOf(1)]: essay('title: Changed'), [pathOf(2)]: null });
    const rendered = await render(
      crew,
      root,
      paths.map((path) => toRenderTask(path)),
      threads,
    );
    expect(rendered.results.filter(({ kind }) => kind !== 'staged')).toEqual(
      [1, 2].map((index) => ({
        kind: 'source-changed',
        outputPath: `blog/00${index}.html`,
        path: pathOf(index),
      })),
    );
    expect(rendered.files).toHaveLength(ESSAYS - 2);
  });

  test.each(crews)('by %i threads, and staged only if they are not there', async (threads) => {
    const root = makeSite({
      ...essays,
      'out/blog/000.html': `<!doctype html>\n${paths[0]}: <p>Words of 0.</p>\n\n`,
      'out/blog/001.html': 'another text',
    });
    const tasks = paths.map((path, index) => toRenderTask(path, { isPresent: index < 2 }));
    const { results, files } = await render(startCrew(root), root, tasks, threads);
    expect(results[0]).toMatchObject({ kind: 'staged', staged: { isNew: false } });
    expect(files.map(([path]) => path)).toEqual(tasks.slice(1).map(({ outputPath }) => outputPath));
  });

  test('by nobody where there are none', async () => {
    const crew = new Crew({ root: '/nowhere', config }, '/nowhere');
    const { results } = await render(crew, makeSite({}), [], 3);
    expect(results).toEqual([]);
    await crew.close();
  });
});

describe('what a template throws comes from any thread', () => {
  const thrown: readonly [title: string, name: string, message: RegExp][] = [
    ['an error', 'TypeError', /^no Ann$/],
    ['a text', 'Error', /^words$/],
    ['nothing', 'Error', /^undefined$/],
  ];
  const cases = CREWS.flatMap((threads) => thrown.map((each) => [threads, ...each] as const));
  test.each(cases)('%i threads: %s', async (threads, title, name, message) => {
    const root = makeSite(essays);
    const crew = startCrew(root);
    await read(crew, paths.map(toTask), threads);
    const tasks = paths.map((path) => toRenderTask(path, { props: makeProps(title) }));
    const { results, files } = await render(crew, root, tasks, threads);
    expect(files).toEqual([]);
    for (const result of results) {
      expect(result).toMatchObject({
        kind: 'threw',
        error: { name, message: expect.stringMatching(message) },
      });
      // Its stack leads into the bundle, from which it is mapped back to the template.
      if (title === 'an error' && result.kind === 'threw') {
        expect(result.error.stack).toMatch(/EssayPage \(blog-templates\.cjs:5:\d+\)/);
      }
    }
  });

  test('as plain data, whatever it is', () => {
    expect(describeThrown(new RangeError('x'))).toMatchObject({ name: 'RangeError', message: 'x' });
    for (const each of ['x', 7, null, undefined, Symbol('x'), {}, Object.create(null)]) {
      expect(describeThrown(each)).toMatchObject({ name: 'Error', message: expect.any(String) });
    }
  });
});

describe('a whole build by one thread and by three', () => {
  /** Builds a site with each crew from nothing, and again after changes; all that can be seen of it. */
  function buildBoth(files: Files, changes: Files = {}) {
    const describeSite = ({ paths: found, text, report, codes, commit }: BuiltSite) => {
      const tree = found.map((path) => `${path} ${fingerprint(text(path))}`);
      return { tree, report, codes, commit };
    };
    const builds = CREWS.map(async (threads) => {
      const root = makeSite({ 'content/site.yaml': SITE_YAML, ...essays, ...files });
      const site = await buildIn(root, { threads });
      const first = describeSite(site);
      return { first, second: describeSite(await site.rebuild(changes)) };
    });
    return Promise.all(builds);
  }

  test('has the same bytes, report and counts, and so has the next', async () => {
    const changes = {
      'content/site.yaml': SITE_YAML.replace('Ann', 'Ben'),
      [pathOf(5)]: essay('title: New\npublished: 2020-01-01'),
    };
    const [one, three] = await buildBoth({}, changes);
    expect(three).toEqual(one);
    expect(one?.first.tree.length).toBeGreaterThan(ESSAYS);
    expect(one?.first.codes).toContain('link-broken');
    expect(one?.second.commit?.written).toBeGreaterThan(ESSAYS);
    expect(one?.second.tree).not.toEqual(one?.first.tree);
  });

  test('tells the progress of each', async () => {
    const root = makeSite({ 'content/site.yaml': SITE_YAML, ...essays });
    const told: [string, number, number][] = [];
    await buildIn(root, {
      threads: 3,
      onEssay: (done, total) => told.push(['essays', done, total]),
      onPage: (done, total) => told.push(['pages', done, total]),
    });
    const last = (kind: string) => told.filter(([each]) => each === kind).at(-1);
    expect(last('essays')).toEqual(['essays', ESSAYS, ESSAYS]);
    expect(last('pages')).toEqual(['pages', ESSAYS + 3, ESSAYS + 3]);
  });

  test('reports what a template throws in the same words', async () => {
    const [one, three] = await buildBoth({
      'templates/EssayPage.tsx': `export default function EssayPage() {\n  throw new Error('no');\n}\n`,
    });
    expect(one?.first.codes).toContain('template-threw');
    expect(three?.first.report).toBe(one?.first.report);
  });
});
