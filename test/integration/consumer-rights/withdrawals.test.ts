import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, calendarDay, daysBetween } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { workingDayFrom } from '#core/rules/basics/working-days.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { recordConfirmation, recordEarlyStart } from '#server/orders/delivery/promise-contents.ts';
import { deliverOrder } from '#server/orders/delivery/shipments.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { giftCodesOf, giveVoucher, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createRightsShop, days, sellEveryKind } from './consumer-rights-shop.ts';

const { db, connectionString } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1900 });
});

const entitled = async (orderId: string) => {
  const rows = await rowsOf(db, 'entitlements', { order_id: orderId }, ['revoked_at']);
  return rows.filter((row) => row.revoked_at === null).length;
};

test('a whole order of digital products and unshipped goods is refunded at once, with its shipping cost', async () => {
  const order = await shop.buy({ lines: { course: 1, book: 2, gift: 1, voucher: 1 } });
  const found = await shop.withdraw(order);
  expect(found.state).toBe('matched');
  const back = 'refunded';
  expect(found.results).toEqual({ course: back, book: back, gift: back, voucher: back });
  const [refund] = await shop.refundsOf(order.id);
  const decided = { cause: 'withdrawal', declaration_id: found.row.id };
  expect(refund).toMatchObject({ ...decided, amount_cents: order.total });
  expect(await entitled(order.id)).toBe(0);
  expect(
    (await giftCodesOf(db, order.id)).every((code) => code.revoked_at !== null && code.balance_cents === 0),
  ).toBe(true);
  await shop.settle();
  expect(await shop.stateOf(order.id)).toBe('refunded');
  expect(await shop.mailsTo(order.email)).toEqual(
    expect.arrayContaining(['withdrawal_receipt', 'refund', 'withdrawal_outcome']),
  );
});

test('only the first confirmation and the first request for an early start are recorded', async () => {
  const { id } = await shop.buy({ lines: { course: 1 } });
  const times = async () => {
    await recordConfirmation(db, shop.context, id, 'download');
    await recordEarlyStart(db, shop.context, id);
    const { confirmed_at, early_start_requested_at } = await rowOf(db, 'orders', { id });
    return [confirmed_at, early_start_requested_at];
  };
  const first = await times();
  expect(first).not.toContain(null);
  shop.advance(1);
  expect(await times()).toEqual(first);
});

test('a line is found by its title in any spelling', async () => {
  const order = await shop.buy({ lines: { 'other-course': 1, course: 1 } });
  const found = await shop.withdraw(order, [{ id: '„Other Course“', quantity: null }]);
  expect(found.results).toEqual({ 'other-course': 'refunded' });
});

test('a buyer with a changed e-mail is known by the old and the new one', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const email = `neu-${order.email}`;
  await changeRows(db, 'users', { email: order.email }, { email });
  const mistyped = await shop.withdraw({ code: 'FALSCH2345', email });
  expect(mistyped).toMatchObject({ state: 'open', decision: { open: 'NO_MATCH' } });
  expect((await shop.withdraw({ ...order, email })).row.order_id).toBe(order.id);
});

test('beyond the limit of declarations, receipt and outcome of a matched one and an operator’s answer are still mailed', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  let last = '';
  for (let count = 0; count < 6; count += 1)
    last = (await shop.withdraw({ ...order, code: `FALSCH${count}` })).reference;
  const mails = async () =>
    (await shop.mailsTo(order.email)).filter((template) => template.startsWith('withdrawal')).toSorted();
  const receipts = (count: number) => Array(count).fill('withdrawal_receipt');
  expect(await mails()).toEqual(receipts(5));
  const found = await shop.withdraw(order);
  expect(found.results).toEqual({ course: 'refunded' });
  expect(await mails()).toEqual(['withdrawal_outcome', ...receipts(6)]);
  // A withdrawal that changes nothing causes no mail about its outcome.
  expect((await shop.withdraw(order)).results).toEqual({ course: 'ALREADY_BACK' });
  expect(await mails()).toEqual(['withdrawal_outcome', ...receipts(7)]);
  await shop.answer(last, { action: 'reject', text: 'Diese Nummer kennen wir nicht.' });
  expect(await mails()).toEqual(['withdrawal_outcome', 'withdrawal_outcome', ...receipts(7)]);
});

