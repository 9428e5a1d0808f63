import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { failureOf, walletFailureOf } from '#adapters/payments/braintree/browser/sdk-calls.ts';
import de from '#locales/de/checkout.json' with { type: 'json' };
import en from '#locales/en/checkout.json' with { type: 'json' };
import type { WalletFailure } from '#ports/card-tokenizer.ts';
import { runs } from '#test/run-length.ts';

const sdk = dirname(createRequire(import.meta.url).resolve('braintree-web/package.json'));

/** An entry of an error table of the vendor's SDK. */
interface SdkEntry {
  readonly type: string;
  readonly code: string;
}

const load = createRequire(import.meta.url);

/** Returns all errors of a module, from the table of its error constants. */
function entriesOf(module: string): readonly SdkEntry[] {
  const table: Readonly<Record<string, unknown>> = load(join(sdk, module));
  return Object.values(table).filter(
    (entry): entry is SdkEntry => typeof entry === 'object' && entry !== null && 'code' in entry,
  );
}

/** The error tables of all modules of the SDK that the shop uses, including shared ones. */
const modules = [
  'client/errors.js',
  'lib/errors.js',
  'lib/frame-service/shared/errors.js',
  'hosted-fields/shared/errors.js',
  'three-d-secure/shared/errors.js',
  'data-collector/errors.js',
  'paypal-checkout/errors.js',
  'google-payment/errors.js',
  'apple-pay/errors.js',
  'vault-manager/errors.js',
];

const entries = modules.flatMap(entriesOf);

const error = (type: string, code: string, details?: object) =>
  Object.assign(new Error(code), { type, code, details });

const named = (codes: string) => codes.trim().split(/\s+/);

/**
 * For each failure code of the shop, the SDK errors that must be mapped to it. Errors that only wrong code of
 * the shop can cause are `PROVIDER_ERROR`.
 */
