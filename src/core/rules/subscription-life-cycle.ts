import type { SubscriptionStatus } from '#core/model/subscription.ts';
import type { LifeCycle } from './life-cycle.ts';

/** What happens to a subscription or membership (decisions §4). */
export const subscriptionEvents = [
  'start',
  'renew',
  /** The charge of the due day failed; access goes on while it is tried again. */
  'fail_renewal',
  /** A retry after 3 or 5 days failed. */
  'fail_retry',
  /** The retry after 7 days failed. */
  'give_up',
  'cancel',
  /** A cancellation taken back before the period's end. */
  'resume',
  /** The paid period is over and nothing renews it: cancelled, or redeemed by a code. */
  'end_period',
  /** Withdrawn from, or ended early with unused months refunded: access stops at once. */
  'revoke',
] as const;

export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * The life of a subscription (decisions §4). A period that is past due has not been paid, so a cancellation ends it
 * at once. A new purchase begins a new subscription.
 */
export const subscriptionLifeCycle: LifeCycle<SubscriptionStatus, SubscriptionEvent> = {
  initial: 'none',
  final: ['expired'],
  moves: {
    none: { start: 'active' },
    active: {
      renew: 'active',
      fail_renewal: 'past_due',
      cancel: 'cancelled',
      end_period: 'expired',
      revoke: 'expired',
    },
    past_due: {
      renew: 'active',
      fail_retry: 'past_due',
      give_up: 'expired',
      cancel: 'expired',
      revoke: 'expired',
    },
    cancelled: { resume: 'active', end_period: 'expired', revoke: 'expired' },
    expired: {},
  },
};

/** Whether a subscription in this state gives access to what it covers (decisions §4). */
export function givesAccess(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'past_due' || status === 'cancelled';
}
