import type { Subscription } from '#core/model/subscription.ts';

/** Whether another card may be given: it renews, or may be resumed and renew then. */
export function takesPaymentMethod(subscription: Subscription): boolean {
  return subscription.renews && subscription.status !== 'expired';
}
