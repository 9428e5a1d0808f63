import type { Transaction, Updateable } from 'kysely';
import type { FulfilmentState } from '#core/model/order.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { FulfilmentEvent } from '#core/rules/order.ts';
import { fulfilmentStateMachine } from '#core/rules/order.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { transition } from '#core/rules/state-machine.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { OrderRow } from '#server/order-events.ts';
import type { ServerContext } from '#server/server-context.ts';

/** Why goods cannot be moved on. */
export type GoodsRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** The order is not paid, or its goods are somewhere else than they would have to be. */
  | { readonly code: 'NOT_POSSIBLE'; readonly state: string; readonly fulfilment: string }
  /** It left with another parcel already. */
  | { readonly code: 'OTHER_PARCEL'; readonly tracking_code: string | null };

/** What became of it; `again` when everything was so already and nothing had to be done. */
export type MovedGoods = 'moved' | 'again';

/**
 * Notes that the goods of an order have left with this tracking code, and tells the buyer by mail. The same code a
 * second time changes nothing and sends nothing.
 */
export function shipOrder(
  context: ServerContext,
  code: string,
  trackingCode: string,
): Promise<Result<MovedGoods, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    if (order.fulfilment === 'shipped' || order.fulfilment === 'delivered') {
      if (order.tracking_code === trackingCode) return ok('again');
      return err({ code: 'OTHER_PARCEL', tracking_code: order.tracking_code });
    }
    const moved = await moveGoods(trx, context, order, 'ship', {
      tracking_code: trackingCode,
      shipped_at: new Date(context.clock.now()),
    });
    if (!moved.ok) return moved;
    await enqueueMail(trx, context, {
      template: 'shipped',
      recipient: order.email,
      locale: isLocale(order.locale) ? order.locale : defaultLocale,
      facts: { order_id: order.id },
      dedupe_key: `shipped:${order.id}:${trackingCode}`,
    });
    return ok('moved');
  });
}

/**
 * Notes that the goods of an order have arrived: the time to withdraw begins
 * (docs/behaviour/consumer-rights.md#delivery-day-of-goods).
 */
export function deliverOrder(
  context: ServerContext,
  code: string,
): Promise<Result<MovedGoods, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    if (order.fulfilment === 'delivered') return ok('again');
    return moveGoods(trx, context, order, 'deliver', { delivered_at: new Date(context.clock.now()) });
  });
}

/** Moves the goods along their life cycle table and notes it in the order's history. */
async function moveGoods(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  event: FulfilmentEvent,
  changes: Updateable<Database['orders']>,
): Promise<Result<MovedGoods, GoodsRefusal>> {
  const { state, fulfilment } = order;
  const moved = transition(fulfilmentStateMachine, fulfilment as FulfilmentState, event);
  if (state !== 'paid' || !moved.ok) return err({ code: 'NOT_POSSIBLE', state, fulfilment });
  await trx
    .updateTable('orders')
    .set({ ...changes, fulfilment: moved.value })
    .where('id', '=', order.id)
    .execute();
  await trx
    .insertInto('order_events')
    .values({
      id: context.ids.uuid(),
      order_id: order.id,
      from_state: fulfilment,
      to_state: moved.value,
      cause: 'operator',
      happened_at: new Date(context.clock.now()),
    })
    .execute();
  return ok('moved');
}

function lockByCode(trx: Transaction<Database>, code: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('code', '=', code).forUpdate().executeTakeFirst();
}
