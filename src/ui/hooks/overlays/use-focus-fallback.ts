import { type RefObject, useEffect } from 'react';

/** Moves the focus to `fallback` when the focused element in `root` is removed, for example a pressed button's row. */
export function useFocusFallback(
  root: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): void {
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
      if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [root, fallback]);
}
