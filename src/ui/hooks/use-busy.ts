import { useCallback, useRef, useState } from 'react';

/**
 * Runs one piece of work at a time: while it is under way `isBusy` is true and further calls are ignored, also a second
 * press that arrives before React has drawn the spinner.
 */
export function useBusy(): {
  readonly isBusy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
} {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);

  return { isBusy, run };
}
