import { useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/timings.ts';
import { pageAtRest } from './page-at-rest.ts';

/**
 * Whether an element has come within 200 px of the viewport while online (specification §9 "Link prefetch margin"); asked
 * once the page is at rest.
 */
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
    let isGone = false;
    void pageAtRest().then(() => {
      if (!isGone) observer.observe(element);
    });
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [isWatching, isNear]);

  return { ref, isNear };
}
