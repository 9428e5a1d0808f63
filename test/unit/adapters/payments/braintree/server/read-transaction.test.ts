import { fc, test } from '@fast-check/vitest';
import braintree from 'braintree';
import { describe, expect } from 'vitest';
import {
  type BraintreeTransaction,
  centsOf,
  inEuros,
  type MoneyState,
  moneyStateOf,
  outcomeOf,
} from '#adapters/payments/braintree/server/transactions.ts';
import { cents } from '#core/rules/basics/money.ts';
import { runs } from '#test/run-length.ts';

const sale: BraintreeTransaction = {
  id: 't',
  status: 'submitted_for_settlement',
  type: 'sale',
  amount: '89.00',
  currencyIsoCode: 'EUR',
  paymentInstrumentType: 'credit_card',
  creditCard: { token: 'kept', cardType: 'Visa', last4: '1111' },
};

/** The expected state of the money for every status of the vendor's SDK. */
const states: Readonly<Record<string, MoneyState>> = {
  authorizing: 'moving',
  authorized: 'authorised',
  submitted_for_settlement: 'submitted',
  settlement_pending: 'settling',
  settlement_confirmed: 'settling',
  settling: 'settling',
  settled: 'settled',
  voided: 'voided',
  authorization_expired: 'not_taken',
  failed: 'not_taken',
  gateway_rejected: 'not_taken',
  processor_declined: 'not_taken',
  settlement_declined: 'not_taken',
};

describe('the status of a transaction', () => {
  test('is mapped for every status of the SDK', () => {
    const { All: _, ...known } = (braintree as unknown as { Transaction: { Status: Record<string, string> } })
      .Transaction.Status;
    expect(Object.values(known).toSorted()).toEqual(Object.keys(states).toSorted());
  });

  test.each(Object.entries(states))('%s means that the money is %s', (status, state) => {
    expect(moneyStateOf({ ...sale, status })).toBe(state);
    const outcome =
      { moving: 'unknown', authorised: 'authorised', not_taken: 'declined', voided: 'declined' }[
        state as string
      ] ?? 'charged';
    expect(outcomeOf({ ...sale, status }, true).outcome).toBe(outcome);
  });

  test('leaves the outcome unknown if it is not known', () => {
    expect(outcomeOf({ ...sale, status: 'settled_on_mars' }, true)).toEqual({ outcome: 'unknown' });
  });
});

test('a card that Braintree has not stored has no vault token', () => {
  const creditCard = { cardType: 'Visa', last4: '1111' };
  expect(outcomeOf({ ...sale, creditCard }, true)).toMatchObject({ vault_token: null });
});

test('a card is shown by its last four digits, and only if they are four', () => {
  const shown = (last4: string) => outcomeOf({ ...sale, creditCard: { cardType: 'Visa', last4 } }, false);
  expect(shown('1111')).toMatchObject({ method: { last_four: '1111' } });
  for (const other of ['', '11', '4111111111111111'])
    expect(shown(other)).toMatchObject({ method: { last_four: null } });
});

test.prop([fc.integer({ min: 0, max: 100_000_000 })], { numRuns: runs(100) })(
  'amounts are converted to Braintree’s format and back without loss',
  (amount) => {
    expect(inEuros(cents(amount))).toMatch(/^\d+\.\d{2}$/);
    expect(centsOf(inEuros(cents(amount)))).toBe(amount);
  },
);
