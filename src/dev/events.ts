/**
 * The open pages: who looks at what in which version, and what each is told (server-sent events).
 */
import type { ServerResponse } from 'node:http';
import { PROBLEM_CSS } from './pages.ts';
import type { SiteView } from './site-view.ts';

/** How long a browser waits before it asks again. */
const RETRY_MS = 300;
/** Proxies and sleeping laptops drop connections on which nothing comes. */
const HEARTBEAT_MS = 20_000;

/** A page that is open in a browser, as it tells of itself. */
export interface OpenPage {
  /** Its path, as its address has it, decoded. */
  readonly path: string;
  readonly version: string;
  readonly style: string;
}

interface Listener {
  readonly page: OpenPage;
  style: string;
  /** Undefined until it is told: what it has shown before is not known. */
  overlay?: string | null;
}

export class EventStreams {
  private readonly listeners = new Map<ServerResponse, Listener>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly view: SiteView) {
    this.heartbeat = setInterval(() => {
      for (const response of this.listeners.keys()) response.write(':\n\n');
    }, HEARTBEAT_MS).unref();
  }

  /** How many pages are open. */
  get size(): number {
    return this.listeners.size;
  }

  /** The paths of the open pages, each once. */
  get paths(): ReadonlySet<string> {
    return new Set([...this.listeners.values()].map(({ page }) => page.path));
  }

  /** Answers the request of a page for its events, and tells it at once what it has missed. */
  open(response: ServerResponse, page: OpenPage): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    const listener = { page, style: page.style };
    this.listeners.set(response, listener);
    response.on('close', () => this.listeners.delete(response));
    this.refresh(response, listener);
  }

  /** Tells every page that has changed so. */
  refreshAll(): void {
    for (const [response, listener] of this.listeners) this.refresh(response, listener);
  }

  /** Ends all of them. */
  close(): void {
    clearInterval(this.heartbeat);
    for (const response of this.listeners.keys()) response.end();
    this.listeners.clear();
  }

  private refresh(response: ServerResponse, listener: Listener): void {
    if (this.view.isLoading) return;
    const { version, style, showsProblems } = this.view.describe(listener.page.path);
    const overlay = showsProblems ? null : this.view.overlay;
    if (version !== listener.page.version) {
      // It comes back with another version.
      send(response, 'reload', '');
      this.listeners.delete(response);
      response.end();
      return;
    }
    if (style !== listener.style) send(response, 'style', style);
    if (overlay !== listener.overlay) {
      send(response, 'problems', JSON.stringify(overlay && { html: overlay, css: PROBLEM_CSS }));
    }
    Object.assign(listener, { style, overlay });
  }
}

/** `data` holds no line break. */
function send(response: ServerResponse, event: string, data: string): void {
  response.write(`event: ${event}\ndata: ${data}\n\n`);
}
