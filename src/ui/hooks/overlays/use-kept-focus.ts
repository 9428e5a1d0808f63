import { type RefObject, useEffect } from 'react';

/** Moves the focus to `heir` when the focused element in `root` is removed, for example the row of a pressed button. */
export function useKeptFocus(root: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    let focused: Element | null = null;
    function note({ target }: Event): void {
      focused = target instanceof Element ? target : null;
    }
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      if (document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [root, heir]);
}
