import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { OrderRow } from '#server/order-events.ts';
import type { ServerContext } from '#server/server-context.ts';

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

/** The transfer nonce of one order: the gateway's nonce, signed together with the order's id. */
export function signTransferNonce({ settings }: Settings, orderId: string, nonce: string): string {
  return `${nonce}.${sign(settings.tokenSecret, orderId, nonce)}`;
}

/** Whether the server has issued this transfer nonce for this order; compared in constant time. */
function isIssuedFor({ settings }: Settings, orderId: string, presented: string): boolean {
  const end = presented.lastIndexOf('.');
  const expected = Buffer.from(sign(settings.tokenSecret, orderId, presented.slice(0, Math.max(end, 0))));
  const given = Buffer.from(presented.slice(end + 1));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function sign(tokenSecret: string, orderId: string, nonce: string): string {
  return createHmac('sha256', tokenSecret).update(`transfer-nonce:${orderId}:${nonce}`).digest('base64url');
}

/** Hash of a client address, as stored in payment attempts by transfer. */
export function promisedFrom({ settings }: Settings, address: string): Buffer {
  return createHmac('sha256', settings.tokenSecret).update(`promised-from:${address}`).digest();
}

/** Maximum number of unpaid transfers per e-mail address and per client address. */
const mostOpen = { email: 3, address: 5 };

interface PromisedTransfer {
  /** Locked by the transaction. */
  readonly order: OrderRow;
  readonly nonce: string;
  readonly renews: boolean;
  /** Client address. */
  readonly address: string;
}

/**
 * Refuses a bank transfer that is not offered for the order, whose nonce was not issued for it, or whose buyer has too
 * many unpaid transfers (docs/behaviour/checkout-and-payment.md#open-transfers-are-limited). Takes locks per e-mail and
 * client address until the end of the transaction, so that parallel calls are counted correctly; these must be its last
 * locks.
 */
export async function checkTransfer(
  trx: Transaction<Database>,
  context: Settings,
  { order, nonce, renews, address }: PromisedTransfer,
): Promise<Result<null, DomainFailure>> {
  const pointer = '/payment_method_nonce';
  if (!(await isTransferOffered(trx, context, order, renews)))
    return err(domainFailure('PAYMENT_METHOD_REQUIRED', { pointer }));
  if (!isIssuedFor(context, order.id, nonce)) return err(domainFailure('PAYMENT_DECLINED', { pointer }));

  const from = promisedFrom(context, address);
  await sql`select pg_advisory_xact_lock(${lockClasses.email}, hashtext(${order.email}))`.execute(trx);
  await sql`select pg_advisory_xact_lock(${lockClasses.address}, hashtext(${from.toString('hex')}))`.execute(
    trx,
  );
  const open = trx
    .selectFrom('payment_attempts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('promised_from', 'is not', null)
    .where('payment_attempts.state', 'in', ['charging', 'unknown', 'awaiting_payment']);
  const byEmail = await open
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .where('orders.email', '=', order.email)
    .executeTakeFirstOrThrow();
  const byAddress = await open.where('promised_from', '=', from).executeTakeFirstOrThrow();
  const isTooMany = byEmail.count >= mostOpen.email || byAddress.count >= mostOpen.address;
  return isTooMany ? err(domainFailure('TOO_MANY_OPEN_TRANSFERS', { pointer })) : ok(null);
}

/** First numbers of the advisory locks; PostgreSQL keeps locks with two numbers apart from those with one. */
const lockClasses = { email: 1, address: 2 };
