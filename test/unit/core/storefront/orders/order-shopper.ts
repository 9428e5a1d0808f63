import { expect } from 'vitest';
import type { Order } from '#core/model/order.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';
import type { Actions } from '#core/storefront/shop.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import type { openShopper, TestBrowser } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';

/** The guest who orders. */
export const email = 'gast@example.org';
export const allowed = { marketing: true, statistics: true, preferences: true };

/** Fills the cart and places its order as a guest, or as the learner who is logged in. */
export async function place(
  opened: Awaited<ReturnType<typeof openShopper>>,
  buyerEmail = email,
): Promise<Order> {
  const { actions, add } = opened;
  await add('clara-schumann');
  await add('raupen-lesen');
  await actions.saveBuyer(vienna, buyerEmail);
  const placed = await actions.placeOrder({ email: buyerEmail, giftPdfProductIds: [] });
  if (!placed.ok) throw new Error(`The order was refused: ${placed.error.code}`);
  return placed.value;
}

/** Returns the payment of an order at its amount due. */
export function payment(order: Order, nonce: string | null) {
  return {
    order_id: order.id,
    nonce,
    expected_total: order.amount_due,
    waiver_accepted: true,
    save_payment_method: false,
  };
}

export const failure = (code: string): CallFailure => ({ code, detail: code, fields: {} });

export type Answer<Name extends keyof ShopApi> = ReturnType<ShopApi[Name]>;

/** Replaces the response of one API call; `answer` makes the original call. */
export function answering<Name extends keyof ShopApi>(
  name: Name,
  change: (answer: () => Answer<Name>, request: unknown) => Answer<Name>,
) {
  return (api: ShopApi): ShopApi =>
    new Proxy(api, {
      get(target, key) {
        const call: unknown = Reflect.get(target, key);
        if (key !== name || typeof call !== 'function') return call;
        return (request: unknown) => change(() => call.call(target, request), request);
      },
    });
}

/** Advances the fake time until the promise is settled. */
export async function withTime<Value>({ time }: TestBrowser, pending: Promise<Value>): Promise<Value> {
  let isDone = false;
  const done = pending.finally(() => {
    isDone = true;
  });
  await expect
    .poll(() => {
      time.advance(1000);
      return isDone;
    })
    .toBe(true);
  return done;
}

/** Watches an order until the stream completes and returns all emitted orders. */
export function watch({ actions }: { readonly actions: Actions }, id: string): Promise<readonly Order[]> {
  const seen: Order[] = [];
  return new Promise((resolve, reject) => {
    actions.watchOrder(id).subscribe({
      next: (order) => seen.push(order),
      error: reject,
      complete: () => resolve(seen),
    });
  });
}
