/**
 * The development server: the guard, then the server's own addresses, then the site.
 *
 * Nothing that a request holds can end the process: what fails is answered with 500, and a request
 * that is not even one with 400 or 431.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import { addClient, CLIENT_URL, EVENTS_URL } from './dev-pages.ts';
import type { EventStreams } from './event-streams.ts';
import { ALLOWED_METHODS, decodePath, judgeRequest } from './guard.ts';
import type { Answer, SiteView } from './site-view.ts';

/** On every answer: other sites' pages get nothing from here, not even as a script or picture. */
const SAFETY = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Makes a server of the site. `client` is the browser's script; `readHosts` gives the names that the
 * server answers to, once it listens.
 */
export function createSiteServer(
  view: SiteView,
  streams: EventStreams,
  client: string,
  readHosts: () => ReadonlySet<string>,
): Server {
  const serveFile = sirv(view.folder, { dev: true, etag: true, dotfiles: true, extensions: [] });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '', rawHeaders } = request;
    const verdict = judgeRequest({ method, target, rawHeaders }, readHosts());
    if (verdict.kind === 'refuse') {
      if (verdict.status === 405) response.setHeader('allow', ALLOWED_METHODS);
      sendText(response, verdict.status, REFUSALS[verdict.status]);
      return;
    }
    const { path, search } = verdict;
    if (path === EVENTS_URL) openEvents(response, search, method, streams);
    else if (path === CLIENT_URL) sendBody(response, 200, 'text/javascript', client);
    else sendAnswer(request, response, view.answer(path, search), serveFile);
  };
  // A missing Host is for the guard to refuse, with the headers that every answer has.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    secure(response);
    response.on('pipe', (source) => closeTogether(source, response));
    try {
      handle(request, response);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, text);
    }
  });
  server.on('checkExpectation', (_, response) => {
    secure(response);
    sendText(response, 417, 'This expectation cannot be met.');
  });
  server.on('connect', (_, socket) => refuseSocket(socket, '405 Method Not Allowed', ALLOW));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
    refuseSocket(socket, isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request');
  });
  return server;
}

function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SAFETY)) response.setHeader(name, value);
}

const ALLOW = `Allow: ${ALLOWED_METHODS}\r\n`;

const REFUSALS = {
  400: 'This is not a request that can be answered.',
  403: 'This server answers only the pages that it serves itself, and only under its own names.',
  405: 'Pages can only be read.',
  414: 'This address is too long.',
};

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  serveFile: ReturnType<typeof sirv>,
): void {
  if (answer.kind === 'redirect') {
    response.setHeader('location', answer.url);
    sendText(response, 302, '');
  } else if (answer.kind === 'document') {
    sendBody(response, answer.status, 'text/html', addClient(answer.html, answer.state));
  } else {
    prepareForSirv(request, answer);
    response.setHeader('content-type', mediaTypeOf(answer.path));
    // sirv takes an archive for a page that was sent compressed.
    if (/\.(gz|br)$/.test(answer.path)) response.setHeader('content-encoding', 'identity');
    serveFile(request, response, () => sendText(response, 404, 'This file is gone.'));
  }
}

/**
 * sirv reads more into a request than is there: it decodes the path again, and takes ranges for what
 * they are not. So it is given the file that was found, and a range only in the one form that it
 * gets right.
 */
function prepareForSirv(request: IncomingMessage, file: { readonly path: string }): void {
  const pathname = `/${file.path.replaceAll('%', '%25')}`;
  // Where its own parser keeps what it has read: a name may hold a "?" or "#".
  Object.assign(request, { url: pathname, _parsedUrl: { pathname, raw: pathname } });
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  const isPlain = end === '' || (Number(end) > 0 && Number(end) >= Number(start));
  // RFC 9110, section 14.2: a server may ignore a range, and must for HEAD; section 13.1.5: and if it
  // cannot tell whether the file is still the one that is meant.
  const isMeant = request.method === 'GET' && request.headers['if-range'] === undefined;
  if (start === undefined || !isPlain || !isMeant) {
    delete request.headers.range;
  }
}

/** What a file is, by its name; texts are in the one encoding that there is. */
function mediaTypeOf(path: string): string {
  const type = lookup(path) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

function openEvents(
  response: ServerResponse,
  search: string,
  method: string,
  streams: EventStreams,
): void {
  const query = new URLSearchParams(search);
  const path = decodePath(query.get('page') ?? '');
  if (path === null) sendText(response, 400, REFUSALS[400]);
  else if (method === 'HEAD') sendBody(response, 200, 'text/event-stream', '');
  else {
    const [version, style] = [query.get('version') ?? '', query.get('style') ?? ''];
    streams.open(response, { path, version, style });
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  sendBody(response, status, 'text/plain', text === '' ? '' : `${text}\n`);
}

function sendBody(response: ServerResponse, status: number, type: string, text: string): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}

/** A file that cannot be read on, and a visitor who goes away, end each other. */
function closeTogether(source: NodeJS.ReadableStream, response: ServerResponse): void {
  const file = source as NodeJS.ReadableStream & { destroy(): void };
  file.on('error', () => response.destroy());
  response.on('close', () => file.destroy());
}

/** Answers what came over a socket and is no request of a kind that Node hands on. */
function refuseSocket(socket: Duplex, status: string, header = ''): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const safety = Object.entries(SAFETY).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\n${safety.join('')}${header}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
