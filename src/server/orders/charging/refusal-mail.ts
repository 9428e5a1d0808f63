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

/** States of an order in which its page tells the buyer to expect a mail. */
const promisingStates: readonly string[] = ['unknown', 'processing'];

/**
 * Mails that a payment has failed, to a buyer who was told to expect a mail and may have closed the page
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
