/**
 * Serves built sites with nginx, Caddy and Apache as docs/publish.md shows it, where they are installed, and as `blog
 * preview` does.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createPreviewServer } from '../../src/dev/preview.ts';
import { listen } from './listen.ts';
import type { BuiltSite } from './site.ts';

const COMMANDS = { nginx: 'nginx', caddy: 'caddy', apache: 'apache2' } as const;

type ServerName = keyof typeof COMMANDS;
export const SERVER_NAMES = Object.keys(COMMANDS) as ServerName[];

/** The lines for a server in the manual, for this folder. */
function readManual(name: ServerName, out: string): string {
  const manual = readFileSync(new URL('../../docs/publish.md', import.meta.url), 'utf8');
  const [, lines = ''] = new RegExp(`\`\`\`${name}\n(.*?)\n\`\`\``, 's').exec(manual) ?? [];
  return lines.replaceAll('/var/www/blog', out);
}

/** A free port of this machine. */
async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** True if the server is installed. */
export function hasServer(host: ServerName): boolean {
  return spawnSync('sh', ['-c', `command -v ${COMMANDS[host]}`]).status === 0;
}

/** Starts a server for the output folder; returns its URL when it answers. */
export async function start(host: ServerName, { root }: BuiltSite): Promise<string> {
  const port = await findPort();
  const [out, etc] = [join(root, 'out'), join(root, 'etc')];
  mkdirSync(etc);
  const write = (text: string) => writeFileSync(join(etc, 'server.conf'), text);
  const config = join(etc, 'server.conf');
  let child: ChildProcess;
  if (host === 'nginx') {
    write(`daemon off; pid ${etc}/pid; error_log stderr; user root; events {}
      http { access_log off; types { text/html html; } client_body_temp_path ${etc}/b; proxy_temp_path ${etc}/p;
      fastcgi_temp_path ${etc}/f; uwsgi_temp_path ${etc}/u; scgi_temp_path ${etc}/s;
      server { listen 127.0.0.1:${port}; ${readManual('nginx', out)} } }`);
    child = spawn('nginx', ['-c', config, '-e', 'stderr']);
  } else if (host === 'caddy') {
    write(`{\n admin off\n auto_https off\n storage file_system ${etc}\n}
http://127.0.0.1:${port} {\n${readManual('caddy', out)}\n}\n`);
    child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: etc },
    });
  } else {
    writeFileSync(join(out, '.htaccess'), readManual('apache', out));
    const modules = 'mpm_event authz_core mime dir rewrite headers'.split(' ');
    const folder = '/usr/lib/apache2/modules';
    const load = modules.map((name) => `LoadModule ${name}_module ${folder}/mod_${name}.so`);
    write(`${load.join('\n')}\nServerRoot ${etc}\nListen 127.0.0.1:${port}\nServerName localhost\nPidFile ${etc}/pid
TypesConfig /dev/null\nErrorLog ${etc}/log\nDocumentRoot ${out}\nDirectoryIndex index.html
<Directory ${out}>\n AllowOverride All\n Require all granted\n</Directory>\n`);
    child = spawn('apache2', ['-d', etc, '-f', config, '-D', 'FOREGROUND']);
  }
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data));
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${host} ended with ${code}: ${said}`)));
  });
  ended.catch(() => {});
  onTestFinished(() => void child.kill());
  const url = `http://127.0.0.1:${port}`;
  const ask = () => fetch(url).catch(() => null);
  const answers = async () => {
    while ((await ask()) === null) await new Promise((resolve) => setImmediate(resolve));
  };
  await Promise.race([answers(), ended]);
  return url;
}

/** Serves the output folder as `blog preview` does; returns its URL. */
export async function preview({ root }: BuiltSite): Promise<string> {
  const hosts = new Set(['127.0.0.1']);
  return `http://127.0.0.1:${await listen(createPreviewServer(join(root, 'out'), '', () => hosts))}`;
}
