import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Time in milliseconds during which a removal can be undone. */
export const undoTime = 10_000;

interface Options {
  readonly send: (key: string) => Promise<Result<unknown, CallFailure>>;
  /** Called with the key that can be undone. Null for none. */
  readonly offer: (key: string | null) => void;
  /** Called when a removal fails. */
  readonly refuse: (key: string, failure: CallFailure) => void;
}

interface Removals {
  /** Starts the removal of an item and carries out the pending removal of another item. */
  begin(key: string): void;
  /** Cancels the pending removal. */
  undo(): void;
  /** Carries out the pending removal immediately. */
  settle(): void;
}

/** Delays removals so that they can be undone: until the request is sent, nothing has changed on the server. */
export function createRemovals({ send, offer, refuse }: Options): Removals {
  let waiting: { readonly key: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  function end(): string | null {
    if (waiting === null) return null;
    const { key, timer } = waiting;
    clearTimeout(timer);
    waiting = null;
    offer(null);
    return key;
  }

  async function remove(key: string): Promise<void> {
    const removed = await send(key);
    // Already removed if the response of an earlier attempt was lost.
    if (!removed.ok && removed.error.code !== 'NOT_FOUND') refuse(key, removed.error);
  }

  function settle(): void {
    const key = end();
    if (key !== null) void remove(key);
  }

  return {
    begin(key) {
      settle();
      waiting = { key, timer: setTimeout(settle, undoTime) };
      offer(key);
    },
    undo: () => void end(),
    settle,
  };
}
