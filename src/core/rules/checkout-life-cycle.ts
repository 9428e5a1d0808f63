import { checkoutSteps } from './checkout-steps.ts';
import type { LifeCycle } from './life-cycle.ts';

/** Where a shopper is: at a step, waiting for the charge, waiting for an unknown outcome, or done. */
const checkoutStates = [...checkoutSteps, 'placing', 'waiting', 'complete'] as const;

export type CheckoutState = (typeof checkoutStates)[number];

/** What happens on the way; what a step needs before it opens stands in `checkout-steps.ts`. */
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
