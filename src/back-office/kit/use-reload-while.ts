import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

/** Milliseconds between two looks at what goes on by itself. */
const pause = 3_000;

/** Milliseconds without input after which nobody seems to look; more calls would keep the session from ending. */
const unusedAfter = 10 * 60_000;

/** Not moves: a browser may report them when only the page below the pointer changes. */
const uses = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'] as const;

/** Loads the screen anew every few seconds while something on it goes on by itself, as `repeatWhileUsed` does. */
export function useReloadWhile(isGoingOn: boolean): void {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => revalidate());
  useEffect(() => (isGoingOn ? repeatWhileUsed(() => reload()) : undefined), [isGoingOn]);
}

/**
 * Does something every few seconds, except while the page is hidden, or nobody has used it or come back to it for ten
 * minutes. Returns what ends it.
 */
export function repeatWhileUsed(work: () => Promise<void>): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let usedAt = Date.now();
  const use = () => {
    if (!document.hidden) usedAt = Date.now();
  };
  for (const event of uses) document.addEventListener(event, use, { signal, capture: true, passive: true });
  let timer = setTimeout(look, pause);
  async function look(): Promise<void> {
    if (!document.hidden && Date.now() - usedAt < unusedAfter) await work();
    if (!signal.aborted) timer = setTimeout(look, pause);
  }
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}
