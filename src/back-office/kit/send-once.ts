import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/**
 * Creates a function that sends requests with an idempotency key. After a failure, such as a lost response, the same
 * `name` gets the same key; after success it gets a new one. `name` identifies the request: its subject, or all its
 * data.
 */
export function createSendOnce() {
  const ids = new Map<string, string>();
  return async function sendOnce<Value>(
    name: string,
    send: (id: string) => Promise<Result<Value, CallFailure>>,
  ): Promise<Result<Value, CallFailure>> {
    const id = ids.get(name) ?? crypto.randomUUID();
    ids.set(name, id);
    const sent = await send(id);
    if (sent.ok) ids.delete(name);
    return sent;
  };
}
