import { sql } from 'kysely';
import { addDays, calendarDay, startOfDay } from '#core/rules/calendar.ts';
import { reminderDays, reminderMonths, shortReminderDays } from '#core/rules/subscription.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { completePaymentAttempt } from '#server/orders/settle-payment-attempt.ts';
import type { ServerContext } from '#server/server-context.ts';
import { beginRenewal } from './begin-renewal.ts';
import type { SubscriptionRow } from './subscription-rows.ts';
import {
  dueDayOf,
  enqueueSubscriptionMail,
  lockSubscriptionRow,
  moveSubscription,
} from './subscription-rows.ts';

const batch = 20;

/** How many subscriptions of a batch are worked on at once, so that one slow charge does not hold up the others. */
const lanes = 4;

/**
 * How long one server keeps a subscription to itself, in milliseconds: a whole batch of charges that take their full
 * 10 s.
 */
const lease = 120_000;

interface LeasedSubscription {
  readonly id: string;
  readonly status: string;
  readonly renews: boolean;
  readonly next_action_at: Date;
}

/**
 * Does what subscriptions are due for (docs/behaviour/subscriptions.md#renewal-charge): renews, tries again, or ends
 * them. Several servers may run this at once: each subscription is leased to one of them, and its first transaction
 * checks that the lease still holds, so a server that was slow changes nothing. Answers how many subscriptions were
 * due.
 */
export async function renewSubscriptions(context: ServerContext, signal?: AbortSignal): Promise<number> {
  const due = await leaseDueSubscriptions(context);
  const waiting = [...due];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (signal?.aborted) return;
        await actOn(context, next);
      }
    }),
  );
  return due.length;
}

/** One subscription that cannot be dealt with does not hold up the others: its lease runs out and it comes again. */
async function actOn(context: ServerContext, subscription: LeasedSubscription): Promise<void> {
  try {
    const renews = subscription.renews && subscription.status !== 'cancelled';
    await (renews ? renew(context, subscription) : endPeriod(context, subscription));
  } catch (error) {
    context.log.error('subscription_not_renewed', error, { subscription: subscription.id });
  }
}

async function renew(context: ServerContext, { id, next_action_at }: LeasedSubscription): Promise<void> {
  const begun = await inTransaction(context.db, (trx) =>
    beginRenewal(trx, context, { subscriptionId: id, lease: next_action_at }),
  );
  if (begun.step !== 'charge') return;
  const outcome = await begun.gateway.chargeStored(begun.request);
  const attempt = { id: begun.attemptId, gateway: begun.gateway };
  await completePaymentAttempt(context, attempt, outcome, 'gateway');
}

/** The paid period is over and nothing renews it: it was cancelled, or a code brought it. */
async function endPeriod(context: ServerContext, leased: LeasedSubscription): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const subscription = await lockSubscriptionRow(trx, leased.id);
    if (subscription.next_action_at?.getTime() !== leased.next_action_at.getTime()) return;
    await moveSubscription(trx, context, {
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

async function leaseDueSubscriptions(context: ServerContext): Promise<readonly LeasedSubscription[]> {
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
 * Writes to everybody whose yearly subscription renews within 30 days, and to those whose redeemed period is about to
 * end (docs/behaviour/subscriptions.md#renewal-reminder): once a period, noted in the transaction that sends the
 * mail. Answers how many mails it sent.
 */
export async function remindOfRenewals(context: ServerContext): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    const now = context.clock.now();
    const today = calendarDay(now);
    // What ends at the start of a day, so many days from today, is inside the window as soon as today begins.
    const within = (days: number) => new Date(startOfDay(addDays(today, days)));
    const { rows } = await sql<SubscriptionRow>`
      update subscriptions set reminded_period = paid_periods
      where id in (
        select id from subscriptions
        where status = 'active' and reminded_period < paid_periods and period_ends_at > ${new Date(now)}
          and ((period_months >= ${reminderMonths} and period_ends_at <= ${within(reminderDays)})
            or (not renews and period_ends_at <= ${within(shortReminderDays)}))
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
