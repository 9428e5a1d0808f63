/** Lets a limited number of pieces of work run at once; the others wait in the order they came. */
export type Semaphore = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Makes a gate for `width` pieces of work at once. */
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
      // The place passes on directly, so that nobody who comes later overtakes.
      if (next === undefined) free += 1;
      else next();
    }
  };
}
