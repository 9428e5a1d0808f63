import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { err } from '#core/rules/basics/result.ts';
import {
  countUnmatchedDeclarations,
  listOpenDeclarations,
} from '#server/consumer-rights/operator-decision.ts';
import { checkOutOrder } from '#server/orders/check-out-order.ts';
import { receiveTransfer } from '#server/payments/settle-bank-transfers.ts';
import { bankTransfer, paymentOf, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { composeRow } from '#test/integration/support/deliver-mails.ts';
import { insertRows, rowsOf } from '#test/integration/support/rows.ts';
import { pdfTexts } from '#test/unit/server/platform/pdf/pdf-texts.ts';
import { createRightsShop, days, readDeclaration, sellEveryKind } from './consumer-rights-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;

beforeAll(async () => {
  await sellEveryKind(db);
  const box = { kind: 'gift_box', gives: 'other-course' } as const;
  await sellProduct(db, { ...box, id: 'course-box', price: 13_900, stock: 9 });
  await sellProduct(db, { ...box, id: 'large-box', price: 15_900, stock: 7 });
});

const stranger = () => `${randomUUID()}@meisterhand.example`;
const openReferences = async () => (await listOpenDeclarations(context)).map((one) => one.reference);

test('a declaration without a purchase is not in the queue, and an operator can carry it out for an order', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const email = stranger();
  const { reference } = await shop.withdraw({ code: 'mein Kurs von gestern', email });
  expect(await openReferences()).not.toContain(reference);
  expect(await countUnmatchedDeclarations(context)).toBe(1);
  expect(await shop.answer(reference, { action: 'carry_out' })).toEqual(err('UNKNOWN_PURCHASE'));
  // The day on which the declaration was received counts, not the day of the decision.
  shop.advance(days(60));
  const answered = await shop.answer(reference.toLowerCase(), { action: 'carry_out', code: order.code });
  expect(answered).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await shop.refundsOf(order.id)).toHaveLength(1);
  expect(await shop.mailsTo(email)).toEqual(['withdrawal_receipt', 'withdrawal_outcome']);
  expect(await countUnmatchedDeclarations(context)).toBe(0);
  const again = await shop.answer(reference, { action: 'carry_out', code: order.code });
  expect(again).toEqual(err('NOT_OPEN'));
});

test('an operator rejects a declaration with an own text', async () => {
  const email = stranger();
  const { reference } = await shop.withdraw({ code: 'ABCD2345', email });
  const text = 'Zu dieser Nummer finden wir keinen Vertrag.';
  await shop.answer(reference, { action: 'reject', text });
  expect(await readDeclaration(db, reference)).toMatchObject({ state: 'answered', decision: { text } });
  expect(await shop.mailsTo(email)).toEqual(['withdrawal_receipt', 'withdrawal_outcome']);
});

test('returned goods are refunded with their shipping cost, once', async () => {
  const order = await shop.buy({ lines: { book: 2, box: 1 } });
  await shop.ship(order.id, true);
  const { reference } = await shop.withdraw(order);
  expect(await shop.refundsOf(order.id)).toEqual([]);
  expect(await openReferences()).toContain(reference);
  const paid = await shop.answer(reference, { action: 'goods_back' });
  expect(paid).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await shop.amountsBack(order.id)).toEqual([order.total]);
  expect((await readDeclaration(db, reference)).amounts).toEqual({ book: 4980, box: 4900 });
  expect(await shop.answer(reference, { action: 'goods_back' })).toMatchObject({ ok: false });
});

test('a mail says that goods are awaited, and another one that an operator has rejected the withdrawal', async () => {
  const order = await shop.buy({ lines: { book: 1 } });
  await shop.ship(order.id, true);
  const { reference } = await shop.withdraw(order);
  const told = async () =>
    (await shop.mailsTo(order.email)).filter((template) => template === 'withdrawal_outcome').length;
  expect(await told()).toBe(1);
  const letter = async () => {
    const mails = await rowsOf(db, 'outbox', { recipient: order.email }, '*', 'created_at', 'id');
    const row = mails.findLast(({ template }) => template === 'withdrawal_outcome');
    if (row === undefined) throw new Error('No decision was mailed');
    return (await composeRow(db, row))?.text ?? '';
  };
  const { return_note, results } = pdfTexts.de.withdrawal_outcome;
  const accepted = [return_note, results.await_return ?? '?'];
  for (const text of accepted) expect(await letter()).toContain(text);
  shop.advance(days(1));
  await shop.answer(reference, { action: 'reject', text: 'Die Ware kam nicht zurück.' });
  expect(await told()).toBe(2);
  expect(await letter()).toContain('Die Ware kam nicht zurück.');
  for (const text of accepted) expect(await letter()).not.toContain(text);
});

