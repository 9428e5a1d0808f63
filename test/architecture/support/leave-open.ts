import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** References to responses, because garbage collection would close their connections. */
const held: Response[] = [];

/** Returns the harness, and a function `leave` that leaves a connection open after `begin` was called. */
export function leaveOpenAfter<
  Name extends string,
  Harness extends { readonly [Key in Name]?: (() => Promise<void>) | undefined },
>(harness: Harness, begin: Name, how: 'fetch' | 'http') {
  let hasBegun = false;
  const observed: Harness = {
    ...harness,
    async [begin]() {
      hasBegun = true;
      await harness[begin]?.();
    },
  };
  return {
    observed,
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
