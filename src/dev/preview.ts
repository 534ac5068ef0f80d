/**
 * Serves a built site as a static host does: its `_redirects`, its `_headers` with the policy, its page for unknown
 * addresses, and no live reload.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { readOwnFile } from '../content/file-state.ts';
import { readHostHeaders, readHostRedirects } from '../site/host-rules.ts';
import { encodePath, HEADERS_OUTPUT, NOT_FOUND_OUTPUT, REDIRECTS_OUTPUT } from '../site/urls.ts';
import { judgeRequest } from './guard.ts';
import { REFUSALS, send, serveFilesOf } from './server.ts';
import { SiteView } from './site-view.ts';

/** Creates the server of a folder; `base` is the base path of the site, `readHosts` as in `createSiteServer`. */
export function createPreviewServer(
  folder: string,
  base: string,
  readHosts: () => ReadonlySet<string>,
): Server {
  const sendFile = serveFilesOf(folder);
  const view = new SiteView(folder);
  view.update([], base);
  const readText = (name: string) => readOwnFile(join(folder, name))?.toString() ?? '';
  return createServer((request, response) => {
    const verdict = judgeRequest(request, readHosts());
    if ('refused' in verdict) return send(response, verdict.refused, REFUSALS[verdict.refused]);
    const { path, search } = verdict;
    // Both are read anew each time, since a build may have replaced them.
    const headers = readHostHeaders(readText(HEADERS_OUTPUT))(encodePath(path));
    response.setHeaders(headers);
    const redirect = readHostRedirects(readText(REDIRECTS_OUTPUT))(encodePath(path), search);
    const moveTo = (status: number, url: string) => {
      response.setHeader('location', url);
      send(response, status, '');
    };
    if (redirect !== null && redirect.status < 400) return moveTo(redirect.status, redirect.to);
    if (base !== '' && path === '/') return moveTo(302, `${base}/`);
    const found = view.locate(path);
    if (found?.kind === 'redirect') return moveTo(301, base + encodePath(found.path) + search);
    if (found?.kind === 'file') return sendFile(request, response, found.path);
    const output = found?.path ?? NOT_FOUND_OUTPUT;
    const status = redirect?.status ?? (found === null ? 404 : 200);
    const html =
      readOwnFile(join(folder, output)) === null ? '' : readFileSync(join(folder, output));
    send(response, status, html.toString(), 'text/html', headers.get('Cache-Control'));
  });
}
