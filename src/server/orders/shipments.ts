import type { Transaction, Updateable } from 'kysely';
import type { Carrier, FulfilmentState } from '#core/model/parcel.ts';
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
import { recordEvent } from '#server/webhooks/record-event.ts';

/** Why the fulfilment of an order cannot be changed. */
export type GoodsRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** The order is not paid, or its fulfilment is in another state than required. */
  | { readonly code: 'NOT_POSSIBLE'; readonly state: string; readonly fulfilment: string }
  /** It was shipped before, with another carrier or tracking code. */
  | ({ readonly code: 'OTHER_PARCEL' } & Pick<OrderRow, 'carrier' | 'tracking_code'>);

/** `again`: the order was already in this state, and nothing was changed. */
export type MovedGoods = 'moved' | 'again';

/** A parcel that has left. */
interface Shipment {
  readonly carrier: Carrier;
  readonly tracking_code: string;
}

/**
 * Records that an order was shipped, and informs the buyer by mail. A second call with the same carrier and tracking code
 * changes nothing and sends no mail.
 */
export function shipOrder(
  context: ServerContext,
  code: string,
  { carrier, tracking_code }: Shipment,
): Promise<Result<MovedGoods, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    if (order.fulfilment === 'shipped' || order.fulfilment === 'delivered') {
      if (order.tracking_code === tracking_code && order.carrier === carrier) return ok('again');
      return err({ code: 'OTHER_PARCEL', carrier: order.carrier, tracking_code: order.tracking_code });
    }
    const moved = await moveGoods(trx, context, order, 'ship', {
      carrier,
      tracking_code,
      shipped_at: new Date(context.clock.now()),
    });
    if (!moved.ok) return moved;
    await enqueueMail(trx, context, {
      template: 'shipped',
      recipient: order.email,
      locale: isLocale(order.locale) ? order.locale : defaultLocale,
      facts: { order_id: order.id },
      dedupe_key: `shipped:${order.id}:${tracking_code}`,
    });
    await recordEvent(trx, context, 'order.shipped', () => ({
      order_id: order.id,
      order_code: order.code,
      carrier,
      tracking_code,
    }));
    return ok('moved');
  });
}

/**
 * Records that the goods of an order were delivered, which starts the withdrawal period
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

/** Changes the fulfilment of an order by its state machine table and adds the change to the order's history. */
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
