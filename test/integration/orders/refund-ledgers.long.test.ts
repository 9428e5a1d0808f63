import { fc } from '@fast-check/vitest';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { toDecidedRefund } from '#server/payments/decide-refund.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { giveVoucher, offerCoupon } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(async () => {
  await sellEveryKind(db);
  await offerCoupon(db, { code: 'TEN', percent: 10 });
});

const purchase = fc.record({
  book: fc.integer({ min: 0, max: 3 }),
  box: fc.integer({ min: 0, max: 2 }),
  hasCoupon: fc.boolean(),
  voucher: fc.constantFrom(0, 1500, 6000, 90_000),
  refunds: fc.array(
    fc.record({
      line: fc.nat(3),
      quantity: fc.nat(3),
      amount: fc.option(fc.integer({ min: 0, max: 9000 }), { nil: undefined }),
      includes_shipping: fc.boolean(),
      isLost: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});

test('after any refunds in any order, money, ledgers, stock and corrections add up', {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async ({ book, box, hasCoupon, voucher, refunds }) => {
      const lines = { course: 1, ...(book > 0 ? { book } : {}), ...(box > 0 ? { box } : {}) };
      const stock = (await shop.stockOf('book')) + (await shop.stockOf('box'));
      const order = await shop.buy({
        lines,
        ...(hasCoupon ? { coupon: 'TEN' } : {}),
        ...(voucher > 0 ? { voucherId: await giveVoucher(db, voucher) } : {}),
      });
      const rows = await shop.linesOf(order.id);
      for (const { line, quantity, amount, includes_shipping, isLost } of refunds) {
        const line_id = rows[line % rows.length]?.id ?? '';
        await shop.refund({
          order_id: order.id,
          lines: [{ line_id, quantity }],
          includes_shipping,
          ...(amount === undefined ? {} : { amount: cents(amount) }),
        });
        await expectSound(order.id);
        shop.gateway.setOutage(isLost);
        await shop.settle();
        shop.gateway.setOutage(false);
        await expectSound(order.id);
      }
      await shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true });
      shop.advance(700_000);
      await shop.settle();
      await expectSound(order.id);
      expect(await shop.stateOf(order.id)).toBe('refunded');
      expect(shop.gatewayRefunds(order.code).reduce((sum, one) => sum + one, 0)).toBe(await dueOf(order.id));
      // A refund may contain only an amount and no returned items. Items that were not returned are not added
      // to the stock.
      const taken = (await shop.refundsOf(order.id)).flatMap((refund) => toDecidedRefund(refund).lines);
      const goods = rows.filter((row) => row.is_shipped).map((row) => row.id);
      const back = taken
        .filter((one) => goods.includes(one.line_id))
        .reduce((sum, one) => sum + one.quantity, 0);
      expect((await shop.stockOf('book')) + (await shop.stockOf('box'))).toBe(stock - book - box + back);
    }),
    { numRuns: runs(15) },
  );
  expect(await findDifferences(db, shop.context.clock.now())).toEqual([]);
  expect(shop.surprises).toEqual([]);
});

const dueOf = async (id: string) => (await rowOf(db, 'orders', { id })).amount_due_cents;

/** Expects between two transactions that refunds, invoices and voucher ledgers agree. */
async function expectSound(orderId: string): Promise<void> {
  const { rows } = await sql<Record<string, number | string>>`
    select state, total_cents as total, amount_due_cents as card, credit_cents as credit,
      (select coalesce(sum(amount_cents), 0)::int from refunds where order_id = orders.id) as card_back,
      (select coalesce(sum(credit_cents), 0)::int from refunds where order_id = orders.id) as credit_back,
      (select coalesce(sum(amount_cents + credit_cents), 0)::int from refunds
        where order_id = orders.id and state = 'refunded') as paid_out,
      (select coalesce(sum((facts ->> 'total')::int), 0)::int from invoices
        where order_id = orders.id and kind = 'correction') as corrected,
      (select count(*)::int from gift_codes g where balance_cents <>
        (select coalesce(sum(amount_cents), 0) from voucher_entries e where e.gift_code_id = g.id)) as wrong_ledgers
    from orders where id = ${orderId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The order is gone');
  expect(Number(row.card_back)).toBeLessThanOrEqual(Number(row.card));
  expect(Number(row.credit_back)).toBeLessThanOrEqual(Number(row.credit));
  expect(Number(row.card_back) + Number(row.credit_back) + Number(row.corrected)).toBe(0);
  expect(row.wrong_ledgers).toBe(0);
  expect(row.state === 'refunded').toBe(row.paid_out === row.total);
}
