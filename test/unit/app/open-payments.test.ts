import { expect, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { openPayments } from '#app/modules/open-payments.ts';

/** Opens the payment modules of these settings, without starting anything. */
async function open(environment: Record<string, string>, mode: 'demo' | 'live') {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join());
  return openPayments(
    { ...config.value, mode },
    {
      clock: { now: () => 0 },
      ids: { uuid: () => '', token: () => '', code: () => '' },
      database: null,
      log: { info() {}, warn() {}, error() {} },
      purpose: 'command',
      secrets: { token: '', of: () => 'x'.repeat(32) },
      say: () => {},
    },
  );
}

const braintree = {
  PAYMENT_MODULES: 'braintree',
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'm',
  BRAINTREE_PUBLIC_KEY: 'p',
  BRAINTREE_PRIVATE_KEY: 'k',
};

test.each([
  ['sandbox', { PAYMENT_MODULES: 'sandbox' }],
  ['braintree', braintree],
])(
  '%s brings test cards where it moves no money, and live mode refuses it then',
  async (name, environment) => {
    const { offered } = await open(environment, 'demo');
    expect(offered[0]?.test?.cards.map(({ number }) => number)).toContain('4000 1111 1111 1115');
    await expect(open(environment, 'live')).rejects.toThrow(`The module "${name}" moves no money`);
  },
);
