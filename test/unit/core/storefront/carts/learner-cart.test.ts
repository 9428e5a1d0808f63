import { describe, expect, test } from 'vitest';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { openLearner, openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';
import { answering } from '#test/unit/core/storefront/orders/order-shopper.ts';
import { learner, loggedIn } from '#test/unit/core/storefront/people.ts';

describe('a learner’s cart', () => {
  test('is stored on the server; a refused change is reported and changes nothing', async () => {
    const { browser, tab, add } = await openLearner();
    await add('zeichentisch', 2);
    const before = tab.cart();
    expect(await add('zeichentisch', 2)).toEqual({ ok: false, error: { code: 'EXCEED_LIMIT' } });
    expect(tab.notice()).toBe('component:giftBox.exceedLimitOf');
    expect(await add('druckwerkstatt', 3)).toEqual({ ok: false, error: { code: 'OUT_OF_STOCK' } });
    expect(await add('albrecht-duerer')).toEqual({ ok: false, error: { code: 'ALREADY_OWNED' } });
    expect(tab.notice()).toBe('component:giftBox.alreadyOwned');
    expect(tab.cart()).toEqual(before);
    expect([...browser.server.carts.values()]).toMatchObject([
      { owner: learner.sub, lines: [{ quantity: 2 }] },
    ]);
  });

  test('is merged with a guest’s cart only at the login, and only when that has lines', async () => {
    const calls: string[] = [];
    const { browser, actions, add } = await openShopper(undefined, { between: recording(calls) });
    await add('raupen-lesen');
    await openShopper(browser, { between: recording(calls) });
    await actions.removeFromCart('raupen-lesen');
    await actions.logIn(learnerCredentials);
    expect(calls).not.toContain('mergeCart');
    await actions.logOut();
    await add('raupen-lesen');
    const heard: string[] = [];
    browser.hub.openTab().messages$.subscribe((message) => heard.push(message));
    await actions.logIn(learnerCredentials);
    expect(calls.filter((call) => call === 'mergeCart')).toHaveLength(1);
    expect(heard.filter((message) => message === 'cart_changed')).toHaveLength(1);
  });

  test('is changed with the learner’s e-mail address', async () => {
    const sent: unknown[] = [];
    const { actions, add } = await openShopper(openTestBrowser(), {
      between: answering('updateCart', (answer, request) => {
        sent.push(request);
        return answer();
      }),
    });
    await actions.logIn(learnerCredentials);
    await add('raupen-lesen');
    await actions.setCartQuantity('raupen-lesen', 2);
    await actions.removeFromCart('raupen-lesen');
    expect(sent).toMatchObject(
      ['add', 'update', 'delete'].map((action) => ({ body: { action, email: learner.email } })),
    );
  });

  test('is the same in another tab: lines, coupon and amounts', async () => {
    const { browser, tab, actions, add } = await openLearner();
    const other = browser.openTab({ state: loggedIn });
    await other.start();
    await add('raupen-lesen', 2);
    await add('clara-schumann');
    await actions.applyCoupon('WILLKOMMEN10');
    await actions.setCartQuantity('raupen-lesen', 1);
    await expect.poll(() => other.cart()).toEqual(tab.cart());
    expect(other.cart()).toMatchObject({ amount: 2, code: 'WILLKOMMEN10' });
    await other.shop.actions.removeFromCart('clara-schumann');
    await expect.poll(() => tab.cart()).toEqual(other.cart());
    expect(tab.cart().amount).toBe(1);
  });

  test('is announced to other tabs when it is changed, not when it is read', async () => {
    const { browser, actions, add } = await openLearner();
    await add('raupen-lesen');
    const messages: string[] = [];
    browser.hub.openTab().messages$.subscribe((message) => messages.push(message));
    await actions.loadCart();
    expect(messages).toEqual([]);
    await add('raupen-lesen');
    expect(messages).toEqual(['cart_changed']);
  });

  test('requests its shipping cost when it has none', async () => {
    const { browser, tab, actions, add } = await openLearner();
    await add('raupen-lesen');
    expect(tab.cart().shipping_cost).toBeNull();
    const [own] = browser.server.carts.values();
    if (own === undefined) throw new Error('The learner has no cart');
    browser.server.carts.set(own.id, { ...own, address: vienna });
    await actions.loadCart();
    expect(tab.cart()).toMatchObject({ shipping_cost: 499, total: 3299 });
  });

  test('has its quantities changed, lines removed and codes applied', async () => {
    const { tab, actions, add } = await openLearner();
    await add('zeichentisch');
    await add('clara-schumann');
    await actions.setCartQuantity('zeichentisch', 9);
    await actions.applyCoupon('WILLKOMMEN10');
    expect(tab.cart()).toMatchObject({ amount: 4, discounts: { total: 1770 + 990 } });
    await actions.cancelCode('coupon');
    await actions.removeFromCart('clara-schumann');
    await actions.saveBuyer(vienna);
    expect(tab.cart()).toMatchObject({ amount: 3, code: null, shipping_cost: 499 });
    await actions.removeFromCart('zeichentisch');
    expect(tab.notice()).toBe('component:cart.notice.emptyText');
  });

  test('is kept when the connection is lost, which is reported', async () => {
    const { tab, add } = await openLearner(undefined, { between: failing('updateCart') });
    expect(await add('raupen-lesen')).toMatchObject({ error: { code: 'NETWORK' } });
    expect(tab.notice()).toBe('component:failure.unsure');
    expect(tab.shop.stores.cart.snapshot.status).toBe('ready');
  });

  test('is shown as it was last read when the server cannot be reached', async () => {
    const { browser, add } = await openLearner();
    await add('raupen-lesen', 2);
    const { tab } = await openShopper(browser, { state: loggedIn, between: failing('getOwnCart') });
    expect(tab.shop.stores.cart.snapshot).toMatchObject({ status: 'ready', cart: { amount: 2 } });
  });
});
