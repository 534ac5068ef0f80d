/**
 * `blog dev` in its own process: its output, and how it ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, watch } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endProcess } from '../../../src/cli/dev.ts';
import { listen } from '../../support/listen.ts';
import {
  essay,
  type Files,
  makeSite,
  packageRoot,
  SITE_YAML,
  writeFiles,
} from '../../support/site.ts';

const PROGRAM = join(packageRoot, 'bin/blog.js');

const A = 'content/essays/a.md';
const site: Files = {
  'content/site.yaml': SITE_YAML,
  [A]: essay('title: A\npublished: 2020-01-01'),
  'content/essays/b.md': essay('title: B\npublished: 2019-01-01\ndraft: true'),
};

/** Starts a program. */
function run(command: readonly string[], env: Record<string, string> = {}) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: '/nowhere', TERM: 'xterm', ...env },
  });
  // The builder shares the streams, which close when both processes have ended.
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece;
      for (const look of looks) look();
    });
  }
  /** Waits until the output matches. */
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text);
        if (match === null) return;
        looks.delete(look);
        resolve(match);
      };
      looks.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${text}`)));
    });
  /** `ended` resolves with the exit code or the signal. */
  return { child, text: () => text, printed, ended };
}

const dev = (root: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  run([process.execPath, PROGRAM, 'dev', '--root', root, ...args], env);

/** Runs it on a pseudo-terminal (`script` of util-linux); its standard input is the keyboard. */
const devOnTerminal: typeof dev = (root) =>
  run([
    'script',
    '-qec',
    `${process.execPath} ${PROGRAM} dev --root ${root} --port 0`,
    '/dev/null',
  ]);

/** The port that the program prints. */
async function readPort({ printed }: ReturnType<typeof run>): Promise<number> {
  return Number((await printed(/Local.*http:\/\/localhost:(\d+)\//))[1]);
}

/** Opens a page and its event stream; `closed` resolves when the server ends the stream. */
async function openPage(port: number): Promise<{ readonly closed: Promise<unknown> }> {
  const host = `127.0.0.1:${port}`;
  const html = await (await fetch(`http://${host}/`)).text();
  const [, version = '', style = ''] = /data-version="(.*?)" data-style="(.*?)"/.exec(html) ?? [];
  const query = new URLSearchParams({ page: '/', version, style });
  const request = get(`http://${host}/.blog/events?${query}`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {}).resume();
  return { closed: new Promise((resolve) => response.on('close', resolve)) };
}

/** Locks and unfinished files in `.blog`. */
function listLeftovers(root: string): string[] {
  return readdirSync(join(root, '.blog')).filter((name) => /^(lock|staging)|\.new$/.test(name));
}

/** Waits until there are no leftovers; a session removes them last. */
async function untilTidy(root: string): Promise<void> {
  const watcher = watch(join(root, '.blog'));
  while (listLeftovers(root).length > 0) await once(watcher, 'change');
  watcher.close();
}

