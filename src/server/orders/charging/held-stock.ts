import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit, limitOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { AttemptRow } from './late-payments.ts';

/** Keyed hash of a client address (IPv6: its /64), as stored in payment attempts until they have ended. */
export function networkHash({ settings }: Pick<ServerContext, 'settings'>, address: string): Buffer {
  return createHmac('sha256', settings.tokenSecret).update(`promised-from:${address}`).digest();
}

interface Payment {
  /** `networkHash` of the client. */
  readonly from: Buffer;
  /** Whether the payment takes days, like a bank transfer. */
  readonly isSlow: boolean;
}

/**
 * Checks whether a payment may reserve what the order contains (docs/behaviour/checkout-and-payment.md#held-stock). The
 * unfinished orders of its account (of a guest: of the e-mail address), and those of its network, may together hold at
 * most half of what is left of a product, or of the uses of a coupon, but always one. A single order may hold more;
 * then `holds_most` is true. The locks of promotion and stock make parallel calls count each other.
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

/** Pieces of a product with limited stock, or uses of a coupon with a total limit. */
interface HeldStock {
  /** Held by the buyer's other orders, or by those of the network, whichever is more. */
  readonly held: number;
  readonly wanted: number;
  /** In stock or unused, including those that are held. */
  readonly left: number;
}

/**
 * Selects the facts for `checkHeldStock`, as a column for a query. The order, its promotion and the stock of its
 * products have to be locked.
 */
export function selectHeldStock(order: OrderRow, from: Buffer) {
  return sql<readonly HeldStock[]>`(
    with wanted as (
      select product_id as id, sum(quantity)::int as quantity, products.stock as free
      from order_lines join products on products.id = product_id and products.stock is not null
      where order_id = ${order.id}
      group by product_id, products.stock
    ), coupon as (
      select id, 1 as quantity, total_limit - used as free
      from promotions where id = ${order.promotion_id} and total_limit is not null
    ), reserved as (
      select 'product' as kind, product_id as id, quantity, order_id
      from stock_reservations where product_id in (select id from wanted)
      union all
      select 'coupon', promotion_id, 1, order_id
      from coupon_uses where promotion_id in (select id from coupon) and not is_settled
    ), own as (
      select reserved.kind, reserved.id, reserved.quantity,
        orders.user_id is not distinct from ${order.user_id}
          and (orders.user_id is not null or lower(orders.email) = lower(${order.email})) as is_buyers,
        exists (
          select from payment_attempts
          where payment_attempts.order_id = orders.id and payment_attempts.begun_from = ${from}
        ) as is_networks
      from reserved join orders on orders.id = reserved.order_id
    )
    select coalesce(json_agg(json_build_object(
      'wanted', one.quantity, 'left', one.free + held.quantity, 'held', held.quantity
    )), '[]')
    from (
      select 'product' as kind, * from wanted union all select 'coupon', * from coupon
    ) as one
    cross join lateral (
      select greatest(
        coalesce(sum(own.quantity) filter (where is_buyers), 0),
        coalesce(sum(own.quantity) filter (where is_networks), 0)
      )::int as quantity
      from own where own.kind = one.kind and own.id = one.id
    ) as held
  )`;
}

/** Counts an unpaid order that held most of a product while its buyer had to act. */
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
