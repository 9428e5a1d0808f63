import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns whether the page is hydrated. Controls that need JavaScript are marked as disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
