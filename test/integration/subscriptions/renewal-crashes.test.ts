import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { firstCardGateway } from '#server/platform/payment-gateways.ts';
import { beginRenewal } from '#server/subscriptions/begin-renewal.ts';
import { cancelSubscription } from '#server/subscriptions/cancel-subscription.ts';
import { renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import type { SubscriptionRow } from '#server/subscriptions/subscription-rows.ts';
import { withCardGateway } from '#test/integration/support/gateways.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { dueOf, openSubscriptionShop } from './subscription-shop.ts';

const shop = await openSubscriptionShop();

/** Buys a membership, makes it the only subscription that is due and sets the clock to its due day. */
async function due(): Promise<SubscriptionRow> {
  await shop.db.updateTable('subscriptions').set({ next_action_at: null }).execute();
  const bought = await shop.buy('membership');
  const day = dueOf(bought);
  await shop.goTo(addDays(day, -20));
  shop.advance(Date.parse(`${day}T12:00:00Z`) - shop.context.clock.now());
  return bought;
}

function serverWhoseGateway(chargeStored: CardGateway['chargeStored']): OrderContext {
  return {
    ...withCardGateway(shop.context, { ...shop.gateway, chargeStored }),
    log: { info() {}, warn() {}, error() {} },
  };
}

async function chargesOf(subscription: SubscriptionRow): Promise<number> {
  const codes = (await shop.renewals(subscription.id)).map(({ code }) => code);
  return shop.gateway.ledger().charges.filter(({ order_code }) => codes.includes(order_code)).length;
}

test.for([
  { dies: 'after the charge', reaches: true },
  { dies: 'before the charge', reaches: false },
])('after a server was killed $dies the subscription is charged once and renewed', async ({ reaches }) => {
  const subscription = await due();
  const dying = serverWhoseGateway(async (request) => {
    if (reaches) await shop.gateway.chargeStored(request);
    throw new Error('The process is gone');
  });
  await renewSubscriptions(dying);
  // An authorisation that was not stored is not captured.
  expect(await chargesOf(subscription)).toBe(0);
  await shop.renew();
  expect(await chargesOf(subscription)).toBe(0);
  shop.advance(60_000);
  await shop.resolve();
  // If nothing was charged, the card was not declined: the next try follows after one hour, not after days.
  const inAnHour = new Date(shop.context.clock.now() + 3_600_000);
  if (!reaches) expect((await shop.subscription(subscription.id)).next_action_at).toEqual(inAnHour);
  shop.advance(3_600_000);
  await shop.renew();
  expect(await chargesOf(subscription)).toBe(1);
  expect(await shop.subscription(subscription.id)).toMatchObject({
    status: 'active',
    paid_periods: 2,
    failures: 0,
  });
});

test('after a backup is restored, a period that was charged since then is found at the provider, not charged again', async () => {
  const { id } = await due();
  const { next_action_at: lease } = await shop.subscription(id);
  const before = shop.gateway.ledger().charges.length;
  const lost = inTransaction(shop.db, async (trx) => {
    const begun = await beginRenewal(trx, shop.context, { subscriptionId: id, lease });
    if (begun.step !== 'charge') throw new Error(`The renewal is ${begun.step}`);
    const charged = await shop.gateway.chargeStored(begun.request);
    if (charged.outcome === 'authorised') await shop.gateway.capture(charged.transaction_id);
    throw new Error('These rows are not in the backup');
  });
  await expect(lost).rejects.toThrow('These rows are not in the backup');
  await shop.renew();
  shop.advance(60_000);
  await shop.resolve();
  expect(shop.gateway.ledger().charges.length - before).toBe(1);
  expect(await shop.subscription(id)).toMatchObject({ status: 'active', paid_periods: 2, failures: 0 });
});

test('a renewal of a server that was killed before the charge is done by another one after the lease', async () => {
  const subscription = await due();
  const later = { next_action_at: new Date(shop.context.clock.now() + 120_000) };
  await changeRows(shop.db, 'subscriptions', { id: subscription.id }, later);
  await shop.renew();
  expect(await chargesOf(subscription)).toBe(0);
  shop.advance(120_000);
  await shop.renew();
  expect(await chargesOf(subscription)).toBe(1);
});

test('a server that continues after its lease has expired changes nothing', async () => {
  const subscription = await due();
  const lease = new Date(shop.context.clock.now() + 120_000);
  shop.advance(120_000);
  await shop.renew();
  const late = await inTransaction(shop.db, (trx) =>
    beginRenewal(trx, shop.context, { subscriptionId: subscription.id, lease }),
  );
  expect(late).toEqual({ step: 'gone' });
  expect(await shop.renewals(subscription.id)).toMatchObject([{ period_number: 2, state: 'paid' }]);
});

test('a cancellation during a charge is carried out together with the outcome', async () => {
  const subscription = await due();
  const slow = serverWhoseGateway(async (request) => {
    const cancelled = await cancelSubscription(shop.context, shop.ownerOf(subscription), subscription.id);
    expect(cancelled).toMatchObject({ ok: true, value: { attributes: { status: 'active', ends_on: null } } });
    // It is cancelled again a second later, and ends another second later: the first time counts.
    shop.advance(1_000);
    await cancelSubscription(shop.context, shop.ownerOf(subscription), subscription.id);
    shop.advance(1_000);
    return shop.gateway.chargeStored(request);
  });
  const cancelled_at = new Date(shop.context.clock.now());
  await renewSubscriptions(slow);
  const after = await shop.subscription(subscription.id);
  expect(after).toMatchObject({ status: 'cancelled', paid_periods: 2, cancelled_at });
  while ((await settleRefunds(shop.context)) > 0);
  expect(shop.gateway.ledger().refunds.at(-1)?.amount).toBe(16_500);
});

test('a charge for a subscription that was revoked meanwhile is refunded', async () => {
  const subscription = await due();
  const slow = serverWhoseGateway(async (request) => {
    const back = { order_id: subscription.order_id ?? '', lines: 'all', includes_shipping: true } as const;
    await inTransaction(shop.db, (trx) => createRefund(trx, shop.context, { ...back, cause: 'withdrawal' }));
    return shop.gateway.chargeStored(request);
  });
  await renewSubscriptions(slow);
  while ((await settleRefunds(shop.context)) > 0);
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'expired', next_action_at: null });
  expect(await shop.renewals(subscription.id)).toMatchObject([{ state: 'refunded' }]);
  expect(await chargesOf(subscription)).toBe(1);
});

