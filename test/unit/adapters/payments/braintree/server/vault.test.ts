import { expect, test } from 'vitest';
import { createVault } from '#adapters/payments/braintree/server/vault.ts';
import { account, createFakeSdk, inTime, merchant, refusal, type SdkScript, tooLate } from './fake-sdk.ts';

const request = { customer_id: 'customer', payment_method_nonce: 'nonce', device_data: '{"id":1}' };
const approved = {
  type: 'CreditCard',
  threeDSecureInfo: { liabilityShifted: true, liabilityShiftPossible: true },
};

function store(script: SdkScript, signal = inTime) {
  const fake = createFakeSdk({ nonce: approved, ...script });
  return { ...fake, outcome: createVault(fake.sdk, account, merchant).store(request, signal) };
}

test('a card is stored only with 3-D Secure, a wallet also without', async () => {
  const method = [{ success: true, paymentMethod: { token: 'kept', email: 'j@example.org' } }];
  const storedAs = (type: string) => store({ method, nonce: { type, threeDSecureInfo: null } }).outcome;
  expect(await storedAs('PayPalAccount')).toMatchObject({ outcome: 'vaulted', method: { kind: 'paypal' } });
  expect(await storedAs('CreditCard')).toEqual({ outcome: 'declined', reason: 'VERIFICATION_REQUIRED' });
});

test('a refusal without a reason throws, and one with a reason is a decline', async () => {
  await expect(store({ method: [refusal()] }).outcome).rejects.toThrow();
  const declined = { ...refusal(), verification: { status: 'processor_declined' } };
  expect(await store({ method: [declined] }).outcome).toMatchObject({ reason: 'PROCESSOR_DECLINED' });
  expect(await store({ method: [refusal('91731')] }).outcome).toMatchObject({ reason: 'NONCE_CONSUMED' });
  expect(await store({ method: [refusal('91732')] }).outcome).toMatchObject({ reason: 'NONCE_UNKNOWN' });
});

test('nothing is stored after the time limit', async () => {
  const { outcome, calls } = store({ method: [refusal('91731')] }, tooLate);
  await expect(outcome).rejects.toThrow();
  expect(calls()).not.toContain('method');
});
