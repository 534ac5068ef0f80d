/**
 * Files that are no pages, by sirv: with their stamps as ETags, and in parts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lookup } from 'mrmime';
import sirv from 'sirv';

/** Answers with a file, by its path in the folder; `onMissing` is called where it is gone. */
export type ServeFile = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  onMissing: () => void,
) => void;

/** Serves the files of a folder (absolute). Which of them may be served is decided before. */
export function serveFilesOf(folder: string): ServeFile {
  const serve = sirv(folder, { dev: true, etag: true, dotfiles: true, extensions: [] });
  return (request, response, path, onMissing) => {
    prepareForSirv(request, path);
    response.setHeader('content-type', mediaTypeOf(path));
    // sirv takes an archive for a page that was sent compressed.
    if (/\.(gz|br)$/.test(path)) response.setHeader('content-encoding', 'identity');
    response.on('pipe', (source) => closeTogether(source, response));
    serve(request, response, onMissing);
  };
}

/**
 * sirv reads more into a request than is there: it decodes the path again, and takes ranges for what
 * they are not. So it is given the file that was found, and a range only in the one form that it
 * gets right.
 */
function prepareForSirv(request: IncomingMessage, path: string): void {
  const pathname = `/${path.replaceAll('%', '%25')}`;
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

/** A file that cannot be read on, and a visitor who goes away, end each other. */
function closeTogether(source: NodeJS.ReadableStream, response: ServerResponse): void {
  const file = source as NodeJS.ReadableStream & { destroy(): void };
  file.on('error', () => response.destroy());
  response.on('close', () => file.destroy());
}
