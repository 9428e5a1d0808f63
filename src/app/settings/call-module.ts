import { inTime } from '#server/platform/in-time.ts';
import { withoutCredentials } from './module-settings.ts';

/**
 * Milliseconds for opening a module, which may start a process of its own, and for what the start asks an opened one.
 */
export const moduleLimits = { open: 60_000, ask: 10_000, verify: 20_000 } as const;

/**
 * Waits for a module within `limit` milliseconds; rejects with a `TimeoutError` when it is late. Keeps the process
 * alive meanwhile: what a module waits for may not, and the start would end without a word.
 */
export async function awaitModule<Value>(limit: number, call: () => Value | Promise<Value>): Promise<Value> {
  const alive = setInterval(() => {}, limit);
  try {
    return await inTime(limit, call);
  } finally {
    clearInterval(alive);
  }
}

/**
 * Calls a module at the start, within a time limit. `what` is the end of "The module … cannot". @throws Error whose
 * message is one sentence with the name of the module and the cause.
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

/** Why a call with a limit of milliseconds failed: the first line of its error, without what may be a password. */
export function causeOf(error: unknown, limit: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `it did not answer within ${limit / 1_000} seconds.`;
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return withoutCredentials(/[.!?]$/.test(line) ? line : `${line}.`);
}
