import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onLeave` when an open overlay is left: Escape, a press beside it, focus that moves elsewhere. A dialog that
 * stands over the overlay is not leaving it.
 */
export function useDismiss(root: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);

  useEffect(() => {
    if (!isOpen) return;
    function isOutside(event: Event): boolean {
      const { target } = event;
      if (!(target instanceof Element)) return false;
      const isInDialog = target.closest('[role="alertdialog"], [data-base-ui-portal]') !== null;
      return !isInDialog && !root.current?.contains(target);
    }
    function point(event: Event): void {
      if (isOutside(event) && document.querySelector('[role="alertdialog"]') === null) leave();
    }
    function press(event: KeyboardEvent): void {
      const isForDialog = event.defaultPrevented || document.querySelector('[role="alertdialog"]') !== null;
      if (event.key === 'Escape' && !isForDialog) leave();
    }
    document.addEventListener('pointerdown', point);
    document.addEventListener('focusin', point);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', point);
      document.removeEventListener('focusin', point);
      document.removeEventListener('keydown', press);
    };
  }, [isOpen, root]);
}
