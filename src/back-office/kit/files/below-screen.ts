import { type ReactNode, useSyncExternalStore } from 'react';
import { createExternalValue } from '#back-office/kit/external-value.ts';

/**
 * Content shown below every screen, such as running downloads. Its code is loaded by the screen that shows it first.
 */
export const belowScreen = createExternalValue<ReactNode>(null);

/** Renders the content in the shell. */
export function BelowScreen(): ReactNode {
  return useSyncExternalStore(belowScreen.subscribe, belowScreen.current);
}
