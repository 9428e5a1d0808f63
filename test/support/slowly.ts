import type { Scheduler } from 'fast-check';

/**
 * Lets a scheduler decide when calls of a port reach the other side, and when their answers come back: every order of
 * events that a slow network allows.
 */
export function slowly(scheduler: Scheduler) {
  return <Port extends object>(port: Port, name: string): Port =>
    new Proxy(port, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...values: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), `${name}.${String(key)} arrives`);
          const answer: unknown = await method.apply(target, values);
          await scheduler.schedule(Promise.resolve(), `${name}.${String(key)} is answered`);
          return answer;
        };
      },
    });
}

/** Lets so many events of the network happen, as far as there are any. */
export async function letHappen(scheduler: Scheduler, events: number): Promise<void> {
  for (let event = 0; event < events; event += 1) {
    // What was answered goes on first, and may ask the next question.
    await new Promise((resolve) => setImmediate(resolve));
    if (scheduler.count() > 0) await scheduler.waitNext(1);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
