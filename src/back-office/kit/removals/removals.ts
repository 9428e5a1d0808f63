import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** How long a removal can be taken back, in milliseconds. */
export const undoTime = 10_000;

interface Options {
  readonly send: (key: string) => Promise<Result<unknown, CallFailure>>;
  /** Is told what can be taken back; null: nothing. */
  readonly offer: (key: string | null) => void;
  /** Is told what could not be removed. */
  readonly refuse: (key: string, failure: CallFailure) => void;
}

interface Removals {
  /** Hides a thing; what was hidden before it is removed now. */
  begin(key: string): void;
  /** Shows the thing again, which was not removed yet. */
  undo(): void;
  /** Removes what is hidden, because nobody can take it back any more. */
  settle(): void;
}

/** Removes things only after they could be taken back for a while, so that an undo brings back the very same thing. */
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
    // Removed already, when the answer to an earlier try was lost.
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
