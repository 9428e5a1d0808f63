import { useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/timings.ts';

/** Whether an element has come within 200 px of the viewport while online (specification §9 "Link prefetch margin"). */
export function useNearViewport<Watched extends Element>(isWatching: boolean) {
  const ref = useRef<Watched>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (!isWatching || isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Fetching a page's code in vain makes the router load the document anew, which must not happen offline.
        if (navigator.onLine && entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${layout.linkPrefetchMargin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWatching, isNear]);

  return { ref, isNear };
}
