import { useEffect, useEffectEvent, useState } from 'react';
import { useShop } from '#ui/hooks/use-shop.ts';

/** Length of the countdown to the next lesson in seconds. */
const pause = 10;

interface Countdown {
  /** Whether the learner has declined the countdown, here or earlier; null until known. */
  readonly isRefused: boolean | null;
  readonly seconds: number;
  /** Declines the countdown, also for the next lessons. */
  refuse(): void;
  /** Allows the countdown again, also for the next lessons. */
  allow(): void;
}

/**
 * Counts down to the next lesson and then calls `onDone` (docs/behaviour/learning.md#end-of-a-lesson). Pauses while the
 * page has unsaved text, which would be lost.
 */
export function useCountdown(onDone: () => void): Countdown {
  const { actions } = useShop();
  const [isRefused, setRefused] = useState<boolean | null>(null);
  const [seconds, setSeconds] = useState(pause);

  useEffect(() => {
    let isGone = false;
    actions.readPlayerSettings().then((settings) => {
      if (!isGone) setRefused(settings.ok && settings.value.onward === 'waits');
    });
    return () => {
      isGone = true;
    };
  }, [actions]);

  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (isRefused !== false) return;
    let left = pause;
    const counting = setInterval(() => {
      if (isWriting()) return;
      left -= 1;
      setSeconds(left);
      if (left > 0) return;
      clearInterval(counting);
      finish();
    }, 1_000);
    return () => clearInterval(counting);
  }, [isRefused]);

  function choose(onward: 'begins' | 'waits'): void {
    setSeconds(pause);
    setRefused(onward === 'waits');
    void actions.keepPlayerSettings({ onward });
  }
  return { isRefused, seconds, refuse: () => choose('waits'), allow: () => choose('begins') };
}

const isWriting = () => [...document.querySelectorAll('textarea')].some(({ value }) => value !== '');
