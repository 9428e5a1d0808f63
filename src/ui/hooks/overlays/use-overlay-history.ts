import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { createOverlayHistory, type OverlayHistory } from './overlay-history.ts';

let shared: OverlayHistory | undefined;

/** The history of this document's overlays. Call it once before the router listens to the history. */
export function openOverlayHistory(): OverlayHistory {
  shared ??= createOverlayHistory(window);
  return shared;
}

/**
 * Lets the browser's Back close an overlay while it is open
 * (docs/behaviour/navigation-and-layout.md#back-and-overlays).
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => (isOpen ? openOverlayHistory().open(() => closeNow()) : undefined), [isOpen]);
}

/** Tells the history of overlays which page is shown. */
export function useShownPage(): void {
  const location = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is another location
  useEffect(() => openOverlayHistory().arrive(type), [location]);
}
