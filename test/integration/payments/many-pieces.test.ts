import { expect, test } from 'vitest';
import { highestQuantity } from '#core/model/values.ts';
import { createRightsShop } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

test('an order of more vouchers than one statement can write gets a code for each of them', async () => {
  const products = ['first', 'second', 'third', 'fourth', 'fifth'];
  for (const id of products) await sellProduct(db, { id, kind: 'voucher', price: 100 });
  const lines = Object.fromEntries(products.map((id) => [id, highestQuantity]));
  const order = await shop.buy({ lines });
  const { codes, entries } = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .leftJoin('voucher_entries', 'voucher_entries.gift_code_id', 'gift_codes.id')
    .select(({ fn }) => [
      fn.count<number>('gift_codes.id').as('codes'),
      fn.count<number>('voucher_entries.id').as('entries'),
    ])
    .where('order_lines.order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const pieces = products.length * highestQuantity;
  expect([Number(codes), Number(entries)]).toEqual([pieces, pieces]);
});
