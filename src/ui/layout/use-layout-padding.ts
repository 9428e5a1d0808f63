import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { timings } from '#core/rules/layout.ts';

/**
 * Keeps `--layout-padding` at the height that the `parts` (bar and header) take at the top of the page. It is measured
 * after load, once more 2200 ms later (fonts and late parts have come by then), when the window changes, and when
 * `trigger` does, which is what closing the announcement bar is (specification §2, §9). Until the first measurement the
 * stylesheet's value holds.
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