test('a declaration with a wrong number waits for an operator only when its e-mail has a paid order', async () => {
  const email = stranger();
  await shop.ordered(await shop.storeCart({ lines: { book: 1 } }), email);
  expect((await shop.withdraw({ code: 'ABCD2345', email })).state).toBe('unmatched');
  await shop.buy({ lines: { book: 1 }, email });
  expect((await shop.withdraw({ code: 'ABCD2345', email })).state).toBe('open');
});

test('a withdrawal of an order that awaits a bank transfer waits, and is carried out once the transfer has arrived', async () => {
  const email = stranger();
  const { id, attributes } = await shop.ordered(await shop.storeCart({ lines: { book: 1 } }), email);
  const { code, amount_due } = attributes;
  expect((await shop.withdraw({ code, email })).state, 'before it is ordered').toBe('unmatched');
  const server = { ...context, settings: { ...context.settings, bankTransfer } };
  const nonce = await shop.transferNonce(id, server);
  await checkOutOrder(server, shop.callerFor(id), paymentOf(id, nonce, amount_due));
  expect(await shop.stateOf(id)).toBe('awaiting_payment');
  const { reference, state, decision } = await shop.withdraw({ code, email });
  expect([state, decision]).toEqual(['open', { open: 'NO_MATCH' }]);
  expect((await shop.withdraw({ code, email: stranger() })).state, 'by its number').toBe('open');
  expect((await shop.withdraw({ code: 'ABCD2345', email })).state, 'by its e-mail').toBe('open');
  const carryOut = () => shop.answer(reference, { action: 'carry_out' });
  expect(await carryOut()).toEqual(err('UNKNOWN_PURCHASE'));
  expect(await receiveTransfer(context, code, cents(amount_due))).toMatchObject({ ok: true });
  expect(await carryOut()).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await shop.amountsBack(id)).toEqual([amount_due]);
});

test('returned goods can only be recorded for a withdrawal that waits for them', async () => {
  const { reference } = await shop.withdraw({ code: 'ABCD2345', email: stranger() });
  expect(await shop.answer(reference, { action: 'goods_back' })).toEqual(err('NO_GOODS_AWAITED'));
  expect(await shop.answer('W-NICHTS', { action: 'goods_back' })).toEqual(err('UNKNOWN_DECLARATION'));
});

test('two operators decide one declaration at once: one refund', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const { reference } = await shop.withdraw({ code: order.code, email: stranger() });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.answer(reference, { action: 'carry_out', code: order.code })),
  );
  expect(
    answers.filter((answer) => answer.ok),
    'decisions about one declaration that were taken',
  ).toHaveLength(1);
  expect(await shop.refundsOf(order.id)).toHaveLength(1);
});

