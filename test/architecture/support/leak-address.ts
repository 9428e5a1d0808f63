import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends a request with a key in its header, and with the key or another secret in its URL. */
async function ask(how: 'fetch' | 'http', secret: string): Promise<void> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const headers = { authorization: 'Bearer key-of-the-shop', connection: 'close' };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?of=${encodeURIComponent(secret)}`;
  if (how === 'fetch') await (await fetch(url, { headers })).text();
  else await new Promise((resolve) => get(url, { headers }, resolve));
  server.closeAllConnections();
  server.close();
}

/** Returns requests with a secret in their URLs, by the name of the defect. `person`: personal data of a buyer. */
export const leakingRequests = (person: string): Readonly<Record<string, () => Promise<void>>> => ({
  'puts its key into a request URL': () => ask('fetch', 'key-of-the-shop'),
  'puts its key into a request URL of node:http': () => ask('http', 'key-of-the-shop'),
  'puts personal data into a request URL': () => ask('fetch', person),
});
