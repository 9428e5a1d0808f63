import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { vatRate } from '#core/rules/basics/vat-rates.ts';
import { includedVat, legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { isOpen, isSettling } from '#core/rules/orders/order-states.ts';
import { reminderMonths, shortReminderDays } from '#core/rules/subscriptions/subscription-terms.ts';
import type { CardGateway, StoredCardCharge } from '#ports/payment-gateway.ts';
import { readVatContext } from '#server/carts/pricing-catalogue.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import { nextNumber, openPaymentAttempt } from '#server/orders/charging/begin-charge.ts';
import { fulfilOrder } from '#server/orders/delivery/fulfil-order.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import { insertDraft } from '#server/orders/write-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { cardGatewayOf } from '#server/platform/payment-gateways.ts';
import { endUnpaid, settleRefusedRenewal } from './settle-renewal.ts';
import {
  dueDayOf,
  enqueueSubscriptionMail,
  lockSubscriptionRow,
  nextPrice,
  type SubscriptionRow,
} from './subscription-rows.ts';

/** The result of the first transaction of a renewal. */
export type BegunRenewal =
  | {
      readonly step: 'charge';
      readonly attemptId: string;
      readonly gateway: CardGateway;
      readonly request: StoredCardCharge;
    }
  /**
   * Nothing to charge: the period is free, there is no stored card, the renewal has to be announced first, or the order
   * was closed unpaid, which has ended the subscription.
   */
  | { readonly step: 'settled' }
  /** The period is being charged already. */
  | { readonly step: 'busy' }
  /** Another server has processed the subscription, or its state has changed. */
  | { readonly step: 'gone' };

interface Beginning {
  readonly subscriptionId: string;
  /**
   * `next_action_at` as leased by the job; null for a try started by the owner or an operator, which is not counted.
   */
  readonly lease: Date | null;
}

/** Milliseconds until the job checks a subscription again whose charge is in progress. */
const busyPause = 60_000;

/**
 * Runs the first transaction of a renewal (docs/behaviour/subscriptions.md#renewal-charge): locks the period's order
 * and then the subscription, checks that the lease is still valid, and opens a payment attempt on the stored payment
 * method. During an attempt the subscription has no next action; it is set when the attempt is settled.
 */
export async function beginRenewal(
  trx: Transaction<Database>,
  context: OrderContext,
  { subscriptionId, lease }: Beginning,
): Promise<BegunRenewal> {
  const { existing, subscription } = await lockForRenewal(trx, subscriptionId);
  const isOurs = lease === null || subscription.next_action_at?.getTime() === lease.getTime();
  // Without a lease only an overdue period is charged: a parallel try may have paid it in the meantime.
  const isRunning =
    subscription.status === 'past_due' || (lease !== null && subscription.status === 'active');
  const isSamePeriod = existing === null || existing.period_number === subscription.paid_periods + 1;
  if (!isOurs || !isRunning || !subscription.renews || !isSamePeriod) return { step: 'gone' };
  if (existing !== null && isSettling(existing.state as OrderState)) {
    if (lease !== null) await setNextAction(trx, subscription, new Date(context.clock.now() + busyPause));
    return { step: 'busy' };
  }
  if (existing !== null && isRenewal(existing) && !isOpen(existing.state as OrderState)) {
    await endUnpaid(trx, context, subscription, existing, 'background');
    return { step: 'settled' };
  }
  if (lease !== null) {
    if (existing === null && (await announceLate(trx, context, subscription))) return { step: 'settled' };
    await setNextAction(trx, subscription, null);
  }
  const draft =
    existing === null
      ? await writeRenewalOrder(trx, context, subscription)
      : await renewOwner(trx, subscription, existing);
  const order = await verified(trx, context, draft);
  if (!hasStoredCard(subscription) && order.amount_due_cents > 0) {
    if (isRenewal(order))
      await settleRefusedRenewal(trx, context, order, { outcome: 'declined', cause: 'background' });
    return { step: 'settled' };
  }
  const charging = {
    ...order,
    state: await transitionOrder(trx, context, { order, event: 'begin_charge', cause: 'background' }),
  };
  return chargeSubscription(trx, context, subscription, charging);
}

async function chargeSubscription(
  trx: Transaction<Database>,
  context: OrderContext,
  subscription: SubscriptionRow,
  order: OrderRow,
): Promise<BegunRenewal> {
  if (order.amount_due_cents === 0 || !hasStoredCard(subscription)) {
    const nothing = { kind: 'credit', brand: null, last_four: null } as const;
    const method = (subscription.payment_method as PaymentMethodSummary | null) ?? nothing;
    await fulfilOrder(trx, context, order, { cause: 'background', method, storedCard: null });
    return { step: 'settled' };
  }
  const { vault_token, vault_provider, order_id: customer_id } = subscription;
  const gateway = cardGatewayOf(context, vault_provider);
  const tries = await trx
    .selectFrom('payment_attempts')
    .select('number')
    .where('order_id', '=', order.id)
    .execute();
  const number = nextNumber(tries);
  const attempt_key = renewalKey(subscription, number);
  const attemptId = await openPaymentAttempt(trx, context, order, gateway, {
    attempt_key,
    number,
    nonce_hash: createHash('sha256').update(`${vault_token}:${number}`).digest(),
    request_hash: null,
    begun_from: null,
    holds_most: false,
  });
  return {
    step: 'charge',
    attemptId,
    gateway,
    request: {
      attempt_key,
      order_code: order.code,
      amount: cents(order.amount_due_cents),
      vault_token,
      customer_id,
    },
  };
}

/**
 * Returns the key of a payment attempt for the next unpaid period. It is derived from data in a restored backup, so
 * that a period charged since the backup is found at the provider and is not charged again.
 */
function renewalKey({ id, paid_periods }: SubscriptionRow, number: number): string {
  const subscription = createHash('sha256').update(id).digest('hex').slice(0, 24);
  return `${subscription}-${paid_periods + 1}-${number}`;
}

type CardKeys = 'vault_token' | 'vault_provider' | 'order_id';

/** Whether the subscription has a stored card with its provider and customer. */
function hasStoredCard(
  subscription: SubscriptionRow,
): subscription is SubscriptionRow & Readonly<Record<CardKeys, string>> {
  const { vault_token, vault_provider, order_id } = subscription;
  return vault_token !== null && vault_provider !== null && order_id !== null;
}

interface LockedRenewal {
  /** The order of the next unpaid period, if a charge of it was tried before. */
  readonly existing: OrderRow | null;
  readonly subscription: SubscriptionRow;
}

/** Locks the order of the next unpaid period, then the subscription. */
async function lockForRenewal(trx: Transaction<Database>, subscriptionId: string): Promise<LockedRenewal> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', (inner) =>
      inner
        .selectFrom('subscriptions')
        .select((select) => select('paid_periods', '+', 1).as('due'))
        .where('id', '=', subscriptionId),
    )
    .forUpdate()
    .executeTakeFirst();
  return { existing: order ?? null, subscription: await lockSubscriptionRow(trx, subscriptionId) };
}

