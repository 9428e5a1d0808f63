import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs, logInWithOldProof } from '#test/integration/support/operators.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
await sellProduct(shop.db, { id: 'monthly', kind: 'subscription', price: 1_900 });
// Ten unused months of the first are 100 euros, of the second one cent less.
await sellProduct(shop.db, { id: 'yearly', kind: 'membership', price: 120_00 });
await sellProduct(shop.db, { id: 'cheaper', kind: 'membership', price: 119_99 });
const {
  listOperatorSubscriptions,
  getOperatorSubscription,
  retryRenewal,
  stopSubscription,
  giveFreePeriods,
} = operatorEndpoints;

let buyers = 0;

const read = async (operator: string, params: { readonly id: string }) =>
  (await shop.call(getOperatorSubscription, { operator, params })).value?.data.attributes;

async function member(product: string) {
  // Earlier tests have advanced the clock by months, so the sessions of operators have ended.
  const { cookie: operator } = await logInAs(shop, 'support');
  const email = `mitglied-${++buyers}@example.org`;
  const { id: order } = await buyAsGuest(shop, { [product]: 1 }, { email });
  const { id } = await rowOf(shop.db, 'subscriptions', { order_id: order });
  return { id, email, operator, params: { id } };
}

/** Advances the clock to the due day, runs the renewals, and returns the cookie of a new operator. */
async function renew(id: string): Promise<string> {
  const { period_ends_at, next_action_at } = await rowOf(shop.db, 'subscriptions', { id });
  const due = next_action_at ?? period_ends_at;
  shop.advance(due.getTime() + 60_000 - shop.context.clock.now());
  while ((await renewSubscriptions(shop.context)) > 0);
  return (await logInAs(shop, 'support')).cookie;
}

// Must be the first test: the scripted refusals apply to the next charges of any subscription.
test('a refused renewal is found by its number of failures, and charged again once beside the planned tries', async () => {
  const { id, email, operator, params } = await member('monthly');
  const early = await shop.call(retryRenewal, { operator, params });
  expect(early.codes).toEqual(['NOTHING_TO_CHARGE']);
  shop.gateway.script({ goes: 'declined', reason: 'PROCESSOR_DECLINED' });
  const cookie = await renew(id);
  const query = { 'filter[q]': email.slice(2), 'filter[stage]': '1' };
  const found = await shop.call(listOperatorSubscriptions, { operator: cookie, query });
  expect(found.value?.data).toMatchObject([{ id, attributes: { status: 'past_due', failures: 1 } }]);
  const planned = found.value?.data[0]?.attributes.next_action_at;
  shop.gateway.script({ goes: 'declined', reason: 'PROCESSOR_DECLINED' });
  const again = await shop.call(retryRenewal, { operator: cookie, params });
  expect(again.value).toMatchObject({
    meta: { outcome: 'declined' },
    data: { attributes: { failures: 1, next_action_at: planned } },
  });
  const tries = await Promise.all([1, 2].map(() => shop.call(retryRenewal, { operator: cookie, params })));
  expect(tries.filter(({ value }) => value?.meta.outcome === 'paid')).toHaveLength(1);
  const shown = await read(cookie, params);
  expect(shown).toMatchObject({ status: 'active', failures: 0 });
  expect(shown?.orders.filter(({ state }) => state === 'paid')).toHaveLength(2);
  const charged = { action: 'subscription.charged_again' };
  expect(shown?.history).toMatchObject([charged, charged]);
});

test('free months cost nothing on their due days, then charges go on; a repeated request gives no second month', async () => {
  const { id, operator, params } = await member('monthly');
  const give = (periods: number) => shop.call(giveFreePeriods, { operator, params, body: { periods } });
  const given = await Promise.all([give(1), give(1)]);
  expect(given.flatMap(({ codes }) => codes)).toEqual([]);
  const first = (await give(1)).value?.data.attributes;
  expect(first).toMatchObject({ free_periods: 1 });
  expect(first?.history).toHaveLength(1);
  expect((await give(13)).codes).toEqual(['INVALID_INPUT']);
  const late = { periods: 3, seen: 0 };
  const refused = await shop.call(giveFreePeriods, { operator, params, body: late });
  expect(refused.codes).toEqual(['RECORD_CHANGED']);
  await renew(id);
  const shown = await read(await renew(id), params);
  expect(shown).toMatchObject({ status: 'active', free_periods: 0 });
  expect(shown?.orders.map(({ period, total }) => [period, total])).toEqual([
    [3, shown?.price],
    [2, 0],
    [null, shown?.price],
  ]);
});

test('a free month needs no stored card, the month after it does', async () => {
  const { id, operator, params } = await member('monthly');
  await shop.call(giveFreePeriods, { operator, params, body: { periods: 1 } });
  const noCard = { vault_token: null, vault_provider: null };
  await shop.db.updateTable('subscriptions').set(noCard).where('id', '=', id).execute();
  expect(await read(await renew(id), params)).toMatchObject({
    status: 'active',
    orders: [{ period: 2, total: 0 }, {}],
  });
  expect(await read(await renew(id), params)).toMatchObject({
    status: 'past_due',
    orders: [{ period: 3, state: 'verified' }, { state: 'paid' }, {}],
  });
});

