import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CustomProperties } from '#core/model/cart.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { getCart, storeGuestCart } from '#server/carts/update-cart.ts';
import { issueGiftCodes } from '#server/gifts/issue-gift-codes.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import { selectIssuedCodes } from '#server/mail/mail-attachments.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import {
  createOrderShop,
  giveVoucher,
  refundWhole,
  sellProduct,
} from '#test/integration/orders/order-shop.ts';
import { countStatements, openTestDatabase } from '#test/integration/support/database.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { codesOf, deliverDueMails, storeGuest } from './gift-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const day = 86_400_000;

beforeAll(async () => {
  await sellProduct(db, { id: 'course', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'gift', kind: 'gift', price: 9900 });
  await sellProduct(db, { id: 'course, as a gift', kind: 'gift', price: 9900, gives: 'course' });
  await sellProduct(db, { id: 'pass', kind: 'membership', price: 18_000 });
  await sellProduct(db, { id: 'pass, as a gift', kind: 'gift', price: 18_000, gives: 'pass' });
  await sellProduct(db, { id: 'voucher', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'box', kind: 'gift_box', price: 13_900, stock: 10, gives: 'course' });
  await sellProduct(db, { id: 'plain-box', kind: 'gift_box', price: 4900 });
});

/**
 * Buys a cart with one line with these properties. Returns the order's id, shipping cost and fulfilment, or
 * the code of the refusal.
 */
async function buy(product: string, properties: object, quantity = 1) {
  const cart = await shop.storeCart({ lines: { [product]: quantity } });
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cart });
  await changeRows(db, 'cart_lines', { cart_id }, { custom_properties: JSON.stringify(properties) });
  const created = await shop.order(cart, `${cart}@meisterhand.example`);
  if (!created.ok) return { refusal: created.error.code };
  const { id, attributes } = created.value.data;
  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due);
  if (!paid.ok) throw new Error(paid.error.code);
  return { id, shipping: attributes.shipping_cost, fulfilment: paid.value.attributes.fulfilment };
}

async function mailsTo(recipient: string) {
  return (await deliverMails(shop.context)).filter((mail) => mail.recipient === recipient);
}

