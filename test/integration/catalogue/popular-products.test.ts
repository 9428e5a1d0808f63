import { fc } from '@fast-check/vitest';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { countSales } from '#server/catalogue/count-sales.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';

const shop = await openTestShop();
const { db, clock } = shop.context;
const day = 86_400_000;

const listed = async (sort: 'popular' | 'position') => {
  const query = { 'filter[kind]': 'course', 'page[size]': '50', sort } as const;
  const { value } = await shop.call(endpoints.listProducts, { query });
  return (value?.data ?? []).map(({ id }) => id);
};

test('courses are in the order of the pieces that were paid for in the last 90 days, then as recommended', async () => {
  const recommended = await listed('position');
  const paid = await buyAsGuest(shop, { [products.course]: 1 });
  const order = await db.selectFrom('orders').selectAll().where('id', '=', paid.id).executeTakeFirstOrThrow();
  const line = await rowOf(db, 'order_lines', { order_id: paid.id });
  await db.deleteFrom('order_lines').where('order_id', '=', paid.id).execute();
  const sale = fc.record({
    course: fc.constantFrom(...recommended.slice(0, 5)),
    quantity: fc.integer({ min: 1, max: 4 }),
    daysAgo: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 1, 90, 91)),
    state: fc.constantFrom('paid', 'paid', 'paid', 'refunded', 'verified'),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 12 }), async (sales) => {
      shop.advance(day);
      const today = calendarDay(clock.now());
      const written = sales.map((one, index) => ({
        ...order,
        id: shop.context.ids.uuid(),
        code: `VERKAUF-${today}-${index}`,
        cart_id: null,
        state: one.state,
        completed_at: new Date(startOfDay(addDays(today, -one.daysAgo)) + index * 3_600_000),
        ...Object.fromEntries(
          [
            'shipping_address',
            'billing_address',
            'accepted_versions',
            'bundle_discounts',
            'payment_method',
            'vat_shares',
          ].map((name) => [name, JSON.stringify(order[name as 'shipping_address'])]),
        ),
      }));
      if (written.length > 0) {
        await db
          .insertInto('orders')
          .values(written as never)
          .execute();
        await db
          .insertInto('order_lines')
          .values(
            sales.map(({ course, quantity }, index) => ({
              ...line,
              id: shop.context.ids.uuid(),
              order_id: written[index]?.id ?? '',
              product_id: course,
              quantity,
              custom_properties: '{}',
            })),
          )
          .execute();
      }
      // The second call of a day finds its work done.
      expect([await countSales(shop.context), await countSales(shop.context)]).toEqual([1, 0]);
      const sold = (id: string) =>
        sales
          .filter(
            ({ course, daysAgo, state }) =>
              course === id && state === 'paid' && daysAgo >= 1 && daysAgo <= 90,
          )
          .reduce((sum, { quantity }) => sum + quantity, 0);
      expect(await listed('popular')).toEqual(recommended.toSorted((one, other) => sold(other) - sold(one)));
      await db.deleteFrom('order_lines').where('order_id', '<>', paid.id).execute();
      await db.deleteFrom('orders').where('id', '<>', paid.id).execute();
    }),
    { numRuns: runs(12) },
  );
});

test('a renewal is no sale, and two servers count a day once', async () => {
  const bought = await buyAsGuest(shop, { [products.otherCourse]: 1 });
  const renewed = await buyAsGuest(shop, { [products.membership]: 1 });
  await sql`update orders set subscription_id = (select id from subscriptions where order_id = ${renewed.id}), period_number = 2
    where id = ${renewed.id}`.execute(db);
  shop.advance(day);
  const counted = await Promise.all([
    countSales(shop.context),
    countSales(shop.context),
    countSales(shop.context),
  ]);
  expect(counted.toSorted()).toEqual([0, 0, 1]);
  const { rows } = await sql`select id, sold_recently from products where sold_recently > 0`.execute(db);
  expect(rows).toEqual([{ id: products.otherCourse, sold_recently: 1 }]);
  expect((await listed('popular'))[0]).toBe(products.otherCourse);
  expect(bought.id).not.toBe(renewed.id);
});

test('the list in this order comes from its index, and the sales from that of paid orders', async () => {
  const plan = async (statement: ReturnType<typeof sql>) => {
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      return sql<Record<string, string>>`explain ${statement}`.execute(trx);
    });
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };
  expect(
    await plan(sql`select id from products where is_active and kind = 'course'
      order by sold_recently desc nulls last, position, id limit 12`),
  ).toContain('products_popular');
  expect(
    await plan(
      sql`select id from orders where completed_at >= now() - interval '90 days' and completed_at < now()`,
    ),
  ).toContain('orders_completed');
});
