import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit, limitOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { AttemptRow } from './late-payments.ts';
import type { OrderRow } from './order-events.ts';

/** Keyed hash of a client address (IPv6: its /64), as stored in payment attempts until they have ended. */
export function networkHash({ settings }: Pick<ServerContext, 'settings'>, address: string): Buffer {
  return createHmac('sha256', settings.tokenSecret).update(`promised-from:${address}`).digest();
}

interface Payment {
  /** `networkHash` of the client. */
  readonly from: Buffer;
  /** Whether it waits for days, as for a bank transfer. */
  readonly isSlow: boolean;
}

/**
 * Whether a payment may begin that reserves what the order contains
 * (docs/behaviour/checkout-and-payment.md#held-stock): the unfinished orders of its e-mail address, and those of its
 * network, hold together at most half of what is left of a product, at least one piece. A single order may hold more;
 * then `holds_most` is true. The lock of the stock makes parallel calls count each other.
 */
export async function checkHeldStock(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock'>,
  stocks: readonly HeldStock[],
  { from, isSlow }: Payment,
): Promise<Result<{ readonly holds_most: boolean }, DomainFailure>> {
  const above = stocks.filter(({ held, wanted, left }) => held + wanted > Math.max(1, Math.floor(left / 2)));
  if (above.length === 0) return ok({ holds_most: false });
  const isSingle = above.every(({ held }) => held === 0);
  if (!isSingle || isSlow || !(await checkLimits(trx, context, [heldStock(from)])).ok)
    return err(domainFailure('STOCK_HELD'));
  return ok({ holds_most: true });
}

/** Pieces of a product with limited stock. */
interface HeldStock {
  /** Held by the buyer's other orders, or by those of the network, whichever is more. */
  readonly held: number;
  readonly wanted: number;
  /** In stock, with those that are held. */
  readonly left: number;
}

/**
 * What `checkHeldStock` decides by, as a column of another query. The order and the stock of its products have to be
 * locked.
 */
export function selectHeldStock(order: OrderRow, from: Buffer) {
  return sql<readonly HeldStock[]>`(
    with wanted as (
      select product_id, sum(quantity)::int as quantity from order_lines where order_id = ${order.id}
      group by product_id
    ), own as (
      select product_id, quantity,
        lower(orders.email) = lower(${order.email}) as is_buyers,
        exists (
          select from payment_attempts
          where payment_attempts.order_id = orders.id and payment_attempts.begun_from = ${from}
        ) as is_networks
      from stock_reservations join orders on orders.id = stock_reservations.order_id
      where product_id in (select product_id from wanted)
    )
    select coalesce(json_agg(json_build_object(
      'wanted', wanted.quantity, 'left', products.stock + held.quantity, 'held', held.quantity
    )), '[]')
    from wanted
    join products on products.id = wanted.product_id and products.stock is not null
    cross join lateral (
      select greatest(
        coalesce(sum(own.quantity) filter (where is_buyers), 0),
        coalesce(sum(own.quantity) filter (where is_networks), 0)
      )::int as quantity
      from own where own.product_id = products.id
    ) as held
  )`;
}

/** Counts an order that held most of a product while its buyer had to act, and was not paid. */
export async function countHeldStock(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock'>,
  { holds_most, action_expires_at, begun_from }: AttemptRow,
): Promise<void> {
  if (holds_most && action_expires_at !== null && begun_from !== null)
    await countHit(trx, context, [heldStock(begun_from)]);
}

function heldStock(from: Buffer) {
  return limitOf('held_stock', { network: from.toString('hex') });
}
