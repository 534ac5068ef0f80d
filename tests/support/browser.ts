/**
 * Opens built sites in headless Chromium, from a server that behaves like a plain static host.
 *
 * Uses an installed browser: the one that `CHROMIUM` names, else Debian's headless shell, which opens a page in a
 * third of the time, else its Chromium. Without one the tests fail; they are never skipped.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { lookup } from 'mrmime';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

export { shareSite } from './site.ts';

/** The time limit for something to appear in a page; only a broken page reaches it. */
export const PATIENCE_MS = 120_000;

const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const EXECUTABLE = process.env.CHROMIUM ?? INSTALLED.find((file) => existsSync(file));

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No test depends on the network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** A page in the browser, and what has happened on it since it was opened. */
export interface Visit {
  readonly page: Page;
  /** The server's address, without a trailing slash. */
  readonly origin: string;
  /** Console errors and warnings, and uncaught exceptions. */
  readonly complaints: string[];
  /** The addresses of all requests to other hosts. */
  readonly foreignRequests: string[];
}

/** The browser of this process, which all its test files share. */
let launched: Promise<Browser> | undefined;

/** Starts the browser before the tests of a file; returns how to get it. */
export function startBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    launched ??= launch();
    browser = await launched;
  });
  return () => {
    if (browser === undefined) throw new Error('The browser is not started yet');
    return browser;
  };
}

function launch(): Promise<Browser> {
  if (EXECUTABLE === undefined || !existsSync(EXECUTABLE)) {
    throw new Error(
      `There is no Chromium at ${EXECUTABLE ?? INSTALLED.join(' or ')}. Install it (apt-get ` +
        'install chromium), or name yours in the environment variable CHROMIUM.',
    );
  }
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
}

/** Serves the out/ folder of the site at `root`, and opens one of its pages. */
export async function visit(
  browser: Browser,
  root: string,
  path = '/',
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  return visitAt(browser, await serve(join(root, 'out')), path, options, prepare);
}

/** Opens a page of a running server, in a new browser context. */
export async function visitAt(
  browser: Browser,
  origin: string,
  path = '/',
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) foreignRequests.push(request.url());
  });
  await prepare(page);
  await page.goto(origin + path);
  return { page, origin, complaints, foreignRequests };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Runs axe-core on a page: the rules of this name, or all. */
export async function runAxe(page: Page, ...rules: string[]): Promise<AxeResults> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(`axe.run(${JSON.stringify(rules.length > 0 ? { runOnly: rules } : {})})`);
}

/** Options of the static host. */
interface Hosting {
  /** The base path of the site: `/blog`, or empty. */
  readonly base?: string;
  /** Additional headers for a path. */
  readonly headersOf?: (path: string) => Readonly<Record<string, string>>;
}

/** Serves a folder like a static host until the test is done: `/x` is `x.html`. */
export async function serve(
  folder: string,
  { base = '', headersOf = () => ({}) }: Hosting = {},
): Promise<string> {
  // In one piece: streams fail when the folder is removed at the end of a test.
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://host').pathname);
    const name = join(folder, path.startsWith(`${base}/`) ? path.slice(base.length) : 'missing');
    const file = [name, `${name}.html`, join(name, 'index.html')].find((each) =>
      statSync(each, { throwIfNoEntry: false })?.isFile(),
    );
    const found = file ?? join(folder, '404.html');
    const type = lookup(found) ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      ...headersOf(path),
    });
    response.end(readFileSync(found));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}
