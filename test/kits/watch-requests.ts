import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { everythingOf, watchProcess } from './watch-process.ts';

interface Asked {
  readonly request: object & {
    once?(event: 'close', listener: () => void): void;
    readonly path: string;
    /** Of `fetch`: names and values in turn. */
    readonly headers?: readonly unknown[];
    /** Of `node:http`. */
    getHeaders?(): Readonly<Record<string, unknown>>;
  };
}

type Listener = (message: unknown) => void;

/**
 * Runs code that sends requests by `fetch` or `node:http`, and fails when one of them is still open soon after the code
 * has returned: a response that is given up without closing its connection stays open as long as the service likes.
 * Connections of other kinds are not seen.
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
    await eventually(() => open.size, 'connections of requests that were given up').toBe(0);
    return value;
  } finally {
    for (const [name, listener] of Object.entries(begun)) unsubscribe(name, listener);
    for (const name of endings) unsubscribe(name, ended);
  }
}

/** Headers whose values are not secret: transport, account and request ids. */
const plainHeader =
  /^(?:accept|cache-|connection$|content-|cookie$|date$|expect$|host$|if-|origin$|range$|sec-|te$|transfer-|user-agent$)|account|client-id|correlation|date$|idempot|merchant|request|trace|version/i;

/** Returns the keys in the headers of a request; those of `Basic` are decoded. */
function keysOf(request: Asked['request']): readonly string[] {
  const { headers = [] } = request;
  const inTurn = headers.map((name, index) => [String(name), headers[index + 1]] as const);
  return [...inTurn, ...Object.entries(request.getHeaders?.() ?? {})]
    .filter(([name]) => !plainHeader.test(name))
    .flatMap(([, value]) => String(value ?? '').split(/\s+/))
    .flatMap((word) => [word, ...Buffer.from(word, 'base64').toString('utf8').split(':')])
    .filter((word) => word.length >= 8);
}

/** Returns a path without percent encoding, or as it is if it cannot be decoded. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return path;
  }
}

/**
 * Runs code that sends requests by `fetch` or `node:http`. Returns what it returns, and of each request the path and
 * the keys in its headers.
 */
export async function recordRequests<Value>(work: () => Promise<Value>) {
  const requests: { readonly path: string; readonly keys: readonly string[] }[] = [];
  const note: Listener = (message) => {
    const { request } = message as Asked;
    requests.push({ path: readable(request.path), keys: keysOf(request) });
  };
  const names = ['undici:request:create', 'http.client.request.start'];
  for (const name of names) subscribe(name, note);
  try {
    return { value: await work(), requests };
  } finally {
    for (const name of names) unsubscribe(name, note);
  }
}

/**
 * Runs code that sends requests, and fails when a key of their headers is in its result or error, in the log, in a file
 * or on the console.
 */
export async function expectNoKeyExposed(
  work: () => Promise<unknown>,
  logged: () => Promise<string> = async () => '',
): Promise<void> {
  const { value, requests } = await recordRequests(() =>
    watchProcess(() => work().catch((error: unknown) => error)),
  );
  const told = `${everythingOf(value.value)} ${value.output} ${value.files} ${await logged()}`;
  for (const key of requests.flatMap(({ keys }) => keys)) expect(told.includes(key), 'a key').toBe(false);
}

/**
 * Runs code that sends requests, and fails when a URL contains a key of the headers or one of the secrets that `work`
 * returns: proxies and servers log URLs.
 */
export async function expectCleanAddresses(work: () => Promise<readonly string[]>): Promise<void> {
  const { value: secrets, requests } = await recordRequests(work);
  for (const { path, keys } of requests)
    for (const secret of [...keys, ...secrets])
      expect(path.includes(secret), 'a key or a buyer in a request URL').toBe(false);
}
