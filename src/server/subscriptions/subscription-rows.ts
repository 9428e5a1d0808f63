import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { WebhookEventName } from '#api/webhook-events.ts';
import type { SubscriptionStatus } from '#core/model/subscription.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { stateAfter, transition } from '#core/rules/basics/state-machine.ts';
import {
  dueDay,
  type SubscriptionEvent,
  type SubscriptionTerm,
  subscriptionStateMachine,
} from '#core/rules/subscriptions/subscription-terms.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { SubscriptionMailFacts } from '#server/platform/outbox/mail-templates.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';

/** A membership or subscription of one user. */
export type SubscriptionRow = Selectable<Database['subscriptions']>;

/** A subscription in the form of the rules about its end. */
export function termOf(subscription: SubscriptionRow): SubscriptionTerm {
  return {
    started_on: subscription.started_on,
    period_months: subscription.period_months,
    paid_periods: subscription.paid_periods,
    price: cents(subscription.price_cents),
    is_past_due: subscription.status === 'past_due',
  };
}

/** The day after the paid periods, on which the next charge is due. */
export function dueDayOf(
  subscription: Pick<SubscriptionRow, 'started_on' | 'period_months' | 'paid_periods'>,
): CalendarDay {
  return dueDay(subscription.started_on, subscription.period_months, subscription.paid_periods);
}

/** Returns the price of the next period in cents; 0 if an operator has made it free. */
export function nextPrice({
  free_periods,
  price_cents,
}: Pick<SubscriptionRow, 'free_periods' | 'price_cents'>): Cents {
  return free_periods > 0 ? noCents : cents(price_cents);
}

