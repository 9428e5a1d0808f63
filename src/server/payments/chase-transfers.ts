import type { Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { HostContext } from '#server/server-context.ts';
import { endTransfer } from './end-transfer.ts';

/** How many orders one scan looks at before it looks at the clock again. */
const batch = 20;

/** How long before the last day the buyer is reminded, in milliseconds: transfers take a banking day. */
const reminderLead = 2 * 86_400_000;

/**
 * Looks after the orders that wait for a transfer (decisions §4): reminds once, two days before the last day, and after
 * it lets the order expire, which gives stock, coupon and voucher back. Answers how many orders it dealt with. Several
 * hosts may scan at once: each order is dealt with under its lock, once.
 */
export async function chaseTransfers(context: HostContext): Promise<number> {
  const now = context.clock.now();
  const due = await context.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where((where) =>
      where.or([
        where('payment_due_at', '<=', new Date(now)),
        where.and([
          where('payment_reminded_at', 'is', null),
          where('payment_due_at', '<=', new Date(now + reminderLead)),
        ]),
      ]),
    )
    .orderBy('payment_due_at')
    .limit(batch)
    .execute();
  for (const { id } of due) await inTransaction(context.db, (trx) => chase(trx, context, id, now));
  return due.length;
}

async function chase(
  trx: Transaction<Database>,
  context: HostContext,
  id: string,
  now: number,
): Promise<void> {
  const { order } = await lockOrder(trx, id);
  // The money may have come, or another host may have been here, before the lock was free.
  if (order.state !== 'awaiting_payment' || order.payment_due_at === null) return;
  if (order.payment_due_at.getTime() <= now) {
    await endTransfer(trx, context, order, 'expire');
    return;
  }
  if (order.payment_reminded_at !== null) return;
  await trx
    .updateTable('orders')
    .set({ payment_reminded_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  await enqueueMail(trx, context, {
    template: 'transfer_reminder',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id },
    dedupe_key: `transfer_reminder:${order.id}`,
  });
}
