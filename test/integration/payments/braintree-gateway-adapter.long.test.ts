import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { BraintreeAccount } from '#adapters/payments/braintree/server/braintree-sdk.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { Fault, GatewayState } from '#test/braintree-gateway/gateway-state.ts';
import {
  openBraintree,
  refundsOf,
  requestFor,
  timeLimit,
  unknown,
} from '#test/integration/support/braintree-world.ts';
import { actionTests } from '#test/kits/card-gateway-actions.ts';
import { describeCardGateway } from '#test/kits/card-gateway-kit.ts';
import { fetchTests } from '#test/kits/exhaustive-payment-cases.ts';
import { otherCardStatusCases, otherStatusCases } from '#test/kits/silent-provider-cases.ts';

const always = { operation: '*', times: Number.POSITIVE_INFINITY };

/** Calls `openBraintree` with a time limit that tests can wait for. */
const openHurried = (settings: Partial<GatewayState['settings']> = {}, own: Partial<BraintreeAccount> = {}) =>
  openBraintree(settings, own, timeLimit);

async function openHarness(settings: Partial<GatewayState['settings']>) {
  const world = await openHurried({ settles_at_once: true, ...settings });
  // With its first sale the adapter detects that request keys are not allowed. This sale is made here, so
  // that a simulated fault affects a later one.
  if (settings.allows_request_keys === false) await world.gateway.charge(requestFor('no-such-nonce'));
  return {
    gateway: world.gateway,
    another: world.another,
    async nonce(kind: string) {
      if (kind === 'declined') return world.nonce({ behaviour: 'declined' });
      if (kind === 'rejected') return world.nonce({}, { kind: 'reject', reason: 'fraud' });
      if (kind === 'unknown') return 'no-such-nonce';
      if (kind === 'timeout_after_charge') return world.nonce({}, { kind: 'lost' });
      if (kind === 'timeout_before_charge') return world.nonce({}, { kind: 'cut' });
      if (kind === 'granted_in_part') return world.nonce({}, { kind: 'grant', cents: 5_000 });
      if (kind === 'unfinished') return world.nonce({}, { kind: 'grant', status: 'authorizing' });
      if (kind === 'other_currency') world.state.settings.currency = 'USD';
      const nonce = world.nonce();
      const made = world.state.nonces.get(nonce);
      if (kind === 'consumed' && made !== undefined) made.is_consumed = true;
      return nonce;
    },
    async tellUnknownState(attemptKey: string) {
      for (const one of world.state.transactions.values())
        if (one.order_id === attemptKey) Object.assign(one, { status: 'under_review' });
    },
    taken: async (order: string | null) => world.taken(order),
    async refunded(order: string) {
      const { transactions } = world.state;
      const isOf = (id: string | null) =>
        transactions.get(id ?? '')?.order_id?.startsWith(`${order}/`) === true;
      const refunds = [...transactions.values()].filter((one) => isOf(one.refunded_transaction_id));
      return refunds.reduce((sum, { amount }) => sum + amount, 0);
    },
    storedCards: async () => world.state.methods.size,
    logged: async () => world.noted.join('\n'),
    // The buyer is sent to no page; the statement text and the currency are settings of the account.
    async told(attemptKey: string) {
      const { transactions } = world.state;
      const sale = [...transactions.values()].find((one) => one.order_id === attemptKey);
      return { begins_series: sale?.source === 'recurring_first' };
    },
    deviceData: async () => world.state.device_data,
    timeLimit,
    method: { kind: 'card', brand: 'visa', last_four: '1111' } as const,
    cutOff: () => world.provider.stop(),
    hang: async () => world.state.faults.order({ ...always, fault: { kind: 'hang' } }),
    async answer(status: number, body: string) {
      world.state.faults.clear();
      world.state.faults.order({ ...always, fault: { kind: 'answer', status, body } });
    },
    trickle: async () => world.state.faults.order({ ...always, fault: { kind: 'trickle' } }),
    async moneyRequests() {
      const asked = world.state.asked.filter((name) =>
        /^server\.transactions\.(?:create|refund)$/.test(name),
      );
      return asked.length;
    },
    dispose: () => world.provider.stop(),
  };
}

const withoutActions = actionTests.map((test) => ({
  test,
  reason: 'with Braintree the buyer acts before the charge: the browser half runs 3-D Secure',
}));

const ownConnections = fetchTests.card.map((test) => ({
  test,
  reason: 'the library of the provider sends XML over connections of its own',
}));

const oneNotFound = Object.keys({ ...otherStatusCases, ...otherCardStatusCases }).map((test) => ({
  test,
  reason: 'the library takes a 404 of a proxy for one of the provider; all other statuses are tried below',
}));

describeCardGateway({
  name: 'braintree',
  create: () => openHarness({}),
  skip: [...withoutActions, ...ownConnections, ...oneNotFound],
});

const cannotBeClosed =
  'without keys no attempt can be closed; the server sends each attempt once and waits three minutes';
const cannotBeOne =
  'without keys nothing tells one request from its copy; the server leases what it asks for';

