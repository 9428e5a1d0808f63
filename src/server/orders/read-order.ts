import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { OrderResource } from '#api/orders.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderLine, OrderState, OrderTemplate } from '#core/model/order.ts';
import type { Carrier, FulfilmentState, Parcel } from '#core/model/parcel.ts';
import type { PaymentAction, PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import { trackingUrl } from '#core/rules/parcels.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/database/schema.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { expiringToken, isExpiringToken } from '#server/expiring-tokens.ts';
import type { OrderLineRow, OrderRow } from '#server/order-events.ts';
import { providerName } from '#server/payment-gateways.ts';
import type { ServerContext } from '#server/server-context.ts';

/** An order that renews a subscription. */
export type RenewalOrder = OrderRow & { readonly subscription_id: string };

export function isRenewal(order: OrderRow): order is RenewalOrder {
  return order.subscription_id !== null;
}

/**
 * The order with this id if the caller is its buyer: the user it belongs to, or the holder of its token. Otherwise
 * `NOT_FOUND`, as for an unknown id.
 */
export async function findOrder(
  db: Kysely<Database>,
  context: TokenNeeds,
  caller: Caller,
  id: string,
): Promise<Result<OrderRow, DomainFailure>> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !isBuyer(context, caller, row)) return err({ code: 'NOT_FOUND' });
  return ok(row);
}

type TokenNeeds = Pick<ServerContext, 'settings' | 'clock'>;

function isBuyer({ settings, clock }: TokenNeeds, { user, orderToken }: Caller, row: OrderRow): boolean {
  if (user !== null && user.id === row.user_id) return true;
  if (orderToken === null) return false;
  return isExpiringToken(settings.tokenSecret, `order-token:${row.id}`, orderToken, clock.now());
}

type Attributes = OrderResource['attributes'];

/** Columns of the product card and the size of a course, in the language of an order. */
export function cardColumns(locale: string) {
  const texts = sql`products.card -> ${sql.lit(locale === 'en' ? 'en' : 'de')}`;
  return [
    sql<string>`coalesce(${texts} ->> 'subtitle', '')`.as('subtitle'),
    sql<number | null>`(${texts} ->> 'lesson_count')::int`.as('lesson_count'),
    sql<number | null>`(${texts} ->> 'length_seconds')::int`.as('length_seconds'),
  ] as const;
}

/** The order as its buyer sees it. Gift and voucher codes exist only after the payment. */
export async function presentOrder(db: Kysely<Database>, row: OrderRow): Promise<OrderResource> {
  const lines = await selectLines(db, row).execute();
  const is_new_account = row.is_new_account && !(await hasPassword(db, row));
  const resource = toResource({ ...row, is_new_account }, lines);
  const payment_action = row.state === 'awaiting_action' ? await findAction(db, row) : undefined;
  if (payment_action === undefined) return resource;
  return { ...resource, attributes: { ...resource.attributes, payment_action } };
}

/** What the buyer has to do; undefined once the provider has granted the payment. */
async function findAction(db: Kysely<Database>, { id }: OrderRow): Promise<Attributes['payment_action']> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['provider', 'action', 'action_expires_at'])
    .where('order_id', '=', id)
    .where('state', '=', 'awaiting_action')
    .executeTakeFirst();
  if (attempt?.provider == null || attempt.action_expires_at === null) return undefined;
  return {
    provider: providerName(attempt.provider),
    expires_at: attempt.action_expires_at.toISOString(),
    action: attempt.action as PaymentAction,
  };
}

async function hasPassword(db: Kysely<Database>, { user_id }: OrderRow): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return account !== undefined;
}

/** As `presentOrder`, by the order's id. */
export async function readOrder(db: Kysely<Database>, id: string): Promise<OrderResource> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return presentOrder(db, row);
}

