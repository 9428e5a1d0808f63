import { expect, test } from 'vitest';
import { createRefunds } from '#adapters/payments/braintree/server/braintree-refunds.ts';
import { cents } from '#core/rules/basics/money.ts';
import { createFakeSdk, inTime, refusal, type SdkScript, tooLate, transaction } from './fake-sdk.ts';

const unknown = { outcome: 'unknown' };
const refused = { outcome: 'refused' };
const refund = transaction({ id: 'back', type: 'credit', amount: '10.00', orderId: 'refund' });
const submitted = transaction({ status: 'submitted_for_settlement' });

function back(script: SdkScript, amount = 1_000, signal = inTime) {
  const fake = createFakeSdk(script);
  return { ...fake, outcome: createRefunds(fake.sdk).refund('sale', cents(amount), 'refund', signal) };
}

test('a refund with a temporary failure is unknown, and a refund of a refunded sale is refused', async () => {
  const settled = { sale: [transaction()] };
  expect(await back({ transactions: settled, refund: [refusal('91574')] }).outcome).toEqual(unknown);
  expect(await back({ transactions: settled, refund: [refusal('91512')] }).outcome).toEqual(refused);
  expect(
    await back({ transactions: { sale: [submitted] }, void: [refusal('91504')] }, 8_900).outcome,
  ).toEqual(unknown);
});

test('a refund that was made by another request is found by its key and its amount', async () => {
  const sale = [transaction(), transaction({ refundIds: ['other', 'back'] })];
  const other = transaction({ id: 'other', type: 'credit', amount: '10.00', orderId: 'another' });
  const transactions = { sale, other: [other], back: [refund] };
  const made = { outcome: 'refunded', refund_id: 'back' };
  expect(await back({ transactions, refund: [refusal('91512')] }).outcome).toEqual(made);
  expect(await back({ transactions, refund: [refusal('91521')] }, 2_000).outcome).toEqual(refused);
  const before = { ...transactions, sale: [transaction({ refundIds: ['other', 'back'] })] };
  const again = back({ transactions: before });
  expect(await again.outcome).toEqual(made);
  expect(again.calls()).not.toContain('refund');
});

test('a refund is requested again without a key if keys are not allowed or an earlier request with it failed', async () => {
  for (const code of ['915231', '915234']) {
    const script = {
      transactions: { sale: [transaction()] },
      refund: [refusal(code), { success: true, transaction: refund }],
    };
    const { outcome, asked } = back(script);
    expect(await outcome).toEqual({ outcome: 'refunded', refund_id: 'back' });
    const requests = asked.filter(({ call }) => call === 'refund').map(({ options }) => options);
    const options = { amount: '10.00', orderId: 'refund' };
    expect(requests).toEqual([{ ...options, apiRequestKey: 'refund' }, options]);
  }
});

test('no refund is requested after the time limit', async () => {
  for (const [sale, amount] of [
    [submitted, 8_900],
    [transaction(), 1_000],
  ] as const) {
    const { outcome, calls } = back({ transactions: { sale: [sale] } }, amount, tooLate);
    await expect(outcome).rejects.toThrow();
    expect(calls()).toEqual(['find']);
  }
  const limit = new AbortController();
  const refusing = {
    get 0() {
      limit.abort();
      return refusal('915231');
    },
    length: 1,
  } as unknown as readonly unknown[];
  const late = back({ transactions: { sale: [transaction()] }, refund: refusing }, 1_000, limit.signal);
  await expect(late.outcome).rejects.toThrow();
  expect(late.calls()).toEqual(['find', 'refund']);
});
