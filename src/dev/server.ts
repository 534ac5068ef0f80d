/**
 * Serves a development session over HTTP: the guard, then the server's own URLs, then the site.
 *
 * No request can end the process: an error is answered with 500, and bytes that are not a request by Node.
 */
import { type ReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import { describeThrown } from './builder.ts';
import type { EventStreams } from './events.ts';
import { ALLOWED_METHODS, decodePath, judgeRequest } from './guard.ts';
import * as pages from './pages.ts';
import type { SiteView } from './site-view.ts';
import { makeThemePages } from './themes.ts';

/** Headers of every answer: other sites may not load anything from here, not even a script or picture. */
const SAFETY = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]);

export const REFUSALS = {
  400: 'This request cannot be answered.',
  403: 'This server answers only the pages that it serves itself, and only under its own names.',
  405: 'Pages can only be read.',
};

/**
 * Creates the server of a session; `packageRoot` is the folder of this program. `readHosts` returns the host
 * names that requests may state, which are known once the server listens.
 */
export function createSiteServer(
  view: SiteView,
  streams: EventStreams,
  packageRoot: string,
  readHosts: () => ReadonlySet<string>,
): Server {
  const sendFile = serveFilesOf(view.folder);
  const client = readFileSync(join(packageRoot, 'dist/live.client.js'), 'utf8');
  const style = readFileSync(join(packageRoot, 'dist/problems.css'), 'utf8');
  const answerThemes = makeThemePages(view, packageRoot);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const refuse = (status: keyof typeof REFUSALS) => {
      if (status === 405) response.setHeader('allow', ALLOWED_METHODS);
      send(response, status, REFUSALS[status]);
    };
    const verdict = judgeRequest(request, readHosts());
    if ('refused' in verdict) return refuse(verdict.refused);
    const { path, search } = verdict;
    if (path === pages.CLIENT_URL) return send(response, 200, client, 'text/javascript');
    if (path === pages.STYLE_URL) return send(response, 200, style, 'text/css');
    if (path === pages.EVENTS_URL) {
      const query = Object.fromEntries(new URLSearchParams(search));
      const { page = '', version = '', style = '' } = query;
      const pagePath = decodePath(page);
      if (pagePath === null) return refuse(400);
      if (request.method === 'HEAD') return send(response, 200, '', 'text/event-stream');
      return streams.open(response, { path: pagePath, version, style });
    }
    const themed = answerThemes(path);
    if (themed !== null) return send(response, 200, themed.body, themed.type);
    const found = view.answer(path, search);
    if (found.kind === 'file') return sendFile(request, response, found.path);
    if (found.kind === 'redirect') return redirect(response, 302, found.url);
    const html = pages.addClient(found.html, found.state);
    send(response, found.status, html, 'text/html');
  };
  // The guard refuses a request without a Host, with the headers of every answer.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const start = () => {
      response.setHeaders(SAFETY);
      answerSafely(response, () => answer(request, response));
    };
    // A pipelined request waits for its turn: Node never closes an answer that did not get the socket.
    if (response.socket === null) response.once('socket', start);
    else start();
  });
  return server;
}

/** Answers with 500 where the answer throws. */
export function answerSafely(response: ServerResponse, answer: () => void): void {
  try {
    answer();
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    // One of them may be the header that cannot be sent.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.setHeaders(SAFETY);
    send(response, 500, describeThrown(error));
  }
}

/** Returns a function that sends a file of a folder (`path` is relative to it), with ETag and ranges. */
export function serveFilesOf(folder: string) {
  const serve = sirv(folder, { dev: true, etag: true, dotfiles: true, extensions: [] });
  return (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const type = lookup(path) ?? 'application/octet-stream';
    const charset = type.startsWith('text/') ? '; charset=utf-8' : '';
    response.setHeader('content-type', type + charset);
    // sirv mistakes an archive for a page that was sent compressed.
    if (/\.(gz|br)$/.test(path)) response.setHeader('content-encoding', 'identity');
    // A read error ends the response, and a closed connection ends the reading.
    response.on('pipe', (file: ReadStream) => {
      file.on('error', () => response.destroy());
      response.on('close', () => file.destroy());
    });
    // sirv ends the path at these characters, even if they are escaped.
    if (/[?#]/.test(path)) {
      response.end(readFileSync(join(folder, path)));
      return;
    }
    // The only parts of a request that sirv reads.
    const parts = { url: encodeURI(`/${path}`), headers: { ...request.headers } };
    if (!hasPlainRange(request)) delete parts.headers.range;
    const onMissing = () => send(response, 404, 'This file is gone.');
    serve(parts as IncomingMessage, response, onMissing);
  };
}

/** True for a range in the one form that sirv answers correctly; any other range is ignored. */
function hasPlainRange({ method, headers }: IncomingMessage): boolean {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  // RFC 9110: a range counts for GET only (section 14.2), and not where the server cannot tell whether
  // the file is the one that is meant (section 13.1.5).
  if (start === undefined || method !== 'GET' || headers['if-range'] !== undefined) return false;
  return end === '' || (Number(end) > 0 && Number(end) >= Number(start));
}

export function redirect(response: ServerResponse, status: number, url: string): void {
  response.setHeader('location', url);
  send(response, status, '');
}

export function send(
  response: ServerResponse,
  status: number,
  text: string | Uint8Array,
  type = 'text/plain',
  caching = 'no-store',
): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': bytes.length,
    'cache-control': caching,
  });
  response.end(bytes);
}
