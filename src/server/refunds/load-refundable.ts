import type { Kysely } from 'kysely';
import type { PostalAddress } from '#core/rules/address.ts';
import { cents } from '#core/rules/money.ts';
import type { DecidedRefund, RefundableOrder } from '#core/rules/refund.ts';
import { parcelRate } from '#core/rules/vat-shares.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/find-order.ts';

/** How the column `refunds.lines` is written. */
export interface StoredRefundLines {
  readonly lines: readonly { readonly line_id: string; readonly quantity: number; readonly amount: number }[];
  readonly shipping: number;
}

export interface LoadedRefundable {
  readonly rows: readonly OrderLineRow[];
  readonly refundable: RefundableOrder;
  /** Every refund that was decided, paid out or not. */
  readonly earlier: readonly DecidedRefund[];
}

/** A paid order as the rules of money back see it. Lock the order first when the answer decides something. */
export async function loadRefundable(db: Kysely<Database>, order: OrderRow): Promise<LoadedRefundable> {
  const rows = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute();
  return {
    rows,
    refundable: {
      lines: rows.map((line) => ({
        id: line.id,
        rate: line.vat_rate,
        is_shipped: line.is_shipped,
        quantity: line.quantity,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
      })),
      shipping: cents(order.shipping_cents),
      shipping_rate: parcelRate((order.shipping_address as PostalAddress | null)?.country ?? null),
      card: cents(order.amount_due_cents),
      credit: cents(order.credit_cents),
    },
    earlier: refunds.map(toDecidedRefund),
  };
}

interface RefundRow {
  readonly lines: unknown;
  readonly amount_cents: number;
  readonly credit_cents: number;
}

/** A stored refund as the rules see it. */
export function toDecidedRefund({ lines: stored, amount_cents, credit_cents }: RefundRow): DecidedRefund {
  const { lines, shipping } = stored as StoredRefundLines;
  return {
    lines: lines.map((back) => ({ ...back, amount: cents(back.amount) })),
    shipping: cents(shipping),
    card: cents(amount_cents),
    credit: cents(credit_cents),
  };
}
