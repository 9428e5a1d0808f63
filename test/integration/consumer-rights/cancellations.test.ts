import { beforeAll, expect, test } from 'vitest';
import { decideAsOperator } from '#server/consumer-rights/operator-decision.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { rowOf } from '#test/integration/support/rows.ts';
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

async function buyPass() {
  const order = await shop.buy({ lines: { pass: 1 } });
  const subscription = await rowOf(db, 'subscriptions', { order_id: order.id });
  return { order, subscription };
}

const statusOf = async (id: string) => (await rowOf(db, 'subscriptions', { id })).status;

test('a cancellation by order or subscription number ends the subscription at the end of its term', async () => {
  for (const by of ['order', 'subscription'] as const) {
    const { order, subscription } = await buyPass();
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

test('a cancellation by a stranger gets a receipt and has no effect', async () => {
  const { order, subscription } = await buyPass();
  const found = await cancel(subscription.code, `not-${order.email}`);
  expect(found).toMatchObject({ state: 'open', decision: { open: 'NO_MATCH' } });
  expect(await statusOf(subscription.id)).toBe('active');
  expect(await shop.mailsTo(`not-${order.email}`)).toEqual(['cancellation_receipt']);
});

test('a cancellation for good cause or for a later day is decided by an operator', async () => {
  const { order, subscription } = await buyPass();
  const withCause = await cancel(subscription.code, order.email, { kind: 'extraordinary' });
  expect(withCause).toMatchObject({ state: 'open', decision: { open: 'GOOD_CAUSE' } });
  const later = await cancel(subscription.code, order.email, { ends_on: '2028-05-31' });
  expect(later).toMatchObject({ state: 'open', decision: { open: 'LATER_DAY' } });
  expect(await statusOf(subscription.id)).toBe('active');
  const answered = await decideAsOperator(shop.context, withCause.reference, { action: 'carry_out' });
  expect(answered).toMatchObject({ ok: true, value: { state: 'answered' } });
  expect(await statusOf(subscription.id)).toBe('cancelled');
});

test('a day that is too early is replaced by the earliest possible one; a second cancellation returns the same end', async () => {
  const { order, subscription } = await buyPass();
  for (const _ of [1, 2]) {
    const found = await cancel(subscription.code, order.email, { ends_on: '2026-12-31' });
    expect(found.decision.subscriptions).toMatchObject([{ result: 'cancelled', ends_on: '2027-11-20' }]);
  }
});

test('a cancellation of an order without a subscription is decided by an operator', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  expect(await cancel(order.code, order.email)).toMatchObject({
    state: 'open',
    decision: { open: 'NOTHING_FITS' },
  });
});

test('of an order with two subscriptions a day that only one of them cannot end on is decided by an operator', async () => {
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
