/** Runs tasks one after the other, in the order they were handed in. */
export interface Queue {
  /** Runs `task` once all earlier ones have settled, and answers as it does. A failing task does not stop later ones. */
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

/** Makes an empty queue. All changes to one store that wait for an answer go through one queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
