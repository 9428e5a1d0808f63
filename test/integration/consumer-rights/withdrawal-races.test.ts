import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { createRightsShop, sellEveryKind } from './consumer-rights-shop.ts';

// docs/testing.md describes how an implementation without protection fails in each race.

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

beforeAll(() => sellEveryKind(db));

test('one withdrawal declared 20 times and decided by 20 jobs at once: one refund', async () => {
  for (const _ of times(runs(3))) {
    const order = await shop.buy({ lines: { course: 1, book: 2, voucher: 1 } });
    const details = { lines: null, reason: null };
    const declaration = { kind: 'withdrawal', name: 'Johanna', details, ...order } as const;
    await Promise.all(times(20).map(() => shop.declare(declaration)));
    await Promise.all(times(20).map(() => shop.decide()));
    await Promise.all(times(5).map(() => shop.settle()));
    const refunds = await shop.refundsOf(order.id);
    expect(refunds.map((refund) => refund.amount_cents)).toEqual([order.total]);
    expect(await shop.stateOf(order.id)).toBe('refunded');
    const { charges, refunds: paid } = shop.gateway.ledger();
    const charge = charges.find((one) => one.order_code === order.code);
    expect(
      paid.filter((one) => one.transaction_id === charge?.transaction_id),
      'refunds of one charge',
    ).toHaveLength(1);
    const left = await rowsOf(db, 'declarations', { order_id: order.id }, ['state']);
    expect(left.map((row) => row.state)).toEqual(times(20).map(() => 'matched'));
  }
});

test('20 parallel refunds of one order never refund more than was paid', async () => {
  for (const _ of times(runs(3))) {
    const order = await shop.buy({ lines: { course: 1, 'other-course': 1 } });
    const lines = await db.selectFrom('order_lines').select('id').where('order_id', '=', order.id).execute();
    const asked = await Promise.all(
      times(20).map((index) =>
        shop.refund({
          order_id: order.id,
          lines: index % 3 === 0 ? 'all' : [{ line_id: lines[index % 2]?.id ?? '', quantity: 1 }],
          includes_shipping: true,
        }),
      ),
    );
    const granted = asked.flatMap((one) => (one.ok ? [one.value.amount] : []));
    const refusals = asked.flatMap((one) => (one.ok ? [] : [one.error]));
    expect(refusals).toEqual(refusals.map(() => 'NOTHING_LEFT'));
    expect(granted.reduce((sum, amount) => sum + amount, 0)).toBe(order.total);
  }
});

test('numbers of corrections have no gaps, also for parallel refunds', async () => {
  const orders = [];
  for (const _ of times(12)) orders.push(await shop.buy({ lines: { course: 1 } }));
  await Promise.all(
    orders.map((order, index) =>
      index % 3 === 0
        ? failingRefund(order.id).catch(() => null)
        : shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true }),
    ),
  );
  const rows = await rowsOf(db, 'invoices', { kind: 'correction' }, ['number'], 'number');
  expect(rows.map((row) => row.number)).toEqual(
    rows.map((_, index) => `RK-2026-${String(index + 1).padStart(6, '0')}`),
  );
  expect(rows.length).toBeGreaterThanOrEqual(8);
});

/** Requests a refund in a transaction that is rolled back at its end. */
async function failingRefund(orderId: string): Promise<void> {
  const { inTransaction } = await import('#server/platform/database/transaction.ts');
  const { createRefund } = await import('#server/payments/create-refund.ts');
  await inTransaction(db, async (trx) => {
    const request = { order_id: orderId, lines: 'all', includes_shipping: true, cause: 'operator' } as const;
    await createRefund(trx, shop.context, request);
    throw new Error('rolled back');
  });
}
