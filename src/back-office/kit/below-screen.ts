import { type ReactNode, useSyncExternalStore } from 'react';

let shown: ReactNode = null;
const listeners = new Set<() => void>();

/**
 * Content shown below every screen, such as running downloads. Its code is loaded by the screen that shows it first.
 */
export const belowScreen = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): ReactNode => shown,
  show(part: ReactNode): void {
    shown = part;
    for (const listener of listeners) listener();
  },
};

/** Renders the content in the shell. */
export function BelowScreen(): ReactNode {
  return useSyncExternalStore(belowScreen.subscribe, belowScreen.current);
}
