import { useCallback, useRef, useState } from 'react';

/**
 * Runs one task at a time. Meanwhile `isBusy` is true and further calls are ignored, even before React has rendered the
 * spinner.
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