describe('a withdrawal that was carried out and waits for something', () => {
  const part = [
    { id: 'book', quantity: 2 },
    { id: 'gift', quantity: 1 },
    { id: 'nothing of this order', quantity: 3 },
  ];
  const carryOut = (reference: string, code?: string) =>
    shop.answer(reference, { action: 'carry_out', ...(code === undefined ? {} : { code }) });

  /** Returns all that a decision writes. */
  async function writtenFor(reference: string, orderId: string) {
    const { row } = await readDeclaration(db, reference);
    const changes = db.selectFrom('audit_log').selectAll().where('record_id', '=', row.id).orderBy('id');
    return {
      row,
      refunds: await shop.refundsOf(orderId),
      mails: await shop.outcomeMails(reference),
      changes: await changes.execute(),
    };
  }

  test.each([
    ['by the job, then by an operator with the number', null, true],
    ['by the job, then by an operator without a number, with part of the lines', part, false],
    ['by an operator with the number, then without, with part of the lines', part, null],
    ['by an operator with the number, then without', null, null],
  ])('is not carried out again %s', async (_, lines, isNamed) => {
    const order = await shop.buy({ lines: { book: 3, course: 1, gift: 2 } });
    await shop.ship(order.id, true);
    const declared = isNamed === null ? { code: 'MEIN BUCH', email: stranger() } : order;
    const { reference } = await shop.withdraw(declared, lines);
    const first = isNamed === null ? await carryOut(reference, order.code) : null;
    const before = await writtenFor(reference, order.id);
    expect((await readDeclaration(db, reference)).results).toEqual(
      lines === null
        ? { book: 'await_return', course: 'refunded', gift: 'refunded' }
        : { book: 'await_return', gift: 'refunded', 'nothing of this order': 'UNKNOWN_LINE' },
    );
    shop.advance(days(2));
    const again = await carryOut(reference, isNamed === true ? order.code.toLowerCase() : undefined);
    const decision = before.row.decision;
    expect(again).toEqual({ ok: true, value: { state: 'open', decision } });
    if (first !== null) expect(again).toEqual(first);
    expect(await writtenFor(reference, order.id)).toEqual(before);
    await shop.answer(reference, { action: 'goods_back' });
    expect((await readDeclaration(db, reference)).amounts).toEqual(
      lines === null
        ? { book: 7_470, course: 8_900, gift: 17_800 }
        : { book: 4_980, gift: 8_900, 'nothing of this order': 0 },
    );
  });

  test('is not carried out for another purchase either', async () => {
    const order = await shop.buy({ lines: { book: 1, course: 1 } });
    const other = await shop.buy({ lines: { voucher: 1, course: 1 } });
    await shop.ship(order.id, true);
    const { reference } = await shop.withdraw(order);
    const before = await writtenFor(reference, order.id);
    expect(await carryOut(reference, other.code)).toEqual(err('NOT_OPEN'));
    expect(await carryOut(reference, 'NICHTS')).toEqual(err('UNKNOWN_PURCHASE'));
    expect(await writtenFor(reference, order.id)).toEqual(before);
    expect(await shop.refundsOf(other.id)).toEqual([]);
  });

  test('is carried out for the right purchase after nothing of the first one fitted', async () => {
    const wrong = await shop.buy({ lines: { voucher: 1 } });
    const right = await shop.buy({ lines: { course: 1, gift: 1 } });
    const { reference } = await shop.withdraw(wrong, [{ id: 'course', quantity: 1 }]);
    expect(await carryOut(reference, right.code)).toMatchObject({ ok: true, value: { state: 'answered' } });
    expect((await readDeclaration(db, reference)).amounts).toEqual({ course: 8_900 });
    expect(await shop.refundsOf(wrong.id)).toEqual([]);
  });

  test('is not carried out for a purchase of which nothing fits, and keeps waiting', async () => {
    const wrong = await shop.buy({ lines: { voucher: 1 } });
    const { reference } = await shop.withdraw(wrong, [{ id: 'course', quantity: 1 }]);
    const before = await writtenFor(reference, wrong.id);
    expect(await carryOut(reference)).toEqual(err('UNKNOWN_PURCHASE'));
    expect(await carryOut(reference, wrong.code)).toEqual(err('UNKNOWN_PURCHASE'));
    expect(await writtenFor(reference, wrong.id)).toEqual(before);
    expect(await openReferences()).toContain(reference);
  });

  test('causes a mail when an operator carries it out, and another when its goods do not come back', async () => {
    const order = await shop.buy({ lines: { book: 1 } });
    await shop.ship(order.id, true);
    const { reference } = await shop.withdraw({ code: 'FALSCH', email: order.email });
    await carryOut(reference, order.code);
    shop.advance(1);
    await shop.answer(reference, { action: 'reject', text: 'Die Ware kam nicht zurück.' });
    expect(await shop.outcomeMails(reference)).toEqual(['answered', 'rejected']);
  });
});

