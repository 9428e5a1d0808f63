import { type Kysely, sql, type Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import type { OrderSubscriber } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Records which digital content each line of a paid order promises (docs/behaviour/consumer-rights.md#record-of-use).
 */
export const contentOrderSubscriber: OrderSubscriber<ServerContext> = {
  async paid(trx, _context, { order }) {
    // A renewal continues what the first order promised.
    if (order.subscription_id === null) await promiseContents(trx, order.id);
    return [];
  },
};

/** Inserts one row for each piece: the course or period itself, or each code that gives one. The codes must exist. */
async function promiseContents(trx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`
    insert into digital_contents (order_line_id, gift_code_id, course_id)
    select order_lines.id, gift_codes.id, case when given.kind = 'course' then given.id end
    from order_lines
    join products sold on sold.id = order_lines.product_id
    join products given on given.id = coalesce(sold.details -> 'gives' ->> 'product_id', sold.id)
    left join gift_codes on gift_codes.order_line_id = order_lines.id
    where order_lines.order_id = ${orderId}
      and given.kind in ('course', 'membership', 'subscription')
      and (sold.id = given.id or gift_codes.id is not null)
  `.execute(trx);
}

/**
 * Records that the confirmation of an order counts as delivered to its buyer: the mail server took the mail, or the
 * buyer downloaded the document. Only the first time counts.
 */
export async function recordConfirmation(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  orderId: string,
  confirmed_by: 'mail' | 'download',
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ confirmed_at: new Date(clock.now()), confirmed_by })
    .where('id', '=', orderId)
    .where('completed_at', 'is not', null)
    .where('confirmed_at', 'is', null)
    .execute();
}

/**
 * Records that the buyer requests a membership or subscription to start before the withdrawal period ends, and confirms
 * the request by mail, as a durable medium (docs/behaviour/consumer-rights.md#withdrawal-from-a-service). Only the
 * first time counts.
 */
export function recordEarlyStart(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  orderId: string,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const order = await trx
      .updateTable('orders')
      .set({ early_start_requested_at: new Date(context.clock.now()) })
      .where('id', '=', orderId)
      .where('completed_at', 'is not', null)
      .where('early_start_requested_at', 'is', null)
      .returning(['email', 'locale'])
      .executeTakeFirst();
    if (order === undefined) return;
    await enqueueMail(trx, context, {
      template: 'early_start',
      recipient: order.email,
      locale: isLocale(order.locale) ? order.locale : defaultLocale,
      facts: { order_id: orderId },
      dedupe_key: `early_start:${orderId}`,
    });
  });
}
