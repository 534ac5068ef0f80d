/**
 * What open pages are told, by a client that stands in for the browser's. A page that is told nothing
 * is known by what it is told next.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { load } from 'cheerio';
import { expect, onTestFinished, test } from 'vitest';
import { type DevSite, startDevSite } from '../support/dev.ts';
import { exchange } from '../support/raw-http.ts';
import { essay } from '../support/site.ts';

const FIRST = 'content/essays/first.md';
const SECOND = 'content/essays/second.md';
const first = (body: string) => essay('title: First\npublished: 2020-01-01', body);
const second = (body: string) => essay('title: Second\npublished: 2020-01-02', body);

/** A site of two essays, and one style sheet of its own; built. */
async function startSite(): Promise<DevSite> {
  const site = await startDevSite({
    [FIRST]: first('One.\n'),
    [SECOND]: second('Two.\n'),
    'templates/style.css': 'body { color: red; }\n',
  });
  await site.until((last) => last !== null);
  return site;
}

/** What the script in a page is told of that page. */
async function readState(site: DevSite, path: string) {
  const page = load(await (await fetch(site.origin + path)).text());
  const { version = '', style = '' } = page('script[data-version]').data() as Record<
    string,
    string
  >;
  return { version, style };
}

interface PageClient {
  readonly status: number;
  /** What it is told at once. */
  readonly first: string | null;
  /** The next event, as `name data`; null at the end of the stream. */
  next(): Promise<string | null>;
  leave(): void;
}

/** Opens the events of a page; without a state, in the one that it is in. */
async function openPage(
  site: DevSite,
  path: string,
  state?: { version: string; style: string },
): Promise<PageClient> {
  const query = new URLSearchParams({ page: path, ...(state ?? (await readState(site, path))) });
  const request = get(`${site.origin}/.blog/events?${query}`, { agent: false });
  request.on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events = readEvents(response);
  const next = async () => (await events.next().catch(() => ({ value: null }))).value ?? null;
  const told = response.statusCode === 200 ? await next() : null;
  const leave = () => void request.destroy();
  return { status: response.statusCode ?? 0, first: told, next, leave };
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined) yield `${name} ${data}`;
    }
  }
}

/** Writes files, and waits until a build has seen them as the condition says. */
async function change(
  site: DevSite,
  files: Readonly<Record<string, string | null>>,
  isSeen: () => boolean,
): Promise<void> {
  site.write(files);
  await site.until(isSeen);
}

test('a page is reloaded when it has changed, and only then', async () => {
  const site = await startSite();
  const pages = [await openPage(site, '/blog/first'), await openPage(site, '/blog/second')];
  expect(site.session.streams.outputs.length).toBe(2);
  await change(site, { [FIRST]: first('Changed.\n') }, () => {
    return site.read('blog/first.html')?.includes('Changed.') ?? false;
  });
  expect(await pages[0]?.next()).toBe('reload ');
  expect(await pages[0]?.next()).toBeNull();
  expect(site.session.streams.outputs.length).toBe(1);
  await change(site, { [SECOND]: second('Changed too.\n') }, () => {
    return site.read('blog/second.html')?.includes('Changed too.') ?? false;
  });
  expect(await pages[1]?.next()).toBe('reload ');
  expect(await pages[1]?.next()).toBeNull();
});

test('a page gets its new style sheet without being reloaded', async () => {
  const site = await startSite();
  const page = await openPage(site, '/blog/first');
  const { style } = await readState(site, '/blog/first');
  await change(site, { 'templates/style.css': 'body { color: blue; }\n' }, () => {
    return !site.read('blog/first.html')?.includes(style);
  });
  const state = await readState(site, '/blog/first');
  expect(state.style).not.toBe(style);
  expect(await page.next()).toBe(`style ${state.style}`);
  await change(site, { [FIRST]: first('Changed.\n') }, () => {
    return site.read('blog/first.html')?.includes('Changed.') ?? false;
  });
  expect(await page.next()).toBe('reload ');
});

test('a page shows problems until they are mended', async () => {
  const site = await startSite();
  const page = await openPage(site, '/blog/first');
  await change(site, { [SECOND]: 'no front matter' }, () => site.session.view.overlay !== null);
  const [name = '', data = ''] = (await page.next())?.split(/ (.*)/) ?? [];
  expect(name).toBe('problems');
  expect(JSON.parse(data)).toEqual({
    html: expect.stringContaining('content/essays/second.md'),
    css: expect.stringContaining(':host'),
  });
  const late = await openPage(site, '/blog/first');
  expect(late.first).toBe(`problems ${data}`);
  await change(site, { [SECOND]: second('Two.\n') }, () => site.session.view.overlay === null);
  expect(await page.next()).toBe('problems null');
  expect(await late.next()).toBe('problems null');
  expect(site.session.streams.outputs.length).toBe(2);
});

test('a page that comes back is told at once what has become of it', async () => {
  const site = await startSite();
  const state = await readState(site, '/blog/first');
  const other = { ...state, style: '/assets/style.old.css' };
  const old = { ...state, version: '200-old' };
  expect((await openPage(site, '/blog/first')).first).toBe('problems null');
  expect((await openPage(site, '/blog/first', other)).first).toBe(`style ${state.style}`);
  const page = await openPage(site, '/blog/first', old);
  expect([page.first, await page.next()]).toEqual(['reload ', null]);
  expect(site.session.streams.outputs.length).toBe(2);
});

test('a page that was not there is reloaded when it is', async () => {
  const site = await startSite();
  const page = await openPage(site, '/blog/third');
  site.write({ 'content/essays/third.md': essay('title: Third\npublished: 2020-01-03') });
  expect(await page.next()).toBe('reload ');
});

test('all streams end with the session', async () => {
  const site = await startSite();
  const page = await openPage(site, '/');
  await Promise.all([site.close(), page.next().catch(() => null)]);
  expect(site.session.streams.outputs.length).toBe(0);
});

test('visitors who leave are forgotten', async () => {
  const site = await startSite();
  const pages = await Promise.all(Array.from({ length: 20 }, () => openPage(site, '/blog/first')));
  expect(site.session.streams.outputs.length).toBe(20);
  for (const page of pages) page.leave();
  await expect.poll(() => site.session.streams.outputs.length).toBe(0);
});

test('a request for events that is none is refused, and nothing listens', async () => {
  const site = await startSite();
  const own = 'Host: localhost';
  const cases: readonly [fact: string, query: string, header: string, status: number][] = [
    ['no page', '', own, 400],
    ['a page without a slash', '?page=blog/first', own, 400],
    ['a malformed escape', '?page=/%25zz', own, 400],
    ['an overlong escape', '?page=/%25c0%25ae', own, 400],
    ['NUL', '?page=/%00', own, 400],
    ['a backslash', '?page=/%5c', own, 400],
    ['the first of two pages counts', '?page=evil&page=/', own, 400],
    ['a foreign origin', '?page=/', `${own}\r\nOrigin: http://evil.example`, 403],
    ['another site', '?page=/', `${own}\r\nSec-Fetch-Site: cross-site`, 403],
    ['another host', '?page=/', 'Host: evil.example', 403],
  ];
  for (const [fact, query, headers, status] of cases) {
    const target = `/.blog/events${query}`;
    const request = `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
    const answers = await exchange(site.port, request);
    expect([fact, answers.map((answer) => answer.status)]).toEqual([fact, [status]]);
    expect(site.session.streams.outputs.length).toBe(0);
  }
  const page = await openPage(site, '/blog/first');
  expect([page.status, site.session.streams.outputs.length]).toEqual([200, 1]);
});
