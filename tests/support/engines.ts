/**
 * The same page in the three browser engines: evaluates an expression in Chromium, Firefox and WebKit.
 *
 * Playwright drives Chromium. Firefox is Debian's, driven by its own protocol, Marionette; WebKit is WebKitGTK, on a
 * virtual screen. `install-browser.mjs` installs them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { startBrowser } from './browser.ts';
import { listen } from './listen.ts';

export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;

/** A page to open: its address, and the size of the window. */
interface Opening {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The value of a JavaScript expression, or of its promise, in a page that has loaded. */
type Evaluate = (page: Opening, expression: string) => Promise<unknown>;

/** A browser that all tests of a file share. */
interface Running {
  readonly evaluate: Evaluate;
  end(): Promise<void>;
}

/** Returns how to evaluate an expression in an engine, which starts with its first page and ends after the file's tests. */
export function startEngines() {
  const browser = startBrowser();
  const started = new Map<string, Promise<Running>>();
  afterAll(async () => {
    for (const each of started.values()) await (await each).end();
  });
  return async (engine: (typeof ENGINES)[number], page: Opening, expression: string) => {
    if (engine === 'Chromium') return evaluateInChromium(browser(), page, expression);
    const running = started.get(engine) ?? (engine === 'Firefox' ? startFirefox() : startWebKit());
    started.set(engine, running);
    return (await running).evaluate(page, expression);
  };
}

async function evaluateInChromium(
  browser: Browser,
  { url, ...viewport }: Opening,
  expression: string,
) {
  const context = await browser.newContext({ viewport });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate('document.fonts.ready.then(() => null)');
  return page.evaluate(expression);
}

const WEBKIT = fileURLToPath(new URL('webkit.py', import.meta.url));

async function startWebKit(): Promise<Running> {
  // Debian's Python has the bindings, another one need not.
  const webkit = spawn('xvfb-run', ['-a', '/usr/bin/python3', WEBKIT]);
  const ended = once(webkit, 'exit');
  const complaints = text(webkit.stderr);
  const lines = createInterface({ input: webkit.stdout })[Symbol.asyncIterator]();
  return {
    async evaluate(page, expression) {
      webkit.stdin.write(`${JSON.stringify({ ...page, expression })}\n`);
      const { value: line, done } = await lines.next();
      if (done) throw new Error(`WebKit ended: ${await complaints}`);
      const answer = JSON.parse(line) as { readonly error?: string; readonly value?: string };
      if (answer.value === undefined) throw new Error(answer.error);
      return JSON.parse(answer.value);
    },
    async end() {
      webkit.stdin.end();
      await ended;
    },
  };
}

const SETTINGS = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

async function startFirefox(): Promise<Running> {
  const profile = mkdtempSync(join(tmpdir(), 'blog-firefox-'));
  const port = await findPort();
  const prefs = Object.entries({ ...SETTINGS, 'marionette.port': port });
  const lines = prefs.map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const firefox = spawn('firefox-esr', args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => firefox.once('exit', resolve));
  const failed = new Promise<never>((_, reject) => {
    firefox.once('error', reject);
    firefox.once('exit', () => reject(new Error('Firefox ended')));
  });
  // Only the first rejection is awaited.
  failed.catch(() => {});
  const socket = await Promise.race([reach(port), failed]);
  const ask = makeClient(socket);
  await ask('WebDriver:NewSession', {});
  // The size of the page is that of the window without its toolbars.
  const inner = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
  const { value: frame } = await ask('WebDriver:ExecuteScript', { script: inner, args: [] });
  const [x, y] = frame as [number, number];
  return {
    async evaluate({ url, width, height }, expression) {
      await ask('WebDriver:SetWindowRect', { width: width + x, height: height + y });
      await ask('WebDriver:Navigate', { url });
      const script =
        'const done = arguments[0]; document.fonts.ready.then(async () => ' +
        `done(JSON.stringify(await (${expression}))));`;
      const { value } = await ask('WebDriver:ExecuteAsyncScript', { script, args: [] });
      return JSON.parse(value as string);
    },
    async end() {
      socket.destroy();
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A port that is free. */
async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Connects to a server that is starting. */
async function reach(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Answer = Readonly<Record<string, unknown>>;

/**
 * A client of Marionette, which sends commands one at a time. Messages are JSON, preceded by their length and a colon:
 * `[0, id, command, parameters]` and `[1, id, error, result]`.
 */
function makeClient(socket: Socket) {
  let received = Buffer.alloc(0);
  let answer: ((message: unknown[]) => void) | null = null;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon === -1 || received.length < end) return;
      const message = JSON.parse(received.toString('utf8', colon + 1, end));
      received = received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) answer?.(message);
    }
  });
  let id = 0;
  return async (command: string, parameters: object): Promise<Answer> => {
    const told = new Promise<unknown[]>((resolve) => {
      answer = resolve;
    });
    const message = JSON.stringify([0, id++, command, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await told;
    if (error) throw new Error(`${command}: ${(error as Answer).message}`);
    return result as Answer;
  };
}