test('a renewal that needs an action of the buyer counts as a failed charge, and is cancelled at the provider', async () => {
  const subscription = await due();
  const ended: unknown[] = [];
  const context = serverWhoseGateway(async () => {
    const asked = {
      outcome: 'requires_action',
      transaction_id: 'sca',
      action: { kind: 'in_page', data: 'x' },
    };
    return asked as never;
  });
  const cancelAction: CardGateway['cancelAction'] = async (...asked) => {
    ended.push(asked);
    return { outcome: 'never_charged' };
  };
  await renewSubscriptions(withCardGateway(context, { ...firstCardGateway(context), cancelAction }));
  const [order] = await shop.renewals(subscription.id);
  const { attempt_key } = await rowOf(shop.db, 'payment_attempts', { order_id: order?.id ?? '' });
  expect(ended).toEqual([[attempt_key, 'sca']]);
  expect(order?.state).toBe('verified');
  expect(await shop.subscription(subscription.id)).toMatchObject({ status: 'past_due', failures: 1 });
  expect(await chargesOf(subscription)).toBe(0);
});

test('a renewal is tried every hour while the provider is unavailable, and fails only after the last day of access', async () => {
  const subscription = await due();
  const away = serverWhoseGateway(async () => ({ outcome: 'never_charged' }));
  const tryAt = async (now: number) => {
    shop.advance(now - shop.context.clock.now());
    while ((await renewSubscriptions(away)) > 0);
    return shop.subscription(subscription.id);
  };
  const over = startOfDay(addDays(dueOf(subscription), 8));
  for (const now of [shop.context.clock.now(), over - 3_600_001, over - 1]) {
    const next_action_at = new Date(now + 3_600_000);
    expect(await tryAt(now)).toMatchObject({ status: 'active', failures: 0, next_action_at });
  }
  shop.advance(1);
  await changeRows(shop.db, 'subscriptions', { id: subscription.id }, { next_action_at: new Date(over) });
  expect(await tryAt(over)).toMatchObject({ status: 'expired', ended_at: new Date(over), paid_periods: 1 });
  expect(await chargesOf(subscription)).toBe(0);
});
