/**
 * The event stream of a page: what it sends on a reconnect, and when it is dropped. How open pages react
 * is tested in a browser (dev-reload.test.ts, dev-problems.test.ts).
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { load } from 'cheerio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DevSite, startDevSite } from '../support/dev.ts';
import { essay } from '../support/site.ts';

type State = Record<'version' | 'style', string>;

async function startSite(): Promise<{ site: DevSite; state: State }> {
  const site = await startDevSite({
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  await site.until((last) => last !== null);
  const page = load(await (await fetch(`${site.origin}/blog/a`)).text());
  return { site, state: page('script[data-version]').data() as State };
}

/** Opens the event stream of the essay's page, with the state that the page last had. */
async function openEvents({ origin }: DevSite, { version, style }: State) {
  const query = new URLSearchParams({ page: '/blog/a', version, style });
  const request = get(`${origin}/.blog/events?${query}`, { agent: false }).on('error', () => {});
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, response: response.setEncoding('utf8') };
}

/** The first event, followed by `end` if the stream ends after it. */
async function readFirst(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (/^event: (?!reload)\w+\ndata: .*\n\n/m.test(text)) break;
  }
  return `${text.replace(/^retry: 300\n\n/, '')}${response.complete ? 'end' : ''}`;
}

describe('a page that reconnects is told', () => {
  test.each<[fact: string, old: Partial<State>, told: string]>([
    ['that there are no problems', {}, 'event: problems\ndata: null\n\n'],
    ['its style sheet', { style: '/assets/style.old.css' }, 'event: style\ndata: STYLE\n\n'],
    ['to reload, once', { version: '200-old' }, 'event: reload\ndata: \n\nend'],
  ])('%s', async (_, old, told) => {
    const { site, state } = await startSite();
    const { response } = await openEvents(site, { ...state, ...old });
    expect(await readFirst(response)).toContain(told.replace('STYLE', state.style));
    expect(site.session.streams.outputs.length).toBe('version' in old ? 0 : 1);
  });
});

test('streams of closed pages are dropped', async () => {
  const { site, state } = await startSite();
  const visits = await Promise.all(Array.from({ length: 20 }, () => openEvents(site, state)));
  expect(site.session.streams.outputs.length).toBe(20);
  for (const { request } of visits) request.destroy();
  await expect.poll(() => site.session.streams.outputs.length).toBe(0);
});
