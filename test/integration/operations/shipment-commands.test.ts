import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { composeMail } from '#server/mail/compose-mail.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { runCommand } from './run-command.ts';

const { de, en } = apiTexts.mails;

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const run = (...words: string[]) => runCommand(shop.context, ...words);
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_800, stock: 10 });

let buyers = 0;
async function paidOrder(lines: Record<string, number>) {
  const cart = await shop.storeCart({ lines });
  const { id, attributes } = await shop.ordered(cart, `buyer-${++buyers}@example.com`);
  await shop.pay(id, 'fake-valid-nonce', attributes.total);
  return { id, code: attributes.code };
}

const mailsOf = (template: string, orderId: string) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', template)
    .where('dedupe_key', 'like', `%${orderId}%`)
    .execute();

test('a parcel is shipped once, announced by mail once, and delivered once', async () => {
  const { id, code } = await paidOrder({ kurs: 1, buch: 2 });
  expect((await run('deliver', code)).exit).toBe(1);
  const shipped = await run('ship', code.toLowerCase(), 'dhl', '00340434');
  expect(shipped).toEqual({
    exit: 0,
    lines: [`Order ${code} is shipped with dhl as 00340434; the buyer gets a mail.`],
  });
  expect((await run('ship', code, 'dhl', '00340434')).exit).toBe(0);
  for (const other of [
    ['dhl', '99999999'],
    ['gls', '00340434'],
  ]) {
    expect((await run('ship', code, ...other)).lines).toEqual([
      `Order ${code} was shipped with dhl as 00340434 already; nothing was changed.`,
    ]);
  }
  const mails = await mailsOf('shipped', id);
  expect(mails).toHaveLength(1);

  shop.advance(86_400_000);
  expect((await run('deliver', code)).exit).toBe(0);
  expect((await run('deliver', code)).lines).toEqual([`Order ${code} was delivered already.`]);
  const report = (await run('order', code)).lines.join('\n');
  expect(report).toContain(
    '  shipped 2026-11-21T10:00:00.000Z with dhl as 00340434: 2 × buch\n  delivered 2026-11-22T10:00:00.000Z',
  );
  expect(report).toMatch(/open → shipped \(operator\)[\s\S]*shipped → delivered \(operator\)/);
});

test('the mail contains carrier with its page, tracking code, goods and address in the buyer’s language', async () => {
  const { id, code } = await paidOrder({ kurs: 1, buch: 2 });
  await run('ship', code, 'post_ch', '98-00-1');
  const [row] = await mailsOf('shipped', id);
  if (row === undefined) throw new Error('No mail');
  const brand = { name: 'Meisterhand', sender: 'post@example.com', company: [], legal: [] };
  const needs = {
    db,
    siteUrl: 'http://localhost',
    texts: { de, en },
    brand: brand as never,
    orderToken: () => 'token',
  };
  const german = await composeMail(needs, row);
  expect(german?.subject).toBe(`Ihre Bestellung ${code} ist unterwegs`);
  for (const words of [
    'Sendungsnummer bei Schweizerische Post',
    '98-00-1',
    'https://service.post.ch/',
    'buch',
    '2 ×',
    'Ringstraße 14',
    '14 Tage',
  ])
    expect(german?.text).toContain(words);
  expect(german?.text).not.toContain('kurs');
  const english = await composeMail(needs, { ...row, id: randomUUID(), locale: 'en' });
  expect(english?.text).toContain('Tracking code at Schweizerische Post');
  // A parcel of an earlier version has no carrier.
  await db.updateTable('parcels').set({ carrier: null }).where('order_id', '=', id).execute();
  const earlier = await composeMail(needs, { ...row, id: randomUUID() });
  expect(earlier?.text).toContain('98-00-1');
  expect(earlier?.text).not.toContain('https://service.post.ch/');
});

test('orders that cannot be shipped are refused: unpaid, digital, unknown', async () => {
  const cart = await shop.storeCart({ lines: { buch: 1 } });
  const { attributes } = await shop.ordered(cart, 'unpaid@example.com');
  expect((await run('ship', attributes.code, 'dhl', 'D-22')).lines[0]).toContain(
    'is draft with fulfilment none',
  );
  const digital = await paidOrder({ kurs: 1 });
  expect((await run('ship', digital.code, 'dhl', 'D-33')).exit).toBe(1);
  expect((await run('ship', 'MH-NICHTS', 'dhl', 'D-44')).lines[0]).toContain('There is no order MH-NICHTS');
  expect((await run('ship', digital.code, 'dhl', 'DHL 5; drop')).exit).toBe(2);
  expect((await run('ship', digital.code, 'kutsche', 'D-55')).exit).toBe(2);
});

test('the stock can be set only for products with a stock', async () => {
  expect(await run('stock', 'buch', '25')).toEqual({
    exit: 0,
    lines: [expect.stringMatching(/^buch: 25 pieces, before \d+\.$/)],
  });
  expect(await shop.stockOf('buch')).toBe(25);
  expect((await run('stock', 'kurs', '5')).exit).toBe(1);
  expect((await run('stock', 'nichts', '5')).exit).toBe(1);
  expect((await run('stock', 'buch', '-1')).exit).toBe(2);
});

test('orders are found by the e-mail of the order', async () => {
  const { code } = await paidOrder({ kurs: 1 });
  const found = await run('orders', 'find', ` BUYER-${buyers}@example.com`);
  expect(found).toEqual({
    exit: 0,
    lines: [expect.stringContaining(`${code}  paid, fulfilment none, €89.00`)],
  });
  expect((await run('orders', 'find', 'nobody@example.com')).exit).toBe(1);
});