test('lines are selected by product or line id, with a quantity; lines that the order does not have are reported', async () => {
  const order = await shop.buy({ lines: { course: 1, book: 3 } });
  const { id } = await rowOf(db, 'order_lines', { order_id: order.id, product_id: 'book' });
  const found = await shop.withdraw(order, [
    { id, quantity: 1 },
    { id: 'book', quantity: 1 },
    { id: 'box', quantity: 1 },
  ]);
  expect(found.results).toEqual({ book: 'refunded', box: 'UNKNOWN_LINE' });
  expect(found.amounts.book).toBe(4980);
  const [refund] = await shop.refundsOf(order.id);
  // One book is kept, so the shipping cost is not refunded.
  expect(refund).toMatchObject({ amount_cents: 4980, lines: { shipping: 0 } });
  expect(await entitled(order.id)).toBe(1);
  const rest = await shop.withdraw(order, [{ id: 'book', quantity: null }]);
  expect(rest.amounts.book).toBe(2490);
  expect((await shop.refundsOf(order.id))[1]).toMatchObject({ amount_cents: 2490 + 499 });
});

test('order numbers are found in any spelling, but only with the buyer’s e-mail', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const stranger = await shop.withdraw({ ...order, email: `${randomUUID()}@meisterhand.example` });
  expect(stranger).toMatchObject({ state: 'open', decision: { open: 'NO_MATCH' }, row: { order_id: null } });
  expect(await shop.refundsOf(order.id)).toEqual([]);
  const spelt = ` ${order.code.slice(0, 4).toLowerCase()}-${order.code.slice(4)} `;
  const found = await shop.withdraw({ code: spelt, email: order.email.toUpperCase() });
  expect(found).toMatchObject({ state: 'matched', row: { order_id: order.id } });
});

test('the right to withdraw from a course ends when a paid lesson is delivered, which waits for the confirmation', async () => {
  const reported = await shop.buy({ lines: { course: 1 } });
  await shop.deliverConfirmations();
  await shop.play(reported.id, 'course-2');
  expect((await shop.withdraw(reported)).results).toEqual({ course: 'refunded' });

  const downloaded = await shop.buy({ lines: { course: 1 } });
  expect(await shop.download(downloaded.id, 'course-2')).toBe('held');
  await shop.deliverConfirmations();
  expect(await shop.download(downloaded.id, 'course-2')).toBe('open');
  expect((await shop.withdraw(downloaded)).results).toEqual({ course: 'LAPSED' });
  expect(await entitled(downloaded.id)).toBe(1);
});

test('the withdrawal period begins with the payment, not with the draft of the order', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const created_at = new Date(shop.context.clock.now() - days(30));
  await db.updateTable('orders').set({ created_at }).where('id', '=', order.id).execute();
  expect((await shop.withdraw(order)).results).toEqual({ course: 'refunded' });
});

test('digital products can be withdrawn until day 14, or the next working day, and not later', async () => {
  // Day 14 after 21 November 2026 is Saturday, 5 December, so the period ends on Monday, 7 December.
  const inTime = await shop.buy({ lines: { course: 1 } });
  const late = await shop.buy({ lines: { course: 1 } });
  shop.advance(days(16));
  expect((await shop.withdraw(inTime)).results).toEqual({ course: 'refunded' });
  shop.advance(days(1));
  const found = await shop.withdraw(late);
  expect(found.results).toEqual({ course: 'PERIOD_OVER' });
  expect(found.state).toBe('matched');
  expect(await shop.mailsTo(late.email)).toContain('withdrawal_outcome');
});

test('the day of receipt of a declaration counts, also if it is decided later', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const details = { lines: null, reason: null };
  await shop.declare({ kind: 'withdrawal', code: order.code, email: order.email, name: 'Johanna', details });
  shop.advance(days(40));
  await shop.decide();
  expect(await shop.refundsOf(order.id)).toHaveLength(1);
});

test('shipped goods are refunded after their return', async () => {
  const order = await shop.buy({ lines: { book: 1, course: 1 } });
  await shop.ship(order.id, true);
  shop.advance(days(3));
  const found = await shop.withdraw(order);
  expect(found).toMatchObject({ state: 'open', decision: { open: 'GOODS_AWAITED' } });
  expect(found.results).toEqual({ book: 'await_return', course: 'refunded' });
  expect(await shop.amountsBack(order.id)).toEqual([8900]);
  shop.advance(days(30));
  const late = await shop.buy({ lines: { book: 1 } });
  await shop.ship(late.id, true);
  shop.advance(days(20));
  expect((await shop.withdraw(late)).results).toEqual({ book: 'PERIOD_OVER' });
});