async function verified(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
): Promise<OrderRow> {
  if (order.state !== 'draft') return order;
  return {
    ...order,
    state: await transitionOrder(trx, context, { order, event: 'verify', cause: 'background' }),
  };
}

async function setNextAction(
  trx: Transaction<Database>,
  subscription: SubscriptionRow,
  at: Date | null,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ next_action_at: at })
    .where('id', '=', subscription.id)
    .execute();
}

/**
 * Creates the order of the next period: one line at the subscription's price, or at 0 if an operator has made the
 * period free, without coupon or credit, under the terms that were accepted at the start. A unique index allows one
 * order per period.
 */
async function writeRenewalOrder(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids'>,
  subscription: SubscriptionRow,
): Promise<OrderRow> {
  const { accepted_versions, ...owner } = await findOwner(trx, subscription);
  const product = await trx
    .selectFrom('products')
    .select(['kind', 'slug', 'picture'])
    .select(lineTexts(owner.locale))
    .where('id', '=', subscription.product_id)
    .executeTakeFirstOrThrow();
  const kind = product.kind as ProductKind;
  const price = nextPrice(subscription);
  const vat = await readVatContext(trx, context.clock.now());
  const rate = vatRate(legalProfiles[kind].vat_class, subscription.vat_country, vat);
  const included_vat_cents = includedVat(price, rate);
  const id = context.ids.uuid();
  const draft = await insertDraft(
    trx,
    context,
    {
      id,
      cart_id: null,
      subscription_id: subscription.id,
      period_number: subscription.paid_periods + 1,
      user_id: subscription.user_id,
      ...owner,
      template: 'subscription',
      subtotal_cents: price,
      discount_cents: noCents,
      bundle_discounts: '[]',
      shipping_cents: 0,
      total_cents: price,
      credit_cents: noCents,
      amount_due_cents: price,
      included_vat_cents,
      vat_shares: JSON.stringify(price === 0 ? [] : [{ rate, gross: price, vat: included_vat_cents }]),
      vat_country: subscription.vat_country,
      coupon_code: null,
      promotion_id: null,
      voucher_id: null,
      promotional_cents: noCents,
      promotional_id: null,
      needs_waiver: false,
      shipping_address: null,
      accepted_versions: JSON.stringify(accepted_versions ?? {}),
      referral_code: null,
      affiliate_code: null,
    },
    [
      {
        id: context.ids.uuid(),
        order_id: id,
        position: 0,
        product_id: subscription.product_id,
        ...product,
        quantity: 1,
        unit_price_cents: price,
        price_cents: price,
        discount_cents: 0,
        vat_rate: rate,
        included_vat_cents,
        is_shipped: false,
      },
    ],
  );
  if (subscription.free_periods > 0) await useFreePeriod(trx, subscription);
  return draft;
}

