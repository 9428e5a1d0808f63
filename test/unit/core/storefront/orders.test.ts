import { describe, expect, test } from 'vitest';
import type { Order } from '#core/model/order.ts';
import { emptyCart } from '#core/rules/cart.ts';
import type { CallFailure } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { Actions } from '#core/storefront/shop.ts';
import { failing } from '#test/support/failing.ts';
import { resolveMemoryOrder } from '#test/support/memory-order-calls.ts';
import { learnerCredentials, vienna } from '#test/support/memory-shop-facts.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';

const email = 'gast@example.org';
const allowed = { marketing: true, statistics: true, preferences: true };

async function openShopper(browser: TestBrowser = openTestBrowser(), between?: ReturnType<typeof failing>) {
  const tab = browser.openTab(between === undefined ? {} : { between });
  await tab.start();
  const { actions } = tab.shop;
  const add = (slug: string, quantity = 1) => actions.addToCart({ product: cardOf(slug), quantity });
  return { browser, tab, actions, add };
}

async function place(opened: Awaited<ReturnType<typeof openShopper>>): Promise<Order> {
  const { actions, add } = opened;
  await add('clara-schumann');
  await add('raupen-lesen');
  await actions.saveShippingAddress(vienna, email);
  const placed = await actions.placeOrder({ email, giftPdfProductIds: [] });
  if (!placed.ok) throw new Error(`The order was refused: ${placed.error.code}`);
  return placed.value;
}

function payment(order: Order, nonce: string | null) {
  return {
    order_id: order.id,
    nonce,
    expected_total: order.amount_due,
    waiver_accepted: true,
    save_payment_method: false,
  };
}

describe('placing an order as a guest', () => {
  test('brings the cart to the server and keeps the order’s token in a cookie of its own', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    expect(order).toMatchObject({ state: 'draft', email, total: 9900 + 2800 + 499 });
    expect(opened.browser.jar.get(`order_${order.id}`)?.value).toBe(
      opened.browser.server.orders.get(order.id)?.token,
    );
    expect(await opened.tab.shop.queries.getOrder(order.id)).toEqual({ ok: true, value: order });
  });

  test('twice answers the same order with the prices of now', async () => {
    const opened = await openShopper();
    const first = await place(opened);
    await opened.add('zeichentisch');
    const second = await opened.actions.placeOrder({ email, giftPdfProductIds: [] });
    expect(second).toMatchObject({ value: { id: first.id, total: first.total + 5900 } });
  });

  test('of an empty cart, or for an address that has an account, is refused', async () => {
    const { actions, add } = await openShopper();
    expect(await actions.placeOrder({ email, giftPdfProductIds: [] })).toMatchObject({
      error: { code: 'CART_EMPTY' },
    });
    await add('clara-schumann');
    expect(
      await actions.placeOrder({ email: learnerCredentials.identifier, giftPdfProductIds: [] }),
    ).toMatchObject({ error: { code: 'LOGIN_REQUIRED' } });
  });

  test('is not shown to anybody else', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    opened.browser.jar.delete(`order_${order.id}`);
    expect(await opened.tab.shop.queries.getOrder(order.id)).toMatchObject({ error: { status: 404 } });
  });
});