function selectLines(db: Kysely<Database>, { id, locale }: OrderRow) {
  return db
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .selectAll('order_lines')
    .select(cardColumns(locale))
    .select((select) =>
      select
        .selectFrom('gift_codes')
        .select(
          sql<string[]>`coalesce(array_agg(gift_codes.code order by gift_codes.code), '{}')`.as('codes'),
        )
        .whereRef('gift_codes.order_line_id', '=', 'order_lines.id')
        .where('gift_codes.revoked_at', 'is', null)
        .where('gift_codes.delivery', '=', 'buyer')
        .as('codes'),
    )
    .where('order_lines.order_id', '=', id)
    .orderBy('order_lines.position');
}

type ShownLine = OrderLineRow &
  Pick<OrderLine, 'subtitle' | 'lesson_count' | 'length_seconds'> & { readonly codes: string[] | null };

function toResource(row: OrderRow, lines: readonly ShownLine[]): OrderResource {
  return {
    type: 'orders',
    id: row.id,
    attributes: {
      code: row.code,
      state: row.state as OrderState,
      ...toParcel(row),
      email: row.email,
      template: row.template as OrderTemplate,
      products: lines.map((line) => ({
        id: line.product_id,
        kind: line.kind as ProductKind,
        slug: line.slug,
        title: line.title,
        subtitle: line.subtitle,
        lesson_count: line.lesson_count,
        length_seconds: line.length_seconds,
        category: line.category,
        picture: line.picture,
        quantity: line.quantity,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
        vat_rate: line.vat_rate,
        is_shipped: line.is_shipped,
        custom_properties: line.custom_properties as CustomProperties,
        code: line.codes?.[0] ?? null,
        codes: line.codes ?? [],
      })),
      subtotal: cents(row.subtotal_cents),
      discount: cents(row.discount_cents),
      bundle_discounts: row.bundle_discounts as Attributes['bundle_discounts'],
      coupon_code: row.coupon_code,
      shipping_cost: cents(row.shipping_cents),
      total: cents(row.total_cents),
      credit: cents(row.credit_cents),
      promotional_credit: cents(row.promotional_cents),
      amount_due: cents(row.amount_due_cents),
      included_vat: cents(row.included_vat_cents),
      shipping_address: row.shipping_address as Attributes['shipping_address'],
      billing_contact: row.billing_contact as Attributes['billing_contact'],
      billing_address: row.billing_address as Attributes['billing_address'],
      payment_method: row.payment_method as PaymentMethodSummary | null,
      needs_waiver: row.needs_waiver,
      created_at: row.created_at.toISOString(),
      completed_at: row.completed_at?.toISOString() ?? null,
      has_account: row.user_id !== null,
      is_new_account: row.is_new_account,
      last_decline: row.last_decline,
      ...(row.state === 'awaiting_payment'
        ? { bank_transfer: row.bank_transfer as Attributes['bank_transfer'] }
        : {}),
    },
  };
}

/** How long an order token is valid, in milliseconds: 180 days. */
const tokenLifetime = 180 * 86_400_000;

/** The goods of an order, with the carrier's page in the language of the order. */
export function toParcel({
  fulfilment,
  carrier,
  tracking_code,
  locale,
}: Pick<OrderRow, 'fulfilment' | 'carrier' | 'tracking_code' | 'locale'>): Parcel {
  return {
    fulfilment: fulfilment as FulfilmentState,
    carrier: carrier as Carrier | null,
    tracking_code,
    tracking_url:
      carrier === null || tracking_code === null
        ? null
        : trackingUrl(carrier as Carrier, tracking_code, isLocale(locale) ? locale : defaultLocale),
  };
}

/**
 * A token that proves that a guest is the buyer of an order (docs/behaviour/checkout-and-payment.md#order-token). It is
 * signed, not stored.
 */
export function orderToken({ settings, clock }: TokenNeeds, orderId: string): string {
  return expiringToken(settings.tokenSecret, `order-token:${orderId}`, clock.now() + tokenLifetime);
}
