import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import { setShippingAddress } from '#server/carts/shipping.ts';
import { storeGuestCart } from '#server/carts/update-cart.ts';
import { applyCode } from '#server/coupons/apply-code.ts';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import { placeOrder } from '#server/orders/create-order.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { insertRows } from '#test/integration/support/rows.ts';
import { linesOf } from '#test/integration/support/shoppers.ts';
import { vienna } from '#test/support/vienna.ts';
import { createOrderShop, paymentOf, sellProduct } from './order-shop.ts';

// docs/performance.md says for each call what its statements are for: a new one needs its reason there.

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { deliveryCountries: null });
const context = { ...shop.context, catalogue: createCatalogueCache({ version: () => 1 }) };
const asking = { user: null, locale: 'de', address: '127.0.0.1' } as const;
const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  await sellProduct(db, { id: 'drawing', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'type-book', kind: 'book', price: 2490, stock: 100 });
  await db.insertInto('promotions').values({ id: 'tenth', kind: 'percent', value: 10 }).execute();
  await insertRows(
    db,
    'coupon_codes',
    ['TENTH', 'ZEHNTEL'].map((code) => ({ code, promotion_id: 'tenth' })),
  );
  // Loads the products into memory.
  const { id } = await storeCart();
  await setShippingAddress(context, { id, ...vienna }, asking);
});

/** Returns the result of a call and the number of its statements, `begin` and `commit` included. */
async function counted<Value>(
  call: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
): Promise<{ readonly value: Value; readonly statements: number }> {
  const before = sent.mock.calls.length;
  const result = await call;
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return { value: result.value, statements: sent.mock.calls.length - before };
}

async function storeCart() {
  const products = linesOf({ drawing: 1, 'type-book': 2 }).map((line) => ({
    ...line,
    custom_properties: {},
  }));
  const stored = await counted(storeGuestCart(context, { products }, asking));
  return { id: stored.value.bundle_cart_unique_id ?? '', statements: stored.statements };
}

test('a checkout of a guest sends no more statements than the documented ones', async () => {
  const cart = await storeCart();
  const addressed = await counted(setShippingAddress(context, { id: cart.id, ...vienna }, asking));
  const email = `${randomUUID()}@meisterhand.example`;
  const ordered = await counted(
    placeOrder(context, shop.callerFor(null), {
      email,
      template: 'order',
      bundle_cart_unique_id: cart.id,
      products: [],
    }),
  );
  const { id, attributes } = ordered.value.data;
  const caller = shop.callerFor(id);
  const verified = await counted(verifyOrder(context, caller, id));
  const payment = paymentOf(id, 'fake-valid-nonce', attributes.amount_due);
  const paid = await counted(checkOutOrder(context, caller, payment));
  expect(paid.value.attributes.state).toBe('paid');
  expect([cart, addressed, ordered, verified, paid].map(({ statements }) => statements)).toEqual([
    3, 2, 10, 2, 28,
  ]);
});

test('a coupon on a cart sends three statements', async () => {
  const { id } = await storeCart();
  const apply = (code: string) => counted(applyCode(context, { id, code, campaign: null }, asking));
  const first = await apply('TENTH');
  const second = await apply('ZEHN-TEL');
  expect([first.value.code, second.value.code]).toEqual(['TENTH', 'ZEHNTEL']);
  expect(second.statements).toBe(3);
});
