import type { Transaction } from 'kysely';
import { cents, noCents } from '#core/rules/basics/money.ts';
import { areAllGoodsReturned } from '#core/rules/payments/refund.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import {
  type LoadedRefundable,
  lockForRefund,
  type RefundedPiece,
  type StoredRefundLines,
} from '#server/payments/decide-refund.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { lockRenewalsSince } from '#server/subscriptions/subscription-rows.ts';

/** Locks an order for a withdrawal; before it, locks the renewals of its subscriptions paid since the declaration. */
export async function lockWithdrawn(
  trx: Transaction<Database>,
  orderId: string,
  receivedAt: Date,
): Promise<OrderRow> {
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  await lockRenewalsSince(
    trx,
    subscriptions.map(({ id }) => id),
    receivedAt,
  );
  return lockForRefund(trx, orderId);
}

interface WithdrawnPieces {
  readonly declarationId: string;
  /** Time of the declaration. */
  readonly receivedAt: Date;
  readonly order: OrderRow;
  readonly loaded: LoadedRefundable;
  readonly pieces: readonly RefundedPiece[];
  /** Ids of redeemed codes that may be revoked with the pieces. */
  readonly usedCodes: ReadonlySet<string>;
}

/**
 * Refunds withdrawn pieces of a locked order in one refund, with the shipping cost once no goods are left, and the
 * renewals of withdrawn subscriptions that were paid since the declaration. Returns what was refunded of each line.
 */
export async function refundWithdrawn(
  trx: Transaction<Database>,
  context: OrderContext,
  {
    order,
    loaded: { rows, refundable, earlier },
    pieces,
    declarationId,
    receivedAt,
    usedCodes,
  }: WithdrawnPieces,
): Promise<StoredRefundLines['lines']> {
  if (pieces.length === 0) return [];
  const takenBack = pieces.map((line) => ({ ...line, amount: noCents }));
  const money = { shipping: noCents, card: noCents, credit: noCents, promotional: noCents };
  const requested = await createRefund(trx, context, {
    order_id: order.id,
    lines: pieces,
    used_codes: usedCodes,
    includes_shipping: areAllGoodsReturned(refundable, [...earlier, { lines: takenBack, ...money }]),
    cause: 'withdrawal',
    declaration_id: declarationId,
  });
  if (!requested.ok) return [];
  const stored = await trx
    .selectFrom('refunds')
    .select('lines')
    .where('id', '=', requested.value.refund_id)
    .executeTakeFirstOrThrow();
  const refunded = (stored.lines as StoredRefundLines).lines.filter(
    (line) => line.quantity > 0 || line.amount > cents(0),
  );
  const products = rows
    .filter(({ id }) => refunded.some((line) => line.line_id === id))
    .map((line) => line.product_id);
  await refundRenewals(trx, context, order, products, { declarationId, receivedAt });
  return refunded;
}

/** Refunds renewals of withdrawn subscriptions that were charged since the declaration. */
async function refundRenewals(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
  products: readonly string[],
  { declarationId, receivedAt }: Pick<WithdrawnPieces, 'declarationId' | 'receivedAt'>,
): Promise<void> {
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select(['id', 'product_id'])
    .where('order_id', '=', order.id)
    .execute();
  const ids = subscriptions.filter((one) => products.includes(one.product_id)).map(({ id }) => id);
  for (const order_id of await lockRenewalsSince(trx, ids, receivedAt)) {
    await createRefund(trx, context, {
      order_id,
      lines: 'all',
      includes_shipping: false,
      cause: 'withdrawal',
      declaration_id: declarationId,
    });
  }
}