describeCardGateway({
  name: 'braintree, for a merchant without idempotency keys',
  create: () => openHarness({ allows_request_keys: false }),
  skip: [
    ...withoutActions,
    ...ownConnections,
    ...oneNotFound,
    { test: 'charges once when one attempt arrives twenty times at once', reason: cannotBeOne },
    { test: 'refunds a part once when it is requested many times at once', reason: cannotBeOne },
    { test: 'closes a payment attempt that it reports as never charged', reason: cannotBeClosed },
    { test: 'closes a payment attempt for every process', reason: cannotBeClosed },
    { test: 'never charges a payment attempt that it reports as never charged', reason: cannotBeClosed },
  ],
});

describe('a response without an outcome of the charge', () => {
  const faults: readonly Fault[] = [
    ...[403, 404, 408, 426, 429, 500, 502, 503, 504].map((status) => ({ kind: 'answer', status }) as const),
    { kind: 'answer', status: 200 },
    { kind: 'cut' },
    { kind: 'hang' },
  ];

  test.each(faults)(
    'is unknown, never a decline, and the payment attempt is closed afterwards: %j',
    async (fault) => {
      await using world = await openHurried();
      world.state.faults.order({ operation: 'server.transactions.create', fault });
      expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(unknown);
      expect(world.taken('ORDER')).toBe(0);
      expect(await world.gateway.findCharge('ORDER/1')).toEqual({ outcome: 'never_charged' });
      expect(await world.gateway.charge(requestFor(world.nonce()))).toMatchObject({ outcome: 'declined' });
      expect(world.taken('ORDER')).toBe(0);
    },
  );

  test('is known where the keys are refused (401): nothing was begun, and the log says why', async () => {
    await using world = await openHurried();
    world.state.faults.order({
      operation: 'server.transactions.create',
      fault: { kind: 'answer', status: 401 },
      times: 2,
    });
    const request = requestFor(world.nonce());
    expect(await world.gateway.charge(request)).toEqual({ outcome: 'never_charged' });
    expect(world.noted.join()).toContain('braintree_refused_keys');
    // A look-up that is refused for its keys leaves the outcome unknown.
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual({ outcome: 'never_charged' });
    expect(world.taken('ORDER')).toBe(0);
  });

  test.each([
    [
      'the customer is made',
      'server.customers.create',
      {},
      { customer_id: 'customer', save_payment_method: true },
    ],
    [
      'the account is checked for 3-D Secure',
      'server.client_token',
      { allowsCardsWithout3DSecure: true },
      {},
    ],
  ] as const)(
    'is known where the keys are refused (401) before the sale: when %s',
    async (_, operation, own, changes) => {
      await using world = await openHurried({}, own);
      world.state.faults.order({ operation, fault: { kind: 'answer', status: 401 } });
      expect(await world.gateway.charge(requestFor(world.nonce(), changes))).toEqual({
        outcome: 'never_charged',
      });
      expect(world.noted.join()).toContain('braintree_refused_keys');
      expect(world.state.asked).toEqual([operation]);
      // Any other fault leaves the outcome unknown.
      world.state.faults.order({ operation, fault: { kind: 'answer', status: 503 } });
      const next = requestFor(world.nonce(), { ...changes, attempt_key: 'ORDER/2' });
      expect(await world.gateway.charge(next)).toEqual(unknown);
      expect(world.taken('ORDER')).toBe(0);
    },
  );

  test.each(faults)('makes the look-up unknown: %j', async (fault) => {
    await using world = await openHurried();
    for (const operation of ['server.transactions.search_ids', 'server.transactions.create']) {
      world.state.faults.order({ operation, fault });
      expect(await world.gateway.findCharge('ORDER/1')).toEqual(unknown);
    }
    expect(await world.gateway.findCharge('ORDER/1')).toEqual({ outcome: 'never_charged' });
  });

  test.each(faults)('makes a refund unknown, and a retry pays it once: %j', async (fault) => {
    await using world = await openHurried({ settles_at_once: true });
    const charged = await world.charged(requestFor(world.nonce()));
    const refund = () => world.gateway.refund(charged.transaction_id, cents(100), 'refund');
    for (const operation of ['server.transactions.find', 'server.transactions.refund']) {
      world.state.faults.order({ operation, fault });
      const isAnswered = fault.kind === 'answer' && fault.status === 404 && operation.endsWith('find');
      expect(await refund()).toEqual(isAnswered ? { outcome: 'refused' } : unknown);
    }
    world.state.faults.order({ operation: 'server.transactions.refund', fault: { kind: 'lost' } });
    expect(await refund()).toEqual(unknown);
    expect(await refund()).toMatchObject({ outcome: 'refunded' });
    expect(refundsOf(world.state)).toEqual([100]);
  });
});

test('a connection without a response is closed', async () => {
  await using world = await openHurried();
  world.state.faults.order({ operation: 'server.transactions.create', fault: { kind: 'hang' } });
  expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(unknown);
  await expect.poll(() => world.provider.connections()).toBe(0);
});

