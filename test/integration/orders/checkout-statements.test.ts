import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyOrder } from '#server/orders/checkout.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { createOrderShop, sellProduct } from './order-shop.ts';

// docs/performance.md says for each statement why it is there: a new one needs its reason there.

const { db } = await openTestDatabase();
const shop = createOrderShop(db, { deliveryCountries: null });
const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  await sellProduct(db, { id: 'drawing', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'type-book', kind: 'book', price: 2490, stock: 100 });
});

/** The statements that `work` sends, `begin` and `commit` included, and what it returns. */
async function counted<Value>(work: () => Promise<Value>): Promise<{ value: Value; statements: number }> {
  sent.mockClear();
  const value = await work();
  return { value, statements: sent.mock.calls.length };
}

test('order, verification and payment of a guest send no more statements than the documented ones', async () => {
  const cart = await shop.storeCart({ lines: { drawing: 1, 'type-book': 2 } });
  const ordered = await counted(() => shop.ordered(cart, `${randomUUID()}@meisterhand.example`));
  const { id, attributes } = ordered.value;
  const verified = await counted(() => verifyOrder(shop.context, shop.callerFor(id), id));
  const paid = await counted(() => shop.pay(id, 'fake-valid-nonce', attributes.amount_due));
  expect(paid.value).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  expect([ordered, verified, paid].map(({ statements }) => statements)).toEqual([11, 6, 41]);
});
