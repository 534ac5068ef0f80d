/**
 * Measures the time from saving an essay to the reload notification that a browser gets, for `blog dev` and Hugo's
 * server in turn. Both are running and idle before the first edit.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A running development server. */
export interface RunningServer {
  /** Opens the page of an essay as a browser does; `told` resolves with the notification to reload it. */
  open(essay: string): Promise<{ readonly told: Promise<unknown>; close(): void }>;
  stop(): Promise<void>;
}

/** Starts a program's server in the folder of a site. */
type StartServer = (folder: string) => Promise<RunningServer>;

/** The pause between saves, so that servers and watches become idle. */
const PAUSE_MS = 1000;

/** The milliseconds from each save to its notification; `edit` writes the file. */
export async function timeReloads(
  server: RunningServer,
  essay: string,
  runs: number,
  edit: (run: number) => void,
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const page = await server.open(essay);
    await wait(PAUSE_MS);
    const start = performance.now();
    edit(run);
    await page.told;
    times.push(performance.now() - start);
    page.close();
  }
  return times;
}

/** `blog dev`; `program` is its command line. */
export function startBlog(program: readonly string[]): StartServer {
  return async (folder) => {
    const child = start([...program, 'dev', '--port', '0'], folder);
    const [, origin = ''] = await printed(child, /Local\s+(http:\/\/localhost:\d+)\/[\s\S]*✓/);
    const host = origin.replace('localhost', '127.0.0.1');
    return {
      async open(essay) {
        const path = `/blog/${essay}`;
        const html = await (await fetch(host + path)).text();
        const [, version = '', style = ''] =
          /data-version="(.*?)" data-style="(.*?)"/.exec(html) ?? [];
        const query = new URLSearchParams({ page: path, version, style });
        const request = get(`${host}/.blog/events?${query}`, { agent: false });
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return { told: heard(response, 'event: reload'), close: () => end(request) };
      },
      stop: () => stop(child),
    };
  };
}

/** A fixed port: Hugo cannot choose a free one. */
const HUGO_PORT = 14_313;

/** `hugo server`, which notifies over LiveReload's WebSocket. */
export const startHugo: StartServer = async (folder) => {
  const at = ['--bind', '127.0.0.1', '--port', String(HUGO_PORT)];
  const child = start(['hugo', 'server', ...at], folder);
  await printed(child, /Web Server is available/);
  return {
    async open() {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
      };
      const request = get(`http://127.0.0.1:${HUGO_PORT}/livereload`, { headers });
      const [, socket] = await once(request, 'upgrade');
      return { told: heard(socket, '"command":"reload"'), close: () => end(request) };
    },
    stop: () => stop(child),
  };
};

function start([program = '', ...args]: readonly string[], folder: string): ChildProcess {
  return spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
}

function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (piece) => {
      text += piece;
      const match = pattern.exec(text);
      if (match !== null) resolve(match);
    });
    child.on('close', () => reject(new Error(`The server ended: ${text}`)));
  });
}

function heard(stream: NodeJS.ReadableStream, word: string): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', (piece) => String(piece).includes(word) && resolve());
    stream.on('error', () => {}); // Closed by us.
  });
}

function end(request: ClientRequest): void {
  request.on('error', () => {});
  request.destroy();
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  await once(child, 'close');
}
