import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { undoEmailChange } from '#server/accounts/email-change.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { composeTransferMail, type TransferMail } from '#server/mail/payment-mails.ts';
import { resolveUnknownPayments } from '#server/orders/charging/due-payment-attempts.ts';
import { checkOutOrder, verifyOrder } from '#server/orders/check-out-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { findOrder, readOrder } from '#server/orders/read-order.ts';
import { remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { newOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import { runCommand } from '#test/integration/operations/run-command.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { deliverMails } from '#test/integration/support/deliver-mails.ts';
import { withTransferGateway } from '#test/integration/support/gateways.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';
import {
  bankTransfer,
  createOrderShop,
  giveVoucher,
  offerCoupon,
  paymentOf,
  sellProduct,
} from './order-shop.ts';

const { de: deMails, en: enMails } = apiTexts.mails;

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const { term_days: _, ...account } = bankTransfer;
const context: OrderContext = { ...shop.context, settings: { ...shop.context.settings, bankTransfer } };
const day = 86_400_000;
await sellProduct(db, { id: 'kurs', kind: 'course', price: 8_900 });
await sellProduct(db, { id: 'buch', kind: 'book', price: 2_000, stock: 5 });
await sellProduct(db, { id: 'jahr', kind: 'membership', price: 24_000 });
await offerCoupon(db, { code: 'ZEHN', percent: 10, totalLimit: 1 });

/** Places an order and chooses payment by bank transfer. Returns the order's data and the response. */
async function placeTransfer(cart: Parameters<typeof shop.storeCart>[0], server: OrderContext = context) {
  const email = `${randomUUID()}@example.org`;
  const cartId = await shop.storeCart(cart);
  const { id, attributes } = await shop.ordered(cartId, email);
  const nonce = await shop.transferNonce(id, server);
  const pay = () => checkOutOrder(server, shop.callerFor(id), paymentOf(id, nonce, attributes.amount_due));
  return { id, cartId, email, code: attributes.code, due: attributes.amount_due, pay, answer: await pay() };
}

/** Records that the money of an order has arrived. */
const receive = ({ code, due }: { readonly code: string; readonly due: number }) =>
  runCommand(context, 'transfers', 'received', code, (due / 100).toFixed(2));

const orderRow = (id: string) => rowOf(db, 'orders', { id });

async function mailsAbout(email: string): Promise<readonly string[]> {
  const mails = await rowsOf(db, 'outbox', { recipient: email }, ['template'], 'created_at', 'id');
  return mails.map((mail) => mail.template).toSorted();
}

/** Advances the clock to the end of the order's last day for the transfer, or so many milliseconds before it. */
async function advanceToEnd(id: string, before = 0): Promise<void> {
  const { payment_due_at } = await orderRow(id);
  shop.advance(Number(payment_due_at) - before - context.clock.now());
}

test('an order by bank transfer waits with reserved stock and an empty cart, and the buyer gets the bank details', async () => {
  const before = await shop.stockOf('buch');
  const { id, cartId, email, code, due, pay, answer } = await placeTransfer({ lines: { buch: 2 } });
  expect(answer).toMatchObject({
    ok: true,
    value: {
      attributes: {
        state: 'awaiting_payment',
        completed_at: null,
        bank_transfer: { ...account, amount: due, reference: code },
      },
    },
  });
  expect(await shop.stockOf('buch')).toBe(before - 2);
  expect(await mailsAbout(email)).toEqual(['transfer_awaited']);
  expect(shop.gateway.ledger().charges).toEqual([]);
  expect(await rowsOf(db, 'invoices', { order_id: id })).toEqual([]);
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cartId });
  expect(await rowsOf(db, 'cart_lines', { cart_id })).toEqual([]);
  // A second payment request returns the same response and sends no second mail.
  expect(await pay()).toEqual(answer);
  expect(await mailsAbout(email)).toEqual(['transfer_awaited']);
  await receive({ code, due });
});

