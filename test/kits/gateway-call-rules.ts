import { expect } from 'vitest';
import { type PaymentMethodSummary, paymentAction, paymentMethod } from '#core/model/payment.ts';
import type {
  ChargeRequest,
  ClientTokenRequest,
  DeclineReason,
  PaymentGateway,
  StoredCardCharge,
} from '#ports/payment-gateway.ts';
import type { Call, CallRules } from './watch-calls.ts';
import { encodingsOf } from './watch-process.ts';

/** The fields of each outcome besides its name. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  charged: ['transaction_id', 'amount', 'method', 'vault_token', 'metadata'],
  authorised: ['transaction_id', 'amount', 'method', 'vault_token', 'metadata'],
  declined: ['reason', 'transaction_id', 'metadata'],
  awaiting_payment: ['transaction_id', 'method'],
  requires_action: ['transaction_id', 'action', 'metadata'],
  processing: ['transaction_id', 'metadata'],
  never_charged: [],
  unknown: [],
  captured: [],
  released: [],
  refused: [],
  refunded: ['refund_id'],
  vaulted: ['vault_token', 'method'],
};

const charges = ['charged', 'authorised', 'declined', 'awaiting_payment', 'never_charged', 'unknown'];

/** The possible outcomes of each call. */
const outcomesOf: Readonly<Record<string, readonly string[]>> = {
  charge: [...charges, 'requires_action', 'processing'],
  findCharge: [...charges, 'requires_action', 'processing'],
  cancelAction: [...charges, 'requires_action', 'processing'],
  chargeStored: charges,
  capture: ['captured', 'refused', 'unknown'],
  release: ['released', 'refused', 'unknown'],
  refund: ['refunded', 'refused', 'unknown'],
  vault: ['vaulted', 'declined', 'unknown'],
};

const reasons: Readonly<Record<DeclineReason, true>> = {
  PROCESSOR_DECLINED: true,
  GATEWAY_REJECTED_FRAUD: true,
  NONCE_CONSUMED: true,
  NONCE_UNKNOWN: true,
  VERIFICATION_REQUIRED: true,
  CANCELLED_BY_BUYER: true,
  EXPIRED: true,
};

/** Texts that were made from a missing value. */
const invented = /^(?:vault:)?(?:|undefined|null|NaN|\[object Object\])$/;

type Outcome = Readonly<Record<string, unknown>> & { readonly outcome: string };

/** Checks of each field of an outcome against the port. */
const checks: Readonly<Record<string, (value: unknown, outcome: string) => void>> = {
  outcome() {},
  transaction_id(value, outcome) {
    if (value !== null || outcome !== 'declined') expect(value).toEqual(expect.not.stringMatching(invented));
  },
  refund_id: (value) => expect(value).toEqual(expect.not.stringMatching(invented)),
  amount: (value) => expect(Number.isSafeInteger(value) && Number(value) > 0, `amount ${value}`).toBe(true),
  method(value) {
    expect(paymentMethod.safeParse(value).error).toBeUndefined();
    const { kind: _, brand: __, last_four, label: ___, ...more } = value as PaymentMethodSummary;
    expect(more, 'fields of a method that the port does not have').toEqual({});
    if (last_four !== null) expect(last_four).toMatch(/^\d{4}$/);
  },
  vault_token(value) {
    if (value === null) return;
    expect(value).toEqual(expect.stringMatching(/^vault:./));
    expect(value).toEqual(expect.not.stringMatching(invented));
  },
  reason: (value) => expect(Object.keys(reasons)).toContain(value),
  action: (value) => expect(paymentAction.safeParse(value).error).toBeUndefined(),
  metadata(value) {
    const entries = Object.entries((value ?? {}) as Record<string, unknown>);
    expect(entries.length).toBeLessThanOrEqual(20);
    for (const [name, text] of entries)
      expect([name, name.length <= 40, typeof text === 'string' && text.length <= 500]).toEqual([
        name,
        true,
        true,
      ]);
  },
};

function checkOutcome(name: string, value: unknown): void {
  const result = value as Outcome;
  expect(outcomesOf[name], `${name} returned ${result.outcome}`).toContain(result.outcome);
  const ofVault = name === 'vault' && result.outcome === 'declined';
  const allowed = ofVault ? ['reason'] : (outcomes[result.outcome] ?? []);
  for (const [key, one] of Object.entries(result)) {
    expect(['outcome', ...allowed], `${name} returned ${result.outcome}`).toContain(key);
    if (one !== undefined || key !== 'metadata') checks[key]?.(one, result.outcome);
  }
  for (const key of allowed)
    if (key !== 'metadata') expect(Object.keys(result), `${name} returned ${result.outcome}`).toContain(key);
}

/** Returns the personal data and payment secrets of a request. */
function secretsOf(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null) return [];
  const { payment_method_nonce, device_data, customer_id, vault_token, customer, order } = given as Partial<
    ChargeRequest & StoredCardCharge & ClientTokenRequest
  >;
  return [payment_method_nonce, device_data, customer_id, vault_token, customer?.id, order?.email].filter(
    // Shorter texts may occur by chance.
    (one): one is string => typeof one === 'string' && one.length >= 8,
  );
}

/** Returns whether a client token is secret: a short word is not. */
export const isSecretToken = (token: string): boolean => token.length > 20;

function secretsIn({ name, given, value }: Call): readonly string[] {
  const returned = value as { readonly vault_token?: string | null } | string | null | undefined;
  const token = typeof returned === 'object' ? returned?.vault_token : null;
  const isLong = name === 'createClientToken' && typeof returned === 'string' && isSecretToken(returned);
  return [...given.flatMap(secretsOf), ...(token ? [token] : []), ...(isLong ? [returned] : [])];
}

/** Returns the rules for every call of a payment gateway. */
export function gatewayRules<
  Harness extends {
    readonly gateway: PaymentGateway;
    readonly usesDatabase?: true;
    another(): Promise<PaymentGateway>;
    logged?(): Promise<string>;
  },
>(): CallRules<Harness> {
  return {
    follow: (harness, follow) => ({
      ...harness,
      gateway: follow(harness.gateway),
      another: async () => follow(await harness.another()),
    }),
    check({ name, given, value, error }) {
      if (name === 'checkAccount' || name === 'offersCards') return;
      expect(error, `${name} has thrown`).toBeUndefined();
      if (name === 'createClientToken') {
        if (value !== null) expect(value).toEqual(expect.not.stringMatching(invented));
        return;
      }
      checkOutcome(name, value);
      const metadata = JSON.stringify((value as Outcome).metadata ?? null);
      for (const secret of given.flatMap(secretsOf).flatMap(encodingsOf))
        expect(metadata, 'metadata').not.toContain(secret);
    },
    secrets: secretsIn,
    mayLeaveTimers: ({ usesDatabase = false }) => usesDatabase,
    logged: async (harness) => (await harness.logged?.()) ?? '',
  };
}
