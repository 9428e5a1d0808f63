import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';

const intervalMs = 3_000;

/** Milliseconds without input until the page counts as unused. Further calls would keep the session from expiring. */
const unusedAfter = 10 * 60_000;

/** Without pointer moves: browsers may report them when only the page below the pointer changes. */
const uses = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'] as const;

/** Reloads the screen every few seconds while something on it is in progress, as `repeatWhileUsed` does. */
export function useReloadWhile(isGoingOn: boolean): void {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => revalidate());
  useEffect(() => (isGoingOn ? repeatWhileUsed(() => reload()) : undefined), [isGoingOn]);
}

/**
 * Repeats a task every few seconds, except while the page is hidden or has been unused for ten minutes. Returns a
 * function that stops it.
 */
export function repeatWhileUsed(work: () => Promise<void>): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let usedAt = Date.now();
  const use = () => {
    if (!document.hidden) usedAt = Date.now();
  };
  for (const event of uses) document.addEventListener(event, use, { signal, capture: true, passive: true });
  let timer = setTimeout(look, intervalMs);
  async function look(): Promise<void> {
    if (!document.hidden && Date.now() - usedAt < unusedAfter) await work();
    if (!signal.aborted) timer = setTimeout(look, intervalMs);
  }
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}