test('a redeemed gift is not refunded after consent, a voucher only up to its unspent rest', async () => {
  const order = await shop.buy({ lines: { gift: 2, voucher: 2 } });
  await shop.deliverConfirmations();
  const codes = await giftCodesOf(db, order.id);
  const [gift] = codes.filter((code) => code.kind === 'gift');
  const [voucher, other] = codes.filter((code) => code.kind === 'voucher');
  await shop.redeem(gift?.code ?? '', await shop.someUser());
  const spent = await shop.buy({ lines: { box: 1 }, voucherId: voucher?.id ?? '' });
  expect(spent.total).toBe(4900 + 499);
  await changeRows(db, 'gift_codes', { id: other?.id ?? '' }, { balance_cents: 1200 });
  const found = await shop.withdraw(order);
  // One of the two gifts was redeemed. One voucher was spent completely, the other one has 12 EUR left.
  expect(found.amounts).toEqual({ gift: 8900, voucher: 1200 });
  const again = await shop.withdraw(order);
  expect(again.results).toEqual({ gift: 'USED', voucher: 'USED' });
  expect(again.quantities, 'refused pieces of whole lines').toEqual({ gift: 2, voucher: 2 });
  const one = await shop.withdraw(order, [{ id: 'gift', quantity: 1 }]);
  expect([one.results, one.quantities]).toEqual([{ gift: 'USED' }, { gift: 1 }]);
});

test('a voucher that pays for an open order is not refunded until that order is closed', async () => {
  const order = await shop.buy({ lines: { voucher: 2 } });
  const [paying] = await giftCodesOf(db, order.id);
  const paidByIt = { lines: { course: 1 }, voucherId: paying?.id ?? '' };
  const open = await shop.ordered(await shop.storeCart(paidByIt));
  shop.gateway.script({ goes: 'lost', was_charged: false });
  await shop.pay(open.id, 'fake-valid-nonce', open.attributes.amount_due);
  // The open order has reserved only a part of the voucher.
  await changeRows(db, 'gift_codes', { id: paying?.id ?? '' }, { balance_cents: 700 });
  expect((await shop.withdraw(order)).amounts).toEqual({ voucher: 5000 });
  expect((await shop.withdraw(order)).results).toEqual({ voucher: 'USED' });
  await db.updateTable('orders').set({ state: 'voided' }).where('id', '=', open.id).execute();
  expect((await shop.withdraw(order)).amounts).toEqual({ voucher: 700 });
});

