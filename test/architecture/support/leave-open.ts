import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends a request whose response begins and never ends, and leaves its connection open. */
export async function leaveOpen(how: 'fetch' | 'http'): Promise<void> {
  const server = createServer((_, response) => response.writeHead(200).write(' '));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (how === 'fetch') await fetch(url);
  else await new Promise((resolve) => get(url, resolve));
}
