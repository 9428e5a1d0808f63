import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import {
  type OpenOrder,
  orderAs,
  payOrder,
  products,
  register,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

const declined = 'fake-processor-declined-visa-nonce';
let nonces = 0;
const book = { [products.book]: 1 };

const guestOrder = (email?: string) => orderAsGuest(shop, book, email === undefined ? {} : { email });

async function pay(order: OpenOrder, nonce: string, address?: string) {
  nonces += 1;
  const own = nonce === declined ? `${nonce}#${nonces}` : nonce;
  const from = address === undefined ? {} : { address };
  const { status, codes, headers } = await payOrder(shop, order, own, from);
  return { status, code: codes[0] ?? null, retryAfter: Number(headers.get('retry-after')) };
}

const limited = { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: 3600 };

async function decline(times: number, order: () => Promise<OpenOrder>, address?: string) {
  for (let number = 0; number < times; number += 1)
    expect(await pay(await order(), declined, address)).toMatchObject({ status: 402 });
}

test('an order refuses every card after ten declined ones, and accepts one again one hour later', async () => {
  const order = await guestOrder();
  await decline(10, async () => order);
  expect(await pay(order, declined)).toEqual(limited);
  const before = shop.gateway.ledger().charges.length;
  expect(await pay(order, 'fake-valid-nonce')).toEqual(limited);
  expect(shop.gateway.ledger().charges).toHaveLength(before);
  shop.advance(60 * 60_000);
  expect(await pay(order, 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('an e-mail address is refused after twenty declined cards from one client address, and only from there', async () => {
  const email = 'tester@example.org';
  const first = await guestOrder(email);
  const second = await guestOrder(email);
  await decline(10, async () => first, 'a stranger');
  await decline(10, async () => second, 'a stranger');
  expect(await pay(await guestOrder(email), 'fake-valid-nonce', 'a stranger')).toEqual(limited);
  expect(await pay(await guestOrder(email), 'fake-valid-nonce', 'the owner')).toMatchObject({ status: 200 });
  expect(await pay(await guestOrder(), 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('an account is refused after twenty declined cards from any client address; other accounts are not', async () => {
  const [one, other] = [await register(shop), await register(shop)];
  const orderOf = (buyer: Shopper) => orderAs(shop, buyer, book);
  const first = await orderOf(one);
  await decline(10, async () => first);
  await changeRows(shop.db, 'orders', { id: first.id }, { state: 'expired' });
  const second = await orderOf(one);
  await decline(10, async () => second);
  expect(await pay(second, 'fake-valid-nonce')).toEqual(limited);
  expect(await pay(await orderOf(other), 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('a client address is refused after fifty declined cards of any buyers; successful payments do not count', async () => {
  for (let orders = 0; orders < 4; orders += 1) {
    const order = await guestOrder();
    await decline(10, async () => order, 'one-address');
  }
  await decline(9, () => guestOrder(), 'one-address');
  for (let paid = 0; paid < 2; paid += 1)
    expect(await pay(await guestOrder(), 'fake-valid-nonce', 'one-address')).toMatchObject({ status: 200 });
  await decline(1, () => guestOrder(), 'one-address');
  expect(await pay(await guestOrder(), 'fake-valid-nonce', 'one-address')).toEqual(limited);
  expect(await pay(await guestOrder(), 'fake-valid-nonce', 'another-address')).toMatchObject({ status: 200 });
});

test('a repeated call returns the declined payment attempt and is not counted', async () => {
  const order = await guestOrder();
  for (let number = 0; number < 12; number += 1)
    expect(await pay(order, `${declined}#same`)).toMatchObject({ status: 402, code: 'PAYMENT_DECLINED' });
  expect(await pay(order, 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('the token of a stored card is not accepted as a nonce', async () => {
  const order = await guestOrder();
  const before = shop.gateway.ledger().charges.length;
  expect(await pay(order, 'vault:of-somebody')).toMatchObject({ status: 422, code: 'INVALID_INPUT' });
  expect(shop.gateway.ledger().charges).toHaveLength(before);
});

test('an action that is cancelled or expires counts as a declined card, because it shows that the card exists', async () => {
  const order = await guestOrder();
  const { id } = order;
  for (let number = 0; number < 10; number += 1) {
    expect(await pay(order, `fake-redirect-action-nonce#${nonces}`)).toMatchObject({ status: 202 });
    if (number % 2 === 0) {
      const body = { step: 'cancel' } as const;
      await shop.call(endpoints.continuePayment, { params: { id }, body, ...order.proof });
    } else {
      // Expires the attempt without advancing the clock, because the limit counts one hour.
      const now = new Date(shop.context.clock.now());
      const over = { action_expires_at: now, next_check_at: now };
      await changeRows(shop.db, 'payment_attempts', { order_id: id, state: 'awaiting_action' }, over);
      await resolveUnknownPayments(shop.context);
    }
  }
  expect(await pay(order, 'fake-valid-nonce')).toEqual(limited);
});
