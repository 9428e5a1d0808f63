import type { Scheduler } from 'fast-check';
import type { ShopApi } from '#ports/shop-api.ts';
import { settled } from '#test/support/settled.ts';

/**
 * Wraps an API so that a fast-check scheduler decides when requests reach the server and when responses
 * arrive. The scheduler tries the orders of events that a slow network allows.
 */
export function slowly(scheduler: Scheduler) {
  return (api: ShopApi): ShopApi =>
    new Proxy(api, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...values: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), `${String(key)} arrives`);
          const response: unknown = await method.apply(target, values);
          await scheduler.schedule(Promise.resolve(), `${String(key)} returns`);
          return response;
        };
      },
    });
}

/** Lets up to `events` scheduled network events happen. */
export async function letHappen(scheduler: Scheduler, events: number): Promise<void> {
  for (let event = 0; event < events; event += 1) {
    // The code that waits for a response runs first and may send the next request.
    await settled();
    if (scheduler.count() > 0) await scheduler.waitNext(1);
  }
  await settled();
}
