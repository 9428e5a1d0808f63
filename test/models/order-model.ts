import fc from 'fast-check';
import { expect } from 'vitest';
import type { OrderState } from '#core/model/order.ts';
import { transition } from '#core/rules/basics/state-machine.ts';
import { type OrderEvent, orderStateMachine } from '#core/rules/orders/order-states.ts';
import {
  blocksNewAttempt,
  type PaymentAttemptEvent,
  type PaymentAttemptState,
  paymentAttemptStateMachine,
} from '#core/rules/payments/payment-rules.ts';

/** The expected charges: how often the amount was charged. */
interface Ledger {
  charges: number;
}

/** The state of an order and of its payment attempts, changed only by the two transition tables. */
interface OrderWalk {
  order: OrderState;
  attempts: PaymentAttemptState[];
}

export function startOrderWalk(): { model: Ledger; real: OrderWalk } {
  return { model: { charges: 0 }, real: { order: 'draft', attempts: [] } };
}

/** An event of an order together with the event of the order's last payment attempt. */
interface JointEvent {
  readonly order: OrderEvent;
  readonly attempt: PaymentAttemptEvent | 'begin' | null;
  readonly charges?: number;
}

const jointEvents: readonly JointEvent[] = [
  { order: 'verify', attempt: null },
  { order: 'begin_charge', attempt: 'begin' },
  { order: 'charge_succeeded', attempt: 'succeed', charges: 1 },
  { order: 'charge_declined', attempt: 'decline' },
  { order: 'charge_declined', attempt: 'rule_out' },
  { order: 'outcome_unknown', attempt: 'lose_response' },
  { order: 'await_payment', attempt: 'await_payment' },
  { order: 'await_action', attempt: 'require_action' },
  { order: 'payment_received', attempt: 'receive_payment', charges: 1 },
  { order: 'expire', attempt: 'expire' },
  { order: 'refund_part', attempt: null },
  { order: 'refund_rest', attempt: null },
  { order: 'void', attempt: 'void' },
];

/**
 * Generates random sequences of events. Events without a transition in the order's state must change nothing.
 */
export const orderCommands = fc.commands<Ledger, OrderWalk>(
  jointEvents.map((event) => fc.constant(jointCommand(event))),
  { maxCommands: 60 },
);

function jointCommand(event: JointEvent): fc.Command<Ledger, OrderWalk> {
  return {
    check: () => true,
    run(model, real) {
      const moved = transition(orderStateMachine, real.order, event.order);
      if (!moved.ok) return;
      moveAttempt(real, event);
      real.order = moved.value;
      model.charges += event.charges ?? 0;
      expectConsistent(model, real);
    },
    toString: () => `${event.order}/${event.attempt ?? 'no attempt'}`,
  };
}

/**
 * Applies the event to the last payment attempt. The attempt's table must allow it if the order's table does.
 */
function moveAttempt(real: OrderWalk, event: JointEvent): void {
  if (event.attempt === null) return;
  if (event.attempt === 'begin') {
    expect(real.attempts.filter(blocksNewAttempt)).toEqual([]);
    real.attempts.push(paymentAttemptStateMachine.initial);
    return;
  }
  const last = real.attempts.at(-1);
  // An order without a payment attempt has no attempt to void, and a declined attempt stays declined.
  if (event.attempt === 'void' && (last === undefined || !blocksNewAttempt(last))) return;
  if (last === undefined) throw new Error(`${event.order} without an attempt`);
  const moved = transition(paymentAttemptStateMachine, last, event.attempt);
  expect(moved.ok, `${event.attempt} of an attempt that is ${last}`).toBe(true);
  if (moved.ok) real.attempts[real.attempts.length - 1] = moved.value;
}

function expectConsistent(model: Ledger, real: OrderWalk): void {
  expect(model.charges).toBeLessThanOrEqual(1);
  const last = real.attempts.at(-1);
  const isBlocked = last !== undefined && blocksNewAttempt(last);
  const expected: Partial<Record<OrderState, PaymentAttemptState>> = {
    charging: 'charging',
    unknown: 'unknown',
    awaiting_action: 'awaiting_action',
    processing: 'processing',
    awaiting_payment: 'awaiting_payment',
    paid: 'charged',
    refunded: 'charged',
    expired: 'expired',
  };
  if (real.order in expected) expect(last).toBe(expected[real.order]);
  if (real.order === 'draft' || real.order === 'verified') expect(isBlocked).toBe(false);
  if (real.order === 'paid' || real.order === 'refunded') expect(model.charges).toBe(1);
  if (real.order === 'voided') expect(model.charges).toBe(0);
}
