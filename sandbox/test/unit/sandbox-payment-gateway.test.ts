import { tokenRequestFor } from 'meisterhand/kits';
import { cents } from 'meisterhand/rules';
import { expect, test } from 'vitest';
import { createSandboxGateway } from '../../src/server/sandbox-payment-gateway.ts';

const charge = {
  attempt_key: 'ORDER/1',
  order_code: 'ORDER',
  amount: cents(8_900),
  payment_method_nonce: 'nonce',
  device_data: '{"id":1}',
  customer_id: 'customer',
  save_payment_method: true,
  begins_series: false,
  return_url: 'https://shop.example/en/checkout/return/1',
  locale: 'en' as const,
  statement_descriptor: null,
};
const stored = {
  attempt_key: 'ORDER/2',
  order_code: 'ORDER',
  amount: cents(4_900),
  vault_token: 'vault:card',
  customer_id: 'owner',
};
const vault = { payment_method_nonce: 'nonce', customer_id: 'customer', device_data: '{"id":1}' };

test('every call carries the secret and all its fields', async () => {
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { authorization } = { ...init?.headers } as Record<string, string>;
    sent.push([
      init?.method,
      url,
      authorization,
      typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    ]);
    return Response.json({});
  };
  const gateway = createSandboxGateway({ baseUrl: 'http://gateway', secret: 'secret', fetch });
  await gateway.createClientToken(tokenRequestFor('customer'));
  await gateway.charge(charge);
  await gateway.chargeStored(stored);
  await gateway.vault(vault);
  await gateway.findCharge('ORDER/1');
  await gateway.refund('a/b', cents(100), 'refund');
  const at = (path: string) => `http://gateway/merchant${path}`;
  expect(sent).toEqual([
    ['POST', at('/client_token'), 'Bearer secret', { customer_id: 'customer' }],
    ['POST', at('/transactions'), 'Bearer secret', charge],
    ['POST', at('/transactions/stored'), 'Bearer secret', stored],
    ['POST', at('/payment_methods'), 'Bearer secret', vault],
    ['GET', at('/transactions/by-attempt/ORDER%2F1'), 'Bearer secret', null],
    ['POST', at('/transactions/a%2Fb/refund'), 'Bearer secret', { amount: 100, refund_key: 'refund' }],
  ]);
});

test('a gateway that never responds is unknown after the time limit', async () => {
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const gateway = createSandboxGateway({ baseUrl: 'http://gateway', secret: 's', fetch, timeLimit: 20 });
  expect(await gateway.charge(charge)).toEqual({ outcome: 'unknown' });
  expect(await gateway.createClientToken(tokenRequestFor(null))).toBeNull();
});
