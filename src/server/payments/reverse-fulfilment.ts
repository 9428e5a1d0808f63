import { type Selectable, sql, type Transaction } from 'kysely';
import type { Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { reservingStates } from '#core/rules/orders/order-states.ts';
import type { RefundedLine } from '#core/rules/payments/refund.ts';
import { createVoucher, isOfCurrentOwner, lockCredit } from '#server/coupons/credit.ts';
import { ensureBuyerAccount } from '#server/orders/order-buyer.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface ReturnedCredit {
  readonly order: OrderRow;
  /** Cents to return to vouchers and credit, and the promotional part of them. */
  readonly amount: Cents;
  readonly promotional: Cents;
  readonly refundId: string;
}

/**
 * Returns voucher money and records it in the ledger: to the voucher or credit that paid; if that was redeemed or
 * revoked, or its owner has deleted the account, to the buyer's credit, or to a new voucher for a buyer who has no
 * account and cannot get one now.
 */
export async function returnCredit(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
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
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
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
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  order: OrderRow,
  source: string,
): Promise<string> {
  const paid = await trx
    .selectFrom('gift_codes')
    .leftJoin('users', 'users.id', 'gift_codes.redeemed_by')
    .select(['gift_codes.id', 'kind', 'redeemed_by', 'revoked_at', 'is_promotional', 'deleted_at'])
    .where('gift_codes.id', '=', source)
    .executeTakeFirstOrThrow();
  const isOpen = paid.kind === 'credit' ? paid.deleted_at === null : paid.redeemed_by === null;
  if (paid.revoked_at === null && isOpen) return paid.id;
  const owner = await ensureBuyerAccount(trx, context, order);
  return owner === null
    ? createVoucher(trx, context, paid.is_promotional)
    : lockCredit(trx, context, owner, paid.is_promotional);
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

/** A code that can be taken back. */
export interface UnusedCode {
  readonly code: SoldCode;
  /** Unspent cents of a voucher: its balance, or the rest of it in its owner's credit. */
  readonly left: number;
}

/** The codes of some order lines. */
export interface LineCodes {
  /** Lines whose units are codes or contain one. */
  readonly line_ids: ReadonlySet<string>;
  /** Codes that can be taken back. */
  readonly unused: readonly UnusedCode[];
}

/**
 * Loads the codes of these lines, and those that can be taken back: gifts that were not redeemed, vouchers with money
 * left, and the codes in `withUsed`: redeemed ones, because their use did not end the right of withdrawal, and ones
 * that were revoked without a refund. Codes with the most money left come first, so that a buyer who withdraws from one
 * of two vouchers gets the higher amount, then revoked, then unredeemed, then unopened ones. A voucher that is paying
 * for an open order counts as used.
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
    .leftJoin('digital_contents', 'digital_contents.gift_code_id', 'gift_codes.id')
    .selectAll('gift_codes')
    .where('gift_codes.order_line_id', 'in', ids)
    .orderBy(sql`gift_codes.revoked_at is null`)
    .orderBy(sql`digital_contents.opened_at is not null`)
    .orderBy(sql`gift_codes.redeemed_at is not null`)
    .orderBy('gift_codes.id')
    .execute();
  if (codes.length === 0) return { line_ids: new Set(), unused: [] };
  const paying = await trx
    .selectFrom('orders')
    .select('voucher_id')
    .where('state', 'in', reservingStates)
    .where(
      'voucher_id',
      'in',
      codes.map((code) => code.id),
    )
    .execute();
  const good = codes
    .filter((code) => withUsed.has(code.id) || (code.revoked_at === null && code.redeemed_by === null))
    .filter((code) => !paying.some((order) => order.voucher_id === code.id));
  const credits = await readCredits(trx, good);
  const unused: UnusedCode[] = [];
  for (const code of good) {
    const left = await leftOf(trx, credits, code);
    if (code.kind !== 'voucher' || left > 0) unused.push({ code, left });
  }
  return {
    line_ids: new Set(codes.flatMap(({ order_line_id }) => order_line_id ?? [])),
    unused: unused.toSorted((one, other) => other.left - one.left),
  };
}

/** Returns the unspent cents of a code; of a revoked one, what was taken off it by the revocation. */
function leftOf(
  trx: Transaction<Database>,
  credits: Map<string, number>,
  code: SoldCode,
): Promise<number> | number {
  if (code.revoked_at !== null) return takenCents(trx, code.id, 'revoked');
  return code.redeemed_by === null ? code.balance_cents : takeFromCredits(trx, credits, code);
}

/** Loads the balances of the credits that redeemed vouchers became, by owner and kind of money. */
async function readCredits(
  trx: Transaction<Database>,
  codes: readonly SoldCode[],
): Promise<Map<string, number>> {
  const owners = codes.flatMap(({ kind, redeemed_by }) => (kind === 'voucher' ? (redeemed_by ?? []) : []));
  if (owners.length === 0) return new Map();
  const credits = await trx
    .selectFrom('gift_codes')
    .selectAll()
    .where('kind', '=', 'credit')
    .where('redeemed_by', 'in', owners)
    .execute();
  return new Map(credits.map((credit) => [creditKey(credit), credit.balance_cents]));
}

/** Returns what is left of a redeemed voucher in these credits, and reduces them by it. */
async function takeFromCredits(
  trx: Transaction<Database>,
  credits: Map<string, number>,
  voucher: SoldCode,
): Promise<number> {
  const key = creditKey(voucher);
  const balance = credits.get(key) ?? 0;
  const left = Math.min(balance, await takenCents(trx, voucher.id, 'redeemed'));
  credits.set(key, balance - left);
  return left;
}

function creditKey({
  redeemed_by,
  is_promotional,
}: Pick<SoldCode, 'redeemed_by' | 'is_promotional'>): string {
  return `${redeemed_by}:${is_promotional}`;
}

/**
 * Revokes codes and records their remaining balance in the ledger. `refundId`: null when no money is refunded; a later
 * withdrawal may then refund the codes.
 */
export async function revokeCodes(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  taken: readonly SoldCode[],
  refundId: string | null,
): Promise<void> {
  if (taken.length === 0) return;
  const now = new Date(context.clock.now());
  await trx
    .updateTable('gift_codes')
    .set({
      revoked_at: sql`coalesce(revoked_at, ${now})`,
      balance_cents: 0,
      is_revoked_unpaid: refundId === null,
    })
    .where(
      'id',
      'in',
      taken.map((code) => code.id),
    )
    .execute();
  const codes = taken.filter(({ revoked_at }) => revoked_at === null);
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
    const taken = Math.min(balance_cents, await takenCents(trx, id, 'redeemed'));
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

/**
 * Returns the cents that were taken off a voucher: its balance when its present owner redeemed it, or when it was
 * revoked.
 */
async function takenCents(
  trx: Transaction<Database>,
  voucherId: string,
  cause: 'redeemed' | 'revoked',
): Promise<number> {
  const { cents } = await trx
    .selectFrom('voucher_entries')
    .innerJoin('gift_codes', 'gift_codes.id', 'gift_code_id')
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::int`.as('cents'))
    .where('gift_code_id', '=', voucherId)
    .where('cause', '=', cause)
    .where(isOfCurrentOwner)
    .executeTakeFirstOrThrow();
  return cents;
}
