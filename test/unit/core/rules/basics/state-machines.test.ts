import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { orderStates } from '#core/model/order.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import type { StateMachine } from '#core/rules/basics/state-machine.ts';
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
  statesOf,
  transitionsOf,
  walk,
} from '#test/models/state-machine-walk.ts';
import { runs } from '#test/run-length.ts';

interface Table {
  readonly name: string;
  readonly machine: StateMachine<string, string>;
  readonly events: readonly string[];
  /**
   * From each state, all events with the states they lead to, as documented in docs/behaviour, independent of the code.
   */
  readonly transitions: Readonly<Record<string, string>>;
}

const tables: readonly Table[] = [
  {
    name: 'order',
    machine: orderStateMachine,
    events: orderEvents,
    transitions: {
      draft: 'verify → verified, void → voided',
      verified: 'begin_charge → charging, void → voided',
      charging: `charge_succeeded → paid, charge_declined → verified, outcome_unknown → unknown,
        await_payment → awaiting_payment, await_action → awaiting_action, await_decision → processing`,
      unknown: `await_action → awaiting_action, await_decision → processing, charge_succeeded → paid,
        charge_declined → verified, await_payment → awaiting_payment`,
      awaiting_action: 'charge_succeeded → paid, charge_declined → verified, await_decision → processing',
      processing: 'charge_succeeded → paid, charge_declined → verified, await_action → awaiting_action',
      awaiting_payment: 'payment_received → paid, expire → expired, void → voided',
      paid: 'refund_part → paid, refund_rest → refunded',
      refunded: 'refund_failed → paid',
    },
  },
  {
    name: 'payment attempt',
    machine: paymentAttemptStateMachine,
    events: paymentAttemptEvents,
    transitions: {
      charging: `authorise → authorised, succeed → charged, decline → declined, lose_response → unknown,
        rule_out → never_charged, await_payment → awaiting_payment, require_action → awaiting_action,
        await_decision → processing`,
      unknown: `authorise → authorised, require_action → awaiting_action, await_decision → processing,
        succeed → charged, decline → declined, lose_response → unknown, await_payment → awaiting_payment,
        rule_out → never_charged`,
      authorised: 'succeed → charged, decline → declined, lose_response → authorised',
      awaiting_action: `authorise → authorised, succeed → charged, decline → declined, rule_out → never_charged,
        lose_response → awaiting_action, require_action → awaiting_action, await_decision → processing`,
      processing: `authorise → authorised, succeed → charged, decline → declined, rule_out → never_charged,
        lose_response → processing, require_action → awaiting_action, await_decision → processing`,
      awaiting_payment: 'receive_payment → charged, expire → expired, void → voided',
    },
  },
  {
    name: 'fulfilment',
    machine: fulfilmentStateMachine,
    events: fulfilmentEvents,
    transitions: {
      none: 'begin → open',
      open: 'ship → shipped, call_off → none',
      shipped: 'deliver → delivered',
    },
  },
  {
    name: 'subscription',
    machine: subscriptionStateMachine,
    events: subscriptionEvents,
    transitions: {
      none: 'start → active',
      active: `renew → active, fail_renewal → past_due, cancel → cancelled, end_period → expired,
        revoke → expired`,
      past_due: `renew → active, fail_retry → past_due, give_up → expired, cancel → expired, revoke → expired`,
      cancelled: 'resume → active, end_period → expired, revoke → expired',
    },
  },
];

describe.each(tables)('the state machine of $name', ({ machine, events, transitions }) => {
  test('has every documented transition and no other', () => {
    const documented = Object.entries(transitions).flatMap(([from, ways]) =>
      ways.split(/,\s+/).map((way) => `${from} -${way.replace(' → ', '-> ')}`),
    );
    expect(transitionsOf(machine)).toEqual(documented.toSorted());
  });

  test('reaches every state, and from each a final one', () => {
    expectSoundStateMachine(machine);
  });

  test('uses every event', () => {
    const used = new Set(statesOf(machine).flatMap((state) => Object.keys(machine.transitions[state] ?? {})));
    expect([...used].toSorted()).toEqual([...events].toSorted());
  });

  test.prop([eventsOf(events)], { numRuns: runs(200) })(
    'changes its state by the events of that state, and refuses all others',
    (sequence) => {
      expect(walk(machine, sequence)).toHaveLength(sequence.length + 1);
    },
  );
});

describe('groups of states', () => {
  test('an order is open, settling, or neither', () => {
    expect(orderStates.filter(isOpen)).toEqual(['draft', 'verified']);
    expect(orderStates.filter(isSettling)).toEqual(['charging', 'unknown', 'awaiting_action', 'processing']);
  });

  test('only an attempt that has certainly charged nothing allows another one', () => {
    const free = paymentAttemptStates.filter((state) => !blocksNewAttempt(state));
    expect(free).toEqual(['declined', 'never_charged', 'expired']);
  });

  test('a subscription gives access until it has expired', () => {
    expect(subscriptionStatuses.filter(givesAccess)).toEqual(['active', 'past_due', 'cancelled']);
  });

  test('a fulfilment ends with none or delivered', () => {
    expect(fulfilmentStateMachine.final).toEqual(['none', 'delivered']);
  });
});

test.prop([orderCommands], { numRuns: runs(200) })(
  'an order is paid by exactly one charge, whatever the gateway returns',
  (commands) => {
    fc.modelRun(startOrderWalk, commands);
  },
);
