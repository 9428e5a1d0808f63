import { describe, expect, test } from 'vitest';
import { createApiClient } from '#adapters/http/api-client.ts';
import { applyCode, cancelCode, getCodeInfo } from '#api/codes.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { trackUtm } from '#api/marketing.ts';
import { checkOutOrder, createOrder, getOrder, verifyOrder } from '#api/orders.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';

/** The error catalogue (specification §8), a block for each of its lines. */

const limits = [
  ['EXCEED_LIMIT', 'zeichentisch', 4, 'component:giftBox.exceedLimit'],
  ['OUT_OF_STOCK', 'druckwerkstatt', 3, 'component:giftBox.outOfStock'],
] as const;

async function openTab(who: 'guest' | 'learner') {
  const tab = openTestBrowser().openTab();
  await tab.start();
  if (who === 'learner') await tab.shop.actions.logIn(learnerCredentials);
  return tab;
}

describe.each(['guest', 'learner'] as const)('the cart of a %s', (who) => {
  test.each(limits)('that answers %s warns in the words of gift boxes and stays', async (...line) => {
    const [code, slug, quantity, message] = line;
    const tab = await openTab(who);
    await tab.shop.actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    // A code brings a guest's cart to the host, who alone knows the stock.
    if (who === 'guest') await tab.shop.actions.applyCoupon('WILLKOMMEN10');
    const before = tab.cart();
    const answer = await tab.shop.actions.addToCart({ product: cardOf(slug), quantity });
    expect(answer).toEqual({ ok: false, error: { code } });
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'warning',
      title: { key: 'component:giftBox.deleteTitle' },
      message: { key: message },
    });
    expect(tab.cart()).toEqual(before);
  });

  test('that loses its last item warns that it is empty', async () => {
    const tab = await openTab(who);
    await tab.shop.actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1 });
    const [line] = tab.cart().products;
    if (line === undefined) throw new Error('Nothing lies in the cart');
    await tab.shop.actions.removeFromCart(line.product_id);
    expect(tab.cart().products).toEqual([]);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'warning',
      title: { key: 'component:cart.notice.emptyTitle' },
    });
  });
});

const calls: readonly (readonly [name: string, endpoint: Endpoint])[] = [
  ['createOrder', createOrder],
  ['getOrderById', getOrder],
  ['getClientToken', verifyOrder],
  ['checkout', checkOutOrder],
  ['checkCoupon', getCodeInfo],
  ['applyCoupon', applyCode],
  ['cancelCoupon', cancelCode],
  ['trackUtm', trackUtm],
];

test.each(calls)(
  'a failed %s is reported under its name and answers the host’s error',
  async (name, endpoint) => {
    const error_reporting = createMemoryErrorReporting();
    const error = {
      status: '503',
      code: 'UNAVAILABLE',
      title: 'Gerade nicht',
      detail: 'Bitte gleich noch einmal.',
    };
    const client = createApiClient({
      fetch: async () => Response.json({ success: false, errors: [error] }, { status: 503 }),
      base_url: '/api',
      cookies: createMemoryCookies(new Map()),
      page_locale: 'de',
      access_tokens: null,
      error_reporting,
      timeout_milliseconds: 1000,
    });
    const answer = await client.call(endpoint, { params: { id: 'x', code: 'x' } } as never);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'UNAVAILABLE', status: 503, detail: error.detail },
    });
    expect(error_reporting.lines).toEqual([`${name} UNAVAILABLE 503`]);
  },
);