test('a gift without consent is refunded although it was redeemed, and its access ends', async () => {
  const order = await shop.buy({ lines: { gift: 1 } });
  await shop.deliverConfirmations();
  // An order from the time before codes were part of the consent.
  await db.updateTable('orders').set({ code_waiver_accepted_at: null }).where('id', '=', order.id).execute();
  const [gift] = await giftCodesOf(db, order.id);
  await shop.redeem(gift?.code ?? '', await shop.someUser());
  expect((await shop.withdraw(order)).amounts).toEqual({ gift: 8900 });
  const given = await rowsOf(db, 'entitlements', { gift_code_id: gift?.id ?? '' }, ['revoked_at']);
  expect(given.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
});

test('two vouchers that became credit are refunded as far as it is unspent, each cent once', async () => {
  const order = await shop.buy({ lines: { voucher: 2 } });
  await shop.deliverConfirmations();
  const owner = await shop.someUser();
  for (const { code } of await giftCodesOf(db, order.id)) await shop.redeem(code, owner);
  const credit = { kind: 'credit', redeemed_by: owner } as const;
  const left = async () => (await rowOf(db, 'gift_codes', credit)).balance_cents;
  expect(await left()).toBe(10_000);
  await changeRows(db, 'gift_codes', credit, { balance_cents: 7_000 });
  expect((await shop.withdraw(order, [{ id: 'voucher', quantity: 1 }])).amounts).toEqual({ voucher: 5_000 });
  expect(await left()).toBe(2_000);
  expect((await shop.withdraw(order)).amounts).toEqual({ voucher: 2_000 });
  expect(await left()).toBe(0);
  expect((await shop.withdraw(order)).results).toEqual({ voucher: 'ALREADY_BACK' });
});

test('two vouchers in one credit that are withdrawn together are refunded up to the rest of the credit', async () => {
  const order = await shop.buy({ lines: { voucher: 2 } });
  const owner = await shop.someUser();
  for (const { code } of await giftCodesOf(db, order.id)) await shop.redeem(code, owner);
  await changeRows(db, 'gift_codes', { kind: 'credit', redeemed_by: owner }, { balance_cents: 7_000 });
  expect((await shop.withdraw(order)).amounts).toEqual({ voucher: 7_000 });
});

test('a voucher that became credit is refunded from bought credit, not from promotional credit', async () => {
  const order = await shop.buy({ lines: { voucher: 1 } });
  const owner = await shop.someUser();
  const [bought] = await giftCodesOf(db, order.id);
  await shop.redeem(bought?.code ?? '', owner);
  const given = await giveVoucher(db, 3_000);
  await db.updateTable('gift_codes').set({ is_promotional: true }).where('id', '=', given).execute();
  await shop.redeem(`V-${given}`, owner);
  expect((await shop.withdraw(order)).amounts).toEqual({ voucher: 5_000 });
  const credit = { kind: 'credit', redeemed_by: owner } as const;
  const columns = ['is_promotional', 'balance_cents'] as const;
  expect(await rowsOf(db, 'gift_codes', credit, columns, 'is_promotional')).toEqual([
    { is_promotional: false, balance_cents: 0 },
    { is_promotional: true, balance_cents: 3_000 },
  ]);
  const entries = await db
    .selectFrom('voucher_entries')
    .innerJoin('gift_codes', 'gift_codes.id', 'gift_code_id')
    .select((all) => all.fn.sum<string>('amount_cents').as('sum'))
    .where('redeemed_by', '=', owner)
    .groupBy('gift_code_id')
    .execute();
  expect(entries.map(({ sum }) => Number(sum)).toSorted(), 'entries add up to balances').toEqual([
    0, 0, 0, 3_000,
  ]);
});

test('a membership without the express request for an early start is refunded completely', async () => {
  const order = await shop.buy({ lines: { pass: 1 } });
  shop.advance(days(10));
  expect((await shop.withdraw(order)).amounts).toEqual({ pass: 18_000 });
});

test('a membership with an early start on request is refunded for the remaining days, and ends at once', async () => {
  const order = await shop.buy({ lines: { pass: 1 }, earlyStart: true });
  shop.advance(days(10));
  const found = await shop.withdraw(order);
  // A year with 29 February: 10 of its 366 days have passed.
  expect(found.amounts.pass).toBe(Math.round((18_000 * 356) / 366));
  const subscription = await rowOf(db, 'subscriptions', { order_id: order.id });
  expect(subscription).toMatchObject({ status: 'expired', next_action_at: null });
  const events = await rowsOf(db, 'subscription_events', { subscription_id: subscription.id }, ['event']);
  expect(events.map((row) => row.event)).toContain('revoke');
  expect((await shop.withdraw(order)).results).toEqual({ pass: 'ALREADY_BACK' });
});

test('a withdrawal by subscription number affects only this subscription of its order', async () => {
  const order = await shop.buy({ lines: { pass: 1, course: 1 } });
  const { code } = await rowOf(db, 'subscriptions', { order_id: order.id });
  const found = await shop.withdraw({ code, email: order.email });
  expect(found.results).toEqual({ pass: 'refunded' });
  expect(await entitled(order.id)).toBe(1);
});

describe('a subscription that is withdrawn', () => {
  const buyMonth = async () => {
    const order = await shop.buy({ lines: { monthly: 1 } });
    return { order, ...(await rowOf(db, 'subscriptions', { order_id: order.id })) };
  };

  test('after its renewal, because the declaration named a wrong number: both charges are refunded', async () => {
    const { order, id, period_ends_at } = await buyMonth();
    shop.advance(days(14));
    const { reference, row } = await shop.withdraw({ code: 'FALSCH', email: order.email });
    shop.advance(period_ends_at.getTime() + 600_000 - shop.context.clock.now());
    while ((await renewSubscriptions(shop.context)) > 0);
    await shop.answer(reference, { action: 'carry_out', code: order.code });
    const renewal = await rowOf(db, 'orders', { subscription_id: id });
    for (const orderId of [order.id, renewal.id])
      expect(await shop.refundsOf(orderId)).toMatchObject([
        { amount_cents: 1900, cause: 'withdrawal', declaration_id: row.id },
      ]);
    expect((await rowOf(db, 'subscriptions', { id })).status).toBe('expired');
  });

  test('after an operator has refunded its whole price ends at once', async () => {
    const { order, id } = await buyMonth();
    const [line] = await shop.linesOf(order.id);
    const lines = [{ line_id: line?.id ?? '', quantity: 0 }];
    await shop.refund({ order_id: order.id, lines, includes_shipping: false, amount: cents(1900) });
    while ((await shop.settle()) > 0);
    const { status } = await rowOf(db, 'subscriptions', { id });
    expect([await shop.stateOf(order.id), status]).toEqual(['refunded', 'active']);
    shop.advance(days(10));
    const found = await shop.withdraw(order);
    expect([found.results, found.amounts]).toEqual([{ monthly: 'refunded' }, { monthly: 0 }]);
    expect((await rowOf(db, 'subscriptions', { id })).status).toBe('expired');
    expect((await shop.withdraw(order)).results).toEqual({ monthly: 'ALREADY_BACK' });
    expect(await shop.stateOf(order.id)).toBe('refunded');
  });
});

test('a declaration that cannot be decided waits for an operator and does not delay others', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await db.deleteFrom('invoices').where('order_id', '=', order.id).execute();
  const found = await shop.withdraw(order);
  expect(found).toMatchObject({ state: 'open', decision: { open: 'FAILED' } });
  expect(await shop.refundsOf(order.id)).toEqual([]);
  expect(shop.surprises.splice(0)).toMatchObject([{ event: 'declaration_not_decided' }]);
  const next = await shop.buy({ lines: { course: 1 } });
  expect((await shop.withdraw(next)).state).toBe('matched');
});

