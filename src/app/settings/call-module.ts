import { withTimeout } from '#server/platform/with-timeout.ts';
import { withoutCredentials } from './module-settings.ts';

/** Timeouts in milliseconds: for opening a module, which may start a process, and for calls of an opened one. */
export const moduleLimits = { open: 60_000, ask: 10_000, verify: 20_000 } as const;

/**
 * Waits for a module for at most `limit` milliseconds; rejects with a `TimeoutError` if it is late. Keeps the process
 * alive meanwhile; otherwise it could exit without a message.
 */
export async function awaitModule<Value>(limit: number, call: () => Value | Promise<Value>): Promise<Value> {
  const alive = setInterval(() => {}, limit);
  try {
    return await withTimeout(limit, call);
  } finally {
    clearInterval(alive);
  }
}

/**
 * Calls a module at the start, with a timeout. `what` completes "The module … cannot". @throws Error with one sentence
 * that names the module and the cause.
 */
export async function callModule<Value>(
  { name }: { readonly name: string },
  what: string,
  limit: number,
  call: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await awaitModule(limit, call);
  } catch (error) {
    throw new Error(`The module "${name}" cannot ${what}: ${causeOf(error, limit)}`, { cause: error });
  }
}

/**
 * Returns the cause of a failed call: the first line of its error, without possible passwords. `limit`: the timeout in
 * milliseconds.
 */
export function causeOf(error: unknown, limit: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `it did not answer within ${limit / 1_000} seconds.`;
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return withoutCredentials(/[.!?]$/.test(line) ? line : `${line}.`);
}
