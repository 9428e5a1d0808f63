import { describe, expect, test } from 'vitest';
import type { EndpointRequest } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { insertRows } from '#test/integration/support/rows.ts';
import {
  berlin,
  orderAs,
  products,
  register,
  type Shopper,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/**
 * Tests what the documentation of the API promises about money: the tests read responses and the gateway's charges, but
 * never the database.
 */
const shop = await openTestShop();

type Checkout = NonNullable<EndpointRequest<typeof endpoints.checkOutOrder>['body']>;

const accepted = 'fake-valid-nonce';

async function openOrder(lines: Readonly<Record<string, number>> = { [products.course]: 1 }, code?: string) {
  const shopper = await register(shop);
  const order = await orderAs(shop, shopper, lines, code === undefined ? {} : { code });
  return { shopper, id: order.id, code: order.code, due: order.due };
}

type OpenOrder = Awaited<ReturnType<typeof openOrder>>;

function checkoutOf({ id, due }: OpenOrder, nonce: string | null, changes: Partial<Checkout> = {}): Checkout {
  return { id, payment_method_nonce: nonce, expected_total: due, waiver_accepted: true, ...changes };
}

function pay(shopper: Shopper, body: Checkout) {
  return shop.call(endpoints.checkOutOrder, { bearer: shopper.access, body });
}

async function read({ shopper, id }: OpenOrder) {
  const { value } = await shop.call(endpoints.getOrder, { bearer: shopper.access, params: { id } });
  return value?.data;
}

const chargesOf = (code: string) =>
  shop.gateway.ledger().charges.filter((charge) => charge.order_code === code);

describe('the same nonce', () => {
  test('returns the same response again, and charges once', async () => {
    const order = await openOrder();
    const body = checkoutOf(order, accepted);
    const first = await pay(order.shopper, body);
    const again = await pay(order.shopper, body);
    expect([first.status, first.value?.data.attributes.state]).toEqual([200, 'paid']);
    expect(again.value).toEqual(first.value);
    expect(chargesOf(order.code)).toMatchObject([{ amount: order.due }]);
  });

  test.each<[string, (order: OpenOrder) => Partial<Checkout>]>([
    ['total', ({ due }) => ({ expected_total: due + 1 })],
    ['billing address', () => ({ billing_address: vienna })],
    ['the card is to be stored', () => ({ save_payment_method: true })],
    ['consent', () => ({ waiver_accepted: false })],
  ])('with another %s is refused and changes nothing', async (_, changes) => {
    const order = await openOrder();
    const paid = await pay(order.shopper, checkoutOf(order, accepted));
    const changed = await pay(order.shopper, checkoutOf(order, accepted, changes(order)));
    expect([changed.status, changed.codes]).toEqual([409, ['NONCE_REUSED']]);
    expect(await read(order)).toEqual(paid.value?.data);
    expect(chargesOf(order.code)).toHaveLength(1);
  });

  test('with two billing addresses at once: one request wins, the other is refused', async () => {
    const order = await openOrder();
    const addresses = [berlin, vienna];
    const outcomes = await inParallel(20, async (index) => {
      const billing_address = addresses[index % 2] ?? berlin;
      const paid = await pay(order.shopper, checkoutOf(order, accepted, { billing_address }));
      return { ...paid, city: billing_address.city };
    });
    const billed = (await read(order))?.attributes.billing_address?.city;
    for (const { city, status, codes } of outcomes) {
      if (city === billed) expect([200, 202]).toContain(status);
      else expect([status, codes]).toEqual([409, ['NONCE_REUSED']]);
    }
    expect(chargesOf(order.code)).toHaveLength(1);
  });
});

describe('an order that is paid', () => {
  test('with a total of zero returns the same response only for the same request', async () => {
    await insertRows(shop.db, 'gift_codes', {
      id: shop.context.ids.uuid(),
      code: 'BEZAHLT-FUENFZIG',
      kind: 'voucher',
      initial_cents: 5000,
      balance_cents: 5000,
      created_at: new Date(0),
    });
    const order = await openOrder({ [products.book]: 1 }, 'BEZAHLT-FUENFZIG');
    expect(order.due).toBe(0);
    const first = await pay(order.shopper, checkoutOf(order, null));
    const attributes = { state: 'paid', payment_method: { kind: 'credit' } };
    expect(first.value?.data).toMatchObject({ attributes });
    expect((await pay(order.shopper, checkoutOf(order, null))).value).toEqual(first.value);
    const other = await pay(order.shopper, checkoutOf(order, null, { expected_total: 1 }));
    expect([other.status, other.codes]).toEqual([409, ['ORDER_CLOSED']]);
    expect(chargesOf(order.code)).toEqual([]);
  });
});

describe('amounts', () => {
  test('are those of the server, whatever a client sends', async () => {
    const shopper = await register(shop);
    const response = await shop.send('/cart/update', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${shopper.access}` },
      body: JSON.stringify({
        action: 'add',
        products: [
          {
            product_id: products.book,
            quantity: 2,
            price: 1,
            product_data: { price: 1 },
            custom_properties: {},
          },
        ],
        subtotal: 1,
        total: 1,
        shipping_cost: 0,
      }),
    });
    const cart = await response.json();
    const { data } =
      (await shop.call(endpoints.getProduct, { params: { slug: 'das-buch-vom-messen' } })).value ?? {};
    expect(cart.products[0].price).toBe(2 * (data?.attributes.price ?? 0));
    expect(cart.total).toBe(cart.subtotal - cart.discounts.total + cart.shipping_cost);
    expect(cart.amount_due).toBe(Math.max(0, cart.total - cart.credit));
  });

  test.each([-1, 0.5, 2 ** 53, 1e308])(
    'of %d cents are refused as the expected total',
    async (expected_total) => {
      const order = await openOrder();
      const refused = await pay(order.shopper, checkoutOf(order, accepted, { expected_total }));
      expect([refused.status, refused.codes]).toEqual([422, ['INVALID_INPUT']]);
      expect(chargesOf(order.code)).toEqual([]);
    },
  );
});

test('the server logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
