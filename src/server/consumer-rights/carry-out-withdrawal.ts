import type { Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { partOf } from '#core/rules/basics/money.ts';
import {
  endedByUse,
  type GrantedWithdrawal,
  isUsedSince,
  legalProfiles,
  type RecordedUse,
  validateWithdrawal,
  type WithdrawalFacts,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { leftOfLine } from '#core/rules/payments/refund.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { waivedAt } from '#server/orders/delivery/content-access.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import { type LoadedRefundable, loadRefundable, type RefundedPiece } from '#server/payments/decide-refund.ts';
import { findUnusedCodes, type LineCodes } from '#server/payments/reverse-fulfilment.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { FoundPurchase } from './carry-out-cancellation.ts';
import type { LineDecision, WithdrawalDetails } from './decision.ts';
import { lockWithdrawn, refundWithdrawn } from './refund-withdrawn.ts';

interface WithdrawalOrder {
  readonly declarationId: string;
  /** Time of the declaration. Deadlines are checked against it, not against the time of the decision. */
  readonly receivedAt: Date;
  readonly lines: WithdrawalDetails['lines'];
}

/** A line of the withdrawal with its decision. */
interface DecidedLine {
  readonly decision: LineDecision;
  /** Null when the line is refused. */
  readonly granted: GrantedWithdrawal | null;
}

/**
 * Carries out a withdrawal that belongs to an order: decides each line by its legal profile and refunds all granted
 * lines in one refund. Shipped goods are refunded after their return. Returns one result per line, or up to three for a
 * line with several codes: unused codes, codes used since the declaration, and codes whose use had ended the right.
 * Empty for a subscription without an order.
 */
export async function carryOutWithdrawal(
  trx: Transaction<Database>,
  context: OrderContext,
  purchase: FoundPurchase,
  withdrawal: WithdrawalOrder,
): Promise<readonly LineDecision[]> {
  if (purchase.order === null) return [];
  const order = await lockWithdrawn(trx, purchase.order.id, withdrawal.receivedAt);
  const loaded = await loadRefundable(trx, order);
  const used = await findWithdrawableUse(trx, order, withdrawal.receivedAt);
  const facts = await loadWithdrawalFacts(trx, order, loaded, { declaredAt: withdrawal.receivedAt, used });
  const scope =
    purchase.kind === 'order'
      ? loaded.rows
      : loaded.rows.filter((line) =>
          purchase.subscriptions.some((one) => one.product_id === line.product_id),
        );
  const checked = decideLines(scope, facts, withdrawal.lines);
  const atOnce = checked.filter(({ granted }) => granted?.money === 'at_once');
  const pieces = atOnce.flatMap(({ decision, granted }) => toPiece(loaded, decision, granted));
  const usedCodes = used.notSince;
  const refunded = await refundWithdrawn(trx, context, { ...withdrawal, order, loaded, pieces, usedCodes });
  return checked.map(({ decision, granted }) => {
    if (granted?.money !== 'at_once') return decision;
    const back = refunded.find((line) => line.line_id === decision.line_id);
    // It was refunded already, or its code was redeemed between the check and the lock.
    if (back === undefined) return { ...decision, result: order.state === 'paid' ? 'USED' : 'ALREADY_BACK' };
    return { ...decision, quantity: back.quantity, amount: back.amount };
  });
}

function decideLines(
  scope: readonly OrderLineRow[],
  facts: ReadonlyMap<string, WithdrawalFacts>,
  wanted: WithdrawalDetails['lines'],
): readonly DecidedLine[] {
  if (wanted === null) return scope.flatMap((line) => decideLine(line, facts.get(line.id), null));
  return mergeLines(scope, wanted).flatMap(({ id, line, quantity }) =>
    line === null ? [unknownLine(id, quantity)] : decideLine(line, facts.get(line.id), quantity),
  );
}

interface RequestedLine {
  readonly id: string;
  readonly line: OrderLineRow | null;
  readonly quantity: number | null;
}

/** Merges lines that name the same thing and adds up their quantities. */
function mergeLines(
  scope: readonly OrderLineRow[],
  wanted: NonNullable<WithdrawalDetails['lines']>,
): readonly RequestedLine[] {
  const merged = new Map<string, RequestedLine>();
  for (const requested of wanted.flatMap((one) => findLines(scope, one))) {
    const key = requested.line?.id ?? requested.id;
    const before = merged.get(key)?.quantity;
    const sum = requested.quantity === null || before === null ? null : requested.quantity + (before ?? 0);
    merged.set(key, { ...requested, quantity: sum });
  }
  return [...merged.values()];
}

/**
 * Finds order lines by line id, product id, or title, because a declarant may have only the order confirmation. A
 * product that was ordered for several recipients has several lines; they are withdrawn one after the other, up to the
 * given quantity.
 */
function findLines(
  scope: readonly OrderLineRow[],
  { id, quantity }: { readonly id: string; readonly quantity: number | null },
): readonly RequestedLine[] {
  const found = [
    scope.filter((one) => one.id === id),
    scope.filter((one) => one.product_id === id),
    scope.filter((one) => plainTitle(one.title) === plainTitle(id)),
  ].find((lines) => lines.length > 0);
  if (found === undefined) return [{ id, line: null, quantity }];
  if (quantity === null || found.length === 1) return found.map((line) => ({ id, line, quantity }));
  let left = quantity;
  return found.flatMap((line, index) => {
    const pieces = index === found.length - 1 ? left : Math.min(left, line.quantity);
    left -= pieces;
    return pieces > 0 ? [{ id, line, quantity: pieces }] : [];
  });
}

/** Compares titles without regard to case, blanks and punctuation. */
function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function unknownLine(id: string, quantity: number | null): DecidedLine {
  const decision = {
    line_id: null,
    title: id,
    quantity: quantity ?? 1,
    result: 'UNKNOWN_LINE',
    amount: 0,
  } as const;
  return { decision, granted: null };
}

/** Decides a line. Of several codes, those that nobody has used since the declaration are withdrawn first. */
function decideLine(
  line: OrderLineRow,
  facts: WithdrawalFacts | undefined,
  wanted: number | null,
): readonly DecidedLine[] {
  if (facts === undefined) throw new Error(`Nothing is known of line ${line.id}`);
  const about = { line_id: line.id, title: line.title, amount: 0 };
  const checked = validateWithdrawal(facts);
  if (!checked.ok && checked.error !== 'USED_SINCE') {
    const quantity = wanted ?? line.quantity;
    return [{ decision: { ...about, quantity, result: checked.error }, granted: null }];
  }
  const granted = checked.ok ? checked.value : null;
  const pieces = Math.min(wanted ?? facts.pieces_unused, facts.pieces_unused);
  const quantity = Math.min(pieces, granted?.pieces ?? 0);
  const result = granted?.money === 'on_return' ? 'await_return' : 'refunded';
  const since = { ...about, quantity: pieces - quantity, result: 'USED_SINCE' } as const;
  const left = Math.min(wanted ?? facts.pieces_left, facts.pieces_left);
  const used = { ...about, quantity: left - pieces, result: 'USED' } as const;
  return [
    ...(quantity > 0 ? [{ decision: { ...about, quantity, result } as const, granted }] : []),
    ...[since, used].flatMap((decision) => (decision.quantity > 0 ? [{ decision, granted: null }] : [])),
  ];
}

/** Returns the refund of a granted line: its pieces, or the unused share of their price. */
function toPiece(
  { refundable, earlier }: LoadedRefundable,
  { line_id, quantity }: LineDecision,
  granted: GrantedWithdrawal | null,
): readonly RefundedPiece[] {
  const line = refundable.lines.find(({ id }) => id === line_id);
  if (line === undefined || granted === null) return [];
  const { numerator, denominator } = granted.share;
  if (numerator === denominator) return [{ line_id: line.id, quantity }];
  const left = leftOfLine(line, earlier).amount;
  return [{ line_id: line.id, quantity, amount: partOf(left, numerator, denominator) }];
}

/** Loads the facts about each line of a locked order at the time of the withdrawal, by line id. */
async function loadWithdrawalFacts(
  trx: Transaction<Database>,
  order: OrderRow,
  { rows, refundable, earlier }: LoadedRefundable,
  { declaredAt, used }: { readonly declaredAt: Date; readonly used: WithdrawableUse },
): Promise<ReadonlyMap<string, WithdrawalFacts>> {
  const codes = await findUnusedCodes(trx, rows, used.all);
  const uses = await findUses(trx, order);
  const firstSent = await findFirstSent(trx, order);
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select(['product_id', 'started_on', 'period_months'])
    .where('order_id', '=', order.id)
    .execute();
  const day = (moment: Date | null) => (moment === null ? null : calendarDay(moment.getTime()));

  return new Map(
    rows.map((line, index) => {
      const sold = refundable.lines[index];
      const pieces_left = sold === undefined ? 0 : leftOfLine(sold, earlier).quantity;
      const unused = codes.unused.filter(({ code }) => code.order_line_id === line.id);
      const since = unused.filter(({ code }) => used.all.has(code.id) && !used.notSince.has(code.id));
      const hasCodes = codes.line_ids.has(line.id);
      const use = uses.get(line.id) ?? { opened_at: null, last_used_at: null };
      const subscription = subscriptions.find((one) => one.product_id === line.product_id);
      const facts: WithdrawalFacts = {
        kind: line.kind as ProductKind,
        declared_at: declaredAt.getTime(),
        contract_on: calendarDay((order.completed_at ?? order.created_at).getTime()),
        is_renewal: order.subscription_id !== null,
        is_shipped: line.is_shipped,
        shipped_on: day(firstSent.get(line.id) ?? firstRedeemed(unused)),
        delivered_on: day(order.delivered_at),
        waived_at: waivedAt(order, line.kind as ProductKind),
        early_start_requested_at: order.early_start_requested_at?.getTime() ?? null,
        confirmed_at: order.confirmed_at?.getTime() ?? null,
        opened_at: use.opened_at,
        period:
          subscription === undefined
            ? null
            : {
                from: subscription.started_on,
                to: dueDay(subscription.started_on, subscription.period_months, 1),
              },
        pieces_left,
        pieces_unused: hasCodes ? Math.min(unused.length, pieces_left) : pieces_left,
        pieces_used_since: hasCodes ? since.length : isUsedSince(use, declaredAt.getTime()) ? pieces_left : 0,
      };
      return [line.id, facts];
    }),
  );
}

/** Ids of codes that can be withdrawn although they are redeemed or were revoked without a refund. */
interface WithdrawableUse {
  readonly all: ReadonlySet<string>;
  /** Codes whose content was not used since the declaration, and all codes of goods, whose use is settled later. */
  readonly notSince: ReadonlySet<string>;
}

/** Finds the redeemed or revoked codes of the order that a declaration of this time can still withdraw. */
export async function findWithdrawableUse(
  trx: Transaction<Database>,
  order: OrderRow,
  declaredAt: Date,
): Promise<WithdrawableUse> {
  const codes = await trx
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .leftJoin('digital_contents', 'digital_contents.gift_code_id', 'gift_codes.id')
    .select([
      'gift_codes.id',
      'order_lines.kind',
      'gift_codes.redeemed_at',
      'digital_contents.opened_at',
      'digital_contents.last_used_at',
    ])
    .where('order_lines.order_id', '=', order.id)
    .where('gift_codes.redeemed_at', 'is not', null)
    .where('gift_codes.revoked_at', 'is', null)
    .execute();
  const kept = codes.filter((code) => {
    const kind = code.kind as ProductKind;
    return !endedByUse(kind, {
      declared_at: declaredAt.getTime(),
      waived_at: waivedAt(order, kind),
      confirmed_at: order.confirmed_at?.getTime() ?? null,
      redeemed_at: code.redeemed_at?.getTime() ?? 0,
      opened_at: code.opened_at?.getTime() ?? null,
    });
  });
  const notSince = kept.filter(({ kind, opened_at, last_used_at }) => {
    const use = {
      opened_at: opened_at?.getTime() ?? null,
      last_used_at: last_used_at?.getTime() ?? null,
    };
    return legalProfiles[kind as ProductKind].is_shipped || !isUsedSince(use, declaredAt.getTime());
  });
  const unpaid = await findUnpaidRevoked(trx, order.id);
  return {
    all: new Set([...kept.map(({ id }) => id), ...unpaid]),
    notSince: new Set([...notSince.map(({ id }) => id), ...unpaid]),
  };
}

/** Finds the unredeemed codes of an order that an operator revoked without a refund. */
async function findUnpaidRevoked(trx: Transaction<Database>, orderId: string): Promise<readonly string[]> {
  const codes = await trx
    .selectFrom('order_lines')
    .innerJoin('gift_codes', 'gift_codes.order_line_id', 'order_lines.id')
    .select('gift_codes.id')
    .where('order_lines.order_id', '=', orderId)
    .where('is_revoked_unpaid', '=', true)
    .where('redeemed_at', 'is', null)
    .execute();
  return codes.map(({ id }) => id);
}

/** Returns when the first pieces of each line were sent, by line id. */
async function findFirstSent(
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<ReadonlyMap<string, Date>> {
  const sent = await trx
    .selectFrom('parcel_lines')
    .innerJoin('parcels', 'parcels.id', 'parcel_lines.parcel_id')
    .select(({ fn }) => ['order_line_id', fn.min('sent_at').as('sent_at')])
    .where('order_id', '=', order.id)
    .groupBy('order_line_id')
    .execute();
  return new Map(sent.map((line) => [line.order_line_id, line.sent_at]));
}

/**
 * Returns when the first of these codes was redeemed. Its box must have been sent by then, even if no parcel is
 * recorded.
 */
function firstRedeemed(codes: LineCodes['unused']): Date | null {
  const redeemed = codes.flatMap(({ code }) => code.redeemed_at ?? []);
  return redeemed.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

/** Returns when the content of each line without codes was opened and last used, by line id. */
async function findUses(
  trx: Transaction<Database>,
  order: OrderRow,
): Promise<ReadonlyMap<string, RecordedUse>> {
  const contents = await trx
    .selectFrom('digital_contents')
    .innerJoin('order_lines', 'order_lines.id', 'digital_contents.order_line_id')
    .select(['digital_contents.order_line_id', 'opened_at', 'last_used_at'])
    .where('order_lines.order_id', '=', order.id)
    .where('gift_code_id', 'is', null)
    .execute();
  return new Map(
    contents.map(({ order_line_id, opened_at, last_used_at }) => [
      order_line_id,
      { opened_at: opened_at?.getTime() ?? null, last_used_at: last_used_at?.getTime() ?? null },
    ]),
  );
}
