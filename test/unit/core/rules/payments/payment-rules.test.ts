import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { formatIban } from '#core/rules/payments/format-iban.ts';
import { isIban, isTransferNonce, pageNonce, pageProviderOf } from '#core/rules/payments/payment-rules.ts';

const real = ['DE02120300000000202051', 'AT611904300234573201', 'CH9300762011623852957', 'NO9386011117947'];

test.each(real)('%s is an IBAN', (iban) => {
  expect(isIban(iban)).toBe(true);
});

test.prop([fc.constantFrom(...real), fc.nat(), fc.integer({ min: 1, max: 9 })])(
  'an IBAN with one wrong digit is refused',
  (iban, place, shift) => {
    const at = 2 + (place % (iban.length - 2));
    const digit = (Number(iban[at]) + shift) % 10;
    expect(isIban(iban.slice(0, at) + digit + iban.slice(at + 1))).toBe(false);
  },
);

test.each(['', 'DE', 'de02120300000000202051', 'DE02 1203 0000 0000 2020 51', '4111111111111111'])(
  '%j is no IBAN',
  (text) => {
    expect(isIban(text)).toBe(false);
  },
);

test('an IBAN is written in groups of four, with all its characters', () => {
  expect(formatIban('DE02120300000000202051')).toBe('DE02 1203 0000 0000 2020 51');
  for (const iban of real) expect(formatIban(iban).replaceAll(' ', '')).toBe(iban);
});

test.prop([fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/), fc.uuid()])(
  'a nonce for the page of a provider names it, and no other nonce does',
  (provider, id) => {
    expect(pageProviderOf(pageNonce(provider, id))).toBe(provider);
    expect(pageNonce(provider, id)).toContain(id);
    expect(isTransferNonce(pageNonce(provider, id))).toBe(false);
    for (const other of [id, `bank-transfer:${provider}`, `a${pageNonce(provider, id)}`])
      expect(pageProviderOf(other)).toBeNull();
  },
);

test('only the nonce of a transfer is recognised as one', () => {
  expect(isTransferNonce('bank-transfer:1')).toBe(true);
  expect(isTransferNonce('fake-valid-nonce')).toBe(false);
});
