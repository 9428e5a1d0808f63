import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { FailureCode } from '#core/model/failure.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import {
  berlin,
  giveCourse,
  payOrder,
  placeOrder,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** Tests every reason for which a cart cannot be ordered, or an order that was already created cannot be paid. */
const shop = await openTestShop();
const { db } = shop;

const box = 'gift-box-zeichentisch';

interface Buyer {
  readonly access: string;
  readonly id: string;
}

type Lines = readonly {
  readonly product_id: string;
  readonly quantity?: number;
  readonly custom_properties?: Readonly<Record<string, unknown>>;
}[];

interface Scenario {
  readonly code: FailureCode;
  /** The lines of a cart that can be ordered. */
  readonly lines: Lines;
  readonly address?: Readonly<Record<string, unknown>> | null;
  /** Changes the data so that the order is refused. */
  spoil(buyer: Buyer): Promise<unknown>;
}

function changeCart(buyer: Buyer, action: 'add' | 'update' | 'delete', lines: Lines) {
  return shop.call(endpoints.updateCart, {
    bearer: buyer.access,
    body: { action, products: [...lines] as never },
  });
}

const changeProduct = (id: string, changes: object) => changeRows(db, 'products', { id }, changes);

const byMail = { recipient_email: 'ida@example.org', delivery: 'email' };

const scenarios: readonly Scenario[] = [
  {
    code: 'CART_EMPTY',
    lines: [{ product_id: products.course }],
    spoil: (buyer) => changeCart(buyer, 'delete', [{ product_id: products.course }]),
  },
  {
    code: 'ADDRESS_REQUIRED',
    lines: [{ product_id: products.book }],
    spoil: ({ id }) => changeRows(db, 'carts', { user_id: id }, { shipping_address: null }),
  },
  {
    code: 'INVOICE_ADDRESS_REQUIRED',
    lines: [{ product_id: products.gift, quantity: 3 }],
    spoil: ({ id }) => changeRows(db, 'carts', { user_id: id }, { shipping_address: null }),
  },
  {
    code: 'COUNTRY_NOT_DELIVERED',
    lines: [{ product_id: products.course }],
    // Every country is accepted while nothing in the cart is shipped.
    address: { ...berlin, country: 'FR', postal_code: '75001' },
    spoil: (buyer) => changeCart(buyer, 'add', [{ product_id: products.book }]),
  },
  {
    code: 'OUT_OF_STOCK',
    lines: [{ product_id: box }],
    spoil: () => changeProduct(box, { stock: 0 }),
  },
  {
    code: 'EXCEED_LIMIT',
    lines: [{ product_id: box, quantity: 2 }],
    spoil: () => changeProduct(box, { max_per_order: 1 }),
  },
  {
    code: 'UNKNOWN_PRODUCT',
    lines: [{ product_id: box }],
    spoil: () => changeProduct(box, { is_active: false }),
  },
  {
    code: 'ALREADY_OWNED',
    lines: [{ product_id: products.course }],
    spoil: ({ id }) => giveCourse(shop, id),
  },
  {
    code: 'RECIPIENT_REQUIRED',
    lines: [{ product_id: products.gift, custom_properties: byMail }],
    spoil: async (buyer) => {
      await changeCart(buyer, 'delete', [{ product_id: products.gift }]);
      await changeCart(buyer, 'add', [
        { product_id: products.gift, custom_properties: { delivery: 'email' } },
      ]);
    },
  },
  {
    code: 'DELIVERY_DAY_OUT_OF_REACH',
    lines: [{ product_id: products.gift, custom_properties: byMail }],
    spoil: (buyer) =>
      changeCart(buyer, 'update', [
        { product_id: products.gift, custom_properties: { ...byMail, deliver_on: '2029-01-01' } },
      ]),
  },
];

const courseAlone = { lines: [{ product_id: products.course }] };

async function fillCart({ lines, address = berlin }: Pick<Scenario, 'lines' | 'address'>) {
  const buyer = await register(shop);
  const { value } = await changeCart(buyer, 'add', lines);
  expect(value?.error).toBeNull();
  if (address !== null) {
    await shop.call(endpoints.setShippingAddress, { bearer: buyer.access, body: address as typeof berlin });
  }
  return { buyer, cartId: value?.bundle_cart_unique_id ?? '' };
}

/** Fills a cart and orders it. */
async function place(scenario: Pick<Scenario, 'lines' | 'address'> = courseAlone) {
  const { buyer, cartId } = await fillCart(scenario);
  const request = { bearer: buyer.access, body: { bundle_cart_unique_id: cartId } };
  return { buyer, placed: await placeOrder(shop, request) };
}

afterEach(() => changeProduct(box, { stock: 60, max_per_order: 2, is_active: true }));

