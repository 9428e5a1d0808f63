import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { orderStates } from '#core/model/order.ts';
import { fulfilmentStates } from '#core/model/parcel.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import { type StateMachine, transition } from '#core/rules/basics/state-machine.ts';
import {
  fulfilmentEvents,
  fulfilmentStateMachine,
  isOpen,
  isSettling,
  orderEvents,
  orderStateMachine,
} from '#core/rules/orders/order-states.ts';
import {
  blocksNewAttempt,
  paymentAttemptEvents,
  paymentAttemptStateMachine,
  paymentAttemptStates,
} from '#core/rules/payments/payment-rules.ts';
import {
  givesAccess,
  subscriptionEvents,
  subscriptionStateMachine,
} from '#core/rules/subscriptions/subscription-terms.ts';
import { orderCommands, startOrderWalk } from '#test/models/order-model.ts';
import {
  eventsOf,
  expectSoundStateMachine,
  leadsTo,
  statesOf,
  transitionsOf,
  walk,
} from '#test/models/state-machine-walk.ts';
import { runs } from '#test/run-length.ts';

interface Table {
  readonly name: string;
  readonly machine: StateMachine<string, string>;
  readonly events: readonly string[];
  /** All transitions as documented in docs/behaviour, independent of the code. */
  readonly transitions: readonly string[];
}

const tables: readonly Table[] = [
  {
    name: 'order',
    machine: orderStateMachine,
    events: orderEvents,
    transitions: [
      'draft -verify-> verified',
      'draft -void-> voided',
      'verified -begin_charge-> charging',
      'verified -void-> voided',
      'charging -charge_succeeded-> paid',
      'charging -charge_declined-> verified',
      'charging -outcome_unknown-> unknown',
      'charging -await_payment-> awaiting_payment',
      'charging -await_action-> awaiting_action',
      'unknown -await_action-> awaiting_action',
      'awaiting_action -charge_succeeded-> paid',
      'awaiting_action -charge_declined-> verified',
      'charging -await_decision-> processing',
      'unknown -await_decision-> processing',
      'awaiting_action -await_decision-> processing',
      'processing -charge_succeeded-> paid',
      'processing -charge_declined-> verified',
      'processing -await_action-> awaiting_action',
      'unknown -charge_succeeded-> paid',
      'unknown -charge_declined-> verified',
      'unknown -await_payment-> awaiting_payment',
      'awaiting_payment -payment_received-> paid',
      'awaiting_payment -expire-> expired',
      'awaiting_payment -void-> voided',
      'paid -refund_part-> paid',
      'paid -refund_rest-> refunded',
    ],
  },
  {
    name: 'payment attempt',
    machine: paymentAttemptStateMachine,
    events: paymentAttemptEvents,
    transitions: [
      'charging -authorise-> authorised',
      'unknown -authorise-> authorised',
      'authorised -succeed-> charged',
      'authorised -decline-> declined',
      'authorised -lose_answer-> authorised',
      'charging -succeed-> charged',
      'charging -decline-> declined',
      'charging -lose_answer-> unknown',
      'charging -rule_out-> never_charged',
      'charging -await_payment-> awaiting_payment',
      'charging -require_action-> awaiting_action',
      'unknown -require_action-> awaiting_action',
      'awaiting_action -authorise-> authorised',
      'awaiting_action -succeed-> charged',
      'awaiting_action -decline-> declined',
      'awaiting_action -rule_out-> never_charged',
      'awaiting_action -lose_answer-> awaiting_action',
      'awaiting_action -require_action-> awaiting_action',
      'charging -await_decision-> processing',
      'unknown -await_decision-> processing',
      'awaiting_action -await_decision-> processing',
      'processing -authorise-> authorised',
      'processing -succeed-> charged',
      'processing -decline-> declined',
      'processing -rule_out-> never_charged',
      'processing -lose_answer-> processing',
      'processing -require_action-> awaiting_action',
      'processing -await_decision-> processing',
      'unknown -succeed-> charged',
      'unknown -decline-> declined',
      'unknown -lose_answer-> unknown',
      'unknown -await_payment-> awaiting_payment',
      'unknown -rule_out-> never_charged',
      'awaiting_payment -receive_payment-> charged',
      'awaiting_payment -expire-> expired',
      'awaiting_payment -void-> voided',
    ],
  },
  {
    name: 'fulfilment',
    machine: fulfilmentStateMachine,
    events: fulfilmentEvents,
    transitions: [
      'none -begin-> open',
      'open -ship-> shipped',
      'open -call_off-> none',
      'shipped -deliver-> delivered',
    ],
  },
  {
    name: 'subscription',
    machine: subscriptionStateMachine,
    events: subscriptionEvents,
    transitions: [
      'none -start-> active',
      'active -renew-> active',
      'active -fail_renewal-> past_due',
      'active -cancel-> cancelled',
      'active -end_period-> expired',
      'active -revoke-> expired',
      'past_due -renew-> active',
      'past_due -fail_retry-> past_due',
      'past_due -give_up-> expired',
      'past_due -cancel-> expired',
      'past_due -revoke-> expired',
      'cancelled -resume-> active',
      'cancelled -end_period-> expired',
      'cancelled -revoke-> expired',
    ],
  },
];

