/** Creates a value outside React, for `useSyncExternalStore`. */
export function createExternalValue<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): Value => value,
    hasSubscribers: (): boolean => listeners.size > 0,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
