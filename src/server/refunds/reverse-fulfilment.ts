import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { FulfilmentState } from '#core/model/parcel.ts';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/money.ts';
import { fulfilmentStateMachine } from '#core/rules/order.ts';
import type { RefundedLine } from '#core/rules/refund.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow, OrderRow } from '#server/order-events.ts';
import { lockCredit } from '#server/orders/credit.ts';
import { ensureBuyerAccount } from '#server/orders/order-buyer.ts';
import type { ServerContext } from '#server/server-context.ts';

interface ReturnedCredit {
  readonly order: OrderRow;
  /** Cents to return to vouchers and credit, and the promotional part of them. */
  readonly amount: Cents;
  readonly promotional: Cents;
  readonly refundId: string;
}

/**
 * Returns voucher money and records it in the ledger: to the voucher that paid, or to the buyer's credit if that
 * voucher was redeemed or revoked in the meantime.
 */
export async function returnCredit(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { order, amount, promotional, refundId }: ReturnedCredit,
): Promise<void> {
  await returnTo(trx, context, { order, refundId, source: order.promotional_id, amount: promotional });
  await returnTo(trx, context, {
    order,
    refundId,
    source: order.voucher_id,
    amount: cents(amount - promotional),
  });
}

interface ReturnedPart {
  readonly order: OrderRow;
  readonly refundId: string;
  /** Id of the voucher or credit that paid this part. */
  readonly source: string | null;
  readonly amount: Cents;
}

async function returnTo(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { order, refundId, source, amount }: ReturnedPart,
): Promise<void> {
  if (amount === 0) return;
  if (source === null) throw new Error(`Order ${order.code} was paid by a voucher that it does not name`);
  const target = await findTarget(trx, context, order, source);
  await trx
    .updateTable('gift_codes')
    .set({ balance_cents: sql<number>`balance_cents + ${amount}` })
    .where('id', '=', target)
    .execute();
  await trx
    .insertInto('voucher_entries')
    .values({
      id: context.ids.uuid(),
      gift_code_id: target,
      order_id: order.id,
      amount_cents: amount,
      cause: 'refunded',
      happened_at: new Date(context.clock.now()),
      refund_id: refundId,
    })
    .execute();
}

async function findTarget(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  order: OrderRow,
  source: string,
): Promise<string> {
  const paid = await trx
    .selectFrom('gift_codes')
    .select(['id', 'kind', 'redeemed_by', 'revoked_at', 'is_promotional'])
    .where('id', '=', source)
    .executeTakeFirstOrThrow();
  const isUsable = paid.revoked_at === null && (paid.kind === 'credit' || paid.redeemed_by === null);
  if (isUsable) return paid.id;
  return lockCredit(trx, context, await ensureBuyerAccount(trx, context, order), paid.is_promotional);
}

/** Adds returned units to the stock, products in the order of their ids to avoid deadlocks. */
export async function returnStock(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
  taken: readonly RefundedLine[],
): Promise<void> {
  const pieces = taken
    .flatMap(({ line_id, quantity }) => {
      const line = lines.find(({ id }) => id === line_id);
      return line === undefined || quantity === 0 ? [] : [{ product_id: line.product_id, quantity }];
    })
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1));
  for (const { product_id, quantity } of pieces) {
    await trx
      .updateTable('products')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', product_id)
      .where('stock', 'is not', null)
      .execute();
  }
}

/** Cancels the shipment of an order that was not shipped yet, when nothing is left to ship. */
export async function callOffParcel(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  const called = transition(fulfilmentStateMachine, order.fulfilment as FulfilmentState, 'call_off');
  if (!called.ok) return;
  await trx.updateTable('orders').set({ fulfilment: called.value }).where('id', '=', order.id).execute();
}

type Needs = Pick<ServerContext, 'clock' | 'ids'>;

/** Revokes the courses that these order lines gave. Courses that the buyer also owns by another order stay. */
export async function revokeCourses(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const courses = lines.filter((line) => line.kind === 'course').map((line) => line.product_id);
  if (courses.length === 0) return;
  await trx
    .updateTable('entitlements')
    .set({ revoked_at: new Date(context.clock.now()) })
    .where('order_id', '=', order.id)
    .where('course_id', 'in', courses)
    .where('revoked_at', 'is', null)
    .execute();
}

/** A gift or voucher code created by an order. */
export type SoldCode = Selectable<Database['gift_codes']>;

/** Kinds of products that are codes or contain one. */
const codeKinds: ReadonlySet<string> = new Set(['gift', 'voucher', 'gift_box']);

/** The codes of some order lines. */
export interface LineCodes {
  /** Lines whose units are codes or contain one. */
  readonly line_ids: ReadonlySet<string>;
  /** Codes that can be taken back. */
  readonly unused: readonly SoldCode[];
}

