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
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(host);
  if (family === 0) return PRIVATE_NAME.test(host);
  return blocked.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Thrown for a host that may not be asked. */
export class RefusedHost extends Error {}

/** A request, and which hosts it may reach. */
interface HostRequest {
  readonly signal: AbortSignal;
  /** A host that the author named, which may be on a private network. */
  readonly namedHost: string;
  /** Decides for each URL; by default, all of them may be asked. */
  readonly mayAsk?: (url: URL) => boolean;
}

/** The response of a host, and its URL after any redirects. */
interface HostResponse {
  readonly response: IncomingMessage;
  readonly url: URL;
}

const MAX_REDIRECTS = 10;

/** Asks for a URL, and follows redirects. Rejects for a host that may not be asked. */
export async function askHost(
  first: URL,
  { signal, namedHost, mayAsk = () => true }: HostRequest,
): Promise<HostResponse> {
  let url = first;
  for (let count = 0; count < MAX_REDIRECTS; count++) {
    if (!mayAsk(url)) throw new RefusedHost(url.host);
    const isPrivate = url.hostname === namedHost ? () => false : isPrivateHost;
    const response = await sendRequest(url, signal, isPrivate);
    const { statusCode: status = 0, headers } = response;
    const { location = '' } = headers;
    if (status < 300 || status >= 400 || !URL.canParse(location, url)) return { response, url };
    response.destroy();
    url = new URL(location, url);
  }
  throw new Error('it redirects too many times');
}

/**
 * Sends one request. The address is judged when the connection is made, so that a name can't resolve to another one in
 * between. A user name and password in the URL aren't sent.
 */
function sendRequest(
  url: URL,
  signal: AbortSignal,
  isPrivate: (host: string) => boolean,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (hostname, options, callback) =>
    findAddresses(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '');
      else if (found.some(({ address }) => isPrivate(address)))
        callback(new RefusedHost(hostname), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  const { protocol, hostname, port, pathname, search } = url;
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    if (!/^https?:$/.test(protocol)) reject(new Error(`${protocol} is not asked`));
    else if (isPrivate(hostname)) reject(new RefusedHost(hostname));
    else {
      const host = hostname.replace(/^\[|\]$/g, '');
      const options = { signal, lookup, host, port, path: pathname + search };
      send(options, resolve).on('error', reject).end();
    }
  });
}
