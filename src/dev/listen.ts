/**
 * Opens the development server's port, and lists the addresses and host names that lead to it.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Refusal } from '../problems/report.ts';

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** The URL for browsers on this machine; none where the server listens at another address only. */
  readonly local: readonly string[];
  /** URLs for browsers on other machines. */
  readonly network: readonly string[];
  /** The host names that requests may state besides IP addresses, in lower case and without ports. */
  readonly hosts: ReadonlySet<string>;
  /** The preferred port, where it was taken. */
  readonly taken: number | null;
}

export const DEFAULT_PORT = 4321;
const LOOPBACK = '127.0.0.1';
/** The time within which a program on this machine answers. */
const PROBE_MS = 300;
/** The number of ports to try, one after the other. */
const TRIES = 100;

/**
 * Makes a server listen at `host`, null for the loopback address, and `port`: null for the first free one
 * from 4321 on, 0 for any. `allowed` are more host names that requests may state.
 */
export async function listen(
  server: Server,
  host: string | null,
  port: number | null,
  allowed: readonly string[] = [],
): Promise<{ value: Listening } | { refused: Refusal }> {
  const address = host ?? LOOPBACK;
  const first = port ?? DEFAULT_PORT;
  for (let next = first; next < first + (port === null ? TRIES : 1); next++) {
    const isTaken = address === LOOPBACK && next !== 0 && (await isAnswered(next));
    const code = isTaken ? 'EADDRINUSE' : await tryListen(server, address, next);
    if (code === null) {
      const { port: actual } = server.address() as AddressInfo;
      const listening = describeListening(address, actual, next === first ? null : first);
      const names = allowed.map((name) => name.toLowerCase());
      return { value: { ...listening, hosts: new Set([...listening.hosts, ...names]) } };
    }
    if (code !== 'EADDRINUSE') return { refused: makeRefusal(code, address, next) };
  }
  return { refused: makeRefusal('EADDRINUSE', address, first) };
}

/** Returns null when the server listens, else the system's error code. */
async function tryListen(server: Server, host: string, port: number): Promise<string | null> {
  server.listen({ port, host, exclusive: true });
  return once(server, 'listening').then(
    () => null,
    ({ code, message }: NodeJS.ErrnoException) => code ?? message,
  );
}

/**
 * True when a program answers at a port of this machine, even one that leaves the loopback address free:
 * browsers try [::1] first for `localhost`, and some systems allow a second program on an address.
 */
async function isAnswered(port: number): Promise<boolean> {
  const connects = [LOOPBACK, '::1'].map(async (host) => {
    const socket = connect({ host, port, signal: AbortSignal.timeout(PROBE_MS) });
    await once(socket, 'connect').finally(() => socket.destroy());
  });
  return (await Promise.allSettled(connects)).some(({ status }) => status === 'fulfilled');
}

function describeListening(host: string, port: number, taken: number | null): Listening {
  const isWildcard = ['0.0.0.0', '::'].includes(host);
  const isLocal = isWildcard || [LOOPBACK, 'localhost', '::1'].includes(host);
  const others = isWildcard ? listAddresses(host === '::') : isLocal ? [] : [bracket(host)];
  // Other machines may know this one by its name, as `name.local` by multicast DNS.
  const name = hostname().replace(/\.local$/i, '');
  const names = others.length > 0 ? [name, `${name}.local`] : [];
  const toUrl = (name: string) => `http://${name}:${port}/`;
  return {
    port,
    local: isLocal ? [toUrl(host === '::1' ? '[::1]' : 'localhost')] : [],
    network: others.map(toUrl),
    hosts: new Set(['localhost', ...names.map((each) => each.toLowerCase())]),
    taken,
  };
}

/** Lists this machine's addresses in its networks, as they are written in a URL. */
function listAddresses(withIpv6: boolean): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family, scopeid }) => {
      return !internal && (family === 'IPv4' || (withIpv6 && scopeid === 0));
    })
    .map(({ address }) => bracket(address));
}

function bracket(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

function makeRefusal(code: string, host: string, port: number): Refusal {
  if (code === 'EADDRINUSE') {
    const hint = 'Choose another, or leave out --port to use the next free one.';
    return { message: `port ${port} is taken`, hint };
  }
  const hint = 'Choose another --host, or a --port from 1024 on.';
  return { message: `this machine cannot listen on ${host}, port ${port} (${code})`, hint };
}
