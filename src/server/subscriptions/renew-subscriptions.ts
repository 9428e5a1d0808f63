import { sql } from 'kysely';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import {
  reminderDays,
  reminderMonths,
  shortReminderDays,
} from '#core/rules/subscriptions/subscription-terms.ts';
import { completePaymentAttempt } from '#server/orders/charging/settle-payment-attempt.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { inTrace } from '#server/platform/spans.ts';
import { beginRenewal } from './begin-renewal.ts';
import {
  dueDayOf,
  enqueueSubscriptionMail,
  lockSubscriptionRow,
  type SubscriptionRow,
  transitionSubscription,
} from './subscription-rows.ts';

const batch = 20;

/** Number of subscriptions processed in parallel, so that one slow charge does not delay the others. */
const workers = 4;

/** Lease of a subscription by one server, in milliseconds: enough for a whole batch of charges of 10 s each. */
const lease = 120_000;

interface LeasedSubscription {
  readonly id: string;
  readonly status: string;
  readonly renews: boolean;
  readonly next_action_at: Date;
}

/**
 * Processes due subscriptions (docs/behaviour/subscriptions.md#renewal-charge): renews them, retries charges, or ends
 * them. Several servers may run this at once: each subscription is leased to one of them, and the first transaction
 * checks the lease again, so a server that was too slow changes nothing. Returns how many subscriptions were due.
 */
export async function renewSubscriptions(context: OrderContext, signal?: AbortSignal): Promise<number> {
  const due = await leaseDueSubscriptions(context);
  const waiting = [...due];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (signal?.aborted) return;
        await actOn(context, next);
      }
    }),
  );
  return due.length;
}

/** Processes one subscription. An error does not stop the others: the lease expires and it is tried again. */
async function actOn(context: OrderContext, subscription: LeasedSubscription): Promise<void> {
  try {
    const renews = subscription.renews && subscription.status !== 'cancelled';
    await inTrace(context.tracing, { name: 'job renew-subscriptions' }, () =>
      renews ? renew(context, subscription) : endPeriod(context, subscription),
    );
  } catch (error) {
    context.log.error('subscription_not_renewed', error, { subscription: subscription.id });
  }
}

async function renew(context: OrderContext, { id, next_action_at }: LeasedSubscription): Promise<void> {
  const begun = await inTransaction(context.db, (trx) =>
    beginRenewal(trx, context, { subscriptionId: id, lease: next_action_at }),
  );
  if (begun.step !== 'charge') return;
  const outcome = await begun.gateway.chargeStored(begun.request);
  const { attemptId, gateway, request } = begun;
  const attempt = { id: attemptId, attempt_key: request.attempt_key, gateway };
  await completePaymentAttempt(context, attempt, outcome, 'gateway');
}

/** Ends a subscription after its paid period, because it was cancelled or came from a code. */
async function endPeriod(context: OrderContext, leased: LeasedSubscription): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const subscription = await lockSubscriptionRow(trx, leased.id);
    if (subscription.next_action_at?.getTime() !== leased.next_action_at.getTime()) return;
    await transitionSubscription(trx, context, {
      subscription,
      event: 'end_period',
      cause: 'background',
      changes: { next_action_at: null, ended_at: new Date(context.clock.now()) },
    });
    await enqueueSubscriptionMail(trx, context, {
      subscription,
      template: 'subscription_ended',
      facts: { reason: subscription.renews ? 'cancelled' : 'redeemed' },
      occasion: 'ended',
    });
  });
}

async function leaseDueSubscriptions(context: OrderContext): Promise<readonly LeasedSubscription[]> {
  const now = context.clock.now();
  const { rows } = await sql<LeasedSubscription>`
    update subscriptions set next_action_at = ${new Date(now + lease)}
    where id in (
      select id from subscriptions where next_action_at <= ${new Date(now)}
      order by next_action_at, id limit ${batch} for update skip locked
    )
    returning id, status, renews, next_action_at
  `.execute(context.db);
  return rows;
}

const reminderBatch = 50;

/**
 * Mails reminders of renewals within 30 days of yearly subscriptions, and of redeemed periods that end soon
 * (docs/behaviour/subscriptions.md#renewal-reminder). Once per period, recorded in the transaction that queues the
 * mail. Returns how many mails it queued.
 */
export async function remindOfRenewals(context: OrderContext): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    const now = context.clock.now();
    const today = calendarDay(now);
    // The window covers whole days: it includes an end at any time of its last day.
    const within = (days: number) => new Date(startOfDay(addDays(today, days)));
    // The first three conditions are those of the index `subscriptions_to_remind`.
    const { rows } = await sql<SubscriptionRow>`
      update subscriptions set reminded_period = paid_periods
      where id in (
        select id from subscriptions
        where status = 'active' and reminded_period < paid_periods
          and (period_months >= ${sql.lit(reminderMonths)} or not renews)
          and period_ends_at > ${new Date(now)} and period_ends_at <= ${within(reminderDays)}
          and (period_months >= ${sql.lit(reminderMonths)} or period_ends_at <= ${within(shortReminderDays)})
        order by period_ends_at, id limit ${reminderBatch} for update skip locked
      )
      returning *
    `.execute(trx);
    for (const subscription of rows) {
      const due = dueDayOf(subscription);
      const occasion = String(subscription.paid_periods);
      await (subscription.renews
        ? enqueueSubscriptionMail(trx, context, {
            subscription,
            template: 'renewal_reminder',
            facts: { due, amount: subscription.price_cents },
            occasion,
          })
        : enqueueSubscriptionMail(trx, context, {
            subscription,
            template: 'subscription_ending',
            facts: { ends_on: addDays(due, -1) },
            occasion,
          }));
    }
    return rows.length;
  });
}
