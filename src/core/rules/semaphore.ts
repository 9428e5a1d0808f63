/** Limits the number of tasks that run at once; the others wait in the order they came. */
export type Semaphore = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Makes a semaphore for `width` concurrent tasks. */
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
      // The slot is handed to the next waiting task directly, so that a later one cannot overtake it.
      if (next === undefined) free += 1;
      else next();
    }
  };
}
