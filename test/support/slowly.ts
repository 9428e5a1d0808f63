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
