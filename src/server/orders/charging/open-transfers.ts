import { type Kysely, sql, type Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isIssuedFor } from './signed-nonces.ts';

type Settings = Pick<ServerContext, 'settings'>;

/**
 * Whether an order can be paid by bank transfer (docs/behaviour/checkout-and-payment.md#bank-transfer): something has
 * to be paid, nothing renews (a transfer cannot be charged again), and every product allows it.
 */
export async function isTransferOffered(
  db: Kysely<Database>,
  { settings }: Settings,
  { id, amount_due_cents }: OrderRow,
  renews: boolean,
): Promise<boolean> {
  if (settings.bankTransfer === null || renews || amount_due_cents === 0) return false;
  const excluded = await db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select('products.id')
    .where('order_lines.order_id', '=', id)
    .where('products.no_bank_transfer', '=', true)
    .limit(1)
    .executeTakeFirst();
  return excluded === undefined;
}

/** Maximum number of unpaid transfers per account or, of guests, per e-mail address, and per client address. */
const mostOpen = { buyer: 3, address: 5 };

interface PromisedTransfer {
  /** Locked by the transaction. */
  readonly order: OrderRow;
  readonly nonce: string;
  readonly renews: boolean;
  /** `networkHash` of the client. */
  readonly from: Buffer;
  /** Identity of the gateway for transfers. */
  readonly provider: string;
}

/**
 * Refuses a bank transfer that is not offered for the order, whose nonce was not issued for it, or whose buyer has too
 * many unpaid transfers (docs/behaviour/checkout-and-payment.md#open-transfers-are-limited). An account has its own
 * count, so that guests who type its address do not use it up. Takes locks per buyer and client address until the end
 * of the transaction, so that parallel calls are counted correctly; these must be its last locks.
 */
export async function checkTransfer(
  trx: Transaction<Database>,
  context: Settings,
  { order, nonce, renews, from, provider }: PromisedTransfer,
): Promise<Result<null, DomainFailure>> {
  const pointer = '/payment_method_nonce';
  if (!(await isTransferOffered(trx, context, order, renews)))
    return err(domainFailure('PAYMENT_METHOD_REQUIRED', { pointer }));
  if (!isIssuedFor(context, order.id, nonce)) return err(domainFailure('PAYMENT_DECLINED', { pointer }));

  const buyer = order.user_id ?? order.email;
  await sql`select pg_advisory_xact_lock(${lockClasses.buyer}, hashtext(${buyer}))`.execute(trx);
  await sql`select pg_advisory_xact_lock(${lockClasses.address}, hashtext(${from.toString('hex')}))`.execute(
    trx,
  );
  const open = trx
    .selectFrom('payment_attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('provider', '=', provider)
    .where('payment_attempts.state', 'in', ['charging', 'unknown', 'awaiting_payment']);
  const byBuyer = await open
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .where((where) =>
      order.user_id === null
        ? where.and([where('orders.email', '=', order.email), where('orders.user_id', 'is', null)])
        : where('orders.user_id', '=', order.user_id),
    )
    .executeTakeFirstOrThrow();
  const byAddress = await open.where('begun_from', '=', from).executeTakeFirstOrThrow();
  const isTooMany = byBuyer.count >= mostOpen.buyer || byAddress.count >= mostOpen.address;
  return isTooMany ? err(domainFailure('TOO_MANY_OPEN_TRANSFERS', { pointer })) : ok(null);
}

/** First keys of the advisory locks. Locks with two keys never collide with those with one key. */
const lockClasses = { buyer: 1, address: 2 };
