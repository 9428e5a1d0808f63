import type { RefObject } from 'react';
import { useEffect } from 'react';
import { timings } from '#core/rules/timings.ts';

/**
 * Keeps `--layout-padding` at the height that bar and header take at the top of the page. It is measured after load, once
 * more 2200 ms later (fonts and late parts have come by then), when the window changes, and when `trigger` does, which is
 * what closing the announcement bar is (specification §2, §9). Until the first measurement the stylesheet's value holds.
 */
export function useLayoutPadding(frame: RefObject<HTMLElement | null>, trigger: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trigger is why the padding is measured again
  useEffect(() => {
    function measure(): void {
      const height = frame.current?.offsetHeight;
      if (height !== undefined) document.documentElement.style.setProperty('--layout-padding', `${height}px`);
    }
    measure();
    const later = setTimeout(measure, timings.layoutPaddingRecalculation);
    window.addEventListener('resize', measure);
    return () => {
      clearTimeout(later);
      window.removeEventListener('resize', measure);
    };
  }, [frame, trigger]);
}
