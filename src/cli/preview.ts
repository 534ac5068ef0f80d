/**
 * Runs `blog preview`: serves the built site in the output folder as a host would, until a signal ends it.
 */
import { relative } from 'node:path';
import { cacheFileOf, readBuildState } from '../build/cache.ts';
import type { BuildRequest } from '../build/request.ts';
import { listen } from '../dev/listen.ts';
import { createPreviewServer } from '../dev/preview.ts';
import type { DevSettings } from '../dev/session.ts';
import * as report from '../problems/report.ts';
import { HOME_OUTPUT, makeSiteUrls } from '../site/urls.ts';
import { waitForSignal } from './dev.ts';
import { readConfig, tellNotBuilt } from './site.ts';

/** Returns the exit code: 1 if it cannot start. */
export async function runPreview(
  request: BuildRequest & Pick<DevSettings, 'port' | 'host' | 'allowed'>,
  terminal: report.Terminal,
  running: NodeJS.Process,
): Promise<number> {
  const { outDir, port, host, allowed } = request;
  if (tellNotBuilt(HOME_OUTPUT, outDir, terminal)) return 1;
  const base = readBase(request);
  let hosts: ReadonlySet<string> = new Set();
  const server = createPreviewServer(outDir, base, () => hosts);
  const stopped = waitForSignal(running);
  const started = await listen(server, host, port, allowed);
  if ('refused' in started) {
    return report.refuse(started.refused.message, started.refused.hint, terminal);
  }
  const { local, network } = started.value;
  hosts = started.value.hosts;
  const shown = [...local, ...network].map((url) => url.replace(/\/$/, () => `${base}/`));
  const folder = relative('', outDir) || '.';
  terminal.write(`Serving ${folder} until you press Ctrl+C:\n`);
  for (const url of shown) terminal.write(`  ${terminal.paint('cyan', url)}\n`);
  const code = await stopped;
  server.closeAllConnections();
  server.close();
  return code;
}

/** The base path of the site that was built. Its address may differ from the one in site.yaml. */
function readBase({ root, outDir, cacheDir, program }: BuildRequest): string {
  const { result } = readBuildState(cacheFileOf(cacheDir, outDir), program, null);
  return makeSiteUrls(result?.report.url ?? readConfig(root).url).base;
}
