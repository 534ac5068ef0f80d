/**
 * The development server: the guard, then the server's own addresses, then the site.
 *
 * Nothing that a request holds can end the process: what fails is answered with 500, and a request
 * that is not even one with 400 or 431.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { addClient, CLIENT_URL, EVENTS_URL } from './dev-pages.ts';
import type { EventStreams } from './event-streams.ts';
import { ALLOWED_METHODS, decodePath, judgeRequest } from './guard.ts';
import { type ServeFile, serveFilesOf } from './serve-file.ts';
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
  const serveFile = serveFilesOf(view.folder);
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
  serveFile: ServeFile,
): void {
  if (answer.kind === 'redirect') {
    response.setHeader('location', answer.url);
    sendText(response, 302, '');
  } else if (answer.kind === 'document') {
    const origin = `http://${request.headers.host}`;
    const html = addClient(answer.html, answer.state, origin);
    sendBody(response, answer.status, 'text/html', html);
  } else {
    serveFile(request, response, answer.path, () => sendText(response, 404, 'This file is gone.'));
  }
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
