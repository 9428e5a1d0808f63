import { useCallback, useSyncExternalStore } from 'react';
import type { Store } from '#core/state/store.ts';

/**
 * Watches a part of a store. `select` must answer a part of the state or a primitive value, never a new object, because
 * React compares what it answers by identity. While the server renders and the browser hydrates, it reads the state the
 * store was made with, so that the two always agree.
 */
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = store.state$.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(store.snapshot),
    () => select(store.initial),
  );
}
