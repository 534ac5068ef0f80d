/**
 * Where the development server can be reached: ports, addresses and the names it answers to.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
    const code = (await tryListen(server, address, next)) ?? (await checkTwin(server, address));
    if (code === null) {
      const taken = next === first ? null : first;
      return { value: describe(address, (server.address() as AddressInfo).port, taken) };
    }
    if (code !== 'EADDRINUSE') return { refused: explain(code, address, next) };
  }
  return { refused: explain('EADDRINUSE', address, first) };
}

/** Null when the server listens, else the system's word for why not. */
function tryListen(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (code: string | null) => {
      server.off('error', fail).off('listening', succeed);
      resolve(code);
    };
    const fail = (error: NodeJS.ErrnoException) => settle(error.code ?? error.message);
    const succeed = () => settle(null);
    server.on('error', fail).on('listening', succeed);
    server.listen({ port, host, exclusive: true });
  });
}

/**
 * Browsers try `localhost` at [::1] first: where another program listens there, on this very port,
 * they would show that one, so the port counts as taken.
 */
async function checkTwin(server: Server, host: string): Promise<string | null> {
  if (host !== LOOPBACK) return null;
  const probe = createServer();
  const code = await tryListen(probe, '::1', (server.address() as AddressInfo).port);
  if (code === null) await close(probe);
  if (code !== 'EADDRINUSE') return null; // Free, or a machine without IPv6.
  await close(server);
  return code;
}

function close(server: Server): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve));
}

function describe(host: string, port: number, taken: number | null): Listening {
  const isWildcard = WILDCARDS.includes(host);
  const isLocal = isWildcard || host === LOOPBACK || host === 'localhost' || host === '::1';
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
  const reasons: Record<string, ListenRefusal> = {
    EADDRINUSE: {
      message: `port ${port} is taken`,
      hint: 'Name another, or leave out --port to take the next that is free.',
    },
    EACCES: {
      message: `port ${port} may not be used without more rights`,
      hint: 'Choose a port from 1024 on.',
    },
  };
  return (
    reasons[code] ?? {
      message: `this machine cannot listen at ${host} (${code})`,
      hint: 'Give --host one of its addresses, or none for all of them.',
    }
  );
}
