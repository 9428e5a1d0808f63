import type { Transaction } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { calendarDay, laterDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import {
  afterRefusal,
  isOutOfRetries,
  lastDayOfAccess,
  nextRetryDay,
  retriesCountFrom,
} from '#core/rules/subscriptions/subscription-terms.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderCause } from '#server/orders/order-events.ts';
import type { RenewalOrder } from '#server/orders/read-order.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { endSubscription } from './cancel-subscription.ts';
import {
  dueDayOf,
  enqueueSubscriptionMail,
  lockSubscriptionRow,
  type SubscriptionRow,
  transitionSubscription,
} from './subscription-rows.ts';

/**
 * Milliseconds until a charge that failed for technical reasons is tried again; such a failure says nothing about the
 * card.
 */
const technicalPause = 3_600_000;

/**
 * Stores a paid period of a subscription, in the transaction that settles the charge. If the subscription was revoked
 * during the charge, the money is refunded; if it was cancelled during the charge, the cancellation is carried out.
 */
export async function settlePaidRenewal(
  trx: Transaction<Database>,
  context: OrderContext,
  order: RenewalOrder,
  cause: OrderCause,
): Promise<void> {
  const subscription = await lockSubscriptionRow(trx, order.subscription_id);
  if (subscription.status === 'expired') {
    const back = {
      order_id: order.id,
      lines: 'all',
      includes_shipping: false,
      cause: 'cancellation',
    } as const;
    await createRefund(trx, context, back);
    return;
  }
  const paid_periods = subscription.paid_periods + 1;
  const next = startOfDay(dueDayOf({ ...subscription, paid_periods }));
  const period = {
    paid_periods,
    failures: 0,
    period_started_at: subscription.period_ends_at,
    period_ends_at: new Date(next),
    next_action_at: new Date(next),
  };
  await transitionSubscription(trx, context, { subscription, event: 'renew', cause, changes: period });
  const { cancelled_at: cancelledAt } = subscription;
  if (cancelledAt !== null) {
    const renewed = { ...subscription, ...period, status: 'active' };
    await endSubscription(trx, context, { subscription: renewed, renewal: null, cause, cancelledAt });
  }
}

interface Refusal {
  readonly outcome: 'declined' | 'never_charged';
  readonly cause: OrderCause;
}

/**
 * Stores a refused charge of a renewal, in the transaction that settles it; the order is `verified` again. Scheduled
 * tries are counted (docs/behaviour/subscriptions.md#retries), tries after a change of the card are not.
 */
export async function settleRefusedRenewal(
  trx: Transaction<Database>,
  context: OrderContext,
  order: RenewalOrder,
  { outcome, cause }: Refusal,
): Promise<void> {
  const subscription = await lockSubscriptionRow(trx, order.subscription_id);
  if (subscription.status === 'expired') return voidOrder(trx, context, order);
  const { cancelled_at: cancelledAt } = subscription;
  if (cancelledAt !== null) {
    await endSubscription(trx, context, { subscription, renewal: order, cause, cancelledAt });
    return;
  }
  if (subscription.next_action_at !== null) return;
  const now = context.clock.now();
  const firstTriedOn = calendarDay(order.created_at.getTime());
  const due = dueDayOf(subscription);
  const first = laterDay(due, firstTriedOn);
  const { failures } = subscription;
  if (outcome === 'never_charged') {
    const counted =
      failures === 0
        ? first
        : retriesCountFrom(first, await lastRefusedOn(trx, subscription.id), failures - 1);
    const triedOn = await daysTried(trx, order.id, nextRetryDay(counted, failures) ?? counted);
    if (isOutOfRetries(counted, failures, triedOn))
      return endUnpaid(trx, context, subscription, order, cause);
    const next_action_at = new Date(now + technicalPause);
    await trx
      .updateTable('subscriptions')
      .set({ next_action_at })
      .where('id', '=', subscription.id)
      .execute();
    return;
  }
  const countedFrom = retriesCountFrom(first, calendarDay(now), failures);
  const next = afterRefusal(countedFrom, failures);
  if (next.event === 'give_up') await endUnpaid(trx, context, subscription, order, cause);
  else await tryLater(trx, context, { subscription, ...next, last_day: lastDayOfAccess(countedFrom), cause });
}

/** Returns the day of the newest counted refusal of a subscription that has one. */
async function lastRefusedOn(trx: Transaction<Database>, subscriptionId: string): Promise<CalendarDay> {
  const { happened_at } = await trx
    .selectFrom('subscription_events')
    .select('happened_at')
    .where('subscription_id', '=', subscriptionId)
    .where('event', 'in', ['fail_renewal', 'fail_retry'])
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return calendarDay(happened_at.getTime());
}

/** Returns the days, in order, on which a charge of an order was tried from a given day on. */
async function daysTried(
  trx: Transaction<Database>,
  orderId: string,
  from: CalendarDay,
): Promise<readonly CalendarDay[]> {
  const tries = await trx
    .selectFrom('payment_attempts')
    .select('started_at')
    .where('order_id', '=', orderId)
    .where('started_at', '>=', new Date(startOfDay(from)))
    .orderBy('started_at')
    .execute();
  return tries.map(({ started_at }) => calendarDay(started_at.getTime()));
}

async function tryLater(
  trx: Transaction<Database>,
  context: OrderContext,
  later: {
    readonly subscription: SubscriptionRow;
    readonly event: 'fail_renewal' | 'fail_retry';
    readonly next_try: CalendarDay;
    readonly last_day: CalendarDay;
    readonly cause: OrderCause;
  },
): Promise<void> {
  const { subscription, event, next_try, last_day, cause } = later;
  const failures = subscription.failures + 1;
  await transitionSubscription(trx, context, {
    subscription,
    event,
    cause,
    changes: { failures, next_action_at: new Date(startOfDay(next_try)) },
  });
  await enqueueSubscriptionMail(trx, context, {
    subscription,
    template: 'renewal_failed',
    facts: { amount: subscription.price_cents, next_try, last_day },
    occasion: `${subscription.paid_periods + 1}-${failures}`,
  });
}

/**
 * Ends a subscription whose next period will not be paid, together with the order of the period. The subscription is
 * active or past due and locked.
 */
export async function endUnpaid(
  trx: Transaction<Database>,
  context: OrderContext,
  subscription: SubscriptionRow,
  order: RenewalOrder,
  cause: OrderCause,
): Promise<void> {
  const now = context.clock.now();
  await voidOrder(trx, context, order);
  await transitionSubscription(trx, context, {
    subscription,
    event: subscription.status === 'past_due' ? 'give_up' : 'end_period',
    cause,
    changes: {
      failures: subscription.failures + 1,
      next_action_at: null,
      ends_on: calendarDay(now),
      ended_at: new Date(now),
    },
  });
  await enqueueSubscriptionMail(trx, context, {
    subscription,
    template: 'subscription_ended',
    facts: { reason: 'unpaid' },
    occasion: 'ended',
  });
}

async function voidOrder(
  trx: Transaction<Database>,
  context: OrderContext,
  order: RenewalOrder,
): Promise<void> {
  if (isOpen(order.state as OrderState)) {
    await transitionOrder(trx, context, { order, event: 'void', cause: 'background' });
  }
}
