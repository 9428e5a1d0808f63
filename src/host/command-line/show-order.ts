import type { Kysely } from 'kysely';
import { cents, formatPrice } from '#core/rules/money.ts';
import type { Database } from '#host/database/schema.ts';

/**
 * One order as an operator wants to see it: state, buyer, lines, amounts, payment attempts, history. Null when there
 * is no order with this code. Times are UTC.
 */
export async function showOrder(db: Kysely<Database>, code: string): Promise<readonly string[] | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  if (order === undefined) return null;
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const attempts = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute();
  const events = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  const money = (amount: number) => formatPrice(cents(amount), 'en');
  return [
    `Order ${order.code}: ${order.state}, fulfilment ${order.fulfilment}`,
    `  ${order.email}, made ${order.created_at.toISOString()}, paid ${order.completed_at?.toISOString() ?? 'not yet'}`,
    'Lines',
    ...lines.map(
      (line) =>
        `  ${line.quantity} × ${line.title} ${money(line.price_cents)}` +
        (line.discount_cents > 0 ? `, less ${money(line.discount_cents)}` : ''),
    ),
    `  Shipping ${money(order.shipping_cents)}, discount ${money(order.discount_cents)} (${order.coupon_code ?? 'no coupon'})`,
    `  Total ${money(order.total_cents)}, voucher ${money(order.credit_cents)}, due ${money(order.amount_due_cents)}`,
    'Payment attempts',
    ...(attempts.length === 0 ? ['  none'] : []),
    ...attempts.map(
      (attempt) =>
        `  ${attempt.attempt_key} ${money(attempt.amount_cents)} ${attempt.state}` +
        ` ${attempt.transaction_id ?? attempt.decline_reason ?? ''} ${attempt.started_at.toISOString()}`,
    ),
    'History',
    ...events.map(
      (event) =>
        `  ${event.happened_at.toISOString()} ${event.from_state ?? 'new'} → ${event.to_state} (${event.cause})`,
    ),
  ];
}
