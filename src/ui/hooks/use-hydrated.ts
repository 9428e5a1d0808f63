import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page is hydrated. Before that, and without JavaScript, controls that need it are marked as disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
