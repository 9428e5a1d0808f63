import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { cents, partOf } from '#core/rules/basics/money.ts';
import { isPromotable, ownVatCountry } from '#core/rules/carts/vat.ts';
import { isSold } from '#core/rules/orders/order-states.ts';
import {
  type DecidedRefund,
  planRefund,
  type RefundableOrder,
  type RefundPlan,
  spreadAmount,
  type WantedLine,
  wholeRest,
} from '#core/rules/payments/refund.ts';
import { lockOrder, lockStock } from '#server/orders/lock-order.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { findUnusedCodes, type LineCodes, type UnusedCode } from './reverse-fulfilment.ts';

/** A part of one order line that is refunded. */
export interface RefundedPiece {
  readonly line_id: string;
  /** Units to take back; 0 refunds money without taking anything back. */
  readonly quantity: number;
  /** Cents to refund for this line, in place of the price of its units. */
  readonly amount?: Cents;
}

/** A refund to decide. */
export interface RefundRequest {
  readonly order_id: string;
  /** A new id that the caller chose, to recognise a repeated request. */
  readonly refund_id?: string;
  /** Lines with quantities, or everything of the order that is not refunded yet. */
  readonly lines: readonly RefundedPiece[] | 'all';
  readonly includes_shipping: boolean;
  /**
   * Cents for all listed lines together, in place of their price, for example for unused months; limited to what is
   * left.
   */
  readonly amount?: Cents;
  /** With `cancellation`, subscriptions are not ended: they run until the day that was agreed. */
  readonly cause: 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';
  readonly declaration_id?: string;
  /** The goods are not returned (lost, damaged, goodwill), so the stock is not increased. */
  readonly keeps_goods?: boolean;
  /** Ids of redeemed codes that are revoked nevertheless; of a redeemed voucher only the remaining credit is taken. */
  readonly used_codes?: ReadonlySet<string>;
}

/** A computed refund that is not carried out yet. */
export interface DecidedOrderRefund {
  readonly order: OrderRow;
  readonly loaded: LoadedRefundable;
  readonly plan: RefundPlan;
  /** The codes to revoke. */
  readonly takenCodes: readonly UnusedCode[];
}

/**
 * Computes a refund inside the caller's transaction, and changes nothing: locks the order and what the refund may
 * change, and limits the request to what earlier refunds and used codes have left. Null when nothing can be refunded or
 * the order was not paid. After all money is refunded, pieces can still be taken back. Both the preview of a refund and
 * the refund itself use this.
 */
export async function decideRefund(
  trx: Transaction<Database>,
  request: RefundRequest,
): Promise<DecidedOrderRefund | null> {
  const order = await lockForRefund(trx, request.order_id);
  if (!isSold(order.state as OrderState)) return null;
  const loaded = await loadRefundable(trx, order);
  const codes = await findUnusedCodes(trx, loaded.rows, request.used_codes);
  const decided = decide(loaded, codes, request);
  return decided === null ? null : { order, loaded, ...decided };
}

function decide(
  { rows, refundable, earlier }: LoadedRefundable,
  codes: LineCodes,
  request: RefundRequest,
): Pick<DecidedOrderRefund, 'plan' | 'takenCodes'> | null {
  const all = request.lines === 'all' ? wholeRest(refundable, earlier) : null;
  const requested = all === null ? spread() : all.lines;
  const takenCodes: UnusedCode[] = [];
  const lines = requested.map((want) => {
    const line = rows.find(({ id }) => id === want.line_id);
    if (line === undefined || !codes.line_ids.has(line.id)) return want;
    // Quantity 0 refunds money for a code that stays valid; that is only done when the line is named explicitly.
    if (want.quantity === 0) return all === null ? want : { ...want, amount: cents(0) };
    const own = codes.unused.filter((one) => one.code.order_line_id === line.id && !takenCodes.includes(one));
    const taken = own.slice(0, want.quantity);
    takenCodes.push(...taken);
    return wantCodes(line, want, taken, all !== null);
  });
  const includes_shipping = all === null ? request.includes_shipping : true;
  const plan = planRefund(refundable, earlier, { lines, includes_shipping });
  return plan === null ? null : { plan, takenCodes };

  function spread(): readonly WantedLine[] {
    const named = request.lines === 'all' ? [] : request.lines;
    return request.amount === undefined ? named : spreadAmount(refundable, earlier, named, request.amount);
  }
}

/**
 * Returns the refundable part of a line with codes: the codes that can be revoked, for vouchers at most their remaining
 * value. A requested amount is reduced to the share of these codes; for the whole rest of an order, their price is
 * refunded.
 */
