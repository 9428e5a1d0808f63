import { isDeepStrictEqual } from 'node:util';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { OrderResource } from '#api/orders/order-endpoints.ts';
import type { OrderTemplate } from '#core/model/order.ts';
import type { Locale } from '#core/model/values.ts';
import { needsWaiver } from '#core/rules/consumer-rights/consumer-rights.ts';
import { unfinishedStates } from '#core/rules/orders/order-states.ts';
import { buyerColumns, type CartRow } from '#server/carts/cart-rows.ts';
import type { PricedStoredCart } from '#server/carts/priced-cart.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { OrderRow } from './order-events.ts';
import { readOrder } from './read-order.ts';

interface UnfinishedOrder {
  readonly id: string;
  readonly state: string;
}

interface OrderFacts {
  readonly cart: CartRow;
  /** The cart's open order, locked; undefined when there is none. */
  readonly open: UnfinishedOrder | undefined;
  readonly priced: PricedStoredCart;
  readonly email: string;
  readonly locale: Locale;
  readonly template: OrderTemplate;
  /** Products whose codes are delivered as a PDF, in addition to those marked in the cart. */
  readonly pdfGiftIds: ReadonlySet<string>;
  readonly referralCode: string | null;
  readonly affiliateCode: string | null;
}

/** Locks the unfinished order of a locked cart. */
export function lockUnfinishedOrder(
  trx: Transaction<Database>,
  cartId: string,
): Promise<UnfinishedOrder | undefined> {
  return trx
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('cart_id', '=', cartId)
    .where('state', 'in', unfinishedStates)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Writes the open order of a locked cart: creates a draft, or replaces lines and amounts of the existing one. Returns
 * the order.
 */
export async function writeOrder(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { open, ...facts }: OrderFacts,
): Promise<OrderResource> {
  const id = open?.id ?? context.ids.uuid();
  const amounts = orderAmounts(facts.priced);
  const about = {
    ...amounts,
    email: facts.email,
    user_id: facts.cart.user_id,
    locale: facts.locale,
    template: facts.template,
    ...buyerColumns(facts.cart),
    accepted_versions: currentVersions(trx, facts.locale),
    referral_code: facts.referralCode,
    affiliate_code: facts.affiliateCode,
  };
  if (open === undefined) {
    const lines = toLines(context, id, facts.priced, facts.pdfGiftIds);
    await insertDraft(trx, context, { id, cart_id: facts.cart.id, ...about }, lines);
    return readOrder(trx, id);
  }
  await trx.updateTable('orders').set(about).where('id', '=', id).execute();
  await replaceLines(trx, context, id, facts.priced, facts.pdfGiftIds);
  return readOrder(trx, id);
}

/**
 * The versions of the legal pages that a checkout links to, which the buyer accepts by ordering
 * (docs/behaviour/orders.md#accepted-versions).
 */
export function currentVersions(trx: Transaction<Database>, locale: string) {
  return trx
    .selectFrom('pages')
    .select(sql<string>`coalesce(jsonb_object_agg(slug, version), '{}')`.as('versions'))
    .where('locale', '=', locale)
    .where('slug', 'in', ['agbs', 'widerrufsbelehrung', 'datenschutz'])
    .$asScalar();
}

/** Stores the current versions with a locked order; returns whether they differ from those at its review. */
export async function acceptNewVersions(
  trx: Transaction<Database>,
  { id, accepted_versions }: Pick<OrderRow, 'id' | 'accepted_versions'>,
  current: unknown,
): Promise<boolean> {
  if (isDeepStrictEqual(accepted_versions, current)) return false;
  await trx
    .updateTable('orders')
    .set({ accepted_versions: JSON.stringify(current) })
    .where('id', '=', id)
    .execute();
  return true;
}

/** The columns of an order that result from its price, in cents. */
export function orderAmounts({
  cart,
  lines,
  vat_shares,
  country,
  promotion_id,
  voucher_id,
  promotional_id,
}: PricedStoredCart) {
  return {
    vat_country: country,
    subtotal_cents: cart.subtotal,
    discount_cents: cart.discounts.total,
    bundle_discounts: JSON.stringify(cart.discounts.bundles),
    shipping_cents: cart.shipping_cost ?? 0,
    total_cents: cart.total,
    credit_cents: cart.credit,
    promotional_cents: cart.promotional_credit,
    amount_due_cents: cart.amount_due,
    included_vat_cents: cart.included_vat,
    vat_shares: JSON.stringify(vat_shares),
    coupon_code: cart.code_error === null ? cart.code : null,
    promotion_id,
    voucher_id,
    promotional_id,
    needs_waiver: needsWaiver(lines.map((line) => line.product_data.kind)),
  };
}

type DraftColumns = ReturnType<typeof orderAmounts> & {
  readonly id: string;
  /** Null for a renewal, which has no cart. */
  readonly cart_id: string | null;
  readonly subscription_id?: string;
  readonly period_number?: number;
  readonly billing_address?: string | null;
  readonly accepted_versions: string | ReturnType<typeof currentVersions>;
  readonly user_id: string | null;
  readonly email: string;
  readonly locale: string;
  readonly template: string;
  readonly shipping_address: string | null;
  readonly billing_contact: string | null;
  readonly referral_code: string | null;
  readonly affiliate_code: string | null;
};

/**
 * Inserts a new order with its lines, and the first entry of its history. A guest's cart gets the e-mail of its order,
 * because limits per customer are counted by it. Returns the order.
 */
export async function insertDraft(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  columns: DraftColumns,
  lines: readonly Insertable<Database['order_lines']>[],
): Promise<OrderRow> {
  const now = new Date(context.clock.now());
  return trx
    .with('draft', (drafting) =>
      drafting
        .insertInto('orders')
        .values({
          billing_address: null,
          ...columns,
          code: context.ids.code(8),
          state: 'draft',
          fulfilment: 'none',
          waiver_accepted_at: null,
          payment_method: null,
          last_decline: null,
          created_at: now,
          state_changed_at: now,
          completed_at: null,
        })
        .returningAll(),
    )
    .with('lines', (writing) => writing.insertInto('order_lines').values(lines))
    .with('cart', (writing) =>
      writing
        .updateTable('carts')
        .set({ email: columns.email })
        .where(sql<boolean>`id = ${columns.cart_id} and user_id is null`)
        .where('email', 'is distinct from', columns.email),
    )
    .with('history', (writing) =>
      writing.insertInto('order_events').values({
        id: context.ids.uuid(),
        order_id: columns.id,
        from_state: null,
        to_state: 'draft',
        cause: columns.cart_id === null ? 'background' : 'buyer',
        happened_at: now,
      }),
    )
    .selectFrom('draft')
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the order's lines by those of the cart, with current titles and prices. */
export async function replaceLines(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'ids'>,
  orderId: string,
  priced: PricedStoredCart,
  pdfGiftIds: ReadonlySet<string>,
): Promise<void> {
  await trx.deleteFrom('order_lines').where('order_id', '=', orderId).execute();
  await trx
    .insertInto('order_lines')
    .values(toLines(context, orderId, priced, pdfGiftIds))
    .execute();
}

function toLines(
  context: Pick<ServerContext, 'ids'>,
  orderId: string,
  priced: PricedStoredCart,
  pdfGiftIds: ReadonlySet<string>,
): readonly Insertable<Database['order_lines']>[] {
  return priced.lines.map((line, index) => ({
    id: context.ids.uuid(),
    order_id: orderId,
    position: index,
    product_id: line.product_id,
    kind: line.product_data.kind,
    slug: line.product_data.slug,
    title: line.product_data.product_name,
    category: line.product_data.category.title,
    picture: line.product_data.cover,
    quantity: line.quantity,
    unit_price_cents: line.unit_price,
    monthly_price_cents: line.product_data.monthly_price,
    price_cents: line.price,
    discount_cents: line.discount,
    vat_rate: line.vat_rate,
    included_vat_cents: line.included_vat,
    is_shipped: line.product_data.is_shipped,
    is_gift_pdf: line.custom_properties.is_gift_pdf === true || pdfGiftIds.has(line.product_id),
    custom_properties: JSON.stringify(line.custom_properties),
  }));
}