test('the operator completes the order on the command line, once, and only with the whole amount', async () => {
  const { id, email, code, due } = await placeTransfer({ lines: { kurs: 1, buch: 1 } });
  expect((await runCommand(context, 'transfers', 'list')).lines.join('\n')).toContain(`awaited  ${code}`);
  expect((await runCommand(context, 'transfers', 'received', code, '1.00')).exit).toBe(1);
  expect((await orderRow(id)).state).toBe('awaiting_payment');

  const both = await Promise.all([receive({ code, due }), receive({ code, due })]);
  expect(both.map(({ exit }) => exit)).toEqual([0, 0]);
  expect((await receive({ code, due })).lines.join()).toMatch(/already/);

  const order = await orderRow(id);
  expect(order).toMatchObject({
    state: 'paid',
    fulfilment: 'open',
    payment_method: { kind: 'bank_transfer' },
  });
  expect(order.completed_at).not.toBeNull();
  expect(await rowsOf(db, 'invoices', { order_id: id })).toHaveLength(1);
  expect(await rowsOf(db, 'entitlements', { order_id: id }, ['course_id'])).toEqual([{ course_id: 'kurs' }]);
  expect(await mailsAbout(email)).toEqual(['order', 'set_password', 'transfer_awaited'].toSorted());
  const { due_at } = await rowOf(db, 'outbox', { recipient: email, template: 'set_password' });
  expect(due_at, 'no page asks for the password').toEqual(new Date(context.clock.now()));
  expect(await rowsOf(db, 'stock_reservations', { order_id: id })).toEqual([]);
  expect((await readOrder(db, order.id)).attributes.bank_transfer).toBeUndefined();
});

