/** Limits the number of concurrent tasks. Further tasks wait and start in the order of the calls. */
export type Semaphore = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Creates a semaphore for `width` concurrent tasks. */
export function createSemaphore(width: number): Semaphore {
  let free = width;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Passes the slot directly to the next waiting task, so that a later task cannot overtake it.
      if (next === undefined) free += 1;
      else next();
    }
  };
}
