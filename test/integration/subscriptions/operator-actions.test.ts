import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
await sellProduct(shop.db, { id: 'monthly', kind: 'subscription', price: 1_900 });
// Ten months of them are 100 euros, and one cent less.
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

async function member(product: string) {
  // A session of an operator ends after hours; each test has moved the clock by months.
  const { cookie: operator } = await logInAs(shop, 'support');
  const email = `mitglied-${++buyers}@example.org`;
  const { id: order } = await buyAsGuest(shop, { [product]: 1 }, { email });
  const { id } = await rowOf(shop.db, 'subscriptions', { order_id: order });
  return { id, email, operator, params: { id } };
}

/** Moves the clock to the start of the due day, and does what is due. */
async function renew(id: string): Promise<string> {
  const { period_ends_at, next_action_at } = await rowOf(shop.db, 'subscriptions', { id });
  const due = next_action_at ?? period_ends_at;
  shop.advance(due.getTime() + 60_000 - shop.context.clock.now());
  while ((await renewSubscriptions(shop.context)) > 0);
  return (await logInAs(shop, 'support')).cookie;
}

// The first one, because the scripted refusals are those of the next charges.
test('a refused renewal is found by its stage and charged again, outside of the planned tries, once', async () => {
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
  const { value } = await shop.call(getOperatorSubscription, { operator: cookie, params });
  expect(value?.data.attributes).toMatchObject({ status: 'active', failures: 0 });
  expect(value?.data.attributes.orders.filter(({ state }) => state === 'paid')).toHaveLength(2);
  expect(value?.data.attributes.history.map(({ action }) => action)).toEqual([
    'subscription.charged_again',
    'subscription.charged_again',
  ]);
});

test('months that are given cost nothing on their due days, then charges go on; the same call twice gives nothing twice', async () => {
  const { id, operator, params } = await member('monthly');
  const give = (periods: number, cookie = operator) =>
    shop.call(giveFreePeriods, { operator: cookie, params, body: { periods } });
  const given = await Promise.all([give(1), give(1)]);
  expect(given.flatMap(({ codes }) => codes)).toEqual([]);
  const first = (await give(1)).value?.data.attributes;
  expect(first).toMatchObject({ free_periods: 1 });
  expect(first?.history).toHaveLength(1);
  expect((await give(13)).codes).toEqual(['INVALID_INPUT']);
  const late = { periods: 3, seen: 0 };
  const refused = await shop.call(giveFreePeriods, { operator, params, body: late });
  expect(refused.codes).toEqual(['RECORD_CHANGED']);
  let cookie = await renew(id);
  cookie = await renew(id);
  const shown = (await shop.call(getOperatorSubscription, { operator: cookie, params })).value?.data
    .attributes;
  expect(shown).toMatchObject({ status: 'active', free_periods: 0 });
  expect(shown?.orders.map(({ period, total }) => [period, total])).toEqual([
    [3, shown?.price],
    [2, 0],
    [null, shown?.price],
  ]);
});

test('a month that is given needs no stored card, the month after it does', async () => {
  const { id, operator, params } = await member('monthly');
  await shop.call(giveFreePeriods, { operator, params, body: { periods: 1 } });
  const noCard = { vault_token: null, vault_provider: null };
  await shop.db.updateTable('subscriptions').set(noCard).where('id', '=', id).execute();
  const read = async (cookie: string) =>
    (await shop.call(getOperatorSubscription, { operator: cookie, params })).value?.data.attributes;
  expect(await read(await renew(id))).toMatchObject({
    status: 'active',
    orders: [{ period: 2, total: 0 }, {}],
  });
  expect(await read(await renew(id))).toMatchObject({
    status: 'past_due',
    orders: [{ period: 3, state: 'verified' }, { state: 'paid' }, {}],
  });
});

test('months are not given to a membership of a year', async () => {
  const { operator, params } = await member(products.membership);
  const given = await shop.call(giveFreePeriods, { operator, params, body: { periods: 1 } });
  expect(given.codes).toEqual(['PERIOD_NOT_GIVEN']);
});

test('a contract is cancelled once, to the day that its owner could choose, and its owner is told', async () => {
  const { id, email, operator, params } = await member('monthly');
  const until = addDays(calendarDay(shop.context.clock.now()), 40);
  const due = { 'filter[until]': until, 'page[size]': '100' };
  const coming = await shop.call(listOperatorSubscriptions, { operator, query: due });
  expect(coming.value?.data.map((one) => one.id)).toContain(id);
  const stopped = await Promise.all([1, 2].map(() => shop.call(stopSubscription, { operator, params })));
  expect(stopped.flatMap(({ codes }) => codes)).toEqual([]);
  expect(stopped[0]?.value?.data.attributes).toMatchObject({ status: 'cancelled' });
  const { value } = await shop.call(getOperatorSubscription, { operator, params });
  expect(value?.data.attributes.ends_on).toBe(value?.data.attributes.paid_until);
  expect(value?.data.attributes.history).toHaveLength(1);
  expect(value?.data.attributes.events[0]).toMatchObject({ event: 'cancel', cause: 'operator' });
  const mails = await rowsOf(shop.db, 'outbox', { recipient: email, template: 'subscription_cancelled' }, [
    'template',
  ]);
  expect(mails).toHaveLength(1);
  const ended = await renew(id);
  const late = await shop.call(stopSubscription, { operator: ended, params });
  expect(late.codes).toEqual(['NOTHING_TO_CANCEL']);
});

