import type { FulfilmentState, OrderState } from '#core/model/order.ts';
import type { StateMachine } from './state-machine.ts';

/** An order is completed once `completed_at` is there; that is what starts purchase tracking. */
export function isCompleted(order: { readonly completed_at: string | null }): boolean {
  return order.completed_at !== null;
}

/** What happens to an order. */
export const orderEvents = [
  /** A client token is handed out: `cart/verify`. */
  'verify',
  /** The transaction that locks, prices once more and reserves: `cart/checkout`. */
  'begin_charge',
  'charge_succeeded',
  /** Also when the gateway says for sure that it never charged; reservations are released. */
  'charge_declined',
  /** No answer, or a process that died while charging. */
  'outcome_unknown',
  /** Bank transfer: the goods are reserved until the money comes. */
  'await_payment',
  'payment_received',
  'expire',
  /** Abandoned before anything was charged. */
  'void',
  /** A refund that leaves something paid. */
  'refund_part',
  /** The refund with which all refunds together are the total. */
  'refund_rest',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

/** State machine of an order. Nothing but the gateway's own answer ends `charging` and `unknown`. */
export const orderStateMachine: StateMachine<OrderState, OrderEvent> = {
  initial: 'draft',
  final: ['paid', 'expired', 'voided', 'refunded'],
  transitions: {
    draft: { verify: 'verified', void: 'voided' },
    verified: { begin_charge: 'charging', void: 'voided' },
    charging: {
      charge_succeeded: 'paid',
      charge_declined: 'verified',
      outcome_unknown: 'unknown',
      await_payment: 'awaiting_payment',
    },
    unknown: {
      charge_succeeded: 'paid',
      charge_declined: 'verified',
      await_payment: 'awaiting_payment',
    },
    awaiting_payment: { payment_received: 'paid', expire: 'expired', void: 'voided' },
    paid: { refund_part: 'paid', refund_rest: 'refunded' },
    expired: {},
    voided: {},
    refunded: {},
  },
};

/** An order that still follows its cart: a second `cart/order` returns it instead of creating another one. */
export function isOpen(state: OrderState): boolean {
  return state === 'draft' || state === 'verified';
}

/** An order with a payment in progress: neither its cart nor another payment attempt may change it. */
export function isSettling(state: OrderState): boolean {
  return state === 'charging' || state === 'unknown';
}

/** What happens to the goods of an order. */
export const fulfilmentEvents = [
  /** The order is paid and holds something that is shipped. */
  'begin',
  'ship',
  'deliver',
  /** The order was voided or refunded before anything was shipped; its stock is returned. */
  'call_off',
] as const;

export type FulfilmentEvent = (typeof fulfilmentEvents)[number];

/** State machine of a fulfilment; `none` also ends it, because digital orders never leave it. */
export const fulfilmentStateMachine: StateMachine<FulfilmentState, FulfilmentEvent> = {
  initial: 'none',
  final: ['none', 'delivered'],
  transitions: {
    none: { begin: 'open' },
    open: { ship: 'shipped', call_off: 'none' },
    shipped: { deliver: 'delivered' },
    delivered: {},
  },
};