/** Locks a subscription; callers that also lock one of its orders lock that first. */
export function lockSubscriptionRow(trx: Transaction<Database>, id: string): Promise<SubscriptionRow> {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Locks the renewals of subscriptions that were paid after a time, and returns their ids; callers that also lock other
 * rows do this first.
 */
export async function lockRenewalsSince(
  trx: Transaction<Database>,
  ids: readonly string[],
  since: Date,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const renewals = await trx
    .selectFrom('orders')
    .select('id')
    .where('subscription_id', 'in', ids)
    .where('completed_at', '>', since)
    .orderBy('subscription_id')
    .orderBy('period_number')
    .forUpdate()
    .execute();
  return renewals.map(({ id }) => id);
}

interface LockedSubscription {
  readonly subscription: SubscriptionRow;
  /** The order of the next unpaid period, if a charge of it was tried before. */
  readonly renewal: OrderRow | null;
}

/**
 * Locks a subscription and its newest order, the order first: cart → order → … → subscription. While it is locked, no
 * charge of it can start or be settled.
 */
export async function lockSubscription(trx: Transaction<Database>, id: string): Promise<LockedSubscription> {
  const { newest } = await trx
    .selectFrom('subscriptions')
    .select(
      sql<string | null>`coalesce(
        (select id from orders where subscription_id = subscriptions.id order by period_number desc limit 1),
        order_id
      )`.as('newest'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (newest !== null) await lockOrder(trx, newest);
  const subscription = await lockSubscriptionRow(trx, id);
  const renewal = await trx
    .selectFrom('orders')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('period_number', '=', subscription.paid_periods + 1)
    .executeTakeFirst();
  return { subscription, renewal: renewal ?? null };
}

/** Who caused a change of a subscription; stored in its history. */
export type SubscriptionCause = 'buyer' | 'declaration' | 'gateway' | 'background' | 'operator';

interface SubscriptionTransition {
  readonly subscription: { readonly id: string; readonly status: string };
  readonly event: SubscriptionEvent;
  readonly cause: SubscriptionCause;
  readonly changes: Updateable<Database['subscriptions']>;
}

/**
 * Changes the status of a locked subscription by the state machine table and adds the change to its history. @throws
 * Error when the table has no such transition: a bug, because callers check the status first.
 */
export async function transitionSubscription(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { subscription, event, cause, changes }: SubscriptionTransition,
): Promise<void> {
  const moved = transition(subscriptionStateMachine, subscription.status as SubscriptionStatus, event);
  if (!moved.ok)
    throw new Error(`Subscription ${subscription.id} cannot ${event} while it is ${subscription.status}`);
  await trx
    .updateTable('subscriptions')
    .set({ ...changes, status: moved.value })
    .where('id', '=', subscription.id)
    .execute();
  await trx
    .insertInto('subscription_events')
    .values({
      id: context.ids.uuid(),
      subscription_id: subscription.id,
      event,
      from_status: subscription.status,
      to_status: moved.value,
      cause,
      happened_at: new Date(context.clock.now()),
    })
    .execute();
  const reported = moved.value === 'expired' ? 'subscription.ended' : reportedEvents[event];
  if (reported !== undefined) await reportSubscription(trx, context, reported, subscription.id);
}

/** Events that are reported to webhooks; every change to `expired` is reported as the end. */
const reportedEvents: Readonly<Partial<Record<SubscriptionEvent, SubscriptionEventName>>> = {
  renew: 'subscription.renewed',
  fail_renewal: 'subscription.payment_failed',
  fail_retry: 'subscription.payment_failed',
};

type SubscriptionEventName = Extract<WebhookEventName, `subscription.${string}`>;

function reportSubscription(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  event: SubscriptionEventName,
  id: string,
): Promise<void> {
  return recordEvent(trx, context, event, async () => {
    const row = await trx
      .selectFrom('subscriptions')
      .select(['code', 'user_id', 'product_id', 'status', 'period_ends_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      subscription_id: id,
      subscription_code: row.code,
      account_id: row.user_id,
      product_id: row.product_id,
      status: row.status as Exclude<SubscriptionStatus, 'none'>,
      period_ends_at: row.period_ends_at.toISOString(),
    };
  });
}

/** Adds the start of subscriptions to their history. */
export async function recordSubscriptionStart(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  subscriptions: readonly { readonly id: string }[],
  cause: SubscriptionCause,
): Promise<void> {
  const happened_at = new Date(context.clock.now());
  await trx
    .insertInto('subscription_events')
    .values(
      subscriptions.map((subscription) => ({
        id: context.ids.uuid(),
        subscription_id: subscription.id,
        event: 'start',
        from_status: 'none',
        to_status: stateAfter(subscriptionStateMachine, 'none', 'start'),
        cause,
        happened_at,
      })),
    )
    .execute();
  for (const { id } of subscriptions) await reportSubscription(trx, context, 'subscription.started', id);
}

interface SubscriptionMail<Template extends keyof SubscriptionMailFacts> {
  readonly subscription: { readonly id: string; readonly user_id: string };
  readonly template: Template;
  readonly facts: Omit<SubscriptionMailFacts[Template], 'subscription_id'>;
  /** Distinguishes this mail from others of the same template and subscription. */
  readonly occasion: string;
}

/** Queues a mail about a subscription to its owner in the owner's language; none after the account was deleted. */
export async function enqueueSubscriptionMail<Template extends keyof SubscriptionMailFacts>(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  { subscription, template, facts, occasion }: SubscriptionMail<Template>,
): Promise<void> {
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'preferred_language'])
    .where('id', '=', subscription.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner === undefined) return;
  await enqueueMail<keyof SubscriptionMailFacts>(trx, context, {
    template,
    recipient: owner.email,
    locale: isLocale(owner.preferred_language) ? owner.preferred_language : defaultLocale,
    facts: { subscription_id: subscription.id, ...facts } as unknown as SubscriptionMailFacts[Template],
    dedupe_key: `${template}:${subscription.id}:${occasion}`,
  });
}

/** Returns the products of which a user has an active or past due subscription. */
export async function runningProducts(
  trx: Transaction<Database>,
  userId: string,
): Promise<ReadonlySet<string>> {
  const running = await trx
    .selectFrom('subscriptions')
    .select('product_id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])
    .execute();
  return new Set(running.map(({ product_id }) => product_id));
}
