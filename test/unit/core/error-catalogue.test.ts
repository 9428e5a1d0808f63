import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
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

test('failures of these calls are reported under the names of the specification', () => {
  const { createOrder, getOrder, verifyOrder, checkOutOrder, getCodeInfo, applyCode } = endpoints;
  const { cancelCode, trackUtm } = endpoints;
  const orders = [createOrder, getOrder, verifyOrder, checkOutOrder];
  expect([...orders, getCodeInfo, applyCode, cancelCode, trackUtm].map(({ name }) => name)).toEqual([
    ...['createOrder', 'getOrderById', 'getClientToken', 'checkout'],
    ...['checkCoupon', 'applyCoupon', 'cancelCoupon', 'trackUtm'],
  ]);
});
