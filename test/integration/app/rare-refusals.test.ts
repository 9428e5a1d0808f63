import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { storeAddress } from '#test/integration/accounts/account-shop.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, insertRows } from '#test/integration/support/rows.ts';
import { berlin, orderAs, payOrder, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** Refusals that are rare in practice: rate limits, size limits, unknown ids and outages. */
const shop = await openTestShop();

const nobodys = 'A'.repeat(22);

/** Repeats a call until it is refused with 429. Returns the number of calls before that. */
async function untilRefused(
  call: () => Promise<{ readonly status: number; readonly headers: Headers }>,
): Promise<number> {
  for (let count = 0; count < 500; count += 1) {
    const { status, headers } = await call();
    if (status !== 429) continue;
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    return count;
  }
  throw new Error('It was never refused');
}

test('an unknown cart is refused with NOT_FOUND', async () => {
  const cancelled = await shop.call(endpoints.cancelCode, { body: { id: nobodys } });
  expect(cancelled.codes).toEqual(['NOT_FOUND']);
  const ordered = await shop.call(endpoints.createOrder, {
    body: { bundle_cart_unique_id: nobodys, email: 'somebody@example.org' },
  });
  expect(ordered.codes).toEqual(['NOT_FOUND']);
  const fitting = await shop.call(endpoints.listBundles, { query: { fb: 'true', id: nobodys } });
  expect(fitting.codes).toEqual(['NOT_FOUND']);
});

test('a network whose unfinished orders hold half of the pieces is refused with STOCK_HELD', async () => {
  const box = 'gift-box-zeichentisch';
  await changeRows(shop.db, 'products', { id: box }, { stock: 3 });
  const begin = async () => {
    const order = await orderAsGuest(shop, { [box]: 1 });
    const nonce = `fake-redirect-action-nonce#${order.id}`;
    return payOrder(shop, order, nonce, { address: 'one network' });
  };
  expect((await begin()).value?.data.attributes.state).toBe('awaiting_action');
  expect((await begin()).codes).toEqual(['STOCK_HELD']);
});

test('a full address book is refused with EXCEED_LIMIT', async () => {
  const { id: user_id, access: bearer } = await register(shop);
  const created_at = new Date(shop.context.clock.now());
  const stored = { user_id, fields: JSON.stringify(berlin), created_at };
  const addresses = Array.from({ length: 99 }, () => ({ id: shop.context.ids.uuid(), ...stored }));
  await insertRows(shop.db, 'addresses', addresses);
  expect((await storeAddress(shop, bearer)).status).toBe(201);
  const last = await storeAddress(shop, bearer);
  expect([last.status, last.codes]).toEqual([409, ['EXCEED_LIMIT']]);
});

test('a campaign registration refuses repeated guesses', async () => {
  const { email } = await register(shop);
  const count = await untilRefused(() =>
    shop.call(endpoints.enterCampaign, {
      address: 'one guesser',
      body: { email, password: 'ganz sicher falsch', code: 'GESCHENK-CLARA' },
    }),
  );
  expect(count).toBeGreaterThanOrEqual(3);
});

test('a new payment method of a subscription is refused in an outage, after ten declined cards and once it ended', async () => {
  const shopper = await register(shop);
  const { access: bearer } = shopper;
  await payOrder(shop, await orderAs(shop, shopper, { [products.membership]: 1 }));
  const list = await shop.call(endpoints.listSubscriptions, { bearer });
  const params = { id: list.value?.data[0]?.id ?? '' };
  const token = () => shop.call(endpoints.createSubscriptionClientToken, { bearer, params });
  const change = (payment_method_nonce = 'fake-valid-nonce') =>
    shop.call(endpoints.changePaymentMethod, { bearer, params, body: { payment_method_nonce } });
  shop.gateway.setOutage(true);
  const away = [await token(), await change()];
  shop.gateway.setOutage(false);
  for (const { status, codes, headers } of away) {
    expect([status, codes]).toEqual([503, ['PAYMENT_UNAVAILABLE']]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  let cards = 0;
  const declined = () => change(`fake-processor-declined-visa-nonce#${++cards}`);
  expect(await untilRefused(declined)).toBe(10);
  await changeRows(shop.db, 'subscriptions', params, { status: 'expired' });
  for (const over of [await token(), await change()]) expect(over.codes).toEqual(['NOTHING_TO_CHARGE']);
});

test('the server logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