describe('a gift for another person', () => {
  test('is mailed to the recipient at once, with greeting, occasion, code and PDF; the buyer’s mail does not contain the code', async () => {
    const recipient = 'oma@meisterhand.example';
    const properties = {
      delivery: 'email',
      recipient_email: recipient,
      recipient_name: 'Oma',
      sender_name: 'Ihr Enkel',
      greeting: 'Liebe Oma',
      theme: 'birthday',
    };
    const { id } = await buy('gift', properties);
    const [issued] = await codesOf(db, id);
    expect(issued).toMatchObject({ delivery: 'email', recipient_name: 'Oma', deliver_on: null });
    const delivered = await deliverMails(shop.context);
    const [gift] = delivered.filter((mail) => mail.recipient === recipient);
    expect(gift?.text).toContain(formatCode(issued?.code ?? ''));
    expect(gift?.text).toContain('Liebe Oma');
    expect(gift?.text).toContain('Von Ihr Enkel');
    expect(gift?.text).toContain(`/de/redeem?code=${issued?.code}`);
    expect(gift?.subject).toBe(`Zum Geburtstag: ein Geschenk von Meisterhand`);
    expect(gift?.text).toContain('Alles Gute zum Geburtstag');
    expect(gift?.attachments).toHaveLength(1);
    const sheet = await readPdf(new Uint8Array(gift?.attachments[0]?.content ?? []));
    expect(sheet.text).toContain('Alles Gute zum Geburtstag');
    expect(sheet.text).toContain('Von Ihr Enkel');
    const [confirmation] = delivered.filter((mail) => mail.subject.includes('Bestellung'));
    expect(confirmation?.text).toContain(recipient);
    expect(confirmation?.text.replaceAll('-', '')).not.toContain(issued?.code);
  });

  test('has the title of the course for the recipient, and that of the gift for the buyer', async () => {
    const recipient = 'opa@meisterhand.example';
    const { id } = await buy('course, as a gift', { delivery: 'email', recipient_email: recipient });
    const delivered = await deliverMails(shop.context);
    const [gift] = delivered.filter((mail) => mail.recipient === recipient);
    expect(gift?.text).toContain('course');
    expect(gift?.text).not.toContain('as a gift');
    const [confirmation] = delivered.filter((mail) => mail.subject.includes('Bestellung'));
    expect(confirmation?.text).toContain('course, as a gift');
    const sheets = await selectIssuedCodes(shop.context.db)
      .where('orders.id', '=', id ?? '')
      .execute();
    expect(sheets.map(({ given_title }) => given_title)).toEqual(['course']);
    const pass = await buy('pass, as a gift', {});
    const [sheet] = await selectIssuedCodes(db)
      .where('orders.id', '=', pass.id ?? '')
      .execute();
    expect(sheet?.given_title, 'a membership keeps the title of the gift').toBe('pass, as a gift');
  });

  test('is not mailed to an entered address when it is delivered in another way', async () => {
    const recipient = 'getippt@meisterhand.example';
    for (const delivery of ['buyer', 'parcel'])
      await buy('voucher', { delivery, recipient_email: recipient });
    expect(await mailsTo(recipient)).toEqual([]);
  });

  test('is mailed on its delivery day at eight in the morning', async () => {
    const recipient = 'enkel@meisterhand.example';
    await buy('voucher', { delivery: 'email', recipient_email: recipient, deliver_on: '2026-12-24' }, 2);
    expect(await mailsTo(recipient)).toEqual([]);
    const due = await db.selectFrom('outbox').select('due_at').where('recipient', '=', recipient).execute();
    expect(due).toEqual(Array(2).fill({ due_at: new Date('2026-12-24T07:00:00Z') }));
    shop.advance(33 * day);
    expect(await mailsTo(recipient)).toHaveLength(2);
  });

  test('is not delivered after it was revoked', async () => {
    const recipient = 'tante@meisterhand.example';
    const { id } = await buy('gift', {
      delivery: 'email',
      recipient_email: recipient,
      deliver_on: '2027-02-01',
    });
    const [issued] = await codesOf(db, id);
    const takenBack = { revoked_at: new Date(shop.context.clock.now()) };
    await changeRows(db, 'gift_codes', { id: issued?.id ?? '' }, takenBack);
    shop.advance(60 * day);
    expect(await mailsTo(recipient)).toEqual([]);
    const waiting = await db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  test('requires a recipient, and a day between today and one year later', async () => {
    expect(await buy('gift', { delivery: 'email' })).toEqual({ refusal: 'RECIPIENT_REQUIRED' });
    const today = calendarDay(shop.context.clock.now());
    for (const deliver_on of [addDays(today, -2), addDays(today, 366)]) {
      const properties = { delivery: 'email', recipient_email: 'a@b.example', deliver_on };
      expect(await buy('gift', properties)).toEqual({ refusal: 'DELIVERY_DAY_OUT_OF_REACH' });
    }
  });
});

describe('one product for two people', () => {
  const dora = {
    delivery: 'email' as const,
    recipient_name: 'Dora',
    recipient_email: 'dora@meisterhand.example',
    greeting: 'Liebe Dora',
    theme: 'wedding' as const,
  };
  const emil = {
    delivery: 'email' as const,
    recipient_name: 'Emil',
    recipient_email: 'emil@meisterhand.example',
    greeting: 'Lieber Emil',
    deliver_on: '2027-04-09',
  };
  const wanted = (custom_properties: CustomProperties, quantity = 1) => ({
    product_id: 'voucher',
    quantity,
    custom_properties,
  });

  /** Returns the properties as the response for a guest's cart has them. */
  function withoutEmail({ recipient_email: _, ...properties }: CustomProperties): CustomProperties {
    return properties;
  }

  test('each gets their own code and greeting on their own day; cart, order and invoice have a line for each', async () => {
    const { cart, id } = await storeGuest(shop, [wanted(dora), wanted(emil, 2), wanted({ ...dora })]);
    expect(cart.products.map((line) => [line.quantity, line.custom_properties, line.price])).toEqual([
      [2, withoutEmail(dora), 10_000],
      [2, withoutEmail(emil), 10_000],
    ]);
    const { id: orderId, attributes } = await shop.ordered(id, 'zwei@meisterhand.example');
    expect(attributes.products.map((line) => [line.quantity, line.custom_properties])).toEqual([
      [2, dora],
      [2, emil],
    ]);
    expect((await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due)).ok).toBe(true);

    const codes = await codesOf(db, orderId);
    const codesFor = (name: string) =>
      codes.filter((code) => code.recipient_name === name).map(({ code }) => code);
    const mailer = createMemoryMailer();
    const sentTo = (recipient: string) => mailer.delivered.filter((mail) => mail.recipient === recipient);
    await deliverDueMails(shop, mailer);
    expect(sentTo(emil.recipient_email)).toEqual([]);
    const first = sentTo(dora.recipient_email).map((mail) => mail.text);
    expect(first.map((text) => codesFor('Dora').filter((code) => text.includes(code)).length)).toEqual([
      1, 1,
    ]);
    expect(first).toEqual(Array(2).fill(expect.stringMatching(/^(?!.*Emil).*Liebe Dora/s)));
    const [confirmation] = sentTo('zwei@meisterhand.example');
    for (const { code } of codes) expect(confirmation?.text.replaceAll('-', '')).not.toContain(code);
    expect(confirmation?.text).toContain('Dora');
    expect(confirmation?.text).toContain('Emil');

    shop.advance(140 * day);
    await deliverDueMails(shop, mailer);
    const later = sentTo(emil.recipient_email).map((mail) => mail.text);
    expect(later.map((text) => codesFor('Emil').filter((code) => text.includes(code)).length)).toEqual([
      1, 1,
    ]);
    expect(later).toEqual(Array(2).fill(expect.stringMatching(/^(?!.*Dora).*Lieber Emil/s)));
    expect(sentTo(dora.recipient_email)).toHaveLength(2);

    const invoice = await rowOf(db, 'invoices', { order_id: orderId });
    expect((invoice.facts as InvoiceFacts).lines).toMatchObject([
      { title: 'voucher', quantity: 2, recipient: 'Dora' },
      { title: 'voucher', quantity: 2, recipient: 'Emil' },
    ]);
  });

  test('a line that another tab added while the order was paid stays in the cart', async () => {
    const { id } = await storeGuest(shop, [wanted(dora)]);
    const { id: orderId, attributes } = await shop.ordered(id, 'spaet@meisterhand.example');
    // The second tab adds a recipient during the call of the gateway, after the commit of the first transaction.
    let isAdded = false;
    const gateway = {
      ...shop.gateway,
      async charge(request: Parameters<typeof shop.gateway.charge>[0]) {
        isAdded = true;
        const products = [wanted(dora), wanted(emil)];
        await storeGuestCart(shop.context, { id, products }, shop.callerFor(null));
        return shop.gateway.charge(request);
      },
    };
    const paid = await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due, null, gateway, true);
    expect([isAdded, paid.ok]).toEqual([true, true]);
    const left = await getCart(shop.context, { public_id: id, user: null }, 'de');
    expect(left?.products.map((line) => line.custom_properties)).toEqual([withoutEmail(emil)]);
  });

  test('another recipient after the review is shown before anything is charged', async () => {
    const { id } = await storeGuest(shop, [wanted(dora)]);
    const { id: orderId, attributes } = await shop.ordered(id, 'anders@meisterhand.example');
    const products = [wanted({ ...dora, greeting: 'Anders' })];
    await storeGuestCart(shop.context, { id, products }, shop.callerFor(null));
    const refused = await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due);
    expect(refused).toMatchObject({ ok: false, error: { code: 'TOTAL_CHANGED' } });
    const again = await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due);
    expect(again).toMatchObject({
      ok: true,
      value: { attributes: { products: [{ custom_properties: { greeting: 'Anders' } }] } },
    });
  });
});

