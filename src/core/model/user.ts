import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';
import { instant, locale } from './primitives.ts';
import { subscriptionStatuses } from './subscription.ts';
import { salutations } from './values.ts';

/** The account of a logged-in user (docs/behaviour/accounts-and-sessions.md#user-fields). */
export const learner = z.object({
  sub: z.string(),
  email: z.string(),
  /** Until then nothing that is only known by the address belongs to the account. */
  is_email_confirmed: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  salutation: z.enum(salutations),
  /** Ids of the courses the learner owns. */
  courses: z.array(z.string()),
  is_active: z.boolean(),
  is_subscribed: z.boolean(),
  newsletter: z.boolean(),
  declined_newsletter: z.boolean(),
  preferred_language: locale,
  subscription_status: z.enum(subscriptionStatuses),
  /** Made by a purchase, without a password so far. */
  is_registered_with_funnel: z.boolean(),
});

export type Learner = Infer<typeof learner>;

/** A started session: the tokens and the account. */
export const session = z.object({
  success: z.literal(true),
  access: z.string(),
  refresh: z.string(),
  /** To be sent with later logins: gives this device rate limits of its own. */
  device_token: z.string(),
  data: learner,
});

/** A device on which a learner is logged in. */
export const runningSession = z.object({
  id: z.string(),
  /** Browser and system, for example `Firefox, Windows`; empty when the client did not say. */
  device: z.string(),
  created_at: instant,
  /** To the minute. */
  last_used_at: instant,
  /** The session of the caller. */
  is_current: z.boolean(),
});

export type RunningSession = Infer<typeof runningSession>;
