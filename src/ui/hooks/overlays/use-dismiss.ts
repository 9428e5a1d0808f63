import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Calls `onDismiss` on Escape, on a press outside an open overlay, and when focus moves outside. A dialog over the
 * overlay counts as inside.
 */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: () => void,
): void {
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    if (!isOpen) return;
    function isOutside(event: Event): boolean {
      const { target } = event;
      if (!(target instanceof Element)) return false;
      const isInDialog = target.closest('[role="alertdialog"], [data-base-ui-portal]') !== null;
      return !isInDialog && !root.current?.contains(target);
    }
    function handlePointerOrFocus(event: Event): void {
      if (isOutside(event) && document.querySelector('[role="alertdialog"]') === null) dismiss();
    }
    function handleKey(event: KeyboardEvent): void {
      const isForDialog = event.defaultPrevented || document.querySelector('[role="alertdialog"]') !== null;
      if (event.key === 'Escape' && !isForDialog) dismiss();
    }
    document.addEventListener('pointerdown', handlePointerOrFocus);
    document.addEventListener('focusin', handlePointerOrFocus);
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('pointerdown', handlePointerOrFocus);
      document.removeEventListener('focusin', handlePointerOrFocus);
      document.removeEventListener('keydown', handleKey);
    };
  }, [isOpen, root]);
}
