import type { PaymentAttemptState } from '#core/rules/payment.ts';
import type { RateLimit } from '#server/rate-limits.ts';
import { countHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

interface Payer {
  /** Id of the order, or of the subscription whose payment method is changed. */
  readonly subject: string;
  /** E-mail of the order, or id of the user. */
  readonly buyer: string;
  /** Client address; null where nobody is calling. */
  readonly address: string | null;
}

/**
 * Rate limits for declined payments, against the testing of stolen cards
 * (docs/behaviour/checkout-and-payment.md#declined-payments-are-limited). Successful payments are not counted.
 */
export function paymentLimits({ subject, buyer, address }: Payer): readonly RateLimit[] {
  return [
    { key: ['payment-of', subject], hits: 10, minutes: 60 },
    { key: ['payment-by', buyer], hits: 20, minutes: 60 },
    ...(address === null ? [] : [{ key: ['payment-from', address], hits: 50, minutes: 60 } as const]),
  ];
}

/** Whether an attempt has ended without money, which counts against the limits. */
export function countsAsDeclined(state: PaymentAttemptState): boolean {
  return state === 'declined' || state === 'never_charged';
}

/** Counts an action that was not done in time. Nobody is calling then, so no address is counted. */
export async function countUnfinishedAction(context: ServerContext, attemptId: string): Promise<void> {
  const order = await context.db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(['orders.id', 'orders.email'])
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  await countHit(
    context.db,
    context,
    paymentLimits({ subject: order.id, buyer: order.email, address: null }),
  );
}