test('a declaration that was decided after one server failed with it is not opened again by that one', async () => {
  const { id, code, email } = await shop.buy({ lines: { course: 1 } });
  await db.deleteFrom('invoices').where('order_id', '=', id).execute();
  const details = { lines: null, reason: null };
  const { reference } = await shop.declare({ kind: 'withdrawal', code, email, name: 'Johanna', details });
  // With one connection the statements run in order.
  const single = createDatabase(connectionString, { max: 1 });
  const decided: Promise<void>[] = [];
  const error = () => decided.push(changeRows(single, 'declarations', { reference }, { state: 'matched' }));
  await decideDeclarations({ ...shop.context, db: single, log: { ...shop.context.log, error } });
  expect(decided).toHaveLength(1);
  await Promise.all(decided);
  await single.destroy();
  expect((await rowOf(db, 'declarations', { reference })).state).toBe('matched');
});

test('goods without a recorded delivery can be withdrawn without a time limit, and are refunded once they are back', async () => {
  const order = await shop.buy({ lines: { book: 1 } });
  await shop.ship(order.id, false);
  shop.advance(days(400));
  expect((await shop.withdraw(order)).results).toEqual({ book: 'await_return' });
  expect(await shop.refundsOf(order.id)).toEqual([]);
});

test.each(['voucher', 'gift'])(
  'the withdrawal period of a %s on a card begins with its delivery, and it is refunded without a return',
  async (product) => {
    const lines = { [product]: 1 };
    const [card, late, mailed] = [
      await shop.buy({ lines, isPrinted: true }),
      await shop.buy({ lines, isPrinted: true }),
      await shop.buy({ lines }),
    ];
    for (const order of [card, late]) await shop.ship(order.id, false);
    shop.advance(days(300));
    const today = calendarDay(shop.context.clock.now());
    for (const { code } of [card, late])
      expect(await deliverOrder(shop.context, code)).toEqual({ ok: true, value: 'moved' });
    const last = workingDayFrom(addDays(today, 14));
    shop.advance(days(daysBetween(today, last)));
    const found = await shop.withdraw(card);
    expect([found.state, found.results]).toEqual(['matched', { [product]: 'refunded' }]);
    expect(await shop.amountsBack(card.id)).toEqual([card.total]);
    expect((await shop.withdraw(mailed)).results).toEqual({ [product]: 'PERIOD_OVER' });
    shop.advance(days(1));
    expect((await shop.withdraw(late)).results).toEqual({ [product]: 'PERIOD_OVER' });
  },
);
