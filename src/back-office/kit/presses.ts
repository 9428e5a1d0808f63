import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/**
 * Gives what is pressed an id of its own, so that the server does a press once. After a lost answer the same press has
 * the same id; `name` says which press is the same: what it is about, or all that is sent. One that was answered is
 * over.
 */
export function createPresses() {
  const ids = new Map<string, string>();
  return async function press<Value>(
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
