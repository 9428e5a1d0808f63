import { afterAll, expect, test } from 'vitest';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { cancelSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { changePaymentMethod } from '#server/subscriptions/change-payment-method.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { runs } from '#test/run-length.ts';
import { openSubscriptionShop } from './subscription-shop.ts';

// Two servers, each with its own connection pool, run the renewal job at the same time, repeatedly.
// docs/testing.md describes how a job without protection fails.

const shop = await openSubscriptionShop();
const servers: readonly OrderContext[] = ['first', 'second'].map(() => ({
  ...shop.context,
  db: createDatabase(shop.connectionString, { max: 10 }),
}));
afterAll(() => Promise.all(servers.map(({ db }) => db.destroy())));

/** Creates subscriptions that are all due at the same time. */
async function dueSubscriptions(
  count: number,
  nonce = 'fake-valid-nonce',
): Promise<readonly SubscriptionRow[]> {
  const bought: SubscriptionRow[] = [];
  for (let index = 0; index < count; index += 1) bought.push(await shop.buy('subscription', { nonce }));
  const day = calendarDay(bought[0]?.period_ends_at.getTime() ?? 0);
  shop.advance(Date.parse(`${day}T12:00:00Z`) - shop.context.clock.now());
  return bought;
}

const newCard = { payment_method_nonce: 'fake-valid-nonce', device_data: null };

/** Runs the renewal job eight times in parallel on each server, until nothing is due: one run takes only some. */
async function renewTogether(): Promise<void> {
  let taken: readonly number[];
  do {
    const runs = servers.flatMap((server) => Array.from({ length: 8 }, () => renewSubscriptions(server)));
    taken = await Promise.all(runs);
  } while (taken.some((count) => count > 0));
}

test('two servers renew at once: one order and one charge for each subscription', async () => {
  const subscriptions = await dueSubscriptions(runs(40));
  await renewTogether();
  await shop.renew();
  const { charges } = shop.gateway.ledger();
  for (const { id, order_id } of subscriptions) {
    expect(await shop.renewals(id)).toMatchObject([{ period_number: 2, state: 'paid' }]);
    expect(charges.filter(({ customer_id }) => customer_id === order_id)).toHaveLength(2);
    expect(await shop.subscription(id)).toMatchObject({ status: 'active', paid_periods: 2 });
  }
  expect(shop.surprises).toEqual([]);
});

test('a refused renewal counts once, also if several servers process it', async () => {
  const subscriptions = await dueSubscriptions(10, 'fake-declined-when-stored-nonce');
  await renewTogether();
  for (const subscription of subscriptions) {
    expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'past_due', failures: 1 });
    expect(await shop.mails(subscription)).toEqual(['order', 'renewal_failed']);
  }
});

test('jobs, cancellations and card changes at the same time: never two charges, no inconsistent state', async () => {
  const subscriptions = await dueSubscriptions(runs(20));
  const told = new Set<string>();
  await Promise.all([
    renewTogether(),
    ...subscriptions.map(async (subscription, index) => {
      const [server] = index % 2 === 0 ? servers : servers.toReversed();
      if (server === undefined) return;
      const owner = shop.ownerOf(subscription);
      if (index % 3 === 2) return;
      const isCancelling = index % 3 === 0;
      const result = isCancelling
        ? await cancelSubscription(server, owner, subscription.id)
        : await changePaymentMethod(server, owner, subscription.id, newCard);
      told.add(`${isCancelling ? 'cancelled' : 'changed'}: ${result.ok ? 'ok' : result.error.code}`);
    }),
  ]);
  expect(told).toEqual(new Set(['cancelled: ok', 'changed: ok']));
  await shop.renew();
  for (const { id, order_id } of subscriptions) {
    const subscription = await shop.subscription(id);
    const taken = shop.gateway.ledger().charges.filter(({ customer_id }) => customer_id === order_id);
    expect(taken).toHaveLength(subscription.paid_periods);
    const states = (await shop.renewals(id)).map(({ state }) => state);
    expect([[], ['paid'], ['voided']]).toContainEqual(states);
    expect(['active', 'cancelled', 'expired']).toContain(subscription.status);
  }
  expect(shop.surprises).toEqual([]);
});
