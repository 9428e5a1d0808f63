import { useCallback } from 'react';

/**
 * Custom properties with the heights of bars that overlay the page, which `base.css` uses as scroll padding, and of the
 * checkout's summary, which may be higher than the window.
 */
type BarHeight = '--header-bar' | '--consent-bar' | '--buy-bar' | '--summary-bar' | '--summary-box';

/** Returns a ref for a fixed or sticky element that stores its height in a custom property while it is mounted. */
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