function wantCodes(
  line: OrderLineRow,
  want: WantedLine,
  taken: readonly UnusedCode[],
  isRest: boolean,
): WantedLine {
  const { line_id } = want;
  const quantity = taken.length;
  if (quantity === 0) return { line_id, quantity, amount: cents(0) };
  const isWhole = quantity === want.quantity;
  const share =
    isRest || want.amount === undefined ? want.amount : partOf(want.amount, quantity, want.quantity);
  if (line.kind !== 'voucher') {
    return { line_id, quantity, ...(isRest && !isWhole ? {} : { amount: share }) };
  }
  const rest = taken.reduce((sum, { left }) => sum + left, 0);
  return { line_id, quantity, amount: cents(Math.min(rest, share ?? rest)) };
}

/**
 * Locks what a refund of this order may change: cart → order → stock → codes. These are the codes that the order
 * created, the voucher that paid it, and the credits of the buyer and of those who redeemed its vouchers; vouchers
 * first, as in all transactions.
 */
export async function lockForRefund(trx: Transaction<Database>, orderId: string): Promise<OrderRow> {
  const { order } = await lockOrder(trx, orderId);
  if (!isSold(order.state as OrderState)) return order;
  await lockStock(trx, sql<string>`(select product_id from order_lines where order_id = ${orderId})`);
  await trx
    .selectFrom('gift_codes')
    .select('id')
    .where((where) =>
      where.or([
        where('order_line_id', 'in', (inner) =>
          inner.selectFrom('order_lines').select('id').where('order_id', '=', orderId),
        ),
        where('id', 'in', [order.voucher_id, order.promotional_id]),
        where.and([where('kind', '=', 'credit'), where('redeemed_by', '=', order.user_id)]),
      ]),
    )
    .orderBy('kind', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute();
  // A separate query, so that it sees who redeemed a voucher while the previous query waited for its lock.
  await trx
    .selectFrom('gift_codes')
    .select('id')
    .where('kind', '=', 'credit')
    .where('redeemed_by', 'in', (owners) =>
      owners
        .selectFrom('gift_codes as sold')
        .innerJoin('order_lines', 'order_lines.id', 'sold.order_line_id')
        .select('sold.redeemed_by')
        .where('order_lines.order_id', '=', orderId)
        .where('sold.kind', '=', 'voucher'),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return order;
}

/** Content of the column `refunds.lines`. */
export interface StoredRefundLines {
  readonly lines: readonly { readonly line_id: string; readonly quantity: number; readonly amount: number }[];
  readonly shipping: number;
}

export interface LoadedRefundable {
  readonly rows: readonly OrderLineRow[];
  readonly refundable: RefundableOrder;
  /** All decided refunds, paid out or not. */
  readonly earlier: readonly DecidedRefund[];
}

/** Loads a paid order in the form of the refund rules. Lock the order first when a decision depends on the result. */
export async function loadRefundable(db: Kysely<Database>, order: OrderRow): Promise<LoadedRefundable> {
  const rows = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute();
  const invoice = await db
    .selectFrom('invoices')
    .select('facts')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  const invoiced = invoice?.facts as InvoiceFacts | undefined;
  return {
    rows,
    refundable: {
      lines: rows.map((line) => ({
        id: line.id,
        rate: line.vat_rate,
        ...ownVatCountry(order, line),
        is_shipped: line.is_shipped,
        quantity: line.quantity,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
        is_promotable: isPromotable(line.kind as ProductKind),
      })),
      shipping: cents(order.shipping_cents),
      vat_shares: invoiced?.vat_shares ?? [],
      promotion_lowers_vat: invoiced?.promotional !== undefined,
      card: cents(order.amount_due_cents),
      credit: cents(order.credit_cents),
      promotional: cents(order.promotional_cents),
    },
    earlier: refunds.map(toDecidedRefund),
  };
}

interface RefundRow {
  readonly lines: unknown;
  readonly amount_cents: number;
  readonly credit_cents: number;
  readonly promotional_cents: number;
}

/** A stored refund in the form of the refund rules. */
export function toDecidedRefund({
  lines: stored,
  amount_cents,
  credit_cents,
  promotional_cents,
}: RefundRow): DecidedRefund {
  const { lines, shipping } = stored as StoredRefundLines;
  return {
    lines: lines.map((back) => ({ ...back, amount: cents(back.amount) })),
    shipping: cents(shipping),
    card: cents(amount_cents),
    credit: cents(credit_cents),
    promotional: cents(promotional_cents),
  };
}