/**
 * The codes of these lines, and those that can be taken back. Of the lines in `withUsed` these are all codes that are
 * not revoked, because their use does not end the right of withdrawal. Of other lines: gifts that were not redeemed and
 * vouchers with a balance. Codes with the highest balance come first, so that a buyer who withdraws from one of two
 * vouchers gets the higher amount. A voucher that is paying for an open order counts as used.
 */
export async function findUnusedCodes(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
  withUsed: ReadonlySet<string> = new Set(),
): Promise<LineCodes> {
  const ids = lines.filter(({ kind }) => codeKinds.has(kind)).map((line) => line.id);
  if (ids.length === 0) return { line_ids: new Set(), unused: [] };
  const codes = await trx
    .selectFrom('gift_codes')
    .selectAll()
    .where('order_line_id', 'in', ids)
    .orderBy('id')
    .execute();
  if (codes.length === 0) return { line_ids: new Set(), unused: [] };
  const paying = await trx
    .selectFrom('orders')
    .select('voucher_id')
    .where('state', 'in', ['charging', 'unknown', 'awaiting_action', 'awaiting_payment'])
    .where(
      'voucher_id',
      'in',
      codes.map((code) => code.id),
    )
    .execute();
  const unused = codes
    .filter((code) => code.revoked_at === null)
    .filter((code) => withUsed.has(code.order_line_id ?? '') || isUnused(code))
    .filter((code) => !paying.some((order) => order.voucher_id === code.id))
    .toSorted((one, other) => other.balance_cents - one.balance_cents);
  return { line_ids: new Set(codes.flatMap(({ order_line_id }) => order_line_id ?? [])), unused };
}

function isUnused({ kind, redeemed_by, balance_cents }: SoldCode): boolean {
  return redeemed_by === null && (kind !== 'voucher' || balance_cents > 0);
}

/** Revokes codes and records their remaining balance in the ledger. `refundId`: null when no money is given back. */
export async function revokeCodes(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  codes: readonly SoldCode[],
  refundId: string | null,
): Promise<void> {
  if (codes.length === 0) return;
  const now = new Date(context.clock.now());
  await trx
    .updateTable('gift_codes')
    .set({ revoked_at: now, balance_cents: 0 })
    .where(
      'id',
      'in',
      codes.map((code) => code.id),
    )
    .execute();
  await takeRedeemedBack(trx, context, codes, refundId);
  const filled = codes.filter((code) => code.balance_cents > 0);
  if (filled.length === 0) return;
  await trx
    .insertInto('voucher_entries')
    .values(
      filled.map((code) => ({
        id: context.ids.uuid(),
        gift_code_id: code.id,
        order_id: null,
        amount_cents: -code.balance_cents,
        cause: 'revoked',
        happened_at: now,
        refund_id: refundId,
      })),
    )
    .execute();
}

/**
 * Revokes what redeemed codes gave: access to courses and memberships, and the rest of a voucher in its owner's credit.
 */
async function takeRedeemedBack(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  codes: readonly SoldCode[],
  refundId: string | null,
): Promise<void> {
  const now = new Date(context.clock.now());
  for (const { id, kind, redeemed_by, is_promotional } of codes) {
    if (redeemed_by === null) continue;
    await trx
      .updateTable('entitlements')
      .set({ revoked_at: now })
      .where('gift_code_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    if (kind !== 'voucher') continue;
    const creditId = await lockCredit(trx, context, redeemed_by, is_promotional);
    const { balance_cents } = await trx
      .selectFrom('gift_codes')
      .select('balance_cents')
      .where('id', '=', creditId)
      .executeTakeFirstOrThrow();
    const taken = Math.min(balance_cents, await redeemedCents(trx, id));
    if (taken === 0) continue;
    await trx
      .updateTable('gift_codes')
      .set({ balance_cents: balance_cents - taken })
      .where('id', '=', creditId)
      .execute();
    await trx
      .insertInto('voucher_entries')
      .values({
        id: context.ids.uuid(),
        gift_code_id: creditId,
        order_id: null,
        amount_cents: -taken,
        cause: 'revoked',
        happened_at: now,
        refund_id: refundId,
      })
      .execute();
  }
}

/** The cents that a voucher added to its owner's credit: its balance when it was redeemed. */
async function redeemedCents(trx: Transaction<Database>, voucherId: string): Promise<number> {
  const { cents } = await trx
    .selectFrom('voucher_entries')
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::int`.as('cents'))
    .where('gift_code_id', '=', voucherId)
    .where('cause', '=', 'redeemed')
    .executeTakeFirstOrThrow();
  return cents;
}
