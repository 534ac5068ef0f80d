import { afterEach, describe, expect, test, vi } from 'vitest';
import { runBuild } from '../../src/commands/build.ts';
import { ProgressBar, type Terminal } from '../../src/report.ts';
import { essay, makeRequest, makeSite, SITE_YAML } from '../support/site.ts';

class FakeTerminal implements Terminal {
  out = '';
  err = '';
  constructor(
    readonly isInteractive: boolean,
    readonly hasColor = false,
    readonly folder = '/',
  ) {}
  write(text: string) {
    this.out += text;
  }
  writeError(text: string) {
    this.err += text;
  }
}

/** A clock that the test sets, and a progress bar on a terminal. */
function startBar(isInteractive = true) {
  const clock = fakeClock();
  const terminal = new FakeTerminal(isInteractive);
  return { clock, terminal, bar: new ProgressBar(terminal) };
}

function fakeClock() {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return { pass: (ms: number) => (now += ms) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the progress bar', () => {
  test.each([
    ['in the first half second', true, 499],
    ['where there is no terminal', false, 5000],
  ])('is not drawn %s, and then leaves nothing to clear', (_, isInteractive, ms) => {
    const { clock, terminal, bar } = startBar(isInteractive);
    bar.show('rendering', 1, 10);
    clock.pass(ms);
    bar.show('rendering', 9, 10);
    bar.clear();
    expect(terminal.err).toBe('');
  });

  test('shows how far the work is after half a second, and is cleared', () => {
    const { clock, terminal, bar } = startBar();
    bar.show('reading', 0, 3);
    clock.pass(500);
    bar.show('rendering', 1, 3);
    expect(terminal.err).toBe(`\rRendering ${'█'.repeat(10)}${'░'.repeat(20)} 1 of 3\u001b[K`);
    clock.pass(50);
    bar.show('rendering', 3, 3);
    expect(terminal.err.split('\r').at(-1)).toBe(`Rendering ${'█'.repeat(30)} 3 of 3\u001b[K`);
    bar.clear();
    expect(terminal.err.endsWith('\r\u001b[K')).toBe(true);
    expect(terminal.out).toBe('');
  });

  test('is drawn twenty times a second at most', () => {
    const { clock, terminal, bar } = startBar();
    bar.show('rendering', 0, 1000);
    clock.pass(500);
    for (let done = 0; done < 1000; done++) {
      clock.pass(1);
      bar.show('rendering', done, 1000);
    }
    expect(terminal.err.split('\r').length - 1).toBe(20);
  });
});

/** Builds a site of one essay as `blog build` does. */
async function build(terminal: Terminal, files: Record<string, string> = {}) {
  const root = makeSite({
    'content/site.yaml': SITE_YAML,
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
    ...files,
  });
  const request = makeRequest(root);
  return { root, code: await runBuild(request, 'text', terminal) };
}

describe('the report', () => {
  test.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [12_340, '12.3 s'],
  ])('gives %d ms as %s', async (ms, shown) => {
    const clock = fakeClock();
    const terminal = new FakeTerminal(false);
    const started = build(terminal);
    clock.pass(ms);
    await started;
    expect(terminal.out).toMatch(new RegExp(` in ${shown}\n`));
  });
});