describe('a box with a course that comes back', () => {
  /** Buys two boxes in one order and withdraws them after delivery. A friend has watched the course of the first. */
  async function returnBoxes() {
    const order = await shop.buy({ lines: { 'course-box': 1, 'large-box': 1 } });
    await shop.deliverConfirmations();
    await shop.ship(order.id, true);
    await shop.watchGift(order.id, 'course-box');
    const { reference } = await shop.withdraw(order);
    return { order, reference };
  }

  test('is not refunded without a deduction when its code was opened', async () => {
    const { order, reference } = await returnBoxes();
    expect(await shop.answer(reference, { action: 'goods_back' })).toEqual(err('DEDUCTION_MISSING'));
    expect(await shop.refundsOf(order.id)).toEqual([]);
    expect((await readDeclaration(db, reference)).state).toBe('open');
  });

  test('is refunded less the deduction, and the box with an unopened code at its whole price', async () => {
    const { order, reference } = await returnBoxes();
    // The code gave a course of 99 EUR, which is the highest deduction.
    const tooMuch = { action: 'goods_back', deduction: cents(9_901) } as const;
    expect(await shop.answer(reference, tooMuch)).toEqual(err('DEDUCTION_TOO_HIGH'));
    const paid = await shop.answer(reference, { ...tooMuch, deduction: cents(9_900) });
    expect(paid).toMatchObject({ ok: true, value: { state: 'answered' } });
    const declaration = await readDeclaration(db, reference);
    expect(declaration.amounts).toEqual({ 'course-box': 4_000, 'large-box': 15_900 });
    expect(declaration.decision.lines?.map(({ deduction }) => deduction)).toEqual([9_900, undefined]);
    expect(await shop.amountsBack(order.id)).toEqual([order.total - 9_900]);
    expect(await shop.outcomeMails(reference)).toEqual(['decided', 'returned']);
  });

  test('is refunded whole without a deduction, and with an unopened code', async () => {
    const { order, reference } = await returnBoxes();
    await shop.answer(reference, { action: 'goods_back', deduction: cents(0) });
    expect(await shop.amountsBack(order.id)).toEqual([order.total]);
    const unopened = await shop.buy({ lines: { 'course-box': 1 } });
    await shop.deliverConfirmations();
    await shop.ship(unopened.id, true);
    const second = await shop.withdraw(unopened);
    expect(await shop.answer(second.reference, { action: 'goods_back', deduction: cents(1) })).toEqual(
      err('DEDUCTION_TOO_HIGH'),
    );
    await shop.answer(second.reference, { action: 'goods_back' });
    expect(await shop.amountsBack(unopened.id)).toEqual([unopened.total]);
  });

  test('has at most a deduction of what its code was worth at the time of purchase', async () => {
    const asked = { kind: 'product', subject: 'other-course', valid_from: new Date(0) };
    await insertRows(db, 'price_ledger', { ...asked, terms: JSON.stringify({ price: 9_900 }) });
    const { order, reference } = await returnBoxes();
    const price = (price_cents: number) =>
      db.updateTable('products').set({ price_cents }).where('id', '=', 'other-course').execute();
    await price(12_000);
    const back = (deduction: number) =>
      shop.answer(reference, { action: 'goods_back', deduction: cents(deduction) });
    expect(await back(9_901)).toEqual(err('DEDUCTION_TOO_HIGH'));
    expect(await back(9_900)).toMatchObject({ ok: true });
    await price(9_900);
    expect(await shop.amountsBack(order.id)).toEqual([order.total - 9_900]);
  });

  test('is awaited although no parcel was noted, when its code was redeemed', async () => {
    const order = await shop.buy({ lines: { 'course-box': 1, 'large-box': 1 } });
    await shop.deliverConfirmations();
    await shop.watchGift(order.id, 'course-box');
    const { reference, results } = await shop.withdraw(order);
    expect(results).toEqual({ 'course-box': 'await_return', 'large-box': 'refunded' });
    await shop.answer(reference, { action: 'goods_back', deduction: cents(9_900) });
    const { amounts } = await readDeclaration(db, reference);
    expect(amounts).toEqual({ 'course-box': 4_000, 'large-box': 15_900 });
  });

  test('is, of two in one line, the one with an unopened code: a friend keeps the course', async () => {
    const order = await shop.buy({ lines: { 'course-box': 2 } });
    await shop.deliverConfirmations();
    await shop.ship(order.id, true);
    const friend = await shop.redeemGift(order.id, 'course-box');
    const watch = () => shop.watch(friend, 'other-course', 'other-course-1');
    expect(await watch()).toBe('open');
    const back = async () => {
      const { reference } = await shop.withdraw(order, [{ id: 'course-box', quantity: 1 }]);
      return shop.answer(reference, { action: 'goods_back' });
    };
    expect(await back()).toMatchObject({ ok: true, value: { state: 'answered' } });
    expect(await shop.amountsBack(order.id)).toEqual([13_900]);
    expect(await watch()).toBe('open');
    expect(await back()).toEqual(err('DEDUCTION_MISSING'));
  });
});
