import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import deMails from '#locales/de/mail.json' with { type: 'json' };
import enMails from '#locales/en/mail.json' with { type: 'json' };
import { inTransaction } from '#server/database/transaction.ts';
import { issueGiftCodes } from '#server/gifts/issue-gift-codes.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { deliverMail } from '#server/mail/delivery/outbox.ts';
import { requestRefund } from '#server/refunds/decide-refund.ts';
import { createOrderShop, giveVoucher, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const day = 86_400_000;

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'gift', kind: 'gift', price: 9900 });
  await sellProduct(db, { id: 'voucher', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 13_900, stock: 10, gives: 'course' });
  await sellProduct(db, { id: 'plain-box', kind: 'gift_box', price: 4900 });
  for (const [key, value] of Object.entries({
    shop: { de: { delivery_time: '2 Tage' }, en: { delivery_time: '2 days' } },
    brand: {
      name: 'Meisterhand',
      company: ['Meisterhand'],
      vat_id: 'DE1',
      sender: 'shop@meisterhand.example',
    },
  })) {
    await db
      .insertInto('contents')
      .values({ key, value: JSON.stringify(value) })
      .execute();
  }
});

/** Pays for a cart of one line with these properties and answers the order's id, or why it could not be ordered. */
async function buy(product: string, properties: object, quantity = 1) {
  const cart = await shop.storeCart({ lines: { [product]: quantity } });
  await db
    .updateTable('cart_lines')
    .set({ custom_properties: JSON.stringify(properties) })
    .where('cart_id', '=', (inner) => inner.selectFrom('carts').select('id').where('public_id', '=', cart))
    .execute();
  const created = await shop.order(cart, `${cart}@meisterhand.example`);
  if (!created.ok) return { refusal: created.error.code };
  const { id, attributes } = created.value.data;
  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due);
  if (!paid.ok) throw new Error(paid.error.code);
  return { id, shipping: attributes.shipping_cost, fulfilment: paid.value.attributes.fulfilment };
}

async function mailsTo(recipient: string) {
  const mailer = createMemoryMailer();
  await deliverMail(shop.context, { mailer, texts: { de: deMails, en: enMails } });
  return mailer.delivered.filter((mail) => mail.recipient === recipient);
}

const codesOf = (orderId: string | undefined) =>
  db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .select(['gift_codes.id', 'gift_codes.code', 'delivery', 'deliver_on', 'recipient_name', 'greeting'])
    .where('order_lines.order_id', '=', orderId ?? '')
    .execute();

