import type { RateLimit } from '#server/rate-limits.ts';

interface Payer {
  /** Id of the order, or of the subscription whose payment method is changed. */
  readonly subject: string;
  /** E-mail of the order, or id of the user. */
  readonly buyer: string;
  /** Client address. */
  readonly address: string;
}

/**
 * Rate limits for declined payments, against the testing of stolen cards
 * (docs/behaviour/checkout-and-payment.md#declined-payments-are-limited). Successful payments are not counted.
 */
export function paymentLimits({ subject, buyer, address }: Payer): readonly RateLimit[] {
  return [
    { key: ['payment-of', subject], hits: 10, minutes: 60 },
    { key: ['payment-by', buyer], hits: 20, minutes: 60 },
    { key: ['payment-from', address], hits: 50, minutes: 60 },
  ];
}
