import { describe, expect, test } from 'vitest';
import type { Order } from '#core/model/order.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { failing } from '#test/support/failing.ts';
import { resolveMemoryOrder } from '#test/support/memory-order-calls.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { cardOf, openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { allowed, answering, email, failure, payment, place, watch } from './order-shopper.ts';

type Shopper = Awaited<ReturnType<typeof openShopper>>;

/** Pays an order as a tab does that is closed before the response. */
async function payWithoutResponse({ tab, browser }: Shopper, order: Order, nonce: string): Promise<void> {
  const orderToken = browser.server.orders.get(order.id)?.token ?? null;
  const { nonce: payment_method_nonce, order_id: id, ...body } = payment(order, nonce);
  succeeded(await tab.shop.api.checkOutOrder({ body: { id, payment_method_nonce, ...body }, orderToken }));
}

describe('placing an order as a guest', () => {
  test('stores the cart on the server and the order’s token in a cookie of its own', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    expect(order).toMatchObject({ state: 'draft', email, total: 9900 + 2800 + 499 });
    expect(opened.browser.jar.get(`order_${order.id}`)?.value).toBe(
      opened.browser.server.orders.get(order.id)?.token,
    );
    expect(await opened.tab.shop.queries.getOrder(order.id)).toEqual({ ok: true, value: order });
  });

  test('twice returns the same order with the current prices', async () => {
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

  test('is not shown without the token', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    opened.browser.jar.delete(`order_${order.id}`);
    expect(await opened.tab.shop.queries.getOrder(order.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('an order that a mailed link opens', () => {
  test('is shown in another browser from then on, until somebody logs out there', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    const { server, jar } = opened.browser;
    const token = server.orders.get(order.id)?.token ?? '';
    jar.clear();
    expect(await opened.tab.shop.queries.getOrder(order.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await opened.actions.openOrder(order.id, 'falsch')).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(jar.has(`order_${order.id}`)).toBe(false);

    expect(await opened.actions.openOrder(order.id, token)).toEqual({ ok: true, value: order });
    expect(await opened.tab.shop.queries.getOrder(order.id)).toEqual({ ok: true, value: order });
    await opened.actions.logIn(learnerCredentials);
    await opened.actions.logOut();
    expect(jar.has(`order_${order.id}`)).toBe(false);
  });

  test('is no purchase of the browser that opens it', async () => {
    const opened = await openShopper();
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    const token = opened.browser.server.orders.get(order.id)?.token ?? '';
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    // From here on the browser knows nothing of the order, like another one.
    opened.browser.jar.clear();
    opened.tab.localStorage.remove('placed_orders');
    expect(await opened.actions.openOrder(order.id, token)).toMatchObject({ value: { state: 'paid' } });
    await watch(opened, order.id);
    expect(opened.browser.analytics.events.filter((event) => event.name === 'purchase')).toHaveLength(1);
  });
});

describe('a checkout', () => {
  test('is reported once, however often its order is refreshed, over all tabs; the next one again', async () => {
    const opened = await openShopper();
    const other = await openShopper(opened.browser);
    opened.actions.decideConsent(allowed);
    const begun = () => opened.browser.analytics.events.filter(({ name }) => name === 'begin_checkout');
    await place(opened);
    const refresh = ({ actions }: typeof opened) => actions.placeOrder({ email, giftPdfProductIds: [] });
    await refresh(opened);
    await opened.actions.setCartQuantity('raupen-lesen', 2);
    const [refreshed] = await Promise.all([refresh(opened), refresh(other)]);
    expect(begun()).toHaveLength(1);

    await opened.actions.payOrder(payment(succeeded(refreshed), 'fake-valid-nonce'));
    // The first address has an account now, which would have to log in.
    await place(opened, 'andere@example.org');
    expect(begun()).toHaveLength(2);
  });

  test('and its purchase are reported with the identifier of a category, not with its title', async () => {
    const opened = await openShopper();
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    const reported = opened.browser.analytics.events.flatMap((event) =>
      event.name === 'begin_checkout' || event.name === 'purchase' ? [event] : [],
    );
    const { identifier, title } = cardOf('clara-schumann').category;
    expect(identifier).not.toBe(title);
    expect(reported.map(({ name, items }) => [name, items[0]?.category])).toEqual([
      ['begin_checkout', identifier],
      ['purchase', identifier],
    ]);
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

  test('and a refund report the refund once, over all tabs of the browser that placed the order', async () => {
    const opened = await openShopper();
    const other = await openShopper(opened.browser);
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    const { orders } = opened.browser.server;
    const kept = orders.get(order.id);
    if (kept === undefined) throw new Error('The order is gone');
    orders.set(order.id, { ...kept, order: { ...kept.order, state: 'refunded' } });
    await Promise.all([watch(opened, order.id), watch(other, order.id), watch(other, order.id)]);
    const refunds = () => opened.browser.analytics.events.filter((event) => event.name === 'refund');
    expect(refunds()).toEqual([{ name: 'refund', order_code: order.code, value: order.total }]);

    // A browser that opens the order by its link did not report the purchase.
    opened.tab.localStorage.remove('placed_orders');
    expect(await opened.actions.openOrder(order.id, kept.token ?? '')).toMatchObject({ ok: true });
    await watch(opened, order.id);
    expect(refunds()).toHaveLength(1);
  });

  test('informs the other tabs of a learner that the cart is empty', async () => {
    const opened = await openShopper();
    await opened.actions.logIn(learnerCredentials);
    const order = await place(opened, learnerCredentials.identifier);
    const messages: string[] = [];
    opened.browser.hub.openTab().messages$.subscribe((message) => messages.push(message));
    await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    expect(messages.filter((message) => message === 'cart_changed')).toHaveLength(1);
  });

  test.each(['fake-valid-nonce', 'bank-transfer:1'])(
    'with %s does not change a cart that was begun after the order',
    async (nonce) => {
      const opened = await openShopper();
      const order = await place(opened);
      await opened.actions.payOrder(payment(order, nonce));
      await opened.add('emmy-noether');
      await watch(opened, order.id);
      expect(opened.tab.cart().amount).toBe(1);
    },
  );

  test('keeps what another tab has added meanwhile, as a new cart', async () => {
    const browser = openTestBrowser();
    const other = await openShopper(browser);
    const between = answering('checkOutOrder', async (answer) => {
      const paid = await answer();
      await other.add('emmy-noether');
      return paid;
    });
    const opened = await openShopper(browser, { between });
    await opened.actions.payOrder(payment(await place(opened), 'fake-valid-nonce'));
    const left = { products: [{ product_id: 'emmy-noether' }], total: 7900, bundle_cart_unique_id: null };
    expect([opened.tab.cart(), other.tab.cart()]).toMatchObject([left, left]);
    expect((await openShopper(browser)).tab.cart()).toMatchObject(left);
  });

  test('declined keeps the cart; another card succeeds', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    const declined = await opened.actions.payOrder(payment(order, 'fake-processor-declined-visa-nonce'));
    expect(declined).toMatchObject({ error: { code: 'PAYMENT_DECLINED' } });
    expect(opened.tab.cart().amount).toBe(2);
    expect(await opened.actions.payOrder(payment(order, 'fake-valid-nonce'))).toMatchObject({ ok: true });
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

  test('by transfer empties the cart, and is no purchase yet', async () => {
    for (const asLearner of [false, true]) {
      const opened = await openShopper();
      opened.actions.decideConsent(allowed);
      if (asLearner) await opened.actions.logIn(learnerCredentials);
      const order = await place(opened);
      const promised = await opened.actions.payOrder(payment(order, 'bank-transfer:1'));
      expect(promised).toMatchObject({ value: { state: 'awaiting_payment' } });
      expect(opened.tab.cart().products).toEqual([]);
      expect(await watch(opened, order.id)).toHaveLength(1);
      expect(opened.browser.analytics.events.map(({ name }) => name)).not.toContain('purchase');
    }
  });

  test('that needs an action keeps the cart, is no purchase, and is begun once in this browser', async () => {
    const opened = await openShopper();
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    const waiting = succeeded(await opened.actions.payOrder(payment(order, 'fake-redirect-action-nonce')));
    expect(waiting).toMatchObject({
      state: 'awaiting_action',
      payment_action: { action: { kind: 'redirect' } },
    });
    expect(opened.tab.cart().amount).toBe(2);
    expect(await opened.actions.beginAction(waiting)).toEqual(ok(true));
    const another = opened.browser.openTab();
    expect(await another.shop.actions.beginAction(waiting)).toEqual(ok(false));
    expect(another.shop.actions.hasBegunAction(waiting)).toBe(true);
    expect(await opened.actions.continuePayment(order.id, 'check')).toMatchObject({ value: waiting });
    expect(opened.browser.analytics.events.map(({ name }) => name)).not.toContain('purchase');
    resolveMemoryOrder(opened.browser.server, order.id, 'paid');
    expect(await opened.actions.continuePayment(order.id, 'check')).toMatchObject({
      value: { state: 'paid' },
    });
    expect(opened.tab.cart().amount).toBe(0);
    expect(opened.browser.analytics.events.map(({ name }) => name)).toContain('purchase');
  });

  test('of a closed tab is found by the next checkout: while it waits, once when it is paid, and not again', async () => {
    const opened = await openShopper();
    opened.actions.decideConsent(allowed);
    const order = await place(opened);
    const { findStartedOrder } = opened.actions;
    expect(await findStartedOrder()).toBeNull();
    await opened.actions.payOrder(payment(order, 'fake-redirect-action-nonce'));
    expect(await findStartedOrder()).toMatchObject({ id: order.id, state: 'awaiting_action' });
    expect(opened.tab.cart().amount).toBe(2);
    resolveMemoryOrder(opened.browser.server, order.id, 'paid');
    expect(await findStartedOrder()).toMatchObject({ id: order.id, state: 'paid' });
    expect(opened.tab.cart().amount).toBe(0);
    expect(opened.browser.analytics.events.map(({ name }) => name)).toContain('purchase');
    expect(await findStartedOrder()).toBeNull();
  });

  test('by transfer in a closed tab is found by the guest; a learner’s next cart is not that order', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    await payWithoutResponse(opened, order, 'bank-transfer:1');
    expect(opened.tab.cart().amount).toBe(2);
    const { findStartedOrder } = opened.actions;
    expect(await findStartedOrder()).toMatchObject({ id: order.id, state: 'awaiting_payment' });
    expect(opened.tab.cart().amount).toBe(0);

    await opened.actions.logIn(learnerCredentials);
    await opened.actions.payOrder(payment(await place(opened), 'bank-transfer:2'));
    await opened.add('emmy-noether');
    expect(await findStartedOrder()).toBeNull();
    expect(opened.tab.cart().amount).toBe(1);
  });

  test.each(['fake-valid-nonce', 'bank-transfer:1'])(
    'with %s whose response was not received empties the guest’s cart before a login merges it',
    async (nonce) => {
      const opened = await openShopper();
      await payWithoutResponse(opened, await place(opened), nonce);
      await opened.actions.logIn(learnerCredentials);
      expect(opened.tab.cart().amount).toBe(0);
      expect((await openShopper(opened.browser)).tab.cart().amount).toBe(0);
    },
  );

  test.each([
    ['paid', 0],
    ['verified', 2],
  ] as const)(
    'with an unknown outcome keeps the guest’s cart from being merged until it is %s',
    async (state, pieces) => {
      const opened = await openShopper();
      const order = await place(opened);
      await payWithoutResponse(opened, order, 'fake-timeout-after-charge-nonce');
      await opened.actions.logIn(learnerCredentials);
      expect(opened.tab.cart().amount).toBe(0);
      const offline = await openShopper(opened.browser, { between: failing('getOrder') });
      expect(offline.tab.cart().amount).toBe(0);
      resolveMemoryOrder(opened.browser.server, order.id, state);
      expect((await openShopper(opened.browser)).tab.cart().amount).toBe(pieces);
    },
  );

  test('whose action is in the page begins it after every reload; a cancelled one can be paid again', async () => {
    const opened = await openShopper();
    const order = await place(opened);
    const waiting = succeeded(await opened.actions.payOrder(payment(order, 'fake-in-page-action-nonce')));
    for (let reload = 0; reload < 2; reload += 1)
      expect(await opened.actions.beginAction(waiting)).toEqual(ok(true));
    const ended = succeeded(await opened.actions.continuePayment(order.id, 'cancel'));
    expect(ended.state).toBe('verified');
    expect(await opened.actions.beginAction(ended)).toEqual(ok(false));
    const paid = await opened.actions.payOrder(payment(order, 'fake-valid-nonce'));
    expect(paid).toMatchObject({ value: { state: 'paid' } });
  });

  test('begins with what the server offers: cards, a transfer, or both', async () => {
    const offers = [
      {
        client_token: 'cards',
        provider: 'braintree',
        transfer_nonce: null,
        providers: [
          { name: 'braintree', client_token: 'cards', takes_cards: true },
          { name: 'acme_pay', client_token: null, takes_cards: false },
        ],
        pages: [{ name: 'ideal', nonce: 'page:ideal:1.signature' }],
      },
      {
        client_token: null,
        provider: 'sandbox',
        transfer_nonce: 'bank-transfer:2',
        providers: [],
        pages: [],
      },
    ];
    for (const offer of offers) {
      const opened = await openShopper(undefined, {
        between: answering('verifyOrder', async (answer) => {
          const { item } = succeeded(await answer());
          return ok({ ...offer, item });
        }),
      });
      const order = await place(opened);
      const started = await opened.actions.startPayment(order.id);
      expect(started).toEqual({ ok: true, value: { ...offer, order: { ...order, state: 'verified' } } });
    }
  });

  test('fails to begin while cards and transfers are unavailable', async () => {
    const away = failure('PAYMENT_UNAVAILABLE');
    const opened = await openShopper(undefined, { between: answering('verifyOrder', async () => err(away)) });
    const order = await place(opened);
    expect(await opened.actions.startPayment(order.id)).toEqual({ ok: false, error: away });
  });
});
