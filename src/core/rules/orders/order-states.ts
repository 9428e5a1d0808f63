import type { OrderState, OrderTemplate } from '#core/model/order.ts';
import type { FulfilmentState } from '#core/model/parcel.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { StateMachine } from '#core/rules/basics/state-machine.ts';

/** Returns whether an order is completed, that is, has `completed_at`. Purchase tracking starts then. */
export function isCompleted(order: { readonly completed_at: string | null }): boolean {
  return order.completed_at !== null;
}

/** How long the page of an order shows the thank-you message, in milliseconds. */
const thanksFor = 60 * 60_000;

/**
 * Returns whether an order was completed within the last hour before `now`
 * (docs/behaviour/orders.md#page-of-a-paid-order).
 */
export function isJustBought(order: { readonly completed_at: string | null }, now: number): boolean {
  return order.completed_at !== null && now - Date.parse(order.completed_at) < thanksFor;
}

/** The products that can be bought again as a gift (docs/behaviour/gifts.md#gift-again). */
export const giftAgainKinds: readonly ProductKind[] = ['course', 'gift', 'voucher'];

/** Returns whether a bought product can be bought again as a gift. */
export function canBeGiven({ kind }: { readonly kind: ProductKind }): boolean {
  return giftAgainKinds.includes(kind);
}

/**
 * Returns the mail template for the confirmation of an order of products of these kinds
 * (docs/behaviour/mail.md#mail-templates-of-an-order).
 */
export function orderTemplateOf(kinds: readonly ProductKind[]): OrderTemplate {
  if (kinds.some((kind) => kind === 'membership' || kind === 'subscription')) return 'subscription';
  return kinds.every((kind) => kind === 'gift' || kind === 'voucher') ? 'gift' : 'order';
}

/** The events of an order. */
export const orderEvents = [
  /** The order has a token for the fields of its provider. */
  'verify',
  /** The transaction of `cart/checkout` locked the order, checked the price again and reserved the stock. */
  'begin_charge',
  'charge_succeeded',
  /** The charge was declined, or the gateway confirmed that it never charged. Reservations are released. */
  'charge_declined',
  /** The response of the gateway was lost, or the process ended during the charge. */
  'outcome_unknown',
  /** The order is paid by bank transfer: the goods are reserved until the money arrives. */
  'await_payment',
  /** The buyer has to do something at the bank or provider before the payment is granted. */
  'await_action',
  /** The buyer has finished, but the bank or provider has not decided yet, which may take days. */
  'await_decision',
  'payment_received',
  'expire',
  /** The order was abandoned before it was charged or paid. */
  'void',
  /** A partial refund: a part of the order is still paid. */
  'refund_part',
  /** The refund that completes the refund of the whole order. */
  'refund_rest',
  /** The money of a paid-out refund did not arrive, so a part of the order is still paid. */
  'refund_failed',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

/** State machine of an order. A lost response moves `charging` to `unknown`; only a response of the gateway ends it. */
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
      await_action: 'awaiting_action',
      await_decision: 'processing',
    },
    unknown: {
      charge_succeeded: 'paid',
      charge_declined: 'verified',
      await_payment: 'awaiting_payment',
      await_action: 'awaiting_action',
      await_decision: 'processing',
    },
    awaiting_action: {
      charge_succeeded: 'paid',
      charge_declined: 'verified',
      await_decision: 'processing',
    },
    processing: {
      charge_succeeded: 'paid',
      charge_declined: 'verified',
      await_action: 'awaiting_action',
    },
    awaiting_payment: { payment_received: 'paid', expire: 'expired', void: 'voided' },
    paid: { refund_part: 'paid', refund_rest: 'refunded' },
    expired: {},
    voided: {},
    refunded: { refund_failed: 'paid' },
  },
};

/** A cart has at most one order in these states; the database has the same condition as a unique index. */
export const unfinishedStates = [
  'draft',
  'verified',
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
  'awaiting_payment',
] as const satisfies readonly OrderState[];

/**
 * Returns whether an order still changes with its cart: a second `cart/order` returns it instead of creating another.
 */
export function isOpen(state: OrderState): boolean {
  return state === 'draft' || state === 'verified';
}

/**
 * Returns whether a payment is in progress, so that neither cart changes nor another payment attempt may change the
 * order.
 */
export function isSettling(state: OrderState): boolean {
  return settlingStates.some((settling) => settling === state);
}

/** Returns whether an order was paid, even if all of its money was refunded since. */
export function isSold(state: OrderState): boolean {
  return state === 'paid' || state === 'refunded';
}

const settlingStates = [
  'charging',
  'unknown',
  'awaiting_action',
  'processing',
] as const satisfies readonly OrderState[];

/** The states of orders that keep stock, coupon and voucher reserved. */
export const reservingStates = [...settlingStates, 'awaiting_payment'] as const;

/** The events of the fulfilment of goods. */
export const fulfilmentEvents = [
  /** The order is paid and contains goods to be shipped. */
  'begin',
  'ship',
  'deliver',
  /** The order was voided or refunded before it was shipped; the goods are returned to the stock. */
  'call_off',
] as const;

export type FulfilmentEvent = (typeof fulfilmentEvents)[number];

/** State machine of a fulfilment. `none` is also a final state, because a digital order has no fulfilment. */
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