test('a paid course creates an account even if its address is reserved; the owner gets the address back later', async () => {
  const { id, email, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  // An account that has had the address in the meantime.
  const owner = { id: randomUUID(), email: `${randomUUID()}@example.org` };
  const created_at = new Date(context.clock.now());
  await insertRows(db, 'users', { ...owner, preferred_language: 'de', created_at });
  const request = { user_id: owner.id, kind: 'email_undo', minutes: 60, facts: { email } } as const;
  const { token, row } = newOneTimeToken(context, request);
  await insertRows(db, 'one_time_tokens', row);

  await receive({ code, due });
  const { state, user_id } = await orderRow(id);
  const buyer = await rowOf(db, 'users', { id: user_id });
  expect([state, buyer.email]).toEqual(['paid', email]);
  expect(await rowsOf(db, 'entitlements', { order_id: id }, ['user_id'])).toEqual([{ user_id }]);
  expect(await mailsAbout(email)).toContain('set_password');

  const taken = { ok: false, error: { code: 'EMAIL_TAKEN' } };
  expect(await undoEmailChange(context, token)).toMatchObject(taken);
  await changeRows(db, 'users', { id: user_id }, { email: `${randomUUID()}@example.org` });
  expect(await undoEmailChange(context, token)).toMatchObject({ ok: true });
  expect((await rowOf(db, 'users', { id: owner.id })).email).toBe(email);
  expect((await orderRow(id)).user_id, 'the purchase stays with its account').toBe(user_id);
});

test('the buyer is reminded once two days before the deadline; after it stock, coupon and voucher are released', async () => {
  const before = await shop.stockOf('buch');
  const voucherId = await giveVoucher(db, 500);
  const cart = { lines: { kurs: 1, buch: 1 }, coupon: 'ZEHN', voucherId };
  const { id, email, code, due } = await placeTransfer(cart);
  const used = async () => (await rowOf(db, 'promotions', { id: 'ZEHN' })).used;
  const balance = async () => (await rowOf(db, 'gift_codes', { id: voucherId })).balance_cents;
  expect([await used(), await balance()]).toEqual([1, 0]);

  await advanceToEnd(id, 2 * day + 1);
  await remindOrExpireTransfers(context);
  expect(await mailsAbout(email)).toEqual(['transfer_awaited']);
  shop.advance(1);
  await remindOrExpireTransfers(context);
  await remindOrExpireTransfers(context);
  expect(await mailsAbout(email)).toEqual(['transfer_awaited', 'transfer_reminder']);
  shop.advance(2 * day);
  await Promise.all([remindOrExpireTransfers(context), remindOrExpireTransfers(context)]);
  expect((await orderRow(id)).state).toBe('expired');
  expect(await mailsAbout(email)).toEqual(['transfer_awaited', 'transfer_expired', 'transfer_reminder']);
  expect([await used(), await balance(), await shop.stockOf('buch')]).toEqual([0, 500, before]);

  expect(await receive({ code, due })).toMatchObject({ exit: 1 });
  expect((await orderRow(id)).state).toBe('expired');
});

test('the operator cancels an order: everything is released, the buyer is informed, and no payment is accepted any more', async () => {
  const before = await shop.stockOf('buch');
  const voucherId = await giveVoucher(db, 500);
  const cart = { lines: { kurs: 1, buch: 1 }, coupon: 'ZEHN', voucherId };
  const { id, email, code, due } = await placeTransfer(cart);
  const both = await Promise.all([
    runCommand(context, 'transfers', 'cancel', code),
    runCommand(context, 'transfers', 'cancel', code),
  ]);
  expect(both.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
  expect(both.find(({ exit }) => exit === 1)?.lines.join()).toContain('voided');
  expect((await orderRow(id)).state).toBe('voided');
  expect(await mailsAbout(email)).toEqual(['transfer_awaited', 'transfer_called_off'].toSorted());
  expect(await shop.stockOf('buch')).toBe(before);
  const { used } = await rowOf(db, 'promotions', { id: 'ZEHN' });
  const { balance_cents } = await rowOf(db, 'gift_codes', { id: voucherId });
  expect([used, balance_cents]).toEqual([0, 500]);
  const late = await receive({ code, due });
  expect(late.lines.join()).toContain('send the money back');
  expect((await runCommand(context, 'transfers', 'list')).lines.join()).not.toContain(code);
  shop.advance(8 * day);
  await remindOrExpireTransfers(context);
  expect((await orderRow(id)).state).toBe('voided');
});

test('a paid or unknown order cannot be cancelled', async () => {
  const { id, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  await receive({ code, due });
  expect(await runCommand(context, 'transfers', 'cancel', code)).toMatchObject({
    exit: 1,
    lines: [expect.stringContaining('refund')],
  });
  expect((await orderRow(id)).state).toBe('paid');
  expect(await runCommand(context, 'transfers', 'cancel', 'MH-GIBT-ES-NICHT')).toMatchObject({ exit: 1 });
});

test('an order whose money arrives at the deadline is either paid or expired, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, code, due, email } = await placeTransfer({ lines: { buch: 1 } });
    await advanceToEnd(id);
    const [received] = await Promise.all([receive({ code, due }), remindOrExpireTransfers(context)]);
    const { state } = await orderRow(id);
    expect(received.exit).toBe(state === 'paid' ? 0 : 1);
    if (state === 'expired') expect(received.lines.join()).toContain('send the money back');
    const mails = await mailsAbout(email);
    expect(mails.includes('order')).toBe(state === 'paid');
    expect(mails.includes('transfer_expired')).toBe(state === 'expired');
    if (state === 'expired') continue;
    await changeRows(db, 'products', { id: 'buch' }, { stock: 5 });
  }
});

test('a refund is recorded as an amount to transfer', async () => {
  const { id, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  await receive({ code, due });
  await runCommand(context, 'refund', code, '--all');
  await settleRefunds(context);
  expect((await orderRow(id)).state).toBe('refunded');
  const owed = await rowsOf(db, 'bank_transfer_refunds', {});
  const own = owed.find(({ attempt_key }) => attempt_key.startsWith(code));
  expect(own).toMatchObject({ amount_cents: due, sent_at: null });
  const key = own?.refund_key ?? '';
  const listed = async () => (await runCommand(context, 'transfers', 'list')).lines.join('\n');
  expect(await listed()).toContain(`to be transferred  ${key}`);
  expect(await runCommand(context, 'transfers', 'sent', key)).toMatchObject({ exit: 0 });
  expect(await listed()).not.toContain(key);
});

test('the background job finishes a checkout by transfer whose server was killed', async () => {
  const dying = withTransferGateway(context, (gateway) => ({
    ...gateway,
    async charge(request) {
      await gateway.charge(request);
      return { outcome: 'unknown' };
    },
  }));
  const { id, email } = await placeTransfer({ lines: { kurs: 1 } }, dying);
  expect((await orderRow(id)).state).toBe('unknown');
  shop.advance(60_000);
  await resolveUnknownPayments(context);
  expect((await orderRow(id)).state).toBe('awaiting_payment');
  expect(await mailsAbout(email)).toEqual(['transfer_awaited']);
});

test('without card payments a transfer can be chosen; without both no payment is possible', async () => {
  const { id } = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }));
  shop.gateway.setOutage(true);
  const verified = await verifyOrder(context, shop.callerFor(id), id);
  expect(verified).toMatchObject({ ok: true, value: { client_token: null } });
  expect(verified.ok && verified.value.transfer_nonce).toMatch(/^bank-transfer:/);
  const none = await verifyOrder(shop.context, shop.callerFor(id), id);
  expect(none).toMatchObject({ ok: false, error: { code: 'PAYMENT_UNAVAILABLE' } });
  shop.gateway.setOutage(false);
});

