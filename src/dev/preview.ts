/**
 * Serves a built site as a static host does, with its `_redirects`, `_headers` and 404 page, and without live reload.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readOwnFile } from '../files/file-state.ts';
import { readHostHeaders, readHostRedirects } from '../render/host-rules.ts';
import { encodePath, HEADERS_OUTPUT, REDIRECTS_OUTPUT } from '../site/urls.ts';
import { decodePath, judgeRequest } from './guard.ts';
import { answerSafely, REFUSALS, redirect, send, serveFilesOf } from './server.ts';
import { SiteView } from './site-view.ts';

/** What Netlify and Cloudflare Pages answer with for a path without a rule. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Creates the server of a folder; `base` is the base path of the site, `readHosts` as in `createSiteServer`. */
export function createPreviewServer(
  folder: string,
  base: string,
  readHosts: () => ReadonlySet<string>,
): Server {
  const sendFile = serveFilesOf(folder);
  const view = new SiteView(folder);
  view.update([], base);
  const basePath = decodePath(base) ?? base;
  const readText = (name: string) => readOwnFile(join(folder, name))?.toString() ?? '';
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const verdict = judgeRequest(request, readHosts());
    if ('refused' in verdict) return send(response, verdict.refused, REFUSALS[verdict.refused]);
    const { path, search } = verdict;
    // Both are read for each request, since a build may have replaced them.
    const headers = readHostHeaders(readText(HEADERS_OUTPUT))(encodePath(path));
    response.setHeaders(headers);
    const rule = readHostRedirects(readText(REDIRECTS_OUTPUT))(encodePath(path), search);
    const { status = 0 } = rule ?? {};
    if (rule !== null && status >= 300 && status < 400) return redirect(response, status, rule.to);
    const found = view.locate(path);
    const isAbove = base !== '' && ['/', basePath].includes(path);
    if (isAbove && found === null) return redirect(response, 302, `${base}/`);
    if (found?.kind === 'redirect')
      return redirect(response, 301, base + encodePath(found.path) + search);
    if (found?.kind === 'file') return sendFile(request, response, found.path);
    const output = found?.path ?? view.findNotFound(path);
    // A status without `!` is for paths at which there is nothing.
    const isStated = status >= 400 && (found === null || rule?.isForced);
    const actual = isStated ? status : found === null ? 404 : 200;
    const caching = headers.get('Cache-Control') ?? REVALIDATE;
    send(response, actual, readText(output), 'text/html', caching);
  };
  return createServer((request, response) => {
    answerSafely(response, () => answer(request, response));
  });
}
