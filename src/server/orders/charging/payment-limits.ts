import type { PaymentAttemptState } from '#core/rules/payments/payment-rules.ts';
import { countHit, limitOf, type RateLimit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface Payer {
  /** Id of the order, or of the subscription whose payment method is changed. */
  readonly subject: string;
  /** The payer. Anybody can type a guest's e-mail, so it counts only together with the client address. */
  readonly buyer: { readonly user_id: string | null; readonly email: string };
  /** Client address; null in a background job. */
  readonly address: string | null;
}

/**
 * Rate limits for declined payments, against the testing of stolen cards
 * (docs/behaviour/checkout-and-payment.md#declined-payments-are-limited). Successful payments are not counted.
 */
export function paymentLimits({ subject, buyer, address }: Payer): readonly RateLimit[] {
  const { user_id, email } = buyer;
  return [
    limitOf('declined_payment', { order: subject }),
    ...(user_id === null ? [] : [limitOf('declined_payment_account', { account: user_id })]),
    ...(user_id !== null || address === null
      ? []
      : [limitOf('declined_payment_guest', { email, network: address })]),
    ...(address === null ? [] : [limitOf('declined_payment_network', { network: address })]),
  ];
}

/** Whether an attempt has ended without money, which counts against the limits. */
export function countsAsDeclined(state: PaymentAttemptState): boolean {
  return state === 'declined' || state === 'never_charged';
}

/** Counts an action that was not done in time. A background job calls this, so there is no client address. */
export async function countUnfinishedAction(context: ServerContext, attemptId: string): Promise<void> {
  const order = await context.db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(['orders.id', 'orders.email', 'orders.user_id'])
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  await countHit(context.db, context, paymentLimits({ subject: order.id, buyer: order, address: null }));
}
