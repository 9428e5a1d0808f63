import { concatMap, defer, distinctUntilChanged, expand, filter, map, Observable, takeWhile } from 'rxjs';
import type { Order } from '#core/model/order.ts';
import { isOutage } from '#core/rules/basics/result.ts';
import { isSettling } from '#core/rules/orders/order-states.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import type { Timers } from '#ports/clock.ts';

/** The delay between two polls grows from `firstPause` to `longestPause`, in milliseconds. */
const firstPause = 1000;
const longestPause = 15_000;

interface Read {
  /** Null when the server could not be reached. */
  readonly order: Order | null;
  /** Milliseconds until the next poll. */
  readonly pause: number;
}

/**
 * Polls an order and emits it after each change. Completes when its payment is settled; continues after
 * outages. Errors with a `CallFailure` when the server refuses to show the order. `settle` runs before an
 * order is emitted.
 */
export function watchOrder(
  readOrder: () => ApiResult<Order>,
  settle: (order: Order) => Promise<void>,
  timers: Timers,
): Observable<Order> {
  function read(pause: number): Observable<Read> {
    return defer(readOrder).pipe(
      concatMap(async (response) => {
        if (response.ok) await settle(response.value);
        else if (!isOutage(response.error)) throw response.error;
        return { order: response.ok ? response.value : null, pause };
      }),
    );
  }

  return read(firstPause).pipe(
    expand(({ pause }) =>
      after(timers, pause).pipe(concatMap(() => read(Math.min(pause * 1.5, longestPause)))),
    ),
    takeWhile(({ order }) => order === null || isSettling(order.state), true),
    map(({ order }) => order),
    filter((order) => order !== null),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  );
}

/** Emits once after the given number of milliseconds. */
function after(timers: Timers, milliseconds: number): Observable<null> {
  return new Observable((subscriber) =>
    timers.schedule(milliseconds, () => {
      subscriber.next(null);
      subscriber.complete();
    }),
  );
}
