import type { Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { AttemptRow } from './late-payments.ts';

interface Refusal {
  readonly trx: Transaction<Database>;
  readonly context: ServerContext;
  /** As it was before the refusal. */
  readonly order: OrderRow;
  readonly attempt: Pick<AttemptRow, 'id'>;
  readonly cause: 'gateway' | 'background' | 'operator';
}

/** The states of an order in which its page says that the buyer may leave and gets a mail. */
const promisingStates: readonly string[] = ['unknown', 'processing'];

/**
 * Mails that a payment has not come about, to a buyer who was told that a mail will come and whose page may be closed
 * (docs/behaviour/checkout-and-payment.md#pending-payment).
 */
export async function mailRefusal({ trx, context, order, attempt, cause }: Refusal): Promise<void> {
  if (cause === 'gateway' || isRenewal(order) || !promisingStates.includes(order.state)) return;
  await enqueueMail(trx, context, {
    template: 'payment_failed',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id },
    dedupe_key: `payment_failed:${attempt.id}`,
  });
}
