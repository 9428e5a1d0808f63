import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, daysBetween, startOfDay } from '#core/rules/basics/calendar.ts';
import { err } from '#core/rules/basics/result.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cancelById } from '#server/subscriptions/cancel-subscription.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { dueOf } from '#test/integration/subscriptions/subscription-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createRightsShop, readDeclaration, sellEveryKind } from './consumer-rights-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'monthly', kind: 'subscription', price: 1900 });
});

interface CancellationOptions {
  readonly kind?: 'ordinary' | 'extraordinary';
  readonly ends_on?: string;
}

async function cancel(code: string, email: string, { kind = 'ordinary', ends_on }: CancellationOptions = {}) {
  const { reference } = await shop.declare({
    kind: 'cancellation',
    code,
    email,
    name: 'Johanna Brandt',
    details: { kind, reason: null, ends_on: ends_on ?? null },
  });
  await shop.decide();
  return readDeclaration(db, reference);
}

async function buyPlan(product: 'monthly' | 'pass') {
  const order = await shop.buy({ lines: { [product]: 1 } });
  const subscription = await rowOf(db, 'subscriptions', { order_id: order.id });
  return { order, subscription, due: dueOf(subscription) };
}

const statusOf = async (id: string) => (await rowOf(db, 'subscriptions', { id })).status;

/** Advances to the first minutes of a day, and runs the reminders and renewals that are due. */
async function goTo(day: string) {
  shop.advance(startOfDay(day) + 600_000 - shop.context.clock.now());
  while ((await remindOfRenewals(shop.context)) > 0);
  while ((await renewSubscriptions(shop.context)) > 0);
}

test('a cancellation by order or subscription number ends the subscription at the end of its term', async () => {
  for (const by of ['order', 'subscription'] as const) {
    const { order, subscription } = await buyPlan('pass');
    const code = by === 'order' ? order.code.toLowerCase() : subscription.code;
    const found = await cancel(code, order.email);
    expect(found).toMatchObject({ state: 'matched', row: { subscription_id: subscription.id } });
    expect(found.decision.subscriptions).toMatchObject([{ result: 'cancelled', ends_on: '2027-11-20' }]);
    expect(await statusOf(subscription.id)).toBe('cancelled');
    expect(await shop.mailsTo(order.email)).toEqual(
      expect.arrayContaining(['cancellation_receipt', 'cancellation_outcome']),
    );
    expect(await shop.refundsOf(order.id)).toEqual([]);
  }
});

test('the end of a subscription is confirmed also beyond the limit of declarations', async () => {
  const { order, subscription } = await buyPlan('pass');
  for (let count = 0; count < 6; count += 1) await cancel(`FALSCH${count}`, order.email);
  expect((await cancel(subscription.code, order.email)).state).toBe('matched');
  const mails = await shop.mailsTo(order.email);
  expect(mails.filter((template) => template === 'cancellation_outcome')).toHaveLength(1);
});

test('a cancellation by a stranger gets a receipt and has no effect', async () => {
  const { order, subscription } = await buyPlan('pass');
  const found = await cancel(subscription.code, `not-${order.email}`);
  expect(found).toMatchObject({ state: 'open', decision: { open: 'NO_MATCH' } });
  expect(await statusOf(subscription.id)).toBe('active');
  expect(await shop.mailsTo(`not-${order.email}`)).toEqual(['cancellation_receipt']);
});

test('a cancellation for good cause or for a later day waits for an operator', async () => {
  const { order, subscription } = await buyPlan('pass');
  const withCause = await cancel(subscription.code, order.email, { kind: 'extraordinary' });
  expect(withCause).toMatchObject({ state: 'open', decision: { open: 'GOOD_CAUSE' } });
  const later = await cancel(subscription.code, order.email, { ends_on: '2028-05-31' });
  expect(later).toMatchObject({ state: 'open', decision: { open: 'LATER_DAY' } });
  expect(await statusOf(subscription.id)).toBe('active');
  const answered = await shop.answer(withCause.reference, { action: 'carry_out' });
  expect(answered).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await statusOf(subscription.id)).toBe('cancelled');
});

test('a day that is too early is replaced by the earliest possible one; a second cancellation returns the same end', async () => {
  const { order, subscription } = await buyPlan('pass');
  for (const _ of [1, 2]) {
    const found = await cancel(subscription.code, order.email, { ends_on: '2026-12-31' });
    expect(found.decision.subscriptions).toMatchObject([{ result: 'cancelled', ends_on: '2027-11-20' }]);
  }
});

test('a cancellation of an order without a subscription waits for an operator', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  expect(await cancel(order.code, order.email)).toMatchObject({
    state: 'open',
    decision: { open: 'NOTHING_FITS' },
  });
});