describe('a gift for somebody else', () => {
  test('goes to them at once, with greeting, code and sheet; the buyer’s mail keeps the code to itself', async () => {
    const recipient = 'oma@meisterhand.example';
    const properties = {
      delivery: 'email',
      recipient_email: recipient,
      recipient_name: 'Oma',
      greeting: 'Liebe Oma',
    };
    const { id } = await buy('gift', properties);
    const [issued] = await codesOf(id);
    expect(issued).toMatchObject({ delivery: 'email', recipient_name: 'Oma', deliver_on: null });
    const mailer = createMemoryMailer();
    await deliverMail(shop.context, { mailer, texts: { de: deMails, en: enMails } });
    const [gift] = mailer.delivered.filter((mail) => mail.recipient === recipient);
    expect(gift?.text).toContain(issued?.code);
    expect(gift?.text).toContain('Liebe Oma');
    expect(gift?.text).toContain(`/de/redeem?code=${issued?.code}`);
    expect(gift?.attachments).toHaveLength(1);
    const [confirmation] = mailer.delivered.filter((mail) => mail.subject.includes('Bestellung'));
    expect(confirmation?.text).toContain(recipient);
    expect(confirmation?.text).not.toContain(issued?.code);
  });

  test('waits for its day until eight in the morning', async () => {
    const recipient = 'enkel@meisterhand.example';
    await buy('voucher', { delivery: 'email', recipient_email: recipient, deliver_on: '2026-12-24' }, 2);
    expect(await mailsTo(recipient)).toEqual([]);
    const due = await db.selectFrom('outbox').select('due_at').where('recipient', '=', recipient).execute();
    expect(due).toEqual(Array(2).fill({ due_at: new Date('2026-12-24T07:00:00Z') }));
    shop.advance(33 * day);
    expect(await mailsTo(recipient)).toHaveLength(2);
  });

  test('is not delivered once it was taken back', async () => {
    const recipient = 'tante@meisterhand.example';
    const { id } = await buy('gift', {
      delivery: 'email',
      recipient_email: recipient,
      deliver_on: '2027-02-01',
    });
    const [issued] = await codesOf(id);
    await db
      .updateTable('gift_codes')
      .set({ revoked_at: new Date(shop.context.clock.now()) })
      .where('id', '=', issued?.id ?? '')
      .execute();
    shop.advance(60 * day);
    expect(await mailsTo(recipient)).toEqual([]);
    const waiting = await db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  test('needs somebody to go to, and a day between today and a year ahead', async () => {
    expect(await buy('gift', { delivery: 'email' })).toEqual({ refusal: 'RECIPIENT_REQUIRED' });
    for (const deliver_on of ['2020-01-01', '2029-01-01']) {
      const properties = { delivery: 'email', recipient_email: 'a@b.example', deliver_on };
      expect(await buy('gift', properties)).toEqual({ refusal: 'DELIVERY_DAY_OUT_OF_REACH' });
    }
  });
});

test('a code that is taken is drawn again', async () => {
  const { id } = await buy('gift', {}, 2);
  const [taken] = await codesOf(id);
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', id ?? '')
    .execute();
  const draws = [taken?.code ?? '', 'ZWEIMAL', 'ZWEIMAL', 'EINMALIG'];
  const ids = { ...shop.context.ids, code: () => draws.shift() ?? 'NOCH-EINER' };
  await inTransaction(db, (trx) => issueGiftCodes(trx, { ...shop.context, ids }, lines, 'de'));
  const codes = (await codesOf(id)).map(({ code }) => code);
  expect(codes).toHaveLength(4);
  expect(codes).toEqual(expect.arrayContaining(['ZWEIMAL', 'EINMALIG']));
});

test('a printed gift is a parcel: shipping is paid, and the operator has something to send', async () => {
  expect(await buy('gift', { delivery: 'parcel' })).toMatchObject({ shipping: 499, fulfilment: 'open' });
  expect(await buy('gift', { delivery: 'buyer' })).toMatchObject({ shipping: 0, fulfilment: 'none' });
  // What is no code cannot become a parcel by asking for it.
  expect(await buy('course', { delivery: 'parcel' })).toMatchObject({ shipping: 0, fulfilment: 'none' });
});

test('a gift box with a course has one code per box on its card, which comes back with the box', async () => {
  const { id } = await buy('box', {}, 2);
  const codes = await codesOf(id);
  expect(codes).toMatchObject(Array(2).fill({ delivery: 'parcel', deliver_on: null }));
  expect(await codesOf((await buy('plain-box', {})).id)).toEqual([]);

  const user = { id: randomUUID(), email: 'box@meisterhand.example', preferred_language: 'de' };
  await db
    .insertInto('users')
    .values({ ...user, created_at: new Date(shop.context.clock.now()) })
    .execute();
  const redeemed = await inTransaction(db, (trx) =>
    redeemCode(trx, shop.context, {
      userId: user.id,
      code: codes[0]?.code ?? '',
      address: randomUUID(),
      locale: 'de',
    }),
  );
  expect(redeemed).toMatchObject({ ok: true, value: { attributes: { kind: 'course' } } });

  // The card of one box was used: only the other box comes back.
  const refunded = await inTransaction(db, (trx) =>
    requestRefund(trx, shop.context, {
      order_id: id ?? '',
      lines: 'all',
      includes_shipping: false,
      cause: 'operator',
    }),
  );
  expect(refunded).toMatchObject({ ok: true, value: { amount: 13_900 + 499 } });
  const rows = await db
    .selectFrom('gift_codes')
    .select(['code', 'revoked_at', 'redeemed_at'])
    .where('product_id', '=', 'box')
    .execute();
  expect(rows.filter((row) => row.revoked_at !== null).map(({ code }) => code)).toEqual([codes[1]?.code]);
  const { stock } = await db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', 'box')
    .executeTakeFirstOrThrow();
  expect(stock).toBe(9);
});

test('twenty orders at once pay from one voucher, and nobody spends it twice', async () => {
  const voucherId = await giveVoucher(db, 12_000);
  const placed = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const cart = await shop.storeCart({ lines: { gift: 1 }, voucherId });
      return shop.ordered(cart, `viele-${index}@meisterhand.example`);
    }),
  );
  const answers = await Promise.all(
    placed.map(({ id, attributes }) => shop.pay(id, 'fake-valid-nonce', attributes.amount_due)),
  );
  // All were shown a voucher that covers them; it does so for one.
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));
  expect(refusals).toEqual(Array(19).fill('TOTAL_CHANGED'));
  const { balance_cents } = await db
    .selectFrom('gift_codes')
    .select('balance_cents')
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('voucher_entries')
    .select('amount_cents')
    .where('gift_code_id', '=', voucherId)
    .execute();
  expect(balance_cents).toBe(12_000 - 9_900);
  expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(balance_cents);
});
