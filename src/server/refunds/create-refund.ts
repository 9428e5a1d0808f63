import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { isPaidByPromotion } from '#core/rules/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import type { DecidedRefund, RefundableOrder, RefundPlan, WantedLine } from '#core/rules/refund.ts';
import {
  areAllGoodsBack,
  isWhollyRefunded,
  leftOfLine,
  planRefund,
  spreadAmount,
  wholeRest,
} from '#core/rules/refund.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { parcelRate } from '#core/rules/vat.ts';
import { readVatContext } from '#server/carts/vat-context.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { OrderLineRow, OrderRow, OrderSubscriber } from '#server/order-events.ts';
import { lockOrder, lockStock, transitionOrder } from '#server/orders/lock-order.ts';
import type { ServerContext } from '#server/server-context.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { issueCorrection } from './issue-correction.ts';
import type { LineCodes, SoldCode } from './reverse-fulfilment.ts';
import {
  callOffParcel,
  findUnusedCodes,
  returnCredit,
  returnStock,
  revokeCodes,
  revokeCourses,
} from './reverse-fulfilment.ts';

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
  /** Lines whose codes are taken back even though they were used. */
  readonly used_code_lines?: ReadonlySet<string>;
}

/** A decided refund; amounts in cents. */
export interface RequestedRefund {
  readonly refund_id: string;
  /** Paid out through the gateway by the job `settle-refunds`. */
  readonly amount: Cents;
  /** Returned to the voucher or credit that had paid. */
  readonly credit: Cents;
}

/**
 * Decides a refund inside the caller's transaction, with all its consequences
 * (docs/behaviour/orders.md#what-a-refund-takes-back): locks the order, limits the request to what earlier refunds and
 * used codes have left, refunds the card before the voucher, issues the correction of the invoice, takes courses, codes
 * and subscriptions back, returns goods to the stock, and mails the buyer. `NOTHING_LEFT` when nothing can be refunded
 * or the order is not paid; nothing is changed then.
 */
export async function createRefund(
  trx: Transaction<Database>,
  context: ServerContext,
  request: RefundRequest,
): Promise<Result<RequestedRefund, 'NOTHING_LEFT'>> {
  const order = await lockForRefund(trx, request.order_id);
  if (order.state !== 'paid') return err('NOTHING_LEFT');
  const loaded = await loadRefundable(trx, order);
  const codes = await findUnusedCodes(trx, loaded.rows, request.used_code_lines);
  const decided = decide(loaded, codes, request);
  if (decided === null) return err('NOTHING_LEFT');

  const { plan, takenCodes } = decided;
  const refundId = await writeRefund(trx, context, order, plan, request);
  const lines = loaded.rows.filter((line) =>
    plan.lines.some((back) => back.line_id === line.id && back.quantity > 0),
  );
  if (request.keeps_goods !== true) {
    await returnStock(trx, lines, plan.lines);
    if (areAllGoodsBack(loaded.refundable, [...loaded.earlier, plan])) await callOffParcel(trx, order);
  }
  await revokeCodes(trx, context, takenCodes, refundId);
  await returnCredit(trx, context, {
    order,
    amount: plan.credit,
    promotional: plan.promotional,
    refundId,
  });
  await revokeCourses(trx, context, order, lines);
  const refunded = { order, lines, codes: takenCodes.map(({ id }) => id), cause: request.cause };
  for (const subscriber of context.orderSubscribers) await subscriber.refunded?.(trx, context, refunded);
  await issueCorrection(trx, context, { order, lines: loaded.rows, plan, refundId });
  if (plan.card === 0) await noteRefundedOrder(trx, context, order, { refundId, cause: 'background' });
  await sendMail(trx, context, order, plan, refundId);
  return ok({ refund_id: refundId, amount: plan.card, credit: plan.credit });
}

/** Refunds lines of things that the buyer already had, without being asked. */
export const refundOrders: OrderSubscriber<ServerContext> = {
  async invoiced(trx, context, { order, doubled }) {
    if (doubled.length === 0) return;
    await createRefund(trx, context, {
      order_id: order.id,
      lines: doubled.map((line) => ({ line_id: line.id, quantity: line.quantity })),
      includes_shipping: false,
      cause: 'duplicate',
    });
  },
};

interface Decision {
  readonly plan: RefundPlan;
  readonly takenCodes: readonly SoldCode[];
}

function decide(
  { rows, refundable, earlier }: LoadedRefundable,
  codes: LineCodes,
  request: RefundRequest,
): Decision | null {
  const all = request.lines === 'all' ? wholeRest(refundable, earlier) : null;
  const requested = all === null ? spread() : all.lines;
  const takenCodes: SoldCode[] = [];
  const lines = requested.map((want) => {
    const line = rows.find(({ id }) => id === want.line_id);
    if (line === undefined || !codes.line_ids.has(line.id)) return want;
    // Quantity 0 refunds money for a code that stays valid; that is only done when the line is named explicitly.
    if (want.quantity === 0) return all === null ? want : { ...want, amount: cents(0) };
    const own = codes.unused.filter((code) => code.order_line_id === line.id && !takenCodes.includes(code));
    const taken = own.slice(0, Math.min(want.quantity, leftFor(line)));
    takenCodes.push(...taken);
    return wantCodes(line, want, taken, request.used_code_lines?.has(line.id) === true);
  });
  const includes_shipping = all === null ? request.includes_shipping : true;
  const plan = planRefund(refundable, earlier, { lines, includes_shipping });
  return plan === null ? null : { plan, takenCodes };

  function spread(): readonly WantedLine[] {
    const named = request.lines === 'all' ? [] : request.lines;
    return request.amount === undefined ? named : spreadAmount(refundable, earlier, named, request.amount);
  }

  function leftFor(line: OrderLineRow): number {
    const own = refundable.lines.find(({ id }) => id === line.id);
    return own === undefined ? 0 : leftOfLine(own, earlier).quantity;
  }
}

