/**
 * Shows built sites in headless Chromium, from a server that behaves as a plain static host does.
 *
 * The browser is the machine's own: `CHROMIUM` names it, else it is Debian's headless shell, which
 * opens a page in a third of the time, or its Chromium. Without one the tests fail; they are never
 * skipped.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { lookup } from 'mrmime';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';

export { shareSite } from './site.ts';

/** How long something in a page is waited for; only a page that is wrong lets anybody wait so long. */
export const PATIENCE_MS = 30_000;

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

/** A page in the browser, and what happened on it since it was opened. */
export interface Visit {
  readonly page: Page;
  /** Address of the server, without a slash at its end. */
  readonly origin: string;
  /** Messages of the console that are errors or warnings, and uncaught exceptions. */
  readonly complaints: string[];
  /** Addresses of all requests that went elsewhere. */
  readonly foreignRequests: string[];
}

/** The browser of this process: it serves all its files of tests, and ends with it. */
let launched: Promise<Browser> | undefined;

/** Starts the browser before the tests of a file; returns how to get at it. */
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

/** Serves the out/ folder of a site that was built at `root` and opens one of its pages. */
export async function visit(
  browser: Browser,
  root: string,
  path = '/',
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  return visitAt(browser, await serve(join(root, 'out')), path, options, prepare);
}

/** Opens a page of a server that listens already, in a context of its own. */
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

/** How a host answers, besides with its files. */
interface Hosting {
  /** Where the site lies on its host: `/blog`, or empty. */
  readonly base?: string;
  /** Further headers for a path. */
  readonly headersOf?: (path: string) => Readonly<Record<string, string>>;
}

/** Serves a folder until the test is done, as a static host does: `/x` is `x.html`. */
export async function serve(
  folder: string,
  { base = '', headersOf = () => ({}) }: Hosting = {},
): Promise<string> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    const file = path.startsWith(`${base}/`) ? findFile(folder, path.slice(base.length)) : null;
    const found = file ?? join(folder, '404.html');
    const type = lookup(found) ?? 'application/octet-stream';
    response.writeHead(file === null ? 404 : 200, {
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      ...headersOf(path),
    });
    response.end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function findFile(folder: string, path: string): string | null {
  const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  for (const candidate of candidates) {
    const file = join(folder, candidate);
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  }
  return null;
}
