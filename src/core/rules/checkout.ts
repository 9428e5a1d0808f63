import type { Order } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import { legalProfiles } from './consumer-rights.ts';
import type { Route } from './navigation.ts';
import { isOpen } from './order.ts';

/**
 * Returns whether the buyer of these products needs an account: a course, membership or subscription of one's own is
 * reached in it. Goods, gifts and vouchers arrive by parcel or mail, so a guest buys them without one
 * (docs/behaviour/orders.md#account-for-a-guest).
 */
export function needsAccount(kinds: readonly ProductKind[]): boolean {
  return kinds.some((kind) => legalProfiles[kind].delivery_note === 'at_once');
}

/** The steps of the checkout page in their order. The current step is the query parameter `dialog`. */
export const checkoutSteps = ['address', 'payment', 'review'] as const;

export type CheckoutStep = (typeof checkoutSteps)[number];

/** What a shopper has already done in the checkout. */
export interface CheckoutProgress {
  /** True when the order exists, with e-mail and address, on the server. */
  readonly hasOrder: boolean;
  /**
   * True when a payment method is chosen or nothing is due. False after a reload, because the nonce is only
   * in memory.
   */
  readonly hasPayment: boolean;
}

/** The progress that is required before each step. */
const prerequisites: Readonly<Record<CheckoutStep, readonly (keyof CheckoutProgress)[]>> = {
  address: [],
  payment: ['hasOrder'],
  review: ['hasOrder', 'hasPayment'],
};

/** The step in which each kind of progress is made. */
const givenBy: Readonly<Record<keyof CheckoutProgress, CheckoutStep>> = {
  hasOrder: 'address',
  hasPayment: 'payment',
};

/** Returns the step named by the query parameter `dialog`; `address` when the name is unknown or missing. */
export function parseCheckoutStep(dialog: string | null): CheckoutStep {
  return checkoutSteps.find((step) => step === dialog) ?? 'address';
}

/** Returns the wanted step, or the earliest step that has to be completed before it. */
export function reachableStep(wanted: CheckoutStep, progress: CheckoutProgress): CheckoutStep {
  const missing = prerequisites[wanted].find((fact) => !progress[fact]);
  return missing === undefined ? wanted : givenBy[missing];
}

/** Returns whether a step is before another one. */
export function isEarlierStep(step: CheckoutStep, other: CheckoutStep): boolean {
  return checkoutSteps.indexOf(step) < checkoutSteps.indexOf(other);
}

/** Returns whether an order waits for something that its buyer has to do at the bank or provider. */
export function waitsForBuyer({ state, payment_action }: Pick<Order, 'state' | 'payment_action'>): boolean {
  return state === 'awaiting_action' && payment_action !== undefined;
}

/**
 * Returns where the browser goes from the page of a payment's action: to the result, or to the payment step when the
 * payment did not come about. Null while the order waits for its buyer.
 */
export function pathAfterAction(
  order: Pick<Order, 'id' | 'state' | 'payment_action' | 'last_decline'>,
): Route | null {
  if (waitsForBuyer(order)) return null;
  if (!isOpen(order.state)) return `/checkout/complete/${order.id}`;
  // Called off by the buyer, or not done in time: nobody has declined anything.
  const card = order.last_decline === 'NEVER_CHARGED' ? 'again' : 'declined';
  return `/checkout/shop?dialog=payment&order=${order.id}&card=${card}`;
}
