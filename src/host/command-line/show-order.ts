import type { Kysely } from 'kysely';
import { cents, formatPrice } from '#core/rules/money.ts';
import type { Database } from '#host/database/schema.ts';

/**
 * One order as an operator wants to see it: state, buyer, lines, amounts, payment attempts, mails, history. Null when there
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
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupe_key', 'in', [`order:${order.id}`, `set_password:${order.id}`])
    .orderBy('created_at')
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
    'Mails',
    ...(mails.length === 0 ? ['  none'] : []),
    ...mails.map((mail) => `  ${mail.template} ${describeDelivery(mail)}`),
    'History',
    ...events.map(
      (event) =>
        `  ${event.happened_at.toISOString()} ${event.from_state ?? 'new'} → ${event.to_state} (${event.cause})`,
    ),
  ];
}

interface Delivery {
  readonly attempts: number;
  readonly due_at: Date;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly last_error: string | null;
}

/** How far a mail has come, with the reason when it is stuck. */
function describeDelivery({ attempts, due_at, sent_at, failed_at, last_error }: Delivery): string {
  if (sent_at !== null) return `sent ${sent_at.toISOString()}`;
  const reason = last_error === null ? '' : `: ${last_error}`;
  if (failed_at !== null) return `given up after ${attempts} attempts${reason}`;
  return `waits for ${due_at.toISOString()} after ${attempts} attempts${reason}`;
}
