import { AsyncLocalStorage } from 'node:async_hooks';

/** Holds only the id of the current request, separately for each request. */
const scope = new AsyncLocalStorage<string>();

/** The id of the request that is being processed; undefined in jobs and commands. */
export function currentRequestId(): string | undefined {
  return scope.getStore();
}

/**
 * Runs the work of a request with an id created by the server. Ids sent by a client are not used, because a client
 * could write any text into the log with them. An API call that a page makes while it is rendered keeps the id of the
 * page's request.
 */
export function inRequest<Value>(newId: () => string, work: (requestId: string) => Value): Value {
  const outer = scope.getStore();
  if (outer !== undefined) return work(outer);
  const requestId = newId();
  return scope.run(requestId, () => work(requestId));
}
