/**
 * The open pages: who looks at what in which version, and what each is told (server-sent events).
 */
import type { ServerResponse } from 'node:http';
import { PROBLEM_CSS } from './dev-pages.ts';
import type { SiteView } from './site-view.ts';

/** How long a browser waits before it asks again, in milliseconds. */
const RETRY_MS = 300;
/** Proxies and sleeping laptops drop connections on which nothing comes. */
const HEARTBEAT_MS = 20_000;

/** What a page tells of itself. */
export interface OpenPage {
  /** Its path, as its address has it, decoded. */
  readonly path: string;
  readonly version: string;
  readonly style: string;
}

interface Listener {
  readonly page: OpenPage;
  readonly response: ServerResponse;
  style: string;
  /** Undefined until it is told: what it has shown before is not known. */
  problems: string | null | undefined;
}

export class EventStreams {
  private readonly listeners = new Set<Listener>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly view: SiteView) {
    this.heartbeat = setInterval(() => this.broadcast(':\n\n'), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  /** How many pages are open. */
  get size(): number {
    return this.listeners.size;
  }

  /** Answers the request of a page for its events, and tells it at once what it has missed. */
  open(response: ServerResponse, page: OpenPage): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    const listener: Listener = { page, response, style: page.style, problems: undefined };
    this.listeners.add(listener);
    response.on('close', () => this.listeners.delete(listener));
    this.refresh(listener);
  }

  /** Tells every page what has become of it. To be called after each build. */
  refreshAll(): void {
    for (const listener of this.listeners) this.refresh(listener);
  }

  /** Ends all of them. */
  close(): void {
    clearInterval(this.heartbeat);
    for (const { response } of this.listeners) response.end();
    this.listeners.clear();
  }

  private refresh(listener: Listener): void {
    if (this.view.isLoading) return;
    const { page, response } = listener;
    const { version, style, showsProblems } = this.view.describe(page.path);
    if (version !== page.version) {
      // It comes back with another version.
      send(response, 'reload', '');
      this.listeners.delete(listener);
      response.end();
      return;
    }
    if (style !== listener.style) {
      listener.style = style;
      send(response, 'style', style);
    }
    const html = showsProblems ? null : this.view.overlay;
    if (html !== listener.problems) {
      listener.problems = html;
      send(response, 'problems', JSON.stringify(html && { html, css: PROBLEM_CSS }));
    }
  }

  private broadcast(text: string): void {
    for (const { response } of this.listeners) response.write(text);
  }
}

/** `data` holds no line break. */
function send(response: ServerResponse, event: string, data: string): void {
  response.write(`event: ${event}\ndata: ${data}\n\n`);
}
