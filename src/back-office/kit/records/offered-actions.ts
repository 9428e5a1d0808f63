import { useEffect, useRef } from 'react';

/** An action of the open record. */
export interface OfferedAction {
  readonly name: string;
  /** Runs the action, or opens its dialog. */
  readonly run: () => void;
}

const offered = new Map<object, readonly OfferedAction[]>();

/**
 * Offers actions in the palette while the component is mounted. They are those of its buttons, with the same
 * permissions.
 */
export function useOfferedActions(actions: readonly OfferedAction[]): void {
  const key = useRef({});
  useEffect(() => {
    offered.set(key.current, actions);
  });
  useEffect(() => {
    const mine = key.current;
    return () => void offered.delete(mine);
  }, []);
}

/** Returns the actions offered now. */
export function offeredActions(): readonly OfferedAction[] {
  return [...offered.values()].flat();
}
