import { AsyncLocalStorage } from 'node:async_hooks';

/** Holds nothing but the id of the request under way; requests never see each other's. */
const scope = new AsyncLocalStorage<string>();

/** The id of the request on whose behalf this code runs; undefined in jobs and commands. */
export function currentRequestId(): string | undefined {
  return scope.getStore();
}

/**
 * Runs the work of a request under an id of the server's own making: an id that a caller sends is never taken over, because
 * it would let strangers write into the log. A call that a page makes in this process while it is rendered belongs to the
 * page's request and keeps its id.
 */
export function inRequest<Value>(newId: () => string, work: (requestId: string) => Value): Value {
  const outer = scope.getStore();
  if (outer !== undefined) return work(outer);
  const requestId = newId();
  return scope.run(requestId, () => work(requestId));
}