const meanings: Readonly<Record<string, readonly string[]>> = {
  CLIENT_TOKEN_EXPIRED: ['CLIENT_AUTHORIZATION_INVALID'],
  RATE_LIMITED: ['CLIENT_RATE_LIMITED'],
  NETWORK: [
    'APPLE_PAY_MERCHANT_VALIDATION_NETWORK',
    'APPLE_PAY_TOKENIZATION',
    'CLIENT_GATEWAY_NETWORK',
    'CLIENT_GRAPHQL_REQUEST_ERROR',
    'CLIENT_REQUEST_ERROR',
    'CLIENT_SCRIPT_FAILED_TO_LOAD',
    'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR',
    'PAYPAL_ACCOUNT_TOKENIZATION_FAILED',
    'PAYPAL_BILLING_AGREEMENT_JWT_FAILED',
    'PAYPAL_FLOW_FAILED',
    'PAYPAL_START_VAULT_INITIATED_CHECKOUT_SETUP_FAILED',
    'THREEDS_CARDINAL_SDK_SCRIPT_LOAD_FAILED',
  ],
  TIMED_OUT: [
    'CLIENT_REQUEST_TIMEOUT',
    'HOSTED_FIELDS_TIMEOUT',
    'THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT',
    'THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT',
  ],
  FIELDS_EMPTY: ['HOSTED_FIELDS_FIELDS_EMPTY'],
  CARD_REFUSED: [
    'HOSTED_FIELDS_FAILED_TOKENIZATION',
    'HOSTED_FIELDS_FIELDS_INVALID',
    'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED',
    'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
    'THREEDS_LOOKUP_VALIDATION_ERROR',
  ],
  VERIFICATION_FAILED: ['THREEDS_CARDINAL_SDK_ERROR', 'THREEDS_JWT_AUTHENTICATION_FAILED'],
  VERIFICATION_CANCELLED: ['THREEDS_CARDINAL_SDK_CANCELED', 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT'],
  IN_PROGRESS: ['PAYPAL_START_VAULT_INITIATED_CHECKOUT_IN_PROGRESS', 'THREEDS_AUTHENTICATION_IN_PROGRESS'],
  WALLET_CANCELLED: ['PAYPAL_START_VAULT_INITIATED_CHECKOUT_CANCELED'],
  POPUP_BLOCKED: ['PAYPAL_START_VAULT_INITIATED_CHECKOUT_POPUP_OPEN_FAILED'],
  PROVIDER_ERROR: named(`
    APPLE_PAY_MERCHANT_VALIDATION_FAILED APPLE_PAY_NOT_ENABLED APPLE_PAY_PAYMENT_TOKEN_REQUIRED
    APPLE_PAY_VALIDATION_URL_REQUIRED CLIENT_AUTHORIZATION_INSUFFICIENT
    CLIENT_GATEWAY_CONFIGURATION_INVALID_DOMAIN CLIENT_INVALID_AUTHORIZATION
    CLIENT_MISSING_GATEWAY_CONFIGURATION CLIENT_OPTION_INVALID CLIENT_OPTION_REQUIRED
    DATA_COLLECTOR_REQUIRES_CREATE_OPTIONS FRAME_SERVICE_FRAME_CLOSED FRAME_SERVICE_FRAME_OPEN_FAILED
    GOOGLE_PAYMENT_GATEWAY_ERROR GOOGLE_PAYMENT_NOT_ENABLED GOOGLE_PAYMENT_UNSUPPORTED_VERSION
    HOSTED_FIELDS_ATTRIBUTE_NOT_SUPPORTED HOSTED_FIELDS_ATTRIBUTE_VALUE_NOT_ALLOWED
    HOSTED_FIELDS_FIELD_DUPLICATE_IFRAME HOSTED_FIELDS_FIELD_INVALID HOSTED_FIELDS_FIELD_NOT_PRESENT
    HOSTED_FIELDS_FIELD_PROPERTY_INVALID HOSTED_FIELDS_INVALID_FIELD_KEY
    HOSTED_FIELDS_INVALID_FIELD_SELECTOR INCOMPATIBLE_VERSIONS INSTANTIATION_OPTION_INVALID
    INSTANTIATION_OPTION_REQUIRED INVALID_USE_OF_INTERNAL_FUNCTION METHOD_CALLED_AFTER_TEARDOWN
    PAYPAL_FLOW_OPTION_REQUIRED PAYPAL_INVALID_PAYMENT_OPTION PAYPAL_MISSING_REQUIRED_OPTION
    PAYPAL_NOT_ENABLED PAYPAL_SANDBOX_ACCOUNT_NOT_LINKED
    PAYPAL_START_VAULT_INITIATED_CHECKOUT_PARAM_REQUIRED THREEDS_CAN_NOT_USE_TOKENIZATION_KEY
    THREEDS_CARDINAL_SDK_BAD_CONFIG THREEDS_CARDINAL_SDK_BAD_JWT THREEDS_CARDINAL_SDK_SETUP_FAILED
    THREEDS_FRAMEWORK_METHOD_NOT_IMPLEMENTED THREEDS_HTTPS_REQUIRED THREEDS_INLINE_IFRAME_DETAILS_INCORRECT
    THREEDS_LOOKUP_ERROR THREEDS_LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR THREEDS_MISSING_VERIFY_CARD_OPTION
    THREEDS_NOT_ENABLED THREEDS_NOT_ENABLED_FOR_V2 THREEDS_NO_VERIFICATION_PAYLOAD
    THREEDS_REQUESTED_EXEMPTION_TYPE_INVALID THREEDS_TERM_URL_REQUIRES_BRAINTREE_DOMAIN
    THREEDS_UNRECOGNIZED_VERSION THREEDS_UNSUPPORTED_VERSION
    VAULT_MANAGER_DELETE_PAYMENT_METHOD_NONCE_REQUIRES_CLIENT_TOKEN
    VAULT_MANAGER_DELETE_PAYMENT_METHOD_UNKNOWN_ERROR VAULT_MANAGER_PAYMENT_METHOD_NONCE_NOT_FOUND
  `),
};

const table = Object.entries(meanings).flatMap(([ours, codes]) => codes.map((code) => ({ code, ours })));
const sentences = (ours: WalletFailure['code']) => [de.payment.error[ours], en.payment.error[ours]];

describe('an error of the provider’s code', () => {
  test.each(modules)('is listed in the table of %s', (module) => {
    expect(entriesOf(module).length).toBeGreaterThan(0);
  });

  test('of every type is in the table, and no other', () => {
    expect(table.map(({ code }) => code).toSorted()).toEqual(entries.map(({ code }) => code).toSorted());
    const types = new Set(entries.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(['CUSTOMER', 'INTERNAL', 'MERCHANT', 'NETWORK', 'UNKNOWN']);
  });

  test.each(table)('$code is $ours', ({ code, ours }) => {
    const entry = entries.find((one) => one.code === code);
    expect(walletFailureOf(error(entry?.type ?? '', code))).toEqual({ code: ours });
    for (const sentence of sentences(ours as WalletFailure['code'])) expect(sentence).toMatch(/\.$/);
  });

  test.each([
    ['MERCHANT', 'PROVIDER_ERROR'],
    ['CUSTOMER', 'CARD_REFUSED'],
    ['NETWORK', 'NETWORK'],
    ['INTERNAL', 'PROVIDER_ERROR'],
    ['UNKNOWN', 'PROVIDER_ERROR'],
  ])('with an unknown code is mapped by its type: %s is %s', (type, ours) => {
    expect(failureOf(error(type, 'CODE_OF_TOMORROW'))).toEqual({ code: ours });
  });

  test('inside a wrapper is mapped, such as an expired token inside a failed card', () => {
    const expired = error('MERCHANT', 'CLIENT_AUTHORIZATION_INVALID');
    const wrapped = error('CUSTOMER', 'HOSTED_FIELDS_FAILED_TOKENIZATION', { originalError: expired });
    expect(failureOf(wrapped)).toEqual({ code: 'CLIENT_TOKEN_EXPIRED' });
    const offline = error('UNKNOWN', 'THREEDS_LOOKUP_ERROR', {
      originalError: error('NETWORK', 'CLIENT_GATEWAY_NETWORK'),
    });
    expect(failureOf(offline)).toEqual({ code: 'NETWORK' });
  });

  test('about invalid fields names them in the order of the form', () => {
    const details = { invalidFieldKeys: ['cvv', 'number', 'postalCode'] };
    const wrong = { code: 'FIELDS_INVALID', fields: ['number', 'cvv'] };
    expect(failureOf(error('CUSTOMER', 'HOSTED_FIELDS_FIELDS_INVALID', details))).toEqual(wrong);
  });

  test.prop([fc.anything()], { numRuns: runs(100) })('of any kind is mapped to a known code', (thrown) => {
    expect(de.payment.error).toHaveProperty(failureOf(thrown).code);
  });
});
