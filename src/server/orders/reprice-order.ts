import { sql, type Transaction } from 'kysely';
import type { CustomProperties } from '#core/model/cart.ts';
import { lineId } from '#core/rules/carts/cart-lines.ts';
import { buyerColumns, type CartRow } from '#server/carts/cart-rows.ts';
import type { PricedStoredCart } from '#server/carts/priced-cart.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { OrderLineRow, OrderRow } from './order-events.ts';
import { orderAmounts, replaceLines } from './write-order.ts';

type OrderedLine = Pick<
  OrderLineRow,
  'product_id' | 'custom_properties' | 'quantity' | 'price_cents' | 'discount_cents'
>;

/** Selects the lines of an order as `isSameOrder` compares them with a cart, as a column for a query. */
export function selectOrderedLines(trx: Transaction<Database>, orderId: string) {
  const lines = trx
    .selectFrom('order_lines')
    .select(['product_id', 'custom_properties', 'quantity', 'price_cents', 'discount_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position');
  return sql<readonly OrderedLine[]>`(select coalesce(json_agg(line), '[]') from (${lines}) line)`;
}

/**
 * Whether an order still matches its cart: same lines, recipients, discounts, amounts and VAT. After the review a
 * second tab may have changed the cart, or a price, coupon, voucher or VAT rate may have changed.
 */
export function isSameOrder(
  order: OrderRow,
  lines: readonly OrderedLine[],
  priced: PricedStoredCart,
): boolean {
  const amounts = orderAmounts(priced);
  const isSameMoney =
    order.total_cents === amounts.total_cents &&
    order.included_vat_cents === amounts.included_vat_cents &&
    order.amount_due_cents === amounts.amount_due_cents &&
    order.discount_cents === amounts.discount_cents &&
    order.shipping_cents === amounts.shipping_cents &&
    order.promotion_id === amounts.promotion_id &&
    order.voucher_id === amounts.voucher_id &&
    order.promotional_cents === amounts.promotional_cents &&
    order.promotional_id === amounts.promotional_id;
  if (!isSameMoney) return false;
  return (
    lines.length === priced.lines.length &&
    lines.every((line, index) => {
      const now = priced.lines[index];
      return (
        now !== undefined &&
        lineId(orderedLine(line)) === lineId(now) &&
        line.quantity === now.quantity &&
        line.price_cents === now.price &&
        line.discount_cents === now.discount
      );
    })
  );
}

function orderedLine({ product_id, custom_properties }: OrderedLine) {
  return { product_id, custom_properties: custom_properties as CustomProperties };
}

/** Replaces lines and amounts of an open, locked order by those of its cart and returns the updated order. */
export async function repriceOrder(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'ids'>,
  order: OrderRow,
  cart: CartRow,
  priced: PricedStoredCart,
): Promise<OrderRow> {
  // PDF delivery that was requested with the order; requests made in the cart are in the cart's lines.
  const marked = await trx
    .selectFrom('order_lines')
    .select('product_id')
    .where('order_id', '=', order.id)
    .where('is_gift_pdf', '=', true)
    .where(sql<boolean>`custom_properties -> 'is_gift_pdf' is distinct from 'true'::jsonb`)
    .execute();
  await replaceLines(trx, context, order.id, priced, new Set(marked.map((line) => line.product_id)));
  return trx
    .updateTable('orders')
    .set({
      ...orderAmounts(priced),
      ...buyerColumns(cart),
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
