/**
 * Lets the development server listen, and lists its addresses and the names that it answers to.
 *
 * A port is tried by listening at it: whoever looks for a free one first may have lost it by then.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Addresses for this machine's browser, and for those of others. */
  readonly local: readonly string[];
  readonly network: readonly string[];
  /** The names under which it may be asked, in small letters, without ports. */
  readonly hosts: ReadonlySet<string>;
  /** The port that was wanted, where it was taken. */
  readonly taken: number | null;
}

/** Why a server cannot listen, and what to do. */
export interface ListenRefusal {
  readonly message: string;
  readonly hint: string;
}

export const DEFAULT_PORT = 4321;
const LOOPBACK = '127.0.0.1';
const WILDCARDS = ['0.0.0.0', '::'];
/** Nobody who listens on this machine takes longer to answer. */
const PROBE_MS = 300;
/** Ports that are tried one after the other, before it is given up. */
const TRIES = 100;

/**
 * Lets a server listen at `host`, or at the loopback address for null; `port` null stands for 4321 or
 * the next that is free, 0 for any.
 */
export async function listen(
  server: Server,
  host: string | null,
  port: number | null,
): Promise<{ value: Listening } | { refused: ListenRefusal }> {
  const address = host ?? LOOPBACK;
  const first = port ?? DEFAULT_PORT;
  for (let next = first; next < first + (port === null ? TRIES : 1); next++) {
    const isTaken = address === LOOPBACK && next !== 0 && (await isAnswered(next));
    const code = isTaken ? 'EADDRINUSE' : await tryListen(server, address, next);
    if (code === null) {
      const taken = next === first ? null : first;
      return { value: describe(address, (server.address() as AddressInfo).port, taken) };
    }
    if (code !== 'EADDRINUSE') return { refused: explain(code, address, next) };
  }
  return { refused: explain('EADDRINUSE', address, first) };
}

/** Null when the server listens, else the system's word for why not. */
async function tryListen(server: Server, host: string, port: number): Promise<string | null> {
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/**
 * True when somebody answers at a port of this machine. Browsers try `localhost` at [::1] first, and
 * on some systems one may listen at the loopback address though another listens at all: they would
 * show that other program.
 */
async function isAnswered(port: number): Promise<boolean> {
  const connects = [LOOPBACK, '::1'].map(async (host) => {
    const socket = connect({ host, port, signal: AbortSignal.timeout(PROBE_MS) });
    await once(socket, 'connect').finally(() => socket.destroy());
  });
  return (await Promise.allSettled(connects)).some(({ status }) => status === 'fulfilled');
}

function describe(host: string, port: number, taken: number | null): Listening {
  const isWildcard = WILDCARDS.includes(host);
  const isLocal = isWildcard || [LOOPBACK, 'localhost', '::1'].includes(host);
  const others = isWildcard ? listAddresses(host === '::') : isLocal ? [] : [bracket(host)];
  const local = host === '::1' ? '[::1]' : 'localhost';
  return {
    port,
    local: isLocal ? [`http://${local}:${port}/`] : [],
    network: others.map((name) => `http://${name}:${port}/`),
    hosts: new Set(['localhost', LOOPBACK, '[::1]', ...others.map((name) => name.toLowerCase())]),
    taken,
  };
}

/** This machine's addresses in its networks, as they stand in a URL. */
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

function explain(code: string, host: string, port: number): ListenRefusal {
  if (code === 'EADDRINUSE') {
    const hint = 'Name another, or leave out --port to take the next that is free.';
    return { message: `port ${port} is taken`, hint };
  }
  if (code === 'EACCES') {
    const hint = 'Choose a port from 1024 on.';
    return { message: `port ${port} may not be used without more rights`, hint };
  }
  const hint = 'Give --host one of its addresses, or none for all of them.';
  return { message: `this machine cannot listen at ${host} (${code})`, hint };
}