test('an order shows the buyer the own codes, and none that was sent to a recipient', async () => {
  const printed = { is_gift_pdf: true, theme: 'christmas' } as const;
  const mailed = { ...printed, delivery: 'email', recipient_email: 'fremd@meisterhand.example' } as const;
  const { id } = await storeGuest(shop, [
    { product_id: 'voucher', quantity: 2, custom_properties: printed },
    { product_id: 'voucher', quantity: 1, custom_properties: mailed },
    { product_id: 'gift', quantity: 1, custom_properties: {} },
  ]);
  const { id: orderId, attributes } = await shop.ordered(id, 'codes@meisterhand.example');
  expect(attributes.products.map((line) => line.codes)).toEqual([[], [], []]);
  const paid = await shop.pay(orderId, 'fake-valid-nonce', attributes.amount_due);
  const shown = paid.ok ? paid.value.attributes.products : [];
  expect(shown.map((line) => line.codes.length)).toEqual([2, 0, 1]);
  expect(shown.map((line) => line.code)).toEqual([shown[0]?.codes[0], null, shown[2]?.codes[0]]);
  const delivered = await deliverMails(shop.context);
  const [mail] = delivered.filter((one) => one.recipient === 'codes@meisterhand.example');
  const read = (mail?.attachments ?? []).map(({ content }) => readPdf(new Uint8Array(content)));
  const isForChristmas = (await Promise.all(read)).map(({ text }) => text.includes('Frohe Weihnachten'));
  expect(isForChristmas.filter(Boolean), 'sheets that wish a merry Christmas').toHaveLength(2);
  const issued = await codesOf(db, orderId);
  const own = issued.filter((code) => code.delivery === 'buyer').map(({ code }) => code);
  expect(shown.flatMap((line) => line.codes).toSorted()).toEqual(own.toSorted());
  const foreign = issued.filter((code) => code.delivery === 'email').map(({ code }) => code);
  expect(foreign).toHaveLength(1);
  expect(JSON.stringify(paid)).not.toContain(foreign[0]);
});