test('a cancellation of two subscriptions for a day on which one of them cannot end waits for an operator', async () => {
  const order = await shop.buy({ lines: { pass: 1, monthly: 1 } });
  // The month ends on 20 December 2026, the year on 20 November 2027.
  const later = await cancel(order.code, order.email, { ends_on: '2026-12-21' });
  expect(later).toMatchObject({ state: 'open', decision: { open: 'LATER_DAY' } });
  const both = await cancel(order.code, order.email, { ends_on: '2026-12-20' });
  expect(both.state).toBe('matched');
  expect(both.decision.subscriptions?.map(({ ends_on }) => ends_on).toSorted()).toEqual([
    '2026-12-20',
    '2027-11-20',
  ]);
});

describe('a cancellation that is carried out late counts from the day of its declaration', () => {
  /** Buys a plan and declares its cancellation with a wrong number some days from its first due day. */
  async function declare(product: 'monthly' | 'pass', days: number) {
    const { order, subscription, due } = await buyPlan(product);
    await goTo(addDays(due, -10));
    if (days > 0) await goTo(due);
    await goTo(addDays(due, days));
    const found = await cancel('FALSCH', order.email);
    expect(found.decision).toEqual({ open: 'NO_MATCH' });
    const carryOut = () => shop.answer(found.reference, { action: 'carry_out', code: order.code });
    const backOf = async (period_number: number) => {
      const { id } = await rowOf(db, 'orders', { subscription_id: subscription.id, period_number });
      return (await shop.refundsOf(id)).map((refund) => {
        expect(refund).toMatchObject({ cause: 'cancellation', declaration_id: found.row.id });
        return refund.amount_cents;
      });
    };
    return { order, id: subscription.id, due, carryOut, backOf };
  }

  test.each([
    ['monthly', 1900],
    ['pass', 18_000],
  ] as const)(
    '%s ends with the period of that day, and later charges are refunded',
    async (product, price) => {
      const { order, id, due, carryOut, backOf } = await declare(product, -3);
      await goTo(due);
      await goTo(addDays(due, 4));
      const ends_on = addDays(due, -1);
      expect(await carryOut()).toMatchObject({
        ok: true,
        value: { decision: { subscriptions: [{ result: 'cancelled', ends_on }] } },
      });
      expect([await backOf(2), await shop.refundsOf(order.id)]).toEqual([[price], []]);
      expect(await rowOf(db, 'subscriptions', { id })).toMatchObject({ status: 'cancelled', ends_on });
      await goTo(addDays(due, 5));
      expect(await statusOf(id)).toBe('expired');
      expect(await rowsOf(db, 'orders', { subscription_id: id })).toHaveLength(1);
    },
  );

  test('a month that was declared before the second and carried out after the third charge: both are refunded', async () => {
    const { due, carryOut, backOf } = await declare('monthly', -3);
    await goTo(due);
    await goTo(addDays(due, 35));
    await carryOut();
    expect([await backOf(2), await backOf(3)]).toEqual([[1900], [1900]]);
  });

  test('a year that was declared in its third month ends with that month, however late it is carried out', async () => {
    const { due, carryOut, backOf } = await declare('pass', 65);
    await goTo(addDays(due, 130));
    expect(await carryOut()).toMatchObject({ ok: true });
    expect(await backOf(2)).toEqual([13_500]);
  });

  test.each([0, 12])(
    'or from a later day that was requested, and charges until then are not refunded (%s days)',
    async (late) => {
      const { order, subscription, due } = await buyPlan('monthly');
      const { reference, decision } = await cancel(order.code, order.email, { ends_on: addDays(due, 10) });
      expect(decision).toEqual({ open: 'LATER_DAY' });
      const carryOut = () => shop.answer(reference, { action: 'carry_out' });
      expect(await carryOut(), 'the subscription would end before that day').toEqual(err('DAY_TOO_FAR'));
      expect(await rowOf(db, 'subscriptions', { id: subscription.id })).toMatchObject({
        status: 'active',
        cancelled_at: null,
      });
      await goTo(due);
      const next = dueOf(await rowOf(db, 'subscriptions', { id: subscription.id }));
      await goTo(addDays(due, late));
      expect(await carryOut()).toMatchObject({
        value: { decision: { subscriptions: [{ result: 'cancelled', ends_on: addDays(next, -1) }] } },
      });
      const renewal = await rowOf(db, 'orders', { subscription_id: subscription.id });
      expect(await shop.refundsOf(renewal.id)).toEqual([]);
    },
  );

  test('a subscription that was past due on that day ends with it, and later charges are refunded', async () => {
    const { order, subscription: bought, due } = await buyPlan('monthly');
    shop.gateway.script({ goes: 'declined', reason: 'PROCESSOR_DECLINED' });
    await goTo(due);
    await goTo(addDays(due, 1));
    expect(await statusOf(bought.id)).toBe('past_due');
    const { reference } = await cancel('FALSCH', order.email);
    await goTo(addDays(due, 4));
    expect(await statusOf(bought.id)).toBe('active');
    const carried = { action: 'carry_out', code: order.code } as const;
    expect(await shop.answer(reference, carried)).toMatchObject({
      value: { decision: { subscriptions: [{ result: 'cancelled', ends_on: addDays(due, 1) }] } },
    });
    const renewal = await rowOf(db, 'orders', { subscription_id: bought.id });
    expect(await shop.refundsOf(renewal.id)).toMatchObject([{ amount_cents: 1900, cause: 'cancellation' }]);
    await goTo(addDays(due, 5));
    expect(await statusOf(bought.id)).toBe('expired');
  });

  const cancelInAccount = (id: string) =>
    inTransaction(db, (trx) => cancelById(trx, shop.context, id, { cause: 'buyer' }));

  test('a month that was cancelled again since then, running or over: later charges are refunded once', async () => {
    for (const days of [5, 40]) {
      const { order, id, due, carryOut, backOf } = await declare('monthly', -3);
      await goTo(due);
      await goTo(addDays(due, 4));
      await cancelInAccount(id);
      await goTo(addDays(due, days));
      expect(await statusOf(id)).toBe(days === 5 ? 'cancelled' : 'expired');
      const ends_on = addDays(due, -1);
      expect(await carryOut(), `${days} days later`).toMatchObject({
        value: { decision: { subscriptions: [{ result: 'cancelled', ends_on }] } },
      });
      expect([await backOf(2), await shop.refundsOf(order.id)]).toEqual([[1900], []]);
      await goTo(addDays(due, days + 1));
      expect(await statusOf(id)).toBe('expired');
      const again = await cancel(order.code, order.email);
      expect(again.decision.subscriptions).toMatchObject([{ result: 'NOTHING_TO_CANCEL' }]);
      expect(await backOf(2)).toEqual([1900]);
    }
  });

  test('a year that was cancelled again two months later: the months in between are refunded too', async () => {
    const { id, due, carryOut } = await declare('pass', 65);
    await goTo(addDays(due, 130));
    await cancelInAccount(id);
    const { id: renewal } = await rowOf(db, 'orders', { subscription_id: id });
    expect(await shop.amountsBack(renewal)).toEqual([10_500]);
    const { ends_on } = await rowOf(db, 'subscriptions', { id });
    await carryOut();
    for (const _ of [1, 2]) {
      const amounts = await shop.amountsBack(renewal);
      expect(amounts.toSorted((one, other) => one - other)).toEqual([3_000, 10_500]);
      const earlier = await rowOf(db, 'subscriptions', { id });
      expect(earlier).toMatchObject({
        status: 'cancelled',
        next_action_at: new Date(startOfDay(addDays(earlier.ends_on ?? '', 1))),
      });
      // Two months of a year, counted by days.
      expect(daysBetween(earlier.ends_on ?? '', ends_on ?? '')).toBeGreaterThan(58);
      expect(daysBetween(earlier.ends_on ?? '', ends_on ?? '')).toBeLessThan(63);
      await carryOut();
    }
  });

  test('a charge with an unknown outcome at that time is refunded as soon as the outcome is known', async () => {
    const { id, due, carryOut } = await declare('monthly', -3);
    shop.gateway.script({ goes: 'lost', was_charged: true });
    await goTo(due);
    expect(await carryOut()).toMatchObject({
      value: { decision: { subscriptions: [{ result: 'pending', ends_on: null }] } },
    });
    shop.advance(60_000);
    await shop.resolve();
    expect(await rowOf(db, 'subscriptions', { id })).toMatchObject({
      status: 'cancelled',
      ends_on: addDays(due, -1),
    });
    const { id: renewal } = await rowOf(db, 'orders', { subscription_id: id });
    expect(await shop.refundsOf(renewal)).toMatchObject([{ amount_cents: 1900, cause: 'cancellation' }]);
  });
});

test('a cancellation by the number of a renewal ends the subscription that it renewed', async () => {
  const { order, subscription, due } = await buyPlan('monthly');
  const { id } = subscription;
  await goTo(due);
  const renewal = await rowOf(db, 'orders', { subscription_id: id });
  expect(await cancel(renewal.code, order.email)).toMatchObject({
    state: 'matched',
    row: { order_id: renewal.id, subscription_id: id },
    decision: { subscriptions: [{ result: 'cancelled' }] },
  });
  expect(await statusOf(id)).toBe('cancelled');
});