describe('a contract whose cancellation gives money back', () => {
  /** The renewal of a year is announced a week before, at the latest; no other contract is charged from now on. */
  async function announceRenewal(id: string) {
    await shop.db.updateTable('subscriptions').set({ next_action_at: null }).where('id', '!=', id).execute();
    await renew(id);
  }

  /** A contract in the second month of its second year, of which ten months are given back. */
  async function inSecondYear(product: string) {
    const { id, email, params } = await member(product);
    await announceRenewal(id);
    await renew(id);
    shop.advance(32 * 24 * 60 * 60_000);
    return { id, email, params };
  }

  /** Somebody whose login, which proved the second factor, is eleven minutes ago. */
  async function withoutFreshProof() {
    const { cookie } = await logInAs(shop, 'support');
    shop.advance(11 * 60_000);
    return cookie;
  }

  test('takes a fresh proof from 100 euros on, and without one stays as it is', async () => {
    const { id, email, params } = await inSecondYear('yearly');
    const operator = await withoutFreshProof();
    const { value } = await shop.call(getOperatorSubscription, { operator, params });
    expect(value?.data.attributes.on_cancel).toMatchObject({ refund: 100_00, needs_proof: true });
    const key = { name: 'Abos', permissions: ['subscriptions.change'] } as const;
    const made = await createApiKey(shop.context, key);
    const bearer = made.ok ? made.value.token : '';
    for (const caller of [{ operator }, { bearer }])
      expect((await shop.call(stopSubscription, { ...caller, params })).codes).toEqual(['PROOF_REQUIRED']);
    const left = (await shop.call(getOperatorSubscription, { operator, params })).value?.data.attributes;
    expect(left).toMatchObject({ status: 'active', cancelled_at: null, history: [] });
    expect(await rowsOf(shop.db, 'outbox', { recipient: email, template: 'refund' }, ['id'])).toEqual([]);
    const { cookie } = await logInAs(shop, 'support');
    const stopped = await shop.call(stopSubscription, { operator: cookie, params });
    expect(stopped.value?.data.attributes).toMatchObject({ status: 'cancelled' });
    const paid = await rowsOf(shop.db, 'orders', { subscription_id: id, period_number: 2 }, ['id']);
    const refunds = await rowsOf(shop.db, 'refunds', { order_id: paid[0]?.id ?? '' }, ['amount_cents']);
    expect(refunds).toEqual([{ amount_cents: 100_00 }]);
  });

  test('takes none below, and counts for what is refunded after it', async () => {
    const { id, params } = await inSecondYear('cheaper');
    const operator = await withoutFreshProof();
    const { value } = await shop.call(getOperatorSubscription, { operator, params });
    expect(value?.data.attributes.on_cancel).toMatchObject({ refund: 99_99, needs_proof: false });
    expect((await shop.call(stopSubscription, { operator, params })).codes).toEqual([]);
    const order = await rowOf(shop.db, 'orders', { subscription_id: id, period_number: 2 });
    const line = await rowOf(shop.db, 'order_lines', { order_id: order.id });
    const body = {
      ...{ lines: [{ line_id: line.id, quantity: 0 }], includes_shipping: false, amount: 1 },
      ...{ keeps_goods: false, refund_id: randomUUID(), seen_refunds: 1 },
    };
    const more = await shop.call(operatorEndpoints.refundOperatorOrder, {
      ...{ operator, params: { id: order.id } },
      body,
    });
    expect(more.codes).toEqual(['PROOF_REQUIRED']);
  });

  test('takes one while a charge of as much runs, because its refund comes later', async () => {
    const { id, params } = await member('yearly');
    await announceRenewal(id);
    shop.gateway.script({ goes: 'lost', was_charged: true });
    await renew(id);
    const operator = await withoutFreshProof();
    expect((await shop.call(stopSubscription, { operator, params })).codes).toEqual(['PROOF_REQUIRED']);
    const { cookie } = await logInAs(shop, 'support');
    expect((await shop.call(stopSubscription, { operator: cookie, params })).codes).toEqual([]);
    expect((await rowOf(shop.db, 'subscriptions', { id })).cancelled_at).not.toBeNull();
  });
});
