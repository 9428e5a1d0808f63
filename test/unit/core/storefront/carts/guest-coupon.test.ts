import { describe, expect, test } from 'vitest';
import { err, failureOf } from '#core/rules/basics/result.ts';
import { parseStoredCart, storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { failing } from '#test/support/failing.ts';
import { recording } from '#test/support/recording.ts';
import { cardOf, openShopper } from '#test/support/test-browser.ts';

/** Opens a guest with a course in the cart, and with these codes. */
async function openWith(...codes: readonly string[]) {
  const opened = await openShopper();
  await opened.add('clara-schumann');
  for (const code of codes) await opened.actions.applyCoupon(code);
  return opened;
}

describe('a guest’s coupon', () => {
  test('is applied by the server, which keeps the cart under an id', async () => {
    const { tab, actions, add } = await openShopper();
    await add('raupen-lesen');
    await add('clara-schumann');
    await actions.applyCoupon('willkommen10');
    expect(tab.cart()).toMatchObject({ code: 'WILLKOMMEN10', discounts: { total: 990 } });
    expect(tab.cart().discounts.lines).toEqual([
      { line_id: 'clara-schumann', product_id: 'clara-schumann', amount: 990, bundle_amount: 0 },
    ]);
    const stored = parseStoredCart(tab.localStorage.read(storedCartKey));
    expect(stored?.cart.bundle_cart_unique_id).toBe(tab.cart().bundle_cart_unique_id);
  });

  test('applies to products that are added later, and the id stays', async () => {
    const { tab, actions, add } = await openWith('WILLKOMMEN10');
    const id = tab.cart().bundle_cart_unique_id;
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject({ discounts: { total: 990 + 790 }, bundle_cart_unique_id: id });
    await actions.removeFromCart('clara-schumann');
    expect(tab.cart().discounts.total).toBe(790);
  });

  test('that is refused changes nothing, and the reason is returned', async () => {
    const { tab, actions } = await openWith('WILLKOMMEN10');
    const before = tab.cart();
    expect(await actions.applyCoupon('ABGELAUFEN')).toMatchObject({ ok: false, error: { code: 'EXPIRED' } });
    expect(await actions.applyCoupon('HERBST')).toMatchObject({ error: { code: 'WRONG_CAMPAIGN' } });
    expect(tab.cart()).toEqual(before);
    expect((await actions.applyCoupon('HERBST', 'herbst')).ok).toBe(true);
  });

  test('of an empty cart is refused without a request', async () => {
    const { browser, actions } = await openShopper();
    expect(await actions.applyCoupon('WILLKOMMEN10')).toMatchObject({ error: { code: 'CART_EMPTY' } });
    expect(browser.server.carts.size).toBe(0);
  });

  test('is removed again', async () => {
    const { tab, actions } = await openWith('WILLKOMMEN10');
    await actions.cancelCode('coupon');
    expect(tab.cart()).toMatchObject({ code: null, discounts: { total: 0 }, total: 9900 });
  });

  test('that no longer applies is kept with the reason, and the total is without it', async () => {
    const { tab, actions, add } = await openShopper();
    await add('emmy-noether');
    await actions.applyCoupon('FUENFER');
    await add('raupen-lesen');
    await actions.removeFromCart('emmy-noether');
    expect(tab.cart()).toMatchObject({ code: 'FUENFER', code_error: 'NOT_APPLICABLE', total: 2800 });
  });

  test('of a campaign is applied again with its campaign when the server has forgotten it, also after a voucher', async () => {
    const { browser, tab, actions, add } = await openWith();
    await actions.applyCoupon('HERBST', 'herbst');
    await actions.applyCoupon('GUTSCHEIN-50');
    browser.server.carts.clear();
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject({ amount: 2, code: 'HERBST', code_error: null });
    expect(tab.cart().discounts.total).toBeGreaterThan(0);
  });

  test('that replaces one of a campaign is applied again without the campaign when the server has forgotten it', async () => {
    const { browser, tab, actions, add } = await openWith();
    await actions.applyCoupon('HERBST', 'herbst');
    await actions.applyCoupon('WILLKOMMEN10');
    browser.server.carts.clear();
    await add('emmy-noether');
    expect([...browser.server.carts.values()]).toMatchObject([{ code: 'WILLKOMMEN10', campaign: null }]);
    expect(tab.cart()).toMatchObject({ amount: 2, code: 'WILLKOMMEN10', discounts: { total: 1780 } });
  });

  test('is applied again when the cart was ordered in another tab', async () => {
    const { browser, tab } = await openWith('WILLKOMMEN10');
    const ordered = tab.cart().bundle_cart_unique_id;
    const closed = err(failureOf('ORDER_CLOSED'));
    const later = await openShopper(browser, {
      between: (api) => ({
        ...api,
        storeGuestCart: async (input) => (input.body.id === ordered ? closed : api.storeGuestCart(input)),
      }),
    });
    await later.add('emmy-noether');
    expect(later.tab.cart()).toMatchObject({ amount: 2, code: 'WILLKOMMEN10', discounts: { total: 1780 } });
    expect(later.tab.cart().bundle_cart_unique_id).not.toBe(ordered);
  });

  test('is applied to a change that reaches the server only with the next load', async () => {
    const { browser, tab, actions } = await openWith('WILLKOMMEN10');
    const offline = browser.openTab({ between: failing('*') });
    await offline.start();
    await offline.shop.actions.addToCart({ product: cardOf('emmy-noether'), quantity: 1 });
    expect(offline.cart().amount).toBe(2);

    await actions.loadCart();
    expect(tab.cart()).toMatchObject({ amount: 2, discounts: { total: 1780 } });
  });

  test('is read at each load, and stored again only when the server has forgotten the cart', async () => {
    const { browser } = await openWith('WILLKOMMEN10');
    const openLater = async (cutOff: (api: ShopApi) => ShopApi) => {
      const calls: string[] = [];
      const { tab } = await openShopper(browser, { between: (api) => recording(calls)(cutOff(api)) });
      await tab.shop.actions.loadCart();
      const stored = calls.filter((call) => call === 'storeGuestCart' || call === 'applyCode');
      return [stored, tab.cart().code, tab.cart().discounts.total];
    };
    expect(await openLater((api) => api)).toEqual([[], 'WILLKOMMEN10', 990]);
    expect(await openLater(failing('getCart'))).toEqual([[], 'WILLKOMMEN10', 990]);
    browser.server.carts.clear();
    expect(await openLater((api) => api)).toEqual([
      ['storeGuestCart', 'storeGuestCart', 'applyCode'],
      'WILLKOMMEN10',
      990,
    ]);
  });
});

describe('a guest’s voucher', () => {
  const both = { credit: 5000, code: 'WILLKOMMEN10', discounts: { total: 1780 }, amount_due: 11_020 };
  const couponOnly = { ...both, credit: 0, amount_due: 16_020 };

  /** Opens a guest with a voucher and a coupon, whose cart the server has forgotten. */
  async function openForgotten() {
    const opened = await openWith('gutschein-50', 'WILLKOMMEN10');
    opened.browser.server.carts.clear();
    return opened;
  }

  test('is applied again with the coupon each time the server has forgotten the cart', async () => {
    const { browser, tab, add, actions } = await openForgotten();
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject(both);
    browser.server.carts.clear();
    await actions.loadCart();
    expect(tab.cart()).toMatchObject(both);
    expect([tab.notice(), browser.server.carts.size]).toEqual([null, 1]);
  });

  test('that is refused then is reported once under its code; the cart and its coupon stay', async () => {
    const { browser } = await openForgotten();
    const unknown = err({ code: 'UNKNOWN', detail: 'Nobody knows it.', fields: {} });
    const { tab, add, actions } = await openShopper(browser, {
      between: (api) => ({
        ...api,
        applyCode: async (input) => (input.body.code === 'gutschein-50' ? unknown : api.applyCode(input)),
      }),
    });
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject(couponOnly);
    const { recent } = tab.shop.stores.notification.snapshot;
    expect(recent).toMatchObject([
      { title: { text: 'gutschein-50' }, message: { text: 'Nobody knows it.' } },
    ]);
    browser.server.carts.clear();
    await actions.loadCart();
    expect(tab.cart()).toMatchObject(couponOnly);
    expect(tab.shop.stores.notification.snapshot.recent).toHaveLength(1);
  });

  test.each(['gutschein-50', 'WILLKOMMEN10'])(
    'stays with the coupon until the next load when the request for %s fails',
    async (code) => {
      const { browser, tab, actions } = await openForgotten();
      const offline = await openShopper(browser, {
        between: (api) => ({
          ...api,
          applyCode: async (input) =>
            input.body.code === code ? err(failureOf('NETWORK')) : api.applyCode(input),
        }),
      });
      await offline.add('emmy-noether');
      expect(offline.tab.cart()).toMatchObject({
        amount: 2,
        credit: 5000,
        code: 'WILLKOMMEN10',
        code_error: null,
      });
      await actions.loadCart();
      expect(tab.cart()).toMatchObject(both);
    },
  );

  test('is applied beside the coupon; each is removed without the other', async () => {
    const { browser, tab, actions, add } = await openWith('WILLKOMMEN10', 'GUTSCHEIN-50');
    const again = await openShopper(browser);
    for (const { cart } of [tab, again.tab])
      expect(cart()).toMatchObject({ code: 'WILLKOMMEN10', has_voucher: true, credit: 5000 });
    await actions.cancelCode('coupon');
    expect(tab.cart()).toMatchObject({ code: null, has_voucher: true, credit: 5000 });
    await actions.applyCoupon('WILLKOMMEN10');
    await actions.cancelCode('voucher');
    expect(tab.cart()).toMatchObject({ code: 'WILLKOMMEN10', has_voucher: false, credit: 0 });
    browser.server.carts.clear();
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject(couponOnly);
  });

  test('that was removed is not applied again', async () => {
    const { browser, tab, actions, add } = await openWith('GUTSCHEIN-50');
    await actions.cancelCode('voucher');
    await actions.applyCoupon('WILLKOMMEN10');
    browser.server.carts.clear();
    await add('emmy-noether');
    expect(tab.cart()).toMatchObject(couponOnly);
  });
});