describe('paying', () => {
  test('empties the cart and reports the purchase once, over all tabs', async () => {
    const opened = await openShopper();
    const other = await openShopper(opened.browser);
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    expect(await opened.actions.startPayment(order.id)).toMatchObject({ value: { provider: 'sandbox' } });
    const paid = await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    expect(paid).toMatchObject({ value: { state: 'paid' } });
    expect([opened.tab.cart(), other.tab.cart()]).toEqual([emptyCart, emptyCart]);

    await Promise.all([watch(opened, order.id), watch(other, order.id), watch(other, order.id)]);
    const purchases = opened.browser.analytics.events.filter((event) => event.name === 'purchase');
    expect(purchases).toMatchObject([{ order_code: order.code, value: order.total, shipping: 499 }]);
  });

  test('leaves a cart alone that was begun after the order', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    await opened.add('emmy-noether');
    await watch(opened, order.id);
    expect(opened.tab.cart().amount).toBe(1);
  });

  test('declined keeps the cart; another card succeeds', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    expect(await opened.actions.payOrder(payment(order, 'fake-processor-declined-visa-nonce'))).toMatchObject(
      {
        error: { code: 'PAYMENT_DECLINED', status: 402 },
      },
    );
    expect(opened.tab.cart().amount).toBe(2);
    expect(await opened.actions.payOrder(payment(order, 'fake-valid-nonce'))).toMatchObject({ ok: true });
  });

  test('another total than expected is refused', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    await opened.add('zeichentisch');
    await opened.actions.placeOrder({ email, giftPdfProductIds: [] });
    expect(await opened.actions.payOrder(payment(order, 'fake-valid-nonce'))).toMatchObject({
      error: { code: 'TOTAL_CHANGED', status: 409 },
    });
  });

  test('as a learner empties the cart on the server', async () => {
    const opened = await openShopper();
    await opened.actions.logIn(learnerCredentials);
    const order = await place(opened);
    expect(order.email).toBe(learnerCredentials.identifier);
    expect(opened.browser.jar.has(`order_${order.id}`)).toBe(false);
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    expect(opened.tab.cart().products).toEqual([]);
  });

  test('a lost answer is asked for again with the same nonce, which charges once', async () => {
    const browser = openTestBrowser();
    let asked = 0;
    const lost: CallFailure = { code: 'NETWORK', status: 0, detail: '', fields: {} };
    const opened = await openShopper(
      browser,
      (api) =>
        new Proxy(api, {
          get(target, key) {
            const method: unknown = Reflect.get(target, key);
            if (key !== 'checkOutOrder' || typeof method !== 'function') return method;
            return async (...values: unknown[]) => {
              asked += 1;
              const answer: unknown = await method.apply(target, values);
              return asked === 1 ? err(lost) : answer;
            };
          },
        }),
    );
    const order = await place(opened);
    const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    await expect.poll(() => asked).toBe(1);
    browser.time.advance(1000);
    expect(await paying).toMatchObject({ value: { state: 'paid' } });
    expect(asked).toBe(2);
    expect(browser.server.orders.get(order.id)?.nonces).toEqual(['fake-valid-nonce']);
  });

  test('answers a lost connection when nothing can be found out', async () => {
    const browser = openTestBrowser();
    const opened = await openShopper(browser, failing('checkOutOrder', 'getOrder'));
    const order = await place(opened);
    let isDone = false;
    const paying = opened.actions.payOrder(payment(order, 'fake-valid-nonce')).finally(() => {
      isDone = true;
    });
    await expect
      .poll(() => {
        browser.time.advance(1000);
        return isDone;
      })
      .toBe(true);
    expect(await paying).toMatchObject({ error: { code: 'NETWORK' } });
  });
});

/** Watches an order to its end and answers what was shown. */
function watch({ actions }: { readonly actions: Actions }, id: string): Promise<readonly Order[]> {
  const seen: Order[] = [];
  return new Promise((resolve, reject) => {
    actions.watchOrder(id).subscribe({
      next: (order) => seen.push(order),
      error: reject,
      complete: () => resolve(seen),
    });
  });
}

describe('watching an order', () => {
  test('whose outcome is unknown asks ever more slowly until it is settled', async () => {
    const opened = await openShopper();
    const { browser } = opened;
    const order = await place(opened);
    const answer = await opened.actions.payOrder(payment(order, 'fake-timeout-after-charge-nonce'));
    expect(answer).toMatchObject({ value: { state: 'unknown' } });
    expect(opened.tab.cart().amount).toBe(2);

    const states: string[] = [];
    let isComplete = false;
    opened.actions.watchOrder(order.id).subscribe({
      next: ({ state }) => states.push(state),
      complete: () => {
        isComplete = true;
      },
    });
    await expect.poll(() => states).toEqual(['unknown']);
    resolveMemoryOrder(browser.server, order.id, 'paid');
    await expect
      .poll(() => {
        browser.time.advance(1000);
        return isComplete;
      })
      .toBe(true);
    expect(states).toEqual(['unknown', 'paid']);
    expect(opened.tab.cart()).toEqual(emptyCart);
  });

  test('stops asking when nobody watches any more', async () => {
    const browser = openTestBrowser();
    let asked = 0;
    const opened = await openShopper(
      browser,
      (api) =>
        new Proxy(api, {
          get(target, key) {
            if (key === 'getOrder') asked += 1;
            return Reflect.get(target, key) as unknown;
          },
        }),
    );
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-timeout-before-charge-nonce'));
    const states: string[] = [];
    const watching = opened.actions.watchOrder(order.id).subscribe(({ state }) => states.push(state));
    await expect.poll(() => states).toEqual(['unknown']);
    watching.unsubscribe();
    const before = asked;
    browser.time.advance(600_000);
    expect(asked).toBe(before);
  });

  test('of somebody else ends with the refusal', async () => {
    const { actions } = await openShopper();
    await expect(watch({ actions }, '00000000-0000-4000-8000-00000000ffff')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
