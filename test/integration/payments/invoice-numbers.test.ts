import { expect, test } from 'vitest';
import { issueInvoice, issuerOf } from '#server/orders/invoices.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);

test('numbers follow one another without gaps while orders are paid, declined and rolled back at once', async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8900 });
  const count = runs(30);
  const orders = [];
  for (let index = 0; index < count; index += 1)
    orders.push(await shop.ordered(await shop.storeCart({ lines: { course: 1 } })));
  await Promise.all(
    orders.map(async (order, index) => {
      const nonce = index % 4 === 0 ? 'fake-processor-declined-visa-nonce' : 'fake-valid-nonce';
      if (index % 4 === 1) await rollBackAnInvoice(order.id);
      await shop.pay(order.id, nonce, order.attributes.amount_due);
    }),
  );
  const rows = await db.selectFrom('invoices').select('number').orderBy('number').execute();
  expect(rows.map((row) => row.number)).toEqual(
    rows.map((_, index) => `RE-2026-${String(index + 1).padStart(6, '0')}`),
  );
  expect(rows).toHaveLength(orders.filter((_, index) => index % 4 !== 0).length);
});

/** Issues an invoice with a new number in a transaction that is rolled back. */
async function rollBackAnInvoice(orderId: string): Promise<void> {
  const stop = new Error('rolled back');
  await inTransaction(db, async (trx) => {
    const lines = await trx.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute();
    const order = await rowOf(trx, 'orders', { id: orderId });
    const issuer = issuerOf(await readBrand(trx), 'de');
    await issueInvoice(trx, shop.context, order, { lines, ...issuer });
    throw stop;
  }).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
}

test('numbers start again at 1 in a new year', async () => {
  // From 21 November 2026 to 2 January 2027.
  shop.advance(42 * 86_400_000);
  const order = await shop.ordered(await shop.storeCart({ lines: { course: 1 } }));
  await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  const row = await rowOf(db, 'invoices', { order_id: order.id });
  expect(row.number).toBe('RE-2027-000001');
});