test('a transfer is offered and accepted only if it is configured and nothing in the order renews', async () => {
  const offered = async (cart: Parameters<typeof shop.storeCart>[0], server: OrderContext) => {
    const { id } = await shop.ordered(await shop.storeCart(cart));
    const verified = await verifyOrder(server, shop.callerFor(id), id);
    return verified.ok && verified.value.transfer_nonce !== null;
  };
  expect(await offered({ lines: { kurs: 1 } }, context)).toBe(true);
  expect(await offered({ lines: { kurs: 1 } }, shop.context)).toBe(false);
  expect(await offered({ lines: { jahr: 1 } }, context)).toBe(false);
  const paid = { lines: { kurs: 1 }, voucherId: await giveVoucher(db, 8_900) };
  expect(await offered(paid, context), 'nothing is due').toBe(false);
  for (const [lines, server] of [
    [{ jahr: 1 }, context],
    [{ kurs: 1 }, shop.context],
  ] as const) {
    const { id, answer } = await placeTransfer({ lines }, server);
    expect(answer).toMatchObject({ ok: false, error: { code: 'PAYMENT_METHOD_REQUIRED' } });
    const found = await findOrder(db, context, shop.callerFor(id), id);
    expect(found.ok && found.value.state).toBe('verified');
  }
  expect(shop.surprises).toEqual([]);
});

/** Composes a mail about the transfer for an order. */
function composeFor(id: string, template: TransferMail, locale: 'de' | 'en') {
  const texts = locale === 'de' ? deMails : enMails;
  const brand = { name: 'Meisterhand' } as Brand;
  const needs = { db, siteUrl: 'http://localhost', texts, brand, locale, orderToken: () => 'token' };
  return composeTransferMail(needs, template, id);
}

