import { sql, type Transaction } from 'kysely';
import type { SubscriptionResource } from '#api/subscriptions/subscription-endpoints.ts';
import type { OrderState } from '#core/model/order.ts';
import type { SubscriptionEnd } from '#core/model/subscription.ts';
import type { Cents } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isOpen, isSettling } from '#core/rules/orders/order-states.ts';
import { endOfSubscription, endsEarly, periodOn } from '#core/rules/subscriptions/subscription-terms.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
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
  runningProducts,
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
 * periods, and mails a receipt to the owner. For a cancelled subscription it returns the existing end, unless this
 * cancellation was declared before the other. During a charge the cancellation is stored and carried out when the
 * charge is settled; returns null then. `NOTHING_TO_CANCEL` when the subscription has ended and nothing is refunded, or
 * came from a code and ends by itself.
 */
export async function cancelById(
  trx: Transaction<Database>,
  context: OrderContext,
  id: string,
  { declaredAt = new Date(context.clock.now()), ...cancellation }: Cancellation,
): Promise<Result<SubscriptionEnd | null, 'NOTHING_TO_CANCEL'>> {
  await lockRenewalsSince(trx, [id], declaredAt);
  const { subscription, renewal } = await lockSubscription(trx, id);
  if (!subscription.renews) return err('NOTHING_TO_CANCEL');
  if (subscription.status === 'expired' || subscription.status === 'cancelled')
    return cancelEarlier(trx, context, { subscription, declaredAt, ...cancellation });
  const stored = subscription.cancelled_at ?? declaredAt;
  const cancelledAt = stored < declaredAt ? stored : declaredAt;
  if (renewal !== null && isSettling(renewal.state as OrderState)) {
    // After the charge is settled, a job refunds its unused months.
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
  const ending = await endFor(trx, subscription, cancelledAt);
  if (renewal !== null && isOpen(renewal.state as OrderState)) {
    await transitionOrder(trx, context, { order: renewal, event: 'void', cause: 'background' });
  }
  const end = await giveBack(trx, context, { ...ending, subscription, declaration_id });
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

interface EarlierCancellation extends Omit<Cancellation, 'cause' | 'declaredAt'> {
  readonly subscription: SubscriptionRow;
  readonly declaredAt: Date;
}

/**
 * Carries out a cancellation that was declared before the subscription was cancelled again or ended: refunds what is
 * unused after the earlier day, and moves the end to it. A later declaration changes nothing.
 */
async function cancelEarlier(
  trx: Transaction<Database>,
  context: OrderContext,
  { subscription, declaredAt, declaration_id }: EarlierCancellation,
): Promise<Result<SubscriptionEnd, 'NOTHING_TO_CANCEL'>> {
  const { id, status, cancelled_at, ended_at } = subscription;
  const ends_on = subscription.ends_on ?? '';
  const other = cancelled_at ?? ended_at;
  const isFirst = other !== null && declaredAt < other;
  const unchanged =
    status === 'expired' ? err('NOTHING_TO_CANCEL' as const) : ok({ ends_on, refund: noCents });
  if (!isFirst) return unchanged;
  const ending = await endFor(trx, subscription, declaredAt);
  const end = await giveBack(trx, context, { ...ending, subscription, declaration_id });
  if (status === 'expired') return end.refund > 0 ? ok(end) : unchanged;
  if (end.ends_on >= ends_on) return ok({ ...end, ends_on });
  const next_action_at = new Date(startOfDay(addDays(end.ends_on, 1)));
  await trx
    .updateTable('subscriptions')
    .set({ cancelled_at: declaredAt, ends_on: end.ends_on, next_action_at })
    .where('id', '=', id)
    .execute();
  return ok(end);
}

/** Result of a cancellation on some day. */
interface DueEnd {
  readonly due: SubscriptionEnd;
  /** Number of the last period that is paid for. */
  readonly lastPeriod: number;
}

/**
 * Computes the end by a cancellation at this time. A subscription that was past due at that time ends on that day, even
 * if the period was paid later.
 */
async function endFor(trx: Transaction<Database>, subscription: SubscriptionRow, at: Date): Promise<DueEnd> {
  const day = calendarDay(at.getTime());
  const events = await trx
    .selectFrom('subscription_events')
    .select(['event', 'to_status'])
    .where('subscription_id', '=', subscription.id)
    .where('happened_at', '<=', at)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  if (events[0]?.to_status !== 'past_due')
    return { due: endOfSubscription(termOf(subscription), day), lastPeriod: periodOn(subscription, day) };
  const renewals = events.filter(({ event }) => event === 'renew').length;
  return { due: { ends_on: day, refund: noCents }, lastPeriod: 1 + renewals };
}

interface GivenBack extends DueEnd {
  readonly subscription: SubscriptionRow;
  readonly declaration_id: string | undefined;
}

/** Refunds what was paid for the time after the end; returns the end with the refunded amount. */
async function giveBack(
  trx: Transaction<Database>,
  context: OrderContext,
  back: GivenBack,
): Promise<SubscriptionEnd> {
  const unused = back.due.refund > 0 ? await giveBackMonths(trx, context, back) : noCents;
  const later = await giveBackPeriods(trx, context, back);
  return { ...back.due, refund: cents(unused + later) };
}

/**
 * Refunds unused months of the last period; access continues until the agreed day. Returns the amount, which is less
 * than due when a part of the period was refunded before.
 */
async function giveBackMonths(
  trx: Transaction<Database>,
  context: OrderContext,
  { due, subscription, lastPeriod, declaration_id }: GivenBack,
): Promise<Cents> {
  const line = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_lines.id', 'order_lines.order_id'])
    // Refunded by another cancellation, or by a refund that ended the subscription.
    .select(
      sql<number>`coalesce((
        select sum((back ->> 'amount')::int)
        from refunds, jsonb_array_elements(refunds.lines -> 'lines') back
        where refunds.order_id = orders.id and back ->> 'line_id' = order_lines.id::text
          and (cause = 'cancellation' or (back ->> 'quantity')::int > 0)
      ), 0)::int`.as('given'),
    )
    .where('orders.subscription_id', '=', subscription.id)
    .where('orders.period_number', '=', lastPeriod)
    .executeTakeFirstOrThrow();
  const amount = cents(due.refund - line.given);
  if (amount <= 0) return noCents;
  const requested = await createRefund(trx, context, {
    order_id: line.order_id,
    lines: [{ line_id: line.id, quantity: 0, amount }],
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

/**
 * Reverts the cancellation of one of the caller's own subscriptions, and returns its new state. Refused when a newer
 * one of the same product is running, because both would renew.
 */
export async function resumeSubscription(
  context: OrderContext,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, DomainFailure>> {
  const own = await showSubscription(context, caller, id);
  if (!own.ok) return own;
  const resumed = await inTransaction(context.db, async (trx) => {
    if (!(await lockAccount(trx, caller.user.id))) return err(domainFailure('UNAUTHENTICATED'));
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
      endsEarly(subscription, subscription.ends_on) ||
      (await runningProducts(trx, caller.user.id)).has(subscription.product_id)
    ) {
      return err(domainFailure('RESUME_REFUSED'));
    }
    await resume(trx, context, subscription, new Date(due));
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

async function resume(
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
