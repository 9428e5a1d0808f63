import { useEffect, useRef } from 'react';

/** Something that can be done with the record that is open. */
export interface OfferedAction {
  readonly name: string;
  /** Does it, or asks what it needs to know. */
  readonly run: () => void;
}

const offered = new Map<object, readonly OfferedAction[]>();

/** Offers actions in the palette while the component is shown: those of its buttons, so with the same permissions. */
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

/** What is offered now. */
export function offeredActions(): readonly OfferedAction[] {
  return [...offered.values()].flat();
}
