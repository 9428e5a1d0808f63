import { type Kysely, sql } from 'kysely';
import type {
  OperatorSubscription,
  OperatorSubscriptionRow,
} from '#api/subscriptions/operator-subscription-endpoints.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays, calendarDay, isoOf, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { endOfSubscription } from '#core/rules/subscriptions/subscription-terms.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { needsRefundProof } from '#server/payments/refund-proof.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { dueDayOf, termOf } from './subscription-rows.ts';

interface WantedSubscriptions extends ListPageRequest {
  readonly q?: string | undefined;
  readonly state?: OperatorSubscriptionRow['status'] | undefined;
  /** Number of refused charges of the unpaid period. */
  readonly stage?: string | undefined;
  /** Latest day of the next charge or end. */
  readonly until?: CalendarDay | undefined;
  readonly locale: Locale;
}

/** Most people of a search whose subscriptions are looked up. */
const mostFound = 2_000;

/**
 * Finds memberships and subscriptions, newest first; with `until` by their next charge or end, earliest first
 * (docs/behaviour/operations.md#subscriptions-for-operators).
 */
export async function listOperatorSubscriptions(
  db: Kysely<Database>,
  { q = '', state, stage, until, after, size, locale }: WantedSubscriptions,
): Promise<ListPage<OperatorSubscriptionRow>> {
  const order =
    until === undefined
      ? ({ time: 'subscriptions.created_at', id: 'subscriptions.id', direction: 'desc' } as const)
      : ({ time: 'subscriptions.next_action_at', id: 'subscriptions.id', direction: 'asc' } as const);
  const found = selectShown(db, locale)
    .$if(q !== '', (query) =>
      query.where(
        'subscriptions.id',
        'in',
        sql<string>`(
          select id from subscriptions where user_id in (
            select id from users where lower(email || ' ' || firstname || ' ' || lastname) like ${containsPattern(q)}
            limit ${mostFound}
          )
          union select id from subscriptions where code = ${q.trim().toUpperCase()}
        )`,
      ),
    )
    .$if(state !== undefined, (query) => query.where('subscriptions.status', '=', state ?? ''))
    .$if(stage !== undefined, (query) =>
      query.where('subscriptions.status', '=', 'past_due').where('failures', '=', Number(stage)),
    )
    .$if(until !== undefined, (query) =>
      query.where('next_action_at', '<', new Date(startOfDay(addDays(until ?? ('' as CalendarDay), 1)))),
    );
  const { rows, next } = await readPage(found, order, { after, size });
  return { rows: rows.map(toRow), next };
}

function selectShown(db: Kysely<Database>, locale: Locale) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .select([productText('title', locale).as('title'), 'users.email', 'users.firstname', 'users.lastname']);
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['executeTakeFirstOrThrow']>>;

function toRow(row: ShownRow): OperatorSubscriptionRow {
  return {
    id: row.id,
    code: row.code,
    status: row.status as OperatorSubscriptionRow['status'],
    title: row.title,
    user_id: row.user_id,
    email: row.email,
    name: `${row.firstname} ${row.lastname}`.trim(),
    price: cents(row.price_cents),
    period_months: row.period_months,
    renews: row.renews,
    next_action_at: isoOf(row.next_action_at),
    failures: row.failures,
    paid_until: addDays(dueDayOf(row), -1),
    ends_on: row.ends_on,
  };
}

/** Loads a membership or subscription with its orders and history; null when there is none. */
export async function readOperatorSubscription(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
  locale: Locale,
): Promise<OperatorSubscription | null> {
  const row = await selectShown(db, locale).where('subscriptions.id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const [orders, events, declarations, history] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'code', 'period_number', 'state', 'total_cents', 'created_at'])
      .where((where) => where.or([where('subscription_id', '=', id), where('id', '=', row.order_id)]))
      .orderBy('created_at', 'desc')
      .execute(),
    db
      .selectFrom('subscription_events')
      .select(['happened_at', 'event', 'to_status', 'cause'])
      .where('subscription_id', '=', id)
      .orderBy('happened_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('declarations')
      .select(['id', 'reference', 'kind', 'state', 'received_at'])
      .where('subscription_id', '=', id)
      .orderBy('received_at', 'desc')
      .execute(),
    readHistory(db, { type: 'subscriptions', id }),
  ]);
  const isRunning = row.status === 'active' || row.status === 'past_due';
  const onCancel = isRunning && row.renews ? endOfSubscription(termOf(row), calendarDay(clock.now())) : null;
  const period = orders.find(({ period_number }) => period_number === row.paid_periods);
  const needs_proof =
    onCancel !== null &&
    onCancel.refund > 0 &&
    period !== undefined &&
    (await needsRefundProof(db, period.id, onCancel.refund));
  return {
    ...toRow(row),
    started_on: row.started_on,
    free_periods: row.free_periods,
    payment_method: row.payment_method as PaymentMethodSummary | null,
    cancelled_at: isoOf(row.cancelled_at),
    ended_at: isoOf(row.ended_at),
    on_cancel: onCancel && { ...onCancel, needs_proof },
    orders: orders.map((order) => ({
      id: order.id,
      code: order.code,
      period: order.period_number,
      state: order.state,
      total: cents(order.total_cents),
      created_at: order.created_at.toISOString(),
    })),
    events: events.map(({ happened_at, event, to_status, cause }) => ({
      at: happened_at.toISOString(),
      event,
      to: to_status,
      cause,
    })),
    declarations: declarations.map((one) => ({ ...one, received_at: one.received_at.toISOString() })),
    history,
  };
}
