import type { LifeCycle } from './life-cycle.ts';

/** States of one attempt to pay an order; an attempt is one order and one nonce (decisions §4). */
export const paymentAttemptStates = [
  'charging',
  'unknown',
  'awaiting_payment',
  'charged',
  'declined',
  'never_charged',
  'expired',
  'voided',
  'refunded',
] as const;

export type PaymentAttemptState = (typeof paymentAttemptStates)[number];

/** What happens to an attempt. */
export const paymentAttemptEvents = [
  'succeed',
  'decline',
  'lose_answer',
  /** The gateway is sure that it never charged, and refuses the attempt from now on. */
  'rule_out',
  'await_payment',
  'receive_payment',
  'expire',
  'void',
  'refund_part',
  'refund_rest',
] as const;

export type PaymentAttemptEvent = (typeof paymentAttemptEvents)[number];

/** The life of a payment attempt (decisions §4). */
export const paymentAttemptLifeCycle: LifeCycle<PaymentAttemptState, PaymentAttemptEvent> = {
  initial: 'charging',
  final: ['charged', 'declined', 'never_charged', 'expired', 'voided', 'refunded'],
  moves: {
    charging: {
      succeed: 'charged',
      decline: 'declined',
      lose_answer: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
    },
    unknown: {
      succeed: 'charged',
      decline: 'declined',
      lose_answer: 'unknown',
      rule_out: 'never_charged',
      await_payment: 'awaiting_payment',
    },
    awaiting_payment: { receive_payment: 'charged', expire: 'expired', void: 'voided' },
    charged: { void: 'voided', refund_part: 'charged', refund_rest: 'refunded' },
    declined: {},
    never_charged: {},
    expired: {},
    voided: {},
    refunded: {},
  },
};

/** Whether an order with an attempt in this state may not begin another (decisions §4). */
export function blocksNewAttempt(state: PaymentAttemptState): boolean {
  return !['declined', 'never_charged', 'expired'].includes(state);
}
