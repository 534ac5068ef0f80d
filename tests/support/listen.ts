/**
 * Local servers that listen until the test is done.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a free port; returns the port. */
export async function listen(server: Server): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server that stands in for another host; returns its URL, and the requests so far. */
export async function serve(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, requests };
}
