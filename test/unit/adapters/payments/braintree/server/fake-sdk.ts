import type { BraintreeSdk } from '#adapters/payments/braintree/server/braintree-sdk.ts';

/** A refusal as the vendor's SDK hands it over. */
export function refusal(...codes: readonly string[]) {
  return { success: false, errors: { deepErrors: () => codes.map((code) => ({ code })) } };
}

/** A sale or refund as the vendor's SDK hands it over. */
export function transaction(changes: object = {}) {
  return {
    id: 'sale',
    status: 'settled',
    type: 'sale',
    amount: '89.00',
    currencyIsoCode: 'EUR',
    orderId: 'ORDER/1',
    paymentInstrumentType: 'credit_card',
    creditCard: { token: 'kept', cardType: 'Visa', last4: '1111' },
    ...changes,
  };
}

export interface SdkScript {
  /** Ids that a search finds. */
  readonly found?: readonly string[];
  /** By id; the later one from the second look on. */
  readonly transactions?: Readonly<Record<string, readonly object[]>>;
  /** What these calls answer, one after the other; the last one again and again. */
  readonly sale?: readonly unknown[];
  readonly refund?: readonly unknown[];
  readonly submit?: readonly unknown[];
  readonly void?: readonly unknown[];
  readonly method?: readonly unknown[];
  readonly nonce?: object;
}

/** The vendor's SDK with answers that are written down, and what it was asked. */
export function createFakeSdk(script: SdkScript) {
  const asked: { readonly call: string; readonly options: unknown }[] = [];
  const turns = new Map<string, number>();
  function answer(
    call: string,
    answers: readonly unknown[] = [],
    options: unknown = null,
    name = call,
  ): unknown {
    asked.push({ call, options });
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const given = answers[Math.min(turn, answers.length - 1)];
    if (given === undefined) throw Object.assign(new Error('No answer'), { type: 'notFoundError' });
    return given;
  }
  const sdk: BraintreeSdk = {
    clientToken: {
      generate: async (options) => answer('token', [{ success: true, clientToken: 'token' }], options),
    },
    customer: { create: async (options) => answer('customer', [{ success: true }], options) },
    paymentMethod: { create: async (options) => answer('method', script.method, options) },
    paymentMethodNonce: { find: async () => answer('nonce', script.nonce && [script.nonce]) },
    transaction: {
      sale: async (options) => answer('sale', script.sale, options),
      find: async (id) => answer('find', script.transactions?.[id], id, `find ${id}`),
      submitForSettlement: async (id) => answer('submit', script.submit, id),
      void: async (id) => answer('void', script.void, id),
      refund: async (_, options) => answer('refund', script.refund, options),
      search: (_, answered) => answered(null, { ids: script.found ?? [] }),
    },
    webhookNotification: { parse: async () => null },
  };
  return { sdk, asked, calls: () => asked.map(({ call }) => call) };
}

export const account = {
  environment: 'sandbox',
  merchantId: 'm',
  publicKey: 'p',
  privateKey: 'k',
  merchantAccountId: 'meisterhand_eur',
  gatewayUrl: null,
} as const;

/** Work whose time is not over. */
export const inTime = new AbortController().signal;

/** Work whose time is over. */
export const tooLate = AbortSignal.abort();
