import type { LifeCycle } from './life-cycle.ts';

/** The steps of the checkout, in order; the query's `dialog` names one (decisions §7). */
export const checkoutSteps = ['address', 'payment', 'review'] as const;

export type CheckoutStep = (typeof checkoutSteps)[number];

/** What has been settled so far. */
export interface CheckoutFacts {
  readonly has_products: boolean;
  readonly has_email: boolean;
  /** Something in the cart is shipped. */
  readonly is_shipped: boolean;
  readonly has_shipping_address: boolean;
  /** The shop delivers to the address's country; true while there is none. */
  readonly is_delivered: boolean;
  /** Something is due, or renews later (`needsPaymentMethod`). */
  readonly needs_payment_method: boolean;
  readonly has_payment_method: boolean;
}

/** What a step can be waiting for. */
export type CheckoutNeed = 'products' | 'email' | 'shipping_address' | 'delivered_country' | 'payment_method';

type Settled = (facts: CheckoutFacts) => boolean;

const settled: Readonly<Record<CheckoutNeed, Settled>> = {
  products: (facts) => facts.has_products,
  email: (facts) => facts.has_email,
  shipping_address: (facts) => !facts.is_shipped || facts.has_shipping_address,
  delivered_country: (facts) => !facts.is_shipped || facts.is_delivered,
  payment_method: (facts) => !facts.needs_payment_method || facts.has_payment_method,
};

/** What has to be settled before a step opens, besides what the steps before it need. */
const needs: Readonly<Record<CheckoutStep, readonly CheckoutNeed[]>> = {
  address: ['products'],
  payment: ['email', 'shipping_address', 'delivered_country'],
  review: ['payment_method'],
};

/** What is still missing for a step, in the order a shopper meets it; nothing when it may open. */
export function missingFor(step: CheckoutStep, facts: CheckoutFacts): readonly CheckoutNeed[] {
  return checkoutSteps
    .slice(0, checkoutSteps.indexOf(step) + 1)
    .flatMap((earlier) => needs[earlier])
    .filter((need) => !settled[need](facts));
}

/** The step to show when `wanted` is asked for: itself, or the last one that may open; null for an empty cart. */
export function reachableStep(wanted: CheckoutStep, facts: CheckoutFacts): CheckoutStep | null {
  const steps = checkoutSteps.slice(0, checkoutSteps.indexOf(wanted) + 1);
  return steps.findLast((step) => missingFor(step, facts).length === 0) ?? null;
}

/** Whether a query value names a step. */
export function isCheckoutStep(value: unknown): value is CheckoutStep {
  return checkoutSteps.some((step) => step === value);
}

/** Where a shopper is: at a step, waiting for the charge, waiting for an unknown outcome, or done. */
export const checkoutStates = [...checkoutSteps, 'placing', 'waiting', 'complete'] as const;

export type CheckoutState = (typeof checkoutStates)[number];

export const checkoutEvents = [
  'give_address',
  'choose_method',
  'change_address',
  'change_method',
  'place',
  /** 409 `TOTAL_CHANGED`: the review is shown again with the new total. */
  'total_changed',
  'declined',
  'outcome_unknown',
  'succeeded',
] as const;

export type CheckoutEvent = (typeof checkoutEvents)[number];

/** The way through the checkout (decisions §4, §7). A wallet chooses a method; only `place` orders. */
export const checkoutLifeCycle: LifeCycle<CheckoutState, CheckoutEvent> = {
  initial: 'address',
  final: ['complete'],
  moves: {
    address: { give_address: 'payment' },
    payment: { choose_method: 'review', change_address: 'address' },
    review: { place: 'placing', change_address: 'address', change_method: 'payment' },
    placing: {
      succeeded: 'complete',
      declined: 'payment',
      total_changed: 'review',
      outcome_unknown: 'waiting',
    },
    waiting: { succeeded: 'complete', declined: 'payment', outcome_unknown: 'waiting' },
    complete: {},
  },
};
