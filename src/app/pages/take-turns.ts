/** Maximum number of work items started per turn of the event loop. */
export const perTurn = 16;

/**
 * Starts work in order of arrival, a few items per turn of the event loop. Otherwise one turn would process all waiting
 * requests, and a payment, which waits for the database dozens of times, would wait for as many such turns
 * (docs/behaviour/operations.md#overload).
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(nextTurn);
  }

  function nextTurn(): void {
    isScheduled = false;
    const now = waiting.splice(0, perTurn);
    begun = now.length;
    if (begun > 0) schedule();
    for (const work of now) work();
  }

  return (work) => {
    schedule();
    if (waiting.length > 0 || begun >= perTurn) {
      waiting.push(work);
      return;
    }
    begun += 1;
    work();
  };
}
