import { type Kysely, sql } from 'kysely';
import type { SubscriptionResource } from '#api/subscriptions/subscription-endpoints.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { SubscriptionStatus } from '#core/model/subscription.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays, calendarDay, laterDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { dueDay, endOfSubscription, endsEarly } from '#core/rules/subscriptions/subscription-terms.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { UserCaller } from '#server/platform/caller.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { dueDayOf, nextPrice, type SubscriptionRow, termOf } from './subscription-rows.ts';

interface PageQuery {
  readonly locale: Locale;
  readonly number: number;
  readonly size: number;
}

/** One page of a user's subscriptions: running ones first, then newest first. Two queries. */
export async function listSubscriptions(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  { locale, number, size }: PageQuery,
): Promise<{ readonly items: SubscriptionResource[]; readonly total: number }> {
  const shown = selectSubscriptions(db, locale)
    .where('user_id', '=', userId)
    .orderBy(sql`subscriptions.status = 'expired'`)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id');
  const counted = db.selectFrom('subscriptions').where('user_id', '=', userId);
  const { rows, total } = await numberedPage(shown, counted, { number, size });
  const now = clock.now();
  return { items: rows.map((row) => presentSubscription(row, now)), total };
}

/** One of the caller's own subscriptions; `NOT_FOUND` for any other. */
export async function showSubscription(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  caller: UserCaller,
  id: string,
): Promise<Result<SubscriptionResource, DomainFailure>> {
  const row = await selectSubscriptions(db, caller.locale)
    .where('subscriptions.id', '=', id)
    .where('user_id', '=', caller.user.id)
    .executeTakeFirst();
  return row === undefined ? err(domainFailure('NOT_FOUND')) : ok(presentSubscription(row, clock.now()));
}

type Attributes = SubscriptionResource['attributes'];

/** Selects subscriptions with the displayed data of their products; callers add conditions. */
function selectSubscriptions(db: Kysely<Database>, locale: Locale) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .selectAll('subscriptions')
    .select(['products.kind', 'products.slug', 'products.picture', productText('title', locale).as('title')])
    .select(
      sql<boolean>`exists (
        select from subscriptions other
        where other.user_id = subscriptions.user_id and other.product_id = subscriptions.product_id
          and other.id <> subscriptions.id and other.status in ('active', 'past_due')
      )`.as('is_bought_again'),
    );
}

type ShownSubscription = SubscriptionRow & {
  readonly kind: string;
  readonly slug: string;
  readonly picture: string;
  readonly title: string;
  /** Another one of the same product is running. */
  readonly is_bought_again: boolean;
};

/** A subscription for its owner at the time `now` (milliseconds since the epoch). */
function presentSubscription(row: ShownSubscription, now: number): SubscriptionResource {
  const today = calendarDay(now);
  const isRunning = row.status === 'active' || row.status === 'past_due';
  const isCancelled = row.status === 'cancelled';
  const due = dueDayOf(row);
  return {
    type: 'subscriptions',
    id: row.id,
    attributes: {
      contract_code: row.code,
      product: {
        id: row.product_id,
        kind: row.kind as Attributes['product']['kind'],
        slug: row.slug,
        title: row.title,
        picture: row.picture,
      },
      status: row.status as SubscriptionStatus,
      price: cents(row.price_cents),
      period_months: row.period_months,
      renews: row.renews,
      started_on: row.started_on,
      paid_from: dueDay(row.started_on, row.period_months, row.paid_periods - 1),
      paid_until: addDays(due, -1),
      next_charge: isRunning && row.renews ? nextCharge(row, due, today) : null,
      payment_method: row.payment_method as PaymentMethodSummary | null,
      cancelled_at: row.cancelled_at?.toISOString() ?? null,
      ends_on: row.ends_on,
      ended_at: row.ended_at?.toISOString() ?? null,
      on_cancel: isRunning && row.renews ? endOfSubscription(termOf(row), today) : null,
      can_resume: isCancelled && row.ends_on !== null && !endsEarly(row, row.ends_on) && !row.is_bought_again,
    },
  };
}

/** A charge that is overdue or in progress is shown with today's date. */
function nextCharge(row: SubscriptionRow, due: CalendarDay, today: CalendarDay): Attributes['next_charge'] {
  const planned =
    row.status === 'past_due' && row.next_action_at !== null
      ? calendarDay(row.next_action_at.getTime())
      : due;
  return { day: laterDay(planned, today), amount: nextPrice(row) };
}
