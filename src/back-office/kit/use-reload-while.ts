import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Milliseconds between two looks at what goes on by itself. */
const pause = 3_000;

/** Loads the screen anew every few seconds while something on it goes on by itself. */
export function useReloadWhile(isGoingOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isGoingOn || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), pause);
    return () => clearTimeout(timer);
  }, [isGoingOn, state, revalidate]);
}
