import { expect, test } from 'vitest';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { runCommand } from './run-command.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const run = (...words: string[]) => runCommand(shop.context, ...words);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });

test('every order of the period is exported once, in pages, with its amounts', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { id, attributes } = await shop.ordered(cart, 'plus+tag@example.com');
  await shop.pay(id, 'fake-valid-nonce', attributes.total);
  await changeRows(db, 'orders', { id }, { referral_code: '=HYPERLINK("http://boese.example")' });
  // More orders than fit on one page, 700 of them with the same creation time.
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 1_203 }, (_, index) => ({
    ...row,
    id: shop.context.ids.uuid(),
    code: `KOPIE-${index}`,
    cart_id: null,
    shipping_address: null,
    billing_contact: JSON.stringify({ firstname: 'Rahel', lastname: 'Meyer', country: 'CH' }),
    billing_address: null,
    accepted_versions: '{}',
    bundle_discounts: '[]',
    vat_shares: null,
    payment_method: null,
    bank_transfer: null,
    created_at: new Date(row.created_at.getTime() + Math.floor(index / 700)),
  }));
  await db.insertInto('orders').values(copies.slice(0, 700)).execute();
  await db.insertInto('orders').values(copies.slice(700)).execute();

  const { exit, lines } = await run('export', 'orders', '--from', '2026-11-21', '--to', '2026-11-21');
  expect(exit).toBe(0);
  const [head = [], ...orders] = readCsv(`${lines.join('\n')}\n`);
  const cell = (line: readonly string[], column: string) => line[head.indexOf(column)];
  expect(new Set(orders.map((line) => cell(line, 'order'))).size).toBe(1_204);
  expect(orders).toHaveLength(1_204);
  const own = orders.find((line) => cell(line, 'order') === attributes.code) ?? [];
  expect(cell(own, 'total')).toBe('89.00');
  expect(cell(own, 'state')).toBe('paid');
  expect(cell(own, 'items')).toBe('1 × kurs');
  expect(cell(own, 'name')).toBe('Johanna Brandt');
  const copy = orders.find((line) => cell(line, 'order') === 'KOPIE-7') ?? [];
  expect([cell(own, 'country'), cell(copy, 'country')]).toEqual(['AT', 'CH']);
  expect(cell(copy, 'name')).toBe('Rahel Meyer');
  expect(cell(own, 'invoices')).toMatch(/^RE-2026-\d{6}$/);
  expect(cell(own, 'referral_code')).toBe('\'=HYPERLINK("http://boese.example")');
  expect((await run('export', 'orders', '--from', '2026-11-22', '--to', '2026-11-30')).lines).toHaveLength(1);
});
