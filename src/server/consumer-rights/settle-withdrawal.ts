import { sql, type Transaction } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { allocate } from '#core/rules/basics/allocate.ts';
import { cents, noCents, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { leftOfLine, planRefund } from '#core/rules/payments/refund.ts';
import { givenProductId } from '#server/coupons/gift-codes.ts';
import { recordReturned } from '#server/orders/delivery/parcels.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { type LoadedRefundable, loadRefundable } from '#server/payments/decide-refund.ts';
import { findUnusedCodes, type LineCodes } from '#server/payments/reverse-fulfilment.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { findWithdrawableUse } from './carry-out-withdrawal.ts';
import type { LineDecision } from './decision.ts';
import { lockWithdrawn, refundWithdrawn } from './refund-withdrawn.ts';

/** Why waiting lines of a withdrawal are not refunded yet. */
export type SettlementRefusal =
  /** Content of returned goods was opened: the operator has to name a deduction, which may be 0. */
  | 'DEDUCTION_MISSING'
  /** The deduction exceeds the value of the opened content, or the refund. */
  | 'DEDUCTION_TOO_HIGH';

interface Settlement {
  readonly order_id: string;
  readonly declarationId: string;
  /** Time of the declaration. */
  readonly receivedAt: Date;
  readonly decided: readonly LineDecision[];
  /** Which lines are refunded now: those whose goods are back, or whose content was used after the declaration. */
  readonly of: 'await_return' | 'USED_SINCE';
  /** Cents to deduct for the use of digital content; null when the operator named none. */
  readonly deduction: Cents | null;
}

/** A line that is refunded now. */
interface DueLine {
  readonly line_id: string;
  readonly quantity: number;
  /** Price in cents; `deductible` is the most that may be deducted from it. */
  readonly worth: Cents;
  readonly deductible: Cents;
}

/**
 * Refunds the lines of a withdrawal that waited for an operator, less a deduction for the use of digital content
 * (docs/behaviour/consumer-rights.md#loss-of-value). For returned goods the deduction is at most the value of their
 * opened codes, for other lines at most their price. Returns the result of each line.
 */
export async function settleWithdrawal(
  trx: Transaction<Database>,
  context: OrderContext,
  { order_id, declarationId, receivedAt, decided, of, deduction }: Settlement,
): Promise<Result<readonly LineDecision[], SettlementRefusal>> {
  const order = await lockWithdrawn(trx, order_id, receivedAt);
  const loaded = await loadRefundable(trx, order);
  const used = await findWithdrawableUse(trx, order, receivedAt);
  const codes = await findUnusedCodes(trx, loaded.rows, used.all);
  const opened = of === 'await_return' ? await valuesOfOpenedCodes(trx, order_id) : null;
  const due = decided.flatMap((line) => (line.result === of ? toDue(loaded, codes, opened, line) : []));
  const deductible = due.map((line) => line.deductible);
  if (deduction === null && sumCents(deductible) > 0) return err('DEDUCTION_MISSING');
  const kept = deduction ?? noCents;
  if (kept > sumCents(deductible)) return err('DEDUCTION_TOO_HIGH');
  const keptOf = allocate(kept, deductible);
  const pieces = due.map(({ line_id, quantity, worth }, index) => ({
    line_id,
    quantity,
    amount: cents(worth - (keptOf[index] ?? 0)),
  }));
  if (of === 'await_return') await noteGoods(trx, decided);
  const usedCodes = used.all;
  const withdrawn = { order, loaded, pieces, declarationId, receivedAt, usedCodes };
  const refunded = await refundWithdrawn(trx, context, withdrawn);
  return ok(
    decided.map((decision) => {
      if (decision.result !== of) return decision;
      const back = refunded.find((line) => line.line_id === decision.line_id);
      if (back === undefined) return { ...decision, result: 'ALREADY_BACK' };
      const own = keptOf[due.findIndex((line) => line.line_id === decision.line_id)] ?? 0;
      return {
        ...decision,
        result: 'refunded',
        quantity: back.quantity,
        amount: back.amount,
        ...(own === 0 ? {} : { deduction: own }),
      };
    }),
  );
}

/** Records the returned goods. Must run before their refund, which computes what is left to send. */
async function noteGoods(trx: Transaction<Database>, decided: readonly LineDecision[]): Promise<void> {
  for (const { line_id, quantity, result } of decided)
    if (line_id !== null && result === 'await_return') await recordReturned(trx, line_id, quantity);
}

/** Returns what is left to refund of a decided line; empty when it was already refunded otherwise. */
function toDue(
  { refundable, earlier }: LoadedRefundable,
  codes: LineCodes,
  opened: ReadonlyMap<string, readonly number[]> | null,
  { line_id, quantity: decided }: LineDecision,
): readonly DueLine[] {
  const line = refundable.lines.find(({ id }) => id === line_id);
  if (line === undefined) return [];
  const unused = codes.unused.filter(({ code }) => code.order_line_id === line.id).length;
  const quantity = Math.min(
    decided,
    leftOfLine(line, earlier).quantity,
    codes.line_ids.has(line.id) ? unused : decided,
  );
  if (quantity === 0) return [];
  const lines = [{ line_id: line.id, quantity }];
  const plan = planRefund(refundable, earlier, { lines, includes_shipping: false });
  const worth = plan?.lines.find((one) => one.line_id === line.id)?.amount ?? noCents;
  const values = opened === null ? null : takenOf(opened.get(line.id) ?? [], { quantity, codes: unused });
  const deductible = values === null ? worth : smallerOf(worth, sumCents(values.map(cents)));
  return [{ line_id: line.id, quantity, worth, deductible }];
}

/** Returns the values of the opened codes that are revoked; the other codes of the line are revoked first. */
function takenOf(
  opened: readonly number[],
  { quantity, codes }: { readonly quantity: number; readonly codes: number },
): readonly number[] {
  return opened.slice(0, Math.max(quantity - (codes - opened.length), 0));
}

/**
 * Returns the prices in cents of what the opened and unrevoked codes of an order gave, by line, highest first. They are
 * the prices of the ledger at the time of the purchase.
 */
async function valuesOfOpenedCodes(
  trx: Transaction<Database>,
  orderId: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ order_line_id: string; values: readonly number[] }>`
    select content.order_line_id, array_agg(asked.price order by asked.price desc) as values
    from digital_contents content
    join order_lines line on line.id = content.order_line_id
    join orders on orders.id = line.order_id
    join gift_codes on gift_codes.id = content.gift_code_id
    join products given on given.id = ${givenProductId}
    cross join lateral (select coalesce((
      select (terms ->> 'price')::int from price_ledger
      where kind = 'product' and subject = given.id and terms is not null and valid_from <= orders.completed_at
      order by valid_from desc limit 1), given.price_cents) as price) asked
    where line.order_id = ${orderId} and content.opened_at is not null and gift_codes.revoked_at is null
    group by content.order_line_id
  `.execute(trx);
  return new Map(rows.map(({ order_line_id, values }) => [order_line_id, values]));
}
