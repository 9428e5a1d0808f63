import * as z from 'zod/mini';
import { paymentMethod } from './payment.ts';
import { cents, type Infer, instant } from './primitives.ts';

/**
 * States of a subscription; `none` for a user without one
 * (docs/behaviour/subscriptions.md#subscription-states).
 */
export const subscriptionStatuses = ['none', 'active', 'past_due', 'cancelled', 'expired'] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A calendar day of the shop, `YYYY-MM-DD`. */
const day = z.iso.date();

/** The effect of a cancellation. */
const subscriptionEnd = z.object({
  /** Last day of the subscription. */
  ends_on: day,
  /** Refund for whole unused months, in cents. */
  refund: cents,
});

export type SubscriptionEnd = Infer<typeof subscriptionEnd>;

/** A membership or monthly subscription with the data for its owner. Amounts in cents. */
export const subscription = z.object({
  id: z.string(),
  /** The contract number in mails; `POST cancellations` requires it. */
  contract_code: z.string(),
  product: z.object({
    id: z.string(),
    kind: z.enum(['membership', 'subscription']),
    slug: z.string(),
    title: z.string(),
    picture: z.string(),
  }),
  status: z.enum(subscriptionStatuses),
  /** Price of each period. */
  price: cents,
  /** Length of a period in months: 12 or 1. */
  period_months: z.int(),
  /** False for a period from a redeemed code, which ends without a renewal. */
  renews: z.boolean(),
  started_on: day,
  /** First and last day of the paid period. */
  paid_from: day,
  paid_until: day,
  /** The next charge, or the next try of a failed charge; null when no charge will follow. */
  next_charge: z.nullable(z.object({ day, amount: cents })),
  payment_method: z.nullable(paymentMethod),
  /**
   * Time of the cancellation. While `ends_on` is null, the cancellation waits for the result of a running
   * charge.
   */
  cancelled_at: z.nullable(instant),
  /** Last day of a subscription that is cancelled or has ended; otherwise null. */
  ends_on: z.nullable(day),
  ended_at: z.nullable(instant),
  /** The effect of a cancellation now; null when the subscription cannot be cancelled. */
  on_cancel: z.nullable(subscriptionEnd),
  /** Whether the cancellation can be revoked. */
  can_resume: z.boolean(),
});

export type Subscription = Infer<typeof subscription>;