test('all four mails exist in both languages, and buyers who have paid get no reminder', async () => {
  const { id, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  const compose = (template: TransferMail, locale: 'de' | 'en') => composeFor(id, template, locale);
  for (const locale of ['de', 'en'] as const) {
    for (const template of ['transfer_awaited', 'transfer_reminder'] as const) {
      const mail = await compose(template, locale);
      expect(mail?.subject).toContain(code);
      expect(JSON.stringify(mail?.parts)).toContain('DE02 1203 0000 0000 2020 51');
    }
    for (const template of ['transfer_expired', 'transfer_called_off'] as const) {
      const ended = await compose(template, locale);
      expect(ended?.subject).toContain(code);
      expect(JSON.stringify(ended?.parts)).not.toContain('DE02');
    }
  }
  await receive({ code, due });
  expect(await compose('transfer_reminder', 'de')).toBeNull();
});

test('an order waits for its transfer until the end of the last day', async () => {
  const { id, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  const lastDay = addDays(calendarDay(context.clock.now()), bankTransfer.term_days);
  shop.advance(startOfDay(addDays(lastDay, 1)) - 60_000 - context.clock.now());
  await remindOrExpireTransfers(context);
  expect((await orderRow(id)).state).toBe('awaiting_payment');
  expect(await receive({ code, due })).toMatchObject({ exit: 0 });

  const { id: unpaid } = await placeTransfer({ lines: { kurs: 1 } });
  shop.advance(
    startOfDay(addDays(calendarDay(context.clock.now()), bankTransfer.term_days + 1)) - context.clock.now(),
  );
  await remindOrExpireTransfers(context);
  expect((await orderRow(unpaid)).state).toBe('expired');
});

test('mails name the last day of a transfer in the time zone of Berlin', async () => {
  const { id } = await placeTransfer({ lines: { kurs: 1 } });
  const { bank_transfer } = await orderRow(id);
  const instructions = { ...(bank_transfer as object), due_at: '2026-11-30T23:30:00.000Z' };
  await changeRows(db, 'orders', { id }, { bank_transfer: JSON.stringify(instructions) });
  const written = async (locale: 'de' | 'en') =>
    JSON.stringify((await composeFor(id, 'transfer_reminder', locale))?.parts);
  expect(await written('de')).toContain('1. Dezember 2026');
  expect(await written('en')).toContain('1 December 2026');
});

/** Sends all waiting mails; returns the templates of those to this address. */
async function sentTo(email: string): Promise<readonly string[]> {
  const sent = new Set((await deliverMails(context)).map(({ id }) => id));
  const mails = await rowsOf(db, 'outbox', { recipient: email }, ['id', 'template'], 'created_at', 'id');
  return mails.filter(({ id }) => sent.has(id)).map(({ template }) => template);
}

/** Tries to send all waiting mails with a mailer that refuses them, and advances the clock to the next attempt. */
async function refuseOnce(email: string, template: string): Promise<void> {
  const mailer = createMemoryMailer();
  mailer.refuse('no connection');
  while ((await deliverMail(context, { mailer, texts: apiTexts.mails })) > 0);
  expect(await rowOf(db, 'outbox', { recipient: email, template })).toMatchObject({
    attempts: 1,
    sent_at: null,
    last_error: 'no connection',
  });
  shop.advance(60_000);
}

test('a refused mail about a transfer is retried only while the order waits for its money', async () => {
  // Mails of the other tests.
  await db.deleteFrom('outbox').execute();
  const { id, email, code, due } = await placeTransfer({ lines: { kurs: 1 } });
  await refuseOnce(email, 'transfer_awaited');
  expect(await sentTo(email)).toEqual(['transfer_awaited']);
  await advanceToEnd(id, 2 * day);
  await remindOrExpireTransfers(context);
  await refuseOnce(email, 'transfer_reminder');
  await receive({ code, due });
  expect(await sentTo(email)).not.toContain('transfer_reminder');

  const other = await placeTransfer({ lines: { kurs: 1 } });
  await refuseOnce(other.email, 'transfer_awaited');
  await receive(other);
  expect(await sentTo(other.email)).not.toContain('transfer_awaited');
});

test('a refused mail about a failed payment is not retried once the order is paid', async () => {
  const email = `${randomUUID()}@example.org`;
  const { id, attributes } = await shop.ordered(await shop.storeCart({ lines: { kurs: 1 } }), email);
  await verifyOrder(context, shop.callerFor(id), id);
  const template = 'payment_failed';
  const about = {
    template,
    recipient: email,
    locale: 'de',
    facts: { order_id: id },
    dedupe_key: id,
  } as const;
  await inTransaction(db, (trx) => enqueueMail(trx, context, about));
  await refuseOnce(email, template);
  expect(await shop.pay(id, 'fake-valid-nonce', attributes.amount_due)).toMatchObject({ ok: true });
  expect(await sentTo(email)).not.toContain(template);
});
