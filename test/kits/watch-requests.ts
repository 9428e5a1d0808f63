import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect } from 'vitest';

interface Asked {
  readonly request: object & { once?(event: 'close', listener: () => void): void };
}

type Listener = (message: unknown) => void;

/**
 * Runs code that sends requests by `fetch` or `node:http`, and fails when one of them is still open soon after the code
 * has returned: who gives up a response without closing its connection keeps it, and what it sends, as long as the other
 * side likes. Connections of other kinds are not seen.
 */
export async function expectNoOpenRequest<Value>(work: () => Promise<Value>): Promise<Value> {
  const open = new Set<object>();
  const begun: Readonly<Record<string, Listener>> = {
    'undici:request:create': (message) => void open.add((message as Asked).request),
    'http.client.request.start'(message) {
      const { request } = message as Asked;
      open.add(request);
      request.once?.('close', () => void open.delete(request));
    },
  };
  const ended: Listener = (message) => void open.delete((message as Asked).request);
  const endings = ['undici:request:trailers', 'undici:request:error'];
  for (const [name, listener] of Object.entries(begun)) subscribe(name, listener);
  for (const name of endings) subscribe(name, ended);
  try {
    const value = await work();
    await expect.poll(() => open.size, { message: 'connections of requests that were given up' }).toBe(0);
    return value;
  } finally {
    for (const [name, listener] of Object.entries(begun)) unsubscribe(name, listener);
    for (const name of endings) unsubscribe(name, ended);
  }
}