test('a yearly membership gets no free months', async () => {
  const { operator, params } = await member(products.membership);
  const given = await shop.call(giveFreePeriods, { operator, params, body: { periods: 1 } });
  expect(given.codes).toEqual(['PERIOD_NOT_GIVEN']);
});

test('a subscription is cancelled once, to the end of the paid period, and its owner gets one mail', async () => {
  const { id, email, operator, params } = await member('monthly');
  const until = addDays(calendarDay(shop.context.clock.now()), 40);
  const due = { 'filter[until]': until, 'page[size]': '100' };
  const coming = await shop.call(listOperatorSubscriptions, { operator, query: due });
  expect(coming.value?.data.map((one) => one.id)).toContain(id);
  const stopped = await Promise.all([1, 2].map(() => shop.call(stopSubscription, { operator, params })));
  expect(stopped.flatMap(({ codes }) => codes)).toEqual([]);
  expect(stopped[0]?.value?.data.attributes).toMatchObject({ status: 'cancelled' });
  const shown = await read(operator, params);
  expect(shown?.ends_on).toBe(shown?.paid_until);
  expect(shown?.history).toHaveLength(1);
  expect(shown?.events[0]).toMatchObject({ event: 'cancel', cause: 'operator' });
  const mails = await rowsOf(shop.db, 'outbox', { recipient: email, template: 'subscription_cancelled' });
  expect(mails).toHaveLength(1);
  const ended = await renew(id);
  const late = await shop.call(stopSubscription, { operator: ended, params });
  expect(late.codes).toEqual(['NOTHING_TO_CANCEL']);
});

describe('the cancellation of a subscription with a refund', () => {
  /** Runs the reminder of a yearly renewal. No other subscription is charged from now on. */
  async function announceRenewal(id: string) {
    await shop.db.updateTable('subscriptions').set({ next_action_at: null }).where('id', '!=', id).execute();
    await renew(id);
  }

  /** Buys a subscription and goes to the second month of its second year, when ten months can be refunded. */
  async function inSecondYear(product: string) {
    const { id, email, params } = await member(product);
    await announceRenewal(id);
    await renew(id);
    shop.advance(32 * 24 * 60 * 60_000);
    return { id, email, params };
  }

  test('needs a fresh proof from 100 euros on, and changes nothing without one', async () => {
    const { id, email, params } = await inSecondYear('yearly');
    const operator = await logInWithOldProof(shop);
    const { on_cancel } = (await read(operator, params)) ?? {};
    expect(on_cancel).toMatchObject({ refund: 100_00, needs_proof: true });
    const key = { name: 'Abos', permissions: ['subscriptions.change'] } as const;
    const made = await createApiKey(shop.context, key);
    const bearer = made.ok ? made.value.token : '';
    for (const caller of [{ operator }, { bearer }])
      expect((await shop.call(stopSubscription, { ...caller, params })).codes).toEqual(['PROOF_REQUIRED']);
    const left = { status: 'active', cancelled_at: null, history: [] };
    expect(await read(operator, params)).toMatchObject(left);
    expect(await rowsOf(shop.db, 'outbox', { recipient: email, template: 'refund' }, ['id'])).toEqual([]);
    const { cookie } = await logInAs(shop, 'support');
    const stopped = await shop.call(stopSubscription, { operator: cookie, params });
    expect(stopped.value?.data.attributes).toMatchObject({ status: 'cancelled' });
    const paid = await rowsOf(shop.db, 'orders', { subscription_id: id, period_number: 2 }, ['id']);
    const refunds = await rowsOf(shop.db, 'refunds', { order_id: paid[0]?.id ?? '' }, ['amount_cents']);
    expect(refunds).toEqual([{ amount_cents: 100_00 }]);
  });

  test('needs none below 100 euros, and counts together with later refunds', async () => {
    const { id, params } = await inSecondYear('cheaper');
    const operator = await logInWithOldProof(shop);
    const { on_cancel } = (await read(operator, params)) ?? {};
    expect(on_cancel).toMatchObject({ refund: 99_99, needs_proof: false });
    expect((await shop.call(stopSubscription, { operator, params })).codes).toEqual([]);
    const order = await rowOf(shop.db, 'orders', { subscription_id: id, period_number: 2 });
    const line = await rowOf(shop.db, 'order_lines', { order_id: order.id });
    const body = {
      ...{ lines: [{ line_id: line.id, quantity: 0 }], includes_shipping: false, amount: 1 },
      ...{ keeps_goods: false, refund_id: randomUUID(), seen_refunds: 1 },
    };
    const call = { operator, params: { id: order.id }, body };
    const more = await shop.call(operatorEndpoints.refundOperatorOrder, call);
    expect(more.codes).toEqual(['PROOF_REQUIRED']);
  });

  test('needs one while a charge of as much has an unknown outcome, because its refund comes later', async () => {
    const { id, params } = await member('yearly');
    await announceRenewal(id);
    shop.gateway.script({ goes: 'lost', was_charged: true });
    await renew(id);
    const operator = await logInWithOldProof(shop);
    expect((await shop.call(stopSubscription, { operator, params })).codes).toEqual(['PROOF_REQUIRED']);
    const { cookie } = await logInAs(shop, 'support');
    expect((await shop.call(stopSubscription, { operator: cookie, params })).codes).toEqual([]);
    expect((await rowOf(shop.db, 'subscriptions', { id })).cancelled_at).not.toBeNull();
  });
});
