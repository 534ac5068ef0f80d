/**
 * The addresses at which the development server listens, and the errors if it cannot.
 */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PORT, type Listening, listen } from '../../../src/dev/listen.ts';

const LOOPBACK = '127.0.0.1';

/** A server that is closed when the test is done, and answers with its own port. */
function makeServer(): Server {
  const server = createServer((_, response) => {
    response.setHeader('connection', 'close').end(String((server.address() as AddressInfo).port));
  });
  onTestFinished(() => void server.close());
  return server;
}

async function start(host: string | null, port: number | null): Promise<Listening> {
  const result = await listen(makeServer(), host, port);
  if ('refused' in result) throw new Error(result.refused.message);
  return result.value;
}

async function startRefused(host: string | null, port: number | null) {
  const server = makeServer();
  const result = await listen(server, host, port);
  if ('value' in result) throw new Error(`listens at port ${result.value.port}`);
  expect(server.listening).toBe(false);
  return result.refused;
}

/** Takes a port until the test is done, if it is free; returns its number. */
function occupy(host: string, port: number): Promise<number> {
  const server = makeServer();
  return new Promise((resolve) => {
    server.on('error', () => resolve(port));
    server.listen({ host, port, exclusive: true }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');
const networkAddresses = addresses
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

test('without a port, the next free one after the default is taken, without warnings from Node', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  for (let next = DEFAULT_PORT; next < DEFAULT_PORT + 15; next++) await occupy(LOOPBACK, next);
  const { port, taken } = await start(null, null);
  expect(port).toBeGreaterThanOrEqual(DEFAULT_PORT + 15);
  expect([taken, warnings]).toEqual([DEFAULT_PORT, []]);
});

describe('with a port', () => {
  test('0 means any free port', async () => {
    const { port, taken } = await start(null, 0);
    expect(port).toBeGreaterThan(1023);
    expect(taken).toBeNull();
  });

  test.skipIf(!hasIpv6)(
    'a port that is taken only at [::1], which browsers try first, is refused there and free elsewhere',
    async () => {
      const port = await occupy('::1', 0);
      expect((await startRefused(null, port)).message).toBe(`port ${port} is taken`);
      expect((await start('0.0.0.0', port)).port).toBe(port);
    },
  );
});

describe('the names that it answers to', () => {
  const [address] = networkAddresses;

  test.for<[fact: string, host: string | null | undefined, locals: string[], others: string[]]>([
    ['are the loopback names', null, ['localhost'], []],
    ['include those of its networks', '0.0.0.0', ['localhost'], networkAddresses],
    ['are the loopback names, at [::1] alone', hasIpv6 ? '::1' : undefined, ['[::1]'], []],
    ['include one network address', address, [], networkAddresses.slice(0, 1)],
  ])('%s', async ([_, host, locals, others], { skip }) => {
    if (host === undefined) return skip();
    const { local, network, hosts, port } = await start(host, 0);
    const toUrls = (names: string[]) => names.map((name) => `http://${name}:${port}/`);
    expect([local, network]).toEqual([toUrls(locals), toUrls(others)]);
    const name = hostname()
      .toLowerCase()
      .replace(/\.local$/, '');
    const names = others.length > 0 ? [name, `${name}.local`] : [];
    expect([...hosts]).toEqual(['localhost', ...names]);
    for (const url of network) expect(await (await fetch(url)).text()).toBe(String(port));
  });

  test.skipIf(!hasIpv6)('are printed as addresses of every network', async () => {
    const { network } = await start('::', 0);
    expect(network.length).toBeGreaterThanOrEqual(networkAddresses.length);
    for (const url of network)
      expect(isIP(new URL(url).hostname.replace(/^\[|\]$/g, ''))).not.toBe(0);
  });
});

test('an address of another machine is refused', async () => {
  // An address for documentation (RFC 5737), which no machine has.
  expect(await startRefused('203.0.113.77', 0)).toEqual({
    message: 'this machine cannot listen on 203.0.113.77, port 0 (EADDRNOTAVAIL)',
    hint: 'Choose another --host, or a --port from 1024 on.',
  });
});
