import { expect, test } from 'vitest';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { lockOrderOnly, transitionOrder } from '#server/orders/lock-order.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();

const day = 24 * 60 * 60_000;

async function deleteAll(): Promise<void> {
  while ((await deleteExpiredData(shop.context)) > 0);
}

async function renewalOf({ id }: SubscriptionRow) {
  const [order] = await shop.renewals(id);
  if (order === undefined) throw new Error(`Subscription ${id} has no renewal`);
  return order;
}

/** Buys a subscription of which the first renewal is declined. */
async function pastDue(): Promise<SubscriptionRow> {
  const { id, period_ends_at } = await shop.buy('subscription');
  const context = withCardGateway(shop.context, {
    ...shop.gateway,
    chargeStored: async () => ({ outcome: 'declined', transaction_id: null, reason: 'PROCESSOR_DECLINED' }),
  });
  shop.advance(period_ends_at.getTime() - shop.context.clock.now());
  while ((await renewSubscriptions(context)) > 0);
  const subscription = await shop.subscription(id);
  expect(subscription.status).toBe('past_due');
  return subscription;
}

test('the deletion of unpaid orders leaves an order that a subscription waits for: it is paid later', async () => {
  const subscription = await pastDue();
  shop.advance(40 * day);
  await deleteAll();
  const order = await renewalOf(subscription);
  expect(order.state).toBe('verified');
  await shop.renew();
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'active', failures: 0 });
  expect((await renewalOf(subscription)).state).toBe('paid');
});

test('an unpaid order of a period that was paid otherwise is forgotten, though the subscription runs', async () => {
  const subscription = await pastDue();
  const { id } = await renewalOf(subscription);
  await shop.db.updateTable('orders').set({ period_number: 1 }).where('id', '=', id).execute();
  shop.advance(40 * day);
  await deleteAll();
  const order = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(order.email).toMatch(/^deleted-/);
});

test('an order of an ended subscription is forgotten after thirty days', async () => {
  const subscription = await pastDue();
  await shop.goTo(addDays(calendarDay(shop.context.clock.now()), 2));
  await changeRows(
    shop.db,
    'subscriptions',
    { id: subscription.id },
    { vault_token: null, vault_provider: null },
  );
  for (let tries = 0; tries < 4; tries += 1)
    await shop.goTo(addDays(calendarDay(shop.context.clock.now()), 7));
  expect((await shop.subscription(subscription.id)).status).toBe('expired');
  const { id, state } = await renewalOf(subscription);
  expect(state).toBe('voided');
  const email = () =>
    shop.db.selectFrom('orders').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  await deleteAll();
  expect((await email()).email).not.toMatch(/^deleted-/);
  shop.advance(40 * day);
  await deleteAll();
  expect((await email()).email).toMatch(/^deleted-/);
});

test.for(['past_due', 'active'] as const)(
  'a subscription that is %s ends when its order was closed unpaid',
  async (status) => {
    const subscription = await pastDue();
    const { id } = await renewalOf(subscription);
    await inTransaction(shop.db, async (trx) => {
      const order = await lockOrderOnly(trx, id);
      await transitionOrder(trx, shop.context, { order, event: 'void', cause: 'background' });
      await trx.updateTable('subscriptions').set({ status }).where('id', '=', subscription.id).execute();
    });
    shop.advance(4 * day);
    await shop.renew();
    expect(await shop.subscription(subscription.id)).toMatchObject({
      status: 'expired',
      ends_on: shop.today(),
      next_action_at: null,
    });
    expect((await shop.mails(subscription)).at(-1)).toBe('subscription_ended');
  },
);