/**
 * The part of a line with codes that can be refunded: only codes that can be taken back, and of a voucher only its
 * balance, unless its use does not matter (`isWhole`).
 */
function wantCodes(
  line: OrderLineRow,
  want: WantedLine,
  taken: readonly SoldCode[],
  isWhole: boolean,
): WantedLine {
  const { line_id } = want;
  if (taken.length === 0) return { line_id, quantity: 0, amount: cents(0) };
  if (line.kind !== 'voucher' || isWhole) {
    return {
      line_id,
      quantity: taken.length,
      ...(taken.length === want.quantity ? { amount: want.amount } : {}),
    };
  }
  const rest = taken.reduce((sum, code) => sum + code.balance_cents, 0);
  return { line_id, quantity: taken.length, amount: cents(Math.min(rest, want.amount ?? rest)) };
}

/**
 * Locks what a refund of this order may change: cart → order → stock → codes. These are the codes that the order
 * created, the voucher that paid it, and the buyer's credits; vouchers first, as in all transactions.
 */
async function lockForRefund(trx: Transaction<Database>, orderId: string): Promise<OrderRow> {
  const { order } = await lockOrder(trx, orderId);
  if (order.state !== 'paid') return order;
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
  return order;
}

async function writeRefund(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  plan: DecidedRefund,
  { cause, declaration_id }: RefundRequest,
): Promise<string> {
  const id = context.ids.uuid();
  const now = new Date(context.clock.now());
  const isSettled = plan.card === 0;
  const stored: StoredRefundLines = { lines: plan.lines, shipping: plan.shipping };
  const charge = isSettled ? null : await findCharge(trx, order);
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_attempt_id: charge?.id ?? null,
      provider: charge?.provider ?? null,
      refund_key: `${order.code}-R-${id}`,
      amount_cents: plan.card,
      credit_cents: plan.credit,
      promotional_cents: plan.promotional,
      lines: JSON.stringify(stored),
      cause,
      declaration_id: declaration_id ?? null,
      state: isSettled ? 'refunded' : 'open',
      next_check_at: isSettled ? null : now,
      created_at: now,
      settled_at: isSettled ? now : null,
    })
    .execute();
  return id;
}

/** The payment attempt that charged the order; its money is refunded through the same charge. */
function findCharge(
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<{ readonly id: string; readonly provider: string | null }> {
  return trx
    .selectFrom('payment_attempts')
    .select(['id', 'provider'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'charged')
    .executeTakeFirstOrThrow();
}

async function sendMail(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  plan: DecidedRefund,
  refundId: string,
): Promise<void> {
  if (plan.card + plan.credit === 0) return;
  await enqueueMail(trx, context, {
    template: 'refund',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { refund_id: refundId },
    dedupe_key: `refund:${refundId}`,
  });
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

/** A paid order in the form of the refund rules. Lock the order first when a decision depends on the result. */
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
        is_promotable: isPromotable(line.kind as ProductKind),
      })),
      shipping: cents(order.shipping_cents),
      shipping_rate: parcelRate(
        order.vat_country,
        await readVatContext(db, (order.completed_at ?? order.created_at).getTime()),
      ),
      card: cents(order.amount_due_cents),
      credit: cents(order.credit_cents),
      promotional: cents(order.promotional_cents),
    },
    earlier: refunds.map(toDecidedRefund),
  };
}

function isPromotable(kind: ProductKind): boolean {
  return isPaidByPromotion({ kind, is_fixed_price: legalProfiles[kind].is_fixed_price });
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

/**
 * Changes the state of a locked, paid order after one of its refunds was paid out: `refunded` when everything was paid
 * out (docs/behaviour/orders.md#order-refunded).
 */
export async function noteRefundedOrder(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  order: OrderRow,
  { refundId, cause }: { readonly refundId: string; readonly cause: 'background' | 'gateway' },
): Promise<void> {
  const paidOut = await trx
    .selectFrom('refunds')
    .select(['id', 'lines', 'amount_cents', 'credit_cents', 'promotional_cents'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'refunded')
    .execute();
  const { refundable } = await loadRefundable(trx, order);
  const isWhole = isWhollyRefunded(refundable, paidOut.map(toDecidedRefund));
  await transitionOrder(trx, context, { order, event: isWhole ? 'refund_rest' : 'refund_part', cause });
  const refund = paidOut.find(({ id }) => id === refundId);
  if (refund === undefined) throw new Error(`Refund ${refundId} is not paid out`);
  await recordEvent(trx, context, 'order.refunded', () => ({
    order_id: order.id,
    order_code: order.code,
    refund_id: refundId,
    currency: 'EUR',
    amount: cents(refund.amount_cents),
    credit: cents(refund.credit_cents),
    is_whole: isWhole,
  }));
}
