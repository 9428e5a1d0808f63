import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Whether a dialog is open over the page, as one that an overlay has opened. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-base-ui-portal] [role$="dialog"]') !== null;
}

/**
 * Calls `onDismiss` on Escape, on a press outside an open overlay and, when the focus holds it open (`isHeldByFocus`),
 * when that moves outside. A dialog over the overlay counts as inside, and so do notifications.
 */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: () => void,
  isHeldByFocus = true,
): void {
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    if (!isOpen) return;
    function isOutside(event: Event): boolean {
      const { target } = event;
      if (!(target instanceof Element)) return false;
      const isOver = target.closest('[data-base-ui-portal], [data-toast]') !== null;
      return !isOver && !root.current?.contains(target);
    }
    function handlePointerOrFocus(event: Event): void {
      if (isOutside(event) && !isDialogOpen()) dismiss();
    }
    function handleKey(event: KeyboardEvent): void {
      if (event.key === 'Escape' && !event.defaultPrevented && !isDialogOpen()) dismiss();
    }
    document.addEventListener('pointerdown', handlePointerOrFocus);
    if (isHeldByFocus) document.addEventListener('focusin', handlePointerOrFocus);
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('pointerdown', handlePointerOrFocus);
      document.removeEventListener('focusin', handlePointerOrFocus);
      document.removeEventListener('keydown', handleKey);
    };
  }, [isOpen, root, isHeldByFocus]);
}
