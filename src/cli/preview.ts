/**
 * Runs `blog preview`: serves the built site in the output folder as a host would, until a signal ends it.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listen } from '../dev/listen.ts';
import { createPreviewServer } from '../dev/preview.ts';
import type { DevSettings } from '../dev/session.ts';
import * as report from '../problems/report.ts';
import { HOME_OUTPUT, makeSiteUrls } from '../site/urls.ts';
import { waitForSignal } from './dev.ts';
import { readConfig, tellNotBuilt } from './site.ts';

/** Returns the exit code: 1 if it cannot start. */
export async function runPreview(
  {
    root,
    outDir,
    port,
    host,
    allowed,
  }: Pick<DevSettings, 'root' | 'outDir' | 'port' | 'host' | 'allowed'>,
  terminal: report.Terminal,
  running: NodeJS.Process,
): Promise<number> {
  if (tellNotBuilt(HOME_OUTPUT, outDir, terminal)) return 1;
  const base = readBase(root, outDir);
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

/** The base path of the site in `outDir`. It may be built for another address than that of site.yaml. */
function readBase(root: string, outDir: string): string {
  const home = readFileSync(join(outDir, HOME_OUTPUT), 'utf8');
  const [, address = ''] = /<link rel="canonical" href="([^"]*)"/.exec(home) ?? [];
  return makeSiteUrls(URL.canParse(address) ? address : readConfig(root).url).base;
}
