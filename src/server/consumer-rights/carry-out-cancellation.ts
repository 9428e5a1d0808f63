import type { Kysely, Transaction } from 'kysely';
import { normaliseEmail } from '#core/model/email-address.ts';
import { plainCode } from '#core/model/typed-text.ts';
import type { Locale } from '#core/model/values.ts';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { endOfSubscription } from '#core/rules/subscriptions/subscription-terms.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { cancelById } from '#server/subscriptions/cancel-subscription.ts';
import { type SubscriptionRow, termOf } from '#server/subscriptions/subscription-rows.ts';
import type { CancellationDetails, DeclarationRow, SubscriptionDecision } from './decision.ts';

/**
 * Cancels subscriptions, each to the earliest day possible at the time of the declaration. A request for a later day
 * counts as declared on that day, but not after now. Returns the result of each, for the mail to the declarant.
 */
export async function carryOutCancellation(
  trx: Transaction<Database>,
  context: OrderContext,
  subscriptions: readonly SubscriptionRow[],
  declaration: DeclarationRow,
): Promise<readonly SubscriptionDecision[]> {
  const { locale } = declaration;
  const titles = await findTitles(trx, subscriptions, isLocale(locale) ? locale : defaultLocale);
  const decided: SubscriptionDecision[] = [];
  for (const subscription of subscriptions) {
    const { id, code, product_id } = subscription;
    const cancelled = await cancelById(trx, context, id, {
      cause: 'declaration',
      declaredAt: countsFrom(subscription, declaration, context.clock.now()),
      declaration_id: declaration.id,
    });
    const about = { code, title: titles.get(product_id) ?? product_id };
    if (!cancelled.ok) decided.push({ ...about, result: cancelled.error, ends_on: null });
    else if (cancelled.value === null) decided.push({ ...about, result: 'pending', ends_on: null });
    else decided.push({ ...about, result: 'cancelled', ends_on: cancelled.value.ends_on });
  }
  return decided;
}

/**
 * Returns when a cancellation counts as declared. If it requests a later day than the earliest possible: on that day or
 * now, whichever is earlier.
 */
function countsFrom(
  subscription: SubscriptionRow,
  { received_at, details }: DeclarationRow,
  now: number,
): Date {
  const { ends_on } = details as CancellationDetails;
  if (ends_on === null || !endsBefore(subscription, received_at, ends_on)) return received_at;
  return new Date(Math.min(startOfDay(ends_on), now));
}

/** Whether a subscription would end before the requested day (`YYYY-MM-DD`) by a cancellation declared at this time. */
export function endsBefore(subscription: SubscriptionRow, declaredAt: Date, requestedEnd: string): boolean {
  return endOfSubscription(termOf(subscription), calendarDay(declaredAt.getTime())).ends_on < requestedEnd;
}

/** Whether one of these subscriptions would end before the requested day if it were cancelled now. */
export function isTooEarly(
  subscriptions: readonly SubscriptionRow[],
  { details }: DeclarationRow,
  now: number,
): boolean {
  const { ends_on } = details as CancellationDetails;
  if (ends_on === null || calendarDay(now) >= ends_on) return false;
  return subscriptions.some(
    (one) =>
      one.renews &&
      (one.status === 'active' || one.status === 'past_due') &&
      endsBefore(one, new Date(now), ends_on),
  );
}

async function findTitles(
  trx: Transaction<Database>,
  subscriptions: readonly SubscriptionRow[],
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  if (subscriptions.length === 0) return new Map();
  const lines = await trx
    .selectFrom('products')
    .select(['id', productText('title', locale).as('title')])
    .where(
      'id',
      'in',
      subscriptions.map((subscription) => subscription.product_id),
    )
    .execute();
  return new Map(lines.map((line) => [line.id, line.title]));
}

/** The purchase that a number belongs to. */
export type FoundPurchase =
  /** An order with the subscriptions that it started or, as a renewal, extends. */
  | { readonly kind: 'order'; readonly order: OrderRow; readonly subscriptions: readonly SubscriptionRow[] }
  /** A subscription with the order that started it; null for a redeemed period. */
  | {
      readonly kind: 'subscription';
      readonly order: OrderRow | null;
      readonly subscriptions: readonly SubscriptionRow[];
    };

interface PurchaseQuery {
  /** As typed: case, blanks and dashes do not matter. */
  readonly code: string;
  /** E-mail of buyer or owner; null when an operator has verified the declarant. */
  readonly email: string | null;
}

/** Finds the paid order or the subscription with this number that belongs to this e-mail; null when there is none. */
export async function findPurchase(
  db: Kysely<Database>,
  { code, email }: PurchaseQuery,
): Promise<FoundPurchase | null> {
  const number = plainCode(code);
  const wanted = email === null ? null : normaliseEmail(email);
  const order = await findOrderByCode(db, number, wanted);
  if (order !== undefined) {
    const subscriptions = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where((where) => where.or([where('order_id', '=', order.id), where('id', '=', order.subscription_id)]))
      .orderBy('id')
      .execute();
    return { kind: 'order', order, subscriptions };
  }
  const subscription = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .where('subscriptions.code', '=', number)
    .$if(wanted !== null, (query) => query.where('users.email', '=', wanted ?? ''))
    .executeTakeFirst();
  if (subscription === undefined) return null;
  const began = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', subscription.order_id)
    .executeTakeFirst();
  return { kind: 'subscription', order: began ?? null, subscriptions: [subscription] };
}

/** Matches the e-mail of the order and the current e-mail of its account, because the buyer may have changed it. */
function findOrderByCode(
  db: Kysely<Database>,
  number: string,
  email: string | null,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .where('orders.code', '=', number)
    .where('orders.completed_at', 'is not', null)
    .$if(email !== null, (query) =>
      query.where((where) =>
        where.or([where('orders.email', '=', email ?? ''), where('users.email', '=', email)]),
      ),
    )
    .executeTakeFirst();
}