describe('a charge that exceeds the time limit', () => {
  test('before it is sent is not sent at all', async () => {
    await using world = await openHurried({ allows_request_keys: false });
    await world.gateway.charge(
      requestFor(world.nonce({ behaviour: 'declined' }), { attempt_key: 'OTHER/1' }),
    );
    // Each of these two responses takes 70 % of the time limit: no single call times out, but both together
    // are too late for the sale.
    const drips = { kind: 'slow', milliseconds: timeLimit * 0.7, phase: 'answering' } as const;
    world.state.faults.order({ operation: 'server.customers.create', fault: drips });
    world.state.faults.order({ operation: 'server.transactions.search_ids', fault: drips });
    const keep = { customer_id: 'customer', save_payment_method: true };
    expect(await world.gateway.charge(requestFor(world.nonce(), keep))).toEqual(unknown);
    await pause(timeLimit * 0.7);
    expect(world.state.asked.filter((name) => name === 'server.transactions.create')).toHaveLength(2);
    expect(world.taken('ORDER')).toBe(0);
  });

  test('in transit is closed before it arrives, and is refused then', async () => {
    await using world = await openHurried();
    const fault = { kind: 'slow', milliseconds: timeLimit + 300, phase: 'arriving' } as const;
    world.state.faults.order({ operation: 'server.transactions.create', fault });
    expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual({ outcome: 'never_charged' });
    await expect.poll(() => world.state.asked.filter((name) => name.endsWith('create'))).toHaveLength(2);
    await pause(500);
    expect(world.taken('ORDER')).toBe(0);
  });

  test('at the bank is unknown until the bank has responded', async () => {
    await using world = await openHurried();
    const fault = { kind: 'slow', milliseconds: timeLimit + 300, phase: 'working' } as const;
    world.state.faults.order({ operation: 'server.transactions.create', fault });
    expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(unknown);
    await expect.poll(() => world.state.transactions.size).toBe(1);
    expect(await world.gateway.findCharge('ORDER/1')).toMatchObject({ outcome: 'authorised', amount: 8_900 });
  });

  test('that the search does not return yet is unknown until it is found', async () => {
    await using world = await openHurried({ search_lag: 400 });
    expect(await world.gateway.charge(requestFor(world.nonce({}, { kind: 'lost' })))).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(unknown);
    await expect.poll(() => world.gateway.findCharge('ORDER/1')).toMatchObject({ outcome: 'authorised' });
    expect(world.taken('ORDER')).toBe(0);
  });
});

describe('a merchant without idempotency keys', () => {
  const settings = { allows_request_keys: false, settles_at_once: true };

  test('finds a lost charge by its order id', async () => {
    await using world = await openHurried(settings);
    expect(await world.gateway.charge(requestFor(world.nonce({}, { kind: 'lost' })))).toEqual(unknown);
    // The first sale only showed that request keys are not allowed. The fault belongs to its nonce, so
    // nothing was charged.
    expect(await world.gateway.charge(requestFor(world.nonce()))).toMatchObject({ outcome: 'authorised' });
    const lost = requestFor(world.nonce({}, { kind: 'lost' }), { attempt_key: 'ORDER/2' });
    expect(await world.gateway.charge(lost)).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/2')).toMatchObject({ outcome: 'authorised' });
  });

  test('gets no `never_charged` while the charge may still arrive', async () => {
    await using world = await openHurried(settings);
    const sentAt = Date.now();
    expect(await world.gateway.findCharge('ORDER/1', sentAt)).toEqual(unknown);
    world.elapse(59_000);
    expect(await world.gateway.findCharge('ORDER/1', sentAt)).toEqual(unknown);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(unknown);
    world.elapse(2_000);
    expect(await world.gateway.findCharge('ORDER/1', sentAt)).toEqual({ outcome: 'never_charged' });
  });

  test('refunds a part once, also when an operator tries again what went out under an earlier key', async () => {
    await using world = await openHurried(settings);
    const { transaction_id } = await world.charged(requestFor(world.nonce()));
    const keyOf = (last: number) => `ORDER-R-019346d0-0000-7000-8000-00000000000${last}`;
    const refund = (key: string) => world.gateway.refund(transaction_id, cents(100), key);
    const first = await refund(keyOf(1));
    expect([await refund(`${keyOf(1)}-1`), await refund(`${keyOf(1)}-2`)]).toEqual([first, first]);
    expect(refundsOf(world.state)).toEqual([100]);
    expect(await refund(keyOf(2)), 'another refund').toMatchObject({ outcome: 'refunded' });
    expect(refundsOf(world.state)).toEqual([100, 100]);
    for (const one of world.state.transactions.values())
      if (one.order_id === keyOf(2)) Object.assign(one, { status: 'settlement_declined' });
    expect(await refund(`${keyOf(2)}-1`), 'one that failed after all').toMatchObject({ outcome: 'refunded' });
    expect(refundsOf(world.state)).toEqual([100, 100, 100]);
  });
});
