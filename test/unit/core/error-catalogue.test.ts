import { describe, expect, test } from 'vitest';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { endpoints } from '#api/endpoints.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { cardOf, openLearner, openShopper } from '#test/support/test-browser.ts';

const limits = [
  ['EXCEED_LIMIT', 'zeichentisch', 4, 'component:giftBox.exceedLimitOf', 3],
  ['OUT_OF_STOCK', 'druckwerkstatt', 3, 'component:giftBox.outOfStockOf', 2],
] as const;

describe.each([
  ['guest', openShopper],
  ['learner', openLearner],
] as const)('the cart of a %s', (who, open) => {
  test.each(limits)(
    'is kept after a refusal with %s, and a warning names the possible quantity',
    async (...line) => {
      const [code, slug, quantity, message, possible] = line;
      const { tab, actions, add } = await open();
      await add('clara-schumann');
      // A coupon makes the server store the guest's cart; only the server can check the stock.
      if (who === 'guest') await actions.applyCoupon('WILLKOMMEN10');
      const before = tab.cart();
      expect(await add(slug, quantity)).toEqual({ ok: false, error: { code } });
      expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
        type: 'warning',
        title: { key: 'component:giftBox.deleteTitle' },
        message: { key: message, params: { name: cardOf(slug).title, quantity: possible } },
      });
      expect(tab.cart()).toEqual(before);
    },
  );

  test('shows a warning when its last line is removed', async () => {
    const { tab, actions, add } = await open();
    const ids = ['raupen-lesen', 'clara-schumann'];
    for (const id of ids) await add(id);
    for (const id of ids) {
      expect(tab.notice()).toBeNull();
      await actions.removeFromCart(id);
    }
    expect(tab.cart().products).toEqual([]);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'warning',
      title: { key: 'component:cart.notice.emptyTitle' },
      message: { key: 'component:cart.notice.emptyText' },
    });
  });
});

const calls = [
  ['createOrder', (api) => api.createOrder({ body: { bundle_cart_unique_id: 'x' } })],
  ['getOrderById', (api) => api.getOrder({ params: { id: 'x' } })],
  ['getClientToken', (api) => api.verifyOrder({ body: { id: 'x' } })],
  ['checkout', (api) => api.checkOutOrder({ body: { id: 'x', expected_total: 1 } })],
  ['checkCoupon', (api) => api.getCodeInfo({ body: { code: 'x' } })],
  ['applyCoupon', (api) => api.applyCode({ body: { id: 'x', code: 'x' } })],
  ['cancelCoupon', (api) => api.cancelCode({ body: { id: 'x' } })],
  ['trackUtm', (api) => api.trackUtm({ body: { user_id: 'x' } })],
] as const satisfies readonly (readonly [string, (api: ShopApi) => Promise<unknown>])[];

test.each(calls)(
  'a failure of %s is reported with its name, and the error of the server is returned',
  async (name, call) => {
    const errorReporting = createMemoryErrorReporting();
    const error = {
      status: '503',
      code: 'UNAVAILABLE',
      title: 'Gerade nicht',
      detail: 'Bitte gleich noch einmal.',
    };
    const api = createHttpShopApi(endpoints, {
      fetch: async () => Response.json({ success: false, errors: [error] }, { status: 503 }),
      baseUrl: '/api',
      cookies: createMemoryCookies(new Map()),
      pageLocale: 'de',
      accessTokens: null,
      errorReporting,
    });
    expect(await call(api)).toMatchObject({
      ok: false,
      error: { code: 'UNAVAILABLE', detail: error.detail },
    });
    expect(errorReporting.lines).toEqual([`${name} UNAVAILABLE`]);
  },
);
