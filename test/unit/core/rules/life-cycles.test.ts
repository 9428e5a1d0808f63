import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { fulfilmentStates, orderStates } from '#core/model/order.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import { checkoutEvents, checkoutLifeCycle } from '#core/rules/checkout-life-cycle.ts';
import { fulfilmentEvents, fulfilmentLifeCycle } from '#core/rules/fulfilment-life-cycle.ts';
import type { LifeCycle } from '#core/rules/life-cycle.ts';
import { canMove, move } from '#core/rules/life-cycle.ts';
import { isOpen, isSettling, orderEvents, orderLifeCycle } from '#core/rules/order-life-cycle.ts';
import {
  blocksNewAttempt,
  paymentAttemptEvents,
  paymentAttemptLifeCycle,
  paymentAttemptStates,
} from '#core/rules/payment-attempt-life-cycle.ts';
import {
  givesAccess,
  subscriptionEvents,
  subscriptionLifeCycle,
} from '#core/rules/subscription-life-cycle.ts';
import { eventsOf, expectSoundLifeCycle, movesOf, statesOf, walk } from '#test/models/life-cycle-walk.ts';
import { orderCommands, startOrderWalk } from '#test/models/order-model.ts';
import { runs } from '#test/run-count.ts';

interface Table {
  readonly name: string;
  readonly cycle: LifeCycle<string, string>;
  readonly events: readonly string[];
  /** The rulings, written down a second time: every move there is. */
  readonly moves: readonly string[];
}

const tables: readonly Table[] = [
  {
    name: 'order',
    cycle: orderLifeCycle,
    events: orderEvents,
    moves: [
      'draft -reprice-> draft',
      'draft -verify-> verified',
      'draft -void-> voided',
      'verified -reprice-> verified',
      'verified -verify-> verified',
      'verified -begin_charge-> charging',
      'verified -void-> voided',
      'charging -charge_succeeded-> paid',
      'charging -charge_declined-> verified',
      'charging -outcome_unknown-> unknown',
      'charging -await_payment-> awaiting_payment',
      'unknown -charge_succeeded-> paid',
      'unknown -charge_declined-> verified',
      'unknown -outcome_unknown-> unknown',
      'unknown -await_payment-> awaiting_payment',
      'awaiting_payment -payment_received-> paid',
      'awaiting_payment -expire-> expired',
      'awaiting_payment -void-> voided',
      'paid -void-> voided',
      'paid -refund_part-> paid',
      'paid -refund_rest-> refunded',
    ],
  },
  {
    name: 'payment attempt',
    cycle: paymentAttemptLifeCycle,
    events: paymentAttemptEvents,
    moves: [
      'charging -succeed-> charged',
      'charging -decline-> declined',
      'charging -lose_answer-> unknown',
      'charging -rule_out-> never_charged',
      'charging -await_payment-> awaiting_payment',
      'unknown -succeed-> charged',
      'unknown -decline-> declined',
      'unknown -lose_answer-> unknown',
      'unknown -await_payment-> awaiting_payment',
      'unknown -rule_out-> never_charged',
      'awaiting_payment -receive_payment-> charged',
      'awaiting_payment -expire-> expired',
      'awaiting_payment -void-> voided',
      'charged -void-> voided',
      'charged -refund_part-> charged',
      'charged -refund_rest-> refunded',
    ],
  },
  {
    name: 'fulfilment',
    cycle: fulfilmentLifeCycle,
    events: fulfilmentEvents,
    moves: [
      'none -begin-> open',
      'open -ship-> shipped',
      'open -call_off-> none',
      'shipped -deliver-> delivered',
      'shipped -come_back-> open',
    ],
  },
  {
    name: 'subscription',
    cycle: subscriptionLifeCycle,
    events: subscriptionEvents,
    moves: [
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
  {
    name: 'checkout',
    cycle: checkoutLifeCycle,
    events: checkoutEvents,
    moves: [
      'address -give_address-> payment',
      'payment -choose_method-> review',
      'payment -change_address-> address',
      'review -place-> placing',
      'review -change_address-> address',
      'review -change_method-> payment',
      'placing -succeeded-> complete',
      'placing -declined-> payment',
      'placing -total_changed-> review',
      'placing -outcome_unknown-> waiting',
      'waiting -succeeded-> complete',
      'waiting -declined-> payment',
      'waiting -outcome_unknown-> waiting',
    ],
  },
];

describe.each(tables)('the life cycle of $name', ({ cycle, events, moves }) => {
  test('has every move of the rulings and no other', () => {
    expect(movesOf(cycle)).toEqual(moves.toSorted());
  });

  test('reaches every state, and from each a final one', () => {
    expectSoundLifeCycle(cycle);
  });

  test('uses every event', () => {
    const used = new Set(statesOf(cycle).flatMap((state) => Object.keys(cycle.moves[state] ?? {})));
    expect([...used].toSorted()).toEqual([...events].toSorted());
  });

  test.prop([eventsOf(events)], { numRuns: runs(200) })(
    'is walked by its events and refuses the rest',
    (sequence) => {
      expect(walk(cycle, sequence)).toHaveLength(sequence.length + 1);
    },
  );
});

describe('states that others ask about', () => {
  test('an order is open, settling, or neither', () => {
    expect(orderStates.filter(isOpen)).toEqual(['draft', 'verified']);
    expect(orderStates.filter(isSettling)).toEqual(['charging', 'unknown']);
  });

  test('only an attempt that surely took nothing makes room for another', () => {
    const free = paymentAttemptStates.filter((state) => !blocksNewAttempt(state));
    expect(free).toEqual(['declined', 'never_charged', 'expired']);
  });

  test('a subscription gives access until it has expired', () => {
    expect(subscriptionStatuses.filter(givesAccess)).toEqual(['active', 'past_due', 'cancelled']);
  });

  test('a move between states is known when some event makes it', () => {
    expect(canMove(orderLifeCycle, 'verified', 'charging')).toBe(true);
    expect(canMove(orderLifeCycle, 'draft', 'paid')).toBe(false);
    expect(canMove(orderLifeCycle, 'unknown', 'charging')).toBe(false);
    expect(move(fulfilmentLifeCycle, 'delivered', 'ship')).toEqual({
      ok: false,
      error: { code: 'MOVE_REFUSED', state: 'delivered', event: 'ship' },
    });
  });

  test.prop([fc.constantFrom(...orderStates), fc.constantFrom(...orderStates)], { numRuns: runs(100) })(
    'no order is charged twice, and none that may still be paid is charged again',
    (from, to) => {
      if (to === 'charging' && canMove(orderLifeCycle, from, to)) expect(isOpen(from)).toBe(true);
      if (from === 'paid' && canMove(orderLifeCycle, from, to))
        expect(['paid', 'voided', 'refunded']).toContain(to);
    },
  );

  test('fulfilment ends where it began, or at the door', () => {
    expect(fulfilmentStates.filter((state) => fulfilmentLifeCycle.final.includes(state))).toEqual([
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