async function useFreePeriod(
  trx: Transaction<Database>,
  { id, free_periods }: SubscriptionRow,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ free_periods: free_periods - 1 })
    .where('id', '=', id)
    .execute();
}

/** The columns of a line that depend on the language of its order. */
function lineTexts(locale: Locale) {
  return [
    productText('title', locale).as('title'),
    productText('category_title', locale).as('category'),
  ] as const;
}

/**
 * Updates e-mail, language and invoice address in the order of an earlier try to the owner's current ones: a retry may
 * follow days later, and confirmation and invoice are created with the payment. Returns the order.
 */
async function renewOwner(
  trx: Transaction<Database>,
  subscription: SubscriptionRow,
  { id }: OrderRow,
): Promise<OrderRow> {
  const { accepted_versions: _, ...owner } = await findOwner(trx, subscription);
  const texts = await trx
    .selectFrom('products')
    .select(lineTexts(owner.locale))
    .where('id', '=', subscription.product_id)
    .executeTakeFirstOrThrow();
  await trx.updateTable('order_lines').set(texts).where('order_id', '=', id).execute();
  return trx.updateTable('orders').set(owner).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * The owner of a subscription as columns of an order, and the terms accepted at the start. The invoice address is from
 * the owner's address book, else from the order that started the subscription.
 */
async function findOwner(trx: Transaction<Database>, subscription: SubscriptionRow) {
  const { email, preferred_language, accepted_versions, billing_contact, billing_address } = await trx
    .selectFrom('users')
    .leftJoin('orders', (join) => join.on('orders.id', '=', subscription.order_id))
    .select([
      'users.email',
      'users.preferred_language',
      'orders.accepted_versions',
      'orders.billing_contact',
      sql<unknown>`coalesce(
        (select fields from addresses where addresses.user_id = users.id and is_default_billing limit 1),
        orders.billing_address, orders.shipping_address
      )`.as('billing_address'),
    ])
    .where('users.id', '=', subscription.user_id)
    .executeTakeFirstOrThrow();
  return {
    email,
    locale: isLocale(preferred_language) ? preferred_language : defaultLocale,
    billing_contact: billing_contact === null ? null : JSON.stringify(billing_contact),
    billing_address: billing_address === null ? null : JSON.stringify(billing_address),
    accepted_versions,
  };
}

/**
 * Sends the reminder of a due renewal if it was never sent, because the shop was not running, and delays the charge by
 * a week (docs/behaviour/subscriptions.md#late-reminder), so that nobody is charged for another year without notice.
 * Returns false and changes nothing when no reminder is missing. The subscription is locked.
 */
async function announceLate(
  trx: Transaction<Database>,
  context: OrderContext,
  subscription: SubscriptionRow,
): Promise<boolean> {
  if (
    subscription.period_months < reminderMonths ||
    subscription.reminded_period >= subscription.paid_periods
  )
    return false;
  const due = addDays(calendarDay(context.clock.now()), shortReminderDays);
  await trx
    .updateTable('subscriptions')
    .set({ reminded_period: subscription.paid_periods, next_action_at: new Date(startOfDay(due)) })
    .where('id', '=', subscription.id)
    .execute();
  await enqueueSubscriptionMail(trx, context, {
    subscription,
    template: 'renewal_reminder',
    facts: { due, amount: subscription.price_cents, paid_until: addDays(dueDayOf(subscription), -1) },
    occasion: String(subscription.paid_periods),
  });
  return true;
}
