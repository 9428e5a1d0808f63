import type { Transaction } from 'kysely';
import type { SubscriptionResource } from '#api/subscriptions/subscription-endpoints.ts';
import type { OrderState } from '#core/model/order.ts';
import type { SubscriptionEnd } from '#core/model/subscription.ts';
import type { Cents } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isOpen, isSettling } from '#core/rules/orders/order-states.ts';
import { endOfSubscription, endsEarly, periodOn } from '#core/rules/subscriptions/subscription-terms.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { requireRefundProof } from '#server/payments/refund-proof.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { showSubscription } from './list-subscriptions.ts';
import {
  dueDayOf,
  enqueueSubscriptionMail,
  lockRenewalsSince,
  lockSubscription,
  lockSubscriptionRow,
  nextPrice,
  type SubscriptionCause,
  type SubscriptionRow,
  termOf,
  transitionSubscription,
} from './subscription-rows.ts';

/** Cancels one of the caller's own subscriptions and returns its new state. */
export async function cancelSubscription(
  context: OrderContext,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, DomainFailure>> {
  const own = await showSubscription(context, caller, id);
  if (!own.ok) return own;
  const cancelled = await inTransaction(context.db, (trx) =>
    cancelById(trx, context, id, { cause: 'buyer' }),
  );
  return cancelled.ok ? showSubscription(context, caller, id) : err(domainFailure(cancelled.error));
}

interface Cancellation {
  readonly cause: SubscriptionCause;
  /** When it was declared; now by default. */
  readonly declaredAt?: Date;
  readonly declaration_id?: string;
}

/**
 * Cancels a subscription inside the caller's transaction (docs/behaviour/subscriptions.md#cancellation): sets the end
 * by the rule `endOfSubscription` for the day of the declaration, refunds unused months and what was charged for later
 * periods, and mails a receipt to the owner. For a cancelled subscription it returns the existing end. During a charge
 * the cancellation is stored and carried out when the charge is settled; returns null then. `NOTHING_TO_CANCEL` when
 * the subscription has ended, or came from a code and ends by itself.
 */
export async function cancelById(
  trx: Transaction<Database>,
  context: OrderContext,
  id: string,
  { declaredAt = new Date(context.clock.now()), ...cancellation }: Cancellation,
): Promise<Result<SubscriptionEnd | null, 'NOTHING_TO_CANCEL'>> {
  await lockRenewalsSince(trx, [id], declaredAt);
  const { subscription, renewal } = await lockSubscription(trx, id);
  if (subscription.status === 'expired' || !subscription.renews) return err('NOTHING_TO_CANCEL');
  if (subscription.status === 'cancelled')
    return ok({ ends_on: subscription.ends_on ?? '', refund: noCents });
  const stored = subscription.cancelled_at ?? declaredAt;
  const cancelledAt = stored < declaredAt ? stored : declaredAt;
  if (renewal !== null && isSettling(renewal.state as OrderState)) {
    // Once it is settled, a job gives unused months of it back.
    await requireRefundProof(trx, context, renewal.id, renewal.total_cents);
    await trx.updateTable('subscriptions').set({ cancelled_at: cancelledAt }).where('id', '=', id).execute();
    return ok(null);
  }
  return ok(await endSubscription(trx, context, { subscription, renewal, cancelledAt, ...cancellation }));
}

interface Ending extends Omit<Cancellation, 'declaredAt'> {
  readonly subscription: SubscriptionRow;
  readonly renewal: OrderRow | null;
  /** When it was cancelled, or its cancellation declared: the period that ran on this day is the last one. */
  readonly cancelledAt: Date;
}

/** Carries out a cancellation on a locked subscription that is active or past due and has no charge in progress. */
export async function endSubscription(
  trx: Transaction<Database>,
  context: OrderContext,
  { subscription, renewal, cause, cancelledAt, declaration_id }: Ending,
): Promise<SubscriptionEnd> {
  const now = context.clock.now();
  const day = calendarDay(cancelledAt.getTime());
  const due = endOfSubscription(termOf(subscription), day);
  if (renewal !== null && isOpen(renewal.state as OrderState)) {
    await transitionOrder(trx, context, { order: renewal, event: 'void', cause: 'background' });
  }
  const back = { subscription, lastPeriod: periodOn(subscription, day), declaration_id };
  const unused = due.refund > 0 ? await giveBackMonths(trx, context, due, back) : due.refund;
  const later = await giveBackPeriods(trx, context, back);
  const end = { ...due, refund: cents(unused + later) };
  const isAtOnce = subscription.status === 'past_due';
  await transitionSubscription(trx, context, {
    subscription,
    event: 'cancel',
    cause,
    changes: {
      cancelled_at: cancelledAt,
      ends_on: end.ends_on,
      ended_at: isAtOnce ? new Date(now) : null,
      next_action_at: isAtOnce ? null : new Date(startOfDay(addDays(end.ends_on, 1))),
    },
  });
  // The result of a declared cancellation is mailed by `consumer-rights`.
  if (cause === 'declaration') return end;
  await enqueueSubscriptionMail(trx, context, {
    subscription,
    template: 'subscription_cancelled',
    facts: { ends_on: end.ends_on, refund: end.refund },
    occasion: context.ids.uuid(),
  });
  return end;
}

interface GivenBack {
  readonly subscription: SubscriptionRow;
  /** Number of the period that ran when the subscription was cancelled. */
  readonly lastPeriod: number;
  readonly declaration_id: string | undefined;
}

/**
 * Refunds unused months of the last period; access continues until the agreed day. Returns how much, which is less than
 * is due when a part of the period was given back before.
 */
async function giveBackMonths(
  trx: Transaction<Database>,
  context: OrderContext,
  { refund }: SubscriptionEnd,
  { subscription, lastPeriod, declaration_id }: GivenBack,
): Promise<Cents> {
  const line = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_lines.id', 'order_lines.order_id'])
    .where('orders.subscription_id', '=', subscription.id)
    .where('orders.period_number', '=', lastPeriod)
    .executeTakeFirstOrThrow();
  const requested = await createRefund(trx, context, {
    order_id: line.order_id,
    lines: [{ line_id: line.id, quantity: 0, amount: refund }],
    includes_shipping: false,
    cause: 'cancellation',
    ...(declaration_id === undefined ? {} : { declaration_id }),
  });
  if (requested.ok) return cents(requested.value.amount + requested.value.credit);
  context.log.warn('unused_months_already_refunded', { subscription: subscription.code });
  return noCents;
}

/** Refunds the periods that were charged after the last one, because the cancellation was carried out late. */
async function giveBackPeriods(
  trx: Transaction<Database>,
  context: OrderContext,
  { subscription, lastPeriod, declaration_id }: GivenBack,
): Promise<Cents> {
  const orders = await trx
    .selectFrom('orders')
    .select('id')
    .where('subscription_id', '=', subscription.id)
    .where('period_number', '>', lastPeriod)
    .where('period_number', '<=', subscription.paid_periods)
    .orderBy('period_number')
    .execute();
  let given = noCents;
  for (const { id } of orders) {
    const requested = await createRefund(trx, context, {
      order_id: id,
      lines: 'all',
      includes_shipping: false,
      cause: 'cancellation',
      ...(declaration_id === undefined ? {} : { declaration_id }),
    });
    if (requested.ok) given = cents(given + requested.value.amount + requested.value.credit);
  }
  return given;
}

/** Takes back the cancellation of one of the caller's own subscriptions, and returns its new state. */
export async function resumeSubscription(
  context: OrderContext,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, DomainFailure>> {
  const own = await showSubscription(context, caller, id);
  if (!own.ok) return own;
  const resumed = await inTransaction(context.db, async (trx) => {
    const subscription = await lockSubscriptionRow(trx, id);
    const isRunning = subscription.status === 'active' || subscription.status === 'past_due';
    // A cancellation that was only stored during a charge is deleted.
    if (isRunning) return ok(await withdrawPendingCancellation(trx, subscription));
    const due = startOfDay(dueDayOf(subscription));
    const isOver = context.clock.now() >= due;
    if (
      subscription.status !== 'cancelled' ||
      isOver ||
      subscription.ends_on === null ||
      endsEarly(subscription, subscription.ends_on)
    ) {
      return err(domainFailure('RESUME_REFUSED'));
    }
    await goOn(trx, context, subscription, new Date(due));
    return ok(null);
  });
  return resumed.ok ? showSubscription(context, caller, id) : resumed;
}

async function withdrawPendingCancellation(
  trx: Transaction<Database>,
  { id }: SubscriptionRow,
): Promise<null> {
  await trx.updateTable('subscriptions').set({ cancelled_at: null }).where('id', '=', id).execute();
  return null;
}

async function goOn(
  trx: Transaction<Database>,
  context: OrderContext,
  subscription: SubscriptionRow,
  due: Date,
): Promise<void> {
  await transitionSubscription(trx, context, {
    subscription,
    event: 'resume',
    cause: 'buyer',
    changes: { cancelled_at: null, ends_on: null, next_action_at: due },
  });
  await enqueueSubscriptionMail(trx, context, {
    subscription,
    template: 'subscription_resumed',
    facts: { due: dueDayOf(subscription), amount: nextPrice(subscription) },
    occasion: context.ids.uuid(),
  });
}
