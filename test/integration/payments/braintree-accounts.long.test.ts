import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import {
  braintreeEnvironment,
  type GatewayState,
  makeNonce,
  testCard,
} from '#test/braintree-gateway/gateway-state.ts';
import { startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openBraintree, requestFor, unknown } from '#test/integration/support/braintree-world.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';

/** Returns nonces of a card without 3-D Secure and of a PayPal account. */
const unverifiedIn = (state: GatewayState) => ({
  card: makeNonce(state, { instrument: testCard() }).nonce,
  paypal: makeNonce(state, { instrument: testCard({ kind: 'paypal_account', email: 'j@example.org' }) })
    .nonce,
});

const refused = { outcome: 'declined', reason: 'VERIFICATION_REQUIRED' };

describe('a merchant account without 3-D Secure', () => {
  const settings = { three_d_secure: false };

  test('takes no card, other payment methods stay, and the log says why', async () => {
    await using world = await openBraintree(settings);
    expect(world.gateway.offersCards()).toBe(true);
    await world.gateway.checkAccount();
    expect(world.gateway.offersCards()).toBe(false);
    const { card, paypal } = unverifiedIn(world.state);
    expect(await world.gateway.charge(requestFor(card))).toMatchObject(refused);
    expect(await world.gateway.charge(requestFor(paypal, { attempt_key: 'ORDER/2' }))).toMatchObject({
      outcome: 'authorised',
      method: { kind: 'paypal' },
    });
    const warnings = world.noted.filter((line) => line.startsWith('["cards_'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/no 3-D Secure, so cards are not offered.*BRAINTREE_UNVERIFIED_CARDS=yes/);
  });

  test('takes and stores cards when the operator allows it, also before its account was read', async () => {
    await using world = await openBraintree(settings, { allowsCardsWithout3DSecure: true });
    const { card } = unverifiedIn(world.state);
    expect(await world.gateway.charge(requestFor(card))).toMatchObject({ outcome: 'authorised' });
    expect(world.gateway.offersCards()).toBe(true);
    const stored = {
      payment_method_nonce: unverifiedIn(world.state).card,
      device_data: null,
      customer_id: 'c',
    };
    expect(await world.gateway.vault(stored)).toMatchObject({ outcome: 'vaulted' });
    expect(world.noted.join()).toContain('cards_without_3d_secure');
  });

  test('is read again with the next client token, after a change in the control panel', async () => {
    await using world = await openBraintree(settings);
    await world.gateway.checkAccount();
    world.state.settings.three_d_secure = true;
    await world.gateway.createClientToken(tokenRequestFor(null));
    expect(world.gateway.offersCards()).toBe(true);
  });
});

test('the permission to take cards without 3-D Secure changes nothing while the account has it', async () => {
  await using world = await openBraintree({}, { allowsCardsWithout3DSecure: true });
  expect(await world.gateway.charge(requestFor(unverifiedIn(world.state).card))).toMatchObject(refused);
});

test('while it is not known what the account has, a card without 3-D Secure is not charged', async () => {
  await using world = await openBraintree({ three_d_secure: false }, { allowsCardsWithout3DSecure: true });
  const fault = { kind: 'answer', status: 503 } as const;
  world.state.faults.order({ operation: 'server.client_token', fault });
  expect(await world.gateway.charge(requestFor(unverifiedIn(world.state).card))).toEqual(unknown);
  expect(world.state.asked).toEqual(['server.client_token']);
});

describe('a start of the shop', async () => {
  const { connectionString } = await openTestDatabase();

  async function startOn(state: Partial<GatewayState['settings']>, settings: Record<string, string> = {}) {
    const gateway = await startGateway({ sides: [createClientApi] });
    Object.assign(gateway.state.settings, state);
    const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-account-'));
    const braintree = { ...braintreeEnvironment(gateway.state, gateway.url), LOG_LEVEL: 'info' };
    const shop = await startShop({ connectionString, dataDir, settings: { ...braintree, ...settings } });
    try {
      const facts = await (await fetch(`${shop.url}/api/contents/shop`)).json();
      return { output: shop.output(), methods: facts.data.payment_methods };
    } finally {
      await shop.end('SIGTERM');
      await gateway.stop();
      removeData(dataDir);
    }
  }

  test('logs what the merchant account has and lacks', async () => {
    const { output, methods } = await startOn({});
    expect(output).toMatch(
      /"has":\["3-D Secure","PayPal","PayPal vault","Google Pay","Apple Pay"\],"lacks":\[\],"event":"merchant_account"/,
    );
    expect(methods).toEqual(['card', 'wallets', 'credit']);
  });

  test('offers no cards without 3-D Secure, unless the operator allows it', async () => {
    const without = await startOn({ three_d_secure: false }, { LOG_LEVEL: 'warn' });
    expect(without.output).toMatch(/"lacks":\["3-D Secure"\]/);
    expect(without.output).toMatch(/set BRAINTREE_UNVERIFIED_CARDS=yes.*"event":"cards_not_offered"/);
    expect(without.methods).toEqual(['wallets', 'credit']);
    const allowed = await startOn({ three_d_secure: false }, { BRAINTREE_UNVERIFIED_CARDS: 'yes' });
    expect(allowed.output).toMatch(/cards_without_3d_secure/);
    expect(allowed.methods).toEqual(['card', 'wallets', 'credit']);
  });
});
