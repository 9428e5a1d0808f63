import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { OrderResource } from '#api/orders/order-endpoints.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  products,
  register,
  type Shopper,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

const declined = 'fake-processor-declined-visa-nonce';
let buyers = 0;
let nonces = 0;

interface GuestOrder {
  readonly order: OrderResource;
  readonly token: string;
}

interface OwnOrder {
  readonly order: OrderResource;
  /** The access token of its buyer. */
  readonly bearer: string;
}

async function guestOrder(email = `buyer-${++buyers}@example.org`): Promise<GuestOrder> {
  const { id } = await storeGuestCart(shop, { [products.book]: 1 });
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
  const ordered = await shop.call(endpoints.createOrder, { body: { email, bundle_cart_unique_id: id } });
  if (ordered.value === null) throw new Error(`Not ordered: ${ordered.text}`);
  return { order: ordered.value.data, token: ordered.value.meta?.order_token ?? '' };
}

async function pay(own: GuestOrder | OwnOrder, nonce: string, address?: string) {
  const { order } = own;
  nonces += 1;
  const { status, codes, headers } = await shop.call(endpoints.checkOutOrder, {
    ...('bearer' in own ? { bearer: own.bearer } : { orderToken: own.token }),
    ...(address === undefined ? {} : { address }),
    body: {
      id: order.id,
      payment_method_nonce: nonce === declined ? `${nonce}#${nonces}` : nonce,
      expected_total: order.attributes.amount_due,
      waiver_accepted: true,
    },
  });
  return { status, code: codes[0] ?? null, retryAfter: Number(headers.get('retry-after')) };
}

const limited = { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: 3600 };

async function decline(times: number, order: () => Promise<GuestOrder | OwnOrder>, address?: string) {
  for (let number = 0; number < times; number += 1) {
    expect(await pay(await order(), declined, address)).toMatchObject({ status: 402 });
  }
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

test('an e-mail address is refused where twenty cards were declined for it, whichever orders they were for, and nowhere else', async () => {
  const email = 'tester@example.org';
  const first = await guestOrder(email);
  const second = await guestOrder(email);
  await decline(10, async () => first, 'a stranger');
  await decline(10, async () => second, 'a stranger');
  expect(await pay(await guestOrder(email), 'fake-valid-nonce', 'a stranger')).toEqual(limited);
  expect(await pay(await guestOrder(email), 'fake-valid-nonce', 'the owner')).toMatchObject({ status: 200 });
  expect(await pay(await guestOrder(), 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('an account is refused after twenty declined cards, from wherever it pays, and no other one is', async () => {
  const [one, other] = [await register(shop), await register(shop)];
  const orderOf = async (buyer: Shopper) => {
    const { access: bearer, email } = buyer;
    const cart = await fillOwnCart(shop, buyer, { [products.book]: 1 });
    const cartId = cart.bundle_cart_unique_id ?? '';
    await shop.call(endpoints.setShippingAddress, { bearer, body: { id: cartId, ...berlin } });
    const body = { email, bundle_cart_unique_id: cartId, products: [] };
    const ordered = await shop.call(endpoints.createOrder, { bearer, body });
    if (ordered.value === null) throw new Error(`Not ordered: ${ordered.text}`);
    return { order: ordered.value.data, bearer };
  };
  const first = await orderOf(one);
  await decline(10, async () => first);
  await shop.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', first.order.id).execute();
  const second = await orderOf(one);
  await decline(10, async () => second);
  expect(await pay(second, 'fake-valid-nonce')).toEqual(limited);
  expect(await pay(await orderOf(other), 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('a network address is refused after fifty declined cards, whoever pays from it; payments that succeed are not counted', async () => {
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
  for (let number = 0; number < 12; number += 1) {
    expect(await pay(order, `${declined}#same`)).toMatchObject({ status: 402, code: 'PAYMENT_DECLINED' });
  }
  expect(await pay(order, 'fake-valid-nonce')).toMatchObject({ status: 200 });
});

test('the token of a stored card is not accepted as a nonce, neither from a guest nor from its owner', async () => {
  const order = await guestOrder();
  const before = shop.gateway.ledger().charges.length;
  expect(await pay(order, 'vault:of-somebody')).toMatchObject({ status: 422, code: 'INVALID_INPUT' });
  expect(shop.gateway.ledger().charges).toHaveLength(before);
});

test('an action that is called off, or not done in time, counts like a declined card: it shows that the card exists', async () => {
  const order = await guestOrder();
  const { id } = order.order;
  for (let number = 0; number < 10; number += 1) {
    expect(await pay(order, `fake-redirect-action-nonce#${nonces}`)).toMatchObject({ status: 202 });
    if (number % 2 === 0) {
      const body = { step: 'cancel' } as const;
      await shop.call(endpoints.continuePayment, { params: { id }, body, orderToken: order.token });
    } else {
      // One attempt takes half an hour until it has ended by itself; the count is of one hour.
      await changeRows(
        shop.db,
        'payment_attempts',
        { order_id: id, state: 'awaiting_action' },
        {
          action_expires_at: new Date(shop.context.clock.now()),
          next_check_at: new Date(shop.context.clock.now()),
        },
      );
      await resolveUnknownPayments(shop.context);
    }
  }
  expect(await pay(order, 'fake-valid-nonce')).toEqual(limited);
});
