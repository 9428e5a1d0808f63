import { expect, test } from 'vitest';
import { showOrder } from '#server/operations/commands/show-order.ts';
import { createOrderShop, offerCoupon, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_800, stock: 10 });
await offerCoupon(db, { code: 'ZEHN', percent: 10 });

test('shows the products, the payments and the events of an order with their times', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1, buch: 2 }, coupon: 'ZEHN' });
  const { id, attributes } = await shop.ordered(cart, 'johanna@example.com');
  await shop.pay(id, 'fake-processor-declined-visa-nonce', attributes.total);
  shop.advance(60_000);
  await shop.pay(id, 'fake-valid-nonce', attributes.total);

  const told = JSON.stringify({ bank: 'approved without a challenge' });
  await db.updateTable('payment_attempts').set({ metadata: told }).where('state', '=', 'charged').execute();
  const lines = await showOrder(db, ` ${attributes.code.toLowerCase()} `);
  const report = lines?.join('\n') ?? '';
  for (const words of [
    `Order ${attributes.code}: paid, fulfilment open`,
    'johanna@example.com, made 2026-11-21T10:00:00.000Z, paid 2026-11-21T10:01:00.000Z',
    '1 × kurs €89.00, less €8.90',
    '2 × buch €56.00',
    'Shipping €4.99, discount €8.90 (coupon ZEHN)',
    'Total €141.09, voucher €0.00, due €141.09',
  ]) {
    expect(report).toContain(words);
  }
  const partOf = (from: string, to?: string) =>
    lines?.slice(lines.indexOf(from) + 1, to === undefined ? undefined : lines.indexOf(to));
  expect(partOf('Payment attempts', 'Mails')).toEqual([
    `  ${attributes.code}-1 €141.09 declined PROCESSOR_DECLINED 2026-11-21T10:00:00.000Z`,
    expect.stringMatching(/-2 €141\.09 charged \S+ 2026-11-21T10:01:00\.000Z$/),
    '    bank: approved without a challenge',
  ]);
  expect(partOf('Mails', 'History')).toEqual([
    '  order waits for 2026-11-21T10:01:00.000Z after 0 attempts',
    '  set_password waits for 2026-11-21T10:11:00.000Z after 0 attempts',
  ]);
  expect(partOf('History')).toEqual([
    '  2026-11-21T10:00:00.000Z new → draft (buyer)',
    '  2026-11-21T10:00:00.000Z draft → verified (buyer)',
    '  2026-11-21T10:00:00.000Z verified → charging (buyer)',
    '  2026-11-21T10:00:00.000Z charging → verified (gateway)',
    '  2026-11-21T10:01:00.000Z verified → charging (buyer)',
    '  2026-11-21T10:01:00.000Z charging → paid (gateway)',
  ]);
});

test('names the bundle offers and the coupon that reduced the order', async () => {
  await sellProduct(db, { id: 'zweiter-kurs', kind: 'course', price: 7_900 });
  const texts = { title: 'Auge und Hand', description: '' };
  await db
    .insertInto('bundles')
    .values({
      id: 'auge-und-hand',
      product_ids: ['kurs', 'zweiter-kurs'],
      price_cents: 14_900,
      texts: JSON.stringify({ de: texts, en: texts }),
    })
    .execute();
  const cart = await shop.storeCart({ lines: { kurs: 1, 'zweiter-kurs': 1 }, coupon: 'ZEHN' });
  const { attributes } = await shop.ordered(cart, 'bundle@example.com');
  expect(await showOrder(db, attributes.code)).toContain(
    '  Shipping €0.00, discount €33.90 (Auge und Hand €19.00, coupon ZEHN)',
  );
});

test('shows which mails were sent and which were not', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { id, attributes } = await shop.ordered(cart, 'stuck@example.com');
  await shop.pay(id, 'fake-valid-nonce', attributes.total);
  const sent_at = new Date(shop.context.clock.now());
  await db.updateTable('outbox').set({ sent_at }).where('dedupe_key', '=', `order:${id}`).execute();
  await changeRows(
    db,
    'outbox',
    { dedupe_key: `set_password:${id}` },
    { failed_at: sent_at, attempts: 8, last_error: '550 no such mailbox' },
  );
  const lines = await showOrder(db, attributes.code);
  expect(lines).toContain(`  order sent ${sent_at.toISOString()}`);
  expect(lines).toContain('  set_password given up after 8 attempts: 550 no such mailbox');
});

test('an unpaid order shows no payment attempt; an unknown code is not found', async () => {
  const cart = await shop.storeCart({ lines: { kurs: 1 } });
  const { attributes } = await shop.ordered(cart, 'unpaid@example.com');
  const lines = await showOrder(db, attributes.code);
  expect(lines?.[0]).toBe(`Order ${attributes.code}: draft, fulfilment none`);
  expect(lines?.[1]).toContain('paid not yet');
  expect(lines?.[(lines?.indexOf('Payment attempts') ?? 0) + 1]).toBe('  none');
  expect(await showOrder(db, 'MH-GIBT-ES-NICHT')).toBeNull();
});

let guests = 0;

test('says which orders belong to no account', async () => {
  const buy = async (lines: Readonly<Record<string, number>>) => {
    const { id, attributes } = await shop.ordered(
      await shop.storeCart({ lines }),
      `gast-${guests++}@example.com`,
    );
    await shop.pay(id, 'fake-valid-nonce', attributes.total);
    return showOrder(db, attributes.code);
  };
  expect((await buy({ buch: 1 }))?.[1]).toContain('gast-0@example.com (guest), made');
  expect((await buy({ kurs: 1 }))?.[1]).toContain('gast-1@example.com, made');
});
