import { startTransition, useEffect, useRef, useState } from 'react';
import { layout } from '#core/rules/content/layout.ts';
import { firstInteraction } from './first-interaction.ts';

/** Callbacks by observed element. All share one observer, because a page may have a hundred links. */
const watched = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * Returns whether an element has come within 200 px of the viewport, once the page is in use. Updates are transitions,
 * so that input has priority.
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

/** Calls `onNear` once when the element is near the viewport. Returns a function that stops observing. */
function watch(element: Element, onNear: () => void): () => void {
  watched.set(element, onNear);
  void firstInteraction().then(() => {
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