describe.each(tables)('the state machine of $name', ({ machine, events, transitions }) => {
  test('has every documented transition and no other', () => {
    expect(transitionsOf(machine)).toEqual(transitions.toSorted());
  });

  test('reaches every state, and from each a final one', () => {
    expectSoundStateMachine(machine);
  });

  test('uses every event', () => {
    const used = new Set(statesOf(machine).flatMap((state) => Object.keys(machine.transitions[state] ?? {})));
    expect([...used].toSorted()).toEqual([...events].toSorted());
  });

  test.prop([eventsOf(events)], { numRuns: runs(200) })(
    'is walked by its events and refuses the rest',
    (sequence) => {
      expect(walk(machine, sequence)).toHaveLength(sequence.length + 1);
    },
  );
});

describe('states that others ask about', () => {
  test('an order is open, settling, or neither', () => {
    expect(orderStates.filter(isOpen)).toEqual(['draft', 'verified']);
    expect(orderStates.filter(isSettling)).toEqual(['charging', 'unknown', 'awaiting_action', 'processing']);
  });

  test('only an attempt that surely took nothing makes room for another', () => {
    const free = paymentAttemptStates.filter((state) => !blocksNewAttempt(state));
    expect(free).toEqual(['declined', 'never_charged', 'expired']);
  });

  test('a subscription gives access until it has expired', () => {
    expect(subscriptionStatuses.filter(givesAccess)).toEqual(['active', 'past_due', 'cancelled']);
  });

  test('a state leads to another when some event does', () => {
    expect(leadsTo(orderStateMachine, 'verified', 'charging')).toBe(true);
    expect(leadsTo(orderStateMachine, 'draft', 'paid')).toBe(false);
    expect(leadsTo(orderStateMachine, 'unknown', 'charging')).toBe(false);
    expect(transition(fulfilmentStateMachine, 'delivered', 'ship')).toEqual({
      ok: false,
      error: { code: 'TRANSITION_REFUSED', state: 'delivered', event: 'ship' },
    });
  });

  test.prop([fc.constantFrom(...orderStates), fc.constantFrom(...orderStates)], { numRuns: runs(100) })(
    'no order is charged twice, and none that may still be paid is charged again',
    (from, to) => {
      if (to === 'charging' && leadsTo(orderStateMachine, from, to)) expect(isOpen(from)).toBe(true);
      if (from === 'paid' && leadsTo(orderStateMachine, from, to)) expect(['paid', 'refunded']).toContain(to);
    },
  );

  test('fulfilment ends where it began, or at the door', () => {
    expect(fulfilmentStates.filter((state) => fulfilmentStateMachine.final.includes(state))).toEqual([
      'none',
      'delivered',
    ]);
  });
});

describe('an order with its attempts', () => {
  test.prop([orderCommands], { numRuns: runs(200) })(
    'is paid by exactly one charge, however the gateway answers',
    (commands) => {
      fc.modelRun(startOrderWalk, commands);
    },
  );
});
