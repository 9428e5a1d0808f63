import type { Transaction, Updateable } from 'kysely';
import { move } from '#core/rules/life-cycle.ts';
import type { OrderState } from '#core/rules/order.ts';
import type { OrderEvent } from '#core/rules/order-life-cycle.ts';
import { orderLifeCycle } from '#core/rules/order-life-cycle.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';

interface OrderMove {
  readonly order: { readonly id: string; readonly state: string };
  readonly event: OrderEvent;
  /** Who caused it, for the order's history. */
  readonly cause: 'buyer' | 'gateway' | 'background' | 'operator';
  readonly changes?: Updateable<Database['orders']>;
}

/**
 * Moves an order that the transaction has locked along its life cycle table, notes it in the order's history and
 * answers the new state.
 * @throws Error when the state does not know the event: a bug, since callers look at the state first.
 */
export async function moveOrder(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { order, event, cause, changes }: OrderMove,
): Promise<OrderState> {
  const moved = move(orderLifeCycle, order.state as OrderState, event);
  if (!moved.ok) throw new Error(`Order ${order.id} cannot ${event} while it is ${order.state}`);
  const now = new Date(context.clock.now());
  await trx
    .with('changed', (changing) =>
      changing
        .updateTable('orders')
        .set({ ...changes, state: moved.value, state_changed_at: now })
        .where('id', '=', order.id),
    )
    .insertInto('order_events')
    .values({
      id: context.ids.uuid(),
      order_id: order.id,
      from_state: order.state,
      to_state: moved.value,
      cause,
      happened_at: now,
    })
    .execute();
  return moved.value;
}