test('a code that already exists is generated again', async () => {
  const { id } = await buy('gift', {}, 2);
  const [taken] = await codesOf(db, id);
  const lines = await rowsOf(db, 'order_lines', { order_id: id ?? '' });
  const draws = [taken?.code ?? '', 'ZWEIMAL', 'ZWEIMAL', 'EINMALIG'];
  const ids = { ...shop.context.ids, code: () => draws.shift() ?? 'NOCH-EINER' };
  await inTransaction(db, (trx) => issueGiftCodes(trx, { ...shop.context, ids }, lines, 'de'));
  const codes = (await codesOf(db, id)).map(({ code }) => code);
  expect(codes).toHaveLength(4);
  expect(codes).toEqual(expect.arrayContaining(['ZWEIMAL', 'EINMALIG']));
});

test('the codes of many pieces are stored and mailed with as many statements as one', async () => {
  const recipient_email = 'viele@meisterhand.example';
  const { id } = await buy('gift', { delivery: 'email', recipient_email });
  const line = await rowOf(db, 'order_lines', { order_id: id ?? '' });
  const statementsFor = async (quantity: number) => {
    const counted = countStatements();
    await inTransaction(db.withPlugin(counted.plugin), (trx) =>
      issueGiftCodes(trx, shop.context, [{ ...line, quantity }], 'de'),
    );
    return counted.number();
  };
  expect(await statementsFor(20)).toBe(await statementsFor(1));
  expect(await rowsOf(db, 'outbox', { recipient: recipient_email })).toHaveLength(22);
});

test('a printed gift is a parcel: the buyer pays shipping, and the operator ships it', async () => {
  expect(await buy('gift', { delivery: 'parcel' })).toMatchObject({ shipping: 499, fulfilment: 'open' });
  expect(await buy('gift', { delivery: 'buyer' })).toMatchObject({ shipping: 0, fulfilment: 'none' });
  // A course cannot be delivered as a parcel, so the property has no effect.
  expect(await buy('course', { delivery: 'parcel' })).toMatchObject({ shipping: 0, fulfilment: 'none' });
});

test('a gift box with a course has one code per box, which is revoked when the box is refunded', async () => {
  const { id } = await buy('box', {}, 2);
  const codes = await codesOf(db, id);
  expect(codes).toMatchObject(Array(2).fill({ delivery: 'parcel', deliver_on: null }));
  expect(await codesOf(db, (await buy('plain-box', {})).id)).toEqual([]);

  const user = { id: randomUUID(), email: 'box@meisterhand.example', preferred_language: 'de' };
  const now = new Date(shop.context.clock.now());
  await insertRows(db, 'users', { ...user, created_at: now, email_confirmed_at: now });
  const redeemed = await inTransaction(db, (trx) =>
    redeemCode(trx, shop.context, {
      userId: user.id,
      code: codes[0]?.code ?? '',
      address: randomUUID(),
      locale: 'de',
    }),
  );
  expect(redeemed).toMatchObject({ ok: true, value: { attributes: { kind: 'course' } } });

  // The code in one of the two gift boxes was redeemed, so only the other box is refunded.
  const refunded = await refundWhole(shop.context, id ?? '', false);
  expect(refunded).toMatchObject({ ok: true, value: { amount: 13_900 + 499 } });
  const rows = await rowsOf(db, 'gift_codes', { product_id: 'box' }, ['code', 'revoked_at', 'redeemed_at']);
  expect(rows.filter((row) => row.revoked_at !== null).map(({ code }) => code)).toEqual([codes[1]?.code]);
  expect(await shop.stockOf('box')).toBe(9);
});

test('twenty parallel orders pay with one voucher, and it is spent only once', async () => {
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
  // Each order was created with a voucher that covers it, but the voucher is sufficient for only one of them.
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));
  expect(refusals).toEqual(Array(19).fill('TOTAL_CHANGED'));
  const { balance_cents } = await rowOf(db, 'gift_codes', { id: voucherId });
  const entries = await rowsOf(db, 'voucher_entries', { gift_code_id: voucherId }, ['amount_cents']);
  expect(balance_cents).toBe(12_000 - 9_900);
  expect(entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(balance_cents);
});
