import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Returns whether a dialog is open over the page, for example one opened from an overlay. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-base-ui-portal] [role$="dialog"]') !== null;
}

/**
 * Calls `onDismiss` on Escape and on a press outside of an open overlay. With `isHeldByFocus`, also when the focus
 * moves outside. Dialogs over the overlay and notifications count as inside.
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
