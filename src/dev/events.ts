/**
 * Keeps the event streams of the open pages, and notifies each page of changes (server-sent events).
 *
 * The live reload script opens a stream with the version of its page. After each build a page whose version
 * differs is sent a reload; the others are sent a new style sheet or the problems.
 */
import type { ServerResponse } from 'node:http';
import type { SiteView } from './site-view.ts';

/** The time after which a browser reconnects. */
const RETRY_MS = 300;

/** A page that is open in a browser, as the page describes itself. */
interface OpenPage {
  /** The path of its URL, decoded. */
  readonly path: string;
  readonly version: string;
  style: string;
  /** The problems that it shows, as JSON; undefined before the first event. */
  problems?: string;
}

export class EventStreams {
  private readonly pages = new Map<ServerResponse, OpenPage>();

  private readonly view: SiteView;

  constructor(view: SiteView) {
    this.view = view;
  }

  /** The files of the open pages, as paths in the output folder. */
  get outputs(): string[] {
    const located = [...this.pages.values()].map(({ path }) => this.view.locate(path));
    return located.flatMap((each) => (each?.kind === 'page' ? [each.path] : []));
  }

  /** Opens a page's event stream, and sends the events that it has missed at once. */
  open(response: ServerResponse, page: OpenPage): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.pages.set(response, page);
    response.on('close', () => this.pages.delete(response));
    this.refresh(response, page);
  }

  /** Notifies every open page of its changes. */
  refreshAll(): void {
    for (const [response, page] of this.pages) this.refresh(response, page);
  }

  /** Ends all streams. */
  close(): void {
    for (const response of this.pages.keys()) response.end();
    this.pages.clear();
  }

  private refresh(response: ServerResponse, page: OpenPage): void {
    const state = this.view.describe(page.path);
    if (state === null) return;
    const { version, style, showsProblems } = state;
    const problems = showsProblems ? 'null' : this.view.summary;
    // Data must not hold a line break.
    const send = (event: string, data: string) =>
      response.write(`event: ${event}\ndata: ${data}\n\n`);
    if (version !== page.version) {
      // The reloaded page opens a stream of its own.
      send('reload', '');
      this.pages.delete(response);
      response.end();
      return;
    }
    if (style !== page.style) send('style', style);
    if (problems !== page.problems) send('problems', problems);
    Object.assign(page, { style, problems });
  }
}
