/**
 * Runs `blog preview`: serves the built site in the output folder as a host would, until a signal ends it.
 */
import { join, relative } from 'node:path';
import { parseConfig } from '../content/config.ts';
import { findStats } from '../content/file-state.ts';
import { readOptional } from '../content/files.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import { listen } from '../dev/listen.ts';
import { createPreviewServer } from '../dev/preview.ts';
import * as report from '../report.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { STOP_CODES } from './dev.ts';

/** Returns the exit code: 1 if it cannot start. `port` and `host` are as in `listen`. */
export async function runPreview(
  {
    root,
    outDir,
    port,
    host,
  }: {
    readonly root: string;
    readonly outDir: string;
    readonly port: number | null;
    readonly host: string | null;
  },
  terminal: report.Terminal,
  running: NodeJS.Process,
): Promise<number> {
  const paint = report.makePaint(terminal.hasColor);
  const fail = (message: string, hint: string) => {
    terminal.writeError(`${paint('red', 'error:')} ${message}\n  → ${hint}\n`);
    return 1;
  };
  if (findStats(join(outDir, 'index.html')) === null) {
    const folder = relative('', outDir) || '.';
    return fail(`there is no built site in ${folder}`, 'Run blog build first.');
  }
  const { url } = parseConfig(readOptional(root, CONFIG_PATH).value).value;
  const { base } = makeSiteUrls(url);
  let hosts: ReadonlySet<string> = new Set();
  const server = createPreviewServer(outDir, base, () => hosts);
  const stopped = new Promise<number>((resolve) => {
    for (const [signal, code] of Object.entries(STOP_CODES)) {
      running.once(signal, () => resolve(code));
    }
  });
  const started = await listen(server, host, port);
  if ('refused' in started) return fail(started.refused.message, started.refused.hint);
  const { local, network } = started.value;
  hosts = started.value.hosts;
  const shown = [...local, ...network].map((each) =>
    paint('cyan', each.replace(/\/$/, `${base}/`)),
  );
  terminal.write(`${shown.join('\n')}\n`);
  const code = await stopped;
  server.closeAllConnections();
  server.close();
  return code;
}
