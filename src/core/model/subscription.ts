import * as z from 'zod/mini';
import { paymentMethod } from './payment.ts';
import type { Infer } from './primitives.ts';
import { cents, instant } from './primitives.ts';

/** States of a subscription; `none` for somebody without one (docs/behaviour/subscriptions.md#subscription-states). */
export const subscriptionStatuses = ['none', 'active', 'past_due', 'cancelled', 'expired'] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A calendar day of the shop, `YYYY-MM-DD`. */
const day = z.iso.date();

/** What cancelling does. */
const subscriptionEnd = z.object({
  /** The last day. */
  ends_on: day,
  /** What is given back for whole months that will not be used, in cents. */
  refund: cents,
});

export type SubscriptionEnd = Infer<typeof subscriptionEnd>;

/** A membership or monthly subscription as its owner sees it. Amounts in cents. */
export const subscription = z.object({
  id: z.string(),
  /** The number that mails name and `POST cancellations` asks for. */
  contract_code: z.string(),
  product: z.object({
    id: z.string(),
    kind: z.enum(['membership', 'subscription']),
    slug: z.string(),
    title: z.string(),
    picture: z.string(),
  }),
  status: z.enum(subscriptionStatuses),
  /** What each period costs. */
  price: cents,
  /** Months of one period: 12 or 1. */
  period_months: z.int(),
  /** False for a period that a code brought: it ends by itself. */
  renews: z.boolean(),
  started_on: day,
  /** First and last day of the period that is paid. */
  paid_from: day,
  paid_until: day,
  /** The next charge, or the next try of one that was refused; null when none is to come. */
  next_charge: z.nullable(z.object({ day, amount: cents })),
  payment_method: z.nullable(paymentMethod),
  /** When the owner cancelled; with `ends_on` null it is carried out once a charge under way is settled. */
  cancelled_at: z.nullable(instant),
  /** Last day of a subscription that ends or has ended; null while it goes on. */
  ends_on: z.nullable(day),
  ended_at: z.nullable(instant),
  /** What cancelling now would do: last day, and what would be given back; null when there is nothing to cancel. */
  on_cancel: z.nullable(subscriptionEnd),
  /** Whether a cancellation can be taken back. */
  can_resume: z.boolean(),
});

export type Subscription = Infer<typeof subscription>;
