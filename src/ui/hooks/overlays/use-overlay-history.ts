import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { createOverlayHistory, type OverlayHistory } from './overlay-history.ts';

let shared: OverlayHistory | undefined;

/** Returns the overlay history of this document. Call it once before the router listens to the history. */
export function openOverlayHistory(): OverlayHistory {
  shared ??= createOverlayHistory(window);
  return shared;
}

/**
 * Makes the browser's Back close an overlay while it is open
 * (docs/behaviour/navigation-and-layout.md#back-and-overlays).
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  // A layout effect, so that Back never counts an overlay that is no longer shown.
  useLayoutEffect(() => (isOpen ? openOverlayHistory().open(() => closeNow()) : undefined), [isOpen]);
}

/** Reports the shown page to the overlay history. */
export function useShownPage(): void {
  const location = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is another location
  useEffect(() => openOverlayHistory().handleNavigation(type), [location]);
}
