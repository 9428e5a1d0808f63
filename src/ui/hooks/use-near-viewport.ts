import { useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/layout.ts';
import { pageIdle, runWhenIdle } from './idle.ts';

/** Callbacks by watched element. One observer watches all of them: a page has a hundred links. */
const watched = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * Whether an element has come within 200 px of the viewport while online. Observed once the page is idle, reported one
 * element at a time.
 */
export function useNearViewport<Watched extends Element>(isWatching: boolean) {
  const ref = useRef<Watched>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (!isWatching || isNear || element === null) return;
    return watch(element, () => setNear(true));
  }, [isWatching, isNear]);

  return { ref, isNear };
}

/** Calls `onNear` once when the element is near; returns a function that stops watching. */
function watch(element: Element, onNear: () => void): () => void {
  watched.set(element, onNear);
  void pageIdle().then(() => {
    if (!watched.has(element)) return;
    observer ??= new IntersectionObserver(report, { rootMargin: `${layout.linkPrefetchMargin}px` });
    observer.observe(element);
  });
  return () => unwatch(element);
}

function report(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    runWhenIdle(() => {
      const onNear = watched.get(target);
      // A failed prefetch makes the router reload the document, which must not happen offline.
      if (onNear === undefined || !navigator.onLine) return;
      unwatch(target);
      onNear();
    });
  }
}

function unwatch(element: Element): void {
  watched.delete(element);
  observer?.unobserve(element);
}
