import { expect, test, vi } from 'vitest';
import { createCharges } from '#adapters/payments/braintree/server/charges.ts';
import { createVault } from '#adapters/payments/braintree/server/vault.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import {
  account,
  createFakeSdk,
  inTime,
  merchant,
  refusal,
  type SdkScript,
  tooLate,
  transaction,
} from './fake-sdk.ts';

const request = requestFor('nonce', { attempt_key: 'ORDER/1', order_code: 'ORDER' });
const unknown = { outcome: 'unknown' };

function open(script: SdkScript) {
  const fake = createFakeSdk(script);
  const logged: unknown[] = [];
  const note = (event: unknown) => void logged.push(event);
  const log = { info: note, warn: note, error: note };
  const vault = createVault(fake.sdk, account, merchant);
  const charges = createCharges({ sdk: fake.sdk, account, clock: { now: () => 1_000_000 }, log, vault });
  return { ...fake, charges, logged };
}

test.each([
  ['a request with the key is in flight', '915233'],
  ['the key belongs to another request', '915232'],
])('a sale is unknown while %s', async (_, code) => {
  const { charges } = open({ sale: [refusal(code)] });
  expect(await charges.charge(request, inTime)).toEqual(unknown);
});

test('the outcome of an earlier request with the key is looked up, and is unknown for another amount', async () => {
  const script = { sale: [refusal('915234')], found: ['sale'] };
  const earlier = open({ ...script, transactions: { sale: [transaction()] } });
  expect(await earlier.charges.charge(request, inTime)).toMatchObject({ outcome: 'charged' });
  const other = open({ ...script, transactions: { sale: [transaction({ amount: '99.00' })] } });
  expect(await other.charges.charge(request, inTime)).toEqual(unknown);
  const none = open({ sale: [refusal('915234')] });
  expect(await none.charges.charge(request, inTime)).toMatchObject({ reason: 'NONCE_CONSUMED' });
});

test('a refusal without a reason throws, and one with an unknown reason is a decline that is logged', async () => {
  const silent = open({ sale: [refusal()] });
  await expect(silent.charges.charge(request, inTime)).rejects.toThrow();
  const strange = open({ sale: [refusal('99999')] });
  expect(await strange.charges.charge(request, inTime)).toMatchObject({ reason: 'PROCESSOR_DECLINED' });
  expect(strange.logged).toEqual(['braintree_refused_sale']);
});

test.each([
  ['91564', 'NONCE_CONSUMED'],
  ['91565', 'NONCE_UNKNOWN'],
  // The stored card is unknown, or belongs to another customer.
  ['91518', 'NONCE_UNKNOWN'],
  ['91516', 'NONCE_UNKNOWN'],
])('error %s is a decline for %s', async (code, reason) => {
  const { charges, logged } = open({ sale: [refusal(code)] });
  expect(await charges.charge(request, inTime)).toMatchObject({ outcome: 'declined', reason });
  expect(logged).toEqual([]);
});

test('a sale in another currency is voided, and stays unknown if it cannot be voided', async () => {
  const dollars = { success: true, transaction: transaction({ currencyIsoCode: 'USD' }) };
  const settled = open({ sale: [dollars], void: [refusal('91504')] });
  expect(await settled.charges.charge(request, inTime)).toEqual(unknown);
  const undone = open({ sale: [dollars], void: [{ success: true }] });
  const declined = { outcome: 'declined', transaction_id: 'sale' };
  expect(await undone.charges.charge(request, inTime)).toMatchObject(declined);
  expect(undone.asked.at(-1)).toEqual({ call: 'void', options: 'sale' });
  expect(undone.logged).toEqual(['braintree_other_currency']);
});

test('no sale is requested after the time limit', async () => {
  for (const work of [
    (charges: ReturnType<typeof createCharges>) => charges.charge(request, tooLate),
    (charges: ReturnType<typeof createCharges>) => charges.find('ORDER/1', null, tooLate),
  ]) {
    const { charges, calls } = open({ sale: [{ success: true, transaction: transaction() }] });
    await expect(work(charges)).rejects.toThrow();
    expect(calls()).toEqual([]);
  }
});

test('of several transactions the successful sale counts, and no refund with the same order id', async () => {
  const { charges } = open({
    found: ['back', 'declined', 'sale'],
    transactions: {
      back: [transaction({ id: 'back', type: 'credit' })],
      declined: [transaction({ id: 'declined', status: 'processor_declined' })],
      sale: [transaction()],
    },
  });
  expect(await charges.find('ORDER/1', null, inTime)).toMatchObject({
    outcome: 'charged',
    transaction_id: 'sale',
  });
});

test('without request keys, "nothing found" is believed a minute after the attempt began', async () => {
  for (const [seconds, found] of [
    [60, unknown],
    [60.001, { outcome: 'never_charged' }],
  ] as const) {
    const { charges } = open({ sale: [refusal('915231')] });
    expect(await charges.find('ORDER/1', 1_000_000 - seconds * 1000, inTime)).toEqual(found);
  }
  const { charges } = open({ sale: [refusal('915231')] });
  expect(await charges.find('ORDER/1', null, inTime)).toEqual(unknown);
});

test('without request keys, an earlier sale of a stored card is searched once', async () => {
  const { sdk, charges } = open({ sale: [refusal('915231'), { success: true, transaction: transaction() }] });
  const { attempt_key, order_code, amount } = request;
  const stored = { attempt_key, order_code, amount, vault_token: 'vault:card', customer_id: 'customer' };
  await charges.chargeStored(stored, inTime);
  const search = vi.spyOn(sdk.transaction, 'search');
  expect(await charges.chargeStored(stored, inTime)).toMatchObject({ outcome: 'charged' });
  expect(search).toHaveBeenCalledTimes(1);
});

test('an attempt without a sale is never charged if its key can be closed, and else unknown', async () => {
  for (const [code, found] of [
    ['91565', { outcome: 'never_charged' }],
    ['915234', { outcome: 'never_charged' }],
    ['915233', unknown],
    ['99999', unknown],
  ] as const) {
    const { charges, calls } = open({ sale: [refusal(code)] });
    expect(await charges.find('ORDER/1', null, inTime)).toEqual(found);
    expect(calls()).toEqual(['sale']);
  }
});
