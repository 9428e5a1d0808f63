import type { RateLimit } from '#server/rate-limits.ts';

interface Payer {
  /** The order, or the subscription whose payment method changes. */
  readonly subject: string;
  /** E-mail of the order, or the user's id. */
  readonly buyer: string;
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * How many declined payments are allowed (docs/behaviour/checkout-and-payment.md#declined-payments-are-limited), so that
 * nobody tries stolen cards here. Payments that succeed are not counted.
 */
export function paymentLimits({ subject, buyer, address }: Payer): readonly RateLimit[] {
  return [
    { key: ['payment-of', subject], hits: 10, minutes: 60 },
    { key: ['payment-by', buyer], hits: 20, minutes: 60 },
    { key: ['payment-from', address], hits: 50, minutes: 60 },
  ];
}
