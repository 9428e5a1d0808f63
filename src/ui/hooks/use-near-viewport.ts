import { startTransition, useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/content/layout.ts';
import { pageTouched } from './page-touched.ts';

/** Callbacks by watched element. One observer watches all of them: a page has a hundred links. */
const watched = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * Whether an element has come within 200 px of the viewport of a page that is in use. Reported in a transition, so that
 * input comes first.
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
  void pageTouched().then(() => {
    if (!watched.has(element)) return;
    observer ??= new IntersectionObserver(report, { rootMargin: `${layout.linkPrefetchMargin}px` });
    observer.observe(element);
  });
  return () => unwatch(element);
}

function report(entries: readonly IntersectionObserverEntry[]): void {
  startTransition(() => {
    for (const { isIntersecting, target } of entries) {
      const onNear = watched.get(target);
      if (!isIntersecting || onNear === undefined) continue;
      unwatch(target);
      onNear();
    }
  });
}

function unwatch(element: Element): void {
  watched.delete(element);
  observer?.unobserve(element);
}
