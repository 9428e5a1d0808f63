import { describe, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { makeNonce, settleAll, testCard } from '#test/braintree-gateway/gateway-state.ts';
import {
  openBraintree,
  refundsOf,
  requestFor,
  timeLimit,
  unknown,
} from '#test/integration/support/braintree-world.ts';
import { tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';

/** Stores the card with the charge. */
const saving = { customer_id: 'customer', save_payment_method: true };

describe('3-D Secure', () => {
  const refused = { outcome: 'declined', reason: 'VERIFICATION_REQUIRED' };
  const failed = {
    status: 'authenticate_failed',
    liability_shifted: false,
    liability_shift_possible: true,
  } as const;
  const notEnrolled = {
    status: 'lookup_not_enrolled',
    liability_shifted: false,
    liability_shift_possible: false,
  } as const;

  test.each([null, failed])(
    'is required when a card is charged and when it is stored: %j',
    async (three_d_secure) => {
      await using world = await openBraintree();
      const nonce = () => makeNonce(world.state, { instrument: testCard(), three_d_secure }).nonce;
      expect(await world.gateway.charge(requestFor(nonce()))).toMatchObject(refused);
      const stored = { customer_id: 'customer', payment_method_nonce: nonce(), device_data: null };
      expect(await world.gateway.vault(stored)).toEqual(refused);
      expect(world.taken('ORDER')).toBe(0);
      expect(world.state.methods.size).toBe(0);
    },
  );

  test('accepts a card whose bank does not support it', async () => {
    await using world = await openBraintree();
    const nonce = () => makeNonce(world.state, { instrument: testCard(), three_d_secure: notEnrolled }).nonce;
    expect(await world.gateway.charge(requestFor(nonce()))).toMatchObject({ outcome: 'authorised' });
    const stored = { customer_id: 'customer', payment_method_nonce: nonce(), device_data: null };
    expect(await world.gateway.vault(stored)).toMatchObject({ outcome: 'vaulted' });
  });
});

describe('a payment', () => {
  test.each([
    [
      { kind: 'credit_card', card_type: 'MasterCard' },
      { kind: 'card', brand: 'mastercard', last_four: '1111' },
    ],
    [
      { kind: 'credit_card', card_type: 'Diners Club' },
      { kind: 'card', brand: 'diners-club', last_four: '1111' },
    ],
    [
      { kind: 'credit_card', card_type: 'Unknown' },
      { kind: 'card', brand: null, last_four: '1111' },
    ],
    [
      { kind: 'paypal_account', card_type: null, email: 'johanna@example.com' },
      { kind: 'paypal', brand: null, last_four: null },
    ],
    [{ kind: 'android_pay_card' }, { kind: 'google_pay', brand: 'visa', last_four: '1111' }],
    [
      { kind: 'apple_pay_card', card_type: 'Apple Pay - Visa' },
      { kind: 'apple_pay', brand: 'visa', last_four: '1111' },
    ],
  ] as const)('%j is returned as %j, and can be stored', async (instrument, method) => {
    await using world = await openBraintree();
    const charged = await world.gateway.charge(requestFor(world.nonce(instrument), saving));
    expect(charged).toMatchObject({
      outcome: 'authorised',
      method,
      vault_token: expect.stringMatching(/^vault:./),
    });
    const stored = {
      customer_id: 'customer',
      payment_method_nonce: world.nonce(instrument),
      device_data: null,
    };
    expect(await world.gateway.vault(stored)).toMatchObject({ outcome: 'vaulted' });
  });

  test('is sent with device data and an order id for each payment attempt', async () => {
    await using world = await openBraintree();
    await world.gateway.charge(
      requestFor(world.nonce({ behaviour: 'declined' }), { device_data: '{"id":"1"}' }),
    );
    await world.gateway.charge(requestFor(world.nonce(), { attempt_key: 'ORDER/2' }));
    const sold = [...world.state.transactions.values()];
    expect(sold.map(({ order_id, has_device_data }) => [order_id, has_device_data])).toEqual([
      ['ORDER/1', true],
      ['ORDER/2', false],
    ]);
  });
});

test.each([
  ['fraud', 'GATEWAY_REJECTED_FRAUD'],
  ['risk_threshold', 'GATEWAY_REJECTED_FRAUD'],
  ['three_d_secure', 'VERIFICATION_REQUIRED'],
  ['cvv', 'PROCESSOR_DECLINED'],
  ['avs', 'PROCESSOR_DECLINED'],
  ['avs_and_cvv', 'PROCESSOR_DECLINED'],
  ['duplicate', 'PROCESSOR_DECLINED'],
  ['something_new', 'PROCESSOR_DECLINED'],
])('the gateway rejects for %s: declined with %s', async (rejection, reason) => {
  await using world = await openBraintree();
  const nonce = world.nonce({}, { kind: 'reject', reason: rejection });
  const declined = { outcome: 'declined', reason, transaction_id: expect.any(String) };
  expect(await world.gateway.charge(requestFor(nonce))).toEqual(declined);
  expect(await world.gateway.findCharge('ORDER/1')).toEqual(declined);
});

describe('a client token', () => {
  test('gives access to stored cards only for a customer who has one', async () => {
    await using world = await openBraintree();
    const customers = () => [...world.state.tokens.values()].map(({ customer_id }) => customer_id);
    await world.gateway.createClientToken(tokenRequestFor('customer'));
    expect(customers()).toEqual([null]);
    await world.gateway.charge(requestFor(world.nonce(), saving));
    await world.gateway.createClientToken(tokenRequestFor('customer'));
    await world.gateway.createClientToken(tokenRequestFor(null));
    expect(customers()).toEqual([null, 'customer', null]);
    expect(world.state.customers).toEqual(new Set(['customer']));
  });
});

describe('a refund', () => {
  async function chargedWorld() {
    const world = await openBraintree();
    const charged = await world.charged(requestFor(world.nonce()));
    const back = (amount: number, key = 'refund') =>
      world.gateway.refund(charged.transaction_id, cents(amount), key);
    return { ...world, back, id: charged.transaction_id };
  }

  test('is a void before settlement, and can be repeated', async () => {
    await using world = await chargedWorld();
    const voided = { outcome: 'refunded', refund_id: world.id };
    expect(await world.back(8_900)).toEqual(voided);
    expect(await world.back(8_900)).toEqual(voided);
    expect(await world.back(1, 'another')).toEqual({ outcome: 'refused' });
    expect(world.taken('ORDER')).toBe(0);
    expect(refundsOf(world.state)).toEqual([]);
  });

  test('of a part waits for the settlement', async () => {
    await using world = await chargedWorld();
    expect(await world.back(100)).toEqual(unknown);
    expect(world.taken('ORDER')).toBe(8_900);
    for (const transaction of world.state.transactions.values()) transaction.status = 'settling';
    expect(await world.back(100)).toEqual(unknown);
    expect(await world.back(8_900, 'all')).toEqual(unknown);
    settleAll(world.state);
    expect(await world.back(100)).toMatchObject({ outcome: 'refunded' });
    expect(await world.back(8_900, 'all')).toEqual({ outcome: 'refused' });
    expect(await world.back(8_800, 'rest')).toMatchObject({ outcome: 'refunded' });
    expect(refundsOf(world.state)).toEqual([100, 8_800]);
  });

  test('is refused if nothing was charged', async () => {
    await using world = await openBraintree();
    const declined = await world.gateway.charge(requestFor(world.nonce({ behaviour: 'declined' })));
    if (declined.outcome !== 'declined') throw new Error(JSON.stringify(declined));
    expect(await world.gateway.refund(declined.transaction_id ?? '', cents(8_900), 'refund')).toEqual({
      outcome: 'refused',
    });
  });
});

describe('a refund that the bank declines', () => {
  const order = (world: Awaited<ReturnType<typeof openBraintree>>, ...codes: string[]) =>
    world.state.faults.order(
      ...codes.map((code) => ({
        operation: 'server.transactions.refund',
        fault: { kind: 'decline', code } as const,
      })),
    );

  async function settledSale() {
    const world = await openBraintree();
    const { transaction_id } = await world.charged(requestFor(world.nonce()));
    settleAll(world.state);
    const back = (key: string) => world.gateway.refund(transaction_id, cents(100), key);
    return { ...world, back };
  }

  test.each(['915200', '915201', '91538', '91547', '91559'])(
    'is refused (%s), and another try can succeed',
    async (code) => {
      await using world = await settledSale();
      order(world, code);
      expect(await world.back('refund')).toEqual({ outcome: 'refused' });
      expect(await world.back('refund-1')).toMatchObject({ outcome: 'refunded' });
    },
  );

  test('counts as declined when its response was lost, too', async () => {
    await using world = await settledSale();
    // The second try uses two: its key is of a failed request, so it asks once more without.
    order(world, '915200', '915200', '915200');
    await world.back('refund');
    const [declined] = [...world.state.transactions.values()].filter(({ type }) => type === 'credit');
    expect(declined?.status).toBe('processor_declined');
    expect(await world.back('refund')).toEqual({ outcome: 'refused' });
  });

  test('does not count as paid out when it was voided since', async () => {
    await using world = await settledSale();
    const made = await world.back('refund');
    for (const transaction of world.state.transactions.values())
      if (transaction.type === 'credit') transaction.status = 'voided';
    expect(made).toMatchObject({ outcome: 'refunded' });
    expect(await world.back('refund')).toEqual({ outcome: 'refused' });
  });
});

describe('a merchant account of another currency', () => {
  const isDeclined = {
    outcome: 'declined',
    reason: 'PROCESSOR_DECLINED',
    transaction_id: expect.any(String),
  };

  test('charges nothing: the sale is voided and reported to operators', async () => {
    await using world = await openBraintree({ currency: 'USD' });
    expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(isDeclined);
    expect(world.taken('ORDER')).toBe(0);
    expect(world.noted.join()).toMatch(/braintree_other_currency/);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(isDeclined);
  });

  test('keeps a sale unknown until it can be voided', async () => {
    await using world = await openBraintree({ currency: 'USD' });
    const fault = { kind: 'answer', status: 503 } as const;
    world.state.faults.order({ operation: 'server.transactions.void', fault });
    expect(await world.gateway.charge(requestFor(world.nonce()))).toEqual(unknown);
    expect(world.taken('ORDER')).toBe(0);
    expect(await world.gateway.findCharge('ORDER/1')).toEqual(isDeclined);
    expect(world.taken('ORDER')).toBe(0);
  });
});

test('log entries for operators contain no key, nonce, token or device data', async () => {
  await using world = await openBraintree();
  await using hurried = await openBraintree({}, {}, timeLimit);
  const secrets = [world.state.private_key, hurried.state.private_key, 'device-secret'];
  const faults = [
    [hurried, { kind: 'hang' }],
    [world, { kind: 'cut' }],
    [world, { kind: 'answer', status: 500 }],
  ] as const;
  for (const [one, fault] of faults) {
    one.state.faults.order({ operation: '*', fault });
    const nonce = one.nonce();
    secrets.push(nonce);
    await one.gateway.charge(requestFor(nonce, { device_data: 'device-secret' }));
  }
  await world.gateway.charge(requestFor(world.nonce(), { attempt_key: 'ORDER/2', amount: cents(0) }));
  const noted = [...hurried.noted, ...world.noted];
  expect(noted.join('\n')).toMatch(/braintree_gave_no_answer.*\n.*braintree_refused_sale/s);
  for (const secret of secrets) expect(noted.join('\n')).not.toContain(secret);
  // The log does not contain error messages of the SDK either, because they may repeat what was sent.
  const silences = noted.map((line) => JSON.parse(line)).filter(([event]) => event.endsWith('no_answer'));
  const [call, trouble] = [expect.stringMatching(/^[a-z_]+$/), expect.stringMatching(/^\w+$/)];
  expect(silences).toEqual(silences.map(([event]) => [event, { call, trouble }]));
});
