import * as z from 'zod/mini';
import { type Infer, instant, locale } from './primitives.ts';
import { salutations } from './salutation.ts';
import { subscriptionStatuses } from './subscription.ts';

/** The account of a logged-in user (docs/behaviour/accounts.md#user-fields). */
export const learner = z.object({
  sub: z.string(),
  email: z.string(),
  /** The address with a Unicode domain; missing in responses of the previous version. */
  shown_email: z.optional(z.string()),
  /**
   * Until the address is confirmed, the account has no access to data that is linked only by this address.
   */
  is_email_confirmed: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  salutation: z.enum(salutations),
  /** Ids of the learner's own courses. */
  courses: z.array(z.string()),
  is_active: z.boolean(),
  is_subscribed: z.boolean(),
  newsletter: z.boolean(),
  declined_newsletter: z.boolean(),
  preferred_language: locale,
  subscription_status: z.enum(subscriptionStatuses),
  /** True for an account that was created by a purchase and has no password yet. */
  is_registered_with_funnel: z.boolean(),
});

export type Learner = Infer<typeof learner>;

/** A new session: the tokens and the account. */
export const session = z.object({
  success: z.literal(true),
  access: z.string(),
  refresh: z.string(),
  /** Token to send with later logins; gives this device its own rate limits. */
  device_token: z.string(),
  data: learner,
});

/** A session of a learner, one per device. */
export const runningSession = z.object({
  id: z.string(),
  /** Browser and system, for example `Firefox, Windows`; empty when unknown. */
  device: z.string(),
  created_at: instant,
  /** Time of the last use, updated at most once a minute. */
  last_used_at: instant,
  /** True for the session of the caller. */
  is_current: z.boolean(),
});

export type RunningSession = Infer<typeof runningSession>;
