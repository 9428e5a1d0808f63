import { randomUUID } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findDifferences } from '#server/operations/books/audit-books.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { createOrderShop, giveVoucher, offerCoupon, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const pieces = 40;

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'book', kind: 'book', price: 2490, stock: pieces });
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 4900, stock: pieces });
  await offerCoupon(db, { code: 'TEN', percent: 10, totalLimit: 25 });
});

const nonces = [
  'fake-valid-nonce',
  'fake-processor-declined-visa-nonce',
  'fake-gateway-rejected-fraud-nonce',
  'fake-timeout-after-charge-nonce',
  'fake-timeout-before-charge-nonce',
] as const;

const purchase = fc.record({
  course: fc.constantFrom(0, 1),
  book: fc.integer({ min: 0, max: 2 }),
  box: fc.integer({ min: 1, max: 2 }),
  hasCoupon: fc.boolean(),
  voucher: fc.constantFrom(0, 1500, 30_000),
  tries: fc.array(fc.constantFrom(...nonces), { minLength: 1, maxLength: 4 }),
});

/** Expects between two transactions that stock, vouchers, coupon uses and charges add up. */
async function expectSoundLedgers(shop: ReturnType<typeof createOrderShop>): Promise<void> {
  const stock = await sql<{ id: string; held: number }>`
    select products.id, (products.stock
      + coalesce((select sum(quantity) from stock_reservations r where r.product_id = products.id), 0)
      + coalesce((select sum(quantity) from order_lines l join orders o on o.id = l.order_id
          where o.state = 'paid' and l.product_id = products.id), 0))::int as held
    from products where stock is not null order by id
  `.execute(db);
  expect(stock.rows, 'pieces in stock, reserved and sold').toEqual([
    { id: 'book', held: pieces },
    { id: 'box', held: pieces },
  ]);
  const vouchers = await sql<{ wrong: number }>`
    select count(*)::int as wrong from gift_codes g where balance_cents <>
      (select coalesce(sum(amount_cents), 0) from voucher_entries e where e.gift_code_id = g.id)
  `.execute(db);
  expect(vouchers.rows, 'vouchers whose balance is not the sum of their entries').toEqual([{ wrong: 0 }]);
  const coupon = await sql<{ used: number; uses: number }>`
    select used, (select count(*)::int from coupon_uses where promotion_id = promotions.id) as uses from promotions
  `.execute(db);
  for (const { used, uses } of coupon.rows) expect(used, 'noted uses of a coupon').toBe(uses);
  const orders = await sql<{ code: string }>`
    select code from orders
    join (select order_id, sum(price_cents) as price, sum(discount_cents) as discount, sum(included_vat_cents) as vat
      from order_lines group by order_id) lines on order_id = orders.id
    where subtotal_cents <> price or discount_cents <> discount
      or total_cents <> price - discount + shipping_cents or amount_due_cents <> total_cents - credit_cents
      or included_vat_cents < vat or (shipping_cents = 0 and included_vat_cents <> vat)
  `.execute(db);
  expect(orders.rows, 'orders whose sums are not those of their lines').toEqual([]);
  const settled = await sql<{ attempt_key: string; amount_cents: number }>`
    select attempt_key, amount_cents from payment_attempts where state = 'charged' order by attempt_key
  `.execute(db);
  const charged = shop.gateway
    .ledger()
    .charges.map(({ attempt_key, amount }) => ({ attempt_key, amount_cents: amount }));
  for (const row of settled.rows) expect(charged).toContainEqual(row);
  const doubled = await sql<{ count: number }>`
    select count(*)::int as count from payment_attempts where state = 'charged' group by order_id having count(*) > 1
  `.execute(db);
  expect(doubled.rows, 'orders that were charged twice').toEqual([]);
}

test('after any payments, money, stock, coupons and vouchers add up, and no outcome stays unknown', async () => {
  const shop = createOrderShop(db);
  await fc.assert(
    fc.asyncProperty(purchase, async ({ course, book, box, hasCoupon, voucher, tries }) => {
      const wanted = Object.entries({ course, book, box }).filter(([, quantity]) => quantity > 0);
      const lines = Object.fromEntries(wanted);
      const cart = await shop.storeCart({
        lines,
        ...(hasCoupon ? { coupon: 'TEN' } : {}),
        ...(voucher > 0 ? { voucherId: await giveVoucher(db, voucher) } : {}),
      });
      const created = await shop.order(cart, `${randomUUID()}@meisterhand.example`);
      if (!created.ok) {
        expect(created.error.code).toBe('OUT_OF_STOCK');
        return;
      }
      const { id } = created.value.data;
      for (const nonce of tries) {
        const { amount_due_cents } = await rowOf(db, 'orders', { id });
        await shop.pay(id, nonce, amount_due_cents);
        await expectSoundLedgers(shop);
        shop.advance(10_000);
        await shop.resolve();
        await expectSoundLedgers(shop);
      }
      const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(['paid', 'verified', 'draft']).toContain(order.state);
      const charges = shop.chargesOf(order.code);
      expect(charges, `charges of the order that is ${order.state}`).toHaveLength(
        order.state === 'paid' && order.amount_due_cents > 0 ? 1 : 0,
      );
    }),
    { numRuns: runs(25) },
  );
  expect(await findDifferences(db, shop.context.clock.now())).toEqual([]);
  expect(shop.surprises).toEqual([]);
});
