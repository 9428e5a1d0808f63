import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  countUnmatchedDeclarations,
  decideAsOperator,
  listOpenDeclarations,
} from '#server/consumer-rights/operator-decision.ts';

import { openTestDatabase } from '#test/integration/support/database.ts';
import { createRightsShop, days, readDeclaration, sellEveryKind } from './consumer-rights-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;

beforeAll(() => sellEveryKind(db));

const stranger = () => `${randomUUID()}@meisterhand.example`;
const openReferences = async () => (await listOpenDeclarations(context)).map((one) => one.reference);

test('a declaration without a purchase waits for nobody, and an operator can carry it out for an order', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const email = stranger();
  const { reference } = await shop.withdraw({ code: 'mein Kurs von gestern', email });
  expect(await openReferences()).not.toContain(reference);
  expect(await countUnmatchedDeclarations(context)).toBe(1);
  expect(await decideAsOperator(context, reference, { action: 'carry_out' })).toEqual({
    ok: false,
    error: 'UNKNOWN_PURCHASE',
  });
  // The day on which the declaration was received counts, not the day of the decision.
  shop.advance(days(60));
  const answered = await decideAsOperator(context, reference.toLowerCase(), {
    action: 'carry_out',
    code: order.code,
  });
  expect(answered).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await shop.refundsOf(order.id)).toHaveLength(1);
  expect(await shop.mailsTo(email)).toEqual(['withdrawal_receipt', 'withdrawal_outcome']);
  expect(await countUnmatchedDeclarations(context)).toBe(0);
  const again = await decideAsOperator(context, reference, { action: 'carry_out', code: order.code });
  expect(again).toEqual({ ok: false, error: 'NOT_OPEN' });
});

test('an operator rejects a declaration with an own text', async () => {
  const email = stranger();
  const { reference } = await shop.withdraw({ code: 'ABCD2345', email });
  const text = 'Zu dieser Nummer finden wir keinen Vertrag.';
  await decideAsOperator(context, reference, { action: 'reject', text });
  expect(await readDeclaration(db, reference)).toMatchObject({ state: 'answered', decision: { text } });
  expect(await shop.mailsTo(email)).toEqual(['withdrawal_receipt', 'withdrawal_outcome']);
});

test('returned goods are refunded with their shipping cost, once', async () => {
  const order = await shop.buy({ lines: { book: 2, box: 1 } });
  await shop.ship(order.id, true);
  const { reference } = await shop.withdraw(order);
  expect(await shop.refundsOf(order.id)).toEqual([]);
  expect(await openReferences()).toContain(reference);
  const paid = await decideAsOperator(context, reference, { action: 'goods_back' });
  expect(paid).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect((await shop.refundsOf(order.id)).map((refund) => refund.amount_cents)).toEqual([order.total]);
  expect((await readDeclaration(db, reference)).amounts).toEqual({ book: 4980, box: 4900 });
  expect(await decideAsOperator(context, reference, { action: 'goods_back' })).toMatchObject({ ok: false });
});

test('a declarant is told that goods are awaited, and again when an operator rejects what was awaited', async () => {
  const order = await shop.buy({ lines: { book: 1 } });
  await shop.ship(order.id, true);
  const { reference } = await shop.withdraw(order);
  const told = async () =>
    (await shop.mailsTo(order.email)).filter((template) => template === 'withdrawal_outcome').length;
  expect(await told()).toBe(1);
  await decideAsOperator(context, reference, { action: 'reject', text: 'Die Ware kam nicht zurück.' });
  expect(await told()).toBe(2);
});

test('an order that was never paid is no purchase that somebody could have mistyped', async () => {
  const email = stranger();
  await shop.ordered(await shop.storeCart({ lines: { book: 1 } }), email);
  expect((await shop.withdraw({ code: 'ABCD2345', email })).state).toBe('unmatched');
  await shop.buy({ lines: { book: 1 }, email });
  expect((await shop.withdraw({ code: 'ABCD2345', email })).state).toBe('open');
});

test('returned goods can only be recorded for a withdrawal that waits for them', async () => {
  const { reference } = await shop.withdraw({ code: 'ABCD2345', email: stranger() });
  const answered = await decideAsOperator(context, reference, { action: 'goods_back' });
  expect(answered).toEqual({ ok: false, error: 'NO_GOODS_AWAITED' });
  const unknown = await decideAsOperator(context, 'W-NICHTS', { action: 'goods_back' });
  expect(unknown).toEqual({ ok: false, error: 'UNKNOWN_DECLARATION' });
});

test('two operators decide one declaration at once: one refund', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  const { reference } = await shop.withdraw({ code: order.code, email: stranger() });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      decideAsOperator(context, reference, { action: 'carry_out', code: order.code }),
    ),
  );
  expect(
    answers.filter((answer) => answer.ok),
    'decisions about one declaration that were taken',
  ).toHaveLength(1);
  expect(await shop.refundsOf(order.id)).toHaveLength(1);
});
