import { useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/timings.ts';

/** Scrolls a list in steps of 100 px and knows whether there is more above or below (specification §2 "Mini cart"). */
export function useScrollSteps(itemCount: number) {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ canGoUp: false, canGoDown: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: more or fewer items change what is below
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    function look(): void {
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
      setEnds({ canGoUp: scrollTop > 0, canGoDown: scrollTop + clientHeight < scrollHeight - 1 });
    }
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [itemCount]);

  return {
    list,
    ...ends,
    step: (direction: 1 | -1) => list.current?.scrollBy({ top: direction * layout.cartScrollStep }),
  };
}
