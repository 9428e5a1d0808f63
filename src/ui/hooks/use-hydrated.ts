import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page's script has taken over. Until then, and without JavaScript, controls that need it say so. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
