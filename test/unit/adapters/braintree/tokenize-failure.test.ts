import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { failureOf } from '#adapters/braintree/tokenize-failure.ts';
import de from '#locales/de/checkout.json' with { type: 'json' };
import en from '#locales/en/checkout.json' with { type: 'json' };
import { runs } from '#test/run-count.ts';

const sdk = dirname(createRequire(import.meta.url).resolve('braintree-web/package.json'));

/** Every code that a module of the provider's can throw. */
function codesOf(module: string): string[] {
  const source = readFileSync(join(sdk, module), 'utf8');
  return [...source.matchAll(/code: "([A-Z0-9_]+)"/g)].map((match) => match[1] ?? '');
}

const modules = [
  'client/errors.js',
  'lib/errors.js',
  'hosted-fields/shared/errors.js',
  'three-d-secure/shared/errors.js',
  'data-collector/errors.js',
  'paypal-checkout/errors.js',
  'google-payment/errors.js',
  'apple-pay/errors.js',
  'vault-manager/errors.js',
];

const error = (type: string, code: string, details?: object) =>
  Object.assign(new Error(code), { type, code, details });

describe('what the provider’s code throws', () => {
  test.each(modules)('%s: each code ends as one of ours, with a sentence in both languages', (module) => {
    const codes = codesOf(module);
    expect(codes.length).toBeGreaterThan(0);
    for (const type of ['MERCHANT', 'CUSTOMER', 'NETWORK', 'INTERNAL', 'UNKNOWN']) {
      for (const code of codes) {
        const ours = failureOf(error(type, code)).code;
        expect(de.payment.error[ours], code).toMatch(/\.$/);
        expect(en.payment.error[ours], code).toMatch(/\.$/);
      }
    }
  });

  test.each([
    ['CLIENT_AUTHORIZATION_INVALID', 'MERCHANT', 'CLIENT_TOKEN_EXPIRED'],
    ['CLIENT_RATE_LIMITED', 'MERCHANT', 'RATE_LIMITED'],
    ['CLIENT_GATEWAY_NETWORK', 'NETWORK', 'NETWORK'],
    ['HOSTED_FIELDS_FIELDS_EMPTY', 'CUSTOMER', 'FIELDS_EMPTY'],
    ['HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED', 'CUSTOMER', 'CARD_REFUSED'],
    ['HOSTED_FIELDS_TIMEOUT', 'UNKNOWN', 'TIMED_OUT'],
    ['THREEDS_CARDINAL_SDK_CANCELED', 'CUSTOMER', 'VERIFICATION_CANCELLED'],
    ['THREEDS_LOOKUP_ERROR', 'UNKNOWN', 'PROVIDER_ERROR'],
    ['PAYPAL_NOT_ENABLED', 'MERCHANT', 'PROVIDER_ERROR'],
  ])('%s (%s) is %s', (code, type, ours) => {
    expect(failureOf(error(type, code))).toEqual({ code: ours });
  });

  test('the cause inside a wrapper decides, as an expired token comes as a card that failed', () => {
    const expired = error('MERCHANT', 'CLIENT_AUTHORIZATION_INVALID');
    const wrapped = error('CUSTOMER', 'HOSTED_FIELDS_FAILED_TOKENIZATION', { originalError: expired });
    expect(failureOf(wrapped)).toEqual({ code: 'CLIENT_TOKEN_EXPIRED' });
    const offline = error('UNKNOWN', 'THREEDS_LOOKUP_ERROR', {
      originalError: error('NETWORK', 'CLIENT_GATEWAY_NETWORK'),
    });
    expect(failureOf(offline)).toEqual({ code: 'NETWORK' });
  });

  test('wrong fields are named in the order in which we name them', () => {
    const details = { invalidFieldKeys: ['cvv', 'number', 'postalCode'] };
    const wrong = { code: 'FIELDS_INVALID', fields: ['number', 'cvv'] };
    expect(failureOf(error('CUSTOMER', 'HOSTED_FIELDS_FIELDS_INVALID', details))).toEqual(wrong);
  });

  test.prop([fc.anything()], { numRuns: runs(100) })('anything thrown ends as a code', (thrown) => {
    expect(de.payment.error).toHaveProperty(failureOf(thrown).code);
  });
});
