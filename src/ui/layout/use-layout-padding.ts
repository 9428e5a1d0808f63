import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { timings } from '#core/rules/layout.ts';

/**
 * Sets `--layout-padding` to the height of the `parts` (bar and header). Measured after load, again after 2200 ms (when
 * fonts have loaded), on resize, and when `trigger` changes because the bar was closed. Until then the stylesheet's
 * value holds.
 */
export function useLayoutPadding(parts: readonly RefObject<HTMLElement | null>[], trigger: unknown): void {
  const heights = useEffectEvent(() => parts.map((part) => part.current?.offsetHeight ?? 0));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the trigger is why the padding is measured again
  useEffect(() => {
    function measure(): void {
      const height = heights().reduce((sum, part) => sum + part, 0);
      document.documentElement.style.setProperty('--layout-padding', `${height}px`);
    }
    measure();
    const later = setTimeout(measure, timings.layoutPaddingRecalculation);
    window.addEventListener('resize', measure);
    return () => {
      clearTimeout(later);
      window.removeEventListener('resize', measure);
    };
  }, [trigger]);
}
