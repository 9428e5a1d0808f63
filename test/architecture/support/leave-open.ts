import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response that nobody holds any more is closed by the next garbage collection, sooner or later. */
const held: Response[] = [];

/** A harness that notes when `begin` tells its service to end no response; from then on `leave` leaves one open. */
export function leaveOpenAfter<
  Name extends string,
  Harness extends { readonly [Key in Name]?: (() => Promise<void>) | undefined },
>(harness: Harness, begin: Name, how: 'fetch' | 'http') {
  let hasBegun = false;
  const told: Harness = {
    ...harness,
    async [begin]() {
      hasBegun = true;
      await harness[begin]?.();
    },
  };
  return {
    told,
    async leave(): Promise<void> {
      if (hasBegun) await leaveOpen(how);
    },
  };
}

/** Sends a request whose response begins and never ends, and leaves its connection open. */
async function leaveOpen(how: 'fetch' | 'http'): Promise<void> {
  const server = createServer((_, response) => response.writeHead(200).write(' '));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (how === 'fetch') held.push(await fetch(url));
  else await new Promise((resolve) => get(url, resolve));
}