describe('at its start', () => {
  test('it prints its address, that drafts are shown, and the number of essays', async () => {
    const root = makeSite(site);
    const started = dev(root, ['--port', '0']);
    const port = await readPort(started);
    await started.printed(/✓ 2 essays, 1 draft among them in \S+ m?s\n/);
    expect(started.text()).toContain(`  Local    http://localhost:${port}/
  Network  use --host to let other machines connect
  Themes   http://localhost:${port}/__themes
  Drafts   shown, marked as drafts
`);
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  test('--no-drafts leaves drafts out, and says so', async () => {
    const started = dev(makeSite(site), ['--port', '0', '--no-drafts']);
    await started.printed(/✓ 1 essay in \S+ m?s\n/);
    expect(started.text()).toContain('Drafts   left out, as in a build');
  });

  test('--host prints the network addresses', async () => {
    const started = dev(makeSite(site), ['--port', '0', '--host', '127.0.0.2']);
    const [, port] = await started.printed(/Network {2}http:\/\/127\.0\.0\.2:(\d+)\//);
    const request = get({ host: '127.0.0.2', port, path: '/about.html' });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBeLessThan(504);
    expect(started.text()).not.toMatch(/Local|give --host/);
  });

  test('a taken port is an error if it was requested', async () => {
    const port = await listen(createServer());
    const root = makeSite(site);
    const refused = dev(root, ['--port', String(port)]);
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toBe(
      `error: port ${port} is taken\n` +
        '  → Choose another, or leave out --port to use the next free one.\n',
    );
    expect(listLeftovers(root)).toEqual([]);
  });

  test('it falls back from a taken default port to the next free one, and says so', async () => {
    // Of two sessions, at least one has to use another port.
    const [one, two] = [dev(makeSite(site)), dev(makeSite(site))];
    const ports = [await readPort(one), await readPort(two)];
    expect(new Set(ports).size).toBe(2);
    const text = one.text() + two.text();
    expect(text).toContain(`Port 4321 is taken, so this is port ${Math.max(...ports)}.`);
  });

  test.each([
    ['content-missing', 'a folder without content', ''],
    ['root-missing', 'a missing folder', '/gone'],
  ])('%s: %s is refused', async (code, _, path) => {
    const root = makeSite({ 'notes.txt': 'x' });
    const refused = dev(root + path);
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toContain(`error [${code}]`);
    expect(readdirSync(root)).toEqual(['notes.txt']);
  });

  test('a .blog that is not a folder is reported in one sentence', async () => {
    const refused = dev(makeSite({ ...site, '.blog': 'a file' }), ['--port', '0']);
    expect(await refused.ended).toBe(1);
    expect(refused.text()).toMatch(
      /^error: cannot write to \S+: .+\n {2}→ Check that folder and its permissions\.\n$/,
    );
  });

  test('--open opens the address in the browser', async () => {
    const opened = createServer((request) => opened.emit('opened', request.url));
    const port = await listen(opened);
    const tell = `require('http').get('http://127.0.0.1:${port}/' + encodeURIComponent(process.argv[2]))`;
    const folder = makeSite({ 'xdg-open': `#!${process.execPath}\n${tell}\n` });
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const told = once(opened, 'opened');
    const started = dev(makeSite(site), ['--port', '0', '--open'], {
      PATH: `${folder}:${process.env.PATH}`,
    });
    const own = await readPort(started);
    expect(await told).toEqual([`/${encodeURIComponent(`http://localhost:${own}/`)}`]);
  });

  test('without a browser, it says so and continues', async () => {
    const started = dev(makeSite(site), ['--port', '0', '--open'], { PATH: '/nowhere' });
    await started.printed(/Can't open a browser from here \(.+\)\. Open http:.+ yourself\.\n/);
    await started.printed(/✓ 2 essays/);
  });
});

/** Starts a session over a new site, and opens a page. */
async function startOpened(start: typeof dev, files: Files = site) {
  const root = makeSite(files);
  const started = start(root, ['--port', '0']);
  const port = await readPort(started);
  if (files === site) await started.printed(/✓/);
  const page = await openPage(port);
  const expectTidyEnd = async () => {
    await page.closed;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    expect(listLeftovers(root)).toEqual([]);
  };
  return { root, started, port, expectTidyEnd };
}

describe('it ends, with the port free and nothing left behind,', () => {
  const endless = { 'templates/Prose.tsx': 'export function Prose() {\n  for (;;);\n}\n' };
  test.each<[fact: string, NodeJS.Signals, number | NodeJS.Signals, Files]>([
    ['by SIGINT', 'SIGINT', 130, site],
    ['by SIGTERM', 'SIGTERM', 143, site],
    ['by SIGHUP', 'SIGHUP', 'SIGHUP', site],
    ['in the middle of a build that never ends', 'SIGINT', 130, { ...site, ...endless }],
  ])('%s', async (_, signal, code, files) => {
    const { started, expectTidyEnd } = await startOpened(dev, files);
    started.child.kill(signal);
    expect(await started.ended).toBe(code);
    await expectTidyEnd();
  });
});

test.each<[signal: string, code: number, platform: NodeJS.Platform, ended: unknown]>([
  ['SIGINT', 130, 'linux', { exit: 130 }],
  ['SIGHUP', 129, 'linux', { kill: [7, 'SIGHUP'] }],
  ['SIGINT', 130, 'win32', { exit: 130 }],
  ['SIGHUP', 129, 'win32', { exit: 129 }],
])('after %s (%i) on %s, its process ends by %j', (_, code, platform, expected) => {
  const ended: { exit?: number; kill?: [number, string] } = {};
  const exit = (own: number) => Object.assign(ended, { exit: own }) as never;
  const kill = (...call: [number, string]) => Object.assign(ended, { kill: call }) && true;
  endProcess(code, { exit, kill, pid: 7, platform } as NodeJS.Process);
  expect(ended).toEqual(expected);
});

test('it continues after its output pipe is closed', async () => {
  const { root, started, port } = await startOpened(dev);
  started.child.stdout?.destroy();
  for (const title of ['C', 'D']) {
    const page = await openPage(port);
    writeFiles(root, { [A]: essay(`title: ${title}\npublished: 2020-01-01`) });
    await page.closed;
  }
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(130);
});

describe('on a terminal', () => {
  test('Ctrl-C ends it', async () => {
    const { started, expectTidyEnd } = await startOpened(devOnTerminal);
    started.child.stdin?.write('\u0003');
    expect(await started.ended).toBe(130);
    await expectTidyEnd();
  });

  test('closing the terminal ends it, with nothing left behind', async () => {
    const { root, started, expectTidyEnd } = await startOpened(devOnTerminal);
    const tidied = untilTidy(root);
    started.child.kill('SIGKILL');
    await tidied;
    await expectTidyEnd();
  });
});
