import { expect, test } from 'vitest';
import { createVault } from '#adapters/payments/braintree/server/vault.ts';
import { account, createFakeSdk, inTime, merchant, refusal, type SdkScript, tooLate } from './fake-sdk.ts';

const request = { customer_id: 'customer', payment_method_nonce: 'nonce', device_data: '{"id":1}' };
const approved = {
  type: 'CreditCard',
  threeDSecureInfo: { liabilityShifted: true, liabilityShiftPossible: true },
};

function keep(script: SdkScript, signal = inTime) {
  const fake = createFakeSdk({ nonce: approved, ...script });
  return { ...fake, outcome: createVault(fake.sdk, account, merchant).store(request, signal) };
}

test('a wallet brings a proof of its own, a card needs 3-D Secure', async () => {
  const method = [{ success: true, paymentMethod: { token: 'kept', email: 'j@example.org' } }];
  const keptAs = (type: string) => keep({ method, nonce: { type, threeDSecureInfo: null } }).outcome;
  expect(await keptAs('PayPalAccount')).toMatchObject({ outcome: 'vaulted', method: { kind: 'paypal' } });
  expect(await keptAs('CreditCard')).toEqual({ outcome: 'declined', reason: 'VERIFICATION_REQUIRED' });
});

test('a refusal without a reason says nothing of the card', async () => {
  await expect(keep({ method: [refusal()] }).outcome).rejects.toThrow();
  const declined = { ...refusal(), verification: { status: 'processor_declined' } };
  expect(await keep({ method: [declined] }).outcome).toMatchObject({ reason: 'PROCESSOR_DECLINED' });
  expect(await keep({ method: [refusal('91731')] }).outcome).toMatchObject({ reason: 'NONCE_CONSUMED' });
  expect(await keep({ method: [refusal('91732')] }).outcome).toMatchObject({ reason: 'NONCE_UNKNOWN' });
});

test('nothing is kept once the time is over', async () => {
  const { outcome, calls } = keep({ method: [refusal('91731')] }, tooLate);
  await expect(outcome).rejects.toThrow();
  expect(calls()).not.toContain('method');
});