describe('a cart is not ordered', () => {
  test.each(scenarios.map((scenario) => [scenario.code, scenario] as const))('%s', async (code, scenario) => {
    const { buyer, cartId } = await fillCart(scenario);
    await scenario.spoil(buyer);
    const request = { bearer: buyer.access, body: { bundle_cart_unique_id: cartId } };
    expect((await shop.call(endpoints.createOrder, request)).codes).toEqual([code]);
  });

  test('LOGIN_REQUIRED', async () => {
    const { email } = await register(shop);
    const cart = await storeGuestCart(shop, { [products.course]: 1 });
    const body = { bundle_cart_unique_id: cart.id, email };
    const refused = await shop.call(endpoints.createOrder, { body });
    expect([refused.status, refused.codes]).toEqual([409, ['LOGIN_REQUIRED']]);
  });
});

describe('an order that was possible is not paid', () => {
  test.each(scenarios.map((scenario) => [scenario.code, scenario] as const))('%s', async (code, scenario) => {
    const { buyer, placed } = await place(scenario);
    await scenario.spoil(buyer);
    expect((await payOrder(shop, placed)).codes).toEqual([code]);
    expect(shop.gateway.ledger().charges).toEqual([]);
  });

  test('LOGIN_REQUIRED', async () => {
    const placed = await orderAsGuest(shop, { [products.course]: 1 });
    await register(shop, placed.email);
    const { status, codes } = await payOrder(shop, placed);
    expect([status, codes]).toEqual([409, ['LOGIN_REQUIRED']]);
  });

  test('CONSENT_REQUIRED, PAYMENT_METHOD_REQUIRED and PAYMENT_PROVIDER_INACTIVE', async () => {
    const { placed } = await place();
    const { id, due: expected_total, proof } = placed;
    const body = { id, expected_total, payment_method_nonce: 'fake-valid-nonce' };
    const without = await shop.call(endpoints.checkOutOrder, { ...proof, body });
    expect(without.codes).toEqual(['CONSENT_REQUIRED']);
    expect((await payOrder(shop, placed, null)).codes).toEqual(['PAYMENT_METHOD_REQUIRED']);
    const inactive = await shop.call(endpoints.checkOutOrder, {
      ...proof,
      body: { ...body, provider: 'other_pay', waiver_accepted: true },
    });
    expect([inactive.status, inactive.codes]).toEqual([422, ['PAYMENT_PROVIDER_INACTIVE']]);
    expect(shop.gateway.ledger().charges).toEqual([]);
  });
});

test('an invoice address needs a postal code of its country, before anything is charged', async () => {
  const { placed } = await place();
  const body = { id: placed.id, expected_total: placed.due, payment_method_nonce: 'fake-valid-nonce' };
  const payWith = (postal_code: string, country: string) =>
    shop.call(endpoints.checkOutOrder, {
      ...placed.proof,
      body: { ...body, waiver_accepted: true, billing_address: { ...berlin, country, postal_code } },
    });
  const refused = await payWith('1010', 'DE');
  expect([refused.status, refused.codes]).toEqual([422, ['INVALID_INPUT']]);
  expect(refused.text).toContain('"/billing_address/postal_code"');
  expect(shop.gateway.ledger().charges).toEqual([]);
  expect((await payWith('1010', 'AT')).value?.data.attributes.state).toBe('paid');
});

describe('payment', () => {
  test('is refused with ORDER_BUSY while an outcome is unknown, and with ORDER_CLOSED after it is paid', async () => {
    const { placed } = await place();
    const lost = await payOrder(shop, placed, 'fake-timeout-after-charge-nonce');
    expect([lost.status, lost.value?.data.attributes.state]).toEqual([202, 'unknown']);
    const busy = await payOrder(shop, placed);
    expect([busy.codes, busy.headers.get('Retry-After')]).toEqual([['ORDER_BUSY'], '5']);
    const verified = await shop.call(endpoints.verifyOrder, { ...placed.proof, body: { id: placed.id } });
    expect(verified.codes).toEqual(['ORDER_CLOSED']);
  });

  test('is refused with PAYMENT_UNAVAILABLE and Retry-After while the gateway is unreachable', async () => {
    const { placed } = await place();
    shop.gateway.setOutage(true);
    const away = await shop.call(endpoints.verifyOrder, { ...placed.proof, body: { id: placed.id } });
    shop.gateway.setOutage(false);
    expect([away.status, away.codes]).toEqual([503, ['PAYMENT_UNAVAILABLE']]);
    expect(Number(away.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

test('the facts of a shop without company data are not found', async () => {
  await db.deleteFrom('contents').where('key', '=', 'shop').execute();
  expect((await shop.call(endpoints.getShopFacts)).codes).toEqual(['NOT_FOUND']);
});

test('the server logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
