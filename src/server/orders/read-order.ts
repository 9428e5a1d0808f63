import { type Expression, type Kysely, sql } from 'kysely';
import type { OrderResource } from '#api/orders/order-endpoints.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderLine, OrderState, OrderTemplate } from '#core/model/order.ts';
import type { PaymentAction, PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import { expiringToken, isExpiringToken } from '#server/platform/expiring-tokens.ts';
import { providerName } from '#server/platform/payment-gateways.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { addOrderToSpans } from '#server/platform/spans.ts';
import { orderParcels, toGoods } from './delivery/parcels.ts';
import type { OrderLineRow, OrderRow } from './order-events.ts';

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
  addOrderToSpans(row.id);
  return ok(row);
}

type TokenNeeds = Pick<ServerContext, 'settings' | 'clock'>;

/** Whether the caller is the buyer of an order (`findOrder`). */
export function isBuyer(
  { settings, clock }: TokenNeeds,
  { user, orderToken }: Caller,
  row: OrderRow,
): boolean {
  if (user !== null && user.id === row.user_id) return true;
  if (orderToken === null) return false;
  return isExpiringToken(settings.tokenSecret, `order-token:${row.id}`, orderToken, clock.now());
}

type Attributes = OrderResource['attributes'];

/** Columns of the product card and the size of a course, in the language of an order. */
export function cardColumns(locale: string | Expression<string>) {
  const language =
    typeof locale === 'string'
      ? sql.lit(locale === 'en' ? 'en' : 'de')
      : sql`case when ${locale} = 'en' then 'en' else 'de' end`;
  const texts = sql`products.card -> (${language})`;
  return [
    sql<string>`coalesce(${texts} ->> 'subtitle', '')`.as('subtitle'),
    sql<number | null>`(${texts} ->> 'lesson_count')::int`.as('lesson_count'),
    sql<number | null>`(${texts} ->> 'length_seconds')::int`.as('length_seconds'),
  ] as const;
}

/** An order, and how its buyer sees it. Gift and voucher codes exist only after the payment. */
interface ShownOrder {
  readonly row: OrderRow;
  readonly shown: OrderResource;
}

async function selectShown(db: Kysely<Database>, id: string): Promise<ShownOrder | undefined> {
  const found = await db
    .selectFrom('orders')
    .selectAll('orders')
    .select([
      orderParcels.as('parcels'),
      sql<ShownLine[]>`(
        select coalesce(json_agg(line order by line.position), '[]') from (${selectLines(db)}) line
      )`.as('lines'),
      sql<boolean>`orders.is_new_account and not exists (
        select from users where users.id = orders.user_id and password_hash is not null
      )`.as('lacks_password'),
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  addOrderToSpans(id);
  const { lines, parcels, lacks_password, ...row } = found;
  const goods = toGoods({ ...row, parcels });
  const shown = toResource({ ...row, is_new_account: lacks_password }, lines, goods);
  const payment_action = row.state === 'awaiting_action' ? await findAction(db, row) : undefined;
  if (payment_action === undefined) return { row, shown };
  return { row, shown: { ...shown, attributes: { ...shown.attributes, payment_action } } };
}

/** As `findOrder`, with the order as its buyer sees it. */
export async function findShownOrder(
  { db, ...context }: TokenNeeds & Pick<ServerContext, 'db'>,
  caller: Caller,
  id: string,
): Promise<Result<ShownOrder, DomainFailure>> {
  const found = await selectShown(db, id);
  if (found === undefined || !isBuyer(context, caller, found.row)) return err({ code: 'NOT_FOUND' });
  return ok(found);
}

/** The order with this id as its buyer sees it. @throws Error when there is none. */
export async function readOrder(db: Kysely<Database>, id: string): Promise<OrderResource> {
  const found = await selectShown(db, id);
  if (found === undefined) throw new Error(`There is no order ${id}`);
  return found.shown;
}

/** Loads the action that the buyer has to do; undefined once the provider has authorised the payment. */
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

/** Selects the lines of the order of the surrounding query. */
function selectLines(db: Kysely<Database>) {
  return db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .selectAll('order_lines')
    .select(cardColumns(sql<string>`orders.locale`))
    .select('products.category_identifier')
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
    .where(sql<boolean>`order_lines.order_id = orders.id`);
}

type ShownLine = OrderLineRow &
  Pick<OrderLine, 'subtitle' | 'lesson_count' | 'length_seconds' | 'category_identifier'> & {
    readonly codes: string[] | null;
  };

function toResource(
  row: OrderRow,
  lines: readonly ShownLine[],
  goods: ReturnType<typeof toGoods>,
): OrderResource {
  return {
    type: 'orders',
    id: row.id,
    attributes: {
      code: row.code,
      state: row.state as OrderState,
      ...goods,
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
        category_identifier: line.category_identifier,
        picture: line.picture,
        quantity: line.quantity,
        price: cents(line.price_cents),
        monthly_price: line.monthly_price_cents === null ? null : cents(line.monthly_price_cents),
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
      language: row.locale as Locale,
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

/**
 * A token that proves that a guest is the buyer of an order (docs/behaviour/checkout-and-payment.md#order-token). It is
 * signed, not stored.
 */
export function orderToken({ settings, clock }: TokenNeeds, orderId: string): string {
  return expiringToken(settings.tokenSecret, `order-token:${orderId}`, clock.now() + tokenLifetime);
}
