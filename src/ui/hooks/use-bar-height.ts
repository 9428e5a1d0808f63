import { useCallback } from 'react';

/**
 * Heights of bars that lie over the page, of which `base.css` scrolls the focus clear, and of the checkout's summary,
 * which may be higher than the window.
 */
type BarHeight = '--header-bar' | '--consent-bar' | '--buy-bar' | '--summary-bar' | '--summary-box';

/** A ref for a fixed or sticky part: keeps its height in a custom property of the document while it is shown. */
export function useBarHeight<Bar extends HTMLElement>(
  name: BarHeight,
): (bar: Bar | null) => (() => void) | undefined {
  return useCallback(
    (bar) => {
      if (bar === null) return undefined;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight}px`));
      observer.observe(bar);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}
