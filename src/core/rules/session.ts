import type { Salutation } from './address.ts';
import type { Locale } from './locale.ts';

/** Subscription states; `none` without one (decisions §4). */
export const subscriptionStatuses = ['none', 'active', 'past_due', 'cancelled', 'expired'] as const;

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The learner as the API answers it: the auth fields of specification §3 without the tokens. */
export interface Learner {
  readonly sub: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly salutation: Salutation;
  /** Ids of the courses the learner owns. */
  readonly courses: readonly string[];
  readonly is_active: boolean;
  readonly is_subscribed: boolean;
  readonly newsletter: boolean;
  readonly declined_newsletter: boolean;
  readonly preferred_language: Locale;
  readonly subscription_status: SubscriptionStatus;
  /** Made by a purchase, without a password so far. */
  readonly is_registered_with_funnel: boolean;
}
