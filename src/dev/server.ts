/**
 * The development server: the guard, then the server's own addresses, then the site.
 *
 * Nothing that a request holds can end the process: what fails is answered with 500, and a request
 * that is not even one with 400 or 431.
 */
import { type ReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { lookup } from 'mrmime';
import sirv from 'sirv';
import type { EventStreams } from './events.ts';
import { ALLOWED_METHODS, decodePath, judgeRequest } from './guard.ts';
import { addClient, CLIENT_URL, EVENTS_URL } from './pages.ts';
import type { Answer, SiteView } from './site-view.ts';

/** On every answer: other sites' pages get nothing from here, not even as a script or picture. */
const SAFETY = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]);

const REFUSALS = {
  400: 'This is not a request that can be answered.',
  403: 'This server answers only the pages that it serves itself, and only under its own names.',
  405: 'Pages can only be read.',
  414: 'This address is too long.',
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
  const sendFile = serveFilesOf(view.folder);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '', rawHeaders } = request;
    const verdict = judgeRequest({ method, target, rawHeaders }, readHosts());
    if (verdict.kind === 'refuse') {
      if (verdict.status === 405) response.setHeader('allow', ALLOWED_METHODS);
      sendText(response, verdict.status, REFUSALS[verdict.status]);
      return;
    }
    const { path, search } = verdict;
    if (path === EVENTS_URL) openEvents(request, response, search, streams);
    else if (path === CLIENT_URL) sendBody(response, 200, 'text/javascript', client);
    else sendAnswer(request, response, view.answer(path, search), sendFile);
  };
  // A missing Host is for the guard to refuse, with the headers that every answer has.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    response.setHeaders(SAFETY);
    try {
      answer(request, response);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, text);
    }
  });
  server.on('checkExpectation', (_, response) => {
    response.setHeaders(SAFETY);
    sendText(response, 417, 'This expectation cannot be met.');
  });
  server.on('connect', (_, socket) => refuseSocket(socket, '405 Method Not Allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
    refuseSocket(socket, isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request');
  });
  return server;
}

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  sendFile: SendFile,
): void {
  if (answer.kind === 'file') sendFile(request, response, answer.path);
  else if (answer.kind === 'redirect') {
    response.setHeader('location', answer.url);
    sendText(response, 302, '');
  } else {
    const html = addClient(answer.html, answer.state, `http://${request.headers.host}`);
    sendBody(response, answer.status, 'text/html', html);
  }
}

type SendFile = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Sends files that are no pages, with their stamps as ETags and in parts, by their paths in a folder. */
function serveFilesOf(folder: string): SendFile {
  const serve = sirv(folder, { dev: true, etag: true, dotfiles: true, extensions: [] });
  return (request, response, path) => {
    const type = lookup(path) ?? 'application/octet-stream';
    const charset = type.startsWith('text/') ? '; charset=utf-8' : '';
    response.setHeader('content-type', type + charset);
    // sirv takes an archive for a page that was sent compressed.
    if (/\.(gz|br)$/.test(path)) response.setHeader('content-encoding', 'identity');
    // A file that cannot be read on, and a visitor who goes away, end each other.
    response.on('pipe', (file: ReadStream) => {
      file.on('error', () => response.destroy());
      response.on('close', () => file.destroy());
    });
    // sirv would take these for the end of the path, however they are escaped.
    if (/[?#]/.test(path)) {
      response.end(readFileSync(join(folder, path)));
      return;
    }
    const headers = { ...request.headers, range: readRange(request) };
    const onMissing = () => sendText(response, 404, 'This file is gone.');
    // It reads nothing else of a request.
    serve({ url: encodeURI(`/${path}`), headers } as IncomingMessage, response, onMissing);
  };
}

/** The range that a request asks for, in the one form that sirv gets right; undefined for the whole. */
function readRange({ method, headers }: IncomingMessage): string | undefined {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  const isPlain = end === '' || (Number(end) > 0 && Number(end) >= Number(start));
  // RFC 9110, section 14.2: a server may ignore a range, and must for HEAD; section 13.1.5: and if it
  // cannot tell whether the file is still the one that is meant.
  const isMeant = method === 'GET' && headers['if-range'] === undefined;
  return start !== undefined && isPlain && isMeant ? headers.range : undefined;
}

function openEvents(
  { method }: IncomingMessage,
  response: ServerResponse,
  search: string,
  streams: EventStreams,
): void {
  const query = new URLSearchParams(search);
  const path = decodePath(query.get('page') ?? '');
  const [version, style] = [query.get('version') ?? '', query.get('style') ?? ''];
  if (path === null) sendText(response, 400, REFUSALS[400]);
  else if (method === 'HEAD') sendBody(response, 200, 'text/event-stream', '');
  else streams.open(response, { path, version, style });
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
function refuseSocket(socket: Duplex, status: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = [...SAFETY, ['Connection', 'close'], ['Content-Length', '0']];
  if (status.startsWith('405')) headers.push(['Allow', ALLOWED_METHODS]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
}
