/** How long a removal can be taken back, in milliseconds. */
export const undoTime = 10_000;

interface Removals {
  /** Hides a thing; what was hidden before it is removed now. */
  begin(key: string): void;
  /** Shows the thing again, which was not removed yet. */
  undo(): void;
  /** Removes what is hidden, because nobody can take it back any more. */
  settle(): void;
}

/**
 * Removes things only after they could be taken back for a while, so that an undo brings back the very same thing.
 * `offer` is told what can be taken back; null: nothing.
 */
export function createRemovals(remove: (key: string) => void, offer: (key: string | null) => void): Removals {
  let waiting: { readonly key: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  function end(): string | null {
    if (waiting === null) return null;
    const { key, timer } = waiting;
    clearTimeout(timer);
    waiting = null;
    offer(null);
    return key;
  }

  function settle(): void {
    const key = end();
    if (key !== null) remove(key);
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
