/**
 * Requests to hosts that an author's text or an export names. Private addresses are never asked, whatever name,
 * redirect or notation leads to them: what a server inside the author's network answers is nobody else's business,
 * and its URL may hold a token. An edge.
 */
import { lookup as findAddresses } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that aren't on the public internet (IANA special-purpose registries), and those that embed others. */
const PRIVATE: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];
const blocked = new BlockList();
for (const [network, prefix] of PRIVATE) {
  blocked.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
}

/** Names that only resolve inside a network: those without a dot, and reserved ones (RFC 6761, 6762, 8375, 9476). */
const PRIVATE_NAME =
  /^[^.:]*$|(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/i;

/** True for the name or the IP address of a host that isn't on the public internet. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family === 0) return PRIVATE_NAME.test(host);
  return blocked.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Thrown for a host that may not be asked. */
export class PrivateHost extends Error {}

interface HostRequest {
  readonly signal: AbortSignal;
  /** Decides for the name of a host, and for each address that it resolves to. */
  readonly isPrivate?: (host: string) => boolean;
}

/**
 * Sends one request, and follows no redirect. The address is judged when the connection is made, so that a name
 * can't resolve to another one in between. A user name and password in the URL aren't sent.
 */
export function askHost(
  url: URL,
  { signal, isPrivate = isPrivateHost }: HostRequest,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (hostname, options, callback) =>
    findAddresses(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '');
      else if (found.some(({ address }) => isPrivate(address)))
        callback(new PrivateHost(hostname), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  const { protocol, hostname, port, pathname, search } = url;
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    if (!/^https?:$/.test(protocol)) reject(new Error(`${protocol} is not asked`));
    else if (isPrivate(hostname)) reject(new PrivateHost(hostname));
    else {
      const host = hostname.replace(/^\[|\]$/g, '');
      const options = { signal, lookup, host, port, path: pathname + search };
      send(options, resolve).on('error', reject).end();
    }
  });
}
