import type { ShopFacts } from '#core/model/content.ts';
import type { Order } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { isOpen } from './order-states.ts';

/**
 * Returns whether the buyer of these products needs an account: courses, memberships and subscriptions are used in it.
 * Goods, gifts and vouchers arrive by parcel or mail, so a guest can buy them without one
 * (docs/behaviour/orders.md#account-for-a-guest).
 */
export function needsAccount(kinds: readonly ProductKind[]): boolean {
  return kinds.some((kind) => legalProfiles[kind].delivery_note === 'at_once');
}

/** The payment methods that a shop accepts; `pages`: payments on a provider's page. */
type ShopMethod = ShopFacts['payment_methods'][number] | 'pages';

/** Facts that decide which payment methods are offered. `isTransferable`: all products allow a bank transfer. */
interface SoldCart {
  readonly kinds: readonly ProductKind[];
  readonly amount_due: Cents;
  readonly isTransferable: boolean;
}

/**
 * Returns the payment methods of a shop that this cart can use: products that renew need a card, credit pays for
 * everything except vouchers, and if nothing is due only credit remains
 * (docs/behaviour/consumer-rights.md#start-of-ordering).
 */
export function methodsForCart(
  methods: readonly ShopMethod[],
  { kinds, amount_due, isTransferable }: SoldCart,
): readonly ShopMethod[] {
  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const isOffered: Readonly<Record<ShopMethod, boolean>> = {
    card: amount_due > 0 || renews,
    wallets: amount_due > 0 && !renews,
    pages: amount_due > 0 && !renews,
    bank_transfer: amount_due > 0 && !renews && isTransferable,
    credit: kinds.some((kind) => kind !== 'voucher'),
  };
  return methods.filter((method) => isOffered[method]);
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

/** The step that completes each part of the progress. */
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

/** Returns whether an order waits for an action of its buyer at the bank or provider. */
export function waitsForBuyer({ state, payment_action }: Pick<Order, 'state' | 'payment_action'>): boolean {
  return state === 'awaiting_action' && payment_action !== undefined;
}

/**
 * Returns where the browser goes from the page of a payment action: to the result, or to the payment step if the
 * payment failed. Null while the order waits for its buyer.
 */
export function pathAfterAction(
  order: Pick<Order, 'id' | 'state' | 'payment_action' | 'last_decline'>,
): Route | null {
  if (waitsForBuyer(order)) return null;
  if (!isOpen(order.state)) return `/checkout/complete/${order.id}`;
  const outcome = outcomes[order.last_decline ?? ''] ?? 'declined';
  return `/checkout/shop?dialog=payment&order=${order.id}&payment=${outcome}`;
}

/** Reasons for a failed payment that the payment step shows. */
export const failedPayments = ['declined', 'cancelled', 'expired', 'not_completed'] as const;

export type FailedPayment = (typeof failedPayments)[number];

const outcomes: Readonly<Record<string, FailedPayment>> = {
  CANCELLED_BY_BUYER: 'cancelled',
  EXPIRED: 'expired',
  // Cancelled in the shop, or not finished in time; nobody has declined it.
  NEVER_CHARGED: 'not_completed',
};
