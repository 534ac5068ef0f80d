import { afterEach, describe, expect, test, vi } from 'vitest';
import { runBuild } from '../../../src/cli/build.ts';
import { ProgressBar } from '../../../src/cli/report.ts';
import { blog } from '../../support/program.ts';
import { essay, makeRequest, makeSite, SITE_YAML } from '../../support/site.ts';
import { makeTerminal } from '../../support/terminal.ts';

/** A clock that the test sets. */
function fakeClock() {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return { pass: (ms: number) => (now += ms) };
}

/** A progress bar on a terminal, with a fake clock. */
function startBar(isInteractive = true) {
  const terminal = { ...makeTerminal(), isInteractive };
  return { clock: fakeClock(), shown: terminal.texts, bar: new ProgressBar(terminal) };
}

afterEach(() => void vi.restoreAllMocks());

describe('the progress bar', () => {
  test.each([
    ['in the first half second', true, 499],
    ['without a terminal', false, 5000],
  ])('is neither drawn nor cleared %s', (_, isInteractive, ms) => {
    const { clock, shown, bar } = startBar(isInteractive);
    bar.show('rendering', 1, 10);
    clock.pass(ms);
    bar.show('rendering', 9, 10);
    bar.clear();
    expect(shown.err).toBe('');
  });

  test('shows the progress after half a second, and is cleared', () => {
    const { clock, shown, bar } = startBar();
    bar.show('reading', 0, 3);
    clock.pass(500);
    bar.show('rendering', 1, 3);
    expect(shown.err).toBe(`\rRendering ${'█'.repeat(10)}${'░'.repeat(20)} 1 of 3\u001b[K`);
    clock.pass(50);
    bar.show('rendering', 3, 3);
    expect(shown.err.split('\r').at(-1)).toBe(`Rendering ${'█'.repeat(30)} 3 of 3\u001b[K`);
    bar.clear();
    expect(shown.err.endsWith('\r\u001b[K')).toBe(true);
    expect(shown.out).toBe('');
  });

  test('is drawn at most twenty times a second', () => {
    const { clock, shown, bar } = startBar();
    bar.show('rendering', 0, 1000);
    clock.pass(500);
    for (let done = 0; done < 1000; done++) {
      clock.pass(1);
      bar.show('rendering', done, 1000);
    }
    expect(shown.err.split('\r').length - 1).toBe(20);
  });
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [12_340, '12.3 s'],
])('the report shows %d ms as %s', async (ms, shown) => {
  const clock = fakeClock();
  const terminal = makeTerminal();
  const root = makeSite({ 'content/site.yaml': SITE_YAML });
  const ended = runBuild(makeRequest(root), 'text', terminal, async () => []);
  clock.pass(ms);
  await ended;
  expect(terminal.texts.out).toContain(` in ${shown}\n`);
});

test('addresses that only CI has recorded are an annotation in GitHub Actions', () => {
  const workspace = makeSite({
    'site/content/site.yaml': SITE_YAML,
    'site/content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  const env = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: workspace };
  const annotations = ({ err }: { err: string }) =>
    err.split('\n').filter((line) => /^::/.test(line));
  const first = blog(workspace, 'build --root site --json', env);
  expect(annotations(first)).toEqual([
    '::warning file=site/content/addresses.txt,title=addresses-uncommitted::' +
      "This file has new published addresses that aren't committed%0ABuild on your own machine as well, " +
      'and commit the file, or they will be forgotten.',
  ]);
  expect(JSON.parse(first.out).ok).toBe(true);
  expect(annotations(blog(workspace, 'build --root site', env))).toEqual([]);
});
